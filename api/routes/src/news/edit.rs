//! Creates, changes and deletes news.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, post};
use time::OffsetDateTime;

use crate::houses::house::require_house;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::news::find;
use catalogue::listing::news::require_writer;
use catalogue::listing::news::writes;
use contract::bounds;
use contract::dto::{News, NewsRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{self, Action};

/// A validated request.
struct ValidNews {
    title: String,
    slug: String,
    summary: Option<String>,
    content: String,
    source: Option<String>,
    info: Option<String>,
    keywords: Option<String>,
    author: Option<String>,
    published: Option<OffsetDateTime>,
}

impl ValidNews {
    fn parse(request: &NewsRequest) -> ApiResult<Self> {
        let mut fields = Faults::default();
        let title = fields.required("title", &request.title, bounds::TITLE);
        let valid = Self {
            slug: fields.slug("slug", request.slug.as_deref(), &title, "news"),
            title,
            summary: fields.optional("summary", request.summary.as_deref(), bounds::SUMMARY),
            content: fields.required("content", &request.content, bounds::NEWS),
            source: fields.optional("source", request.source.as_deref(), bounds::SOURCE),
            info: fields.optional("info", request.info.as_deref(), bounds::NEWS_INFO),
            keywords: fields.optional("keywords", request.keywords.as_deref(), bounds::KEYWORDS),
            author: fields.optional("author", request.author.as_deref(), bounds::NEWS_AUTHOR),
            published: request.published.map(|published| published.0),
        };
        fields.into_result()?;
        Ok(valid)
    }
}

/// Creates a news article, or changes one if there is an `id`.
///
/// For newsmakers, managers and owners of the house, and admins. Only admins edit the platform's own news.
#[utoipa::path(tag = "news", security(("token" = [])), responses((status = 200, body = News),
    (status = 403, description = "Not entitled in this house"), (status = 404, description = "Unknown house or news"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/news")]
pub async fn save_news(
    state: Data<AppState>,
    member: Member,
    request: Json<NewsRequest>,
) -> ApiResult<Json<News>> {
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let before = match request.id {
        Some(id) => Some(require_writer(&mut tx, id, &member, now).await?),
        None => {
            if let Some(house_id) = request.house_id {
                require_house(&state, house_id).await?;
            }
            if !writes(&member, request.house_id) {
                return Err(ApiError::forbidden());
            }
            None
        }
    };
    let valid = ValidNews::parse(&request)?;
    let (id, event) = match &before {
        None => {
            let id = sqlx::query_scalar!(
                "insert into news (house_id, news_type, slug, title, summary, content, source, info, keywords, author,
                    publisher_id, created, published)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id",
                request.house_id,
                request.news_type.number(),
                valid.slug,
                valid.title,
                valid.summary,
                valid.content,
                valid.source,
                valid.info,
                valid.keywords,
                valid.author,
                member.id,
                now,
                valid.published
            )
            .fetch_one(&mut *tx)
            .await?;
            (id, Action::NewsCreated)
        }
        Some(before) if before.short.house_id != request.house_id => {
            return Err(ApiError::invalid(
                "houseId",
                "Новость нельзя передать другому дому",
            ));
        }
        Some(before) => {
            sqlx::query!(
                "update news set news_type = $2, slug = $3, title = $4, summary = $5, content = $6, source = $7,
                    info = $8, keywords = $9, author = $10, published = $11 where id = $1",
                before.short.id,
                request.news_type.number(),
                valid.slug,
                valid.title,
                valid.summary,
                valid.content,
                valid.source,
                valid.info,
                valid.keywords,
                valid.author,
                valid.published
            )
            .execute(&mut *tx)
            .await?;
            (before.short.id, Action::NewsChanged)
        }
    };
    let after = find(&mut *tx, id).await?.ok_or_else(ApiError::not_found)?;
    journal::record(
        &mut tx,
        &member.by(state.clock.now()),
        event,
        id,
        before.as_ref(),
        Some(&after),
    )
    .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Deletes a news article. For those who may edit it.
#[utoipa::path(tag = "news", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not entitled in this house"),
        (status = 404, description = "Unknown, or a draft not visible to the caller")))]
#[delete("/api/news/{id}")]
pub async fn delete_news(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    let mut tx = state.pool.begin().await?;
    let before = require_writer(&mut tx, *id, &member, state.clock.now()).await?;
    sqlx::query!("delete from news where id = $1", *id)
        .execute(&mut *tx)
        .await?;
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::NewsDeleted, *id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
