//! Lists of bets: the caller's own, a lot's, a catalog's.

use std::collections::HashMap;

use actix_web::{get, web};
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::IntoParams;

use application::caller::{Caller, Member};
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots::{self, as_viewer, may_know_absentee, may_know_bettor};
use catalogue::listing::viewer::{Viewer, sees_hidden_of};
use contract::dto::{Bet, LotShort, MyBet, Page, Paging, Timestamp, Window};
use contract::error::{ApiError, ApiResult};

/// A bet as stored.
pub struct BetRow {
    pub id: i64,
    pub catalog_id: i64,
    lot_id: i64,
    value: i64,
    at: OffsetDateTime,
    account_id: Option<i64>,
    participant: Option<i32>,
    paddle: Option<String>,
    is_visible: bool,
    revoked: Option<OffsetDateTime>,
    revoker: Option<String>,
    is_absentee: bool,
}

impl BetRow {
    /// The bet as the viewer may see it; `house_id` is the house of its catalog.
    pub fn show(self, viewer: Viewer<'_>, house_id: i64) -> Bet {
        let created = Timestamp::from(self.at);
        Bet {
            id: self.id,
            catalog_id: self.catalog_id,
            lot_id: self.lot_id,
            value: self.value,
            created,
            timestamp: created.unix_ms(),
            user_id: self
                .account_id
                .filter(|bettor| may_know_bettor(viewer, Some(self.catalog_id), house_id, *bettor))
                .map(|bettor| as_viewer(viewer, bettor)),
            participant: self.participant,
            paddle: self.paddle,
            is_visible: self.is_visible,
            revoked: self.revoked.map(Into::into),
            revoked_by: self.revoker.filter(|_| {
                viewer.is_some_and(|account| account.controls(self.catalog_id, house_id))
            }),
            is_absentee: Some(self.is_absentee)
                .filter(|_| may_know_absentee(viewer, self.account_id)),
            is_mine: self
                .account_id
                .is_some_and(|bettor| viewer.is_some_and(|account| account.is_own(bettor))),
        }
    }
}

/// Bets by id, in any order. The caller checks who may see them.
pub async fn by_ids(state: &AppState, ids: &[i64]) -> sqlx::Result<Vec<BetRow>> {
    sqlx::query_as!(
        BetRow,
        r#"select id, catalog_id, lot_id, value, at, account_id, participant, paddle, is_visible, revoked, is_absentee,
            (select display_name from account where account.id = bet.revoked_by) as "revoker?"
         from bet where id = any($1)"#,
        ids
    )
    .fetch_all(&state.pool)
    .await
}

/// A page of a lot's bets, latest first. With `history_in`, only the standing bets of that catalog that are not hidden.
async fn of_lot(
    state: &AppState,
    lot: &LotShort,
    history_in: Option<i64>,
    paging: &Paging,
    viewer: Viewer<'_>,
) -> ApiResult<Page<Bet>> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from bet
         where lot_id = $1 and ($2::bigint is null or catalog_id = $2 and revoked is null and is_visible)"#,
        lot.id,
        history_in
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let bets = sqlx::query_as!(
        BetRow,
        r#"select id, catalog_id, lot_id, value, at, account_id, participant, paddle, is_visible, revoked, is_absentee,
            (select display_name from account where account.id = bet.revoked_by) as "revoker?"
         from bet where lot_id = $1 and ($2::bigint is null or catalog_id = $2 and revoked is null and is_visible)
         order by id desc limit $3 offset $4"#,
        lot.id,
        history_in,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(page_of(bets, window, viewer, lot.house_id))
}

fn page_of(bets: Vec<BetRow>, window: Window, viewer: Viewer<'_>, house_id: i64) -> Page<Bet> {
    Page::new(
        bets.into_iter()
            .map(|bet| bet.show(viewer, house_id))
            .collect(),
        window,
    )
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MyBetsQuery {
    catalog_id: Option<i64>,
    lot_id: Option<i64>,
}

/// The lots on which the caller has a standing bet or an absentee order, latest first, and whether the caller leads or
/// is outbid there.
#[utoipa::path(operation_id = "list_my_bets", tag = "trade", params(MyBetsQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<MyBet>), (status = 401, description = "Not signed in")))]
#[get("/api/trade/bet/my")]
pub async fn list_my_bets(
    state: web::Data<AppState>,
    caller: Member,
    query: web::Query<MyBetsQuery>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<MyBet>>> {
    let viewer = Some(&*caller.account);
    let houses = sees_hidden_of(viewer);
    let accounts = [&[caller.id], caller.doubles.as_slice()].concat();
    let mine = sqlx::query_file!(
        "queries/my_lots.sql",
        &accounts,
        query.catalog_id,
        query.lot_id,
        houses.as_deref()
    )
    .fetch_all(&state.pool)
    .await?;
    let window = paging.window(mine.len() as i64);
    let mine: Vec<_> = mine
        .into_iter()
        .skip(window.offset as usize)
        .take(window.limit as usize)
        .collect();
    let lot_ids: Vec<i64> = mine.iter().map(|row| row.lot_id).collect();
    let bet_ids: Vec<i64> = mine.iter().filter_map(|row| row.bet_id).collect();
    let lots = lots::by_ids(&state.pool, &lot_ids, viewer).await?;
    let mut lots: HashMap<i64, _> = lots.into_iter().map(|lot| (lot.id, lot)).collect();
    let bets = by_ids(&state, &bet_ids).await?;
    let mut bets: HashMap<i64, _> = bets.into_iter().map(|row| (row.id, row)).collect();
    let items = mine.into_iter().filter_map(|row| {
        let lot = lots.remove(&row.lot_id)?;
        let is_leading = lot
            .leading_bet
            .as_ref()
            .is_some_and(|leading| leading.user_id == Some(caller.id));
        Some(MyBet {
            bet: row
                .bet_id
                .and_then(|id| bets.remove(&id))
                .map(|bet| bet.show(viewer, lot.house_id)),
            absentee: row.absentee,
            lot,
            is_leading,
            is_outbid: !is_leading,
        })
    });
    Ok(Json(Page::new(items.collect(), window)))
}

/// A lot's public history: its standing bets that are not hidden, latest first.
#[utoipa::path(operation_id = "lot_history", tag = "trade", params(("id" = i64, Path), Paging),
    responses((status = 200, body = Page<Bet>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/bet/lot/{id}/history")]
pub async fn lot_history(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<Bet>>> {
    let viewer = caller.account.as_deref();
    // Bets in a sale that the lot has left belong to that sale's history.
    let lot = lots::one(&state.pool, *id, viewer).await?;
    let Some(catalog_id) = lot.catalog_id else {
        return Ok(Json(Page::new(Vec::new(), paging.window(0))));
    };
    Ok(Json(
        of_lot(&state, &lot, Some(catalog_id), &paging, viewer).await?,
    ))
}

/// All bets of a lot, including hidden and revoked ones, latest first. For controllers of its catalog.
#[utoipa::path(operation_id = "list_bets_of_lot", tag = "trade", params(("id" = i64, Path), Paging),
    security(("token" = [])),
    responses((status = 200, body = Page<Bet>), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/bet/lot/{id}")]
pub async fn list_bets_of_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<Bet>>> {
    let viewer = Some(&*caller.account);
    let lot = lots::one(&state.pool, *id, viewer).await?;
    controlled_house(
        &state,
        &caller,
        lot.catalog_id.ok_or_else(ApiError::lot_not_found)?,
    )
    .await?;
    Ok(Json(of_lot(&state, &lot, None, &paging, viewer).await?))
}

/// All bets of a catalog, including hidden and revoked ones, latest first. For its controllers.
#[utoipa::path(operation_id = "list_bets_of_catalog", tag = "trade", params(("id" = i64, Path), Paging),
    security(("token" = [])),
    responses((status = 200, body = Page<Bet>), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/bet/catalog/{id}")]
pub async fn list_bets_of_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<Bet>>> {
    let house = controlled_house(&state, &caller, *id).await?;
    // The ids of a catalog's bets form one contiguous range.
    let (first, last) = (
        room_server::journal::bet_id(*id, 0),
        room_server::journal::bet_id(*id + 1, 0) - 1,
    );
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from bet where id between $1 and $2"#,
        first,
        last
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let bets = sqlx::query_as!(
        BetRow,
        r#"select id, catalog_id, lot_id, value, at, account_id, participant, paddle, is_visible, revoked, is_absentee,
            (select display_name from account where account.id = bet.revoked_by) as "revoker?"
         from bet where id between $1 and $2 order by id desc limit $3 offset $4"#,
        first,
        last,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(page_of(bets, window, Some(&caller.account), house)))
}
