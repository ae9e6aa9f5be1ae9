//! Storage of rooms: batches of many rooms in one transaction, take-overs and heartbeats.
//!
//! One writer serves every room of the process. Rooms keep deciding while a transaction is in flight; the next one
//! stores everything gathered meanwhile, so its commands share one flush of the database log. A batch is stored; fenced
//! (nothing written, the room has another owner); refused or failed (nothing written); or in doubt (take the room over
//! and check).

mod archive;
mod batch;
mod heartbeat;
pub mod owners;
mod postgres;
mod projection;
mod records;
mod retention;
mod session;
mod settings;
mod statement;
mod takeover;
mod unowned;
mod versions;
mod watch;
mod within;
mod writer;

pub use archive::Archive;
pub use batch::{
    Batch, BetRow, ChangedBetRow, CommandRow, Head, LeadingRow, LotRow, OrderRow, OutboxJob,
    ParticipantRow, Remembered, Revocation,
};
pub use heartbeat::{Alarm, LiveRoom, Pulse};
pub use postgres::{PgArchive, PgSession};
pub use retention::forget_addresses;
pub use session::{JournalSession, NotStored};
pub use settings::JournalSettings;
pub use statement::store;
pub use takeover::{
    KEYS_PER_USER, LoadError, Loaded, RememberedKey, keep_snapshot, load, take_over,
};
pub use unowned::{Unowned, unowned};
pub use versions::versions;
pub use watch::Watch;
pub use wire::bet_id::{bet_id, bet_number};
pub use within::{Ended, roll_back, store_within};
pub use writer::Journal;
