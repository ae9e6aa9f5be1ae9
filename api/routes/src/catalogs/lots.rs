use actix_web::{get, web};
use search_indexer::{LotQuery, Sorting};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::{catalogs, lots};
use contract::dto::{LotShort, LotSorting, LotState, Page, Paging};
use contract::error::{ApiError, ApiResult};

/// Filters a catalog's lots by state.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LotStatus {
    #[default]
    All,
    /// InProcess and not over.
    Trading,
    /// Sold or paid.
    Sold,
    NotSold,
    WithBets,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LotsQuery {
    /// Default: LotNumberAsc, or Relevant with a search text.
    sorting: Option<LotSorting>,
    /// Same as `searchQuery` of the lot search.
    search: Option<String>,
    #[serde(default)]
    #[param(inline)]
    status: LotStatus,
    /// Lot numbers in the catalog, separated by commas. At most 100.
    #[param(pattern = r"^\s*([0-9]{1,10}\s*)?(,\s*([0-9]{1,10}\s*)?){0,99}$")]
    catalog_lot_ids: Option<String>,
}

/// The lots of a catalog. Hidden lots are listed only for the house's staff and admins.
#[utoipa::path(operation_id = "list_lots_of_catalog", tag = "catalogs", params(("id" = i64, Path), LotsQuery, Paging),
    responses((status = 200, body = Page<LotShort>), (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 422, description = "`catalogLotIds` is not a list of lot numbers")))]
#[get("/api/catalog/{id}/lots")]
pub async fn list_lots_of_catalog(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    query: web::Query<LotsQuery>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    let viewer = caller.account.as_deref();
    catalogs::require(&state.pool, *id, viewer).await?;
    let query = query.into_inner();
    let mut wanted = LotQuery {
        text: query.search,
        catalog_id: Some(*id),
        lot_numbers: lot_numbers(query.catalog_lot_ids.as_deref().unwrap_or_default())?,
        hidden: lots::hidden_for(viewer),
        sorting: query
            .sorting
            .and_then(|sorting| Sorting::from_number(sorting.number())),
        ..LotQuery::default()
    };
    match query.status {
        LotStatus::All => {}
        LotStatus::Trading => {
            wanted.states = vec![LotState::InProcess.number()];
            wanted.is_bidding_over = Some(false);
        }
        LotStatus::Sold => wanted.states = vec![LotState::Sold.number(), LotState::Paid.number()],
        LotStatus::NotSold => wanted.states = vec![LotState::NotSold.number()],
        LotStatus::WithBets => wanted.has_bets = Some(true),
    }
    Ok(Json(state.reads.lots(&wanted, &paging, viewer).await?))
}

fn lot_numbers(list: &str) -> ApiResult<Vec<i32>> {
    let bad = || {
        ApiError::invalid(
            "catalogLotIds",
            "Укажите не более 100 номеров лотов через запятую",
        )
    };
    let parts: Vec<&str> = list.split(',').map(str::trim).collect();
    let is_number = |part: &str| part.len() <= 10 && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() > 100 || !parts.iter().all(|part| is_number(part)) {
        return Err(bad());
    }
    // Two commas in a row name no lot.
    let named = parts.into_iter().filter(|part| !part.is_empty());
    // Beyond 2^31 there are no lots, as there is none with the number 0.
    Ok(named.map(|part| part.parse().unwrap_or(0)).collect())
}
