//! `/api/banner`: linked pictures that admins publish for everybody.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::files::{ImageRequest, store_one};
use application::json::Json;
use application::picture::{PictureRequest, Sight, SizeQuery};
use application::state::AppState;
use content::banners;
use contract::dto::{Banner, BannerRequest};
use contract::error::ApiResult;
use people::account::Account;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(all_banners)
        .service(visible_banners)
        .service(banner_image)
        .service(create_banner)
        .service(change_banner)
        .service(delete_banner)
        .service(set_banner_image);
}

/// All banners. For admins.
#[utoipa::path(tag = "banners", security(("token" = [])), responses((status = 200, body = Vec<Banner>),
    (status = 403, description = "Not an admin")))]
#[get("/api/banner")]
async fn all_banners(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<Banner>>> {
    member.require_admin()?;
    Ok(Json(banners::all(&state.pool, None).await?))
}

/// The banners shown now: visible, with a picture, within their period.
#[utoipa::path(tag = "banners", responses((status = 200, body = Vec<Banner>)))]
#[get("/api/banner/visible")]
async fn visible_banners(state: Data<AppState>) -> ApiResult<Json<Vec<Banner>>> {
    Ok(Json(visible(&state).await?))
}

pub async fn visible(state: &AppState) -> ApiResult<Vec<Banner>> {
    banners::all(&state.pool, Some(state.clock.now())).await
}

/// Creates a banner. Its picture is uploaded afterwards. For admins.
#[utoipa::path(tag = "banners", security(("token" = [])), responses((status = 200, body = Banner),
    (status = 403, description = "Not an admin"), (status = 409, description = "Too many banners"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/banner")]
async fn create_banner(
    state: Data<AppState>,
    member: Member,
    request: Json<BannerRequest>,
) -> ApiResult<Json<Banner>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(banners::add(&state.pool, &by, &request).await?))
}

/// Replaces all fields of a banner except its picture. For admins.
#[utoipa::path(tag = "banners", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Banner), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown"), (status = 422, description = "Invalid fields")))]
#[put("/api/banner/{id}")]
async fn change_banner(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<BannerRequest>,
) -> ApiResult<Json<Banner>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        banners::change(&state.pool, &by, *id, &request).await?,
    ))
}

/// Deletes a banner. For admins.
#[utoipa::path(tag = "banners", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/banner/{id}")]
async fn delete_banner(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    banners::delete(&state.pool, &by, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A banner's picture, as WebP or JPEG by `Accept`. Only admins see the picture of a banner that is not shown now.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String)))]
#[get("/api/banner/image/{id}")]
async fn banner_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let hangs = banners::hangs(&picture.state.pool, picture.id, picture.state.clock.now()).await?;
    let sight = if hangs {
        Sight::Everybody
    } else {
        Sight::Entitled(picture.caller.is_admin())
    };
    picture.show(sight).await
}

/// Sets a banner's picture. For admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = Banner), (status = 403, description = "Not an admin")))]
#[post("/api/banner/{id}/images")]
async fn set_banner_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<Banner>> {
    member.require_admin()?;
    banners::one(&state.pool, *id).await?;
    let image = store_one(&state, &member, &mut form).await?;
    state.access.still(member.id, Account::is_admin).await?;
    let by = member.by(state.clock.now());
    Ok(Json(
        banners::set_image(&state.pool, &by, *id, image).await?,
    ))
}
