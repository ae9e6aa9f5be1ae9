//! The results of a sale as a PDF.

use actix_web::{HttpResponse, get, web};
use search_indexer::{LotQuery, Sorting};
use tokio::sync::Semaphore;

use application::caller::Caller;
use application::download;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{CatalogState, LotShort, Paging};
use contract::error::{ApiError, ApiResult};
use documents::sale_results::{self, Results};

/// Limits concurrent PDFs: a sale may have thousands of lots.
static TURNS: Semaphore = Semaphore::const_new(2);

/// The lots are read in pages of this size.
const PAGE: i64 = 100;

/// The results of a completed sale: its lots with their prices, as everyone may see them.
///
/// Names no bidders. The file name is the day, `21.11.2026.pdf`.
#[utoipa::path(operation_id = "sale_results_pdf", tag = "catalogs", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/pdf", body = String),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "The sale is not completed"),
        (status = 429, description = "Too many requests from one address")))]
#[get("/api/catalog/{id}/results/pdf")]
pub async fn sale_results_pdf(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    state.limits.search(caller.origin.address).await?;
    let sale = catalogs::one(&state.pool, *id, caller.account.as_deref()).await?;
    if sale.state != CatalogState::Completed {
        return Err(ApiError::conflict("Аукцион ещё не завершён"));
    }
    let _turn = TURNS.acquire().await.map_err(ApiError::internal)?;
    let path = heads::content::auction_path(sale.id, &sale.title);
    let results = Results {
        // As precise as it is stored: a float prints with the fewest digits that read back the same.
        commission: (sale.commission.to_string().parse()).map_err(ApiError::internal)?,
        lots: every_lot(&state, sale.id).await?,
        address: format!("{}{path}", state.config.public_url),
        sale,
    };
    let now = state.clock.now();
    let operator = state.operator().await?;
    let making = web::block(move || sale_results::write(&operator, &results, now));
    let bytes = making.await.map_err(ApiError::internal)??;
    Ok(download::pdf(now, bytes))
}

/// Every lot of the sale that visitors see.
async fn every_lot(state: &AppState, catalog_id: i64) -> ApiResult<Vec<LotShort>> {
    let query = LotQuery {
        catalog_id: Some(catalog_id),
        sorting: Some(Sorting::LotNumberAsc),
        ..LotQuery::default()
    };
    let mut all = Vec::new();
    for page in 1.. {
        let paging = Paging {
            page_number: Some(page),
            page_size: Some(PAGE),
        };
        let found = state.reads.lots(&query, &paging, None).await?;
        all.extend(found.items);
        if !found.has_next {
            break;
        }
    }
    Ok(all)
}
