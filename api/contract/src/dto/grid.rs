use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lot::Picture;
use super::numbers::{Currency, LotState};

/// A lot as a row of its house's grid, without its description.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridLot {
    pub id: i64,
    /// Null: the house's storage.
    pub catalog_id: Option<i64>,
    /// Its number in the catalog.
    pub catalog_lot_id: Option<i32>,
    pub title_ru: String,
    /// Names, in order.
    pub author: Vec<String>,
    pub category_id: Option<i64>,
    pub period: Option<String>,
    pub materials: Option<String>,
    pub size: Option<String>,
    pub price: GridPrice,
    pub state: LotState,
    pub is_bidding_over: bool,
    pub bets_count: i32,
    pub hidden: bool,
    /// The first picture.
    pub img: Option<Picture>,
    pub images_count: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridPrice {
    pub currency: Currency,
    /// 0: no start price.
    pub start: i64,
    pub has_reserve: bool,
    /// For admins, else null.
    pub reserve: Option<i64>,
    /// Whether the reserve is above the upper estimate. False once the lot is in trade.
    pub reserve_above_estimate: bool,
    /// Whether the reserve is below the start price. False once the lot is in trade.
    pub reserve_below_start: bool,
    pub estimated_from: Option<i64>,
    pub estimated_to: Option<i64>,
    /// The value of the leading bet, if there is one.
    pub value: Option<i64>,
}

/// What a cell of the grid holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GridField {
    CatalogLotId,
    TitleRu,
    DescriptionRu,
    /// Names, divided by semicolons.
    Author,
    /// `true` or null.
    IsAttributedAuthorship,
    /// A category's id.
    CategoryId,
    Period,
    Materials,
    Size,
    SourceCountryRu,
    Weight,
    Notes,
    AuctioneerNote,
    /// Addresses, divided by line breaks.
    VideoLinks,
    Start,
    Reserve,
    EstimatedFrom,
    EstimatedTo,
    /// `true` or null.
    Hidden,
}

/// A changed cell. Values are texts; null is an empty cell.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridCell {
    pub field: GridField,
    /// The value that the caller saw. If the cell holds another one by now, the lot stays as it is. Ignored for a
    /// reserve, which only admins see.
    pub was: Option<String>,
    pub now: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridChange {
    pub lot_id: i64,
    pub cells: Vec<GridCell>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct GridRequest {
    /// At most 200 lots, each at most once.
    pub changes: Vec<GridChange>,
}

/// A lot that was left as it is, and why.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GridRefusal {
    pub lot_id: i64,
    /// The cell at fault; null if the whole lot is.
    pub field: Option<GridField>,
    /// Whether someone else changed the cell meanwhile.
    pub is_conflict: bool,
    /// After a conflict: what the cell holds now.
    pub stored: Option<String>,
    /// In Russian, ready to show.
    pub message: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct GridAnswer {
    /// The sent lots as they are now, changed or not.
    pub lots: Vec<GridLot>,
    pub refused: Vec<GridRefusal>,
}

/// A new number for each listed lot; the others keep theirs.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct RenumberRequest {
    /// 1 to 2000 lots of the catalog, each at most once.
    pub lots: Vec<super::catalog::LotNumber>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotReadingRequest {
    /// Plain text, of which the first 4000 characters are read.
    pub description_ru: String,
}

/// What a lot's description says.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotReading {
    pub author: Option<String>,
    pub is_attributed_authorship: bool,
    pub title_ru: Option<String>,
    pub period: Option<String>,
    pub size: Option<String>,
}
