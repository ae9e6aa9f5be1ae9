//! Pictures: serves them in several sizes, and takes uploads.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post};
use serde_json::json;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use crate::lots::managed::managed;
use application::caller::Member;
use application::files::{ImageRequest, ImagesRequest, store_all, store_one};
use application::json::Json;
use application::picture::{PictureRequest, Sight, SizeQuery, Use};
use application::state::AppState;
use catalogue::LOT_PICTURES;
use catalogue::lot_pictures::{lot_pictures, pictures_changed, shown_lot_pictures};
use contract::dto::{Picture, UserPhoto};
use contract::error::{ApiError, ApiResult};
use people::account::Account;
use people::journal::Action;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(lot_image)
        .service(house_image)
        .service(catalog_image)
        .service(account_image)
        .service(add_lot_images)
        .service(set_account_image)
        .service(set_image_of_account)
        .service(remove_account_image);
}

/// A picture of a lot, as WebP or JPEG by `Accept`.
///
/// If the lot is not public (hidden, in a draft or in the storage), only the house's staff and admins see its pictures;
/// they alone see the whole of a picture of which a part is shown.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/lots/image/{id}")]
async fn lot_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let uses = sqlx::query_as!(
        Use,
        r#"select l.house_id, i.picture_id <> $1 or not lot_is_public(l, c, t, h) as "is_hidden!"
        from lot_image i join lot l on l.id = i.lot_id join house h on h.id = l.house_id
        left join catalog c on c.id = l.catalog_id left join catalog_trade t on t.catalog_id = c.id
        where i.picture_id in (select $1 union all select id from picture where source_id = $1)"#,
        picture.id
    )
    .fetch_all(&picture.state.pool)
    .await?;
    picture.show(Sight::of_uses(&uses)?).await
}

/// A picture of a house.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/house/image/{id}")]
async fn house_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let is_used = sqlx::query_scalar!(
        r#"select exists(select from house where photo = $1) as "is_used!""#,
        picture.id
    )
    .fetch_one(&picture.state.pool)
    .await?;
    picture.show(Sight::public_if(is_used)?).await
}

/// A catalog's logo.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/catalog/image/{id}")]
async fn catalog_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let uses = sqlx::query_as!(
        Use,
        r#"select c.house_id, not catalog_is_public(c, t, h) as "is_hidden!"
        from catalog c join house h on h.id = c.house_id left join catalog_trade t on t.catalog_id = c.id where c.logo = $1"#,
        picture.id
    )
    .fetch_all(&picture.state.pool)
    .await?;
    picture.show(Sight::of_uses(&uses)?).await
}

/// A person's photo.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/accounts/image/{id}")]
async fn account_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let is_used = sqlx::query_scalar!(
        r#"select exists(select from account where photo = $1 and deleted is null) as "is_used!""#,
        picture.id
    )
    .fetch_one(&picture.state.pool)
    .await?;
    picture.show(Sight::public_if(is_used)?).await
}

fn lot_is_full() -> ApiError {
    ApiError::invalid("file", "Не более 7 изображений лота")
}

/// Adds pictures to a lot, at most 7 in all. Returns all its pictures. For the house's managers, owners and admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)),
    request_body(content = ImagesRequest, content_type = "multipart/form-data"),
    security(("token" = [])), responses((status = 200, body = Vec<Picture>)))]
#[post("/api/lots/{id}/images")]
async fn add_lot_images(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<Vec<Picture>>> {
    let house_id = managed(&state, &member, *id).await?.house_id;
    let there = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lot_image where lot_id = $1"#,
        *id
    )
    .fetch_one(&state.pool)
    .await?;
    let free = LOT_PICTURES.saturating_sub(usize::try_from(there).unwrap_or(LOT_PICTURES));
    if free == 0 {
        return Err(lot_is_full());
    }
    let stored = store_all(&state, &member, &mut form, free, lot_is_full).await?;
    let added: Vec<Uuid> = stored.into_iter().map(|(id, ..)| id).collect();
    state
        .access
        .still(member.id, |account| account.manages(house_id))
        .await?;
    let mut tx = state.pool.begin().await?;
    let before = lot_pictures(&mut tx, *id).await?;
    let next = sqlx::query_scalar!(
        r#"select coalesce(max(position) + 1, 0)::smallint as "next!" from lot_image where lot_id = $1"#,
        *id
    )
    .fetch_one(&mut *tx)
    .await?;
    if usize::try_from(next).unwrap_or(LOT_PICTURES) + added.len() > LOT_PICTURES {
        return Err(lot_is_full());
    }
    sqlx::query!(
        "insert into lot_image (lot_id, position, picture_id)
         select $1, $2 + (o.place - 1)::smallint, o.id from unnest($3::uuid[]) with ordinality o (id, place)",
        *id,
        next,
        &added
    )
    .execute(&mut *tx)
    .await?;
    pictures_changed(&mut tx, &member.by(state.clock.now()), *id, before).await?;
    let pictures = shown_lot_pictures(&mut tx, *id).await?;
    tx.commit().await?;
    Ok(Json(pictures))
}

/// Sets the caller's photo.
#[utoipa::path(tag = "pictures", request_body(content = ImageRequest, content_type = "multipart/form-data"),
    security(("token" = [])),
    responses((status = 200, body = UserPhoto), (status = 403, description = "Called with an access token")))]
#[post("/api/accounts/images")]
async fn set_account_image(
    state: Data<AppState>,
    member: Member,
    mut form: Multipart,
) -> ApiResult<Json<UserPhoto>> {
    member.require_login()?;
    let id = store_one(&state, &member, &mut form).await?;
    set_photo(&state, &member, member.id, Some(id)).await?;
    Ok(Json(UserPhoto { icon_id: Some(id) }))
}

/// Sets the photo of the caller's account; admins may set any account's.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = UserPhoto),
        (status = 403, description = "Another person's account, or called with an access token"),
        (status = 404, description = "No such account")))]
#[post("/api/accounts/{id}/images")]
async fn set_image_of_account(
    state: Data<AppState>,
    member: Member,
    account_id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<UserPhoto>> {
    let may = |account: &Account| account.id == *account_id || account.is_admin();
    member.require_login()?;
    if !may(&member) {
        return Err(ApiError::forbidden());
    }
    if state.access.account(*account_id).await?.is_none() {
        return Err(ApiError::not_found());
    }
    let id = store_one(&state, &member, &mut form).await?;
    state.access.still(member.id, may).await?;
    set_photo(&state, &member, *account_id, Some(id)).await?;
    Ok(Json(UserPhoto { icon_id: Some(id) }))
}

/// Removes the caller's photo.
#[utoipa::path(tag = "pictures", security(("token" = [])),
    responses((status = 204), (status = 403, description = "Called with an access token")))]
#[delete("/api/accounts/images")]
async fn remove_account_image(state: Data<AppState>, member: Member) -> ApiResult<HttpResponse> {
    member.require_login()?;
    set_photo(&state, &member, member.id, None).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets or removes an account's photo, and deletes the previous picture.
async fn set_photo(
    state: &AppState,
    member: &Member,
    account_id: i64,
    photo: Option<Uuid>,
) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let before = sqlx::query_scalar!(
        "select photo from account where id = $1 and deleted is null for no key update",
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    sqlx::query!(
        "update account set photo = $2 where id = $1",
        account_id,
        photo
    )
    .execute(&mut *tx)
    .await?;
    if let Some(before) = before {
        sqlx::query!("delete from picture where id = $1", before)
            .execute(&mut *tx)
            .await?;
    }
    let photos = [before, photo].map(|photo| json!({"photo": photo}));
    member
        .by(state.clock.now())
        .record_change(
            &mut tx,
            Action::PhotoChanged,
            account_id,
            &photos[0],
            &photos[1],
        )
        .await?;
    tx.commit().await?;
    state.access.account_changed(account_id);
    if let Some(before) = before
        && let Err(error) = state.pictures.remove_files(before).await
    {
        tracing::warn!(picture = %before, error = format!("{error:#}"), "cannot remove the files of a replaced photo");
    }
    Ok(())
}
