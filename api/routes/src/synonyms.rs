//! `/api/search/synonyms`: words that mean the same to those who search. For admins.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use content::synonyms;
use contract::dto::{SearchSynonym, SearchSynonymRequest};
use contract::error::ApiResult;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(all_synonyms)
        .service(create_synonyms)
        .service(change_synonyms)
        .service(delete_synonyms);
}

/// All groups of synonyms, by their first word. For admins.
#[utoipa::path(tag = "search", security(("token" = [])), responses((status = 200, body = Vec<SearchSynonym>),
    (status = 403, description = "Not an admin")))]
#[get("/api/search/synonyms")]
async fn all_synonyms(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<Vec<SearchSynonym>>> {
    member.require_admin()?;
    Ok(Json(synonyms::all(&state.pool).await?))
}

/// Adds a group of synonyms. Searches use it at once. For admins.
#[utoipa::path(tag = "search", security(("token" = [])), responses((status = 200, body = SearchSynonym),
    (status = 403, description = "Not an admin"), (status = 409, description = "Too many groups"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/search/synonyms")]
async fn create_synonyms(
    state: Data<AppState>,
    member: Member,
    request: Json<SearchSynonymRequest>,
) -> ApiResult<Json<SearchSynonym>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    let made = synonyms::add(&state.pool, &by, &request).await?;
    state.search.synonyms_changed();
    Ok(Json(made))
}

/// Replaces a group of synonyms. For admins.
#[utoipa::path(tag = "search", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = SearchSynonym), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown"), (status = 422, description = "Invalid fields")))]
#[put("/api/search/synonyms/{id}")]
async fn change_synonyms(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<SearchSynonymRequest>,
) -> ApiResult<Json<SearchSynonym>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    let changed = synonyms::change(&state.pool, &by, *id, &request).await?;
    state.search.synonyms_changed();
    Ok(Json(changed))
}

/// Deletes a group of synonyms. For admins.
#[utoipa::path(tag = "search", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/search/synonyms/{id}")]
async fn delete_synonyms(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    synonyms::delete(&state.pool, &by, *id).await?;
    state.search.synonyms_changed();
    Ok(HttpResponse::NoContent().finish())
}
