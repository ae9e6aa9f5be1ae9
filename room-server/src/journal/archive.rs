//! What rooms ask of the store beside the writer.

use super::takeover::{LoadError, Loaded};
use crate::{
    request::{RoomError, RoomSnapshot},
    wire::LotUpdate,
};
use async_trait::async_trait;
use domain::Timestamp;

#[async_trait]
pub trait Archive: Send + Sync + 'static {
    /// Rooms with something due: running ones, and scheduled ones that start by themselves.
    async fn due(&self) -> sqlx::Result<Vec<i64>>;

    /// Makes this process the room's owner and reads the room. Batches decided under an earlier epoch are fenced from
    /// then on.
    ///
    /// `known_seq`: how far the journal surely goes, so that commands in doubt are looked up after it.
    async fn take_over(
        &self,
        catalog_id: i64,
        known_seq: Option<i64>,
        keys_since: Timestamp,
    ) -> Result<Loaded, LoadError>;

    /// Keeps the room's state after `seq`, as JSON, so that the next load begins there.
    async fn keep_snapshot(&self, catalog_id: i64, seq: i64, room: &str) -> sqlx::Result<()>;

    /// The answer stored for a command that came under a key, as JSON.
    async fn answer(&self, catalog_id: i64, seq: i64) -> sqlx::Result<String>;

    /// The public state of a room that is not in memory, as `Rooms::snapshot`.
    async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<u64>,
        now: Timestamp,
    ) -> Result<RoomSnapshot, RoomError>;

    /// The public state of a lot whose room is not in memory, as `Rooms::lot`.
    async fn lot(
        &self,
        catalog_id: i64,
        lot_id: i64,
        now: Timestamp,
    ) -> Result<Option<LotUpdate>, RoomError>;
}
