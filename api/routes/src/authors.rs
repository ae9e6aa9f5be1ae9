//! The authors of lots by name, for forms and search filters.

use actix_web::{get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::dto::{Page, Paging};
use contract::error::{ApiError, ApiResult};

/// The most authors a lookup returns.
const FOUND: i64 = 20;
pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(list_authors).service(look_up_author);
}

/// The author of a lot.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedAuthor {
    pub id: i64,
    pub name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorLookUpRequest {
    /// The name or part of it, its words in any order. Tolerates typos.
    pub name: String,
}

/// All authors whom a public lot names or an admin has entered, in dictionary order.
#[utoipa::path(operation_id = "list_authors", tag = "authors", params(Paging),
    responses((status = 200, body = Page<ListedAuthor>)))]
#[get("/api/author")]
pub async fn list_authors(
    state: web::Data<AppState>,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<ListedAuthor>>> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from author where author_is_public(author)"#
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let authors = sqlx::query_as!(
        ListedAuthor,
        "select id, name from author where author_is_public(author)
         order by translate(lower(name), 'ё', 'е'), id limit $1 offset $2",
        window.limit,
        window.offset,
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(Page::new(authors, window)))
}

/// The authors whose names resemble the given one, best match first. At most 20; empty if none match. A house's staff also
/// find those that its drafts name.
#[utoipa::path(operation_id = "look_up_author", tag = "authors", request_body = AuthorLookUpRequest,
    responses((status = 200, body = Vec<ListedAuthor>), (status = 422, description = "The name is missing or too long"),
        (status = 429, description = "Too many searches from one address")))]
#[post("/api/author")]
pub async fn look_up_author(
    state: web::Data<AppState>,
    caller: Caller,
    request: Json<AuthorLookUpRequest>,
) -> ApiResult<Json<Vec<ListedAuthor>>> {
    state.limits.search(caller.origin.address).await?;
    if !bounds::NAME.fits(&request.name) {
        return Err(ApiError::invalid("name", bounds::NAME.fault()));
    }
    let name = &*bounds::NAME.clean(&request.name);
    if name.is_empty() {
        return Err(ApiError::invalid("name", "Укажите имя автора"));
    }
    let houses = caller.account.as_ref().map(|account| account.houses());
    let authors = sqlx::query_file_as!(
        ListedAuthor,
        "queries/authors/like.sql",
        name,
        FOUND,
        caller.is_admin(),
        houses.as_deref()
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(authors))
}
