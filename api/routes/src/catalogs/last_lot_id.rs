use actix_web::{get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use catalogue::listing::viewer::sees_hidden_of;
use contract::error::ApiResult;

/// The greatest lot number in the catalog among the lots that the caller may see; 0 if there are none. To staff, the next new lot can
/// take the number after it.
#[utoipa::path(operation_id = "last_lot_id", tag = "catalogs", params(("id" = i64, Path)),
    responses((status = 200, body = i32, content_type = "application/json"), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/catalog/{id}/lastlotid")]
pub async fn last_lot_id(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<i32>> {
    let viewer = caller.account.as_deref();
    catalogs::require(&state.pool, *id, viewer).await?;
    let houses = sees_hidden_of(viewer);
    let last = sqlx::query_scalar!(
        r#"select coalesce(max(catalog_lot_id), 0) as "last!" from lot
         where catalog_id = $1 and deleted is null and (not hidden or $2::bigint[] is null or house_id = any($2))"#,
        *id,
        houses.as_deref()
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(Json(last))
}
