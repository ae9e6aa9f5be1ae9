use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lot::{Author, Picture};
use super::numbers::{CatalogState, CatalogType, Currency, LotState};
use super::timestamp::Timestamp;

/// A sale as a screen in the hall shows it. The same for every viewer: reserves, accounts and absentee orders are left
/// out even if the computer at the projector is signed in as staff.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HallSale {
    pub id: i64,
    pub title: String,
    pub house_name_ru: String,
    pub catalog_type: CatalogType,
    pub currency: Currency,
    pub state: CatalogState,
    pub start_date: Option<Timestamp>,
    /// The lot under the hammer in a running classic auction.
    pub current_lot_id: Option<i64>,
    /// Since when the bidding on the current lot stands still.
    pub paused_at: Option<Timestamp>,
    pub pause_reason: Option<String>,
    /// Counts the catalog's public changes, as in its updates.
    pub version: i64,
    /// Whether this is a rehearsal of a sale.
    pub is_rehearsal: bool,
    /// All visible lots, by number.
    pub lots: Vec<HallLot>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HallLot {
    pub id: i64,
    pub catalog_lot_id: i32,
    pub title_ru: String,
    pub author: Vec<Author>,
    pub img: Option<Picture>,
    pub state: LotState,
    pub is_bidding_over: bool,
    pub end_trade_time: Option<Timestamp>,
    /// When the auctioneer said «Последний раз», while that stands.
    pub warned_at: Option<Timestamp>,
    /// The numbers of the lots that are sold as one with this one, or on offer with it at the buyer's choice, its own included; the
    /// bets are on the first.
    pub together: Vec<i32>,
    /// They are on offer at the buyer's choice, who takes one or several of them, each for the price.
    pub is_choice: bool,
    pub start_price: i64,
    /// The leading bet, in whole units of the sale's currency.
    pub value: Option<i64>,
    /// The leader's number in the sale; null: a bet of the hall, or none.
    pub participant: Option<u32>,
    /// The leader's paddle, if they are in the hall and the auctioneer knows it.
    pub paddle: Option<String>,
    /// The catalog's version at the lot's last public change.
    pub version: i64,
}
