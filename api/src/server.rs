//! The HTTP server: routes, middleware for every request, and the API description.

use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, HeaderMap, HeaderName, HeaderValue, SET_COOKIE,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::http::uri::PathAndQuery;
use actix_web::http::{Method, StatusCode, Uri};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use futures_util::{future, stream};
use room_server::gateway;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use crate::client;
use crate::described::Described;
use application::backend::Application;
use application::extractors;
use application::state::AppState;
use contract::bounds;
use contract::error::ApiError;
use contract::fields::Faults;
use people::login::PASS_PATH;

/// Timeout of a request, except uploads.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

pub const SERVER_TIME: HeaderName = HeaderName::from_static("server_time_ts");
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
const TUS_RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The target of request spans, from which traces begin.
pub const TRACED: &str = module_path!();

/// Request spans without sensitive data: a query may contain a phone number or an e-mail.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> tracing::Span {
        let id = request
            .extensions()
            .get::<RequestId>()
            .map(ToString::to_string)
            .unwrap_or_default();
        // Anyone who has such an address can act for the letter's reader.
        let target = match request.path() {
            path if path.starts_with("/unsubscribe/") => "/unsubscribe/…",
            path if path.starts_with("/contact-change/") => "/contact-change/…",
            path if path.starts_with(PASS_PATH) => "/api/auth/pass/…",
            path => path,
        };
        tracing::info_span!(
            "request",
            request_id = %id,
            http.method = %request.method(),
            http.target = %target,
            http.status_code = tracing::field::Empty,
        )
    }

    fn on_request_end<B: MessageBody>(
        span: tracing::Span,
        outcome: &Result<ServiceResponse<B>, actix_web::Error>,
    ) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("http.status_code", status.as_u16());
    }
}

/// Middleware for every request: trims a trailing slash, enforces the timeout, rejects text that cannot be stored,
/// renders errors as problems, and adds `server_time_ts` and `X-Request-Id`.
pub async fn edge<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let request_id = application::caller::request_id(&request);
    let state = request
        .app_data::<web::Data<AppState>>()
        .expect("every app has its state")
        .clone();
    trim_slash(&mut request);
    // HEAD is handled as GET; the body is dropped when the answer is written.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let is_in_parts = request.path().starts_with("/api/uploads");
    let is_upload = match *request.method() {
        Method::POST => ["/images", "/info", "/import"]
            .iter()
            .any(|end| request.path().ends_with(end)),
        Method::PATCH => is_in_parts,
        _ => false,
    };
    let is_socket = request.path().starts_with("/socket.io");
    let stamp = Stamp {
        is_private: application::caller::token(request.headers()).is_some(),
        is_in_parts,
        is_secure: state.config.public_url.starts_with("https://"),
        request_id,
    };
    let known = state.clone();
    let call = async move {
        // Decoded like the router does: `/%61pi/…` is a call too.
        let path = request.match_info().as_str();
        if !is_storable(path, request.uri()) {
            return Err(ApiError::forbidden_character().into());
        }
        within_bounds(path, request.query_string())?;
        if is_socket {
            application::caller::recognise(&known, request.request()).await;
        } else if !is_upload {
            read_body(&mut request).await?;
        }
        next.call(request).await
    };
    let result = if is_upload || is_socket {
        call.await
    } else {
        match tokio::time::timeout(REQUEST_TIMEOUT, call).await {
            Ok(result) => result,
            Err(_) => Err(ApiError::timed_out().into()),
        }
    };
    match result {
        Ok(response) => {
            if response.status() == StatusCode::FORBIDDEN {
                application::caller::refused(&state, response.request()).await;
            }
            let mut response = match response.response().error() {
                Some(error) => {
                    let answer = match misrouted(response.request()) {
                        Some(refusal) => refusal.response(None),
                        None => answer_of(error, &stamp.request_id),
                    };
                    response.into_response(answer).map_into_right_body()
                }
                None => response.map_into_left_body(),
            };
            client::protect(&mut response);
            stamp.put(response.headers_mut(), state.clock.now_ms());
            Ok(response)
        }
        // Routing needs the only reference to the request, so no copy is left to build the answer from.
        Err(error) => {
            let mut answer = answer_of(&error, &stamp.request_id);
            client::protect_data(answer.headers_mut());
            stamp.put(answer.headers_mut(), state.clock.now_ms());
            Err(InternalError::from_response(error, answer).into())
        }
    }
}

/// Whether the address is free of U+0000, which the database cannot store and which is always percent-encoded. Pages
/// accept any query. `path` is decoded.
fn is_storable(path: &str, uri: &Uri) -> bool {
    let query = uri.query().filter(|_| !client::is_the_clients(path));
    ![Some(uri.path()), query]
        .into_iter()
        .flatten()
        .any(|part| part.contains("%00"))
}

/// 422 for a text of a call's address that is longer than the description says.
fn within_bounds(path: &str, query: &str) -> Result<(), ApiError> {
    // What cannot be read is the call's to refuse, and pages take any address.
    let is_call = path.starts_with("/api/") || path.starts_with("/dev/");
    let parameters = is_call.then(|| web::Query::<Vec<(String, String)>>::from_query(query));
    let mut faults = Faults::default();
    for (name, text) in parameters
        .into_iter()
        .flatten()
        .flat_map(|all| all.into_inner())
    {
        if let Some(bound) = bounds::parameter(&name).filter(|bound| !bound.fits(&text)) {
            faults.add(&name, bound.fault());
        }
    }
    faults.into_result()
}

/// Reads the whole body before the handler checks rights: a slow sender could lose rights between the check and the end
/// of the body.
async fn read_body(request: &mut ServiceRequest) -> Result<(), actix_web::Error> {
    if request.method() == Method::GET {
        return Ok(());
    }
    let body = request.extract::<web::Bytes>().await?;
    // The body is already decompressed.
    request.headers_mut().remove(CONTENT_ENCODING);
    request.set_payload(Payload::Stream {
        payload: Box::pin(stream::once(future::ready(Ok(body)))),
    });
    Ok(())
}

/// What the headers common to all answers need to know of the request.
struct Stamp {
    request_id: String,
    /// It has a token, so the answer may hold what only its owner may see.
    is_private: bool,
    /// It belongs to an upload in parts, whose answers name the version of their protocol.
    is_in_parts: bool,
    /// The site is served over https.
    is_secure: bool,
}

impl Stamp {
    fn put(&self, headers: &mut HeaderMap, now_ms: i64) {
        headers.insert(SERVER_TIME, HeaderValue::from(now_ms));
        // The only header of its own page that a script can read. The page may be a second old.
        if client::is_page(headers)
            && let Ok(timing) = HeaderValue::from_str(&format!("now;desc=\"{now_ms}\""))
        {
            headers.insert(SERVER_TIMING, timing);
        }
        if let Ok(id) = HeaderValue::from_str(&self.request_id) {
            headers.insert(REQUEST_ID, id);
        }
        if self.is_in_parts {
            headers.insert(TUS_RESUMABLE, HeaderValue::from_static("1.0.0"));
        }
        // Browsers must trust the declared type: no upload or user text may be sniffed as a page.
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        // Only what says that it may be kept is kept, and nothing that answers a token or gives one.
        let is_private = self.is_private || headers.contains_key(SET_COOKIE);
        let says_enough = headers
            .get(CACHE_CONTROL)
            .is_some_and(|caching| !is_private || caching.as_bytes().ends_with(b"no-store"));
        if !says_enough {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if self.is_secure {
            // Other sites of the domain may still be plain http.
            let year = HeaderValue::from_static("max-age=31536000");
            headers.insert(STRICT_TRANSPORT_SECURITY, year);
        }
    }
}

/// Refuses a method that only a path with a placeholder has: `DELETE /api/catalog/list` must not delete the catalog
/// `list`.
fn misrouted(request: &HttpRequest) -> Option<ApiError> {
    let described = request.app_data::<web::Data<Described>>()?;
    let refusal = described.refusal(request.method(), request.path());
    (refusal.status() == StatusCode::METHOD_NOT_ALLOWED).then_some(refusal)
}

fn answer_of(error: &actix_web::Error, request_id: &str) -> HttpResponse {
    let answer = extractors::response_of(error, request_id);
    if answer.status().is_server_error() {
        tracing::error!(%error, "request failed");
    }
    answer
}

/// Trims a trailing slash: `/api/catalog/1/` is `/api/catalog/1`.
fn trim_slash(request: &mut ServiceRequest) {
    let path = request.path();
    let is_ours = ["/api/", "/dev/", "/healthz/", "/readyz/"]
        .iter()
        .any(|prefix| path.starts_with(prefix));
    // The API documentation pages link their files relative to the slash.
    if !is_ours || path.starts_with("/api/docs/") || !path.ends_with('/') {
        return;
    }
    let trimmed = path.trim_end_matches('/').to_owned();
    let query = request.uri().query();
    let path_and_query =
        query.map_or_else(|| trimmed.clone(), |query| format!("{trimmed}?{query}"));
    let Ok(path_and_query) = path_and_query.parse::<PathAndQuery>() else {
        return;
    };
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = Some(path_and_query);
    let Ok(uri) = Uri::from_parts(parts) else {
        return;
    };
    request.match_info_mut().get_mut().update(&uri);
    request.head_mut().uri = uri;
}

/// Answers a request that matches no route: a page or file of the client, else a refusal.
pub async fn unknown(
    request: HttpRequest,
    described: web::Data<Described>,
    state: web::Data<AppState>,
) -> Result<HttpResponse, ApiError> {
    if let Some(dir) = &state.config.client_dir
        && let Some(answer) = client::answer(&state, dir, &request).await
    {
        return Ok(answer);
    }
    let refusal = described.refusal(request.method(), request.path());
    let is_read = request.method() == Method::GET;
    let is_page = state.config.client_dir.is_some() && client::is_the_clients(request.path());
    if refusal.status() == StatusCode::NOT_FOUND && !is_read && is_page {
        return Err(ApiError::method_not_allowed("GET, HEAD".to_owned()));
    }
    Err(refusal)
}

/// Serves `GET /api/openapi.json`.
pub async fn openapi_json(described: web::Data<Described>) -> HttpResponse {
    HttpResponse::build(StatusCode::OK)
        .content_type("application/json")
        .body(described.json.clone())
}

/// Builds an [`actix_web::App`] with every route. A macro, because the type of an app with its middleware cannot be
/// named.
#[macro_export]
macro_rules! app {
    ($state:expr, $described:expr) => {{
        use utoipa_actix_web::AppExt as _;
        let (app, _) = actix_web::App::new()
            .app_data($state.clone())
            .app_data(actix_web::web::Data::from($described.clone()))
            .into_utoipa_app()
            .map(|app| app.configure(application::extractors::extractor_errors))
            // Routes are tried in this order: first what thousands open at once, then bets.
            .map(|app| app.configure($crate::server::sockets(&$state)))
            .configure(::trading::configure)
            .configure(::routes::configure)
            .split_for_parts();
        app.configure($crate::server::beside_the_api)
            .default_service(actix_web::web::to($crate::server::unknown))
            .wrap(actix_web::middleware::Compress::default())
            .wrap(actix_web::middleware::from_fn(
                $crate::response_cache::serve,
            ))
            .wrap(actix_web::middleware::from_fn($crate::server::edge))
            .wrap(tracing_actix_web::TracingLogger::<
                $crate::server::RequestSpan,
            >::new())
    }};
}

pub fn sockets(state: &web::Data<AppState>) -> impl FnOnce(&mut web::ServiceConfig) + use<> {
    gateway::routes(state.hub.clone(), Arc::new(Application(state.clone())))
}

/// Routes outside the API description.
pub fn beside_the_api(cfg: &mut web::ServiceConfig) {
    cfg.configure(crate::pages::sitemap::configure);
    cfg.configure(routes::docs::configure);
    cfg.configure(routes::notifications::configure_pages);
    cfg.configure(routes::accounts::configure_pages);
    cfg.configure(routes::login_pass::configure_pages);
    cfg.route("/api/openapi.json", web::get().to(openapi_json));
    cfg.service(web::redirect("/api/docs", "/api/docs/"));
    cfg.service(
        utoipa_swagger_ui::SwaggerUi::new("/api/docs/{_:.*}")
            .config(utoipa_swagger_ui::Config::from("/api/openapi.json")),
    );
}
