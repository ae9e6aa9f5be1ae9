use actix_web::web;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use catalogue::moves::{self, To};
use contract::dto::{Lot, LotShort};
use contract::error::{ApiError, ApiResult};
use people::eligibility;

/// A lot of a house that the caller manages or owns. 404 if it is not visible to the caller, 403 if they may only see
/// it.
pub async fn managed(state: &AppState, member: &Member, id: i64) -> ApiResult<LotShort> {
    let lot = lots::one(&state.pool, id, Some(member)).await?;
    match member.manages(lot.house_id) {
        true => Ok(lot),
        false => Err(ApiError::forbidden()),
    }
}

/// Puts a lot where `to` says, on behalf of a caller who may, and answers with the lot.
pub async fn moved(
    state: web::Data<AppState>,
    caller: Member,
    lot_id: i64,
    to: To,
) -> ApiResult<Json<Lot>> {
    let (pool, account) = (state.pool.clone(), caller.account.clone());
    eligibility::to_its_end(async move {
        let by = caller.by(state.clock.now());
        moves::move_lot(&state.editor, &by, lot_id, to).await
    })
    .await?;
    Ok(Json(lots::details(&pool, lot_id, Some(&account)).await?))
}
