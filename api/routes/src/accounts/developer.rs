//! Developers read the journal. Admins appoint them, and give them leave to see what a house has not published.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{ContactRequest, LeaveRequest};
use contract::error::{ApiError, ApiResult};
use people::account::DEVELOPER;
use people::contact::Contact;
use people::eligibility;
use people::holder;
use people::journal::Action;
use time::Duration;

/// The longest leave, in days.
const LONGEST_LEAVE: i64 = 30;

/// Makes a person a developer. They can no longer bid: their open absentee orders are cancelled. For admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = ContactRequest,
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "No such account")))]
#[post("/api/accounts/dev")]
pub async fn register_developer(
    state: Data<AppState>,
    member: Member,
    body: Json<ContactRequest>,
) -> ApiResult<HttpResponse> {
    set(state, member, &body, true).await
}

/// Revokes a person's developer role. For admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = ContactRequest,
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "No such account")))]
#[post("/api/accounts/dev/unregister")]
pub async fn unregister_developer(
    state: Data<AppState>,
    member: Member,
    body: Json<ContactRequest>,
) -> ApiResult<HttpResponse> {
    set(state, member, &body, false).await
}

async fn set(
    state: Data<AppState>,
    member: Member,
    body: &ContactRequest,
    is_developer: bool,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    let mut tx = state.pool.begin().await?;
    let by = member.by(state.clock.now());
    let account_id = if is_developer {
        holder::entitled(&mut tx, &contact, &by).await?
    } else {
        holder::known(&mut tx, &contact).await?
    };
    let account_id = account_id
        .ok_or_else(|| ApiError::not_found_because("Пользователь с таким контактом не найден"))?;
    let changed = sqlx::query!(
        "update account set roles = case when $2 then roles | $3 else roles & ~$3 end
         where id = $1 and (roles & $3 <> 0) <> $2",
        account_id,
        is_developer,
        DEVELOPER
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if changed > 0 {
        let before = json!({"isDeveloper": !is_developer});
        let after = json!({"isDeveloper": is_developer});
        by.record_change(&mut tx, Action::RolesChanged, account_id, &before, &after)
            .await?;
    }
    if !is_developer {
        sqlx::query!(
            "delete from developer_leave where account_id = $1",
            account_id
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    state.access.account_changed(account_id);
    if is_developer {
        eligibility::lost_everywhere(&state.bidders, account_id).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Lets a developer see a house's drafts, hidden and stored lots in the journal for some days, or no longer. For admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = LeaveRequest,
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No such developer, or no such house"), (status = 422, description = "Not 0 to 30 days")))]
#[post("/api/accounts/dev/leave")]
pub async fn give_leave(
    state: Data<AppState>,
    member: Member,
    body: Json<LeaveRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    if !(0..=LONGEST_LEAVE).contains(&body.days) {
        return Err(ApiError::invalid("days", "От 0 до 30 дней"));
    }
    crate::houses::house::require_house(&state, body.house_id).await?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let developer = holder::known(&mut tx, &contact).await?;
    let developer = sqlx::query_scalar!(
        "select id from account where id = $1 and roles & $2 <> 0",
        developer,
        DEVELOPER
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::not_found_because("Такого разработчика нет"))?;
    let until = by.at + Duration::days(body.days);
    let what = json!({"houseId": body.house_id, "days": body.days});
    if body.days == 0 {
        let ended = sqlx::query!(
            "delete from developer_leave where account_id = $1 and house_id = $2",
            developer,
            body.house_id
        )
        .execute(&mut *tx)
        .await?;
        if ended.rows_affected() > 0 {
            by.record_deletion(&mut tx, Action::LeaveEnded, developer, &what)
                .await?;
        }
    } else {
        sqlx::query!(
            "insert into developer_leave (account_id, house_id, granted, until) values ($1, $2, $3, $4)
             on conflict (account_id, house_id) do update set granted = $3, until = $4",
            developer,
            body.house_id,
            by.at,
            until
        )
        .execute(&mut *tx)
        .await?;
        by.record_creation(&mut tx, Action::LeaveGranted, developer, &what)
            .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
