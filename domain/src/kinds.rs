//! The enumerations of the specification (section 4). The rules match them by name, the wire and the database carry
//! their numbers, and the journal spells them by name ([`crate::numbered::by_name`]).

use crate::{ids::UserId, numbered};
use serde::{Deserialize, Serialize};

numbered!(
    /// The currency of a catalog's amounts.
    Currency { Rub = 0, Eur = 1, Usd = 2 }
);

numbered!(CatalogType { Classic = 0, Parallel = 1, Gallery = 2, PostAuction = 3 });

numbered!(CalculationType { ByCatalogType = 0, ByStepTable = 1, TenPercentAndModTen = 2 });

numbered!(CatalogState {
    Scheduled = 0,
    InProcess = 1,
    Completed = 2,
    Canceled = 3,
    /// A draft.
    Temporary = 4,
    /// Nothing is left to open; shown to people as in process.
    WaitForEnd = 5,
});

numbered!(LotState { None = 0, InProcess = 1, Sold = 2, NotSold = 4, Paid = 8 });

impl CatalogType {
    /// Whether lots of such a catalog are sold by bidding at all.
    pub fn trades(self) -> bool {
        matches!(self, Self::Classic | Self::Parallel)
    }
}

impl CatalogState {
    /// Running = InProcess or WaitForEnd.
    pub fn is_running(self) -> bool {
        matches!(self, Self::InProcess | Self::WaitForEnd)
    }

    pub fn is_finished(self) -> bool {
        matches!(self, Self::Completed | Self::Canceled)
    }
}

impl LotState {
    /// Whether the lot has a buyer, who has paid or not.
    pub fn is_sold(self) -> bool {
        matches!(self, Self::Sold | Self::Paid)
    }
}

/// How the leading bet compares with the reserve; a lot without a reserve has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReserveState {
    #[serde(rename = "RESERVE_PRICE_NOT_ACHIEVED")]
    NotAchieved,
    #[serde(rename = "ONE_STEP_UNTIL_RESERVE_PRICE")]
    OneStepUntil,
    #[serde(rename = "RESERVE_PRICE_ACHIEVED")]
    Achieved,
}

impl ReserveState {
    pub const ALL: [Self; 3] = [Self::NotAchieved, Self::OneStepUntil, Self::Achieved];

    /// The state of the wire's name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// The wire's name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotAchieved => "RESERVE_PRICE_NOT_ACHIEVED",
            Self::OneStepUntil => "ONE_STEP_UNTIL_RESERVE_PRICE",
            Self::Achieved => "RESERVE_PRICE_ACHIEVED",
        }
    }
}

/// What triggers a batch of bets; `revoke` takes back a batch together with its cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A bettor placed the batch's first bet.
    Bet,
    /// This user placed or changed an absentee order.
    Order(UserId),
    /// The lot opened, or opened again.
    Opening,
    /// Just before the hammer the leader's order reached for the reserve.
    Lift,
    /// An earlier batch was revoked and the orders acted again.
    Revoke,
    /// A pause ended, and the orders placed in it acted.
    Resume,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_specifications_and_come_back() {
        let numbers =
            |all: &[CatalogState]| all.iter().map(|state| state.number()).collect::<Vec<_>>();
        assert_eq!(numbers(CatalogState::ALL), [0, 1, 2, 3, 4, 5]);
        for state in LotState::ALL {
            assert_eq!(LotState::try_from(state.number()), Ok(*state));
        }
        for number in [-1, 3, 5, 6, 7, 9, 16] {
            assert_eq!(
                LotState::try_from(number),
                Err(crate::numbered::UnknownNumber {
                    of: "LotState",
                    number
                })
            );
        }
        for number in [-1, 3, 4] {
            assert!(Currency::try_from(number).is_err());
            assert!(CalculationType::try_from(number).is_err());
        }
        assert!(CatalogType::try_from(4).is_err());
        assert!(CatalogState::try_from(6).is_err());
    }

    #[test]
    fn reserve_states_are_known_by_the_wires_names() {
        for state in ReserveState::ALL {
            assert_eq!(ReserveState::named(state.as_str()), Some(state));
        }
        assert_eq!(ReserveState::named("RESERVE"), None);
    }
}
