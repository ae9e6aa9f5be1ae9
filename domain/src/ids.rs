//! Identities: of catalogs, lots, houses and people, and of those who bid.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($of:ty)) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $of);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// A catalog, and the room that trades it.
    CatalogId(i64)
);
id!(LotId(i64));
id!(UserId(i64));
id!(HouseId(i64));
id!(
    /// The number a lot is called by in its catalog (`catalogLotId`); unique there, and the order of the sale.
    LotNumber(i32)
);

/// The arrival number of a bet or an absentee order in its catalog: 1, 2, 3 … in one series for both, so the smaller
/// number came first. A bet is identified by it within its room.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct BetNo(pub u64);

/// What the paddle of a person in the hall says: free text, trimmed, never empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Paddle(Box<str>);

impl Paddle {
    /// The paddle a controller typed; `None` for an unknown person in the hall (nothing but spaces).
    pub fn typed(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.into()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Paddle {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::typed(&text).ok_or("a paddle is never empty")
    }
}

impl From<Paddle> for String {
    fn from(paddle: Paddle) -> Self {
        paddle.0.into()
    }
}

/// Who bids: a user with an account, or a person in the hall whose bet a controller enters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Participant {
    User(UserId),
    /// `None` is an unknown person: two bets of unknown persons may be two people's.
    Hall(Option<Paddle>),
}

impl Participant {
    pub fn hall(paddle: &str) -> Self {
        Self::Hall(Paddle::typed(paddle))
    }

    pub fn user(&self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(*user),
            Self::Hall(_) => None,
        }
    }

    pub fn is_hall(&self) -> bool {
        matches!(self, Self::Hall(_))
    }

    /// Whether both are certainly the same person. Two unknown people in the hall never are.
    pub fn is_surely(&self, other: &Participant) -> bool {
        self == other && *self != Self::Hall(None)
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Hall(paddle) => write!(f, "hall:{}", paddle.as_ref().map_or("", Paddle::as_str)),
        }
    }
}
