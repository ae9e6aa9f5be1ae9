//! Where a node last found rooms.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use clock::Clock;
use room_server::ports::Node;

/// How long a location stays usable while neither Redis nor PostgreSQL answers.
pub(crate) const REMEMBERED: Duration = Duration::from_secs(600);

/// May be stale: a node that does not own the room says so when asked.
pub(crate) struct Known {
    clock: Clock,
    places: Mutex<HashMap<i64, Place>>,
    /// Rooms that were not where they had been found.
    misplaced: Mutex<HashSet<i64>>,
}

/// Where a room was found.
struct Place {
    node: Node,
    at: Instant,
}

impl Known {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            places: Mutex::default(),
            misplaced: Mutex::default(),
        }
    }

    /// The location found within the last `no_longer_than`.
    pub fn place(&self, catalog_id: i64, no_longer_than: Duration) -> Option<Node> {
        let now = self.clock.monotonic();
        let places = lock(&self.places);
        let place = places.get(&catalog_id)?;
        (now - place.at < no_longer_than).then(|| place.node.clone())
    }

    pub fn put(&self, catalog_id: i64, node: Node) {
        let at = self.clock.monotonic();
        lock(&self.places).insert(catalog_id, Place { node, at });
    }

    /// Drops a stale location.
    pub fn forget(&self, catalog_id: i64) {
        lock(&self.places).remove(&catalog_id);
    }

    /// Drops expired locations.
    pub fn tidy(&self) {
        let now = self.clock.monotonic();
        lock(&self.places).retain(|_, place| now - place.at < REMEMBERED);
    }

    /// The room was not where it had been found. Its lease may be wrong, so PostgreSQL is asked next.
    pub fn misplaced(&self, catalog_id: i64) {
        self.forget(catalog_id);
        lock(&self.misplaced).insert(catalog_id);
    }

    /// Whether the room was misplaced since the last call.
    pub fn was_misplaced(&self, catalog_id: i64) -> bool {
        lock(&self.misplaced).remove(&catalog_id)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
