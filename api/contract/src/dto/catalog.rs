use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::account::UntrustedCap;
use super::house::{HousePhoto, StepRow};
use super::numbers::{CalculationType, CatalogState, CatalogType, Currency};
use super::timestamp::Timestamp;

/// An auction, gallery or post-auction in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogShort {
    pub id: i64,
    pub title: String,
    pub catalog_type: CatalogType,
    pub state: CatalogState,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    /// The lot under the hammer in a running classic auction.
    pub current_lot_id: Option<i64>,
    /// Since when the bidding on the current lot stands still.
    pub paused_at: Option<Timestamp>,
    /// Why, in the auctioneer's words.
    pub pause_reason: Option<String>,
    pub house_id: i64,
    pub house_name_ru: String,
    pub is_auto_start: bool,
    /// Per cent, at most two decimals.
    pub commission: f64,
    pub currency: Currency,
    pub calculation_type: CalculationType,
    pub lot_sale_timeout_in_seconds: i32,
    pub logo: HousePhoto,
    /// True only for viewers who may see hidden catalogs.
    pub hidden: bool,
    pub lots_count: i64,
    pub sold_count: i64,
}

/// An auction, gallery or post-auction with all details of its page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    #[serde(flatten)]
    pub short: CatalogShort,
    pub description_ru: Option<String>,
    /// The steps in effect: the catalog's, else the house's, else the default table.
    pub steps_table: Vec<StepRow>,
    pub is_imported: bool,
    /// Counts the catalog's public changes, as in its updates.
    pub version: i64,
    /// Counts the changes of the fields of its form. A form sends it back.
    pub revision: i64,
    /// The highest bet of a bidder whom the house does not trust, as its room decides: fixed when the catalog was made.
    pub untrusted_cap: UntrustedCap,
    pub server_time: Timestamp,
    /// Whether the caller may conduct the sale (admin, manager or owner of the house, auctioneer).
    pub is_controller: bool,
    pub is_auctioneer: bool,
    /// The sale of which this is a rehearsal.
    pub rehearsal_of: Option<i64>,
    /// For controllers, else null.
    pub auctioneers: Option<Vec<Auctioneer>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Auctioneer {
    pub user_id: i64,
    pub display_name: String,
}

/// A catalog to create (without `id`) or change.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogRequest {
    #[serde(default)]
    pub id: Option<i64>,
    /// The revision that the change was made to: 409 `changed_meanwhile`, with nothing changed, if it is no longer the
    /// stored one. Without it the stored fields are replaced unseen.
    #[serde(default)]
    pub revision: Option<i64>,
    /// For an existing catalog it must be its current house.
    pub house_id: i64,
    /// At most 300 characters.
    pub title: String,
    /// Rich text, at most 200 000 characters.
    #[serde(default)]
    pub description_ru: Option<String>,
    pub catalog_type: CatalogType,
    /// Default: ByCatalogType.
    #[serde(default)]
    pub calculation_type: Option<CalculationType>,
    #[serde(default)]
    pub is_auto_start: bool,
    /// An empty text means none.
    #[serde(default, deserialize_with = "empty_is_none")]
    pub start_date: Option<Timestamp>,
    /// An empty text means none.
    #[serde(default, deserialize_with = "empty_is_none")]
    pub end_date: Option<Timestamp>,
    /// Per cent, at most two decimals.
    #[serde(default)]
    pub commission: f64,
    /// Default: RUB.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// Starts must rise strictly and steps must be positive; null: the house's table, else the default one.
    #[serde(default)]
    pub steps_table: Option<Vec<StepRow>>,
    /// 1 to 86 400; default 30.
    #[serde(default)]
    pub lot_sale_timeout_in_seconds: Option<i32>,
}

/// Forms send an unfilled date as an empty text.
fn empty_is_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Timestamp>, D::Error> {
    match Option::<String>::deserialize(from)?
        .as_deref()
        .map(str::trim)
    {
        None | Some("") => Ok(None),
        Some(text) => Timestamp::deserialize(text.into_deserializer()).map(Some),
    }
}

/// A lot to move into a catalog.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutLotRequest {
    /// A lot in the house's storage or in another of its catalogs.
    pub lot_id: i64,
    /// Its number in the catalog; null: the number after the greatest.
    #[serde(default)]
    pub catalog_lot_id: Option<i32>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogSubscriptionRequest {
    pub catalog_id: i64,
}

/// An entry of the lot switcher.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotNumber {
    pub id: i64,
    pub catalog_lot_id: i32,
}

pub use wire::ChatMessage;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSearchRequest {
    pub catalog_id: i64,
    #[serde(default)]
    pub page_number: Option<i64>,
    #[serde(default)]
    pub page_size: Option<i64>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HideMessageRequest {
    pub message_id: i64,
    pub is_hidden: bool,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MuteAuthorRequest {
    /// Any message of the author.
    pub message_id: i64,
    pub is_muted: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MemberCount {
    pub count: i64,
}
