//! Live auction rooms: the actor of each catalog, its journal, and the Socket.IO gateway.
//!
//! Commands change a room only through [`Rooms::send`] and [`Rooms::send_within`]. `docs/architecture.md` follows a bet
//! through this crate.

pub mod bet_visibility;
mod command_priority;
pub mod dry_run;
pub mod gateway;
pub mod journal;
pub mod ports;
mod room;
mod rooms;
mod settings;
pub mod setup;
pub mod spans;
#[cfg(feature = "testing")]
pub mod testing;

pub use command_priority::{CommandPriority, YieldBudget};
pub use journal::JournalSettings;
pub use room::{NoticeKind, WithinError};
pub use rooms::{Rooms, Store};
pub use settings::RoomSettings;
pub use wire::{Answer, Idempotency, Payload, Request, RoomError, RoomSnapshot};
