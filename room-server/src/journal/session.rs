//! The writer's session with the store.

use super::{batch::Batch, heartbeat::LiveRoom};
use async_trait::async_trait;
use domain::Timestamp;
use std::collections::HashSet;

/// Why a batch cannot be called stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotStored {
    /// Nothing was written: the room has another owner, or its journal went on without this process.
    #[error("the room is no longer owned by this process")]
    Fenced,
    /// Nothing was written: the database does not take what one of the commands says. The others are sound.
    #[error("the database refused the data")]
    Refused,
    /// Nothing was written: the database refused it, or was not even asked.
    #[error("the database did not take the transaction")]
    Failed,
    /// Nobody knows whether it was written.
    #[error("the outcome of the transaction is unknown")]
    InDoubt,
}

/// Asks the store one question at a time. A session that breaks is replaced with the next question.
#[async_trait]
pub trait JournalSession: Send + 'static {
    /// Stores each batch whose room is still owned under its epoch, if its journal goes exactly as far as the batch
    /// supposes. Returns the catalogs whose batch is stored; nothing is written for the others.
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored>;

    /// Stores that the rooms were alive at `at`. Returns those that are still owned under their epoch.
    async fn beat(&mut self, rooms: &[LiveRoom], at: Timestamp) -> Result<HashSet<i64>, NotStored>;

    /// Whether the last question left the session usable.
    fn is_connected(&self) -> bool;
}
