//! Notices to the browser of the caller's login (Web Push).

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, put};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::codes::Code;
use contract::dto::{PushState, PushSubscriptionRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::Action;
use people::lock;
use push::Subscription;

/// The most browsers per person.
const MOST: i64 = 20;

/// Whether the browser of this login gets notices, and the key with which it subscribes. Not available to access tokens.
#[utoipa::path(tag = "notifications", security(("token" = [])), responses((status = 200, body = PushState),
    (status = 403, description = "Called with an access token")))]
#[get("/api/notifications/push")]
pub async fn push_state(state: Data<AppState>, member: Member) -> ApiResult<Json<PushState>> {
    member.require_login()?;
    let public_key = state.config.push.as_ref().map(|push| push.key.public());
    let is_on = sqlx::query_scalar!(
        r#"select exists (select from push_subscription where session_id = $1 and vapid_key = $2) as "is_on!""#,
        member.session.id,
        public_key
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(Json(PushState { public_key, is_on }))
}

/// Switches notices on in the browser of this login, until the login ends. Replaces an earlier subscription.
///
/// Notices are about what is urgent: the caller was outbid, or a sale or lot that they wait for is about to begin or end.
/// Not available to access tokens.
#[utoipa::path(tag = "notifications", security(("token" = [])), responses((status = 204),
    (status = 403, description = "Called with an access token"),
    (status = 404, description = "The site sends no notices to browsers"),
    (status = 409, description = "Switched on in too many browsers"), (status = 422, description = "Not a subscription")))]
#[put("/api/notifications/push")]
pub async fn switch_push_on(
    state: Data<AppState>,
    member: Member,
    request: Json<PushSubscriptionRequest>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let Some(identity) = &state.config.push else {
        return Err(ApiError::not_found_because(
            "Этот сайт не присылает уведомлений в браузер",
        ));
    };
    let mut faults = Faults::default();
    let endpoint = faults.required("endpoint", &request.endpoint, bounds::PUSH_ENDPOINT);
    let p256dh = faults.required("p256dh", &request.p256dh, bounds::PUSH_KEY);
    let auth = faults.required("auth", &request.auth, bounds::PUSH_KEY);
    faults.into_result()?;
    let subscription = Subscription::read(&endpoint, &p256dh, &auth)
        .map_err(|bad| ApiError::invalid(bad.field, bad.text))?;

    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    // Serializes one person's browsers: the count below would miss a concurrent insert.
    lock::account(&mut tx, member.id).await?;
    // A login that is ending waits for this, and takes the subscription along.
    sqlx::query!(
        "select id from session where id = $1 and ended is null for share",
        member.session.id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or(Code::NotAuthenticated)?;
    // The same browser may be switching on for another login.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        subscription.endpoint.as_str()
    )
    .execute(&mut *tx)
    .await?;
    let others = sqlx::query_scalar!(
        r#"select count(*) as "count!" from push_subscription p join session s on s.id = p.session_id
         where s.account_id = $1 and p.session_id <> $2"#,
        member.id,
        member.session.id
    )
    .fetch_one(&mut *tx)
    .await?;
    if others >= MOST {
        return Err(ApiError::conflict(
            "Уведомления включены в слишком многих браузерах. Завершите лишние сеансы в профиле",
        ));
    }
    // An earlier login in the same browser may still hold this endpoint.
    sqlx::query!(
        "delete from push_subscription where endpoint = $1 and session_id <> $2",
        subscription.endpoint.as_str(),
        member.session.id
    )
    .execute(&mut *tx)
    .await?;
    let is_new = sqlx::query_scalar!(
        r#"insert into push_subscription (session_id, endpoint, p256dh, auth, vapid_key, created)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh,
            auth = excluded.auth, vapid_key = excluded.vapid_key, failures = 0, failing_since = null,
            not_before = case when push_subscription.endpoint = excluded.endpoint then push_subscription.not_before
                else excluded.not_before end
         returning xmax = 0 as "is_new!""#,
        member.session.id,
        subscription.endpoint.as_str(),
        subscription.p256dh,
        subscription.auth,
        identity.key.public(),
        by.at
    )
    .fetch_one(&mut *tx)
    .await?;
    if is_new {
        let after = json!({"sessionId": member.session.id});
        by.record_creation(&mut tx, Action::PushSwitchedOn, member.id, &after)
            .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Switches notices off in the browser of this login. Not available to access tokens.
#[utoipa::path(tag = "notifications", security(("token" = [])), responses((status = 204),
    (status = 403, description = "Called with an access token")))]
#[delete("/api/notifications/push")]
pub async fn switch_push_off(state: Data<AppState>, member: Member) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let mut tx = state.pool.begin().await?;
    let switched = sqlx::query!(
        "delete from push_subscription where session_id = $1",
        member.session.id
    )
    .execute(&mut *tx)
    .await?
    .rows_affected()
        > 0;
    if switched {
        let by = member.by(state.clock.now());
        let before = json!({"sessionId": member.session.id});
        by.record_deletion(&mut tx, Action::PushSwitchedOff, member.id, &before)
            .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
