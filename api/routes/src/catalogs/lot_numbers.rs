use actix_web::{get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::LotNumber;
use contract::error::ApiResult;

/// Every lot of the catalog by number, for the lot switcher.
///
/// Hidden lots are listed only for the house's staff and admins.
#[utoipa::path(operation_id = "lot_numbers", tag = "catalogs", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<LotNumber>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/catalog/{id}/lot-numbers")]
pub async fn lot_numbers(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<Vec<LotNumber>>> {
    let catalog = catalogs::one(&state.pool, *id, caller.account.as_deref()).await?;
    let numbers = sqlx::query_as!(
        LotNumber,
        r#"select id, catalog_lot_id as "catalog_lot_id!" from lot
           where catalog_id = $1 and deleted is null and (not hidden or $2) order by catalog_lot_id"#,
        *id,
        caller.sees_hidden_of(catalog.house_id)
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(numbers))
}
