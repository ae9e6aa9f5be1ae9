//! What a node has learnt of the others: where rooms are, and who has fallen silent.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use clock::Clock;
use room_server::journal::owners::Node;
use uuid::Uuid;

/// How long a place is remembered for a time in which neither Redis nor the database answers.
pub(crate) const REMEMBERED: Duration = Duration::from_secs(600);

/// It may be out of date: a node that is asked for a room it does not own says so.
pub(crate) struct Known {
    clock: Clock,
    places: Mutex<HashMap<i64, Place>>,
    silent: Mutex<HashSet<Uuid>>,
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
            silent: Mutex::default(),
        }
    }

    /// Where the room was found, no longer ago than this.
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

    /// The room is not where it was found.
    pub fn forget(&self, catalog_id: i64) {
        lock(&self.places).remove(&catalog_id);
    }

    /// Forgets places that are of no use any more.
    pub fn tidy(&self) {
        let now = self.clock.monotonic();
        lock(&self.places).retain(|_, place| now - place.at < REMEMBERED);
    }

    /// These nodes are silent, and no others.
    pub fn silent(&self, nodes: HashSet<Uuid>) {
        *lock(&self.silent) = nodes;
    }

    /// Whether the node was silent when the database was last asked.
    pub fn is_silent(&self, node: Uuid) -> bool {
        lock(&self.silent).contains(&node)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
