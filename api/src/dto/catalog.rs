use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CalculationType, CatalogState, CatalogType, Currency, HousePhoto, StepRow, Timestamp};

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
    /// The lot under the hammer of a running classic.
    pub current_lot_id: Option<i64>,
    pub house_id: i64,
    pub house_name_ru: String,
    pub is_auto_start: bool,
    /// Per cent, at most two decimals.
    pub commission: f64,
    pub currency: Currency,
    pub calculation_type: CalculationType,
    pub lot_sale_timeout_in_seconds: i32,
    pub logo: HousePhoto,
    /// True only for those who may see hidden catalogs at all.
    pub hidden: bool,
    pub lots_count: i64,
    pub sold_count: i64,
}

/// An auction, gallery or post-auction with all that its page shows.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    #[serde(flatten)]
    pub short: CatalogShort,
    pub description_ru: Option<String>,
    /// The steps that hold: the catalog's, else the house's, else the default table.
    pub steps_table: Vec<StepRow>,
    pub is_imported: bool,
    /// Counts the catalog's public changes; the same as in its updates.
    pub version: i64,
    pub server_time: Timestamp,
    /// Whether the caller may conduct it (admin, manager or owner of the house, auctioneer).
    pub is_controller: bool,
    pub is_auctioneer: bool,
    /// For controllers, else null.
    pub auctioneers: Option<Vec<Auctioneer>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Auctioneer {
    pub user_id: i64,
    pub display_name: String,
}

/// An entry of the lot switcher.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotNumber {
    pub id: i64,
    pub catalog_lot_id: i32,
}

/// The public state of a catalog's trade.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogStatusUpdate {
    pub catalog_id: i64,
    pub version: i64,
    pub server_time: Timestamp,
    pub state: CatalogState,
    pub current_lot_id: Option<i64>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    pub id: i64,
    pub catalog_id: i64,
    pub user_id: i64,
    pub user_name: String,
    pub is_controller: bool,
    pub text: String,
    pub date: Timestamp,
    /// The same instant, Unix milliseconds.
    pub timestamp: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatSearchRequest {
    pub catalog_id: i64,
    #[serde(default)]
    pub page_number: Option<i64>,
    #[serde(default)]
    pub page_size: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct MemberCount {
    pub count: i64,
}
