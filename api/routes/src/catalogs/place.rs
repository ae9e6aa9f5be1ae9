//! Puts lots into a catalog and takes them out.

use actix_web::{HttpResponse, delete, post, web};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::{catalogs, lots};
use catalogue::moves::{self, To};
use contract::dto::{Lot, PutLotRequest};
use contract::error::{ApiError, ApiResult};
use people::eligibility;

use crate::lots::managed::moved;

/// Puts a lot of the catalog's house into the catalog, from the storage or from another catalog, or changes its number
/// there.
///
/// A lot from another catalog is taken out there first. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "put_lot", tag = "catalogs", params(("id" = i64, Path)), request_body = PutLotRequest,
    security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 422, description = "The number is taken, or the lot has another house or currency")))]
#[post("/api/catalog/{id}/lot")]
pub async fn put_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<PutLotRequest>,
) -> ApiResult<Json<Lot>> {
    let catalog = catalogs::one(&state.pool, *id, Some(&caller)).await?;
    if !caller.manages(catalog.house_id) {
        return Err(ApiError::forbidden());
    }
    let lot = lots::one(&state.pool, request.lot_id, Some(&caller)).await?;
    if !caller.manages(lot.house_id) {
        return Err(ApiError::forbidden());
    }
    let to = To {
        catalog_id: *id,
        number: request.catalog_lot_id,
    };
    moved(state, caller, lot.id, to).await
}

/// Takes a lot out of a catalog into the house's storage.
///
/// 409 once it is sold, or has bets in an unfinished sale. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "take_lot_out", tag = "catalogs", params(("id" = i64, Path), ("lotId" = i64, Path)),
    security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller, or the lot is not in the catalog"),
        (status = 409, description = "Not allowed in this state")))]
#[delete("/api/catalog/{id}/lot/{lotId}")]
pub async fn take_lot_out(
    state: web::Data<AppState>,
    caller: Member,
    path: web::Path<(i64, i64)>,
) -> ApiResult<HttpResponse> {
    let (id, lot_id) = path.into_inner();
    let catalog = catalogs::one(&state.pool, id, Some(&caller)).await?;
    if !caller.manages(catalog.house_id) {
        return Err(ApiError::forbidden());
    }
    eligibility::to_its_end(async move {
        moves::to_storage(
            &state.editor,
            &caller.by(state.clock.now()),
            Some(id),
            lot_id,
        )
        .await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
