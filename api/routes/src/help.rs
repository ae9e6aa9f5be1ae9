//! `/api/faq` and `/api/glossary`: frequently asked questions and a glossary. Everybody reads them, admins edit them.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use sqlx::{PgConnection, PgExecutor};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::state::AppState;
use contract::bounds;
use contract::dto::{HelpArticle, HelpArticleRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::Action;
use sqlstate::violates;

/// The most articles of a kind. One answer holds all of them.
const MOST: i64 = 500;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(faq)
        .service(add_question)
        .service(change_question)
        .service(delete_question)
        .service(glossary)
        .service(add_term)
        .service(change_term)
        .service(delete_term);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
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

/// The articles of a kind in order; only one of them if an id is given.
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

async fn add(
    state: &AppState,
    member: &Member,
    kind: Kind,
    request: &HelpArticleRequest,
) -> ApiResult<Json<HelpArticle>> {
    member.require_admin()?;
    let (title, slug, content) = parse(kind, request)?;
    let mut tx = state.pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into help_article (kind, slug, title, content, position, changed)
         select $1, $2, $3, $4, $5, $6 where (select count(*) from help_article where kind = $1) < $7 returning id",
        kind.number(),
        slug,
        title,
        content,
        request.position,
        state.clock.now(),
        MOST
    )
    .fetch_optional(&mut *tx)
    .await
    .map_err(slug_taken)?
    .ok_or_else(|| ApiError::conflict("Статей слишком много, удалите ненужные"))?;
    let after = one(&mut *tx, kind, id).await?;
    let [created, _, _] = kind.events();
    member
        .by(state.clock.now())
        .record_creation(&mut tx, created, id, &after)
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

async fn change(
    state: &AppState,
    member: &Member,
    kind: Kind,
    id: i64,
    request: &HelpArticleRequest,
) -> ApiResult<Json<HelpArticle>> {
    member.require_admin()?;
    let (title, slug, content) = parse(kind, request)?;
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, kind, id).await?;
    sqlx::query!(
        "update help_article set slug = $2, title = $3, content = $4, position = $5, changed = $6 where id = $1",
        id,
        slug,
        title,
        content,
        request.position,
        state.clock.now()
    )
    .execute(&mut *tx)
    .await
    .map_err(slug_taken)?;
    let after = one(&mut *tx, kind, id).await?;
    let [_, changed, _] = kind.events();
    member
        .by(state.clock.now())
        .record_change(&mut tx, changed, id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

async fn remove(state: &AppState, member: &Member, kind: Kind, id: i64) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, kind, id).await?;
    sqlx::query!("delete from help_article where id = $1", id)
        .execute(&mut *tx)
        .await?;
    let [_, _, deleted] = kind.events();
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, deleted, id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Questions with answers, in order.
#[utoipa::path(tag = "help", responses((status = 200, body = Vec<HelpArticle>)))]
#[get("/api/faq")]
async fn faq(state: Data<AppState>) -> ApiResult<Json<Vec<HelpArticle>>> {
    Ok(Json(find(&state.pool, Kind::Question, None).await?))
}

/// Adds a question with its answer. For admins.
#[utoipa::path(tag = "help", security(("token" = [])), responses((status = 200, body = HelpArticle),
    (status = 403, description = "Not an admin"), (status = 409, description = "The slug is taken"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/faq")]
async fn add_question(
    state: Data<AppState>,
    member: Member,
    request: Json<HelpArticleRequest>,
) -> ApiResult<Json<HelpArticle>> {
    add(&state, &member, Kind::Question, &request).await
}

/// Changes a question with its answer. For admins.
#[utoipa::path(tag = "help", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = HelpArticle), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown"), (status = 409, description = "The slug is taken"),
        (status = 422, description = "Invalid fields")))]
#[put("/api/faq/{id}")]
async fn change_question(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<HelpArticleRequest>,
) -> ApiResult<Json<HelpArticle>> {
    change(&state, &member, Kind::Question, *id, &request).await
}

/// Deletes a question with its answer. For admins.
#[utoipa::path(tag = "help", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/faq/{id}")]
async fn delete_question(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    remove(&state, &member, Kind::Question, *id).await
}

/// Terms with meanings, in order.
#[utoipa::path(tag = "help", responses((status = 200, body = Vec<HelpArticle>)))]
#[get("/api/glossary")]
async fn glossary(state: Data<AppState>) -> ApiResult<Json<Vec<HelpArticle>>> {
    Ok(Json(find(&state.pool, Kind::Term, None).await?))
}

/// Adds a term with its meaning. For admins.
#[utoipa::path(tag = "help", security(("token" = [])), responses((status = 200, body = HelpArticle),
    (status = 403, description = "Not an admin"), (status = 409, description = "The slug is taken"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/glossary")]
async fn add_term(
    state: Data<AppState>,
    member: Member,
    request: Json<HelpArticleRequest>,
) -> ApiResult<Json<HelpArticle>> {
    add(&state, &member, Kind::Term, &request).await
}

/// Changes a term with its meaning. For admins.
#[utoipa::path(tag = "help", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = HelpArticle), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown"), (status = 409, description = "The slug is taken"),
        (status = 422, description = "Invalid fields")))]
#[put("/api/glossary/{id}")]
async fn change_term(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<HelpArticleRequest>,
) -> ApiResult<Json<HelpArticle>> {
    change(&state, &member, Kind::Term, *id, &request).await
}

/// Deletes a term with its meaning. For admins.
#[utoipa::path(tag = "help", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/glossary/{id}")]
async fn delete_term(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    remove(&state, &member, Kind::Term, *id).await
}
