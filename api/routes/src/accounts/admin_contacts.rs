//! Admins change another account's number or e-mail, effective at once.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{AdminChangeEmailRequest, AdminChangePhoneRequest};
use contract::error::ApiResult;
use people::access;
use people::contact::{self, Contact};
use people::eligibility;
use people::{holder, letters};

/// Sets an account's number as verified, and ends its logins and access tokens.
///
/// Notifies the account's e-mail. For admins.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = AdminChangePhoneRequest,
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "No such account"),
        (status = 409, description = "Another account has the number")))]
#[post("/api/admin/accounts/change/phone")]
pub async fn admin_change_phone(
    state: Data<AppState>,
    member: Member,
    body: Json<AdminChangePhoneRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let contact = Contact::Phone(contact::phone(&body.number)?);
    set(state, member, body.id, contact).await
}

/// Sets an account's e-mail as verified, and ends its logins and access tokens. Notifies the old e-mail. For admins.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = AdminChangeEmailRequest,
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "No such account"),
        (status = 409, description = "Another account has the e-mail")))]
#[post("/api/admin/accounts/change/email")]
pub async fn admin_change_email(
    state: Data<AppState>,
    member: Member,
    body: Json<AdminChangeEmailRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let contact = Contact::Email(contact::email(&body.email)?);
    set(state, member, body.id, contact).await
}

async fn set(
    state: Data<AppState>,
    member: Member,
    account_id: i64,
    contact: Contact,
) -> ApiResult<HttpResponse> {
    member.require_step_up(&state).await?;
    eligibility::to_its_end(async move {
        let by = member.by(state.clock.now());
        let mut tx = state.pool.begin().await?;
        let before = holder::set(&mut tx, account_id, &contact).await?;
        let sessions = access::end_all(&mut tx, account_id, by.at).await?;
        let (event, field) = holder::change_of(&contact);
        let after = json!({field: contact.text(), "isConfirmed": true});
        by.record_change(&mut tx, event, account_id, &json!({field: before}), &after)
            .await?;
        letters::contact_changed(&mut tx, account_id, &contact, before.as_deref()).await?;
        tx.commit().await?;
        for session in sessions {
            state.access.session_ended(session);
        }
        state.access.account_changed(account_id);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
