use actix_web::{get, web};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Caller;
use application::state::AppState;
use catalogue::listing::catalogs::{self, Filter, Scope};
use contract::dto::{CatalogShort, CatalogType, Page, Paging};
use contract::error::ApiResult;

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
}

/// Auctions: running ones first, then upcoming, then past.
///
/// Drafts and hidden ones are listed only for the house's staff and admins.
#[utoipa::path(operation_id = "list_catalogs", tag = "catalogs", params(CatalogQuery, Paging),
    responses((status = 200, body = Page<CatalogShort>)))]
#[get("/api/catalog")]
pub async fn list_catalogs(
    state: web::Data<AppState>,
    caller: Caller,
    query: web::Query<CatalogQuery>,
    paging: web::Query<Paging>,
) -> ApiResult<web::Json<Page<CatalogShort>>> {
    let query = query.into_inner();
    let filter = Filter {
        scope: query.scope,
        catalog_type: query.catalog_type,
        house_id: query.house_id,
        search: query.search,
    };
    Ok(web::Json(
        catalogs::page(&state.pool, &filter, &paging, caller.account.as_deref()).await?,
    ))
}
