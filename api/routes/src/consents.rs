//! `/api/consents`: consents of accounts and visitors.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::{self, Caller};
use application::json::Json;
use application::state::AppState;
use contract::dto::{Consent, ConsentRequest};
use contract::error::{ApiError, ApiResult};
use people::consents::{self, Giver};

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(give_consent).service(my_consents);
}

/// The caller's account, or the browser named in the request's `X-Visitor`. `None` without either.
fn giver(caller: &Caller, request: &HttpRequest) -> Option<Giver> {
    let giver = Giver {
        account_id: caller.id(),
        browser: caller::browser(request).map(str::to_owned),
    };
    (giver.account_id.is_some() || giver.browser.is_some()).then_some(giver)
}

/// Gives or withdraws a consent, for the caller's account or, for a visitor, the browser.
///
/// Stores each with its time, address and the version of the text. Repeating the current choice changes nothing.
#[utoipa::path(tag = "consents", request_body = ConsentRequest,
    params(("X-Visitor" = Option<String>, Header, 
        description = "A random key that the browser generated: 8 to 64 letters, digits, `-` or `_`; required of visitors")),
    responses((status = 204), (status = 429, description = "Too many requests")))]
#[post("/api/consents")]
pub async fn give_consent(
    state: Data<AppState>,
    caller: Caller,
    request: HttpRequest,
    body: Json<ConsentRequest>,
) -> ApiResult<HttpResponse> {
    let giver = giver(&caller, &request)
        .ok_or_else(|| ApiError::invalid("X-Visitor", "Нет ключа браузера"))?;
    let version = consents::version("version", &body.version)?;
    let address = caller.origin.address;
    state.limits.consent(address).await?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    if body.given {
        consents::give(&mut tx, &giver, body.kind, &version, address, now).await?;
    } else {
        consents::withdraw(&mut tx, &giver, body.kind, address, now).await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The consents of the caller's account or, for a visitor, of the browser, latest first.
#[utoipa::path(tag = "consents",
    params(("X-Visitor" = Option<String>, Header, 
        description = "A random key that the browser generated: 8 to 64 letters, digits, `-` or `_`; another value counts as none")),
    responses((status = 200, body = Vec<Consent>)))]
#[get("/api/consents/my")]
pub async fn my_consents(
    state: Data<AppState>,
    caller: Caller,
    request: HttpRequest,
) -> ApiResult<Json<Vec<Consent>>> {
    Ok(Json(match giver(&caller, &request) {
        Some(giver) => consents::all(&state.pool, &giver).await?,
        None => Vec::new(),
    }))
}
