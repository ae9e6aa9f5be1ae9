//! The caller changes their own number or e-mail. They prove the new one, and a present one too or wait.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::codes::Code;
use contract::dto::{
    AcceptChangeRequest, BegunChange, ChangePhoneRequest, EmailRequest, OldContactRequest,
    PhoneProof, User, WaitingChange,
};
use contract::error::{ApiError, ApiResult};
use people::contact::Contact;
use people::contact_change::{self, Waiting};
use people::eligibility;
use people::login::Logins;

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
    responses((status = 200, body = BegunChange), (status = 403, description = "Called with an access token, or `step_up_required`"),
        (status = 429, description = "Too many codes")))]
#[post("/api/accounts/change/phone")]
pub async fn change_phone(
    state: Data<AppState>,
    member: Member,
    body: Json<ChangePhoneRequest>,
) -> ApiResult<Json<BegunChange>> {
    member.require_step_up(&state).await?;
    let changes = changes(&state, &member);
    let begun = by_phone(&changes, &body.number, body.kind, &member).await?;
    Ok(Json(begun))
}

/// Begins a change of the caller's e-mail: sends a 6-digit code to the new address.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = EmailRequest,
    responses((status = 200, body = BegunChange), (status = 403, description = "Called with an access token, or `step_up_required`"),
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

/// Begins the proof of a present contact for a change of `phone` or `email`: sends a code to it, calls it, or waits for a
/// call from it.
///
/// That contact is the one replaced or, if the caller has proved none of this kind, their other one.
#[utoipa::path(tag = "account", params(("kind" = String, Path, pattern = "^(phone|email)$", description = "`phone` or `email`")),
    security(("token" = [])), request_body = OldContactRequest,
    responses((status = 200, body = BegunChange), (status = 403, description = "Called with an access token, or `step_up_required`"),
        (status = 404, description = "No such kind"), (status = 429, description = "Too many codes")))]
#[post("/api/accounts/change/{kind}/old")]
pub async fn prove_old_contact(
    state: Data<AppState>,
    member: Member,
    kind: Path<String>,
    body: Json<OldContactRequest>,
) -> ApiResult<Json<BegunChange>> {
    member.require_step_up(&state).await?;
    let mut conn = state.pool.acquire().await?;
    let old = contact_change::guard(&mut conn, member.id, is_email(&kind)?).await?;
    drop(conn);
    let changes = changes(&state, &member);
    Ok(Json(
        match (old.ok_or_else(ApiError::not_found)?, body.kind) {
            (Contact::Email(address), _) => BegunChange {
                session_key: changes.email(&address, &member.origin).await?,
                id: None,
                phone: None,
            },
            (Contact::Phone(number), proof) => by_phone(&changes, &number, proof, &member).await?,
        },
    ))
}

/// Finishes a change (`phone` or `email`): with the code, or, for a callback, once the call has come.
///
/// A change also needs a proof of a present contact (`oldSessionKey`): of the one replaced or, if the caller has proved none
/// of this kind, of their other one. Without it, the change waits for 72 hours, in which the caller's e-mail can stop it by
/// the link it is sent; a caller without a proved e-mail gets 409. The caller's logins stay valid. Notifies the old e-mail.
/// Absorbs an account that others created for this contact and nobody ever signed in to.
#[utoipa::path(tag = "account", params(("kind" = String, Path, pattern = "^(phone|email)$", description = "`phone` or `email`")),
    security(("token" = [])), request_body = AcceptChangeRequest,
    responses((status = 200, body = User, description = "The contact is changed"),
        (status = 202, body = WaitingChange, description = "The change waits, since no present contact is proved"),
        (status = 403, description = "Called with an access token, or `step_up_required`"),
        (status = 404, description = "Wrong code"),
        (status = 409, description = "Not verified yet (`contact_not_confirmed`), another account's (`contact_taken`), or \
            the change cannot wait (`old_contact_required`)"),
        (status = 422, description = "The code of the present contact is wrong (`oldCode`)")))]
#[post("/api/accounts/change/{kind}/accept")]
pub async fn accept_change(
    state: Data<AppState>,
    member: Member,
    kind: Path<String>,
    body: Json<AcceptChangeRequest>,
) -> ApiResult<HttpResponse> {
    member.require_step_up(&state).await?;
    let is_email = is_email(&kind)?;
    let account_id = member.id;
    let work = state.clone();
    let waits = eligibility::to_its_end(async move {
        let state = work;
        let changes = changes(&state, &member);
        let proof = (&*body.session_key, body.code.as_deref());
        verify(&changes, is_email, proof, &member).await?;
        let mut tx = state.pool.begin().await?;
        let guard = contact_change::guard(&mut tx, member.id, is_email).await?;
        drop(tx);
        if let (Some(key), Some(guard)) = (&body.old_session_key, &guard) {
            let proof = (&**key, body.old_code.as_deref());
            verify(&changes, guard.email().is_some(), proof, &member)
                .await
                .map_err(of_old_code)?;
        }
        let mut tx = state.pool.begin().await?;
        let contact = changes.use_up(&mut tx, &body.session_key).await?;
        if contact.email().is_some() != is_email {
            return Err(ApiError::not_found());
        }
        let by = member.by(changes.now);
        // Read again, in the transaction of the change: another request may have changed it.
        let guard = contact_change::guard(&mut tx, member.id, is_email).await?;
        let is_proved = match (guard, &body.old_session_key) {
            (Some(guard), _) if guard == contact => true,
            (Some(guard), Some(key)) if changes.use_up(&mut tx, key).await? == guard => true,
            (Some(_), Some(_)) => return Err(of_old_code(Code::WrongCode.into())),
            (Some(_), None) => false,
            (None, _) => true,
        };
        if !is_proved {
            let waiting = contact_change::wait(&mut tx, member.id, &contact, &by).await?;
            tx.commit().await?;
            return Ok(Some(to_dto(waiting)));
        }
        contact_change::apply(&state.bidders, tx, member.id, &contact, &by).await?;
        Ok(None)
    })
    .await?;
    if let Some(waits) = waits {
        return Ok(HttpResponse::Accepted().json(waits));
    }
    let account = state.access.account(account_id).await?;
    let account = account.ok_or_else(ApiError::not_authenticated)?;
    Ok(HttpResponse::Ok().json(account.to_dto()))
}

/// The caller's changes of contacts that wait.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = Vec<WaitingChange>),
    (status = 403, description = "Called with an access token")))]
#[get("/api/accounts/changes")]
pub async fn waiting_changes(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<Vec<WaitingChange>>> {
    member.require_login()?;
    let mut conn = state.pool.acquire().await?;
    let waiting = contact_change::waiting(&mut conn, member.id).await?;
    Ok(Json(waiting.into_iter().map(to_dto).collect()))
}

/// Withdraws a change that waits (`phone` or `email`).
#[utoipa::path(tag = "account", params(("kind" = String, Path, pattern = "^(phone|email)$", description = "`phone` or `email`")),
    security(("token" = [])), responses((status = 204), (status = 403, description = "Called with an access token"),
        (status = 404, description = "No such change waits")))]
#[delete("/api/accounts/changes/{kind}")]
pub async fn withdraw_change(
    state: Data<AppState>,
    member: Member,
    kind: Path<String>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let was_there = contact_change::withdraw(&mut tx, member.id, is_email(&kind)?, &by).await?;
    tx.commit().await?;
    match was_there {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(ApiError::not_found()),
    }
}

/// A wrong code of the present contact is an error of its field, which tells it from a wrong code of the new one.
fn of_old_code(error: ApiError) -> ApiError {
    match error.code() {
        Code::WrongCode => ApiError::invalid("oldCode", Code::WrongCode.text()),
        _ => error,
    }
}

fn is_email(kind: &str) -> ApiResult<bool> {
    match kind {
        "email" => Ok(true),
        "phone" => Ok(false),
        _ => Err(ApiError::not_found()),
    }
}

fn to_dto(waiting: Waiting) -> WaitingChange {
    let kind = match waiting.contact {
        Contact::Phone(_) => "phone",
        Contact::Email(_) => "email",
    };
    WaitingChange {
        kind: kind.to_owned(),
        contact: waiting.contact.text().to_owned(),
        old: waiting.old,
        due: waiting.due.into(),
    }
}

async fn by_phone(
    changes: &Logins<'_>,
    number: &str,
    proof: PhoneProof,
    member: &Member,
) -> ApiResult<BegunChange> {
    Ok(match proof {
        PhoneProof::Call => BegunChange {
            session_key: changes.call(number, &member.origin).await?,
            id: None,
            phone: None,
        },
        PhoneProof::Callback => {
            let begun = changes.callback(number, None, &member.origin).await?;
            BegunChange {
                session_key: begun.session_key,
                id: Some(begun.reference),
                phone: Some(begun.phone),
            }
        }
    })
}

/// Checks the code of an attempt. A callback has none.
async fn verify(
    changes: &Logins<'_>,
    is_email: bool,
    (session_key, code): (&str, Option<&str>),
    member: &Member,
) -> ApiResult<()> {
    let code = code.map(str::trim).filter(|code| !code.is_empty());
    match code {
        Some(code) if is_email => {
            let origin = &member.origin;
            changes.verify_letter(session_key, code, origin).await
        }
        Some(code) => changes.verify_call(session_key, code, &member.origin).await,
        None => Ok(()),
    }
}
