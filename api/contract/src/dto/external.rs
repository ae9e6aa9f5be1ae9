use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::timestamp::Timestamp;

/// A bid for the art-investment service.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ExternalBidRequest {
    /// In whole units of the lot's currency.
    pub bid_amount: i64,
}

/// A bid that the service accepted.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalBidAnswer {
    pub lot_id: i64,
    #[serde(rename = "bid_amount")]
    pub bid_amount: i64,
    /// Russian, ready to show.
    pub message: String,
}

/// An auction on another site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAuction {
    /// The other site's id.
    pub id: String,
    pub title: String,
    /// Its page on the other site.
    pub url: String,
    pub house_name: Option<String>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    /// An address on this site: the picture comes through the image proxy.
    pub image_url: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalAuctions {
    pub items: Vec<ExternalAuction>,
    /// When this was fetched from the other site.
    pub fetched: Timestamp,
}
