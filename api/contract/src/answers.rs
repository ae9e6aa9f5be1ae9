//! Translates a room's answers into the API's DTOs.

use domain::{Outcome, Refusal};
use wire::Answer;

use crate::codes;
use crate::dto::{self, AuctioneerAnswer, BetAnswer, Timestamp};
use crate::error::{ApiError, ApiResult};

fn timestamp(instant: wire::instant::Instant) -> Timestamp {
    Timestamp::from_unix_ms(instant.0.0)
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
        revoked_by: None,
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
        lot: answer.lot.clone(),
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
        catalog: answer.catalog.clone(),
        lot: answer.lot.clone(),
    })
}
