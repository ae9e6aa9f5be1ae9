//! A house's picture.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, post};
use serde_json::json;
use uuid::Uuid;

use super::house::managed;
use application::caller::Member;
use application::files::{ImageRequest, store_one};
use application::json::Json;
use application::state::AppState;
use contract::dto::HousePhoto;
use contract::error::ApiResult;
use people::journal::Action;

/// Sets a house's picture. For its managers, owners and admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = HousePhoto), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house"), (status = 415, description = "Not a picture"),
        (status = 422, description = "No file, or a damaged one")))]
#[post("/api/house/{id}/images")]
pub async fn set_house_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<HousePhoto>> {
    managed(&state, &member, *id).await?;
    let photo = store_one(&state, &member, &mut form).await?;
    state
        .access
        .still(member.id, |account| account.manages(*id))
        .await?;
    set(&state, &member, *id, Some(photo)).await?;
    Ok(Json(HousePhoto {
        preview_id: Some(photo),
    }))
}

/// Removes a house's picture. For its managers, owners and admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house")))]
#[delete("/api/house/{id}/images")]
pub async fn remove_house_image(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    managed(&state, &member, *id).await?;
    set(&state, &member, *id, None).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn set(state: &AppState, member: &Member, id: i64, photo: Option<Uuid>) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let before = sqlx::query_scalar!(
        "select photo from house where id = $1 for no key update",
        id
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!("update house set photo = $2 where id = $1", id, photo)
        .execute(&mut *tx)
        .await?;
    let by = member.by(state.clock.now());
    let side = |photo: Option<Uuid>| json!({"photo": photo});
    let (before, after, event) = (side(before), side(photo), Action::HouseChanged);
    by.record_change(&mut tx, event, id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(())
}
