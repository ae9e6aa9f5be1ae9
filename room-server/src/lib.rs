//! Live auction rooms: the actor of each catalog, its journal, and the Socket.IO gateway.
//!
//! [`Rooms::send`] is the one way to change a room. `docs/architecture.md` tells the way of a bet.

pub mod gateway;
pub mod history;
pub mod instant;
pub mod journal;
pub mod ports;
mod projection;
pub mod rehearsal;
mod room;
mod rooms;
mod settings;
pub mod setup;
#[cfg(feature = "testing")]
pub mod testing;
pub mod wire;

pub use journal::JournalSettings;
pub use room::{
    Answer, Idempotency, NoticeKind, Payload, Request, RoomError, RoomSnapshot, WithinError,
};
pub use rooms::Rooms;
pub use settings::RoomSettings;
