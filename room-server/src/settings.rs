//! Settings of the rooms, for operators and tests. The defaults are for production.

use crate::journal::JournalSettings;
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct RoomSettings {
    pub journal: JournalSettings,
    /// Maximum number of commands waiting for one room; more are refused as busy.
    pub waiting_limit: usize,
    /// How long a forwarded command waits for its answer; as long as the API's own timeout.
    pub forward_timeout: Duration,
    /// A room with nothing due and no watchers leaves memory after this long without a command.
    pub idle_after: Duration,
    /// Timeout for loading a room, including the wait for a transaction in doubt to end.
    pub load_timeout: Duration,
    /// Delay before the first retry of a failed load; it doubles with each further one …
    pub retry_first: Duration,
    /// … up to this delay.
    pub retry_longest: Duration,
    /// A live room stores a snapshot once its journal has grown by this many commands since the last one, or by the
    /// number of the room's bets and orders if that is greater: the replay stays proportional to the room's size.
    pub longest_tail: i64,
    /// A room that leaves memory stores a snapshot if its journal has grown by this many commands since the last one.
    pub snapshot_every: i64,
}

impl Default for RoomSettings {
    fn default() -> Self {
        Self {
            journal: JournalSettings::default(),
            waiting_limit: 4096,
            forward_timeout: Duration::from_secs(30),
            idle_after: Duration::from_secs(60),
            load_timeout: Duration::from_secs(10),
            retry_first: Duration::from_millis(100),
            retry_longest: Duration::from_secs(2),
            longest_tail: 20_000,
            snapshot_every: 1000,
        }
    }
}
