//! Resumable uploads: the tus protocol 1.0.0 with its extensions creation, expiration and
//! termination. Forms that take files take the id of a whole upload instead of one.

use std::pin::pin;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION};
use actix_web::web::{Data, Path, Payload};
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder, delete, get, options, patch, post,
};
use futures_util::stream;
use time::format_description::well_known::Rfc2822;
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use application::caller::Member;
use application::state::AppState;
use contract::codes::Code;
use contract::dto::UploadState;
use contract::error::{ApiError, ApiResult};
use contract::limits::UPLOAD_LIMIT;
use uploads::Upload;

const VERSION: &str = "1.0.0";
const EXTENSIONS: &str = "creation,expiration,termination";
const PART: &str = "application/offset+octet-stream";
/// Maximum wait for the next chunk of a part.
const PAUSE: Duration = Duration::from_secs(30);

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(upload_protocol)
        .service(create_upload)
        .service(upload_state)
        .service(continue_upload)
        .service(remove_upload);
}

/// What the server can do with uploads, in headers: `Tus-Version`, `Tus-Extension`, `Tus-Max-Size`.
#[utoipa::path(tag = "uploads", responses((status = 204, description = "See the headers"),
        (status = 400, description = "Malformed")))]
#[options("/api/uploads")]
async fn upload_protocol() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header(("Tus-Version", VERSION))
        .insert_header(("Tus-Extension", EXTENSIONS))
        .insert_header(("Tus-Max-Size", UPLOAD_LIMIT.to_string()))
        .finish()
}

/// Announces a file of `Upload-Length` bytes, at most 2 GiB. The answer's `Location` is where its parts go.
///
/// An upload that gets no part for 24 hours is deleted. For staff of houses and admins.
#[utoipa::path(tag = "uploads", security(("token" = [])),
    params(("Tus-Resumable" = String, Header, pattern = "^1[.]0[.]0$"), ("Upload-Length" = u64, Header, minimum = 1, maximum = 2147483648_i64)),
    responses((status = 201, description = "See `Location` and `Upload-Expires`"),
        (status = 400, description = "Without a length"), (status = 403, description = "Not entitled"),
        (status = 412, description = "Another version of the protocol"), (status = 413, description = "Too long"),
        (status = 422, description = "Empty, or too much under way"), (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/uploads")]
async fn create_upload(
    state: Data<AppState>,
    member: Member,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    if !member.is_admin() && member.houses().is_empty() {
        return Err(ApiError::forbidden());
    }
    if let Some(refusal) = other_version(request.headers()) {
        return Ok(refusal);
    }
    let length = number(request.headers(), "upload-length")?;
    state.limits.upload(member.id).await?;
    let now = state.clock.now();
    let upload = state.uploads.create(member.id, length, now).await?;
    Ok(standing(StatusCode::CREATED, &upload)
        .insert_header((LOCATION, format!("/api/uploads/{}", upload.id)))
        .finish())
}

/// How much of an upload has arrived, in the headers `Upload-Offset` and `Upload-Length` and in the body.
///
/// For the account that announced it.
#[utoipa::path(tag = "uploads", security(("token" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = UploadState), (status = 404, description = "Unknown or expired")))]
#[get("/api/uploads/{id}")]
async fn upload_state(
    state: Data<AppState>,
    member: Member,
    id: Path<Uuid>,
) -> ApiResult<HttpResponse> {
    let upload = state.uploads.one(member.id, *id, state.clock.now()).await?;
    Ok(standing(StatusCode::OK, &upload).json(UploadState {
        length: upload.length,
        offset: upload.offset,
        expires: upload.expires.into(),
    }))
}

/// Takes a part of an upload, from `Upload-Offset` on. What has arrived stays if the connection breaks off.
#[utoipa::path(tag = "uploads", security(("token" = [])),
    params(("id" = Uuid, Path), ("Tus-Resumable" = String, Header, pattern = "^1[.]0[.]0$"), ("Upload-Offset" = u64, Header)),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses((status = 204, description = "See `Upload-Offset`"), (status = 400, description = "Without an offset"),
        (status = 401, description = "Not signed in"),
        (status = 404, description = "Unknown or expired"), (status = 408, description = "Stalled"),
        (status = 409, description = "The upload stands elsewhere"),
        (status = 412, description = "Another version of the protocol"), (status = 413, description = "More than announced"),
        (status = 415, description = "Not a part"), (status = 423, description = "Another request is writing")))]
#[patch("/api/uploads/{id}")]
async fn continue_upload(
    state: Data<AppState>,
    member: Member,
    id: Path<Uuid>,
    request: HttpRequest,
    payload: Payload,
) -> ApiResult<HttpResponse> {
    if let Some(refusal) = other_version(request.headers()) {
        return Ok(refusal);
    }
    let offset = number(request.headers(), "upload-offset")?;
    let kind = request.headers().get(CONTENT_TYPE);
    if kind.is_none_or(|kind| kind.as_bytes() != PART.as_bytes()) {
        return Err(ApiError::wrong_type());
    }
    let chunks = pin!(stream::unfold(payload, |mut payload| async move {
        use futures_util::StreamExt as _;
        match tokio::time::timeout(PAUSE, payload.next()).await {
            Ok(None) => None,
            Ok(Some(Ok(chunk))) => Some((Ok(chunk), payload)),
            Ok(Some(Err(_))) | Err(_) => Some((Err(broke_off()), payload)),
        }
    }));
    let now = state.clock.now();
    let upload = state
        .uploads
        .append(member.id, *id, offset, chunks, now)
        .await?;
    Ok(standing(StatusCode::NO_CONTENT, &upload).finish())
}

/// Deletes an upload.
#[utoipa::path(tag = "uploads", security(("token" = [])), params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, description = "Unknown or expired"),
        (status = 423, description = "A request is writing")))]
#[delete("/api/uploads/{id}")]
async fn remove_upload(
    state: Data<AppState>,
    member: Member,
    id: Path<Uuid>,
) -> ApiResult<HttpResponse> {
    state.uploads.remove(member.id, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The refusal of a request of another version of the protocol. It names this one.
fn other_version(headers: &HeaderMap) -> Option<HttpResponse> {
    if text(headers, "tus-resumable") == Some(VERSION) {
        return None;
    }
    let mut refusal = ApiError::from(Code::UnsupportedVersion).response(None);
    let header = HeaderName::from_static("tus-version");
    refusal
        .headers_mut()
        .insert(header, HeaderValue::from_static(VERSION));
    Some(refusal)
}

fn number(headers: &HeaderMap, name: &str) -> ApiResult<u64> {
    text(headers, name)
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| ApiError::malformed(format!("Нет числа в заголовке {name}")))
}

/// An answer with an upload's offset, length and expiry.
fn standing(status: StatusCode, upload: &Upload) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer.insert_header(("Upload-Offset", upload.offset.to_string()));
    answer.insert_header(("Upload-Length", upload.length.to_string()));
    if let Ok(expires) = upload.expires.format(&Rfc2822) {
        answer.insert_header(("Upload-Expires", expires.replace("+0000", "GMT")));
    }
    answer
}

fn broke_off() -> ApiError {
    ApiError::new(Code::Timeout, "Загрузка прервалась. Повторите её")
        .at(StatusCode::REQUEST_TIMEOUT)
}
