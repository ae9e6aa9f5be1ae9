//! The writer's session with the store.

use super::{batch::Batch, heartbeat::LiveRoom};
use async_trait::async_trait;
use domain::Timestamp;
use std::collections::HashSet;

/// Why a batch was not confirmed as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotStored {
    /// Nothing was written: the room has another owner, or its journal advanced without this process.
    #[error("the room is no longer owned by this process")]
    Fenced,
    /// Nothing was written: the database rejects the data of one command. The other commands are valid.
    #[error("the database refused the data")]
    Refused,
    /// Nothing was written: the database rejected the transaction or never received it.
    #[error("the database did not take the transaction")]
    Failed,
    /// It is unknown whether anything was written.
    #[error("the outcome of the transaction is unknown")]
    InDoubt,
}

/// Sends the store one query at a time. The next query replaces a broken session.
#[async_trait]
pub trait JournalSession: Send + 'static {
    /// Stores each batch whose room is still owned under its epoch and whose journal is exactly at the expected
    /// position. Returns the catalogs of the stored batches; writes nothing for the others.
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored>;

    /// Records that the rooms were alive at `at`. Returns those still owned under their epoch.
    async fn beat(&mut self, rooms: &[LiveRoom], at: Timestamp) -> Result<HashSet<i64>, NotStored>;

    /// Whether the session is still usable after the last query.
    fn is_connected(&self) -> bool;
}
