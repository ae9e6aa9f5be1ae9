//! Settings of the journal, for operators and tests.

use std::time::Duration;

#[derive(Debug, Clone)]
pub struct JournalSettings {
    /// Maximum duration of one statement on the server, including lock waits.
    pub statement_timeout: Duration,
    /// How long the client waits for a transaction before it drops the connection and treats the outcome as in doubt. Longer than
    /// `statement_timeout`, so that a single slow statement fails instead.
    pub answer_timeout: Duration,
    /// Interval between heartbeats of live rooms.
    pub heartbeat_every: Duration,
    /// Maximum number of commands per transaction.
    pub commands_at_once: usize,
    /// A process inactive for this long stood still.
    pub standstill_after: Duration,
}

impl Default for JournalSettings {
    fn default() -> Self {
        Self {
            statement_timeout: Duration::from_secs(4),
            answer_timeout: Duration::from_secs(5),
            heartbeat_every: Duration::from_secs(1),
            commands_at_once: 4096,
            standstill_after: Duration::from_secs(3),
        }
    }
}
