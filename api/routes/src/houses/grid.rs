//! The grid in which a house edits many lots at once.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::web::{Data, Path, Query};
use actix_web::{get, put};
use serde::Deserialize;
use sqlx::PgPool;
use utoipa::IntoParams;

use super::house::managed;
use crate::lots::save::{lock, store};
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::{Change, StoredLot, grid, lock_catalog, lock_lots};
use contract::dto::{
    GridAnswer, GridChange, GridLot, GridPrice, GridRefusal, GridRequest, LotNumber, Picture,
    RenumberRequest,
};
use contract::error::{ApiError, ApiResult};
use domain::{CatalogState, Command, LotId, LotPatch};
use people::eligibility;
use people::journal::Action;

/// Lots per call that changes cells.
const CHANGES: usize = 200;
/// Cells per lot.
const CELLS: usize = 100;
/// Lots per call that renumbers.
const NUMBERS: usize = 2_000;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct GridQuery {
    /// A catalog of the house; absent: its storage.
    catalog_id: Option<i64>,
}

/// Every lot of a house's catalog or storage, hidden ones included, as rows of a grid. For the house's managers, owners
/// and admins.
#[utoipa::path(operation_id = "lots_grid", tag = "house", params(("id" = i64, Path), GridQuery),
    security(("token" = [])),
    responses((status = 200, body = Vec<GridLot>), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}/grid")]
pub async fn lots_grid(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    query: Query<GridQuery>,
) -> ApiResult<Json<Vec<GridLot>>> {
    managed(&state, &member, *id).await?;
    let rows = rows(&state.pool, *id, query.catalog_id, None, member.is_admin());
    Ok(Json(rows.await?))
}

/// Changes cells of a house's lots.
///
/// Each lot is changed whole or not at all. A lot is refused if one of its cells is invalid or fixed by the sale, or
/// holds another value by now than the caller saw. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "edit_lots_grid", tag = "house", params(("id" = i64, Path)),
    request_body = GridRequest, security(("token" = [])),
    responses((status = 200, body = GridAnswer), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house"), (status = 422, description = "Too many lots")))]
#[put("/api/house/{id}/grid")]
pub async fn edit_lots_grid(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<GridRequest>,
) -> ApiResult<Json<GridAnswer>> {
    managed(&state, &member, *id).await?;
    let changes = request.into_inner().changes;
    let lots: BTreeSet<i64> = changes.iter().map(|change| change.lot_id).collect();
    if changes.len() > CHANGES || lots.len() < changes.len() {
        return Err(ApiError::invalid(
            "changes",
            format!("Не более {CHANGES} лотов, каждый один раз"),
        ));
    }
    let fields = |change: &GridChange| {
        change
            .cells
            .iter()
            .map(|cell| cell.field)
            .collect::<BTreeSet<_>>()
    };
    if changes
        .iter()
        .any(|change| change.cells.len() > CELLS || fields(change).len() < change.cells.len())
    {
        return Err(ApiError::invalid(
            "changes",
            format!("Не более {CELLS} ячеек лота, каждая один раз"),
        ));
    }
    let (house_id, is_admin) = (*id, member.is_admin());
    let on_its_own = state.clone();
    let editing = async move {
        let mut refused = Vec::new();
        for change in changes {
            refused.extend(edit(&on_its_own, &member, house_id, change).await?);
        }
        Ok(refused)
    };
    let refused = eligibility::to_its_end(editing).await?;
    let lots: Vec<i64> = lots.into_iter().collect();
    let lots = rows(&state.pool, house_id, None, Some(&lots), is_admin).await?;
    Ok(Json(GridAnswer { lots, refused }))
}

/// Gives lots of a catalog new numbers, all at once.
///
/// 409 once the sale runs. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "renumber_lots", tag = "catalogs", params(("id" = i64, Path)),
    request_body = RenumberRequest, security(("token" = [])),
    responses((status = 200, body = Vec<LotNumber>, description = "The numbers of the sent lots"),
        (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 422, description = "A number is taken, or a lot is not in the catalog")))]
#[put("/api/catalog/{id}/lot-numbers")]
pub async fn renumber_lots(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<RenumberRequest>,
) -> ApiResult<Json<Vec<LotNumber>>> {
    let catalog = catalogue::listing::catalogs::one(&state.pool, *id, Some(&member)).await?;
    if !member.manages(catalog.house_id) {
        return Err(ApiError::forbidden());
    }
    let sent = request.into_inner().lots;
    let wanted: BTreeMap<i64, i32> = sent
        .iter()
        .map(|lot| (lot.id, lot.catalog_lot_id))
        .collect();
    if wanted.is_empty() || sent.len() > NUMBERS || wanted.len() < sent.len() {
        return Err(ApiError::invalid(
            "lots",
            format!("От 1 до {NUMBERS} лотов, каждый один раз"),
        ));
    }
    let catalog_id = *id;
    eligibility::to_its_end(async move { renumber(&state, &member, catalog_id, wanted).await })
        .await?;
    Ok(Json(sent))
}

/// Changes one lot. Returns why it was left as it is.
async fn edit(
    state: &AppState,
    member: &Member,
    house_id: i64,
    change: GridChange,
) -> ApiResult<Vec<GridRefusal>> {
    let lot_id = change.lot_id;
    let mut tx = Change::begin(&state.editor).await?;
    let lot = match lock(&mut tx, lot_id).await {
        Ok(lot) if lot.house_id == house_id => lot,
        Ok(_) => return Ok(vec![of_lot(lot_id, &ApiError::lot_not_found())]),
        Err(error) if error.is_refusal() => return Ok(vec![of_lot(lot_id, &error)]),
        Err(error) => return Err(error),
    };
    let changed = match grid::edit(lot, &change.cells, member.is_admin()) {
        Ok(changed) => changed,
        Err(refused) => return Ok(refused),
    };
    if !changed.changes_anything() {
        return Ok(Vec::new());
    }
    match store(state, tx, member, changed).await {
        Ok(()) => Ok(Vec::new()),
        Err(error) if error.is_refusal() => Ok(refusals(lot_id, &error)),
        Err(error) => Err(error),
    }
}

fn refusals(lot_id: i64, error: &ApiError) -> Vec<GridRefusal> {
    let fields = error.problem(None).errors;
    if fields.is_empty() {
        return vec![of_lot(lot_id, error)];
    }
    let each = fields.into_iter().map(|(field, messages)| GridRefusal {
        field: grid::field_named(&field),
        message: messages.join(". "),
        ..of_lot(lot_id, error)
    });
    each.collect()
}

fn of_lot(lot_id: i64, error: &ApiError) -> GridRefusal {
    GridRefusal {
        lot_id,
        field: None,
        is_conflict: false,
        stored: None,
        message: error.problem(None).detail,
    }
}

async fn renumber(
    state: &AppState,
    member: &Member,
    catalog_id: i64,
    wanted: BTreeMap<i64, i32>,
) -> ApiResult<()> {
    let mut change = Change::begin(&state.editor).await?;
    let conn = change.conn();
    lock_catalog(conn, catalog_id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)?;
    let taken = sqlx::query!(
        r#"select id, catalog_lot_id as "number!" from lot where catalog_id = $1 and deleted is null"#,
        catalog_id
    )
    .fetch_all(&mut *conn)
    .await?;
    let taken: BTreeMap<i64, i32> = taken.into_iter().map(|lot| (lot.id, lot.number)).collect();
    if let Some(stranger) = wanted.keys().find(|lot| !taken.contains_key(lot)) {
        return Err(ApiError::invalid(
            "lots",
            format!("Лота {stranger} нет в этом каталоге"),
        ));
    }
    if wanted.values().any(|number| *number <= 0) {
        return Err(ApiError::invalid(
            "lots",
            "Номер лота должен быть больше нуля",
        ));
    }
    let steps = grid::renumbering(&taken, &wanted)
        .ok_or_else(|| ApiError::invalid("lots", "Номер уже занят другим лотом"))?;
    let moved: Vec<i64> = steps
        .iter()
        .map(|(lot, _)| *lot)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let numbers: Vec<i32> = moved.iter().map(|lot| wanted[lot]).collect();
    let before = lock_lots(conn, &moved).await?;
    // Above all numbers first: the index checks each row as it is written.
    let above = taken.values().chain(&numbers).max().copied().unwrap_or(0);
    sqlx::query!(
        "update lot set catalog_lot_id = catalog_lot_id + $2 where id = any($1)",
        &moved,
        above
    )
    .execute(&mut *conn)
    .await
    .map_err(|_| ApiError::invalid("lots", "Номера лотов слишком велики"))?;
    sqlx::query!(
        "update lot set catalog_lot_id = r.number from unnest($1::bigint[], $2::integer[]) as r (id, number)
         where lot.id = r.id",
        &moved,
        &numbers
    )
    .execute(&mut *conn)
    .await?;
    outbox::enqueue::lots(conn, &moved).await?;
    let by = member.by(state.clock.now());
    for lot in before {
        let after = StoredLot {
            number: wanted.get(&lot.id).copied(),
            ..lot.clone()
        };
        by.record_change(conn, Action::LotChanged, lot.id, &lot, &after)
            .await?;
    }
    let commands = steps.into_iter().map(|(lot, number)| Command::ChangeLot {
        lot: LotId(lot),
        patch: LotPatch {
            number: Some(domain::LotNumber(number)),
            ..LotPatch::default()
        },
    });
    change.commit(&by, catalog_id, commands.collect()).await?;
    Ok(())
}

/// Whether a catalog in this state is a draft.
fn is_draft(state: i16) -> bool {
    matches!(state.try_into(), Ok(CatalogState::Temporary))
}

async fn rows(
    pool: &PgPool,
    house_id: i64,
    catalog_id: Option<i64>,
    only: Option<&[i64]>,
    sees_reserve: bool,
) -> ApiResult<Vec<GridLot>> {
    let rows = sqlx::query_file!("queries/lots/grid.sql", house_id, catalog_id, only as _)
        .fetch_all(pool)
        .await?;
    let lots = rows.into_iter().map(|row| {
        let (id, width, height) = (row.picture_id, row.picture_width, row.picture_height);
        let state = row.state.try_into().map_err(ApiError::internal)?;
        // Of drafts only: an edited estimate would tell the reserve of a lot that people bid on or are about to.
        let is_private = row.bets_count == 0 && row.catalog_state.is_none_or(is_draft);
        let compared = row.reserve_price.filter(|_| is_private);
        Ok(GridLot {
            id: row.id,
            catalog_id: row.catalog_id,
            catalog_lot_id: row.catalog_lot_id,
            title_ru: row.title_ru,
            author: row.authors,
            category_id: row.category_id,
            period: row.period,
            materials: row.materials,
            size: row.size,
            price: GridPrice {
                currency: row.currency.try_into().map_err(ApiError::internal)?,
                start: row.start_price,
                has_reserve: row.reserve_price.is_some(),
                reserve: row.reserve_price.filter(|_| sees_reserve),
                reserve_above_estimate: compared
                    .zip(row.estimated_to)
                    .is_some_and(|(reserve, upper)| reserve > upper),
                reserve_below_start: compared.is_some_and(|reserve| reserve < row.start_price),
                estimated_from: row.estimated_from,
                estimated_to: row.estimated_to,
                value: row.leading_value,
            },
            state,
            is_bidding_over: row.is_bidding_over,
            bets_count: row.bets_count,
            hidden: row.hidden,
            img: Picture::of_columns("lots", id, width, height)
                .map(|picture| picture.described(row.picture_alt)),
            images_count: row.images_count,
        })
    });
    lots.collect()
}
