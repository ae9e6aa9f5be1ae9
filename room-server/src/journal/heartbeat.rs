//! Each live room stores once a second that it is alive; all rooms of the process do it in one statement.

use crate::instant::datetime;
use domain::Timestamp;
use sqlx::PgConnection;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

/// What a live room learns from a heartbeat that was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alarm {
    /// Somebody else owns the room.
    Fenced,
    /// The store cannot be reached.
    Outage,
}

/// A live room under one ownership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveRoom {
    pub catalog_id: i64,
    pub epoch: i64,
    /// How often the process had stood still when the room last recovered.
    pub standstills: u64,
}

type Listener = Box<dyn Fn(Alarm) + Send>;

/// The live rooms of this process.
#[derive(Clone, Default)]
pub struct Pulse(Arc<Mutex<HashMap<i64, (LiveRoom, Listener)>>>);

impl Pulse {
    /// From now on the room's heartbeat is stored; `alarm` is called when it could not be.
    pub fn start(&self, room: LiveRoom, alarm: impl Fn(Alarm) + Send + 'static) {
        self.lock().insert(room.catalog_id, (room, Box::new(alarm)));
    }

    pub fn stop(&self, catalog_id: i64) {
        self.lock().remove(&catalog_id);
    }

    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    pub(super) fn rooms(&self) -> Vec<LiveRoom> {
        self.lock().values().map(|(room, _)| *room).collect()
    }

    pub(super) fn alarm(&self, room: LiveRoom, alarm: Alarm) {
        let mut rooms = self.lock();
        if let Some((live, listener)) = rooms.get(&room.catalog_id)
            && live.epoch == room.epoch
        {
            listener(alarm);
            // Until it has recovered it is not alive, however soon the store is back.
            if alarm == Alarm::Outage {
                rooms.remove(&room.catalog_id);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<i64, (LiveRoom, Listener)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores that the rooms were alive at `at`; gives those that are still owned under their epoch. A room whose row is locked
/// is passed over, so that it holds up no other: its own batch, in somebody's transaction, is being stored.
pub(super) async fn beat(
    connection: &mut PgConnection,
    rooms: &[LiveRoom],
    at: Timestamp,
) -> sqlx::Result<HashSet<i64>> {
    let (catalogs, epochs): (Vec<_>, Vec<_>) = rooms
        .iter()
        .map(|room| (room.catalog_id, room.epoch))
        .unzip();
    let owned = sqlx::query_scalar!(
        r#"with live as (
             select * from unnest($1::bigint[], $2::bigint[]) as live (catalog_id, epoch)
         ), free as (
             select c.catalog_id from catalog_trade c join live on c.catalog_id = live.catalog_id
             where c.epoch = live.epoch
             for no key update of c skip locked
         ), alive as (
             update catalog_trade c set heartbeat = greatest(c.heartbeat, $3)
             from free where c.catalog_id = free.catalog_id
         )
         select c.catalog_id as "catalog_id!" from catalog_trade c join live on c.catalog_id = live.catalog_id
         where c.epoch = live.epoch"#,
        &catalogs,
        &epochs,
        datetime(at),
    )
    .fetch_all(connection)
    .await?;
    Ok(owned.into_iter().collect())
}
