//! What people (and the clock) ask of a room. Facts that need I/O come in as arguments.

use crate::{
    ids::{BetNo, LotId, LotNumber, Paddle, Participant, UserId},
    kinds::{CalculationType, CatalogType, Currency, LotState},
    money::{Amount, Timestamp},
    numbered::by_name,
    steps::StepTable,
};
use serde::{Deserialize, Serialize};

/// What the house thinks of a bettor at the moment of a bet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Eligibility {
    /// The house accepted their registration.
    pub accepted: bool,
    /// The house trusts them.
    pub trusted: bool,
    /// They control the catalog, so they may bid in a hidden one.
    pub controller: bool,
}

/// Who revokes. The auctioneer may be refused for more reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Revoker {
    Auctioneer,
    Admin,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// `value` is within 0 < value ≤ 10^12 (422 before). For a hall bet `eligibility` is not looked at.
    PlaceBet {
        lot: LotId,
        by: Participant,
        value: Amount,
        eligibility: Eligibility,
    },
    /// Place an absentee order or change it; `maximum` as `value` above.
    PlaceOrder {
        lot: LotId,
        user: UserId,
        maximum: Amount,
        eligibility: Eligibility,
    },
    WithdrawOrder {
        lot: LotId,
        user: UserId,
        eligibility: Eligibility,
    },
    /// The house no longer trusts or accepts this user: their orders in the room go, their bets stand.
    DropOrders {
        user: UserId,
    },

    /// Draft → Scheduled.
    Schedule,
    Start,
    /// `lot`: the one that is meant, if the caller names it (so in `Sell`, `Skip` and `Warn`).
    Next {
        lot: Option<LotId>,
    },
    Sell {
        lot: Option<LotId>,
        /// Of lots at the buyer's choice, those that the winner takes; of any other lot none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        take: Vec<LotId>,
        /// The leading bet that the caller means, if they name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bet: Option<BetNo>,
    },
    Skip {
        lot: Option<LotId>,
    },
    Previous,
    /// Open a lot out of turn; `from` is the current lot as the caller sees it.
    Jump {
        lot: LotId,
        from: Option<LotId>,
    },
    /// «Последний раз»; `lot` as above.
    Warn {
        lot: Option<LotId>,
    },
    Pause {
        /// Up to 200 characters (422 before).
        reason: Option<String>,
    },
    Resume,
    /// `entitled`: the caller is the catalog's auctioneer, or an admin.
    Revoke {
        lot: LotId,
        by: Revoker,
        entitled: bool,
    },
    /// Return a Sold or NotSold lot to bidding.
    Return {
        lot: LotId,
    },
    /// Sell the current lot, `lot`, and waiting ones `with` it as one, for one price.
    Join {
        lot: LotId,
        with: Vec<LotId>,
        /// The buyer takes one or several of them instead, each for the price.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        choice: bool,
    },
    /// The current lot, which leads a group, and the others are sold each by itself again.
    Part {
        lot: LotId,
    },
    /// A standing bet of the hall was another paddle's.
    CorrectPaddle {
        lot: LotId,
        bet: BetNo,
        paddle: Paddle,
        /// For the journal. Up to 200 characters (422 before).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    Finish,
    Cancel,

    ChangeCatalog(Box<CatalogPatch>),
    SetHidden {
        hidden: bool,
    },
    AddLot {
        lot: LotId,
        setup: LotSetup,
    },
    ChangeLot {
        lot: LotId,
        patch: LotPatch,
    },
    /// Hide a lot: over for the queue, unknown to bidders.
    WithdrawLot {
        lot: LotId,
    },
    /// Show a hidden lot again.
    ShowLot {
        lot: LotId,
    },
    /// Delete a lot, or move it to another catalog.
    RemoveLot {
        lot: LotId,
    },
    MarkPaid {
        lot: LotId,
    },

    /// Timers only.
    Tick,
    /// The room is alive again; `last_alive` is its last heartbeat. Comes before the timers.
    Recover {
        last_alive: Timestamp,
    },
}

/// Changes of a catalog that the room knows of; `None` leaves a field as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CatalogPatch {
    #[serde(skip_serializing_if = "Option::is_none", with = "by_name::option")]
    pub catalog_type: Option<CatalogType>,
    #[serde(skip_serializing_if = "Option::is_none", with = "by_name::option")]
    pub calculation: Option<CalculationType>,
    #[serde(skip_serializing_if = "Option::is_none", with = "by_name::option")]
    pub currency: Option<Currency>,
    #[serde(skip_serializing_if = "Option::is_none", with = "some_null")]
    pub steps: Option<Option<StepTable>>,
    #[serde(skip_serializing_if = "Option::is_none", with = "some_null")]
    pub house_steps: Option<Option<StepTable>>,
    #[serde(skip_serializing_if = "Option::is_none", with = "some_null")]
    pub start_date: Option<Option<Timestamp>>,
    #[serde(skip_serializing_if = "Option::is_none", with = "some_null")]
    pub end_date: Option<Option<Timestamp>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto_start: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sale_timeout_s: Option<u32>,
}

/// Changes of a lot that the room knows of; `None` leaves a field as it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LotPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<LotNumber>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Amount>,
    /// ≤ 0 means no reserve, as does `Some(None)`.
    #[serde(skip_serializing_if = "Option::is_none", with = "some_null")]
    pub reserve: Option<Option<Amount>>,
}

impl LotPatch {
    /// The new reserve, if it changes.
    pub(crate) fn new_reserve(&self) -> Option<Option<Amount>> {
        self.reserve
            .map(|reserve| reserve.filter(|reserve| *reserve > Amount(0)))
    }
}

/// A lot as it comes into a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LotSetup {
    pub number: LotNumber,
    /// The start price; 0 if there is none.
    pub start: Amount,
    /// ≤ 0 means no reserve.
    pub reserve: Option<Amount>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Sold, NotSold and Paid for an imported lot whose sale is over; any other lot waits.
    #[serde(
        default = "waiting",
        skip_serializing_if = "is_waiting",
        with = "by_name"
    )]
    pub state: LotState,
}

fn waiting() -> LotState {
    LotState::None
}

fn is_waiting(state: &LotState) -> bool {
    *state == LotState::None
}

/// `Some(None)` is a null that was sent, `None` a field that was not.
mod some_null {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(
        value: &Option<Option<T>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().and_then(Option::as_ref).serialize(to)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(from).map(Some)
    }
}
