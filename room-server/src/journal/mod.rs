//! Where rooms are stored: batches of many rooms in one statement, take-overs, heartbeats.
//!
//! One writer serves every room of the process. While one statement is on its way, rooms go on deciding; the next one
//! takes all that has gathered, so a flush of the database's log is shared by everybody who waits for it. What a room is
//! told is one of four things: stored; fenced (nothing was written, somebody else owns the room); failed (nothing was
//! written); in doubt (nobody knows: take the room over and look).

mod batch;
mod heartbeat;
mod retention;
mod statement;
mod takeover;
mod watch;
mod within;
mod writer;

pub use batch::{
    Batch, BetRow, CommandRow, Head, LeadingRow, LotRow, OrderRow, OutboxRow, ParticipantRow,
    Remembered, RevokedRow, bet_id, bet_number,
};
pub use heartbeat::{Alarm, LiveRoom, Pulse};
pub use retention::forget_addresses;
pub use statement::store;
pub use takeover::{
    KEYS_PER_USER, LoadError, Loaded, RememberedKey, keep_snapshot, load, take_over,
};
pub use watch::Watch;
pub use within::{Ended, roll_back, store_within};
pub use writer::{Journal, JournalSettings, NotStored};
