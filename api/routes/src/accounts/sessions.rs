//! The caller's logins, and the access tokens issued for their account. Admins see and end those of others.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
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

/// The open logins and access tokens of an account, most recently used first.
async fn open_of(
    state: &AppState,
    account_id: i64,
    current: Option<i64>,
) -> ApiResult<Vec<SessionInfo>> {
    let now = state.clock.now();
    let rows = sqlx::query!(
        "select id, created, last_seen, address, user_agent, name from session
         where account_id = $1 and ended is null and expires > $2 and (name is not null or last_seen > $3)
         order by last_seen desc, id desc limit 200",
        account_id,
        now,
        now - access::IDLE
    )
    .fetch_all(&state.pool)
    .await?;
    let open = rows.into_iter().map(|row| SessionInfo {
        id: row.id,
        created: row.created.into(),
        // A token that was never used has an epoch `last_seen`; show its creation time instead.
        last_seen: row.last_seen.max(row.created).into(),
        address: row.address,
        user_agent: row.user_agent,
        name: row.name,
        is_current: Some(row.id) == current,
    });
    Ok(open.collect())
}

/// Ends every login and access token of an account and closes their sockets. 404 if it is unknown.
async fn end_all(state: &AppState, member: &Member, account_id: i64) -> ApiResult<()> {
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    sqlx::query_scalar!(
        "select id from account where id = $1 and deleted is null for no key update",
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let ended = access::end_all(&mut tx, account_id, by.at).await?;
    let before = json!({"sessionIds": ended});
    by.record_deletion(&mut tx, Action::SessionEnded, account_id, &before)
        .await?;
    tx.commit().await?;
    for session in ended {
        state.access.session_ended(session);
    }
    Ok(())
}

/// The caller's open logins, most recently used first. Not available to access tokens.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = Vec<SessionInfo>),
    (status = 403, description = "Called with an access token")))]
#[get("/api/accounts/sessions")]
pub async fn sessions(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<SessionInfo>>> {
    member.require_login()?;
    let open = open_of(&state, member.id, Some(member.session.id)).await?;
    Ok(Json(open))
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
    end_all(&state, &member, member.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The open logins and access tokens of an account, most recently used first. For admins.
#[utoipa::path(tag = "account", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Vec<SessionInfo>), (status = 403, description = "Not an admin")))]
#[get("/api/accounts/{id}/sessions")]
pub async fn sessions_of(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<Vec<SessionInfo>>> {
    member.require_admin()?;
    let current = Some(member.session.id);
    Ok(Json(open_of(&state, *id, current).await?))
}

/// Ends all logins and access tokens of an account, and closes their sockets. Devices that have logged in before count
/// as new again. For admins.
#[utoipa::path(tag = "account", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin, or `step_up_required`"),
        (status = 404, description = "No such account")))]
#[delete("/api/accounts/{id}/sessions")]
pub async fn delete_sessions_of(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    end_all(&state, &member, *id).await?;
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
