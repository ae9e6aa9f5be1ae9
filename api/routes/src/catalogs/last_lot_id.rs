use actix_web::{get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::error::ApiResult;

/// The greatest lot number in the catalog; 0 if it has no lots. The next new lot can take the number after it.
#[utoipa::path(operation_id = "last_lot_id", tag = "catalogs", params(("id" = i64, Path)),
    responses((status = 200, body = i32, content_type = "application/json"), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/catalog/{id}/lastlotid")]
pub async fn last_lot_id(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<i32>> {
    catalogs::require(&state.pool, *id, caller.account.as_deref()).await?;
    let last = sqlx::query_scalar!(
        r#"select coalesce(max(catalog_lot_id), 0) as "last!" from lot where catalog_id = $1 and deleted is null"#,
        *id
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(Json(last))
}
