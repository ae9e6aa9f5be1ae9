//! Hides bets from the public history.

use actix_web::{post, web};
use room_server::bet_visibility;
use serde::Serialize;

use crate::bet_lists;
use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use contract::dto::{Bet, BetVisibilityRequest};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;

/// The journal's record of the change.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Visibility {
    is_visible: bool,
}

/// Hides a bet from its lot's public history, or shows it again.
///
/// Price, leader and number of bets do not change. For controllers of its catalog.
#[utoipa::path(operation_id = "set_bet_visibility", tag = "trade", request_body = BetVisibilityRequest,
    security(("token" = [])),
    responses((status = 200, body = Bet), (status = 401, description = "Not signed in"),
        (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/trade/bet/visiblity")]
pub async fn set_bet_visibility(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<BetVisibilityRequest>,
) -> ApiResult<Json<Bet>> {
    let bet = bet_lists::by_ids(&state, &[request.bet_id])
        .await?
        .pop()
        .ok_or_else(|| ApiError::not_found_because("Ставка не найдена"))?;
    let house = controlled_house(&state, &caller, bet.catalog_id).await?;
    let mut tx = state.pool.begin().await?;
    let before = bet_visibility::set_visible(&mut tx, bet.id, request.is_visible).await?;
    if let Some(before) = before {
        caller
            .by(state.clock.now())
            .record_change(
                &mut tx,
                Action::BetVisibilityChanged,
                bet.id,
                &Visibility { is_visible: before },
                &Visibility {
                    is_visible: request.is_visible,
                },
            )
            .await?;
    }
    tx.commit().await?;
    let mut shown = bet.show(Some(&*caller.account), house);
    shown.is_visible = request.is_visible;
    Ok(Json(shown))
}
