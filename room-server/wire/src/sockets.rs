//! What the rooms' sockets accept and refuse.

/// Allowed length of a chat message in characters.
pub const CHAT_CHARACTERS: std::ops::RangeInclusive<usize> = 1..=1000;

/// Why the application refuses a socket's request. [`code`](Self::code) is what the client sees; it matches REST's
/// `title`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The catalog does not exist or is hidden from this person.
    #[error("not found")]
    NotFound,
    /// The token is missing, unknown, ended or expired.
    #[error("not authenticated")]
    NotAuthenticated,
    /// Writing needs an accepted registration in the catalog's house.
    #[error("not registered in the house")]
    NotRegisteredInHouse,
    /// A controller muted the author in the sale's chat.
    #[error("muted")]
    Muted,
    /// A rate limit is exceeded.
    #[error("too many requests")]
    TooManyRequests,
    /// Arguments of the wrong type or out of range.
    #[error("validation failed")]
    ValidationFailed,
    /// The application is temporarily unavailable; a retry may succeed.
    #[error("unavailable")]
    Unavailable,
}

impl Refused {
    /// All reasons.
    pub const ALL: [Self; 7] = [
        Self::NotFound,
        Self::NotAuthenticated,
        Self::NotRegisteredInHouse,
        Self::Muted,
        Self::TooManyRequests,
        Self::ValidationFailed,
        Self::Unavailable,
    ];

    /// Stable English code of the reason.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NotAuthenticated => "not_authenticated",
            Self::NotRegisteredInHouse => "not_registered_in_house",
            Self::Muted => "muted",
            Self::TooManyRequests => "too_many_requests",
            Self::ValidationFailed => "validation_failed",
            Self::Unavailable => "unavailable",
        }
    }
}
