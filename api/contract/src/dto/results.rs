use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lot::Picture;
use super::numbers::{Currency, LotState};

/// A sale's lots with what was bid for them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaleResults {
    pub currency: Currency,
    /// Per cent on top of the hammer price.
    pub commission: f64,
    /// By number, hidden ones and those that left after the end included.
    pub lots: Vec<LotResult>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotResult {
    pub id: i64,
    pub catalog_lot_id: i32,
    pub title_ru: String,
    /// Names, in order.
    pub author: Vec<String>,
    pub img: Option<Picture>,
    pub hidden: bool,
    /// It left the sale after its end, unsold: it is in another catalog or in the storage, or was deleted.
    pub has_left: bool,
    pub is_deleted: bool,
    pub state: LotState,
    pub is_bidding_over: bool,
    /// 0: no start price.
    pub start: i64,
    pub estimated_from: Option<i64>,
    pub estimated_to: Option<i64>,
    pub bets_count: i32,
    /// The numbers of the lots that are sold as one with this one, its own included. The first has the price for all of
    /// them and the bidders, the others have none. Lots taken at the buyer's choice are sold each by itself.
    pub together: Vec<i32>,
    /// The leading bet, the buyer's once the lot is sold.
    pub leader: Option<LotBidder>,
    /// The highest standing bet of another bidder.
    pub underbidder: Option<LotBidder>,
}

/// A bidder with their highest bet on a lot.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotBidder {
    pub bet_id: i64,
    pub value: i64,
    /// «Участник 217». Null: a bet of the hall.
    pub participant: Option<i32>,
    /// The paddle of a bettor in the hall, if the auctioneer knows it.
    pub paddle: Option<String>,
    /// The account's name and contacts: for the house's managers, owners and admins, else null. Underbidders' contacts
    /// are null.
    pub display_name: Option<String>,
    pub phone: Option<String>,
    pub e_mail: Option<String>,
}
