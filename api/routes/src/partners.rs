//! `/api/partners`: partners of the platform. Everybody reads them, admins edit them.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::files::{ImageRequest, store_one};
use application::json::Json;
use application::picture::{PictureRequest, Sight, SizeQuery};
use application::state::AppState;
use content::partners;
use contract::dto::{Partner, PartnerRequest};
use contract::error::ApiResult;
use people::account::Account;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(visible_partners)
        .service(all_partners)
        .service(partner_image)
        .service(create_partner)
        .service(change_partner)
        .service(delete_partner)
        .service(set_partner_image)
        .service(delete_partner_image);
}

/// The partners that the site shows, in order.
#[utoipa::path(tag = "partners", responses((status = 200, body = Vec<Partner>)))]
#[get("/api/partners")]
async fn visible_partners(state: Data<AppState>) -> ApiResult<Json<Vec<Partner>>> {
    Ok(Json(partners::all(&state.pool, false).await?))
}

/// All partners, hidden ones included. For admins.
#[utoipa::path(tag = "partners", security(("token" = [])), responses((status = 200, body = Vec<Partner>),
    (status = 403, description = "Not an admin")))]
#[get("/api/partners/all")]
async fn all_partners(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<Partner>>> {
    member.require_admin()?;
    Ok(Json(partners::all(&state.pool, true).await?))
}

/// Adds a partner. Their picture is uploaded afterwards. For admins.
#[utoipa::path(tag = "partners", security(("token" = [])), responses((status = 200, body = Partner),
    (status = 403, description = "Not an admin"), (status = 409, description = "Too many partners"),
    (status = 422, description = "Invalid fields")))]
#[post("/api/partners")]
async fn create_partner(
    state: Data<AppState>,
    member: Member,
    request: Json<PartnerRequest>,
) -> ApiResult<Json<Partner>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(partners::add(&state.pool, &by, &request).await?))
}

/// Replaces all fields of a partner except their picture. For admins.
#[utoipa::path(tag = "partners", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Partner), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown"), (status = 422, description = "Invalid fields")))]
#[put("/api/partners/{id}")]
async fn change_partner(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<PartnerRequest>,
) -> ApiResult<Json<Partner>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        partners::change(&state.pool, &by, *id, &request).await?,
    ))
}

/// Deletes a partner. For admins.
#[utoipa::path(tag = "partners", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not an admin"), (status = 404, description = "Unknown")))]
#[delete("/api/partners/{id}")]
async fn delete_partner(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    partners::delete(&state.pool, &by, *id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// A partner's picture, as WebP or JPEG by `Accept`. Only admins see the picture of a hidden one.
#[utoipa::path(tag = "pictures", params(("id" = Uuid, Path), SizeQuery),
    responses((status = 200, content_type = "image/webp", body = String)))]
#[get("/api/partners/image/{id}")]
async fn partner_image(picture: PictureRequest) -> ApiResult<HttpResponse> {
    let sight = if partners::is_shown(&picture.state.pool, picture.id).await? {
        Sight::Everybody
    } else {
        Sight::Entitled(picture.caller.is_admin())
    };
    picture.show(sight).await
}

/// Sets a partner's picture. For admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = Partner), (status = 403, description = "Not an admin")))]
#[post("/api/partners/{id}/images")]
async fn set_partner_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<Partner>> {
    member.require_admin()?;
    partners::one(&state.pool, *id).await?;
    let image = store_one(&state, &member, &mut form).await?;
    state.access.still(member.id, Account::is_admin).await?;
    let by = member.by(state.clock.now());
    Ok(Json(
        partners::set_image(&state.pool, &by, *id, Some(image)).await?,
    ))
}

/// Takes a partner's picture off. For admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Partner), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown")))]
#[delete("/api/partners/{id}/images")]
async fn delete_partner_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<Partner>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(
        partners::set_image(&state.pool, &by, *id, None).await?,
    ))
}
