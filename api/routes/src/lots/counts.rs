//! Counts beside the filters of a search.

use actix_web::{post, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::request::lot_query;
use contract::dto::{LotCounts, LotSearchRequest};
use contract::error::ApiResult;

/// Counts the lots of a search for each value of a filter: categories, types of sale, houses, periods, materials, prices, states.
///
/// The counts of one filter are of the lots that pass all the others, so that choosing a value does not hide its neighbours.
#[utoipa::path(operation_id = "count_lots", tag = "lots", request_body = LotSearchRequest,
    responses((status = 200, body = LotCounts), (status = 422, description = "Invalid fields"),
        (status = 429, description = "Too many searches from one address")))]
#[post("/api/lots/search/counts")]
pub async fn count_lots(
    state: web::Data<AppState>,
    caller: Caller,
    request: Json<LotSearchRequest>,
) -> ApiResult<Json<LotCounts>> {
    state.limits.search(caller.origin.address).await?;
    let query = lot_query(&state.pool, request.into_inner(), caller.account.as_deref()).await?;
    Ok(Json(state.reads.counts(&query).await?))
}
