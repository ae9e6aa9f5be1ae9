//! `/api/news`: news of the platform and its houses.
//!
//! Drafts and scheduled news exist only for those who may edit news of the house: its newsmakers, managers and owners,
//! and admins. Only admins edit the platform's own news.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use contract::dto::{News, NewsImage, NewsShort, NewsType};
use contract::error::{ApiError, ApiResult};
use people::access::Account;

mod edit;
mod list;
mod pictures;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal path comes before the page of a kind, which also has two segments.
    cfg.service(list::platform_news)
        .service(list::house_news)
        .service(list::one_news)
        .service(pictures::news_image)
        .service(list::news_of_kind)
        .service(edit::save_news)
        .service(edit::delete_news)
        .service(pictures::set_news_image)
        .service(pictures::remove_news_image);
}

struct Row {
    id: i64,
    news_type: i16,
    house_id: Option<i64>,
    house_name_ru: Option<String>,
    title: String,
    slug: String,
    summary: Option<String>,
    author: Option<String>,
    image: Option<Uuid>,
    created: OffsetDateTime,
    published: Option<OffsetDateTime>,
    content: String,
    source: Option<String>,
    info: Option<String>,
    keywords: Option<String>,
    publisher_id: i64,
}

impl Row {
    fn show(self) -> ApiResult<News> {
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
fn writes(account: &Account, house_id: Option<i64>) -> bool {
    match house_id {
        Some(house_id) => account.writes_for(house_id),
        None => account.is_admin(),
    }
}

/// The article, draft or not, unless its house is deleted.
async fn find(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<Option<News>> {
    sqlx::query_as!(
        Row,
        r#"select n.id, n.news_type, n.house_id, h.name_ru as "house_name_ru?", n.title, n.slug, n.summary, n.author,
            n.image, n.created, n.published, n.content, n.source, n.info, n.keywords, n.publisher_id
         from news n left join house h on h.id = n.house_id where n.id = $1 and h.deleted is null"#,
        id
    )
    .fetch_optional(executor)
    .await?
    .map(Row::show)
    .transpose()
}

/// Locks an article that the account may edit, until the transaction ends. 404 if the article is not visible to the
/// account, 403 if the account may only read it.
async fn require_writer(
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

fn is_published(news: &News, now: OffsetDateTime) -> bool {
    news.short
        .published
        .is_some_and(|published| published.0 <= now)
}
