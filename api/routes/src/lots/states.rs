//! Hides and shows a lot, and marks it as paid.

use actix_web::{post, web};
use domain::{Command, LotId, LotState};
use serde_json::json;

use super::managed::managed;
use super::save::{lock, store};
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use catalogue::{Change, LotChange};
use contract::codes::Code;
use contract::dto::Lot;
use contract::error::ApiResult;
use people::eligibility;
use people::journal::Action;

/// Hides a lot from everybody but the house's staff and admins, and cancels its absentee orders.
///
/// 409 while it is for sale and has bets or is under the hammer. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "hide_lot", tag = "lots", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[post("/api/lots/{id}/hide")]
pub async fn hide_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Lot>> {
    set_hidden(state, caller, *id, true).await
}

/// Shows a hidden lot again.
///
/// In a running sale it joins the queue, or opens at once if the sale is parallel. For the house's managers, owners and
/// admins.
#[utoipa::path(operation_id = "show_lot", tag = "lots", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[post("/api/lots/{id}/show")]
pub async fn show_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Lot>> {
    set_hidden(state, caller, *id, false).await
}

async fn set_hidden(
    state: web::Data<AppState>,
    caller: Member,
    id: i64,
    hidden: bool,
) -> ApiResult<Json<Lot>> {
    managed(&state, &caller, id).await?;
    let account = caller.account.clone();
    let on_its_own = state.clone();
    eligibility::to_its_end(async move {
        let mut change = Change::begin(&on_its_own.editor).await?;
        let lot = lock(&mut change, id).await?;
        let fields = lot.fields.clone().hidden(hidden);
        store(&on_its_own, change, &caller, LotChange::of(lot, fields)).await
    })
    .await?;
    Ok(Json(lots::details(&state.pool, id, Some(&account)).await?))
}

/// Marks a sold lot as paid, with those that were sold as one with it; in galleries and post-auction sales, which have no bidding, any lot.
///
/// A paid lot cannot be opened again. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "mark_lot_paid", tag = "lots", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not sold")))]
#[post("/api/lots/{id}/paid")]
pub async fn mark_lot_paid(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Lot>> {
    managed(&state, &caller, *id).await?;
    let account = caller.account.clone();
    let (on_its_own, lot_id) = (state.clone(), *id);
    eligibility::to_its_end(async move { mark_paid(&on_its_own, &caller, lot_id).await }).await?;
    Ok(Json(lots::details(&state.pool, *id, Some(&account)).await?))
}

async fn mark_paid(state: &AppState, caller: &Member, id: i64) -> ApiResult<()> {
    let mut change = Change::begin(&state.editor).await?;
    let lot = lock(&mut change, id).await?;
    let Some(catalog_id) = lot.catalog_id else {
        return Err(Code::NotPossibleInThisState.into());
    };
    let conn = change.conn();
    // Lots that were sold as one are paid for as one.
    let before = sqlx::query!(
        r#"with bought as (
             select $1::bigint as id
             union
             select l.id from lot_trade t
             join lot l on l.catalog_id = t.catalog_id and l.catalog_lot_id = any(t.together)
             where t.lot_id = $1 and not t.is_choice
         )
         select bought.id as "id!", t.state as "state?"
         from bought left join lot_trade t on t.lot_id = bought.id
         order by 1"#,
        id
    )
    .fetch_all(&mut *conn)
    .await?;
    let by = caller.by(state.clock.now());
    let after = json!({"state": LotState::Paid.number()});
    for lot in before {
        let before = json!({"state": lot.state});
        by.record_change(&mut *conn, Action::LotChanged, lot.id, &before, &after)
            .await?;
    }
    let paid = Command::MarkPaid { lot: LotId(id) };
    change
        .commit(&caller.by(state.clock.now()), catalog_id, vec![paid])
        .await?;
    Ok(())
}
