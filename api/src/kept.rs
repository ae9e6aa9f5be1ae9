//! The requests whose answers visitors share: some calls, and the first HTML of public pages. A call with a token gets an answer
//! of its own each time.

use std::sync::LazyLock;

use actix_web::body::{self, BoxBody, MessageBody};
use actix_web::dev::{ResourceDef, ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, ACCEPT_ENCODING, CACHE_CONTROL, ETAG, EntityTag, HeaderValue, IfNoneMatch, SET_COOKIE,
    VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, web};
use application::caller;
use application::kept::{Age, Answer, Found};
use application::state::AppState;
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

use crate::{client, pages};

/// The calls, as the API description spells them. None of them counts anything, is limited by address, reads a cookie
/// or tells the time.
pub const KEPT: [&str; 22] = [
    "/api/banner/visible",
    "/api/catalog",
    "/api/catalog/house/{id}",
    "/api/catalog/{id}/lastlotid",
    "/api/catalog/{id}/lot-numbers",
    "/api/catalog/{id}/lots",
    "/api/classificator",
    "/api/config",
    "/api/faq",
    "/api/glossary",
    "/api/house",
    "/api/house/{id}",
    "/api/house/{id}/gallery",
    "/api/house/{id}/lots",
    "/api/house/{id}/postauction",
    "/api/lots/{id}/by-author",
    "/api/lots/{id}/same-house",
    "/api/lots/{id}/similar",
    "/api/lots/{id}/similar-sold",
    "/api/news/article/{id}",
    "/api/partners",
    "/api/trade/bet/lot/{id}/history",
];

static CALLS: LazyLock<ResourceDef> =
    LazyLock::new(|| ResourceDef::new(KEPT.map(|path| path.replace("{id}", r"{id:\d+}")).to_vec()));

/// What tells this request from others, and how old its answer may be; None if the answer cannot be shared.
fn shared(state: &AppState, request: &ServiceRequest) -> Option<(String, Age)> {
    if request.method() != Method::GET {
        return None;
    }
    let path = request.uri().path();
    let (age, variant) = if CALLS.is_match(path) {
        if caller::token(request.headers()).is_some() {
            return None;
        }
        (Age::UpToDate, "")
    } else if state.config.client_dir.is_some() && client::is_public_page(path) {
        (Age::Recent, pages::variant(state, request.request()))
    } else {
        return None;
    };
    let encodings = request.headers().get_all(ACCEPT_ENCODING);
    let encodings: Vec<_> = encodings.map(HeaderValue::as_bytes).collect();
    let encodings = String::from_utf8_lossy(&encodings.join(&b","[..])).into_owned();
    Some((format!("{} {variant} {encodings}", request.uri()), age))
}

/// Middleware outside of compression: answers from what is kept, and keeps what is made.
pub async fn answer<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let made = async |request| Ok(next.call(request).await?.map_into_boxed_body());
    let state = request
        .app_data::<web::Data<AppState>>()
        .expect("every app has its state")
        .clone();
    let Some((key, age)) = shared(&state, &request) else {
        return made(request).await;
    };
    let place = match state.kept.find(&key, age).await {
        Found::Answer(answer) => return Ok(sent(request, &answer)),
        Found::Missing(place) => place,
        Found::Unkept => return made(request).await,
    };
    let response = made(request).await?;
    let may_be_kept = response.status() == StatusCode::OK
        && response.response().error().is_none()
        && !response.headers().contains_key(SET_COOKIE);
    if !may_be_kept {
        place.leave();
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (response, body) = response.into_parts();
    let body = body::to_bytes(body).await?;
    let mut headers = response.headers().clone();
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding, x-token"));
    }
    // A page is never the same for long, and browsers would put the headers of a 304, which are not a page's, on the one they have.
    if age == Age::UpToDate {
        headers.insert(ETAG, tag_of(&body));
    }
    let answer = place.fill(headers, &body);
    let request = ServiceRequest::from_request(request);
    Ok(sent(request, &answer))
}

/// The name of an answer's bytes, compressed as they are.
fn tag_of(body: &[u8]) -> HeaderValue {
    let hash = BASE64URL_NOPAD.encode(&Sha256::digest(body)[..16]);
    HeaderValue::from_str(&format!("\"{hash}\"")).expect("base64 is ASCII")
}

/// Answers with what is kept; with its tag alone if the browser has it.
fn sent(request: ServiceRequest, answer: &Answer) -> ServiceResponse<BoxBody> {
    let ours = answer.headers.get(ETAG);
    let ours = ours.and_then(|tag| tag.to_str().ok()?.parse::<EntityTag>().ok());
    let is_known = match (ours, request.get_header::<IfNoneMatch>()) {
        (Some(_), Some(IfNoneMatch::Any)) => true,
        (Some(ours), Some(IfNoneMatch::Items(tags))) => tags.iter().any(|tag| tag.weak_eq(&ours)),
        _ => false,
    };
    let mut response = if is_known {
        HttpResponse::NotModified().finish()
    } else {
        HttpResponse::Ok().body(answer.body.clone())
    };
    for (name, value) in &answer.headers {
        let describes_the_body = [header::CONTENT_TYPE, header::CONTENT_ENCODING].contains(name);
        if !(is_known && describes_the_body) {
            response.headers_mut().append(name.clone(), value.clone());
        }
    }
    request.into_response(response)
}
