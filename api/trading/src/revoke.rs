//! Revokes bets, and returns closed lots to bidding.

use actix_web::{put, web};
use domain::{Command, LotId, Revoker};

use crate::auctioneer::command;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{AuctioneerAnswer, LotRequest, RevokeRequest};
use contract::error::{ApiError, ApiResult};

const DONE: &str = "Ставка отменена";

/// Revokes a lot's last bet and every bet that orders placed in response.
///
/// Answers NoClassicAuction (6) without a running classic sale, and UserIsNotAuctioneer (7) to callers other than the
/// catalog's auctioneers and admins.
#[utoipa::path(operation_id = "revoke_bet", tag = "auctioneer", request_body = RevokeRequest,
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 401, description = "Not signed in"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/bet/revoke")]
pub async fn revoke_bet(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<RevokeRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    // A caller who may see the catalog gets a code that says why they may not revoke; others get 404.
    catalogs::require(&state.pool, request.catalog_id, Some(&caller)).await?;
    let entitled = caller.is_admin() || caller.is_auctioneer(request.catalog_id);
    let revoke = Command::Revoke {
        lot: LotId(request.lot_id),
        by: Revoker::Auctioneer,
        entitled,
    };
    command(&state, &caller, request.catalog_id, revoke, DONE).await
}

/// Revokes a lot's last bet, in any type of catalog. For admins.
#[utoipa::path(operation_id = "cancel_last_bet", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = LotRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown catalog"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/catalog/{id}/cancel-last-bet")]
pub async fn cancel_last_bet(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<LotRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    admins_only(&caller)?;
    let revoke = Command::Revoke {
        lot: LotId(request.lot_id),
        by: Revoker::Admin,
        entitled: true,
    };
    command(&state, &caller, *id, revoke, DONE).await
}

/// Returns a Sold or NotSold lot to bidding («Вернуть в торги»). For admins.
#[utoipa::path(operation_id = "return_lot", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = LotRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown catalog"), (status = 409, description = "Not allowed in this state"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/catalog/{id}/return")]
pub async fn return_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<LotRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
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
