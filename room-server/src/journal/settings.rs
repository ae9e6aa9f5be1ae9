//! What an operator, or a test, may tune about the journal.

use std::time::Duration;

#[derive(Debug, Clone)]
pub struct JournalSettings {
    /// How long the server may work on one statement, waiting for locks included.
    pub statement_timeout: Duration,
    /// How long this side waits for the answer before it gives the connection up; longer than `statement_timeout`.
    pub answer_timeout: Duration,
    /// How often live rooms store that they are alive.
    pub heartbeat_every: Duration,
    /// How many commands one statement takes at most.
    pub commands_at_once: usize,
    /// A process that did nothing for so long stood still.
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
