//! The caller's logins, and the access tokens issued for their account.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get};
use serde_json::json;

use application::caller::Member;
use application::state::AppState;
use contract::dto::SessionInfo;
use contract::error::{ApiError, ApiResult};
use people::access;
use people::journal::Action;

/// Ends one of the caller's logins. Returns false if it is unknown or no longer valid.
pub async fn end_session(state: &AppState, member: &Member, session_id: i64) -> ApiResult<bool> {
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let ended = sqlx::query!(
        "update session set ended = $3 where id = $1 and account_id = $2 and ended is null",
        session_id,
        member.id,
        by.at
    )
    .execute(&mut *tx)
    .await?
    .rows_affected()
        > 0;
    if ended {
        let before = json!({"sessionId": session_id});
        by.record_deletion(&mut tx, Action::SessionEnded, member.id, &before)
            .await?;
    }
    tx.commit().await?;
    state.access.session_ended(session_id);
    Ok(ended)
}

/// The caller's open logins, most recently used first. Not available to access tokens.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = Vec<SessionInfo>),
    (status = 403, description = "Called with an access token")))]
#[get("/api/accounts/sessions")]
pub async fn sessions(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<SessionInfo>>> {
    member.require_login()?;
    let now = state.clock.now();
    let rows = sqlx::query!(
        "select id, created, last_seen, address, user_agent, name from session
         where account_id = $1 and ended is null and expires > $2 and (name is not null or last_seen > $3)
         order by last_seen desc, id desc limit 200",
        member.id,
        now,
        now - access::IDLE
    )
    .fetch_all(&state.pool)
    .await?;
    let sessions = rows.into_iter().map(|row| SessionInfo {
        id: row.id,
        created: row.created.into(),
        // A token that was never used has an epoch `last_seen`; show its creation time instead.
        last_seen: row.last_seen.max(row.created).into(),
        address: row.address,
        user_agent: row.user_agent,
        name: row.name,
        is_current: row.id == member.session.id,
    });
    Ok(Json(sessions.collect()))
}

/// Ends all the caller's logins and access tokens, this login included, and closes their sockets. Devices that have
/// logged in before count as new again.
///
/// Not available to access tokens.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 204),
    (status = 403, description = "Called with an access token")))]
#[delete("/api/accounts/sessions")]
pub async fn delete_sessions(state: Data<AppState>, member: Member) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let ended = access::end_all(&mut tx, member.id, by.at).await?;
    by.record_deletion(
        &mut tx,
        Action::SessionEnded,
        member.id,
        &json!({"sessionIds": ended}),
    )
    .await?;
    tx.commit().await?;
    for session in ended {
        state.access.session_ended(session);
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Ends one of the caller's logins and closes its sockets.
///
/// Not available to access tokens, which end themselves with `/api/signout`.
#[utoipa::path(tag = "account", params(("id" = i64, Path)),
    security(("token" = [])), responses((status = 204), (status = 403, description = "Called with an access token")))]
#[delete("/api/accounts/sessions/{id}")]
pub async fn delete_session(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    if !end_session(&state, &member, *id).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}
