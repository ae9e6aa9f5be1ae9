//! Changing one's own number or e-mail: the new one is proved first.

use actix_web::post;
use actix_web::web::{Data, Json, Path};
use serde_json::json;

use crate::caller::Member;
use crate::state::AppState;
use contract::dto::{
    AcceptChangeRequest, BegunChange, ChangePhoneRequest, EmailRequest, PhoneProof, User,
};
use contract::error::{ApiError, ApiResult};
use people::journal;
use people::login::Logins;
use people::standing;
use people::{holder, letters, staff};

fn changes<'a>(state: &'a AppState, member: &Member) -> Logins<'a> {
    Logins {
        changing: Some(member.id),
        ..state.logins()
    }
}

/// Begins a change of the caller's number: rings the new one, or waits for a call from it. Whether somebody else has it
/// is not told before it is proved.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = ChangePhoneRequest,
    responses((status = 200, body = BegunChange), (status = 403, description = "Not with an access token"),
        (status = 429, description = "Too many codes")))]
#[post("/api/accounts/change/phone")]
pub async fn change_phone(
    state: Data<AppState>,
    member: Member,
    body: Json<ChangePhoneRequest>,
) -> ApiResult<Json<BegunChange>> {
    member.require_login()?;
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

/// Begins a change of the caller's e-mail: sends a code of 6 digits to the new one.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = EmailRequest,
    responses((status = 200, body = BegunChange), (status = 403, description = "Not with an access token"),
        (status = 429, description = "Too many codes")))]
#[post("/api/accounts/change/email")]
pub async fn change_email(
    state: Data<AppState>,
    member: Member,
    body: Json<EmailRequest>,
) -> ApiResult<Json<BegunChange>> {
    member.require_login()?;
    let session_key = changes(&state, &member)
        .email(&body.email, &member.origin)
        .await?;
    Ok(Json(BegunChange {
        session_key,
        id: None,
        phone: None,
    }))
}

/// Finishes a change (`phone` or `email`): with the code, or, of a callback, once the call has come. The caller's other
/// logins stay; his old e-mail is told. An account that others made for the contact, and that nobody came to, goes up in
/// his.
#[utoipa::path(tag = "account", params(("kind" = String, Path, description = "`phone` or `email`")),
    security(("token" = [])), request_body = AcceptChangeRequest,
    responses((status = 200, body = User), (status = 403, description = "Not with an access token"),
        (status = 404, description = "Wrong code"),
        (status = 409, description = "Not proved yet (`contact_not_confirmed`), or somebody else's (`contact_taken`)")))]
#[post("/api/accounts/change/{kind}/accept")]
pub async fn accept_change(
    state: Data<AppState>,
    member: Member,
    kind: Path<String>,
    body: Json<AcceptChangeRequest>,
) -> ApiResult<Json<User>> {
    member.require_login()?;
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
            Some(code) if is_email => changes.verify_letter(&body.session_key, code).await?,
            Some(code) => changes.verify_call(&body.session_key, code).await?,
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
        journal::record(
            &mut tx,
            &by,
            event,
            member.id,
            Some(&json!({field: given.before})),
            Some(&json!({field: contact.text(), "isConfirmed": true, "absorbed": given.absorbed})),
        )
        .await?;
        letters::contact_changed(&mut tx, member.id, &contact, given.before.as_deref()).await?;
        tx.commit().await?;
        state.access.account_changed(member.id);
        if let Some(absorbed) = given.absorbed {
            state.access.account_changed(absorbed);
        }
        // The change is done: a room that cannot be told now does not undo it, nor keep the others from being told.
        for house_id in gained {
            if let Err(error) = standing::lost(&state.bidders, house_id, member.id).await {
                tracing::warn!(
                    ?error,
                    house_id,
                    account_id = member.id,
                    "orders of new staff stand"
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
