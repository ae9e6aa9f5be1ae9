//! Subscriptions to lots. Subscribers are notified before the lot begins and before it ends.

use actix_web::{HttpResponse, delete, get, post, web};
use serde_json::json;

use crate::caller::Member;
use crate::state::AppState;
use catalogue::listing::lots;
use contract::dto::{LotShort, LotSubscriptionRequest, Page, Paging};
use contract::error::ApiResult;
use people::journal::{self, Event, NOTHING};

/// The caller's subscribed lots, latest subscription first. Omits lots no longer visible to the caller.
#[utoipa::path(tag = "notifications", params(Paging), security(("token" = [])),
    responses((status = 200, body = Page<LotShort>), (status = 401, description = "Not signed in")))]
#[get("/api/notifications")]
pub async fn subscribed_lots(
    state: web::Data<AppState>,
    caller: Member,
    paging: web::Query<Paging>,
) -> ApiResult<web::Json<Page<LotShort>>> {
    let houses = catalogue::listing::viewer::sees_hidden_of(Some(&caller));
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lot_subscription s join lot_listing l on l.lot_id = s.lot_id
           where s.account_id = $1 and (not l.is_hidden or $2::bigint[] is null or l.house_id = any($2))"#,
        caller.id,
        houses.as_deref()
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let ids = sqlx::query_scalar!(
        "select s.lot_id from lot_subscription s join lot_listing l on l.lot_id = s.lot_id
         where s.account_id = $1 and (not l.is_hidden or $2::bigint[] is null or l.house_id = any($2))
         order by s.created desc, s.lot_id desc limit $3 offset $4",
        caller.id,
        houses.as_deref(),
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(web::Json(Page::new(
        lots::by_ids(&state.pool, &ids, Some(&caller)).await?,
        window,
    )))
}

/// Subscribes the caller to a lot. Idempotent.
#[utoipa::path(tag = "notifications", security(("token" = [])),
    responses((status = 200, body = LotShort), (status = 401, description = "Not signed in"),
        (status = 404, description = "Unknown lot, or not visible to the caller")))]
#[post("/api/notifications")]
pub async fn subscribe_to_lot(
    state: web::Data<AppState>,
    caller: Member,
    request: web::Json<LotSubscriptionRequest>,
) -> ApiResult<web::Json<LotShort>> {
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
        let (by, event) = (caller.by(now), Event::LotSubscribed);
        let after = json!({"lotId": lot.id});
        journal::record(&mut tx, &by, event, lot.id, NOTHING, Some(&after)).await?;
    }
    tx.commit().await?;
    lot.is_subscribed = true;
    Ok(web::Json(lot))
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
        let (event, before) = (Event::LotUnsubscribed, json!({"lotId": *id}));
        journal::record(&mut tx, &by, event, *id, Some(&before), NOTHING).await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
