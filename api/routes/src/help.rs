//! `/api/faq` and `/api/glossary`: frequently asked questions and a glossary. Everybody reads them, admins edit them.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use content::help::{self, Kind};
use contract::dto::{HelpArticle, HelpArticleRequest};
use contract::error::ApiResult;

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

/// Questions with answers, in order.
#[utoipa::path(tag = "help", responses((status = 200, body = Vec<HelpArticle>)))]
#[get("/api/faq")]
async fn faq(state: Data<AppState>) -> ApiResult<Json<Vec<HelpArticle>>> {
    Ok(Json(help::all(&state.pool, Kind::Question).await?))
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
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        help::add(&state.pool, &by, Kind::Question, &request).await?,
    ))
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
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        help::change(&state.pool, &by, Kind::Question, *id, &request).await?,
    ))
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
    member.require_admin()?;
    let by = member.by(state.clock.now());
    help::delete(&state.pool, &by, Kind::Question, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Terms with meanings, in order.
#[utoipa::path(tag = "help", responses((status = 200, body = Vec<HelpArticle>)))]
#[get("/api/glossary")]
async fn glossary(state: Data<AppState>) -> ApiResult<Json<Vec<HelpArticle>>> {
    Ok(Json(help::all(&state.pool, Kind::Term).await?))
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
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        help::add(&state.pool, &by, Kind::Term, &request).await?,
    ))
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
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        help::change(&state.pool, &by, Kind::Term, *id, &request).await?,
    ))
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
    member.require_admin()?;
    let by = member.by(state.clock.now());
    help::delete(&state.pool, &by, Kind::Term, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}
