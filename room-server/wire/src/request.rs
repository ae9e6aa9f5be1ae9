//! Requests to a room, and its answers.

use crate::{
    instant::Instant,
    payload::Payload,
    state::{CatalogStatusUpdate, LotUpdate, PlacedBet},
};
use domain::{Command, Event, LotId, Outcome, Participant, Refusal, Room, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A command with the sender's details for the journal. The caller has checked that they may send it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// Identifies the command: the room uses it to check whether a command in doubt was stored.
    pub id: Uuid,
    pub command: Command,
    /// The sender; `None` is the room's timer.
    pub account_id: Option<i64>,
    pub idempotency: Option<Idempotency>,
    /// The sender's address.
    pub address: Option<String>,
    /// The HTTP request's id.
    pub request_id: Option<String>,
}

/// Identifies repetitions of a request: the same key with another body is refused (422).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idempotency {
    pub key: String,
    /// SHA-256 of the request: call and body.
    pub request_hash: [u8; 32],
}

impl Request {
    pub fn new(command: Command) -> Self {
        Self {
            id: Uuid::new_v4(),
            command,
            account_id: None,
            idempotency: None,
            address: None,
            request_id: None,
        }
    }

    /// Whether PostgreSQL can store the texts of the request that come from bidders and connections: none contains NUL. Other
    /// texts come from bodies, which are checked where they are read.
    pub fn is_storable(&self) -> bool {
        let paddle = match &self.command {
            Command::PlaceBet {
                by: Participant::Hall(Some(paddle)),
                ..
            }
            | Command::CorrectPaddle { paddle, .. } => Some(paddle.as_str()),
            _ => None,
        };
        let key = self.idempotency.as_ref().map(|known| known.key.as_str());
        [
            paddle,
            key,
            self.address.as_deref(),
            self.request_id.as_deref(),
        ]
        .into_iter()
        .flatten()
        .all(|text| !text.contains('\0'))
    }

    pub fn by(mut self, account_id: i64) -> Self {
        self.account_id = Some(account_id);
        self
    }
}

/// The outcome of a command. It is released only after everything it depends on is durably stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub result: Result<Outcome, Refusal>,
    /// The bet recorded for the sender.
    pub bet: Option<PlacedBet>,
    /// State after the command: of the lot it concerned, else the current one. `None` if the sender may not see it.
    pub lot: Option<LotUpdate>,
    pub catalog: CatalogStatusUpdate,
}

impl Answer {
    pub fn new(
        room: &Room,
        command: &Command,
        result: Result<Outcome, Refusal>,
        own: &[Event],
        at: Timestamp,
    ) -> Self {
        let catalog_id = room.catalog().id.0;
        let bet = match (command, &result) {
            (Command::PlaceBet { .. }, Ok(_)) => {
                own.iter().find_map(|event| placed(catalog_id, room, event))
            }
            _ => None,
        };
        let unknown = matches!(result, Err(Refusal::CatalogNotFound | Refusal::LotNotFound));
        let lot = about(command)
            .or_else(|| room.current_lot())
            .filter(|_| !unknown)
            .and_then(|lot| room.lot_view(lot))
            .map(|lot| LotUpdate::new(catalog_id, room.catalog().currency, &lot, at));
        Self {
            result,
            bet,
            lot,
            catalog: CatalogStatusUpdate::new(&room.catalog_view(), at),
        }
    }
}

fn placed(catalog_id: i64, room: &Room, event: &Event) -> Option<PlacedBet> {
    let Event::BetAccepted {
        at,
        lot,
        no,
        by,
        value,
        is_absentee,
        ..
    } = event
    else {
        return None;
    };
    Some(PlacedBet {
        id: crate::bet_id::bet_id(catalog_id, no.0),
        catalog_id,
        lot_id: lot.0,
        value: value.0,
        created: Instant(*at),
        user_id: by.user().map(|user| user.0),
        participant: by.user().and_then(|user| room.participant_number(user)),
        paddle: crate::state::paddle(by),
        is_absentee: *is_absentee,
    })
}

/// The lot that a command changes, if it names it.
fn about(command: &Command) -> Option<LotId> {
    match command {
        Command::PlaceBet { lot, .. }
        | Command::PlaceOrder { lot, .. }
        | Command::WithdrawOrder { lot, .. }
        | Command::Revoke { lot, .. }
        | Command::Return { lot }
        | Command::Jump { lot, .. }
        | Command::CorrectPaddle { lot, .. }
        | Command::Join { lot, .. }
        | Command::Part { lot }
        | Command::AddLot { lot, .. }
        | Command::ChangeLot { lot, .. }
        | Command::WithdrawLot { lot }
        | Command::ShowLot { lot }
        | Command::RemoveLot { lot }
        | Command::MarkPaid { lot } => Some(*lot),
        Command::DropOrders { .. }
        | Command::Schedule
        | Command::Start
        | Command::Next { .. }
        | Command::Sell { .. }
        | Command::Skip { .. }
        | Command::Previous
        | Command::Warn { .. }
        | Command::Pause { .. }
        | Command::Resume
        | Command::Finish
        | Command::Cancel
        | Command::ChangeCatalog(_)
        | Command::SetHidden { .. }
        | Command::Tick
        | Command::Recover { .. } => None,
    }
}

/// The state of a sale, for a viewer who has just joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomSnapshot {
    pub catalog: CatalogStatusUpdate,
    /// `LotUpdate`s as JSON.
    pub lots: Vec<Payload>,
}

/// Why a room gave no answer. Unless it is in doubt, the command had no effect, and its key is not remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum RoomError {
    /// HTTP 404 (for a bet: code 4): the catalog does not exist or has no room.
    #[error("the catalog has no room")]
    NotFound,
    /// HTTP 422: the Idempotency-Key was already used with another body.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// HTTP 422: a text of the request contains a character that cannot be stored.
    #[error("a text holds a character that cannot be stored")]
    Unstorable,
    /// HTTP 503 with Retry-After: too many commands are waiting for the room.
    #[error("too many commands wait for the room")]
    Busy,
    /// HTTP 503 with Retry-After: the store is unreachable, or the room is moving.
    #[error("the room cannot answer now")]
    Unavailable,
    /// HTTP 504: the outcome is unknown. A retry with the same idempotency key reveals it.
    #[error("the outcome is unknown")]
    InDoubt,
}
