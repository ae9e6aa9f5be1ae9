//! «Мой вечер»: what the caller waits for, over all sales.

use std::collections::HashMap;

use actix_web::{get, web};
use time::Duration;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::viewer::sees_hidden_of;
use catalogue::listing::{catalogs, lots};
use contract::dto::{CatalogState, Evening, EveningLot, EveningSale};
use contract::error::ApiResult;

/// A sale belongs to the evening from a day before its start.
const BEFORE: Duration = Duration::hours(24);
/// A lot belongs to it until half a day after its hammer.
const AFTER: Duration = Duration::hours(12);

/// «Мой вечер»: the lots that the caller watches, bet on or left an absentee order for, in sales that run, start within
/// 24 hours, or ended less than 12 hours ago, and the pace of the sales.
#[utoipa::path(operation_id = "my_evening", tag = "trade", security(("token" = [])),
    responses((status = 200, body = Evening), (status = 401, description = "Not signed in")))]
#[get("/api/trade/evening")]
pub async fn my_evening(state: web::Data<AppState>, caller: Member) -> ApiResult<Json<Evening>> {
    let viewer = Some(&*caller.account);
    let houses = sees_hidden_of(viewer);
    let accounts = [&[caller.id], caller.doubles.as_slice()].concat();
    let now = state.clock.now();
    let mine = sqlx::query_file!(
        "queries/evening.sql",
        &accounts,
        caller.id,
        houses.as_deref(),
        now + BEFORE,
        now - AFTER
    )
    .fetch_all(&state.pool)
    .await?;

    let lot_ids: Vec<i64> = mine.iter().map(|row| row.lot_id).collect();
    let shown = lots::by_ids(&state.pool, &lot_ids, viewer).await?;
    let mut shown: HashMap<i64, _> = shown.into_iter().map(|lot| (lot.id, lot)).collect();

    let mut sale_ids: Vec<i64> = mine.iter().map(|row| row.catalog_id).collect();
    sale_ids.sort_unstable();
    sale_ids.dedup();
    let pace = sqlx::query_file!("queries/pace.sql", &sale_ids)
        .fetch_all(&state.pool)
        .await?;
    let pace: HashMap<i64, _> = pace.into_iter().map(|row| (row.catalog_id, row)).collect();
    let mut sales: Vec<EveningSale> = catalogs::by_ids(&state.pool, &sale_ids, viewer)
        .await?
        .into_iter()
        .map(|catalog| {
            let moves = pace.get(&catalog.id);
            EveningSale {
                current_number: moves.and_then(|row| row.current_number),
                seconds_per_lot: moves.and_then(|row| row.seconds_per_lot),
                catalog,
            }
        })
        .collect();
    sales.sort_by_key(|sale| match sale.catalog.state {
        CatalogState::InProcess | CatalogState::WaitForEnd => 0,
        CatalogState::Scheduled | CatalogState::Temporary => 1,
        CatalogState::Completed | CatalogState::Canceled => 2,
    });

    let lots = mine.into_iter().filter_map(|row| {
        Some(EveningLot {
            lot: shown.remove(&row.lot_id)?,
            bet: row.bet,
            absentee: row.absentee,
            ahead: row.ahead,
        })
    });
    Ok(Json(Evening {
        sales,
        lots: lots.collect(),
    }))
}
