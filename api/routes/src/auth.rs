//! `/api/auth`, `/api/signin`, `/api/signout`, `/api/whoami`: signing in and out.

use actix_web::cookie::{Cookie, SameSite, time::Duration};
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, post};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::{Member, RequestOrigin};
use application::cookies;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::dto::{
    Callback, CallbackRequest, CallbackStatus, EmailRequest, EmailVerifyRequest, NumberRequest,
    SessionKey, SignIn, SignInRequest, User, VerifyRequest,
};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::devices;
use people::eligibility;
use people::login::NewSession;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(call)
        .service(verify)
        .service(email)
        .service(email_verify)
        .service(email_signin)
        .service(callback)
        .service(callback_check)
        .service(signin)
        .service(signout)
        .service(whoami);
}

/// Answers with the token, and has the browser keep its mark.
async fn signed_in(state: &AppState, session: NewSession) -> ApiResult<HttpResponse> {
    // The contact may be newly proved, and may have left another account.
    state.access.account_changed(session.account_id);
    if let Some(former) = session.former {
        state.access.account_changed(former);
    }
    let account = state
        .access
        .account(session.account_id)
        .await?
        .ok_or_else(ApiError::not_authenticated)?;
    let marks = marks(state, session.marks);
    Ok(HttpResponse::Ok().cookie(marks).json(SignIn {
        token: session.token,
        user: account.to_dto(),
    }))
}

/// The cookie that keeps a browser's marks.
pub fn marks(state: &AppState, marks: String) -> Cookie<'static> {
    Cookie::build(cookies::full_name(state, cookies::DEVICE), marks)
        // Sockets are opened beside `/api`.
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(cookies::is_secure(state))
        .max_age(Duration::days(devices::LIFETIME.whole_days()))
        .finish()
}

/// Requests a call from a number whose last digits are the code.
#[utoipa::path(tag = "login", responses((status = 200, body = SessionKey),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/call")]
async fn call(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<NumberRequest>,
) -> ApiResult<Json<SessionKey>> {
    let session_key = state.logins().call(&body.number, &origin).await?;
    Ok(Json(SessionKey { session_key }))
}

/// Checks the code of a call or of an SMS. 404 if it is wrong.
#[utoipa::path(tag = "login", responses((status = 204),
        (status = 404, description = "`wrong_code`"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/verify")]
async fn verify(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<VerifyRequest>,
) -> ApiResult<HttpResponse> {
    state
        .logins()
        .verify_call(&body.session_key, &body.code, &origin)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Requests a code by e-mail.
#[utoipa::path(tag = "login", responses((status = 200, body = SessionKey),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/email")]
async fn email(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<EmailRequest>,
) -> ApiResult<Json<SessionKey>> {
    let session_key = state.logins().email(&body.email, &origin).await?;
    Ok(Json(SessionKey { session_key }))
}

/// Checks an e-mailed code. 404 if it is wrong.
#[utoipa::path(tag = "login", responses((status = 204),
        (status = 404, description = "`wrong_code`"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/email/verify")]
async fn email_verify(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<EmailVerifyRequest>,
) -> ApiResult<HttpResponse> {
    state
        .logins()
        .verify_email(&body.session_key, &body.email, &body.code, &origin)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Signs in with an e-mailed code, and the second factor if the account has one.
#[utoipa::path(tag = "login", responses((status = 200, body = SignIn),
    (status = 409, description = "The account has a second factor (`second_factor_required`)"),
        (status = 403, description = "`account_deleted`"),
        (status = 404, description = "`wrong_code` or `wrong_second_factor`"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/email/signin")]
async fn email_signin(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<EmailVerifyRequest>,
) -> ApiResult<HttpResponse> {
    let logins = state.logins();
    logins
        .verify_email(&body.session_key, &body.email, &body.code, &origin)
        .await?;
    let consent = body.personal_data_consent.as_deref();
    let second_factor = body.second_factor.as_deref();
    let session = logins
        .sign_in(&body.session_key, consent, second_factor, &origin)
        .await?;
    signed_in(&state, session).await
}

/// Begins a login that the user confirms by calling.
#[utoipa::path(tag = "login", responses((status = 200, body = Callback),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/callback")]
async fn callback(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<CallbackRequest>,
) -> ApiResult<Json<Callback>> {
    let mut faults = Faults::default();
    let replaces = faults.optional("replaces", body.replaces.as_deref(), bounds::SESSION_KEY);
    faults.into_result()?;
    let begun = state
        .logins()
        .callback(&body.number, replaces.as_deref(), &origin)
        .await?;
    Ok(Json(Callback {
        id: begun.reference,
        session_key: begun.session_key,
        phone: begun.phone,
    }))
}

/// Whether the user's call has come. Clients poll every 2 seconds.
#[utoipa::path(tag = "login", params(("id" = String, Path)), responses((status = 200, body = CallbackStatus),
        (status = 502, description = "`outgoing_call_failed`: no code could be sent"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/auth/callback/check/{id}")]
async fn callback_check(
    state: Data<AppState>,
    id: Path<String>,
) -> ApiResult<Json<CallbackStatus>> {
    // If the connection is lost, a code that is already stored still goes out.
    let status =
        eligibility::to_its_end(async move { state.logins().callback_state(&id).await }).await?;
    Ok(Json(CallbackStatus { status }))
}

/// Signs in with a confirmed attempt, and the second factor if the account has one.
#[utoipa::path(tag = "login", responses((status = 200, body = SignIn),
    (status = 409, description = "Not confirmed yet (`login_not_confirmed`), or the account has a second factor (`second_factor_required`)"),
        (status = 403, description = "`account_deleted`"),
        (status = 404, description = "`wrong_code` or `wrong_second_factor`"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/signin")]
async fn signin(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    body: Json<SignInRequest>,
) -> ApiResult<HttpResponse> {
    let consent = body.personal_data_consent.as_deref();
    let second_factor = body.second_factor.as_deref();
    let session = state
        .logins()
        .sign_in(&body.session_key, consent, second_factor, &origin)
        .await?;
    signed_in(&state, session).await
}

/// Ends the login that sent this request, and closes its sockets.
#[utoipa::path(tag = "login", security(("token" = [])), responses((status = 204)))]
#[post("/api/signout")]
async fn signout(state: Data<AppState>, member: Member) -> ApiResult<HttpResponse> {
    super::accounts::end_session(&state, &member, member.session.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The signed-in user.
#[utoipa::path(tag = "login", security(("token" = [])), responses((status = 200, body = User)))]
#[post("/api/whoami")]
async fn whoami(member: Member) -> Json<User> {
    Json(member.to_dto())
}
