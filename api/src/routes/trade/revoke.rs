//! Taking bets back, and closed lots into bidding again.

use actix_web::{put, web};
use domain::{Command, LotId, Revoker};

use super::auctioneer::command;
use crate::caller::Member;
use crate::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{AuctioneerAnswer, LotRequest, RevokeRequest};
use contract::error::{ApiError, ApiResult};

const DONE: &str = "Ставка отменена";

/// Undoes the last bet of a lot with all that orders answered to it. The auctioneer's call: without a running classic
/// NoClassicAuction (6), of anybody else UserIsNotAuctioneer (7).
#[utoipa::path(operation_id = "revoke_bet", tag = "auctioneer", request_body = RevokeRequest,
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 401, description = "Not logged in"),
        (status = 404, description = "Unknown, or not for the caller")))]
#[put("/api/trade/bet/revoke")]
pub async fn revoke_bet(
    state: web::Data<AppState>,
    caller: Member,
    request: web::Json<RevokeRequest>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    // Whoever may know of the catalog is told by code why he may not revoke in it.
    catalogs::one(&state.pool, request.catalog_id, Some(&caller)).await?;
    let entitled = caller.is_admin() || caller.is_auctioneer(request.catalog_id);
    let revoke = Command::Revoke {
        lot: LotId(request.lot_id),
        by: Revoker::Auctioneer,
        entitled,
    };
    command(&state, &caller, request.catalog_id, revoke, DONE).await
}

/// Undoes the last bet of a lot of any type of catalog; for admins.
#[utoipa::path(operation_id = "cancel_last_bet", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = LotRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "No admin"),
        (status = 404, description = "Unknown catalog")))]
#[put("/api/trade/catalog/{id}/cancel-last-bet")]
pub async fn cancel_last_bet(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: web::Json<LotRequest>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    admins_only(&caller)?;
    let revoke = Command::Revoke {
        lot: LotId(request.lot_id),
        by: Revoker::Admin,
        entitled: true,
    };
    command(&state, &caller, *id, revoke, DONE).await
}

/// Opens a Sold or NotSold lot again («Вернуть в торги»); for admins.
#[utoipa::path(operation_id = "return_lot", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = LotRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "No admin"),
        (status = 404, description = "Unknown catalog"), (status = 409, description = "Not possible in this state")))]
#[put("/api/trade/catalog/{id}/return")]
pub async fn return_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: web::Json<LotRequest>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    admins_only(&caller)?;
    command(
        &state,
        &caller,
        *id,
        Command::Return {
            lot: LotId(request.lot_id),
        },
        "Лот возвращён в торги",
    )
    .await
}

fn admins_only(caller: &Member) -> ApiResult<()> {
    if caller.is_admin() {
        Ok(())
    } else {
        Err(ApiError::forbidden())
    }
}
