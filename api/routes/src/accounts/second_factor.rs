//! The caller's second factor: set up, proved again, turned off. Never available to access tokens.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, post};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::codes::Code;
use contract::dto::{BegunSecondFactor, RecoveryCodes, SecondFactorCode, SecondFactorState};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;
use people::{letters, second_factor, totp};

/// Whether the caller's second factor is on, and must be.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = SecondFactorState),
    (status = 403, description = "Called with an access token")))]
#[get("/api/accounts/second-factor")]
pub async fn second_factor_state(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<SecondFactorState>> {
    member.require_login()?;
    let mut conn = state.pool.acquire().await?;
    Ok(Json(SecondFactorState {
        is_on: second_factor::is_on(&mut conn, member.id).await?,
        is_obligatory: member.needs_second_factor(),
        recovery_codes_left: second_factor::codes_left(&mut conn, member.id).await?,
    }))
}

/// Begins to set up a second factor: makes a secret for the caller's authenticator. Nothing changes before its first code
/// is accepted.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = BegunSecondFactor),
    (status = 403, description = "Called with an access token"),
    (status = 409, description = "It is on already (`second_factor_is_on`)")))]
#[post("/api/accounts/second-factor")]
pub async fn begin_second_factor(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<BegunSecondFactor>> {
    member.require_login()?;
    let mut conn = state.pool.acquire().await?;
    let secret = second_factor::begin(&mut conn, member.id, state.clock.now()).await?;
    let contact = member.email.as_deref().or(member.phone.as_deref());
    let account = contact.unwrap_or(&member.display_name);
    Ok(Json(BegunSecondFactor {
        secret: totp::base32(&secret),
        uri: totp::uri(&secret, &state.config.brand_name, account),
    }))
}

/// Turns the second factor on with a code of the authenticator, and shows the recovery codes.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = SecondFactorCode,
    responses((status = 200, body = RecoveryCodes), (status = 403, description = "Called with an access token"),
        (status = 404, description = "Wrong code, or not begun"),
        (status = 409, description = "It is on already (`second_factor_is_on`)"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/accounts/second-factor/accept")]
pub async fn accept_second_factor(
    state: Data<AppState>,
    member: Member,
    body: Json<SecondFactorCode>,
) -> ApiResult<Json<RecoveryCodes>> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let recovery_codes =
        second_factor::accept(&mut tx, member.id, member.session.id, &body.code, &by).await?;
    letters::second_factor_changed(&mut tx, member.id, true).await?;
    tx.commit().await?;
    state.access.account_changed(member.id);
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Proves the second factor again. For 10 minutes, this login may then do what needs it.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = SecondFactorCode,
    responses((status = 204), (status = 403, description = "Called with an access token"),
        (status = 404, description = "Wrong code, or the second factor is off"),
        (status = 429, description = "Too many wrong codes")))]
#[post("/api/accounts/second-factor/prove")]
pub async fn prove_second_factor(
    state: Data<AppState>,
    member: Member,
    body: Json<SecondFactorCode>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let proved = second_factor::prove(&mut tx, member.id, &body.code, &by).await?;
    if proved.is_ok() {
        second_factor::step_up(&mut tx, member.session.id, by.at).await?;
        let session = json!({"sessionId": member.session.id});
        by.record_creation(&mut tx, Action::SteppedUp, member.id, &session)
            .await?;
    }
    // A wrong code counts too.
    tx.commit().await?;
    proved?;
    Ok(HttpResponse::NoContent().finish())
}

/// Replaces the recovery codes. Needs a fresh proof of the second factor.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = RecoveryCodes),
    (status = 403, description = "Called with an access token, or `step_up_required`"),
    (status = 404, description = "The second factor is off"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/accounts/second-factor/codes")]
pub async fn new_recovery_codes(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<RecoveryCodes>> {
    member.require_step_up(&state).await?;
    let mut tx = state.pool.begin().await?;
    if !second_factor::is_on(&mut tx, member.id).await? {
        return Err(ApiError::not_found());
    }
    let recovery_codes = second_factor::new_codes(&mut tx, member.id).await?;
    tx.commit().await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Turns the second factor off. Needs a fresh proof of it. Not for those whose rights require one.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 204),
    (status = 403, description = "Called with an access token, or `step_up_required`"),
    (status = 409, description = "The account's rights require it (`second_factor_is_obligatory`)"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[delete("/api/accounts/second-factor")]
pub async fn delete_second_factor(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<HttpResponse> {
    member.require_step_up(&state).await?;
    if member.needs_second_factor() {
        return Err(Code::SecondFactorIsObligatory.into());
    }
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    if second_factor::remove(&mut tx, member.id, &by).await? {
        letters::second_factor_changed(&mut tx, member.id, false).await?;
    }
    tx.commit().await?;
    state.access.account_changed(member.id);
    Ok(HttpResponse::NoContent().finish())
}
