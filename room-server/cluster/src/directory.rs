//! Which node owns a room.
//!
//! Leases in Redis locate rooms quickly and spread them over the nodes. PostgreSQL decides who may take a room: any node, unless
//! its owner is alive. So nodes keep their rooms while Redis is down or empty, and never take a room from a living node. An
//! owner must keep confirming its epoch in PostgreSQL to answer and publish. Addresses of nodes are in PostgreSQL alone.
//!
//! A living node that the others cannot reach gives its rooms up, see `peers.rs`.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use clock::Clock;
use futures_util::future::join_all;
use metrics::{counter, gauge};
use room_server::{
    RoomError, Rooms,
    journal::owners::{self, Claim, Report},
    ports::{Location, Node, NotClaimed, Reach, RoomDirectory},
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use tokio::time::timeout;
use uuid::Uuid;

use crate::{
    known::{Known, REMEMBERED},
    leases::Leases,
    peers::Peers,
    redis::Redis,
    remote::{Calls, Remote},
    tenure::Tenures,
    tls::Tls,
};

/// How long a location is cached.
const FRESH: Duration = Duration::from_secs(1);
/// A small pool of its own: callers that wait for a room may hold every connection of the main pool.
const CONNECTIONS: u32 = 4;
/// Timeout of one query.
const TIMEOUT: Duration = Duration::from_secs(3);
/// Interval of heartbeats, confirmations, and attempts to reach every node.
const BEAT: Duration = Duration::from_secs(1);
/// Interval of lease renewals.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// Interval of the search for due rooms without an owner.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How long a node that cannot be reached waits for its rooms to be stored, before it tries again.
const GIVING_UP: Duration = Duration::from_secs(10);
/// How often a node tries to reach itself at its start.
const FIRST_TRIES: usize = 3;

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
    held: Mutex<Tenures>,
    known: Arc<Known>,
    peers: Arc<Peers>,
    /// The last heartbeat succeeded.
    seen: AtomicBool,
    leaving: AtomicBool,
    gone: AtomicBool,
}

impl Directory {
    pub fn new(redis: Redis, pool: &PgPool, clock: Clock, settings: Settings) -> Self {
        let options = pool.connect_options().as_ref().clone();
        // A claim may block on a row lock held by a suspended node. The timeout bounds that wait, and heartbeats use a
        // separate connection so that blocked claims cannot silence this node.
        let options = options.options([("statement_timeout", TIMEOUT.as_millis())]);
        let pool = |connections| {
            PgPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(Duration::from_secs(2))
                .connect_lazy_with(options.clone())
        };
        let (pool, heart) = (pool(CONNECTIONS), pool(1));
        let me = Node {
            id: Uuid::new_v4(),
            address: settings.address,
        };
        Self(Arc::new(Inner {
            leases: Leases::new(redis, me.id),
            peers: Arc::new(Peers::new(me.id, settings.takes_rooms)),
            me,
            pool,
            heart,
            known: Arc::new(Known::new(clock.clone())),
            clock,
            calls: Arc::new(Calls::new(&settings.secret, settings.tls.as_ref())),
            held: Mutex::default(),
            seen: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            gone: AtomicBool::new(false),
        }))
    }

    /// The name by which other nodes recognise this one at its address.
    pub fn id(&self) -> Uuid {
        self.0.me.id
    }

    /// Registers this node, so that it may own rooms. Its internal listener must be served by now.
    pub async fn join(&self) -> sqlx::Result<()> {
        let inner = &self.0;
        let mut reached = false;
        for _ in 0..FIRST_TRIES {
            reached = reached || inner.calls.reaches(&inner.me).await;
        }
        if !reached {
            inner.peers.is_unreached_from_the_start();
            tracing::error!(
                address = inner.me.address,
                "this node does not answer at NODE_ADDRESS"
            );
        }
        inner.report().await?;
        inner.seen.store(true, Ordering::Relaxed);
        if inner.may_take_rooms() {
            // While Redis is down, the node takes the rooms it is asked for.
            let _ = inner.leases.report(0).await;
        }
        Ok(())
    }

    /// Stops taking rooms if other nodes are alive to take them. Returns whether there are any.
    pub async fn leave(&self) -> bool {
        let inner = &self.0;
        let asking = owners::has_others(&inner.heart, inner.me.id);
        // Without PostgreSQL nobody can take them.
        if !matches!(timeout(TIMEOUT, asking).await, Ok(Ok(true))) {
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
        let ended = timeout(TIMEOUT, signing_off).await;
        if !matches!(ended, Ok(Ok(()))) {
            tracing::warn!(
                ?ended,
                "the others will notice only by its silence that this node is gone"
            );
        }
    }

    /// Renews this node's ownership and loads due rooms without an owner, until the task is dropped.
    pub async fn keep(self, rooms: Rooms) {
        let inner = &self.0;
        let looking = async {
            if inner.peers.takes_rooms() {
                look(&rooms).await;
            }
        };
        tokio::join!(
            inner.beat(&rooms),
            inner.renew(),
            inner.probe(),
            inner.give_up(&rooms),
            looking
        );
    }
}

/// How a node of several is reached, and what it is for.
pub struct Settings {
    /// Where the other nodes reach its internal listener.
    pub address: String,
    /// Shared by all nodes.
    pub secret: String,
    /// None: the nodes speak without encryption.
    pub tls: Option<Tls>,
    /// Whether it may own rooms.
    pub takes_rooms: bool,
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
            let confirmed = match timeout(TIMEOUT, self.confirm(rooms)).await {
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
        let report = Report {
            takes_rooms: self.peers.takes_rooms(),
            cannot_reach: self.peers.cannot_reach(),
        };
        let peers = owners::report(&self.heart, &self.me, &report, self.clock.timestamp()).await?;
        self.peers.update(peers);
        Ok(())
    }

    /// Sends a heartbeat, and confirms which rooms this node still owns.
    async fn confirm(&self, rooms: &Rooms) -> sqlx::Result<()> {
        // Taken before the query, because its answer may be late.
        let asked = self.clock.since_boot();
        self.report().await?;
        let held = lock(&self.held).all();
        if held.is_empty() {
            return Ok(());
        }
        let current = owners::confirm(&self.heart, self.me.id, &held).await?;
        for (catalog_id, epoch) in held {
            if current.contains(&catalog_id) {
                lock(&self.held).confirmed(catalog_id, epoch, asked);
            } else if let Some(epoch) = epoch
                && lock(&self.held).lost(catalog_id, epoch)
            {
                counter!("room_leases_lost_total", "reason" => "fenced").increment(1);
                rooms.fenced(catalog_id, epoch);
            }
        }
        Ok(())
    }

    /// Tries to reach every living node, this one included, at its address.
    async fn probe(&self) {
        let mut every = every(BEAT);
        loop {
            every.tick().await;
            let mut nodes = self.peers.living();
            nodes.push(self.me.clone());
            let trying = nodes.iter().map(async |node| {
                let answered = self.calls.reaches(node).await;
                self.peers.tried(node.id, answered);
            });
            join_all(trying).await;
        }
    }

    /// Gives this node's rooms up while the others cannot reach it.
    async fn give_up(&self, rooms: &Rooms) {
        let mut every = every(BEAT);
        let mut reported = Reach::Reached;
        loop {
            every.tick().await;
            let reach = self.peers.reach();
            gauge!("node_reached").set(f64::from(u8::from(reach == Reach::Reached)));
            if std::mem::replace(&mut reported, reach) != reach {
                match reach {
                    Reach::Reached => tracing::info!("the other nodes reach this one"),
                    Reach::Alone => {
                        tracing::error!(
                            address = self.me.address,
                            "this node does not answer at NODE_ADDRESS; it keeps its rooms, because no other node can take them"
                        );
                    }
                    Reach::Unreached => {
                        tracing::error!(
                            address = self.me.address,
                            "the other nodes cannot reach this one at NODE_ADDRESS; it gives its rooms up"
                        );
                    }
                }
            }
            if reach == Reach::Unreached && self.peers.takes_rooms() {
                let _ = self.leases.sign_off().await;
                if lock(&self.held).len() > 0 {
                    rooms.release_all(GIVING_UP).await;
                }
            }
        }
    }

    fn may_take_rooms(&self) -> bool {
        !self.leaving.load(Ordering::Relaxed)
            && self.peers.takes_rooms()
            && self.peers.reach() != Reach::Unreached
    }

    /// Renews the leases of confirmed rooms, and reports their number. Ignores leases held by others: confirmation against
    /// PostgreSQL detects a lost room.
    async fn renew(&self) {
        let mut every = every(BEAT);
        let mut renewed: Option<Instant> = None;
        loop {
            every.tick().await;
            let now = self.clock.monotonic();
            let (count, rooms) = {
                let held = lock(&self.held);
                (held.len(), held.valid(self.clock.since_boot()))
            };
            if self.leaving.load(Ordering::Relaxed) {
                continue;
            }
            // A node without PostgreSQL cannot load rooms and must not be given any. Failed calls are retried; `redis_up` shows them.
            if self.seen.load(Ordering::Relaxed) && self.may_take_rooms() {
                let _ = self.leases.report(count).await;
            }
            if renewed.is_none_or(|last| now - last >= RENEW_EVERY) {
                renewed = self.leases.take(&rooms).await.ok().map(|_| now);
            }
        }
    }

    /// Updates the gauge of owned rooms and counts lapses.
    fn tidy(&self) {
        let mut held = lock(&self.held);
        let lapsed = held.count_lapsed(self.clock.since_boot());
        gauge!("rooms_owned").set(held.len() as f64);
        drop(held);
        if lapsed > 0 {
            counter!("room_leases_lost_total", "reason" => "lapsed").increment(lapsed);
        }
        self.known.tidy();
    }

    fn holds(&self, catalog_id: i64) -> bool {
        lock(&self.held).may_speak(catalog_id, self.clock.since_boot())
    }

    /// Finds the node to ask for a room that is not here. `None` if nobody owns it and no node is known to take it.
    async fn find(&self, catalog_id: i64) -> sqlx::Result<Option<Node>> {
        let holder = self.leases.holder(catalog_id).await.ok().flatten();
        // A node that has lost PostgreSQL, but not Redis, leaves leases that outlive its ownership by seconds.
        let silent = holder.filter(|id| self.peers.is_silent(*id));
        if let Some(id) = holder
            && silent.is_none()
            && !self.known.was_misplaced(catalog_id)
            && let Some(node) = self.node(id).await?
        {
            return Ok(Some(node));
        }
        // Redis may be empty, down or wrong.
        if let Some(owner) = owners::owner(&self.pool, catalog_id).await? {
            return Ok(Some(owner));
        }
        if let Ok(Some(id)) = self.leases.place(catalog_id, silent).await
            && let Some(node) = self.node(id).await?
        {
            return Ok(Some(node));
        }
        Ok(if self.may_take_rooms() {
            Some(self.me.clone())
        } else {
            self.peers.any_for_rooms()
        })
    }

    /// The node named by a lease, with its address. PostgreSQL knows every node: another name means nothing.
    async fn node(&self, id: Uuid) -> sqlx::Result<Option<Node>> {
        if id == self.me.id {
            return Ok(Some(self.me.clone()));
        }
        match self.peers.node(id) {
            Some(node) => Ok(Some(node)),
            // It may have joined since the last heartbeat.
            None => owners::node(&self.pool, id).await,
        }
    }

    async fn claim(&self, catalog_id: i64) -> Result<(), NotClaimed> {
        // A node without rooms claims one that was brought to it for an edit.
        if !self.may_take_rooms() && self.peers.takes_rooms() {
            // The room may just have been placed here.
            let _ = self.leases.release(catalog_id, Some(0), None).await;
            return Err(NotClaimed::Elsewhere);
        }
        let asked = self.clock.since_boot();
        match owners::claim(&self.pool, catalog_id, self.me.id).await {
            Ok(Claim::Taken { epoch }) => {
                // The epoch that the takeover will start; it beats a lease left by the previous owner.
                let _ = self.leases.take(&[(catalog_id, epoch + 1)]).await;
                self.known.forget(catalog_id);
                lock(&self.held).claimed(catalog_id, asked);
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
                peers: self.0.peers.clone(),
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
        match timeout(TIMEOUT, self.0.find(catalog_id)).await {
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
        lock(&self.0.held).loaded(catalog_id, epoch);
    }

    fn holds(&self, catalog_id: i64) -> bool {
        self.0.holds(catalog_id)
    }

    async fn hand_over(&self, catalog_id: i64, epoch: Option<i64>, to: Option<&Node>) {
        let inner = &self.0;
        // Stops the renewal of its lease.
        lock(&inner.held).forget(catalog_id);
        let (me, new, at) = (inner.me.id, to.map(|node| node.id), inner.clock.timestamp());
        let giving = owners::hand_over(&inner.pool, catalog_id, me, epoch, new, at);
        let given = timeout(TIMEOUT, giving).await;
        if !matches!(given, Ok(Ok(()))) {
            // Others keep asking this node until it stops sending heartbeats.
            tracing::warn!(catalog_id, ?given, "cannot give up a room");
        }
        let _ = inner.leases.release(catalog_id, epoch, new).await;
    }

    fn forget(&self, catalog_id: i64) {
        lock(&self.0.held).forget(catalog_id);
        // Its new location must be looked up.
        self.0.known.forget(catalog_id);
    }

    fn takes_rooms(&self) -> bool {
        self.0.peers.takes_rooms()
    }

    fn reach(&self) -> Reach {
        self.0.peers.reach()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
