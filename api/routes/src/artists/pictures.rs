//! Pictures of artists.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::edit::lock;
use application::caller::Member;
use application::files::{ImagesRequest, store_all};
use application::json::Json;
use application::picture::{PictureRequest, Sight, SizeQuery};
use application::state::AppState;
use catalogue::listing::artists::PICTURES;
use catalogue::listing::artists::find;
use contract::dto::{Artist, Picture};
use contract::error::{ApiError, ApiResult};
use people::account::Account;
use people::journal::{Action, By};

/// An artist's picture, as WebP or JPEG by `Accept`.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet")))]
#[get("/api/artists/image/{id}")]
pub async fn artist_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let there = sqlx::query_scalar!(
        r#"select exists(select from author_image where picture_id = $1) as "there!""#,
        picture.id
    );
    if !there.fetch_one(&picture.state.pool).await? {
        return Err(ApiError::not_found());
    }
    picture.show(Sight::Everybody).await
}

fn is_full() -> ApiError {
    ApiError::invalid("file", "Не более 7 изображений художника")
}

/// Adds pictures to an artist, at most 7 in all. Returns all their pictures. For admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImagesRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = Vec<Picture>), (status = 403, description = "Not an admin")))]
#[post("/api/artists/{id}/images")]
pub async fn add_artist_images(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<Vec<Picture>>> {
    member.require_admin()?;
    let there = find(&mut *state.pool.acquire().await?, *id).await?;
    let free = PICTURES.saturating_sub(there.short.images.len());
    if free == 0 {
        return Err(is_full());
    }
    let stored = store_all(&state, &member, &mut form, free, is_full).await?;
    let added: Vec<Uuid> = stored.into_iter().map(|(id, ..)| id).collect();
    state.access.still(member.id, Account::is_admin).await?;
    let mut tx = state.pool.begin().await?;
    lock(&mut tx, *id).await?;
    sqlx::query!("update author set is_typed = false where id = $1", *id)
        .execute(&mut *tx)
        .await?;
    let before = find(&mut tx, *id).await?;
    if before.short.images.len() + added.len() > PICTURES {
        return Err(is_full());
    }
    sqlx::query!(
        "insert into author_image (author_id, position, picture_id)
         select $1, (there.next + o.place - 1)::smallint, o.id
         from unnest($2::uuid[]) with ordinality o (id, place),
             (select coalesce(max(position) + 1, 0) as next from author_image where author_id = $1) there",
        *id,
        &added
    )
    .execute(&mut *tx)
    .await?;
    let after = find(&mut tx, *id).await?;
    recorded(tx, &member.by(state.clock.now()), &before, &after).await?;
    Ok(Json(after.short.images))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct WhichQuery {
    /// The picture to delete. Absent: all of them.
    image_id: Option<Uuid>,
}

/// Deletes one picture of an artist, or all of them. For admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path), WhichQuery), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No such artist or picture")))]
#[delete("/api/artists/{id}/images")]
pub async fn remove_artist_images(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    query: Query<WhichQuery>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let mut tx = state.pool.begin().await?;
    lock(&mut tx, *id).await?;
    let before = find(&mut tx, *id).await?;
    let removed = sqlx::query!(
        "delete from author_image where author_id = $1 and ($2::uuid is null or picture_id = $2)",
        *id,
        query.image_id
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if removed == 0 && query.image_id.is_some() {
        return Err(ApiError::not_found());
    }
    // Close the gap: positions must stay contiguous, because a new picture takes the next one and there are only seven.
    sqlx::query!(
        "update author_image i set position = kept.place from (
             select picture_id, (row_number() over (order by position) - 1)::smallint as place
             from author_image where author_id = $1) kept
         where i.author_id = $1 and i.picture_id = kept.picture_id",
        *id
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update author set logo = null where id = $1
         and not exists (select from author_image where author_id = $1 and picture_id = author.logo)",
        *id
    )
    .execute(&mut *tx)
    .await?;
    let after = find(&mut tx, *id).await?;
    recorded(tx, &member.by(state.clock.now()), &before, &after).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn recorded(
    mut tx: sqlx::Transaction<'_, sqlx::Postgres>,
    by: &By,
    before: &Artist,
    after: &Artist,
) -> ApiResult<()> {
    let (id, event) = (before.short.id, Action::ArtistChanged);
    by.record_change(&mut tx, event, id, before, after).await?;
    tx.commit().await?;
    Ok(())
}
