//! News: drafts and what is published.

use contract::dto::{News, NewsImage, NewsShort, NewsType};
use contract::error::{ApiError, ApiResult};
use people::account::Account;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

/// An article as it is stored.
pub struct NewsRow {
    pub id: i64,
    pub news_type: i16,
    pub house_id: Option<i64>,
    pub house_name_ru: Option<String>,
    pub title: String,
    pub slug: String,
    pub summary: Option<String>,
    pub author: Option<String>,
    pub image: Option<Uuid>,
    pub created: OffsetDateTime,
    pub published: Option<OffsetDateTime>,
    pub content: String,
    pub source: Option<String>,
    pub info: Option<String>,
    pub keywords: Option<String>,
    pub publisher_id: i64,
}

impl NewsRow {
    pub fn show(self) -> ApiResult<News> {
        Ok(News {
            short: NewsShort {
                id: self.id,
                news_type: NewsType::try_from(self.news_type).map_err(ApiError::internal)?,
                house_id: self.house_id,
                house_name_ru: self.house_name_ru,
                title: self.title,
                slug: self.slug,
                summary: self.summary,
                author: self.author,
                image: NewsImage {
                    preview_id: self.image,
                },
                created: self.created.into(),
                published: self.published.map(Into::into),
            },
            content: self.content,
            source: self.source,
            info: self.info,
            keywords: self.keywords,
            publisher_id: self.publisher_id,
        })
    }
}

/// Whether an account may edit a house's news; `None`: the platform's.
pub fn writes(account: &Account, house_id: Option<i64>) -> bool {
    match house_id {
        Some(house_id) => account.writes_for(house_id),
        None => account.is_admin(),
    }
}

/// The article, draft or not, unless its house is deleted.
pub async fn find(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<Option<News>> {
    sqlx::query_as!(
        NewsRow,
        r#"select n.id, n.news_type, n.house_id, h.name_ru as "house_name_ru?", n.title, n.slug, n.summary, n.author,
            n.image, n.created, n.published, n.content, n.source, n.info, n.keywords, n.publisher_id
         from news n left join house h on h.id = n.house_id where n.id = $1 and h.deleted is null"#,
        id
    )
    .fetch_optional(executor)
    .await?
    .map(NewsRow::show)
    .transpose()
}

/// Locks an article that the account may edit, until the transaction ends. 404 if the article is not visible to the
/// account, 403 if the account may only read it.
pub async fn require_writer(
    tx: &mut PgConnection,
    id: i64,
    member: &Account,
    now: OffsetDateTime,
) -> ApiResult<News> {
    sqlx::query!("select id from news where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    let news = find(tx, id).await?.ok_or_else(ApiError::not_found)?;
    if writes(member, news.short.house_id) {
        Ok(news)
    } else if is_published(&news, now) {
        Err(ApiError::forbidden())
    } else {
        Err(ApiError::not_found())
    }
}

pub fn is_published(news: &News, now: OffsetDateTime) -> bool {
    news.short
        .published
        .is_some_and(|published| published.0 <= now)
}
