use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lot::LotSearchRequest;
use super::timestamp::Timestamp;

/// When letters about new lots of a saved search are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchLetters {
    Never,
    /// A few minutes after lots are listed, one letter for all of them.
    AtOnce,
    /// At nine in the morning, Moscow time, if there are new lots.
    Daily,
}

impl SearchLetters {
    pub const ALL: [Self; 3] = [Self::Never, Self::AtOnce, Self::Daily];

    /// The name on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::AtOnce => "atOnce",
            Self::Daily => "daily",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|letters| letters.name() == name)
    }
}

/// A search that a person keeps.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearch {
    pub id: i64,
    pub name: String,
    /// The address of the list on this site, without the page.
    pub path: String,
    pub letters: SearchLetters,
    pub created: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearchRequest {
    pub name: String,
    /// The address of the list on this site, without the page. It begins with a single slash.
    pub path: String,
    /// The search of that list: words or at least one filter. Hidden lots are never announced.
    pub request: LotSearchRequest,
    pub letters: SearchLetters,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedSearchChange {
    pub name: String,
    pub letters: SearchLetters,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_on_the_wire() {
        for letters in SearchLetters::ALL {
            assert_eq!(serde_json::to_value(letters).unwrap(), letters.name());
            assert_eq!(SearchLetters::of_name(letters.name()), Some(letters));
        }
        assert_eq!(SearchLetters::of_name("weekly"), None);
    }
}
