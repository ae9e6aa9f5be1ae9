use actix_web::{post, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::request::lot_query;
use contract::dto::{FoundLot, LotSearchRequest, Page, Paging};
use contract::error::ApiResult;

/// Searches lots by word forms, word beginnings, misspelt words, authors' names and lot numbers.
///
/// All filters combine. Counts are exact to 10 000 and capped there. `showHiddenLots` adds the hidden lots of the
/// houses whose staff the caller is; for admins, all.
#[utoipa::path(operation_id = "search_lots", tag = "lots", params(Paging), request_body = LotSearchRequest,
    responses((status = 200, body = Page<FoundLot>), (status = 422, description = "Invalid fields"),
        (status = 429, description = "Too many searches from one address")))]
#[post("/api/lots/search")]
pub async fn search_lots(
    state: web::Data<AppState>,
    caller: Caller,
    request: Json<LotSearchRequest>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<FoundLot>>> {
    state.limits.search(caller.origin.address).await?;
    let viewer = caller.account.as_deref();
    let query = lot_query(&state.pool, request.into_inner(), viewer).await?;
    Ok(Json(state.reads.found(&query, &paging, viewer).await?))
}
