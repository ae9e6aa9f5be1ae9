//! Moves lots into and out of their house's post-auction sale.

use actix_web::{HttpResponse, delete, post, web};

use super::managed::{managed, moved};
use crate::houses::switches::post_auction_of;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::moves::{self, To};
use contract::dto::{CatalogType, Lot};
use contract::error::{ApiError, ApiResult};
use people::eligibility;

/// Moves an unsold lot into its house's post-auction sale in the lot's currency.
///
/// 409 if the house has no such section, or if the lot was sold or its sale is running. For the house's managers,
/// owners and admins.
#[utoipa::path(operation_id = "move_to_post_auction", tag = "lots", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[post("/api/lots/{id}/move-to-postauction")]
pub async fn move_to_post_auction(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Lot>> {
    let lot = managed(&state, &caller, *id).await?;
    if lot.catalog_type == Some(CatalogType::PostAuction) {
        return Err(ApiError::conflict("Лот уже в ПостАукционе"));
    }
    let to = To {
        catalog_id: post_auction_of(&state, &caller, lot.house_id, lot.price.currency).await?,
        number: None,
    };
    moved(state, caller, *id, to).await
}

/// Takes a lot out of the post-auction sale into its house's storage. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "remove_from_post_auction", tag = "lots", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not in the sale, or sold there")))]
#[delete("/api/lots/{id}/delete-from-postauction")]
pub async fn remove_from_post_auction(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    let lot = managed(&state, &caller, *id).await?;
    if lot.catalog_type != Some(CatalogType::PostAuction) {
        return Err(ApiError::conflict("Лота нет в ПостАукционе"));
    }
    eligibility::to_its_end(async move {
        moves::to_storage(
            &state.editor,
            &caller.by(state.clock.now()),
            lot.catalog_id,
            *id,
        )
        .await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
