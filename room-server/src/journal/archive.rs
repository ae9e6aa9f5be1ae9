//! The rooms' access to the store outside the writer.

use super::takeover::{LoadError, Loaded};

use async_trait::async_trait;
use domain::Timestamp;
use wire::{LotUpdate, RoomError, RoomSnapshot};

#[async_trait]
pub trait Archive: Send + Sync + 'static {
    /// Lists rooms with something due: running rooms, and scheduled ones with automatic start.
    async fn due(&self) -> sqlx::Result<Vec<i64>>;

    /// Makes this process the room's owner and loads the room. From then on, batches decided under an earlier epoch are
    /// fenced.
    ///
    /// `known_seq` is the sequence number that the journal is known to have reached; commands in doubt are looked up
    /// after it.
    async fn take_over(
        &self,
        catalog_id: i64,
        known_seq: Option<i64>,
        keys_since: Timestamp,
    ) -> Result<Loaded, LoadError>;

    /// Stores the room's state after `seq` as JSON, so that the next load starts there.
    async fn keep_snapshot(&self, catalog_id: i64, seq: i64, room: &str) -> sqlx::Result<()>;

    /// Loads the stored answer to a command with an idempotency key, as JSON.
    async fn answer(&self, catalog_id: i64, seq: i64) -> sqlx::Result<String>;

    /// Reads the public state of a room that is not in memory; see `Rooms::snapshot`.
    async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<i64>,
        now: Timestamp,
    ) -> Result<RoomSnapshot, RoomError>;

    /// Reads the public state of a lot whose room is not in memory; see `Rooms::lot`.
    async fn lot(
        &self,
        catalog_id: i64,
        lot_id: i64,
        now: Timestamp,
    ) -> Result<Option<LotUpdate>, RoomError>;
}
