use actix_web::{get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::hall;
use contract::dto::HallSale;
use contract::error::ApiResult;

/// A sale with all its lots, for a screen in the hall.
///
/// Says the same to every viewer: no reserves, no accounts, nothing of absentee orders. A draft or hidden catalog exists
/// only for the house's staff and admins.
#[utoipa::path(operation_id = "get_hall", tag = "catalogs", params(("id" = i64, Path)),
    responses((status = 200, body = HallSale), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/catalog/{id}/hall")]
pub async fn get_hall(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<HallSale>> {
    let sale = hall::sale(&state.pool, *id, caller.account.as_deref()).await?;
    Ok(Json(sale))
}
