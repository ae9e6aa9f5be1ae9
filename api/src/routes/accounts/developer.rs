//! Developers read the journal. Admins appoint them.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, post};
use serde_json::json;

use crate::caller::Member;
use crate::state::AppState;
use contract::dto::ContactRequest;
use contract::error::{ApiError, ApiResult};
use people::access::DEVELOPER;
use people::contact::Contact;
use people::holder;
use people::journal::Action;

/// Makes a person a developer. For admins.
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
    tx.commit().await?;
    state.access.account_changed(account_id);
    Ok(HttpResponse::NoContent().finish())
}
