//! Orders and removes a lot's pictures. [`crate::images`] takes uploads.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, put};
use uuid::Uuid;

use super::managed::managed;
use application::caller::Member;
use application::files::not_stored;
use application::json::Json;
use application::state::AppState;
use catalogue::lot_pictures::{
    checked_cut, describe_lot_picture, lot_picture_cut, lot_pictures, pictures_changed,
    replace_lot_picture, set_lot_pictures, shown_lot_pictures,
};
use contract::dto::{CutPicture, ImageOrderRequest, Picture, PictureAltRequest, PictureCut};
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

/// Says what a lot's picture shows. Lots that share the picture share its description.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path), ("imageId" = Uuid, Path)),
    request_body = PictureAltRequest, security(("token" = [])),
    responses((status = 200, body = Vec<Picture>), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller, or not a picture of the lot"),
        (status = 422, description = "Too long")))]
#[put("/api/lots/{id}/images/{imageId}/alt")]
pub async fn describe_lot_image(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, Uuid)>,
    body: Json<PictureAltRequest>,
) -> ApiResult<Json<Vec<Picture>>> {
    let (id, image_id) = path.into_inner();
    managed(&state, &member, id).await?;
    let mut tx = state.pool.begin().await?;
    let by = member.by(state.clock.now());
    describe_lot_picture(&mut tx, &by, id, image_id, body.into_inner().alt).await?;
    let pictures = shown_lot_pictures(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(pictures))
}

/// A lot's picture as it was uploaded, and what is shown of it.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path), ("imageId" = Uuid, Path)), security(("token" = [])),
    responses((status = 200, body = CutPicture), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller, or not a picture of the lot")))]
#[get("/api/lots/{id}/images/{imageId}/cut")]
pub async fn lot_image_cut(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, Uuid)>,
) -> ApiResult<Json<CutPicture>> {
    let (id, image_id) = path.into_inner();
    managed(&state, &member, id).await?;
    let mut conn = state.pool.acquire().await?;
    let cut = lot_picture_cut(&mut conn, id, image_id).await?;
    Ok(Json(cut.ok_or_else(ApiError::not_found)?))
}

/// Shows a part of a lot's picture, or turns it.
///
/// The picture as it was uploaded is kept: every cut is made of it, and the whole of it without turns is the picture
/// itself. The result has an id of its own and takes the place of the former; other lots keep theirs.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path), ("imageId" = Uuid, Path)), request_body = PictureCut,
    security(("token" = [])),
    responses((status = 200, body = Vec<Picture>), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not a picture of the lot, or no longer: read the lot again"),
        (status = 422, description = "Not a part of the picture")))]
#[put("/api/lots/{id}/images/{imageId}/cut")]
pub async fn cut_lot_image(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, Uuid)>,
    body: Json<PictureCut>,
) -> ApiResult<Json<Vec<Picture>>> {
    let (id, image_id) = path.into_inner();
    let house_id = managed(&state, &member, id).await?.house_id;
    let cut = checked_cut(body.into_inner())?;
    let mut conn = state.pool.acquire().await?;
    let before = lot_picture_cut(&mut conn, id, image_id)
        .await?
        .ok_or_else(changed_meanwhile)?;
    drop(conn);
    let source = before.source.id;
    let made = if before.cut == cut {
        image_id
    } else if cut.turns == 0 && cut.part.is_none() {
        source
    } else {
        state.limits.upload(member.id).await?;
        let cut = pictures::Cut {
            turns: cut.turns,
            part: cut.part.map(|part| pictures::Part {
                x: part.x,
                y: part.y,
                width: part.width,
                height: part.height,
            }),
        };
        let made = state.pictures.cut(source, image_id, cut, member.id).await?;
        made.map_err(not_stored)?
    };
    state
        .access
        .still(member.id, |account| account.manages(house_id))
        .await?;
    let mut tx = state.pool.begin().await?;
    let before = lot_pictures(&mut tx, id).await?;
    if !replace_lot_picture(&mut tx, id, image_id, made).await? {
        return Err(changed_meanwhile());
    }
    pictures_changed(&mut tx, &member.by(state.clock.now()), id, before).await?;
    let pictures = shown_lot_pictures(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(pictures))
}

fn changed_meanwhile() -> ApiError {
    ApiError::conflict("Эту фотографию только что изменили или убрали")
}
