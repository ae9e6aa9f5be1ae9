//! Why the rules refuse a command. The numbers are the specification's; the texts and HTTP statuses belong to the layer
//! that talks to people.

use crate::{kinds::Currency, money::Amount, numbered::by_name};
use serde::{Deserialize, Serialize};

/// The specification has two tables of codes, and the same number means different things in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeSet {
    Bet,
    Auctioneer,
}

/// The rules said no. A refused command changes nothing in the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    AnotherBetLeads,
    TradeTimeout,
    LotNotFound,
    CatalogNotFound,
    LotIsNotCurrent,
    NotMultipleOf10,
    LessThanMinimal,
    NotForTrade,
    NotTimeoutYet,
    TradeCompleted,
    UntrustedCapExceeded {
        cap: Amount,
        #[serde(with = "by_name")]
        currency: Currency,
    },
    ForbiddenToBetAgain,

    NoAvailableBet,
    NoClassicAuction,
    UserIsNotAuctioneer,

    /// The house has not accepted the bettor.
    NotAccepted,
    /// Absentee orders require the house's trust.
    Untrusted,
    NotInThisState,
    NothingToOpen,
    /// There is no absentee order to withdraw.
    NoOrder,
    /// The order's owner leads on the open lot.
    OrderLeads,
    /// The lot is in a group with others.
    LotJoined,
    /// A lot with bets is neither joined with others nor parted from them.
    LotHasBets,
    /// A lot with absentee orders is not joined with others.
    LotHasOrders,
    /// The buyer of lots on offer at their choice takes at least one.
    NothingChosen,
    /// A value of the catalog or lot is invalid.
    Invalid(Invalid),
}

/// What is wrong with a catalog or lot to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// Another lot of the catalog has this number.
    NumberTaken,
    /// A Parallel catalog needs an end after its start.
    EndNotAfterStart,
    /// A room that starts by itself needs a start date.
    StartDateMissing,
    /// The value is not within 0 < value ≤ 10^12 (a start price: 0 ≤ value).
    AmountOutOfRange,
    /// A sale timeout is 1 second to 1 day.
    TimeoutOutOfRange,
}

impl Refusal {
    /// One of each, with sample values, for tables that must cover them all.
    pub const EVERY: [Self; 30] = [
        Self::AnotherBetLeads,
        Self::TradeTimeout,
        Self::LotNotFound,
        Self::CatalogNotFound,
        Self::LotIsNotCurrent,
        Self::NotMultipleOf10,
        Self::LessThanMinimal,
        Self::NotForTrade,
        Self::NotTimeoutYet,
        Self::TradeCompleted,
        Self::UntrustedCapExceeded {
            cap: Amount(0),
            currency: Currency::Rub,
        },
        Self::ForbiddenToBetAgain,
        Self::NoAvailableBet,
        Self::NoClassicAuction,
        Self::UserIsNotAuctioneer,
        Self::NotAccepted,
        Self::Untrusted,
        Self::NotInThisState,
        Self::NothingToOpen,
        Self::NoOrder,
        Self::OrderLeads,
        Self::LotJoined,
        Self::LotHasBets,
        Self::LotHasOrders,
        Self::NothingChosen,
        Self::Invalid(Invalid::NumberTaken),
        Self::Invalid(Invalid::EndNotAfterStart),
        Self::Invalid(Invalid::StartDateMissing),
        Self::Invalid(Invalid::AmountOutOfRange),
        Self::Invalid(Invalid::TimeoutOutOfRange),
    ];

    /// The stable name of the refusal, as the journal and the metrics spell it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AnotherBetLeads => "another_bet_leads",
            Self::TradeTimeout => "trade_timeout",
            Self::LotNotFound => "lot_not_found",
            Self::CatalogNotFound => "catalog_not_found",
            Self::LotIsNotCurrent => "lot_is_not_current",
            Self::NotMultipleOf10 => "not_multiple_of_10",
            Self::LessThanMinimal => "less_than_minimal",
            Self::NotForTrade => "not_for_trade",
            Self::NotTimeoutYet => "not_timeout_yet",
            Self::TradeCompleted => "trade_completed",
            Self::UntrustedCapExceeded { .. } => "untrusted_cap_exceeded",
            Self::ForbiddenToBetAgain => "forbidden_to_bet_again",
            Self::NoAvailableBet => "no_available_bet",
            Self::NoClassicAuction => "no_classic_auction",
            Self::UserIsNotAuctioneer => "user_is_not_auctioneer",
            Self::NotAccepted => "not_accepted",
            Self::Untrusted => "untrusted",
            Self::NotInThisState => "not_in_this_state",
            Self::NothingToOpen => "nothing_to_open",
            Self::NoOrder => "no_order",
            Self::OrderLeads => "order_leads",
            Self::LotJoined => "lot_joined",
            Self::LotHasBets => "lot_has_bets",
            Self::LotHasOrders => "lot_has_orders",
            Self::NothingChosen => "nothing_chosen",
            Self::Invalid(_) => "invalid",
        }
    }

    /// The specification's number, if there is one; [`Refusal::code_set`] says in which table.
    pub const fn code(&self) -> Option<u8> {
        match self {
            Self::AnotherBetLeads => Some(1),
            Self::TradeTimeout => Some(2),
            Self::LotNotFound => Some(3),
            Self::CatalogNotFound => Some(4),
            Self::LotIsNotCurrent => Some(5),
            Self::NotMultipleOf10 => Some(6),
            Self::LessThanMinimal => Some(7),
            Self::NotForTrade => Some(8),
            Self::NotTimeoutYet => Some(9),
            Self::TradeCompleted => Some(10),
            Self::UntrustedCapExceeded { .. } => Some(11),
            Self::ForbiddenToBetAgain => Some(13),
            Self::NoAvailableBet => Some(5),
            Self::NoClassicAuction => Some(6),
            Self::UserIsNotAuctioneer => Some(7),
            Self::NotAccepted
            | Self::Untrusted
            | Self::NotInThisState
            | Self::NothingToOpen
            | Self::NoOrder
            | Self::OrderLeads
            | Self::LotJoined
            | Self::LotHasBets
            | Self::LotHasOrders
            | Self::NothingChosen
            | Self::Invalid(_) => None,
        }
    }

    /// The table of the code: 5, 6 and 7 are in both.
    pub fn code_set(&self) -> Option<CodeSet> {
        match self {
            Self::NoAvailableBet | Self::NoClassicAuction | Self::UserIsNotAuctioneer => {
                Some(CodeSet::Auctioneer)
            }
            _ => self.code().map(|_| CodeSet::Bet),
        }
    }
}

impl Invalid {
    /// The stable name of the fault.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NumberTaken => "number_taken",
            Self::EndNotAfterStart => "end_not_after_start",
            Self::StartDateMissing => "start_date_missing",
            Self::AmountOutOfRange => "amount_out_of_range",
            Self::TimeoutOutOfRange => "timeout_out_of_range",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names serde knows, from the error it gives for another one.
    fn known_to_serde<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> BTreeSet<String> {
        let error = serde_json::from_str::<T>("\"?\"").unwrap_err().to_string();
        let names = error.split('`').skip(3).step_by(2);
        // Serde does not split a number from the word before it.
        names.map(|name| name.replace("of10", "of_10")).collect()
    }

    #[test]
    fn every_refusal_is_listed_once_and_named_like_its_variant() {
        let listed: BTreeSet<_> = Refusal::EVERY
            .iter()
            .map(|refusal| refusal.name().to_owned())
            .collect();
        assert_eq!(listed, known_to_serde::<Refusal>());
        let faults: Vec<_> = Refusal::EVERY
            .iter()
            .filter_map(|refusal| match refusal {
                Refusal::Invalid(invalid) => Some(invalid.name().to_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(
            faults.iter().cloned().collect::<BTreeSet<_>>(),
            known_to_serde::<Invalid>()
        );
        assert_eq!(listed.len() - 1 + faults.len(), Refusal::EVERY.len());
    }
}
