//! Frequently asked questions and the glossary.

use sqlx::{PgConnection, PgExecutor, PgPool};

use contract::bounds;
use contract::dto::{HelpArticle, HelpArticleRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{Action, By};
use sqlstate::violates;

/// The most articles of a kind. One answer holds all of them.
const MOST: i64 = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Question,
    Term,
}

impl Kind {
    /// The kind's number in the database.
    fn number(self) -> i16 {
        match self {
            Self::Question => 0,
            Self::Term => 1,
        }
    }

    /// The slug of a title that yields none.
    fn word(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Term => "term",
        }
    }

    /// Created, changed, deleted.
    fn events(self) -> [Action; 3] {
        match self {
            Self::Question => [
                Action::QuestionCreated,
                Action::QuestionChanged,
                Action::QuestionDeleted,
            ],
            Self::Term => [
                Action::TermCreated,
                Action::TermChanged,
                Action::TermDeleted,
            ],
        }
    }
}

/// The articles of a kind in order.
pub async fn all(pool: &PgPool, kind: Kind) -> ApiResult<Vec<HelpArticle>> {
    find(pool, kind, None).await
}

async fn find(
    executor: impl PgExecutor<'_>,
    kind: Kind,
    id: Option<i64>,
) -> ApiResult<Vec<HelpArticle>> {
    let rows = sqlx::query!(
        "select id, slug, title, content, position, changed from help_article
         where kind = $1 and ($2::bigint is null or id = $2) order by position, title, id",
        kind.number(),
        id
    )
    .fetch_all(executor)
    .await?;
    let articles = rows.into_iter().map(|row| HelpArticle {
        id: row.id,
        slug: row.slug,
        title: row.title,
        content: row.content,
        position: row.position,
        changed: row.changed.into(),
    });
    Ok(articles.collect())
}

async fn one(executor: impl PgExecutor<'_>, kind: Kind, id: i64) -> ApiResult<HelpArticle> {
    find(executor, kind, Some(id))
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// Locks an article until the transaction ends.
async fn lock(tx: &mut PgConnection, kind: Kind, id: i64) -> ApiResult<HelpArticle> {
    sqlx::query!("select id from help_article where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    one(tx, kind, id).await
}

fn slug_taken(error: sqlx::Error) -> ApiError {
    if violates(&error, "help_article_slug") {
        ApiError::conflict("Статья с таким адресом уже есть")
    } else {
        error.into()
    }
}

/// Validates a request. Returns title, slug and content.
fn parse(kind: Kind, request: &HelpArticleRequest) -> ApiResult<(String, String, String)> {
    let mut fields = Faults::default();
    let title = fields.required("title", &request.title, bounds::TITLE);
    let slug = fields.slug("slug", request.slug.as_deref(), &title, kind.word());
    let content = fields.required("content", &request.content, bounds::ARTICLE);
    fields.into_result()?;
    Ok((title, slug, content))
}

pub async fn add(
    pool: &PgPool,
    by: &By,
    kind: Kind,
    request: &HelpArticleRequest,
) -> ApiResult<HelpArticle> {
    let (title, slug, content) = parse(kind, request)?;
    let mut tx = pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into help_article (kind, slug, title, content, position, changed)
         select $1, $2, $3, $4, $5, $6 where (select count(*) from help_article where kind = $1) < $7 returning id",
        kind.number(),
        slug,
        title,
        content,
        request.position,
        by.at,
        MOST
    )
    .fetch_optional(&mut *tx)
    .await
    .map_err(slug_taken)?
    .ok_or_else(|| ApiError::conflict("Статей слишком много, удалите ненужные"))?;
    let after = one(&mut *tx, kind, id).await?;
    let [created, _, _] = kind.events();
    by.record_creation(&mut tx, created, id, &after).await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn change(
    pool: &PgPool,
    by: &By,
    kind: Kind,
    id: i64,
    request: &HelpArticleRequest,
) -> ApiResult<HelpArticle> {
    let (title, slug, content) = parse(kind, request)?;
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, kind, id).await?;
    sqlx::query!(
        "update help_article set slug = $2, title = $3, content = $4, position = $5, changed = $6 where id = $1",
        id,
        slug,
        title,
        content,
        request.position,
        by.at
    )
    .execute(&mut *tx)
    .await
    .map_err(slug_taken)?;
    let after = one(&mut *tx, kind, id).await?;
    let [_, changed, _] = kind.events();
    by.record_change(&mut tx, changed, id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn delete(pool: &PgPool, by: &By, kind: Kind, id: i64) -> ApiResult<()> {
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, kind, id).await?;
    sqlx::query!("delete from help_article where id = $1", id)
        .execute(&mut *tx)
        .await?;
    let [_, _, deleted] = kind.events();
    by.record_deletion(&mut tx, deleted, id, &before).await?;
    tx.commit().await?;
    Ok(())
}
