//! Orders and removes a lot's pictures. [`crate::images`] takes uploads.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, put};
use uuid::Uuid;

use super::managed::managed;
use application::caller::Member;
use application::state::AppState;
use catalogue::lot_pictures::{
    lot_pictures, pictures_changed, set_lot_pictures, shown_lot_pictures,
};
use contract::dto::{ImageOrderRequest, Picture};
use contract::error::{ApiError, ApiResult};

/// Sets the order of a lot's pictures.
///
/// The first one represents it in lists. Must list each of its pictures exactly once.
#[utoipa::path(operation_id = "order_lot_images", tag = "pictures", params(("id" = i64, Path)),
    request_body = ImageOrderRequest, security(("token" = [])),
    responses((status = 200, body = Vec<Picture>), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 422, description = "Not the lot's pictures")))]
#[put("/api/lots/{id}/images")]
pub async fn order_lot_images(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    order: Json<ImageOrderRequest>,
) -> ApiResult<Json<Vec<Picture>>> {
    managed(&state, &member, *id).await?;
    let mut tx = state.pool.begin().await?;
    let before = lot_pictures(&mut tx, *id).await?;
    let order = order.into_inner().images;
    let sorted = |pictures: &[Uuid]| {
        let mut pictures = pictures.to_vec();
        pictures.sort_unstable();
        pictures
    };
    if sorted(&order) != sorted(&before) {
        return Err(ApiError::invalid(
            "images",
            "Перечислите все изображения лота, каждое один раз",
        ));
    }
    set_lot_pictures(&mut tx, *id, &order).await?;
    pictures_changed(&mut tx, &member.by(state.clock.now()), *id, before).await?;
    let pictures = shown_lot_pictures(&mut tx, *id).await?;
    tx.commit().await?;
    Ok(Json(pictures))
}

/// Removes a picture from a lot. Other lots that share it keep it.
#[utoipa::path(operation_id = "remove_lot_image", tag = "pictures",
    params(("id" = i64, Path), ("imageId" = Uuid, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller, or not a picture of the lot")))]
#[delete("/api/lots/{id}/images/{imageId}")]
pub async fn remove_lot_image(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, Uuid)>,
) -> ApiResult<HttpResponse> {
    let (id, image_id) = path.into_inner();
    managed(&state, &member, id).await?;
    let mut tx = state.pool.begin().await?;
    let before = lot_pictures(&mut tx, id).await?;
    let left: Vec<Uuid> = before
        .iter()
        .copied()
        .filter(|picture| *picture != image_id)
        .collect();
    if left.len() == before.len() {
        return Err(ApiError::not_found());
    }
    set_lot_pictures(&mut tx, id, &left).await?;
    pictures_changed(&mut tx, &member.by(state.clock.now()), id, before).await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
