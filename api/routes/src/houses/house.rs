//! A house that a call is about.

use application::caller::Member;
use application::state::AppState;
use contract::error::{ApiError, ApiResult};

/// 404 unless the house exists.
pub async fn require_house(state: &AppState, id: i64) -> ApiResult<()> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from house where id = $1 and deleted is null) as "exists!""#,
        id
    )
    .fetch_one(&state.pool)
    .await?;
    if exists {
        Ok(())
    } else {
        Err(ApiError::not_found_because(
            "Отсутствуют данные об аукционном доме",
        ))
    }
}

/// 404 unless the house exists, 403 unless the caller manages it.
pub async fn managed(state: &AppState, member: &Member, id: i64) -> ApiResult<()> {
    require_house(state, id).await?;
    if member.manages(id) {
        Ok(())
    } else {
        Err(ApiError::forbidden())
    }
}
