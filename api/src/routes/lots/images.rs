//! The order of a lot's pictures, and taking them away; [`crate::routes::images`] takes new ones in.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, put};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::managed;
use crate::caller::Member;
use crate::dto::{ImageOrderRequest, Picture};
use crate::error::{ApiError, ApiResult};
use crate::journal::{self, By, Event};
use crate::listing::lots;
use crate::state::AppState;
use outbox::enqueue;

/// Puts the pictures of a lot in this order; the first one stands for it in lists. All of them must be named, each once.
#[utoipa::path(operation_id = "order_lot_images", tag = "pictures", params(("id" = i64, Path)),
    request_body = ImageOrderRequest, security(("token" = [])),
    responses((status = 200, body = Vec<Picture>), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not for the caller"),
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
    set(&mut tx, *id, &order).await?;
    pictures_changed(&state, &mut tx, &member, *id, before).await?;
    let pictures = shown_lot_pictures(&mut tx, *id).await?;
    tx.commit().await?;
    Ok(Json(pictures))
}

/// Takes a picture of a lot away. Other lots that show it keep it.
#[utoipa::path(operation_id = "remove_lot_image", tag = "pictures",
    params(("id" = i64, Path), ("imageId" = Uuid, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not for the caller, or no picture of the lot")))]
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
    set(&mut tx, id, &left).await?;
    pictures_changed(&state, &mut tx, &member, id, before).await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The ids of a lot's pictures in their order. The lot is locked until the transaction ends, so that changes of its
/// pictures come one after the other; bets go on.
pub async fn lot_pictures(conn: &mut PgConnection, lot_id: i64) -> ApiResult<Vec<Uuid>> {
    sqlx::query!(
        "select id from lot where id = $1 and deleted is null for no key update",
        lot_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(lots::not_found)?;
    Ok(sqlx::query_scalar!(
        "select picture_id from lot_image where lot_id = $1 order by position",
        lot_id
    )
    .fetch_all(conn)
    .await?)
}

/// A lot's pictures in their order, as people are shown them.
pub async fn shown_lot_pictures(conn: &mut PgConnection, lot_id: i64) -> ApiResult<Vec<Picture>> {
    let rows = sqlx::query!(
        "select p.id, p.width, p.height from lot_image i join picture p on p.id = i.picture_id
         where i.lot_id = $1 order by i.position",
        lot_id
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Picture::new("lots", row.id, row.width, row.height))
        .collect())
}

async fn set(conn: &mut PgConnection, lot_id: i64, pictures: &[Uuid]) -> ApiResult<()> {
    sqlx::query!("delete from lot_image where lot_id = $1", lot_id)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "insert into lot_image (lot_id, position, picture_id)
         select $1, (o.place - 1)::smallint, o.id from unnest($2::uuid[]) with ordinality o (id, place)",
        lot_id,
        pictures
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The journal's and the outbox's word of other pictures; `before` are those the lot had.
pub async fn pictures_changed(
    state: &AppState,
    conn: &mut PgConnection,
    member: &Member,
    lot_id: i64,
    before: Vec<Uuid>,
) -> ApiResult<()> {
    let after = sqlx::query_scalar!(
        "select picture_id from lot_image where lot_id = $1 order by position",
        lot_id
    )
    .fetch_all(&mut *conn)
    .await?;
    enqueue::lots(conn, &[lot_id]).await?;
    let by = By::member(member, state.clock.now());
    let (before, after) = (json!({"images": before}), json!({"images": after}));
    journal::record(
        conn,
        &by,
        Event::LotChanged,
        lot_id,
        Some(&before),
        Some(&after),
    )
    .await?;
    Ok(())
}
