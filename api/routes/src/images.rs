//! Pictures: serves them in several sizes, and takes uploads.

use std::fs::File;
use std::future::Future;
use std::pin::Pin;

use actix_multipart::Multipart;
use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, VARY};
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{Error, FromRequest, HttpRequest, HttpResponse, delete, get, post};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;
use uuid::Uuid;

use crate::lots::managed::managed;
use application::caller::{Caller, Member};
use application::state::AppState;
use application::upload::{next_file, no_file, receive, to_memory};
use catalogue::lot_pictures::{lot_pictures, pictures_changed, shown_lot_pictures};
use contract::dto::{Picture, UserPhoto};
use contract::error::{ApiError, ApiResult};
use contract::limits::IMAGE_LIMIT;
use people::access::Account;
use people::journal::Action;
use pictures::{Format, LOT_PICTURES, Refused, Shown, Size, Stored, Unreadable, Upload, Wanted};

/// Marks a view that is smaller than the one asked for, which is late.
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");
const LATE: HeaderValue = HeaderValue::from_static("late");
/// `Retry-After` for an account that sends pictures faster than they are processed, in seconds.
const COME_AGAIN_S: u64 = 10;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(lot_image)
        .service(house_image)
        .service(catalog_image)
        .service(account_image)
        .service(add_lot_images)
        .service(set_account_image)
        .service(set_image_of_account)
        .service(remove_account_image);
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SizeQuery {
    /// The longer side in pixels, `160`, `320`, `640` or `1280` (the default), or `original`. `icon` is 160, `preview`
    /// 640, `full` 1280.
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
    fn of_uses(uses: &[Use]) -> ApiResult<Self> {
        if uses.is_empty() {
            return Err(ApiError::not_found());
        }
        if uses.iter().any(|one| !one.is_hidden) {
            return Ok(Self::Everybody);
        }
        Ok(Self::StaffOf(uses.iter().map(|one| one.house_id).collect()))
    }

    /// A public picture. 404 if nothing uses it.
    fn public_if(is_used: bool) -> ApiResult<Self> {
        if is_used {
            Ok(Self::Everybody)
        } else {
            Err(ApiError::not_found())
        }
    }
}

/// A lot or catalog that uses a picture.
struct Use {
    house_id: i64,
    is_hidden: bool,
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
                caller: Caller::extract(&req).await?,
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

/// A picture of a lot, as WebP or JPEG by `Accept`.
///
/// If the lot is not public (hidden, in a draft or in the storage), only the house's staff and admins see its pictures.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/lots/image/{id}")]
async fn lot_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let uses = sqlx::query_as!(
        Use,
        r#"select l.house_id, not lot_is_public(l, c, t, h) as "is_hidden!"
        from lot_image i join lot l on l.id = i.lot_id join house h on h.id = l.house_id
        left join catalog c on c.id = l.catalog_id left join catalog_trade t on t.catalog_id = c.id
        where i.picture_id = $1"#,
        picture.id
    )
    .fetch_all(&picture.state.pool)
    .await?;
    picture.show(Sight::of_uses(&uses)?).await
}

/// A picture of a house.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/house/image/{id}")]
async fn house_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let is_used = sqlx::query_scalar!(
        r#"select exists(select from house where photo = $1) as "is_used!""#,
        picture.id
    )
    .fetch_one(&picture.state.pool)
    .await?;
    picture.show(Sight::public_if(is_used)?).await
}

/// A catalog's logo.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/catalog/image/{id}")]
async fn catalog_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let uses = sqlx::query_as!(
        Use,
        r#"select c.house_id, not catalog_is_public(c, t, h) as "is_hidden!"
        from catalog c join house h on h.id = c.house_id left join catalog_trade t on t.catalog_id = c.id where c.logo = $1"#,
        picture.id
    )
    .fetch_all(&picture.state.pool)
    .await?;
    picture.show(Sight::of_uses(&uses)?).await
}

/// A person's photo.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String), (status = 503, description = "Not ready yet"),
        (status = 304, description = "Unchanged since the `ETag` of `If-None-Match`"),
        (status = 422, description = "Unknown size")))]
#[get("/api/accounts/image/{id}")]
async fn account_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let is_used = sqlx::query_scalar!(
        r#"select exists(select from account where photo = $1 and deleted is null) as "is_used!""#,
        picture.id
    )
    .fetch_one(&picture.state.pool)
    .await?;
    picture.show(Sight::public_if(is_used)?).await
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

/// One or more files in the form field `file`: JPEG, PNG or WebP, each at most 20 MiB and 50 megapixels.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a multipart body")]
pub struct ImagesRequest {
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    file: Vec<Vec<u8>>,
}

/// One file in the form field `file`: JPEG, PNG or WebP, at most 20 MiB and 50 megapixels.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a multipart body")]
pub struct ImageRequest {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// One file in the form field `file`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a multipart body")]
pub struct FileRequest {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Reads at most `most` pictures from a form and stores them one by one, each by way of the disk, so that slow uploads
/// fill no memory. Check the caller's rights first: nothing of the body has been read before.
pub async fn store_all(
    state: &AppState,
    member: &Member,
    form: &mut Multipart,
    most: usize,
    too_many: fn() -> ApiError,
) -> ApiResult<Vec<Stored>> {
    let folder = state.config.data_dir.join("uploads");
    let mut stored = Vec::new();
    while let Some(mut field) = next_file(form).await? {
        if stored.len() == most {
            return Err(too_many());
        }
        state.limits.upload(member.id)?;
        let (file, _) = receive(&mut field, &folder, |_| IMAGE_LIMIT as u64).await?;
        stored.push(add(state, member, file).await?);
    }
    if stored.is_empty() {
        return Err(no_file());
    }
    Ok(stored)
}

/// Reads a form's single picture and stores it, like [`store_all`].
pub async fn store_one(state: &AppState, member: &Member, form: &mut Multipart) -> ApiResult<Uuid> {
    let stored = store_all(state, member, form, 1, only_one).await?;
    Ok(stored[0].0)
}

/// Reads a form's single file of any type, of at most `limit` bytes. Check the caller's rights first.
pub async fn read_one(
    state: &AppState,
    member: &Member,
    form: &mut Multipart,
    limit: usize,
) -> ApiResult<Bytes> {
    let mut read = None;
    while let Some(mut field) = next_file(form).await? {
        if read.is_some() {
            return Err(ApiError::invalid("file", "Не более одного файла"));
        }
        state.limits.upload(member.id)?;
        let bytes = to_memory(&mut field, limit).await?;
        read = Some(bytes).filter(|bytes| !bytes.is_empty());
    }
    read.ok_or_else(no_file)
}

async fn add(state: &AppState, member: &Member, file: File) -> ApiResult<Stored> {
    state
        .pictures
        .add(Upload::Disk(file), member.id)
        .await?
        .map_err(|refused| match refused {
            Refused::Unreadable(Unreadable::UnknownFormat) => ApiError::wrong_type(),
            Refused::Unreadable(other) => ApiError::invalid("file", other.text()),
            Refused::Busy(_) => ApiError::too_many(
                COME_AGAIN_S,
                "Предыдущие изображения ещё обрабатываются, повторите попытку позже",
            ),
        })
}

fn lot_is_full() -> ApiError {
    ApiError::invalid("file", "Не более 7 изображений лота")
}

fn only_one() -> ApiError {
    ApiError::invalid("file", "Не более одного изображения")
}

/// Adds pictures to a lot, at most 7 in all. Returns all its pictures. For the house's managers, owners and admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)),
    request_body(content = ImagesRequest, content_type = "multipart/form-data"),
    security(("token" = [])), responses((status = 200, body = Vec<Picture>)))]
#[post("/api/lots/{id}/images")]
async fn add_lot_images(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<Vec<Picture>>> {
    let house_id = managed(&state, &member, *id).await?.house_id;
    let there = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lot_image where lot_id = $1"#,
        *id
    )
    .fetch_one(&state.pool)
    .await?;
    let free = LOT_PICTURES.saturating_sub(usize::try_from(there).unwrap_or(LOT_PICTURES));
    if free == 0 {
        return Err(lot_is_full());
    }
    let stored = store_all(&state, &member, &mut form, free, lot_is_full).await?;
    let added: Vec<Uuid> = stored.into_iter().map(|(id, ..)| id).collect();
    state
        .access
        .still(member.id, |account| account.manages(house_id))
        .await?;
    let mut tx = state.pool.begin().await?;
    let before = lot_pictures(&mut tx, *id).await?;
    let next = sqlx::query_scalar!(
        r#"select coalesce(max(position) + 1, 0)::smallint as "next!" from lot_image where lot_id = $1"#,
        *id
    )
    .fetch_one(&mut *tx)
    .await?;
    if usize::try_from(next).unwrap_or(LOT_PICTURES) + added.len() > LOT_PICTURES {
        return Err(lot_is_full());
    }
    sqlx::query!(
        "insert into lot_image (lot_id, position, picture_id)
         select $1, $2 + (o.place - 1)::smallint, o.id from unnest($3::uuid[]) with ordinality o (id, place)",
        *id,
        next,
        &added
    )
    .execute(&mut *tx)
    .await?;
    pictures_changed(&mut tx, &member.by(state.clock.now()), *id, before).await?;
    let pictures = shown_lot_pictures(&mut tx, *id).await?;
    tx.commit().await?;
    Ok(Json(pictures))
}

/// Sets the caller's photo.
#[utoipa::path(tag = "pictures", request_body(content = ImageRequest, content_type = "multipart/form-data"),
    security(("token" = [])),
    responses((status = 200, body = UserPhoto), (status = 403, description = "Called with an access token")))]
#[post("/api/accounts/images")]
async fn set_account_image(
    state: Data<AppState>,
    member: Member,
    mut form: Multipart,
) -> ApiResult<Json<UserPhoto>> {
    member.require_login()?;
    let id = store_one(&state, &member, &mut form).await?;
    set_photo(&state, &member, member.id, Some(id)).await?;
    Ok(Json(UserPhoto { icon_id: Some(id) }))
}

/// Sets the photo of the caller's account; admins may set any account's.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = UserPhoto),
        (status = 403, description = "Another person's account, or called with an access token"),
        (status = 404, description = "No such account")))]
#[post("/api/accounts/{id}/images")]
async fn set_image_of_account(
    state: Data<AppState>,
    member: Member,
    account_id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<UserPhoto>> {
    let may = |account: &Account| account.id == *account_id || account.is_admin();
    member.require_login()?;
    if !may(&member) {
        return Err(ApiError::forbidden());
    }
    if state.access.account(*account_id).await?.is_none() {
        return Err(ApiError::not_found());
    }
    let id = store_one(&state, &member, &mut form).await?;
    state.access.still(member.id, may).await?;
    set_photo(&state, &member, *account_id, Some(id)).await?;
    Ok(Json(UserPhoto { icon_id: Some(id) }))
}

/// Removes the caller's photo.
#[utoipa::path(tag = "pictures", security(("token" = [])),
    responses((status = 204), (status = 403, description = "Called with an access token")))]
#[delete("/api/accounts/images")]
async fn remove_account_image(state: Data<AppState>, member: Member) -> ApiResult<HttpResponse> {
    member.require_login()?;
    set_photo(&state, &member, member.id, None).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sets or removes an account's photo, and deletes the previous picture.
async fn set_photo(
    state: &AppState,
    member: &Member,
    account_id: i64,
    photo: Option<Uuid>,
) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let before = sqlx::query_scalar!(
        "select photo from account where id = $1 and deleted is null for no key update",
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    sqlx::query!(
        "update account set photo = $2 where id = $1",
        account_id,
        photo
    )
    .execute(&mut *tx)
    .await?;
    if let Some(before) = before {
        sqlx::query!("delete from picture where id = $1", before)
            .execute(&mut *tx)
            .await?;
    }
    let photos = [before, photo].map(|photo| json!({"photo": photo}));
    member
        .by(state.clock.now())
        .record_change(
            &mut tx,
            Action::PhotoChanged,
            account_id,
            &photos[0],
            &photos[1],
        )
        .await?;
    tx.commit().await?;
    state.access.account_changed(account_id);
    if let Some(before) = before
        && let Err(error) = state.pictures.remove_files(before).await
    {
        tracing::warn!(picture = %before, error = format!("{error:#}"), "cannot remove the files of a replaced photo");
    }
    Ok(())
}
