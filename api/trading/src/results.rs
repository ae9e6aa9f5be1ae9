//! Results of a sale's lots: for the house's screen, and as a protocol to print.

use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get};

use application::caller::Member;
use application::controls::controlled_house;
use application::download;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::{catalogs, results};
use contract::dto::SaleResults;
use contract::error::{ApiError, ApiResult};
use documents::protocol::{self, Protocol};

/// The lots of a sale with their bidders, during the sale and after it, including lots that have since left it.
///
/// Auctioneers see bidders by their numbers, the house's managers, owners and admins also by name. Maximums of absentee
/// orders are not among the bets. For the catalog's controllers.
#[utoipa::path(operation_id = "sale_results", tag = "trade", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = SaleResults), (status = 401, description = "Not signed in"),
        (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/results/{id}")]
pub async fn sale_results(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
) -> ApiResult<Json<SaleResults>> {
    let house = controlled_house(&state, &caller, *id).await?;
    let results = results::of(&state.pool, *id, caller.manages(house)).await?;
    Ok(Json(results))
}

/// The protocol of a sale as a PDF: every lot that was offered, its price, and the buyer's number.
///
/// Names no one. The file name is the day, `21.11.2026.pdf`. For the catalog's controllers.
#[utoipa::path(operation_id = "sale_protocol", tag = "trade", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, content_type = "application/pdf", body = String),
        (status = 401, description = "Not signed in"), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/protocol/{id}")]
pub async fn sale_protocol(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    controlled_house(&state, &caller, *id).await?;
    state.limits.search(caller.origin.address).await?;
    let catalog = catalogs::one(&state.pool, *id, Some(&caller)).await?;
    let protocol = Protocol {
        title: catalog.title,
        house: catalog.house_name_ru,
        is_over: catalog.state.is_finished(),
        start: catalog.start_date.map(|start| start.0),
        end: catalog.end_date.map(|end| end.0),
        results: results::of(&state.pool, *id, false).await?,
    };
    let now = state.clock.now();
    let operator = state.operator().await?;
    let making = web::block(move || protocol::write(&operator, &protocol, now));
    let bytes = making.await.map_err(ApiError::internal)??;
    Ok(download::pdf(now, bytes))
}
