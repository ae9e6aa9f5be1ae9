//! Translates a room's answers into the API's DTOs.

use domain::{Outcome, Refusal, ReserveState};
use room_server::Answer;
use room_server::wire;

use crate::codes;
use crate::dto::{
    self, AuctioneerAnswer, BetAnswer, CatalogState, CatalogStatusUpdate, Currency, LotState,
    LotUpdatePrice, ReservePriceState, Timestamp,
};
use crate::error::{ApiError, ApiResult};

fn timestamp(instant: room_server::instant::Instant) -> Timestamp {
    Timestamp::from_unix_ms(instant.0.0)
}

fn reserve_state(state: ReserveState) -> ReservePriceState {
    match state {
        ReserveState::NotAchieved => ReservePriceState::ReservePriceNotAchieved,
        ReserveState::OneStepUntil => ReservePriceState::OneStepUntilReservePrice,
        ReserveState::Achieved => ReservePriceState::ReservePriceAchieved,
    }
}

/// A lot's public state. It is the same for everybody, so it discloses nothing about orders.
pub fn lot_update(update: &wire::LotUpdate) -> ApiResult<dto::LotUpdate> {
    Ok(dto::LotUpdate {
        catalog_id: update.catalog_id,
        lot_id: update.lot_id,
        version: update.version as i64,
        server_time: timestamp(update.server_time),
        state: LotState::try_from(update.state).map_err(ApiError::internal)?,
        is_bidding_over: update.is_bidding_over,
        price: LotUpdatePrice {
            start: update.price.start,
            value: update.price.value,
            reserve_price_state: update.price.reserve_price_state.map(reserve_state),
            currency: Currency::try_from(update.price.currency).map_err(ApiError::internal)?,
        },
        leading_bet: update.leading_bet.as_ref().map(|leading| dto::LeadingBet {
            id: Some(leading.id),
            value: leading.value,
            created: timestamp(leading.created),
            user_id: leading.user_id,
            participant: leading.participant.map(|number| number as i32),
            paddle: leading.paddle.clone(),
            is_absentee: None,
        }),
        start_trade_time: update.start_trade_time.map(timestamp),
        end_trade_time: update.end_trade_time.map(timestamp),
        min_bet: update.min_bet,
        reserve_price_state: update.reserve_price_state.map(reserve_state),
        bets_count: update.bets_count as i32,
    })
}

pub fn catalog_update(update: &wire::CatalogStatusUpdate) -> ApiResult<CatalogStatusUpdate> {
    Ok(CatalogStatusUpdate {
        catalog_id: update.catalog_id,
        version: update.version as i64,
        server_time: timestamp(update.server_time),
        state: CatalogState::try_from(update.state).map_err(ApiError::internal)?,
        current_lot_id: update.current_lot_id,
        start_date: update.start_date.map(timestamp),
        end_date: update.end_date.map(timestamp),
    })
}

fn placed_bet(bet: &wire::PlacedBet, caller: i64) -> dto::Bet {
    dto::Bet {
        id: bet.id,
        catalog_id: bet.catalog_id,
        lot_id: bet.lot_id,
        value: bet.value,
        created: timestamp(bet.created),
        timestamp: timestamp(bet.created).unix_ms(),
        user_id: bet.user_id,
        participant: bet.participant.map(|number| number as i32),
        paddle: bet.paddle.clone(),
        is_visible: true,
        revoked: None,
        is_absentee: Some(bet.is_absentee).filter(|_| bet.user_id == Some(caller)),
        is_mine: bet.user_id == Some(caller),
    }
}

/// The outcome of a bet. A refusal with a code is a regular answer; one without a code is an error.
pub fn bet_answer(answer: &Answer, caller: i64) -> ApiResult<BetAnswer> {
    let (code, message) = match &answer.result {
        Ok(outcome) => (outcome.code(), codes::outcome_text(*outcome).to_owned()),
        Err(Refusal::NotAccepted) => return Err(ApiError::not_registered_in_house()),
        Err(refusal) => (
            refusal.code().ok_or_else(|| ApiError::from(refusal))?,
            codes::refusal_text(refusal),
        ),
    };
    Ok(BetAnswer {
        code_set: "bet".to_owned(),
        code: code.into(),
        message,
        bet: answer.bet.as_ref().map(|bet| placed_bet(bet, caller)),
        lot: answer.lot.as_ref().map(lot_update).transpose()?,
    })
}

/// A refusal made without a room, because the catalog has none.
pub fn bet_refused(refusal: Refusal) -> ApiResult<BetAnswer> {
    Ok(BetAnswer {
        code_set: "bet".to_owned(),
        code: refusal
            .code()
            .ok_or_else(|| ApiError::from(&refusal))?
            .into(),
        message: codes::refusal_text(&refusal),
        bet: None,
        lot: None,
    })
}

/// The outcome of a control. `done` is the auctioneer's success message.
pub fn auctioneer_answer(answer: &Answer, done: &str) -> ApiResult<AuctioneerAnswer> {
    let (code, message) = match &answer.result {
        Ok(Outcome::Success | Outcome::OverbetByAbsentee) => (0, done.to_owned()),
        Err(refusal) => (
            refusal.code().ok_or_else(|| ApiError::from(refusal))?,
            codes::refusal_text(refusal),
        ),
    };
    Ok(AuctioneerAnswer {
        code_set: "auctioneer".to_owned(),
        code: code.into(),
        message,
        catalog: catalog_update(&answer.catalog)?,
        lot: answer.lot.as_ref().map(lot_update).transpose()?,
    })
}
