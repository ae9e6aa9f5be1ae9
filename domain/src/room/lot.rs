//! A lot, its trade and its standing bets.

use super::orders::Orders;
use crate::{
    command::LotSetup,
    ids::{BetNo, LotId, LotNumber, Participant, UserId},
    kinds::{Cause, LotState, ReserveState},
    money::{Amount, Timestamp},
    steps::Ladder,
};
use serde::{Deserialize, Serialize};

/// A lot's phase, with the facts of that phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotPhase {
    /// Waits; bets taken so far are pre-bets, or those of an earlier opening.
    Waiting,
    Open {
        since: Timestamp,
        /// `None` in a Classic room by hand.
        end: Option<Timestamp>,
        /// Auto-start Classic: how long a bet keeps the lot open, as it was when the lot opened.
        sale_timeout_ms: i64,
        /// When the auctioneer said «Последний раз»; a bet, a revocation or a pause since makes that void.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warned: Option<Timestamp>,
    },
    Over {
        result: LotResult,
        opened: Option<Timestamp>,
        closed: Option<Timestamp>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotResult {
    Sold,
    NotSold,
    Paid,
}

/// A standing bet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    pub no: BetNo,
    pub by: Participant,
    pub value: Amount,
    pub at: Timestamp,
    /// Made by an absentee order.
    pub is_absentee: bool,
    /// Set on the first bet of a batch.
    pub cause: Option<Cause>,
}

/// A lot and its trade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    pub(super) number: LotNumber,
    pub(super) start: Amount,
    pub(super) reserve: Option<Amount>,
    pub(super) hidden: bool,
    pub(super) phase: LotPhase,
    /// Standing bets, oldest first; the last one leads.
    pub(super) bets: Vec<Bet>,
    pub(super) orders: Orders,
    /// The lots of its group, itself included, the leading lot first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) together: Vec<LotId>,
    /// The group is on offer at the buyer's choice, not sold as one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) choice: bool,
    /// The catalog's version at this lot's last public change.
    pub(super) version: i64,
}

/// What the room's indexes know of a lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IndexKeys {
    pub number: LotNumber,
    pub queued: bool,
    pub end: Option<Timestamp>,
    pub bets: usize,
}

impl Lot {
    pub(super) fn new(setup: LotSetup) -> Self {
        let over = |result| LotPhase::Over {
            result,
            opened: None,
            closed: None,
        };
        Self {
            number: setup.number,
            start: setup.start,
            reserve: setup.reserve.filter(|reserve| *reserve > Amount(0)),
            hidden: setup.hidden,
            phase: match setup.state {
                LotState::None | LotState::InProcess => LotPhase::Waiting,
                LotState::Sold => over(LotResult::Sold),
                LotState::NotSold => over(LotResult::NotSold),
                LotState::Paid => over(LotResult::Paid),
            },
            bets: Vec::new(),
            orders: Orders::default(),
            together: Vec::new(),
            choice: false,
            version: 0,
        }
    }

    pub fn number(&self) -> LotNumber {
        self.number
    }

    pub fn start(&self) -> Amount {
        self.start
    }

    pub fn reserve(&self) -> Option<Amount> {
        self.reserve
    }

    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    pub fn phase(&self) -> LotPhase {
        self.phase
    }

    pub fn version(&self) -> i64 {
        self.version
    }

    /// Standing bets, oldest first.
    pub fn bets(&self) -> &[Bet] {
        &self.bets
    }

    pub fn orders(&self) -> &Orders {
        &self.orders
    }

    /// The lots of its group, itself included, the leading lot first: they are or were sold as one, or are on offer at the
    /// buyer's choice. Empty if it is sold by itself.
    pub fn together(&self) -> &[LotId] {
        &self.together
    }

    /// Its group is on offer at the buyer's choice: they take one or several of its lots, each for the price.
    pub fn is_choice(&self) -> bool {
        self.choice
    }

    pub fn leading(&self) -> Option<&Bet> {
        self.bets.last()
    }

    pub fn is_led_by(&self, user: UserId) -> bool {
        self.leading()
            .is_some_and(|bet| bet.by == Participant::User(user))
    }

    /// The last batch of bets, oldest first; empty if no bet stands.
    pub fn last_batch(&self) -> &[Bet] {
        let first = self
            .bets
            .iter()
            .rposition(|bet| bet.cause.is_some())
            .unwrap_or(0);
        &self.bets[first..]
    }

    pub fn state(&self) -> LotState {
        match self.phase {
            LotPhase::Waiting => LotState::None,
            LotPhase::Open { .. } => LotState::InProcess,
            LotPhase::Over { result, .. } => match result {
                LotResult::Sold => LotState::Sold,
                LotResult::NotSold => LotState::NotSold,
                LotResult::Paid => LotState::Paid,
            },
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self.phase, LotPhase::Open { .. })
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, LotPhase::Over { .. })
    }

    /// `warnedAt`: when the auctioneer warned that the hammer is about to fall, if that still stands.
    pub fn warned_at(&self) -> Option<Timestamp> {
        match self.phase {
            LotPhase::Open { warned, .. } => warned,
            LotPhase::Waiting | LotPhase::Over { .. } => None,
        }
    }

    /// When the open lot will close by itself.
    pub fn end(&self) -> Option<Timestamp> {
        match self.phase {
            LotPhase::Open { end, .. } => end,
            LotPhase::Waiting | LotPhase::Over { .. } => None,
        }
    }

    /// `startTradeTime`: when the lot was opened (last).
    pub fn start_trade_time(&self) -> Option<Timestamp> {
        match self.phase {
            LotPhase::Waiting => None,
            LotPhase::Open { since, .. } => Some(since),
            LotPhase::Over { opened, .. } => opened,
        }
    }

    /// `endTradeTime`: when the open lot will close, or when the lot was closed.
    pub fn end_trade_time(&self) -> Option<Timestamp> {
        match self.phase {
            LotPhase::Waiting => None,
            LotPhase::Open { end, .. } => end,
            LotPhase::Over { closed, .. } => closed,
        }
    }

    pub fn minimum(&self, ladder: &Ladder<'_>) -> Amount {
        ladder.minimum(self.start, self.leading().map(|bet| bet.value))
    }

    /// How the leading bet compares with a reserve: see [`Room::reserve_of`](super::Room).
    pub(super) fn reserve_state(
        &self,
        reserve: Option<Amount>,
        ladder: &Ladder<'_>,
    ) -> Option<ReserveState> {
        let reserve = reserve?;
        Some(if self.leading().is_some_and(|bet| bet.value >= reserve) {
            ReserveState::Achieved
        } else if self.minimum(ladder) >= reserve {
            ReserveState::OneStepUntil
        } else {
            ReserveState::NotAchieved
        })
    }

    pub(crate) fn is_queued_for_sale(&self) -> bool {
        !self.hidden && !self.is_over()
    }

    pub(super) fn index_keys(&self) -> IndexKeys {
        IndexKeys {
            number: self.number,
            queued: self.is_queued_for_sale(),
            end: self.end(),
            bets: self.bets.len(),
        }
    }
}
