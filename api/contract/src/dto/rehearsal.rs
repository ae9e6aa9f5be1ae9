use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::timestamp::Timestamp;

/// How often invented bidders bid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// About every ten seconds.
    Slow,
    /// About every five seconds.
    #[default]
    Normal,
    /// About every two seconds.
    Brisk,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RehearsalRequest {
    /// Default: normal.
    #[serde(default)]
    pub pace: Pace,
}

/// A rehearsal that is being held.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rehearsal {
    /// The copy of the sale, conducted like any other.
    pub catalog_id: i64,
    /// The sale that is rehearsed.
    pub of_catalog: i64,
    pub started: Timestamp,
    /// When it ends by itself.
    pub ends: Timestamp,
}
