//! What everybody may see of a room, as the protocol spells it. No names, no reserve, no maximum of an absentee order,
//! and nothing of who let an order bid for him.

use crate::{bet_id::bet_id, instant::Instant};
use domain::{CatalogView, LeadingView, LotView, Participant, ReserveState, Timestamp};
use serde::{Deserialize, Serialize};

/// A lot's whole public trading state. A newer one replaces an older one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LotUpdate {
    pub catalog_id: i64,
    pub lot_id: i64,
    /// The catalog's version at the lot's last public change.
    pub version: u64,
    /// When the server made this update.
    pub server_time: Instant,
    /// The specification's number: None 0, InProcess 1, Sold 2, NotSold 4, Paid 8.
    pub state: i16,
    pub is_bidding_over: bool,
    pub price: Price,
    pub leading_bet: Option<LeadingBet>,
    pub start_trade_time: Option<Instant>,
    pub end_trade_time: Option<Instant>,
    /// The least bet that may follow, in whole units.
    pub min_bet: i64,
    pub reserve_price_state: Option<ReserveState>,
    pub bets_count: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    /// Whole units of `currency`.
    pub start: i64,
    /// The leading bet's value.
    pub value: Option<i64>,
    pub reserve_price_state: Option<ReserveState>,
    /// The specification's number: RUB 0, EUR 1, USD 2.
    pub currency: i16,
}

/// The bet that leads, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeadingBet {
    pub id: i64,
    pub value: i64,
    pub created: Instant,
    /// `None`: somebody in the hall.
    pub user_id: Option<i64>,
    /// «Участник 217».
    pub participant: Option<u32>,
    /// Of somebody in the hall, if he is known.
    pub paddle: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogStatusUpdate {
    pub catalog_id: i64,
    /// Counts the catalog's public changes.
    pub version: u64,
    pub server_time: Instant,
    /// The specification's number: Scheduled 0, InProcess 1, Completed 2, Canceled 3, Temporary 4, WaitForEnd 5.
    pub state: i16,
    pub current_lot_id: Option<i64>,
    pub start_date: Option<Instant>,
    pub end_date: Option<Instant>,
}

/// A bet as its bettor gets it back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlacedBet {
    pub id: i64,
    pub catalog_id: i64,
    pub lot_id: i64,
    pub value: i64,
    pub created: Instant,
    pub user_id: Option<i64>,
    pub participant: Option<u32>,
    pub paddle: Option<String>,
    pub is_absentee: bool,
}

impl LotUpdate {
    pub fn new(catalog_id: i64, currency: domain::Currency, lot: &LotView, at: Timestamp) -> Self {
        Self {
            catalog_id,
            lot_id: lot.id.0,
            version: lot.version,
            server_time: at.into(),
            state: lot.state.number(),
            is_bidding_over: lot.is_bidding_over,
            price: Price {
                start: lot.start.0,
                value: lot.leading.as_ref().map(|leading| leading.value.0),
                reserve_price_state: lot.reserve_state,
                currency: currency.number(),
            },
            leading_bet: lot
                .leading
                .as_ref()
                .map(|leading| LeadingBet::new(catalog_id, leading)),
            start_trade_time: lot.start_trade_time.map(Instant),
            end_trade_time: lot.end_trade_time.map(Instant),
            min_bet: lot.min_bet.0,
            reserve_price_state: lot.reserve_state,
            bets_count: lot.bets_count,
        }
    }
}

impl LeadingBet {
    fn new(catalog_id: i64, leading: &LeadingView) -> Self {
        Self {
            id: bet_id(catalog_id, leading.no.0),
            value: leading.value.0,
            created: leading.at.into(),
            user_id: leading.by.user().map(|user| user.0),
            participant: leading.participant_number,
            paddle: paddle(&leading.by),
        }
    }
}

impl CatalogStatusUpdate {
    pub fn new(catalog: &CatalogView, at: Timestamp) -> Self {
        Self {
            catalog_id: catalog.id.0,
            version: catalog.version,
            server_time: at.into(),
            state: catalog.state.number(),
            current_lot_id: catalog.current_lot.map(|lot| lot.0),
            start_date: catalog.start_date.map(Instant),
            end_date: catalog.end_date.map(Instant),
        }
    }
}

/// What the paddle says, of somebody in the hall whom the auctioneer knows.
pub(crate) fn paddle(by: &Participant) -> Option<String> {
    match by {
        Participant::Hall(paddle) => paddle.as_ref().map(|paddle| paddle.as_str().to_owned()),
        Participant::User(_) => None,
    }
}
