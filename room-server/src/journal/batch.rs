//! The unit a room stores at once: the commands decided since its last batch, and the resulting state.

use domain::{Amount, CatalogState, LotState, Pause, ReserveState, Timestamp};
use uuid::Uuid;

/// One room's batch, stored atomically.
#[derive(Debug, Clone)]
pub struct Batch {
    pub catalog_id: i64,
    /// Ownership epoch under which it was decided.
    pub epoch: i64,
    /// Sequence number of the journal before the batch.
    pub seq_before: i64,
    /// In order of decision; the first has `seq_before + 1`.
    pub commands: Vec<CommandRow>,
    pub head: Head,
    /// New bets.
    pub bets: Vec<BetRow>,
    /// Bets of earlier batches that are now revoked or have another paddle, each once.
    pub changed: Vec<ChangedBetRow>,
    /// Final state of each absentee order that changed.
    pub orders: Vec<OrderRow>,
    pub participants: Vec<ParticipantRow>,
    /// Final state of each lot that changed.
    pub lots: Vec<LotRow>,
    /// Lots that no longer belong to the catalog.
    pub lots_gone: Vec<i64>,
    pub outbox: Vec<OutboxJob>,
}

/// The room's state after the batch, as stored in `catalog_trade`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub version: i64,
    pub state: CatalogState,
    pub current_lot_id: Option<i64>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    pub pause: Option<Pause>,
    pub next_wake: Option<Timestamp>,
    /// Time of the last command, which proves that the room was alive.
    pub at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRow {
    pub id: Uuid,
    pub at: Timestamp,
    /// `None` for the room's timer.
    pub account_id: Option<i64>,
    pub address: Option<String>,
    pub request_id: Option<String>,
    /// JSON.
    pub command: String,
    /// JSON, an array.
    pub events: String,
    pub outcome: &'static str,
    pub remembered: Option<Remembered>,
}

/// The answer to repeat for a used Idempotency-Key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remembered {
    pub key: String,
    pub request_hash: [u8; 32],
    /// JSON.
    pub answer: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BetRow {
    pub id: i64,
    pub lot_id: i64,
    pub account_id: Option<i64>,
    pub paddle: Option<String>,
    pub participant: Option<i32>,
    pub value: Amount,
    pub at: Timestamp,
    pub is_absentee: bool,
    pub revoked: Option<Timestamp>,
    pub revoked_by: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedBetRow {
    pub id: i64,
    pub revoked: Option<Revocation>,
    pub paddle: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Revocation {
    pub at: Timestamp,
    pub by: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderRow {
    pub lot_id: i64,
    pub account_id: i64,
    /// `None`: the order was deleted.
    pub maximum: Option<Amount>,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParticipantRow {
    pub account_id: i64,
    pub number: i32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LotRow {
    pub lot_id: i64,
    pub version: i64,
    pub state: LotState,
    pub is_bidding_over: bool,
    pub start_trade_time: Option<Timestamp>,
    pub end_trade_time: Option<Timestamp>,
    pub warned_at: Option<Timestamp>,
    pub leading: Option<LeadingRow>,
    pub bets_count: i32,
    pub min_bet: Amount,
    pub reserve_state: Option<ReserveState>,
    /// Numbers of lots.
    pub together: Vec<i32>,
    pub is_choice: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadingRow {
    pub bet_id: i64,
    pub value: Amount,
    pub account_id: Option<i64>,
    pub paddle: Option<String>,
    pub participant: Option<i32>,
    pub at: Timestamp,
    pub is_absentee: bool,
}

/// A job for the outbox readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxJob {
    pub topic: &'static str,
    pub key: String,
    /// JSON.
    pub payload: String,
}

impl OutboxJob {
    /// Itself as an element of the array that a row of several jobs holds, JSON.
    pub fn json(&self) -> String {
        let key = serde_json::Value::from(self.key.as_str());
        format!(r#"{{"key":{key},"payload":{}}}"#, self.payload)
    }
}
