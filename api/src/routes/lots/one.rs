use actix_web::{HttpRequest, get, web};
use time::{OffsetDateTime, UtcOffset, macros::offset};

use super::visitor;
use crate::caller::Caller;
use crate::dto::Lot;
use crate::error::ApiResult;
use crate::listing::lots;
use crate::state::AppState;

/// Days are Moscow's, without summer time (protocol.md, «Conventions»).
const MOSCOW: UtcOffset = offset!(+3);

/// A lot. Counts a view once a visitor and day: the visitor is the account, else the browser by its `X-Visitor`; without
/// either nothing is counted. The reserve is for admins alone; a hidden lot exists for the house's staff and admins.
#[utoipa::path(operation_id = "get_lot", tag = "lots",
    params(("id" = i64, Path), ("X-Visitor" = Option<String>, Header, description = "The browser's own random key")),
    responses((status = 200, body = Lot), (status = 404, description = "Unknown, or not for the caller")))]
#[get("/api/lots/{id}")]
pub async fn get_lot(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    request: HttpRequest,
) -> ApiResult<web::Json<Lot>> {
    let viewer = caller.account.as_deref();
    let seen = lots::one(&state.pool, *id, viewer).await?;
    if let Some(visitor) = visitor::keys(&caller, &request).first()
        && !seen.hidden
    {
        count_view(&state, *id, visitor, state.clock.now()).await?;
    }
    Ok(web::Json(lots::details(&state, *id, viewer).await?))
}

async fn count_view(
    state: &AppState,
    lot: i64,
    visitor: &str,
    now: OffsetDateTime,
) -> ApiResult<()> {
    sqlx::query_file!(
        "queries/lots/count_view.sql",
        lot,
        visitor,
        now.to_offset(MOSCOW).date()
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}
