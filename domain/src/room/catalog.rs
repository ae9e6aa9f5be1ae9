//! A room's catalog: the facts the rules need and where its sale stands.

use crate::{
    ids::{CatalogId, HouseId, LotId},
    kinds::{CalculationType, CatalogState, CatalogType, Currency},
    money::{Amount, Timestamp},
    numbered::by_name,
    steps::{Ladder, StepTable},
};
use serde::{Deserialize, Serialize};

/// The highest bet of a bidder the house does not trust, by currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caps {
    pub rub: Amount,
    pub eur: Amount,
    pub usd: Amount,
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            rub: Amount(5_000),
            eur: Amount(50),
            usd: Amount(50),
        }
    }
}

impl Caps {
    pub fn of(&self, currency: Currency) -> Amount {
        match currency {
            Currency::Rub => self.rub,
            Currency::Eur => self.eur,
            Currency::Usd => self.usd,
        }
    }
}

/// What the room knows of its catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalog {
    pub id: CatalogId,
    pub house: HouseId,
    #[serde(with = "by_name")]
    pub catalog_type: CatalogType,
    #[serde(with = "by_name")]
    pub calculation: CalculationType,
    #[serde(with = "by_name")]
    pub currency: Currency,
    /// The catalog's own step table.
    pub steps: Option<StepTable>,
    /// The house's, as it was when the catalog was made or last changed.
    pub house_steps: Option<StepTable>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    pub auto_start: bool,
    /// `lotSaleTimeoutInSeconds`.
    pub sale_timeout_s: u32,
    pub hidden: bool,
    pub caps: Caps,
}

impl Catalog {
    /// The sale timeout a lot gets when it is not told otherwise.
    pub const DEFAULT_SALE_TIMEOUT_S: u32 = 30;

    pub fn ladder(&self) -> Ladder<'_> {
        Ladder::new(
            self.catalog_type,
            self.calculation,
            self.steps.as_ref(),
            self.house_steps.as_ref(),
        )
    }

    pub fn sale_timeout_ms(&self) -> i64 {
        i64::from(self.sale_timeout_s) * 1_000
    }

    pub(crate) fn is_classic(&self) -> bool {
        self.catalog_type == CatalogType::Classic
    }

    pub(crate) fn is_parallel(&self) -> bool {
        self.catalog_type == CatalogType::Parallel
    }
}

/// The catalog's state with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Draft,
    Scheduled {
        /// The start by itself was tried and failed.
        start_missed: bool,
    },
    InProcess {
        /// Classic: the lot under the hammer, or just sold.
        current: Option<LotId>,
        /// Classic: bidding on the current lot is paused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pause: Option<Pause>,
    },
    WaitForEnd {
        since: Timestamp,
    },
    Completed,
    Canceled,
}

/// A pause of the current lot's bidding. Only `resume` and `cancel` end it: while it lasts, another lot cannot become the
/// current one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    pub since: Timestamp,
    /// What the auctioneer told the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Phase {
    pub fn state(&self) -> CatalogState {
        match self {
            Self::Draft => CatalogState::Temporary,
            Self::Scheduled { .. } => CatalogState::Scheduled,
            Self::InProcess { .. } => CatalogState::InProcess,
            Self::WaitForEnd { .. } => CatalogState::WaitForEnd,
            Self::Completed => CatalogState::Completed,
            Self::Canceled => CatalogState::Canceled,
        }
    }
}
