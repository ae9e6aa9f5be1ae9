use actix_web::{get, web};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs::{self, Filter, Scope};
use contract::dto::{CatalogShort, CatalogSort, CatalogType, Page, Paging};
use contract::error::{ApiError, ApiResult};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CatalogQuery {
    /// Default: all.
    #[serde(default)]
    #[param(inline)]
    scope: Scope,
    /// Default: Classic and Parallel.
    catalog_type: Option<CatalogType>,
    house_id: Option<i64>,
    /// Part of the title or of the house's name.
    search: Option<String>,
    /// Default: running ones first, then upcoming, then past. `lots` and `sold` need `houseId`.
    #[param(value_type = Option<CatalogSort>)]
    sort: Option<String>,
}

/// Auctions.
///
/// Drafts and hidden ones are listed only for the house's staff and admins.
#[utoipa::path(operation_id = "list_catalogs", tag = "catalogs", params(CatalogQuery, Paging),
    responses((status = 200, body = Page<CatalogShort>), (status = 422, description = "Unknown order")))]
#[get("/api/catalog")]
pub async fn list_catalogs(
    state: web::Data<AppState>,
    caller: Caller,
    query: web::Query<CatalogQuery>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<CatalogShort>>> {
    let query = query.into_inner();
    let sort = CatalogSort::of(query.sort.as_deref())?;
    // Counting the lots of every sale on the site costs too much for a call that visitors may make.
    if sort.is_some_and(CatalogSort::counts_lots) && query.house_id.is_none() {
        return Err(ApiError::invalid(
            "sort",
            "По числу лотов сортируются каталоги одного дома",
        ));
    }
    let filter = Filter {
        scope: query.scope,
        catalog_type: query.catalog_type,
        house_id: query.house_id,
        search: query.search,
        sort,
    };
    Ok(Json(
        catalogs::page(&state.pool, &filter, &paging, caller.account.as_deref()).await?,
    ))
}
