//! Subscriptions to catalogs.

use actix_web::{HttpResponse, delete, get, post, web};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{CatalogShort, CatalogSubscriptionRequest};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;

/// The caller's subscribed catalogs, latest subscription first. Omits those no longer visible to the caller.
#[utoipa::path(operation_id = "list_catalog_subscriptions", tag = "catalogs", security(("token" = [])),
    responses((status = 200, body = Vec<CatalogShort>), (status = 401, description = "Not signed in")))]
#[get("/api/catalog/notifications")]
pub async fn list_catalog_subscriptions(
    state: web::Data<AppState>,
    caller: Member,
) -> ApiResult<Json<Vec<CatalogShort>>> {
    let ids = sqlx::query_scalar!(
        "select catalog_id from catalog_subscription where account_id = $1
         order by created desc, catalog_id desc limit $2",
        caller.id,
        MOST
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(
        catalogs::by_ids(&state.pool, &ids, Some(&caller)).await?,
    ))
}

/// The most subscriptions per person; it bounds the answer, which is not paged.
const MOST: i64 = 500;

/// Subscribes the caller to a catalog. Idempotent. 409 beyond 500 subscriptions.
#[utoipa::path(operation_id = "subscribe_to_catalog", tag = "catalogs", request_body = CatalogSubscriptionRequest,
    security(("token" = [])),
    responses((status = 200, body = CatalogShort), (status = 401, description = "Not signed in"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Too many subscriptions")))]
#[post("/api/catalog/notifications")]
pub async fn subscribe_to_catalog(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<CatalogSubscriptionRequest>,
) -> ApiResult<Json<CatalogShort>> {
    let catalog = catalogs::one(&state.pool, request.catalog_id, Some(&caller)).await?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let made = sqlx::query!(
        "insert into catalog_subscription (account_id, catalog_id, created) values ($1, $2, $3) on conflict do nothing",
        caller.id,
        catalog.id,
        now
    )
    .execute(&mut *tx)
    .await?;
    if made.rows_affected() > 0 {
        let many = sqlx::query_scalar!(
            r#"select count(*) as "many!" from catalog_subscription where account_id = $1"#,
            caller.id
        )
        .fetch_one(&mut *tx)
        .await?;
        if many > MOST {
            return Err(ApiError::conflict(
                "Можно подписаться не более чем на 500 аукционов",
            ));
        }
        let by = caller.by(now);
        let after = json!({"catalogId": catalog.id});
        by.record_creation(&mut tx, Action::CatalogSubscribed, catalog.id, &after)
            .await?;
    }
    tx.commit().await?;
    Ok(Json(catalog))
}

/// Ends the caller's subscription to a catalog. Succeeds without one too.
#[utoipa::path(operation_id = "unsubscribe_from_catalog", tag = "catalogs", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 401, description = "Not signed in")))]
#[delete("/api/catalog/notifications/catalog/{id}")]
pub async fn unsubscribe_from_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    let mut tx = state.pool.begin().await?;
    let ended = sqlx::query!(
        "delete from catalog_subscription where account_id = $1 and catalog_id = $2",
        caller.id,
        *id
    )
    .execute(&mut *tx)
    .await?;
    if ended.rows_affected() > 0 {
        let by = caller.by(state.clock.now());
        let before = json!({"catalogId": *id});
        by.record_deletion(&mut tx, Action::CatalogUnsubscribed, *id, &before)
            .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
