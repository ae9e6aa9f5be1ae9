use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::numbers::PriceQueryStatus;
use super::timestamp::Timestamp;

/// A person's question to a house about a lot of its gallery or post-auction.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceQuery {
    pub id: i64,
    /// The lot.
    pub target_id: i64,
    pub lot_title_ru: String,
    pub house_id: i64,
    pub house_name_ru: String,
    pub user_id: i64,
    pub display_name: String,
    /// The current phone and e-mail of the person's account.
    pub number: Option<String>,
    pub email: Option<String>,
    pub message: String,
    pub status: PriceQueryStatus,
    pub answer: Option<String>,
    pub created: Timestamp,
    pub answered: Option<Timestamp>,
}

/// How many price queries there are in each state.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PriceQueryCounts {
    pub created: i64,
    pub processed: i64,
    pub rejected: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PriceQueryRequest {
    /// The phone of the caller's account.
    pub number: String,
    /// The e-mail of the caller's account.
    pub email: String,
    /// At most 2000 characters.
    pub message: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PriceAnswerRequest {
    pub id: i64,
    /// 1 answers, 2 rejects.
    pub status: PriceQueryStatus,
    /// Shown and sent to the person; at most 4000 characters. Required to answer.
    #[serde(default)]
    pub answer: Option<String>,
}
