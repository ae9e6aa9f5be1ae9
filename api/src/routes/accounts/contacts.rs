//! The caller changes their own number or e-mail. They verify the new one first.

use actix_web::post;
use actix_web::web::{Data, Json, Path};
use serde_json::json;

use crate::caller::Member;
use crate::state::AppState;
use contract::dto::{
    AcceptChangeRequest, BegunChange, ChangePhoneRequest, EmailRequest, PhoneProof, User,
};
use contract::error::{ApiError, ApiResult};
use people::login::Logins;
use people::standing;
use people::{holder, letters, staff};

fn changes<'a>(state: &'a AppState, member: &Member) -> Logins<'a> {
    Logins {
        changing: Some(member.id),
        ..state.logins()
    }
}

/// Begins a change of the caller's number: calls the new number, or waits for a call from it.
///
/// Does not disclose whether another account has the number until the caller has verified it.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = ChangePhoneRequest,
    responses((status = 200, body = BegunChange), (status = 403, description = "Called with an access token"),
        (status = 429, description = "Too many codes")))]
#[post("/api/accounts/change/phone")]
pub async fn change_phone(
    state: Data<AppState>,
    member: Member,
    body: Json<ChangePhoneRequest>,
) -> ApiResult<Json<BegunChange>> {
    member.require_step_up(&state).await?;
    let changes = changes(&state, &member);
    Ok(Json(match body.kind {
        PhoneProof::Call => BegunChange {
            session_key: changes.call(&body.number, &member.origin).await?,
            id: None,
            phone: None,
        },
        PhoneProof::Callback => {
            let begun = changes.callback(&body.number, &member.origin).await?;
            BegunChange {
                session_key: begun.session_key,
                id: Some(begun.reference),
                phone: Some(begun.phone),
            }
        }
    }))
}

/// Begins a change of the caller's e-mail: sends a 6-digit code to the new address.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = EmailRequest,
    responses((status = 200, body = BegunChange), (status = 403, description = "Called with an access token"),
        (status = 429, description = "Too many codes")))]
#[post("/api/accounts/change/email")]
pub async fn change_email(
    state: Data<AppState>,
    member: Member,
    body: Json<EmailRequest>,
) -> ApiResult<Json<BegunChange>> {
    member.require_step_up(&state).await?;
    let session_key = changes(&state, &member)
        .email(&body.email, &member.origin)
        .await?;
    Ok(Json(BegunChange {
        session_key,
        id: None,
        phone: None,
    }))
}

/// Finishes a change (`phone` or `email`): with the code, or, for a callback, once the call has come.
///
/// The caller's other logins stay valid. Notifies the old e-mail. Absorbs an account that others created for this
/// contact and nobody ever signed in to.
#[utoipa::path(tag = "account", params(("kind" = String, Path, description = "`phone` or `email`")),
    security(("token" = [])), request_body = AcceptChangeRequest,
    responses((status = 200, body = User), (status = 403, description = "Called with an access token"),
        (status = 404, description = "Wrong code"),
        (status = 409, description = "Not verified yet (`contact_not_confirmed`), or another account's (`contact_taken`)")))]
#[post("/api/accounts/change/{kind}/accept")]
pub async fn accept_change(
    state: Data<AppState>,
    member: Member,
    kind: Path<String>,
    body: Json<AcceptChangeRequest>,
) -> ApiResult<Json<User>> {
    member.require_step_up(&state).await?;
    let is_email = match kind.as_str() {
        "email" => true,
        "phone" => false,
        _ => return Err(ApiError::not_found()),
    };
    let account_id = member.id;
    let work = state.clone();
    standing::to_its_end(async move {
        let state = work;
        let changes = changes(&state, &member);
        match body
            .code
            .as_deref()
            .map(str::trim)
            .filter(|code| !code.is_empty())
        {
            Some(code) if is_email => {
                changes
                    .verify_letter(&body.session_key, code, &member.origin)
                    .await?
            }
            Some(code) => {
                changes
                    .verify_call(&body.session_key, code, &member.origin)
                    .await?
            }
            None => {}
        }
        let mut tx = state.pool.begin().await?;
        let contact = changes.use_up(&mut tx, &body.session_key).await?;
        if contact.email().is_some() != is_email {
            return Err(ApiError::not_found());
        }
        let by = member.by(changes.now);
        let given = holder::give(&mut tx, member.id, &contact, &by).await?;
        let gained = match given.absorbed {
            Some(_) => staff::houses_of(&mut tx, member.id).await?,
            None => Vec::new(),
        };
        for house_id in &gained {
            staff::end_trust(&mut tx, *house_id, member.id).await?;
        }
        let (event, field) = holder::change_of(&contact);
        let before = json!({field: given.before});
        let after = json!({field: contact.text(), "isConfirmed": true, "absorbed": given.absorbed});
        by.record_change(&mut tx, event, member.id, &before, &after)
            .await?;
        letters::contact_changed(&mut tx, member.id, &contact, given.before.as_deref()).await?;
        tx.commit().await?;
        state.access.account_changed(member.id);
        for other in given.absorbed.into_iter().chain(given.former) {
            state.access.account_changed(other);
        }
        // The change is committed: a failure to notify one house's rooms neither undoes it nor stops the others from
        // being notified.
        for house_id in gained {
            if let Err(error) = standing::lost(&state.bidders, house_id, member.id).await {
                tracing::warn!(
                    ?error,
                    house_id,
                    account_id = member.id,
                    "absentee orders of a new staff member were not withdrawn"
                );
            }
        }
        Ok(())
    })
    .await?;
    let account = state.access.account(account_id).await?;
    let account = account.ok_or_else(ApiError::not_authenticated)?;
    Ok(Json(account.to_dto()))
}
