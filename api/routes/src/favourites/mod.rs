//! Favourite lots (`/api/favorites`).

use actix_web::{HttpResponse, delete, get, post, web};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots::{self, Kept};
use contract::dto::{FavouriteRequest, LotShort, Page, Paging};
use contract::error::ApiResult;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(list_favourites)
        .service(add_favourite)
        .service(remove_favourite);
}

/// The caller's favourites, latest first. Omits lots no longer visible to the caller.
#[utoipa::path(operation_id = "list_favourites", tag = "favourites", params(Paging), security(("token" = [])),
    responses((status = 200, body = Page<LotShort>), (status = 401, description = "Not signed in")))]
#[get("/api/favorites")]
pub async fn list_favourites(
    state: web::Data<AppState>,
    caller: Member,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    let page = lots::kept(&state.pool, Kept::Favourites, &caller, &paging).await?;
    Ok(Json(page))
}

/// Adds a lot to the caller's favourites. Idempotent.
#[utoipa::path(operation_id = "add_favourite", tag = "favourites", request_body = FavouriteRequest,
    security(("token" = [])),
    responses((status = 200, body = LotShort), (status = 401, description = "Not signed in"),
        (status = 404, description = "Unknown lot, or not visible to the caller")))]
#[post("/api/favorites")]
pub async fn add_favourite(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<FavouriteRequest>,
) -> ApiResult<Json<LotShort>> {
    let mut lot = lots::one(&state.pool, request.lot_id, Some(&caller)).await?;
    sqlx::query!(
        "insert into favourite (account_id, lot_id) values ($1, $2) on conflict do nothing",
        caller.id,
        request.lot_id
    )
    .execute(&state.pool)
    .await?;
    lot.is_favourite = true;
    Ok(Json(lot))
}

/// Removes a lot from the caller's favourites. Succeeds if it is not one.
#[utoipa::path(operation_id = "remove_favourite", tag = "favourites", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 401, description = "Not signed in")))]
#[delete("/api/favorites/lot/{id}")]
pub async fn remove_favourite(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    sqlx::query!(
        "delete from favourite where account_id = $1 and lot_id = $2",
        caller.id,
        *id
    )
    .execute(&state.pool)
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
