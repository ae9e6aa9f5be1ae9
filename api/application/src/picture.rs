//! Answers requests for pictures, in several sizes and formats, to those who may see them.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, VARY};
use actix_web::web::{Data, Path, Query};
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse};
use bytes::Bytes;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use crate::caller::Caller;
use crate::state::AppState;
use contract::error::{ApiError, ApiResult};
use pictures::{Format, Shown, Size, Wanted};

/// Marks a view that is smaller than the one asked for, which is late.
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
const LATE: HeaderValue = HeaderValue::from_static("late");
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SizeQuery {
    /// The longer side in pixels, `160`, `320`, `480`, `640` or `1280` (the default), or `original`. `icon` is 160, `preview`
    /// 640, `full` 1280.
    #[param(pattern = "^(160|320|480|640|1280|original|icon|preview|full)$")]
    pub size: Option<String>,
}

/// Who may see a picture. The object it belongs to decides.
pub enum Sight {
    Everybody,
    /// Staff of these houses, and admins.
    StaffOf(Vec<i64>),
    /// A restricted picture; true if the caller may see it.
    Entitled(bool),
}

impl Sight {
    /// A picture that several lots or catalogs use: one public use makes it public. 404 without any.
    pub fn of_uses(uses: &[Use]) -> ApiResult<Self> {
        if uses.is_empty() {
            return Err(ApiError::not_found());
        }
        if uses.iter().any(|one| !one.is_hidden) {
            return Ok(Self::Everybody);
        }
        Ok(Self::StaffOf(uses.iter().map(|one| one.house_id).collect()))
    }

    /// A public picture. 404 if nothing uses it.
    pub fn public_if(is_used: bool) -> ApiResult<Self> {
        if is_used {
            Ok(Self::Everybody)
        } else {
            Err(ApiError::not_found())
        }
    }
}

/// A lot or catalog that uses a picture.
pub struct Use {
    pub house_id: i64,
    pub is_hidden: bool,
}

/// A request for a picture by its id. The route decides who may see it.
pub struct PictureRequest {
    pub state: Data<AppState>,
    pub caller: Caller,
    pub id: Uuid,
    req: HttpRequest,
    size: Option<String>,
}

impl FromRequest for PictureRequest {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let req = req.clone();
        Box::pin(async move {
            Ok(Self {
                state: Data::extract(&req).await?,
                caller: Caller::of_picture(&req).await?,
                id: Path::<Uuid>::extract(&req).await?.into_inner(),
                size: Query::<SizeQuery>::extract(&req).await?.into_inner().size,
                req,
            })
        })
    }
}

fn unknown_size() -> ApiError {
    ApiError::invalid("size", "icon, preview или full")
}

fn wanted(name: Option<&str>) -> ApiResult<Wanted> {
    name.map_or(Ok(Wanted::View(Size::Full)), |name| {
        Wanted::parse(name).ok_or_else(unknown_size)
    })
}

/// The size named in a query; the full one if none is.
pub fn size_named(name: Option<&str>) -> ApiResult<Size> {
    match wanted(name)? {
        Wanted::View(size) => Ok(size),
        Wanted::Original => Err(unknown_size()),
    }
}

impl PictureRequest {
    /// Answers with the picture if the caller may see it, else 404.
    pub async fn show(self, sight: Sight) -> ApiResult<HttpResponse> {
        let Self {
            state,
            caller,
            id,
            req,
            size,
        } = self;
        let is_public = match &sight {
            Sight::Everybody => true,
            Sight::StaffOf(houses) if houses.iter().any(|house| caller.sees_hidden_of(*house)) => {
                false
            }
            Sight::Entitled(true) => false,
            Sight::StaffOf(_) | Sight::Entitled(false) => return Err(ApiError::not_found()),
        };
        let wanted = wanted(size.as_deref())?;
        let format = pictures::accepted(req.headers());
        let tag = match wanted {
            Wanted::View(size) => tag_of(size, format),
            Wanted::Original => "\"original\"".to_owned(),
        };
        // A picture never changes at its address. Restricted ones must not enter any cache.
        let caching = if is_public {
            "public, max-age=31536000, immutable"
        } else {
            "private, no-store"
        };
        let known = req
            .headers()
            .get(IF_NONE_MATCH)
            .and_then(|tags| tags.to_str().ok())
            .is_some_and(|tags| tags.contains(&tag));
        if known {
            return Ok(HttpResponse::NotModified()
                .insert_header((ETAG, tag))
                .insert_header((CACHE_CONTROL, caching))
                .insert_header((VARY, "Accept"))
                .finish());
        }
        let answer = |kind: &'static str, tag: String, caching: &'static str, bytes: Bytes| {
            HttpResponse::Ok()
                .content_type(kind)
                .insert_header((CACHE_CONTROL, caching))
                .insert_header((ETAG, tag))
                .insert_header((VARY, "Accept"))
                .body(bytes)
        };
        let size = match wanted {
            Wanted::View(size) => size,
            Wanted::Original => {
                let found = state.pictures.original(id).await?;
                let (bytes, kind) = found.ok_or_else(ApiError::not_found)?;
                return Ok(answer(kind.content_type(), tag, caching, bytes));
            }
        };
        let shown = state.pictures.get_soon(id, size, format).await?;
        match shown.ok_or_else(ApiError::not_found)? {
            Shown::View(bytes) => Ok(answer(format.content_type(), tag, caching, bytes)),
            // The next request may get the size asked for, so its tag must not be this one's. `Server-Timing` is the
            // only header of an image that a page's scripts can read.
            Shown::Smaller(smaller, bytes) => {
                let tag = tag_of(smaller, format);
                let mut late = answer(format.content_type(), tag, "no-store", bytes);
                late.headers_mut().insert(SERVER_TIMING, LATE);
                Ok(late)
            }
            Shown::NotYet => Err(ApiError::unavailable(anyhow::anyhow!(
                "the views of picture {id} are not ready in time"
            ))),
        }
    }
}

fn tag_of(size: Size, format: Format) -> String {
    format!("\"{}-{}\"", size.side(), format.extension())
}
