//! Heartbeats of live rooms: one statement per second covers all rooms of the process.

use domain::Timestamp;
use sqlx::PgConnection;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};
use wire::instant::datetime;

/// Why a live room's heartbeat was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alarm {
    /// Another process owns the room.
    Fenced,
    /// The store is unreachable.
    Outage,
}

/// A live room in one ownership epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveRoom {
    pub catalog_id: i64,
    pub epoch: i64,
    /// Number of the process's standstills when the room last recovered.
    pub standstills: u64,
}

type Listener = Box<dyn Fn(Alarm) + Send>;

/// The process's live rooms.
#[derive(Clone, Default)]
pub struct Pulse(Arc<Mutex<HashMap<i64, (LiveRoom, Listener)>>>);

impl Pulse {
    /// Starts storing the room's heartbeat; a failure calls `alarm`.
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
            // The room is not alive until it has recovered, even if the store returns at once.
            if alarm == Alarm::Outage {
                rooms.remove(&room.catalog_id);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<i64, (LiveRoom, Listener)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records that the rooms were alive at `at`; returns those still owned under their epoch. Skips a room whose row is
/// locked, so that it delays no other: another transaction is storing that room's batch.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const ROOM: LiveRoom = LiveRoom {
        catalog_id: 7,
        epoch: 3,
        standstills: 0,
    };

    fn beating() -> (Pulse, mpsc::Receiver<Alarm>) {
        let (pulse, (listener, alarms)) = (Pulse::default(), mpsc::channel());
        pulse.start(ROOM, move |alarm| listener.send(alarm).unwrap());
        (pulse, alarms)
    }

    #[test]
    fn a_room_beats_from_start_to_stop() {
        assert!(Pulse::default().is_empty());
        let (pulse, _alarms) = beating();
        assert_eq!(pulse.rooms(), [ROOM]);
        assert!(!pulse.is_empty());
        pulse.stop(ROOM.catalog_id + 1);
        assert_eq!(pulse.rooms(), [ROOM], "another room stopped");
        pulse.stop(ROOM.catalog_id);
        assert!(pulse.is_empty());
    }

    #[test]
    fn only_the_epoch_that_beats_is_alarmed() {
        let (pulse, alarms) = beating();
        let earlier = LiveRoom {
            epoch: ROOM.epoch - 1,
            ..ROOM
        };
        pulse.alarm(earlier, Alarm::Outage);
        assert!(alarms.try_recv().is_err());
        assert_eq!(pulse.rooms(), [ROOM]);
    }

    #[test]
    fn after_an_outage_a_room_beats_once_it_has_recovered() {
        let (pulse, alarms) = beating();
        pulse.alarm(ROOM, Alarm::Fenced);
        assert_eq!(alarms.try_recv(), Ok(Alarm::Fenced));
        assert_eq!(pulse.rooms(), [ROOM]);
        pulse.alarm(ROOM, Alarm::Outage);
        assert_eq!(alarms.try_recv(), Ok(Alarm::Outage));
        assert!(pulse.is_empty());
    }
}
