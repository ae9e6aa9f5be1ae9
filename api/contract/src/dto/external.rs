use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::timestamp::Timestamp;

/// A bid that an art-investment service is to take.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ExternalBidRequest {
    /// In whole units of the lot's currency.
    pub bid_amount: i64,
}

/// A bid that it took.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalBidAnswer {
    pub lot_id: i64,
    #[serde(rename = "bid_amount")]
    pub bid_amount: i64,
    /// Russian, fit to show.
    pub message: String,
}

/// An auction of another site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAuction {
    /// The other site's own.
    pub id: String,
    pub title: String,
    /// Its page there.
    pub url: String,
    pub house_name: Option<String>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    /// Ours: the picture comes through the image proxy.
    pub image_url: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAuctions {
    pub items: Vec<ExternalAuction>,
    /// When the other site said so.
    pub fetched: Timestamp,
}
