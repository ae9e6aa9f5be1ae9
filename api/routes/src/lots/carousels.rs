//! The carousels of a lot page.

use actix_web::{get, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::LotShort;
use contract::error::ApiResult;

/// The number of lots in a carousel.
const COUNT: i64 = 12;

/// «Вам может это понравиться»: available lots of the same category, nearest in price first.
#[utoipa::path(operation_id = "similar_lots", tag = "lots", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<LotShort>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/lots/{id}/similar")]
pub async fn similar_lots(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<Vec<LotShort>>> {
    let ids =
        sqlx::query_file_scalar!("queries/lots/similar.sql", *id, COUNT).fetch_all(&state.pool);
    carousel(&state, &caller, *id, ids).await
}

/// «Другие лоты этого художника».
#[utoipa::path(operation_id = "lots_by_author", tag = "lots", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<LotShort>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/lots/{id}/by-author")]
pub async fn lots_by_author(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<Vec<LotShort>>> {
    let ids =
        sqlx::query_file_scalar!("queries/lots/by_author.sql", *id, COUNT).fetch_all(&state.pool);
    carousel(&state, &caller, *id, ids).await
}

/// «Другие лоты этого аукционного дома» or «… этой галереи».
#[utoipa::path(operation_id = "lots_of_same_house", tag = "lots", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<LotShort>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/lots/{id}/same-house")]
pub async fn lots_of_same_house(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<Vec<LotShort>>> {
    let ids =
        sqlx::query_file_scalar!("queries/lots/same_house.sql", *id, COUNT).fetch_all(&state.pool);
    carousel(&state, &caller, *id, ids).await
}

/// «Похожие проданные»: sold lots of the same artist, then of the same category for about the same price, the latest first.
#[utoipa::path(operation_id = "similar_sold_lots", tag = "lots", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<LotShort>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/lots/{id}/similar-sold")]
pub async fn similar_sold_lots(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<Vec<LotShort>>> {
    let ids = sqlx::query_file_scalar!("queries/lots/similar_sold.sql", *id, COUNT)
        .fetch_all(&state.pool);
    carousel(&state, &caller, *id, ids).await
}

/// The lots that `ids` finds for a lot; 404 unless the caller may see that lot.
async fn carousel(
    state: &AppState,
    caller: &Caller,
    lot_id: i64,
    ids: impl Future<Output = sqlx::Result<Vec<i64>>>,
) -> ApiResult<Json<Vec<LotShort>>> {
    let viewer = caller.account.as_deref();
    lots::one(&state.pool, lot_id, viewer).await?;
    let ids = ids.await?;
    Ok(Json(lots::by_ids(&state.pool, &ids, viewer).await?))
}
