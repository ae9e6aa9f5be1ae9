//! Subscriptions to lots. Subscribers are notified before the lot begins, or when it opens unannounced, and before it ends.

use actix_web::{HttpResponse, delete, get, post, web};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots::{self, Kept};
use contract::dto::{LotShort, LotSubscriptionRequest, Page, Paging};
use contract::error::ApiResult;
use people::journal::Action;

/// The caller's subscribed lots, latest subscription first. Omits lots no longer visible to the caller.
#[utoipa::path(tag = "notifications", params(Paging), security(("token" = [])),
    responses((status = 200, body = Page<LotShort>), (status = 401, description = "Not signed in")))]
#[get("/api/notifications")]
pub async fn subscribed_lots(
    state: web::Data<AppState>,
    caller: Member,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    let page = lots::kept(&state.pool, Kept::Subscriptions, &caller, &paging).await?;
    Ok(Json(page))
}

/// Subscribes the caller to a lot. Idempotent.
#[utoipa::path(tag = "notifications", security(("token" = [])),
    responses((status = 200, body = LotShort), (status = 401, description = "Not signed in"),
        (status = 404, description = "Unknown lot, or not visible to the caller")))]
#[post("/api/notifications")]
pub async fn subscribe_to_lot(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<LotSubscriptionRequest>,
) -> ApiResult<Json<LotShort>> {
    let mut lot = lots::one(&state.pool, request.lot_id, Some(&caller)).await?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let made = sqlx::query!(
        "insert into lot_subscription (account_id, lot_id, created) values ($1, $2, $3) on conflict do nothing",
        caller.id,
        request.lot_id,
        now
    )
    .execute(&mut *tx)
    .await?;
    if made.rows_affected() > 0 {
        let by = caller.by(now);
        let after = json!({"lotId": lot.id});
        by.record_creation(&mut tx, Action::LotSubscribed, lot.id, &after)
            .await?;
    }
    tx.commit().await?;
    lot.is_subscribed = true;
    Ok(Json(lot))
}

/// Ends the caller's subscription to a lot. Succeeds without one too.
#[utoipa::path(tag = "notifications", params(("id" = i64, Path, description = "Lot id")),
    security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 401, description = "Not signed in")))]
#[delete("/api/notifications/lot/{id}")]
pub async fn unsubscribe_from_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    let mut tx = state.pool.begin().await?;
    let ended = sqlx::query!(
        "delete from lot_subscription where account_id = $1 and lot_id = $2",
        caller.id,
        *id
    )
    .execute(&mut *tx)
    .await?;
    if ended.rows_affected() > 0 {
        let by = caller.by(state.clock.now());
        let before = json!({"lotId": *id});
        by.record_deletion(&mut tx, Action::LotUnsubscribed, *id, &before)
            .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
