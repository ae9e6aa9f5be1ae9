use actix_web::{get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use contract::dto::Catalog;
use contract::error::ApiResult;

/// A catalog.
///
/// Countdowns use the header `server_time_ts`. A draft or hidden catalog exists only for the house's staff and admins.
#[utoipa::path(operation_id = "get_catalog", tag = "catalogs", params(("id" = i64, Path)),
    responses((status = 200, body = Catalog), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/catalog/{id}")]
pub async fn get_catalog(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<Catalog>> {
    let viewer = caller.account.as_deref();
    Ok(Json(state.reads.catalog(*id, viewer).await?))
}
