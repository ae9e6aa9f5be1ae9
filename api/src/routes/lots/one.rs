use actix_web::{HttpRequest, get, web};
use time::{Date, UtcOffset, macros::offset};

use super::visitor;
use crate::caller::Caller;
use crate::dto::Lot;
use crate::error::ApiResult;
use crate::listing::lots;
use crate::state::AppState;

/// Days are Moscow's, without summer time (protocol.md, «Conventions»).
const MOSCOW: UtcOffset = offset!(+3);

/// A lot. Counts a view once a visitor and day: the visitor is the account, else the browser by its `X-Visitor`; without
/// either nothing is counted, nor if one address brings too many new browsers. The reserve is for admins alone; a hidden lot exists for the house's staff and admins.
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
        let today = state.clock.now().to_offset(MOSCOW).date();
        if caller.account.is_some() || counts(&state, &caller, visitor, today).await? {
            count_view(&state, *id, visitor, today).await?;
        }
    }
    Ok(web::Json(lots::details(&state, *id, viewer).await?))
}

/// Whether a browser's view counts. Its key is its own making: whoever made up one after the other could have a lot
/// looked at as often as he likes.
async fn counts(state: &AppState, caller: &Caller, visitor: &str, today: Date) -> ApiResult<bool> {
    let was_here = sqlx::query_scalar!(
        r#"select exists(select from lot_view where visitor = $1 and day = $2) as "was_here!""#,
        visitor,
        today
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(was_here || state.limits.counts_new_browser(caller.origin.address))
}

async fn count_view(state: &AppState, lot: i64, visitor: &str, today: Date) -> ApiResult<()> {
    sqlx::query_file!("queries/lots/count_view.sql", lot, visitor, today)
        .execute(&state.pool)
        .await?;
    Ok(())
}
