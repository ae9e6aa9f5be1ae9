//! `/api/accounts`: logins of the caller, and whom a house does not trust.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::caller::Member;
use crate::dto::{SessionInfo, UntrustedRequest, UntrustedUser};
use crate::error::{ApiError, ApiResult};
use crate::login;
use crate::standing;
use crate::state::AppState;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(sessions)
        .service(delete_session)
        .service(untrusted)
        .service(add_untrusted)
        .service(remove_untrusted);
}

/// Ends a login of the account. False if there is none that holds.
pub async fn end_session(state: &AppState, account_id: i64, session_id: i64) -> ApiResult<bool> {
    let ended = sqlx::query!(
        "update session set ended = $3 where id = $1 and account_id = $2 and ended is null",
        session_id,
        account_id,
        state.clock.now()
    )
    .execute(&state.pool)
    .await?
    .rows_affected();
    state.access.session_ended(session_id);
    Ok(ended > 0)
}

/// The caller's open logins, the latest seen first.
#[utoipa::path(tag = "account", responses((status = 200, body = Vec<SessionInfo>)))]
#[get("/api/accounts/sessions")]
async fn sessions(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<SessionInfo>>> {
    let rows = sqlx::query!(
        "select id, created, last_seen, address, user_agent from session
         where account_id = $1 and ended is null and expires > $2 order by last_seen desc, id desc limit 200",
        member.id,
        state.clock.now()
    )
    .fetch_all(&state.pool)
    .await?;
    let sessions = rows.into_iter().map(|row| SessionInfo {
        id: row.id,
        created: row.created.into(),
        last_seen: row.last_seen.into(),
        address: row.address,
        user_agent: row.user_agent,
        is_current: row.id == member.session.id,
    });
    Ok(Json(sessions.collect()))
}

/// Ends one of the caller's logins, and closes its sockets.
#[utoipa::path(tag = "account", params(("id" = i64, Path)), responses((status = 204)))]
#[delete("/api/accounts/sessions/{id}")]
async fn delete_session(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    if !end_session(&state, member.id, *id).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct HouseQuery {
    house_id: i64,
}

/// Whom the house does not trust; for its managers, owners and admins.
#[utoipa::path(tag = "account", params(HouseQuery), responses((status = 200, body = Vec<UntrustedUser>)))]
#[get("/api/accounts/untrusted")]
async fn untrusted(
    state: Data<AppState>,
    member: Member,
    query: Query<HouseQuery>,
) -> ApiResult<Json<Vec<UntrustedUser>>> {
    require_manager(&member, query.house_id)?;
    let rows = sqlx::query!(
        "select a.id, a.display_name, a.phone, a.email, t.created from house_trust t join account a on a.id = t.account_id
         where t.house_id = $1 and not t.trusted order by t.created desc, a.id desc",
        query.house_id
    )
    .fetch_all(&state.pool)
    .await?;
    let users = rows.into_iter().map(|row| UntrustedUser {
        user_id: row.id,
        display_name: row.display_name,
        login: row.phone,
        e_mail: row.email,
        created: row.created.into(),
    });
    Ok(Json(users.collect()))
}

/// Puts a person on the house's untrusted list: he loses its trust and his open absentee orders there. Only people who
/// asked to register with the house are found: nobody learns here who else has an account.
#[utoipa::path(tag = "account", responses((status = 200, body = UntrustedUser)))]
#[post("/api/accounts/untrusted")]
async fn add_untrusted(
    state: Data<AppState>,
    member: Member,
    body: Json<UntrustedRequest>,
) -> ApiResult<Json<UntrustedUser>> {
    require_manager(&member, body.house_id)?;
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (phone, email) = match (filled(&body.email), filled(&body.login)) {
        (Some(email), _) => (None, Some(login::email(&email)?)),
        (None, Some(login)) if login.contains('@') => (None, Some(login::email(&login)?)),
        (None, Some(login)) => (Some(login::phone(&login)?), None),
        (None, None) => return Err(ApiError::invalid("email", "Укажите e-mail или телефон")),
    };
    let account = sqlx::query!(
        "select id, display_name, phone, email from account
         where (phone = $1 or email = $2) and deleted is null
             and exists (select from house_order where house_id = $3 and account_id = account.id)",
        phone,
        email,
        body.house_id
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or_else(|| {
        ApiError::not_found_because("Среди зарегистрированных в доме такого пользователя нет")
    })?;
    let now = state.clock.now();
    let (house_id, by) = (body.house_id, member.id);
    let (user_id, lists) = (account.id, state.clone());
    standing::to_its_end(async move {
        put_on_untrusted_list(&lists, house_id, user_id, by, now).await?;
        standing::lost(&lists, house_id, user_id).await
    })
    .await?;
    Ok(Json(UntrustedUser {
        user_id: account.id,
        display_name: account.display_name,
        login: account.phone,
        e_mail: account.email,
        created: now.into(),
    }))
}

async fn put_on_untrusted_list(
    state: &AppState,
    house_id: i64,
    user_id: i64,
    by: i64,
    now: OffsetDateTime,
) -> ApiResult<()> {
    sqlx::query!(
        "insert into house_trust (house_id, account_id, trusted, created, created_by) values ($1, $2, false, $3, $4)
         on conflict (house_id, account_id) do update set trusted = false, created = $3, created_by = $4
         where house_trust.trusted",
        house_id,
        user_id,
        now,
        by
    )
    .execute(&state.pool)
    .await?;
    Ok(())
}

/// Takes a person off the house's untrusted list. He is not trusted by that.
#[utoipa::path(tag = "account", params(("houseId" = i64, Path), ("userId" = i64, Path)), responses((status = 204)))]
#[delete("/api/accounts/untrusted/{houseId}/{userId}")]
async fn remove_untrusted(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, i64)>,
) -> ApiResult<HttpResponse> {
    let (house_id, user_id) = path.into_inner();
    require_manager(&member, house_id)?;
    let removed = sqlx::query!(
        "delete from house_trust where house_id = $1 and account_id = $2 and not trusted",
        house_id,
        user_id
    )
    .execute(&state.pool)
    .await?
    .rows_affected();
    if removed == 0 {
        return Err(ApiError::not_found());
    }
    state.access.account_changed(user_id);
    Ok(HttpResponse::NoContent().finish())
}

fn require_manager(member: &Member, house_id: i64) -> ApiResult<()> {
    if member.manages(house_id) {
        Ok(())
    } else {
        Err(ApiError::forbidden())
    }
}
