use actix_web::{HttpRequest, get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use contract::dto::Lot;
use contract::error::ApiResult;

/// A lot.
///
/// Counts one view per visitor and day; the counter follows within a second. The visitor is the account, else the browser
/// named in `X-Visitor`; without either, or when one address brings too many new browsers, nothing is counted. Only admins
/// see the reserve. A hidden lot exists only for the house's staff and admins.
#[utoipa::path(operation_id = "get_lot", tag = "lots",
    params(("id" = i64, Path), ("X-Visitor" = Option<String>, Header, 
        description = "A random key that the browser generated: 8 to 64 letters, digits, `-` or `_`; another value counts as none")),
    responses((status = 200, body = Lot), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/lots/{id}")]
pub async fn get_lot(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    request: HttpRequest,
) -> ApiResult<Json<Lot>> {
    let viewer = caller.account.as_deref();
    let lot = state.reads.lot(*id, viewer).await?;
    if let Some(viewer) = caller.viewers(&request).first()
        && !lot.short.hidden
    {
        state.lot_views.note(*id, viewer, state.clock.now());
    }
    Ok(Json(lot))
}
