//! Which node owns a room.
//!
//! Leases in Redis locate rooms quickly and spread them over the nodes. PostgreSQL decides who may take a room: any node, unless
//! its owner is alive. So nodes keep their rooms while Redis is down or empty, and never take a room from a living node. An
//! owner must keep confirming its epoch in PostgreSQL to answer and publish.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use clock::Clock;
use metrics::{counter, gauge};
use room_server::{
    RoomError, Rooms,
    journal::owners::{self, Claim, Node},
    ports::{Location, NotClaimed, RoomDirectory},
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use tokio::time::timeout;
use uuid::Uuid;

use crate::{
    known::{Known, REMEMBERED},
    leases::Leases,
    redis::Redis,
    remote::{Calls, Remote},
};

/// How long a location is cached.
const FRESH: Duration = Duration::from_secs(1);
/// A small pool of its own: callers that wait for a room may hold every connection of the main pool.
const CONNECTIONS: u32 = 4;
/// Timeout of one query.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a node may answer and publish for a room after sending the query that confirmed its epoch. Shorter than
/// `SILENT_AFTER`, so it ends before another node can claim the room.
const MAY_SPEAK: Duration = Duration::from_millis(4500);
/// Interval of heartbeats and confirmations.
const BEAT: Duration = Duration::from_secs(1);
/// Interval of lease renewals.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// Interval of the search for due rooms without an owner.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The directory of a multi-node site. Clones share one directory.
#[derive(Clone)]
pub struct Directory(Arc<Inner>);

struct Inner {
    me: Node,
    leases: Leases,
    pool: PgPool,
    /// For this node's heartbeat.
    heart: PgPool,
    clock: Clock,
    calls: Arc<Calls>,
    held: Mutex<HashMap<i64, Held>>,
    known: Arc<Known>,
    /// The last heartbeat succeeded.
    seen: AtomicBool,
    leaving: AtomicBool,
    gone: AtomicBool,
}

/// A room of this node.
struct Held {
    /// None until it is loaded.
    epoch: Option<i64>,
    /// Until when this node may answer and publish for it, by the monotonic clock.
    until: Instant,
    lapsed: bool,
}

impl Directory {
    /// `address` is this node's internal listener, `secret` is shared by all nodes.
    pub fn new(redis: Redis, pool: &PgPool, clock: Clock, address: String, secret: &str) -> Self {
        let options = pool.connect_options().as_ref().clone();
        // A claim may block on a row lock held by a suspended node. The timeout bounds that wait, and heartbeats use a
        // separate connection so that blocked claims cannot silence this node.
        let options = options.options([("statement_timeout", PATIENCE.as_millis())]);
        let pool = |connections| {
            PgPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(Duration::from_secs(2))
                .connect_lazy_with(options.clone())
        };
        let (pool, heart) = (pool(CONNECTIONS), pool(1));
        let me = Node {
            id: Uuid::new_v4(),
            address,
        };
        Self(Arc::new(Inner {
            leases: Leases::new(redis, me.clone()),
            me,
            pool,
            heart,
            known: Arc::new(Known::new(clock.clone())),
            clock,
            calls: Arc::new(Calls::new(secret)),
            held: Mutex::default(),
            seen: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            gone: AtomicBool::new(false),
        }))
    }

    /// Registers this node, so that it may own rooms.
    pub async fn join(&self) -> sqlx::Result<()> {
        self.0.report().await?;
        self.0.seen.store(true, Ordering::Relaxed);
        // While Redis is down, the node takes the rooms it is asked for.
        let _ = self.0.leases.report(0).await;
        Ok(())
    }

    /// Stops taking rooms if other nodes are alive to take them. Returns whether there are any.
    pub async fn leave(&self) -> bool {
        let inner = &self.0;
        let asking = owners::has_others(&inner.heart, inner.me.id);
        // Without PostgreSQL nobody can take them.
        if !matches!(timeout(PATIENCE, asking).await, Ok(Ok(true))) {
            return false;
        }
        inner.leaving.store(true, Ordering::Relaxed);
        let _ = inner.leases.sign_off().await;
        true
    }

    /// Unregisters this node, so that others need not wait for its silence.
    pub async fn sign_off(&self) {
        let inner = &self.0;
        inner.leaving.store(true, Ordering::Relaxed);
        inner.gone.store(true, Ordering::Relaxed);
        let _ = inner.leases.sign_off().await;
        let signing_off = owners::sign_off(&inner.heart, inner.me.id);
        let ended = timeout(PATIENCE, signing_off).await;
        if !matches!(ended, Ok(Ok(()))) {
            tracing::warn!(
                ?ended,
                "the others will notice only by its silence that this node is gone"
            );
        }
    }

    /// Renews this node's ownership and loads due rooms without an owner, until the task is dropped.
    pub async fn keep(self, rooms: Rooms) {
        tokio::join!(self.0.beat(&rooms), self.0.renew(), look(&rooms));
    }
}

/// Ticks at least `period` apart: a late node must not catch up in a burst.
fn every(period: Duration) -> tokio::time::Interval {
    let mut every = tokio::time::interval(period);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    every
}

/// Loads due rooms that no node owns.
async fn look(rooms: &Rooms) {
    let mut every = every(LOOK_EVERY);
    loop {
        every.tick().await;
        match rooms.boot().await {
            Ok(0) => {}
            Ok(loaded) => tracing::info!(loaded, "rooms without an owner are loaded here"),
            Err(error) => tracing::warn!(%error, "cannot look for rooms without an owner"),
        }
    }
}

impl Inner {
    async fn beat(&self, rooms: &Rooms) {
        let mut every = every(BEAT);
        loop {
            every.tick().await;
            if self.gone.load(Ordering::Relaxed) {
                return;
            }
            let confirmed = match timeout(PATIENCE, self.confirm(rooms)).await {
                Ok(confirmed) => confirmed.map_err(|error| error.to_string()),
                Err(_) => Err("the database timed out".to_owned()),
            };
            self.seen.store(confirmed.is_ok(), Ordering::Relaxed);
            if let Err(error) = confirmed {
                tracing::warn!(error, "cannot confirm this node's rooms");
            }
            self.tidy();
        }
    }

    async fn report(&self) -> sqlx::Result<()> {
        let silent = owners::report(&self.heart, &self.me, self.clock.timestamp()).await?;
        self.known.silent(silent);
        Ok(())
    }

    /// Sends a heartbeat, and confirms which rooms this node still owns.
    async fn confirm(&self, rooms: &Rooms) -> sqlx::Result<()> {
        // Taken before the query, because its answer may be late.
        let asked = self.clock.monotonic();
        self.report().await?;
        let held: Vec<_> = lock(&self.held)
            .iter()
            .filter_map(|(catalog_id, held)| Some((*catalog_id, held.epoch?)))
            .collect();
        if held.is_empty() {
            return Ok(());
        }
        let current = owners::confirm(&self.heart, &held).await?;
        for (catalog_id, epoch) in held {
            if current.contains(&catalog_id) {
                self.extend(catalog_id, epoch, asked + MAY_SPEAK);
            } else if lock(&self.held)
                .get(&catalog_id)
                .is_some_and(|held| held.epoch == Some(epoch))
            {
                counter!("room_leases_lost_total", "reason" => "fenced").increment(1);
                lock(&self.held).remove(&catalog_id);
                rooms.fenced(catalog_id, epoch);
            }
        }
        Ok(())
    }

    fn extend(&self, catalog_id: i64, epoch: i64, until: Instant) {
        if let Some(held) = lock(&self.held).get_mut(&catalog_id)
            && held.epoch == Some(epoch)
        {
            held.until = held.until.max(until);
            held.lapsed = false;
        }
    }

    /// Renews the leases of confirmed rooms, and reports their number. Ignores leases held by others: confirmation against
    /// PostgreSQL detects a lost room.
    async fn renew(&self) {
        let mut every = every(BEAT);
        let mut renewed: Option<Instant> = None;
        loop {
            every.tick().await;
            let now = self.clock.monotonic();
            let (count, rooms) = self.own(now);
            if self.leaving.load(Ordering::Relaxed) {
                continue;
            }
            // A node without PostgreSQL cannot load rooms and must not be given any. Failed calls are retried; `redis_up` shows them.
            if self.seen.load(Ordering::Relaxed) {
                let _ = self.leases.report(count).await;
            }
            if renewed.is_none_or(|last| now - last >= RENEW_EVERY) {
                renewed = self.leases.take(&rooms).await.ok().map(|_| now);
            }
        }
    }

    /// The number of rooms here, and the rooms it may answer for.
    fn own(&self, now: Instant) -> (usize, Vec<(i64, i64)>) {
        let held = lock(&self.held);
        let valid = held.iter().filter(|(_, held)| held.until > now);
        let rooms = valid.map(|(catalog_id, held)| (*catalog_id, held.epoch.unwrap_or(0)));
        (held.len(), rooms.collect())
    }

    /// Updates the gauge of owned rooms and counts lapses.
    fn tidy(&self) {
        let now = self.clock.monotonic();
        let mut held = lock(&self.held);
        for room in held.values_mut() {
            if room.until <= now && room.epoch.is_some() && !room.lapsed {
                room.lapsed = true;
                counter!("room_leases_lost_total", "reason" => "lapsed").increment(1);
            }
        }
        gauge!("rooms_owned").set(held.len() as f64);
        drop(held);
        self.known.tidy();
    }

    fn holds(&self, catalog_id: i64) -> bool {
        let now = self.clock.monotonic();
        lock(&self.held)
            .get(&catalog_id)
            .is_some_and(|held| held.until > now)
    }

    /// Finds the node to ask for a room that is not here. `None` if nobody owns it and this node is leaving.
    async fn find(&self, catalog_id: i64) -> sqlx::Result<Option<Node>> {
        if let Ok(Some(node)) = self.leases.holder(catalog_id).await {
            return Ok(Some(node));
        }
        // Redis may be empty or down.
        if let Some(owner) = owners::owner(&self.pool, catalog_id).await? {
            return Ok(Some(owner));
        }
        let is_leaving = self.leaving.load(Ordering::Relaxed);
        let myself = || (!is_leaving).then(|| self.me.clone());
        Ok(match self.leases.place(catalog_id).await {
            Ok(placed) => placed.or_else(myself),
            Err(_) => myself(),
        })
    }

    async fn claim(&self, catalog_id: i64) -> Result<(), NotClaimed> {
        if self.leaving.load(Ordering::Relaxed) {
            // The room may just have been placed here.
            let _ = self.leases.release(catalog_id, Some(0), None).await;
            return Err(NotClaimed::Elsewhere);
        }
        let asked = self.clock.monotonic();
        match owners::claim(&self.pool, catalog_id, self.me.id).await {
            Ok(Claim::Taken { epoch }) => {
                // The epoch that the takeover will start; it beats a lease left by the previous owner.
                let _ = self.leases.take(&[(catalog_id, epoch + 1)]).await;
                self.known.forget(catalog_id);
                let held = Held {
                    epoch: None,
                    until: asked + MAY_SPEAK,
                    lapsed: false,
                };
                lock(&self.held).insert(catalog_id, held);
                Ok(())
            }
            Ok(Claim::Owned(owner)) => {
                let _ = self.leases.release(catalog_id, Some(0), None).await;
                self.known.put(catalog_id, owner);
                Err(NotClaimed::Elsewhere)
            }
            // The takeover reports it.
            Ok(Claim::NoRoom) => Ok(()),
            Err(error) => {
                tracing::warn!(catalog_id, %error, "cannot take a room");
                Err(NotClaimed::Unknown)
            }
        }
    }
}

impl Directory {
    fn place(&self, catalog_id: i64, node: Node) -> Location {
        if node.id == self.0.me.id {
            Location::Here
        } else {
            Location::Node(Arc::new(Remote {
                catalog_id,
                node,
                me: self.0.me.clone(),
                calls: self.0.calls.clone(),
                known: self.0.known.clone(),
            }))
        }
    }
}

#[async_trait::async_trait]
impl RoomDirectory for Directory {
    async fn locate(&self, catalog_id: i64) -> Result<Location, RoomError> {
        if self.0.holds(catalog_id) {
            return Ok(Location::Here);
        }
        if let Some(node) = self.0.known.place(catalog_id, FRESH) {
            return Ok(self.place(catalog_id, node));
        }
        match timeout(PATIENCE, self.0.find(catalog_id)).await {
            Ok(Ok(Some(node))) => {
                self.0.known.put(catalog_id, node.clone());
                Ok(self.place(catalog_id, node))
            }
            Ok(Ok(None)) => Err(RoomError::Unavailable),
            failed => {
                tracing::warn!(catalog_id, ?failed, "cannot find a room's owner");
                let known = self.0.known.place(catalog_id, REMEMBERED);
                known
                    .map(|node| self.place(catalog_id, node))
                    .ok_or(RoomError::Unavailable)
            }
        }
    }

    async fn claim(&self, catalog_id: i64) -> Result<(), NotClaimed> {
        self.0.claim(catalog_id).await
    }

    fn loaded(&self, catalog_id: i64, epoch: i64) {
        // The takeover has just committed.
        let held = Held {
            epoch: Some(epoch),
            until: self.0.clock.monotonic() + MAY_SPEAK,
            lapsed: false,
        };
        lock(&self.0.held).insert(catalog_id, held);
    }

    fn holds(&self, catalog_id: i64) -> bool {
        self.0.holds(catalog_id)
    }

    async fn hand_over(&self, catalog_id: i64, epoch: Option<i64>, to: Option<&Node>) {
        let inner = &self.0;
        // Stops the renewal of its lease.
        lock(&inner.held).remove(&catalog_id);
        let (me, new, at) = (inner.me.id, to.map(|node| node.id), inner.clock.timestamp());
        let giving = owners::hand_over(&inner.pool, catalog_id, me, epoch, new, at);
        let given = timeout(PATIENCE, giving).await;
        if !matches!(given, Ok(Ok(()))) {
            // Others keep asking this node until it stops sending heartbeats.
            tracing::warn!(catalog_id, ?given, "cannot give up a room");
        }
        let _ = inner.leases.release(catalog_id, epoch, to).await;
    }

    fn forget(&self, catalog_id: i64) {
        lock(&self.0.held).remove(&catalog_id);
        // Its new location must be looked up.
        self.0.known.forget(catalog_id);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
