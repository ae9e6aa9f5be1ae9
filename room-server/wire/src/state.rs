//! The public state of a room, as the protocol spells it: one type for sockets and REST. Rooms put no names, accounts,
//! reserves or maximums of absentee orders into it, nor which bets orders made; REST adds what the caller may know of a leading bet.

use crate::{
    bet_id::bet_id,
    instant::{Instant, timestamp},
};
use domain::{
    CatalogState, CatalogView, Currency, LeadingView, LotState, LotView, Participant, ReserveState,
    Timestamp,
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A lot's whole public trading state. A newer one replaces an older one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LotUpdate {
    pub catalog_id: i64,
    pub lot_id: i64,
    /// The catalog's version at the lot's last public change.
    pub version: i64,
    /// When the server made this update.
    pub server_time: Instant,
    pub state: LotState,
    pub is_bidding_over: bool,
    pub price: LotUpdatePrice,
    pub leading_bet: Option<LeadingBet>,
    pub start_trade_time: Option<Instant>,
    pub end_trade_time: Option<Instant>,
    /// When the auctioneer said «Последний раз», while that stands. It decides nothing.
    pub warned_at: Option<Instant>,
    /// The least bet that may follow, in whole units.
    pub min_bet: i64,
    pub reserve_price_state: Option<ReserveState>,
    pub bets_count: usize,
    /// The numbers of the lots that are sold as one with this one, or on offer with it at the buyer's choice, its own included; the
    /// bets are on the first. Empty if the lot is sold by itself.
    pub together: Vec<i32>,
    /// They are on offer at the buyer's choice, who takes one or several of them, each for the price. Once the hammer has fallen,
    /// those taken are sold; the group stays until the sale goes on.
    pub is_choice: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LotUpdatePrice {
    /// Whole units of `currency`.
    pub start: i64,
    /// The leading bet's value.
    pub value: Option<i64>,
    pub reserve_price_state: Option<ReserveState>,
    pub currency: Currency,
}

/// The bet that leads a lot. It names no one: `participant` is the number given at the first bet in the catalog. An
/// account's id would let anyone follow a bidder from sale to sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeadingBet {
    pub id: i64,
    pub value: i64,
    pub created: Instant,
    /// The bettor's account: for the bettor and the catalog's controllers, over REST. Null for everyone else, in
    /// everything that a room sends, and for a bet of the hall.
    pub user_id: Option<i64>,
    /// «Участник 217». Null: a bet of the hall.
    pub participant: Option<u32>,
    /// The paddle of a bettor in the hall, if the auctioneer knows it.
    pub paddle: Option<String>,
    /// Whether an absentee order made the bet: for the bettor and admins, over REST. Null for everyone else and in
    /// everything that a room sends.
    pub is_absentee: Option<bool>,
}

/// The public state of a catalog's trade. A newer one replaces an older one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CatalogStatusUpdate {
    pub catalog_id: i64,
    /// Counts the catalog's public changes.
    pub version: i64,
    pub server_time: Instant,
    pub state: CatalogState,
    pub current_lot_id: Option<i64>,
    pub start_date: Option<Instant>,
    pub end_date: Option<Instant>,
    /// Classic: since when the bidding on the current lot stands still. Its end time stands still too.
    pub paused_at: Option<Instant>,
    pub pause_reason: Option<String>,
}

/// A message of a catalog's chat. It carries its author's name and no id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    pub id: i64,
    pub catalog_id: i64,
    pub user_name: String,
    /// Whether the author controls the catalog.
    pub is_controller: bool,
    pub text: String,
    pub date: Instant,
    /// The same instant, Unix milliseconds.
    pub timestamp: i64,
    /// Hidden from everyone but the catalog's controllers.
    pub is_hidden: bool,
    /// The author may not write here any more; false for all but the catalog's controllers.
    pub is_muted: bool,
}

impl ChatMessage {
    /// A message that everyone may read, as sockets send it.
    pub fn shown(
        (catalog_id, id): (i64, i64),
        user_name: String,
        is_controller: bool,
        text: String,
        at: OffsetDateTime,
    ) -> Self {
        let at = timestamp(at);
        Self {
            id,
            catalog_id,
            user_name,
            is_controller,
            text,
            date: at.into(),
            timestamp: at.0,
            is_hidden: false,
            is_muted: false,
        }
    }
}

/// A chat message that is no longer shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatHidden {
    pub catalog_id: i64,
    /// The message.
    pub id: i64,
}

/// Where a sale stands, in the acknowledgement of a `Join`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CatalogHead {
    /// The catalog.
    pub id: i64,
    pub state: CatalogState,
    /// The lot on the block, in a Classic catalog.
    pub current_lot_id: Option<i64>,
    pub paused_at: Option<Instant>,
    pub pause_reason: Option<String>,
    /// Counts the catalog's public changes; the snapshot includes them all.
    pub version: i64,
}

impl CatalogHead {
    /// A running sale with nothing on the block.
    pub fn running(id: i64, version: i64) -> Self {
        Self {
            id,
            state: CatalogState::InProcess,
            current_lot_id: None,
            paused_at: None,
            pause_reason: None,
            version,
        }
    }
}

impl From<CatalogStatusUpdate> for CatalogHead {
    fn from(update: CatalogStatusUpdate) -> Self {
        Self {
            id: update.catalog_id,
            state: update.state,
            current_lot_id: update.current_lot_id,
            paused_at: update.paused_at,
            pause_reason: update.pause_reason,
            version: update.version,
        }
    }
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
    pub fn new(catalog_id: i64, currency: Currency, lot: &LotView, at: Timestamp) -> Self {
        Self {
            catalog_id,
            lot_id: lot.id.0,
            version: lot.version,
            server_time: at.into(),
            state: lot.state,
            is_bidding_over: lot.is_bidding_over,
            price: LotUpdatePrice {
                start: lot.start.0,
                value: lot.leading.as_ref().map(|leading| leading.value.0),
                reserve_price_state: lot.reserve_state,
                currency,
            },
            leading_bet: lot
                .leading
                .as_ref()
                .map(|leading| LeadingBet::new(catalog_id, leading)),
            start_trade_time: lot.start_trade_time.map(Instant),
            end_trade_time: lot.end_trade_time.map(Instant),
            warned_at: lot.warned_at.map(Instant),
            min_bet: lot.min_bet.0,
            reserve_price_state: lot.reserve_state,
            bets_count: lot.bets_count,
            together: lot.together.iter().map(|number| number.0).collect(),
            is_choice: lot.is_choice,
        }
    }
}

impl LeadingBet {
    fn new(catalog_id: i64, leading: &LeadingView) -> Self {
        Self {
            id: bet_id(catalog_id, leading.no.0),
            value: leading.value.0,
            created: leading.at.into(),
            user_id: None,
            participant: leading.participant_number,
            paddle: paddle(&leading.by),
            is_absentee: None,
        }
    }
}

impl CatalogStatusUpdate {
    pub fn new(catalog: &CatalogView, at: Timestamp) -> Self {
        Self {
            catalog_id: catalog.id.0,
            version: catalog.version,
            server_time: at.into(),
            state: catalog.state,
            current_lot_id: catalog.current_lot.map(|lot| lot.0),
            start_date: catalog.start_date.map(Instant),
            end_date: catalog.end_date.map(Instant),
            paused_at: catalog.pause.as_ref().map(|pause| pause.since.into()),
            pause_reason: catalog
                .pause
                .as_ref()
                .and_then(|pause| pause.reason.clone()),
        }
    }
}

/// The paddle of a bettor in the hall, if the auctioneer knows it.
pub fn paddle(by: &Participant) -> Option<String> {
    match by {
        Participant::Hall(paddle) => paddle.as_ref().map(|paddle| paddle.as_str().to_owned()),
        Participant::User(_) => None,
    }
}
