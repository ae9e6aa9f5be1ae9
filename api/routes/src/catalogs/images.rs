//! A catalog's logo.

use actix_multipart::Multipart;
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, post};
use serde_json::json;
use uuid::Uuid;

use application::caller::Member;
use application::files::{ImageRequest, store_one};
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::HousePhoto;
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::journal::Action;

/// Sets a catalog's logo. For the house's managers, owners and admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = ImageRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = HousePhoto), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"), (status = 415, description = "Not a picture"),
        (status = 422, description = "No file, or a damaged one")))]
#[post("/api/catalog/{id}/images")]
pub async fn set_catalog_image(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<HousePhoto>> {
    let house_id = managed(&state, &caller, *id).await?;
    let logo = store_one(&state, &caller, &mut form).await?;
    state
        .access
        .still(caller.id, |account| account.manages(house_id))
        .await?;
    set(&state, &caller, *id, Some(logo)).await?;
    Ok(Json(HousePhoto {
        preview_id: Some(logo),
    }))
}

/// Removes a catalog's logo. For the house's managers, owners and admins.
#[utoipa::path(tag = "pictures", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[delete("/api/catalog/{id}/images")]
pub async fn remove_catalog_image(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    managed(&state, &caller, *id).await?;
    set(&state, &caller, *id, None).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn managed(state: &AppState, caller: &Member, id: i64) -> ApiResult<i64> {
    let catalog = catalogs::one(&state.pool, id, Some(caller)).await?;
    match caller.manages(catalog.house_id) {
        true => Ok(catalog.house_id),
        false => Err(ApiError::forbidden()),
    }
}

async fn set(state: &AppState, caller: &Member, id: i64, logo: Option<Uuid>) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let before = sqlx::query_scalar!(
        "select logo from catalog where id = $1 and deleted is null for no key update",
        id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::catalog_not_found)?;
    sqlx::query!("update catalog set logo = $2 where id = $1", id, logo)
        .execute(&mut *tx)
        .await?;
    enqueue::catalog(&mut tx, id).await?;
    let by = caller.by(state.clock.now());
    let side = |logo: Option<Uuid>| json!({"logo": logo});
    let (before, after, event) = (side(before), side(logo), Action::CatalogChanged);
    by.record_change(&mut tx, event, id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(())
}
