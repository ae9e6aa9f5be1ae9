//! Requests answered from the cache: some calls, and the first HTML of public pages. Calls with a token are never cached.

use std::sync::LazyLock;

use actix_web::body::{self, BoxBody, MessageBody};
use actix_web::dev::{ResourceDef, ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, ACCEPT_ENCODING, CACHE_CONTROL, ETAG, EntityTag, HeaderValue, IfNoneMatch, SET_COOKIE,
    VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, web};
use application::caller;
use application::response_cache::{self, CachedResponse};
use application::state::AppState;
use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};
use shared_reads::{Freshness, Lookup};

use crate::{client, pages};

/// The cached calls, as paths of the API description. They apply no limit per address, read no cookie and don't return the
/// time. They count nothing but views of a lot, which cache hits count as well.
pub const CACHED: [&str; 23] = [
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
    "/api/lots/{id}",
    "/api/lots/{id}/by-author",
    "/api/lots/{id}/same-house",
    "/api/lots/{id}/similar",
    "/api/lots/{id}/similar-sold",
    "/api/news/article/{id}",
    "/api/partners",
    "/api/trade/bet/lot/{id}/history",
];

static CALLS: LazyLock<ResourceDef> = LazyLock::new(|| {
    ResourceDef::new(
        CACHED
            .map(|path| path.replace("{id}", r"{id:\d+}"))
            .to_vec(),
    )
});

/// The request's cache key, and how fresh its response must be; None if it is not cached.
fn key(state: &AppState, request: &ServiceRequest) -> Option<(String, Freshness)> {
    if request.method() != Method::GET {
        return None;
    }
    let path = request.uri().path();
    let (freshness, variant) = if CALLS.is_match(path) {
        if caller::token(request.headers()).is_some() {
            return None;
        }
        (Freshness::Current, "")
    } else if state.config.client_dir.is_some() && client::is_public_page(path) {
        (Freshness::Recent, pages::variant(state, request.request()))
    } else {
        return None;
    };
    let encodings = request.headers().get_all(ACCEPT_ENCODING);
    let encodings: Vec<_> = encodings.map(HeaderValue::as_bytes).collect();
    let encodings = String::from_utf8_lossy(&encodings.join(&b","[..])).into_owned();
    Some((
        format!("{} {variant} {encodings}", request.uri()),
        freshness,
    ))
}

/// Middleware outside of compression: answers from the cache, and fills it.
pub async fn serve<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let handle = async |request| Ok(next.call(request).await?.map_into_boxed_body());
    let state = request
        .app_data::<web::Data<AppState>>()
        .expect("every app has its state")
        .clone();
    let Some((key, freshness)) = key(&state, &request) else {
        return handle(request).await;
    };
    let slot = match state.responses.lookup(&key, freshness).await {
        Lookup::Hit(response) => {
            count_view(&state, request.request());
            return Ok(sent(request, &response));
        }
        Lookup::Miss(slot) => slot,
        Lookup::Bypass => return handle(request).await,
    };
    let response = handle(request).await?;
    let is_cacheable = response.status() == StatusCode::OK
        && response.response().error().is_none()
        && !response.headers().contains_key(SET_COOKIE);
    if !is_cacheable {
        slot.bypass();
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
    // Not for pages: they change each second, and browsers would replace a page's headers with those of a 304.
    if freshness == Freshness::Current {
        headers.insert(ETAG, tag_of(&body));
    }
    let response = response_cache::fill(slot, headers, &body);
    let request = ServiceRequest::from_request(request);
    Ok(sent(request, &response))
}

/// Counts a view if the call reads a lot.
fn count_view(state: &AppState, request: &HttpRequest) {
    let lot = request.path().strip_prefix("/api/lots/");
    let lot = lot.and_then(|id| id.parse().ok());
    if let Some(lot) = lot
        && let Some(viewer) = caller::visitor(request)
    {
        state.lot_views.note(lot, &viewer, state.clock.now());
    }
}

/// The tag of a body as it is sent, compressed or not.
fn tag_of(body: &[u8]) -> HeaderValue {
    let hash = BASE64URL_NOPAD.encode(&Sha256::digest(body)[..16]);
    HeaderValue::from_str(&format!("\"{hash}\"")).expect("base64 is ASCII")
}

/// The cached response; 304 if the browser has it.
fn sent(request: ServiceRequest, cached: &CachedResponse) -> ServiceResponse<BoxBody> {
    let ours = cached.headers.get(ETAG);
    let ours = ours.and_then(|tag| tag.to_str().ok()?.parse::<EntityTag>().ok());
    let is_known = match (ours, request.get_header::<IfNoneMatch>()) {
        (Some(_), Some(IfNoneMatch::Any)) => true,
        (Some(ours), Some(IfNoneMatch::Items(tags))) => tags.iter().any(|tag| tag.weak_eq(&ours)),
        _ => false,
    };
    let mut response = if is_known {
        HttpResponse::NotModified().finish()
    } else {
        HttpResponse::Ok().body(cached.body.clone())
    };
    for (name, value) in &cached.headers {
        let describes_the_body = [header::CONTENT_TYPE, header::CONTENT_ENCODING].contains(name);
        if !(is_known && describes_the_body) {
            response.headers_mut().append(name.clone(), value.clone());
        }
    }
    request.into_response(response)
}
