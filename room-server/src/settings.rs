//! What an operator, or a test, may tune. The defaults are for production.

use crate::journal::JournalSettings;
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct RoomSettings {
    pub journal: JournalSettings,
    /// How many commands may wait for one room's answers; beyond that they are refused as busy.
    pub waiting_limit: usize,
    /// A room with nothing due and nobody watching leaves memory after this long without a command.
    pub idle_after: Duration,
    /// How long reading a room may take; waiting for a transaction in doubt to end is a part of that.
    pub load_timeout: Duration,
    /// After a failed attempt to read a room the next comes after this long, then twice as long, and so on …
    pub retry_first: Duration,
    /// … up to this.
    pub retry_longest: Duration,
    /// A living room keeps a snapshot once its journal went on by so many commands since the last one, or by as many as
    /// the room has bets and orders if that is more: reading it takes no longer than its size asks for.
    pub longest_tail: i64,
    /// A room that leaves memory keeps a snapshot if its journal went on by so many commands since the last one.
    pub snapshot_every: i64,
}

impl Default for RoomSettings {
    fn default() -> Self {
        Self {
            journal: JournalSettings::default(),
            waiting_limit: 4096,
            idle_after: Duration::from_secs(60),
            load_timeout: Duration::from_secs(10),
            retry_first: Duration::from_millis(100),
            retry_longest: Duration::from_secs(2),
            longest_tail: 20_000,
            snapshot_every: 1000,
        }
    }
}
