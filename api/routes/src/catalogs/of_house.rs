use actix_web::{get, web};

use crate::houses::house::require_house;
use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs::{self, Filter};
use contract::dto::{CatalogShort, Page, Paging};
use contract::error::ApiResult;

/// A house's catalogs of every type, in the order of `list_catalogs`.
#[utoipa::path(operation_id = "list_catalogs_of_house", tag = "catalogs", params(("id" = i64, Path), Paging),
    responses((status = 200, body = Page<CatalogShort>), (status = 404, description = "Unknown house")))]
#[get("/api/catalog/house/{id}")]
pub async fn list_catalogs_of_house(
    state: web::Data<AppState>,
    caller: Caller,
    house_id: web::Path<i64>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<CatalogShort>>> {
    require_house(&state, *house_id).await?;
    let filter = Filter {
        house_id: Some(*house_id),
        ..Filter::default()
    };
    Ok(Json(
        catalogs::page(&state.pool, &filter, &paging, caller.account.as_deref()).await?,
    ))
}
