//! Pictures of news articles.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post};
use uuid::Uuid;

use application::caller::Member;
use application::files::{ImageRequest, store_one};
use application::json::Json;
use application::picture::{PictureRequest, Sight, SizeQuery};
use application::state::AppState;
use catalogue::listing::news::find;
use catalogue::listing::news::require_writer;
use catalogue::listing::news::writes;
use contract::dto::{News, NewsImage};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;

/// An article's picture, as WebP or JPEG by `Accept`. A draft's is visible only to those who may edit it.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet")))]
#[get("/api/news/image/{id}")]
pub async fn news_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let row = sqlx::query!(
        r#"select n.house_id, coalesce(n.published <= $2, false) as "is_published!"
         from news n left join house h on h.id = n.house_id where n.image = $1 and h.deleted is null"#,
        picture.id,
        picture.state.clock.now()
    )
    .fetch_optional(&picture.state.pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let sight = if row.is_published {
        Sight::Everybody
    } else {
        let account = picture.caller.account.as_deref();
        Sight::Entitled(account.is_some_and(|account| writes(account, row.house_id)))
    };
    picture.show(sight).await
}

/// Sets an article's picture. For those who may edit it.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = NewsImage), (status = 403, description = "Not entitled in this house")))]
#[post("/api/news/{id}/images")]
pub async fn set_news_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<NewsImage>> {
    require_writer(
        &mut *state.pool.acquire().await?,
        *id,
        &member,
        state.clock.now(),
    )
    .await?;
    let image = store_one(&state, &member, &mut form).await?;
    let after = set(&state, &member, *id, Some(image)).await?;
    Ok(Json(after.short.image))
}

/// Removes an article's picture. For those who may edit it.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not entitled in this house")))]
#[delete("/api/news/{id}/images")]
pub async fn remove_news_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    set(&state, &member, *id, None).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets or removes the picture and returns the article.
async fn set(state: &AppState, member: &Member, id: i64, image: Option<Uuid>) -> ApiResult<News> {
    // The upload may have been slow: the caller may have lost their role since.
    let account = state
        .access
        .account(member.id)
        .await?
        .ok_or_else(ApiError::forbidden)?;
    let mut tx = state.pool.begin().await?;
    let before = require_writer(&mut tx, id, &account, state.clock.now()).await?;
    sqlx::query!("update news set image = $2 where id = $1", id, image)
        .execute(&mut *tx)
        .await?;
    let after = find(&mut *tx, id).await?.ok_or_else(ApiError::not_found)?;
    member
        .by(state.clock.now())
        .record_change(&mut tx, Action::NewsChanged, id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}
