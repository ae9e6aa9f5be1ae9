use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use wire::{CatalogStatusUpdate, LotUpdate};

use super::lot::LotShort;
use super::timestamp::Timestamp;

/// A recorded bet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bet {
    pub id: i64,
    pub catalog_id: i64,
    pub lot_id: i64,
    pub value: i64,
    pub created: Timestamp,
    /// The same instant in Unix milliseconds.
    pub timestamp: i64,
    /// The bidder's account: for the bidder and the catalog's controllers, else null.
    pub user_id: Option<i64>,
    /// The bidder's number in the catalog. Null: a hall bet.
    pub participant: Option<i32>,
    pub paddle: Option<String>,
    pub is_visible: bool,
    /// When the bet was revoked.
    pub revoked: Option<Timestamp>,
    /// The name of the account that revoked it: for the catalog's controllers, else null.
    pub revoked_by: Option<String>,
    /// For admins and the bidder, else null.
    pub is_absentee: Option<bool>,
    pub is_mine: bool,
}

/// The caller's participation in one lot.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyBet {
    /// The caller's latest standing bet.
    pub bet: Option<Bet>,
    /// The caller's standing secret maximum.
    pub absentee: Option<i64>,
    pub lot: LotShort,
    pub is_leading: bool,
    /// The caller has a bet or an order on the lot and does not lead.
    pub is_outbid: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbsenteeBet {
    pub catalog_id: i64,
    pub lot_id: i64,
    pub value: i64,
    pub created: Timestamp,
}

/// An absentee bet with its lot.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyAbsenteeBet {
    pub absentee: AbsenteeBet,
    pub lot: LotShort,
}

/// The best absentee order of a lot; for admins.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadingAbsentee {
    pub user_id: i64,
    pub participant: Option<i32>,
    pub value: i64,
}

/// The number of absentee orders on a lot; for controllers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbsenteeCount {
    pub lot_id: i64,
    pub count: i64,
    /// The highest maximum; for admins, else null.
    pub max: Option<i64>,
}

/// A bet. A controller places a hall bet with `FromUserId`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BetRequest {
    pub catalog_id: i64,
    pub lot_id: i64,
    pub bet_value: i64,
    /// The paddle's number, free text; empty for an unknown person in the hall. Absent: the caller's own bet.
    #[serde(default, rename = "FromUserId")]
    pub from_user_id: Option<String>,
}

/// Whether a bet appears in the public history of its lot.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BetVisibilityRequest {
    pub bet_id: i64,
    pub is_visible: bool,
}

/// The outcome of a bet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BetAnswer {
    /// Always `bet`.
    pub code_set: String,
    /// 0 Success, 12 OverbetByAbsenteeBid; all others are refusals.
    pub code: i32,
    /// The code's text, in Russian.
    pub message: String,
    pub bet: Option<Bet>,
    pub lot: Option<LotUpdate>,
}

/// The outcome of an auctioneer's command.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuctioneerAnswer {
    /// Always `auctioneer`.
    pub code_set: String,
    pub code: i32,
    pub message: String,
    pub catalog: CatalogStatusUpdate,
    pub lot: Option<LotUpdate>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbsenteeRequest {
    pub catalog_id: i64,
    pub lot_id: i64,
    /// The secret maximum.
    pub value: i64,
}

/// The outcome of an absentee order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AbsenteeAnswer {
    /// 0 Success, 12 OverbetByAbsenteeBid.
    pub code: i32,
    pub message: String,
    pub lot: Option<LotUpdate>,
    /// The caller's number in the catalog, which the order's first bet gives; else null.
    pub my_participant: Option<i32>,
}

/// The neighbours of a value on the ladder of bets.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BetNeighbours {
    pub below_bet_value: Option<i64>,
    pub above_bet_value: Option<i64>,
}

/// A command to move to the next lot.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextRequest {
    pub catalog_id: i64,
    /// The lot the caller expects to be current. If it is not, nothing changes (code 5).
    #[serde(default)]
    pub lot_id: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionalLotRequest {
    /// The lot the caller expects to be current. If it is not, nothing changes (code 5).
    pub lot_id: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PauseRequest {
    /// Why, as everyone in the room is shown it.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A command to open a lot out of turn.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JumpRequest {
    /// The lot to open.
    pub lot_id: i64,
    /// The lot the caller expects to be current. If it is not, nothing changes (code 5).
    #[serde(default)]
    pub from_lot_id: Option<i64>,
}

/// A command to sell the current lot.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SellRequest {
    /// The current lot; if it is not the current one, nothing changes (code 5).
    pub lot_id: Option<i64>,
    /// Of lots on offer at the buyer's choice, those that the winner takes, one at least (else 409). Of any other lot none.
    #[serde(default)]
    pub take_lot_ids: Vec<i64>,
    /// The leading bet that the lots are sold to; if another leads, nothing changes (code 1).
    pub bet_id: Option<i64>,
}

/// A command to sell lots as one, or to offer them at the buyer's choice.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinLotsRequest {
    /// The current lot, which leads the group. If it is not the current one, nothing changes (code 5).
    pub lot_id: i64,
    /// The other lots; none: they are sold each by itself again.
    pub with_lot_ids: Vec<i64>,
    /// They are on offer at the buyer's choice, who takes one or several of them, each for the price; otherwise they are sold as one.
    #[serde(default)]
    pub is_choice: bool,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectPaddleRequest {
    pub lot_id: i64,
    /// A standing bet of the hall on that lot.
    pub bet_id: i64,
    /// 1 to 32 characters in one line.
    pub paddle: String,
    /// For the journal. At most 200 characters in one line.
    #[serde(default)]
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotRequest {
    pub lot_id: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokeRequest {
    pub catalog_id: i64,
    pub lot_id: i64,
}

/// Someone who bids in the hall or by telephone, as the house knows them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaddleHolder {
    pub id: i64,
    /// What is written on the paddle.
    pub number: String,
    pub name: String,
    pub phone: Option<String>,
    /// What they paid in, in the catalog's currency.
    pub deposit: Option<i64>,
    /// How much they may spend in the sale in all.
    pub limit: Option<i64>,
    /// The house calls them for their lots.
    pub is_by_phone: bool,
    /// The language to speak with them.
    pub language: Option<String>,
    /// Numbers of the lots they are called for, ascending; none: every lot.
    pub lots: Vec<i32>,
    /// Who of the staff calls them.
    pub caller: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaddleRequest {
    /// 1 to 32 characters in one line, unique in the sale.
    pub number: String,
    pub name: String,
    #[serde(default)]
    pub phone: Option<String>,
    #[serde(default)]
    pub deposit: Option<i64>,
    #[serde(default)]
    pub limit: Option<i64>,
    #[serde(default)]
    pub is_by_phone: bool,
    #[serde(default)]
    pub language: Option<String>,
    #[serde(default)]
    pub lots: Vec<i32>,
    #[serde(default)]
    pub caller: Option<String>,
}

/// How many look at a lot now, without names. A person with several windows counts once.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotAttention {
    /// Sockets in the sale's room.
    pub members: i64,
    /// Everyone who looks at the lot, visitors included.
    pub watching: i64,
    /// Those of them who are signed in.
    pub signed_in: i64,
    /// Those of them who reached for the bid button in the last 10 seconds.
    pub reaching: i64,
}
