use application::caller::Member;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::LotShort;
use contract::error::{ApiError, ApiResult};

/// A lot of a house that the caller manages or owns. 404 if it is not visible to the caller, 403 if they may only see
/// it.
pub async fn managed(state: &AppState, member: &Member, id: i64) -> ApiResult<LotShort> {
    let lot = lots::one(&state.pool, id, Some(member)).await?;
    match member.manages(lot.house_id) {
        true => Ok(lot),
        false => Err(ApiError::forbidden()),
    }
}
