//! The catalogs a person wants to hear of.

use actix_web::{HttpResponse, delete, get, post, web};

use crate::caller::Member;
use crate::dto::{CatalogShort, CatalogSubscriptionRequest};
use crate::error::ApiResult;
use crate::listing::catalogs;
use crate::state::AppState;

/// The catalogs the caller has subscribed to, the latest subscription first; without those that exist for him no longer.
#[utoipa::path(operation_id = "list_catalog_subscriptions", tag = "catalogs", security(("token" = [])),
    responses((status = 200, body = Vec<CatalogShort>), (status = 401, description = "Not logged in")))]
#[get("/api/catalog/notifications")]
pub async fn list_catalog_subscriptions(
    state: web::Data<AppState>,
    caller: Member,
) -> ApiResult<web::Json<Vec<CatalogShort>>> {
    let ids = sqlx::query_scalar!(
        "select catalog_id from catalog_subscription where account_id = $1
         order by created desc, catalog_id desc limit $2",
        caller.id,
        MOST
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(web::Json(
        catalogs::by_ids(&state.pool, &ids, Some(&caller)).await?,
    ))
}

/// More than anybody follows; a list without an end would be a burden to whoever has made one.
const MOST: i64 = 500;

/// Subscribes the caller to a catalog; doing so twice changes nothing.
#[utoipa::path(operation_id = "subscribe_to_catalog", tag = "catalogs", request_body = CatalogSubscriptionRequest,
    security(("token" = [])),
    responses((status = 200, body = CatalogShort), (status = 401, description = "Not logged in"),
        (status = 404, description = "Unknown, or not for the caller")))]
#[post("/api/catalog/notifications")]
pub async fn subscribe_to_catalog(
    state: web::Data<AppState>,
    caller: Member,
    request: web::Json<CatalogSubscriptionRequest>,
) -> ApiResult<web::Json<CatalogShort>> {
    let catalog = catalogs::one(&state.pool, request.catalog_id, Some(&caller)).await?;
    sqlx::query!(
        "insert into catalog_subscription (account_id, catalog_id, created) values ($1, $2, $3) on conflict do nothing",
        caller.id,
        catalog.id,
        state.clock.now()
    )
    .execute(&state.pool)
    .await?;
    Ok(web::Json(catalog))
}

/// Ends the caller's subscription to a catalog; one that is none is fine too.
#[utoipa::path(operation_id = "unsubscribe_from_catalog", tag = "catalogs", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 401, description = "Not logged in")))]
#[delete("/api/catalog/notifications/catalog/{id}")]
pub async fn unsubscribe_from_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    sqlx::query!(
        "delete from catalog_subscription where account_id = $1 and catalog_id = $2",
        caller.id,
        *id
    )
    .execute(&state.pool)
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
