//! The server: REST, rooms, sockets, outbox readers and the client in one process, or some of them in each of several.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::{HttpServer, web};
use anyhow::Context as _;
use metrics_exporter_prometheus::PrometheusBuilder;
use object_store::ObjectStore;
use room_server::gateway::{self, Hub, Origins, Settings};
use room_server::journal;
use room_server::ports::{NoRooms, OneMachine, RoomDirectory};
use room_server::{RoomSettings, Rooms};
use search_indexer::indexer::{Indexer, Relister};
use search_indexer::meilisearch::{self, check::check_nightly};
use secrecy::ExposeSecret as _;
use sqlx::PgPool;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::MissedTickBehavior;

use crate::described::Described;
use crate::nodes;
use application::caller;
use application::gap;
use application::state::{AppState, Live};
use clock::Clock;
use cluster::{CatchUp, Directory, NodeRelay, Redis, Tls};
use config::{Config, NodeConfig, Roles};
use doctor::database_log;
use mail::delivery::Delivery;
use notifier::{Notifier, SavedSearches};
use outgoing::Internet;
use people::{contact_change, login_limits, retention};
use pictures::Pictures;
use push::Sender;
use routes::catalogs::rehearsal;

/// Grace period for requests in flight at shutdown, in seconds.
const SHUTDOWN_S: u64 = 5;
/// Timeout for handing rooms over to other nodes.
const HANDING_OVER: Duration = Duration::from_secs(10);
/// Interval between updates of the polled gauges.
const MEASURE_EVERY: Duration = Duration::from_secs(5);
/// Interval between searches for rooms that no process has.
const LOOK_FOR_UNOWNED_EVERY: Duration = Duration::from_secs(15);
/// Timeout for the last batch of views of lots.
const STORING_VIEWS: Duration = Duration::from_secs(3);
/// Interval between batches of views of lots.
const STORE_VIEWS_EVERY: Duration = Duration::from_secs(1);
/// Interval between clean-ups after unfinished imports.
const SWEEP_EVERY: Duration = Duration::from_secs(3600);

/// A running server.
pub struct Running {
    pub state: web::Data<AppState>,
    /// Listening address, with the assigned port if port 0 was requested.
    pub address: SocketAddr,
    handle: ServerHandle,
    /// Set if there are others.
    node: Option<(Directory, ServerHandle)>,
    server: JoinHandle<std::io::Result<()>>,
    tasks: Tasks,
}

/// Starts what the process's roles ask for. On return rooms with something due are loaded and the port is open.
pub async fn start(config: Config, pool: PgPool, clock: Clock) -> anyhow::Result<Running> {
    let store = Pictures::store(&config.data_dir, config.s3.as_ref())?;
    database_log::warn(&pool).await;
    start_with(config, pool, clock, store).await
}

/// Does the same with the caller's object store.
pub async fn start_with(
    config: Config,
    pool: PgPool,
    clock: Clock,
    store: Arc<dyn ObjectStore>,
) -> anyhow::Result<Running> {
    let delivery = Delivery::new(&config.delivery, clock.clone())?;
    let roles = config.roles;
    let hub = Hub::new(socket_settings(&config));
    let redis = match config.redis_url().filter(|_| roles.is_node()) {
        Some(url) => Some(Redis::new(url).context("REDIS_URL: cannot use this address")?),
        None => None,
    };
    let linked = redis.clone().map(|redis| {
        let (relay, gaps) = NodeRelay::link(redis.clone(), hub.clone(), clock.clone());
        (redis, relay, gaps)
    });
    let node = match (&redis, &config.node) {
        (Some(redis), Some(node)) => Some(Node::open(redis, node, roles, &pool, &clock)?),
        _ => None,
    };
    let directory: Arc<dyn RoomDirectory> = match &node {
        Some(node) => Arc::new(node.directory.clone()),
        None if roles.rooms => Arc::new(OneMachine),
        None => Arc::new(NoRooms),
    };
    let rooms = Rooms::start(
        pool.clone(),
        Arc::new(hub.clone()),
        directory,
        clock.clone(),
        RoomSettings::default(),
    );
    let mut tasks = Tasks::default();
    let mut among = None;
    if let (Some(node), Some(settings)) = (node, &config.node) {
        let directory = node.directory.clone();
        let server = node.serve(settings, rooms.clone())?;
        among = Some((directory.clone(), server.handle()));
        tasks.start(server);
        // Redis may be away.
        if let Some(redis) = &redis {
            let _ = redis.look().await;
        }
        directory
            .join()
            .await
            .context("cannot make this node known to the others")?;
        tasks.start(directory.keep(rooms.clone()));
    }
    if roles.rooms {
        let loaded = rooms.boot().await.context("cannot load the rooms")?;
        tracing::info!(loaded, "rooms are open");
    }
    let listen = config.listen;
    let pictures = Pictures::new(store, pool.clone())?;
    let state = web::Data::new(AppState::new(
        config,
        pool.clone(),
        delivery,
        clock,
        Live { rooms, hub, redis },
        pictures,
    ));
    tasks.start(state.access.clone().listen());
    tasks.start(measure(state.rooms.clone()));
    tasks.start(look_for_unowned(pool.clone()));
    if roles.indexer {
        start_indexing(&mut tasks, &state).await?;
    }
    if roles.web {
        start_web(&mut tasks, &state);
    }
    if let Some((redis, relay, gaps)) = linked {
        tasks.start(redis.watch());
        tasks.start(relay.run());
        if roles.web {
            let catch_up = CatchUp {
                pool,
                rooms: state.rooms.clone(),
                hub: state.hub.clone(),
            };
            tasks.start(catch_up.run());
            tasks.start(gap::fill(state.clone(), gaps));
        }
    }
    let (address, server) = if roles.web {
        serve_site(&state, listen)?
    } else {
        serve_health(&state, listen)?
    };
    let handle = server.handle();
    let server = tokio::spawn(server);
    Ok(Running {
        state,
        address,
        handle,
        node: among,
        server,
        tasks,
    })
}

/// What runs in the background until the server ends.
#[derive(Default)]
struct Tasks(Vec<AbortHandle>);

impl Tasks {
    fn start(&mut self, task: impl Future<Output: Send> + Send + 'static) {
        self.0
            .push(tokio::spawn(async { drop(task.await) }).abort_handle());
    }
}

/// Keeps the listing and the search engine up to date. Several processes may: they take turns at the rows of the outbox.
async fn start_indexing(tasks: &mut Tasks, state: &AppState) -> anyhow::Result<()> {
    tasks.start(outbox::run(state.pool.clone(), Indexer));
    tasks.start(outbox::run(state.pool.clone(), Relister));
    match &state.search_engine {
        Some(engine) => {
            tasks.start(engine.feeder().run());
            let clock = state.clock.clone();
            tasks.start(check_nightly(engine.index(), move || clock.now()));
        }
        None => meilisearch::unsubscribe(&state.pool)
            .await
            .context("cannot drop the changes that wait for a search engine")?,
    }
    Ok(())
}

/// Does what follows from people's acts and from the time of day. Several processes may: each job locks what it works on.
fn start_web(tasks: &mut Tasks, state: &web::Data<AppState>) {
    let (pool, clock) = (&state.pool, &state.clock);
    tasks.start(Notifier::new(pool.clone(), state.hub.clone(), clock.clone()).run());
    tasks.start(SavedSearches::new(pool.clone(), state.search.clone(), clock.clone()).run());
    tasks.start(state.letters().run());
    tasks.start(retention::run(
        pool.clone(),
        state.pictures.clone(),
        clock.clone(),
    ));
    tasks.start(sweep(state.clone()));
    tasks.start(store_views(state.clone()));
    tasks.start(rehearsal::keep(state.clone()));
    tasks.start(login_limits::run(pool.clone(), clock.clone()));
    tasks.start(contact_change::run(state.bidders.clone(), clock.clone()));
    tasks.start(catalogue::sweep::run(
        pool.clone(),
        state.pictures.clone(),
        clock.clone(),
    ));
    if let Some(identity) = state.config.push.clone() {
        let sender = Sender::new(pool.clone(), clock.clone(), identity, Arc::new(Internet));
        tasks.start(sender.run());
    }
    if let Some(engine) = &state.search_engine {
        tasks.start(engine.fallback.clone().watch());
    }
}

/// Opens the port of the site.
fn serve_site(
    state: &web::Data<AppState>,
    listen: SocketAddr,
) -> anyhow::Result<(SocketAddr, Server)> {
    let (described, state) = (Described::new(), state.clone());
    let listeners =
        gateway::listen(listen).with_context(|| format!("LISTEN: cannot listen on {listen}"))?;
    let addresses: io::Result<Vec<_>> = listeners.iter().map(TcpListener::local_addr).collect();
    let address = first(&addresses?)?;
    let builder = Server::build()
        .shutdown_timeout(SHUTDOWN_S)
        .disable_signals();
    let server = gateway::serve(listeners, builder, move || crate::app!(state, described))?;
    Ok((address, server))
}

/// Opens a port for `/healthz` and `/readyz` alone: the process serves no people.
fn serve_health(
    state: &web::Data<AppState>,
    listen: SocketAddr,
) -> anyhow::Result<(SocketAddr, Server)> {
    let state = state.clone();
    let server = HttpServer::new(move || {
        actix_web::App::new()
            .app_data(state.clone())
            .configure(routes::site::configure_health)
    })
    .workers(1)
    .shutdown_timeout(SHUTDOWN_S)
    .disable_signals()
    .bind(listen)
    .with_context(|| format!("LISTEN: cannot listen on {listen}"))?;
    let address = first(&server.addrs())?;
    Ok((address, server.run()))
}

fn first(addresses: &[SocketAddr]) -> anyhow::Result<SocketAddr> {
    let first = addresses.first().copied();
    first.context("the server has no listening address")
}

/// What makes this process one of several nodes.
struct Node {
    directory: Directory,
    listener: TcpListener,
    tls: Option<Tls>,
}

impl Node {
    /// Binds the listener for the other nodes, which learn of it when this one joins.
    fn open(
        redis: &Redis,
        settings: &NodeConfig,
        roles: Roles,
        pool: &PgPool,
        clock: &Clock,
    ) -> anyhow::Result<Self> {
        let tls = nodes::tls(settings)?;
        let (listener, address) = nodes::listen(settings)?;
        let settings = cluster::Settings {
            address,
            secret: settings.secret.expose_secret().to_owned(),
            tls: tls.clone(),
            takes_rooms: roles.rooms,
        };
        Ok(Self {
            directory: Directory::new(redis.clone(), pool, clock.clone(), settings),
            listener,
            tls,
        })
    }

    fn serve(self, settings: &NodeConfig, rooms: Rooms) -> anyhow::Result<Server> {
        let (id, tls) = (self.directory.id(), self.tls.as_ref());
        nodes::serve(self.listener, settings, id, tls, rooms)
    }
}

impl Running {
    /// Serves until `stop` completes, then stops: closes sockets, so that clients reconnect to another server, and
    /// finishes requests in flight. Everything already answered is stored.
    pub async fn until(mut self, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
        tokio::select! {
            ended = &mut self.server => {
                self.end();
                ended?.context("the server failed")
            }
            () = stop => {
                self.stop().await;
                Ok(())
            }
        }
    }

    /// Stops the server. Hands its rooms and clients over first if other nodes are alive.
    pub async fn stop(self) {
        if let Some((directory, _)) = &self.node
            && directory.leave().await
        {
            tokio::join!(
                self.state.rooms.hand_over_all(HANDING_OVER),
                self.state.hub.close_gradually(),
            );
        }
        self.state.hub.close_all();
        if let Err(error) = self.state.crowds.leave(&self.state.pool).await {
            tracing::warn!(%error, "the others will notice only after a while that invented bidders are left alone");
        }
        self.handle.stop(true).await;
        if let Some((directory, server)) = &self.node {
            directory.sign_off().await;
            server.stop(true).await;
        }
        let stored = tokio::time::timeout(STORING_VIEWS, self.state.store_lot_views());
        if stored.await.is_err() {
            tracing::warn!("the last views of lots are lost");
        }
        self.end();
    }

    fn end(&self) {
        self.tasks.0.iter().for_each(AbortHandle::abort);
        self.state.rooms.stop();
    }
}

/// Counters whose increase is an alarm (ops/host/prometheus/alarms.yml), with a label. They begin at zero, because Prometheus
/// sees no increase in the first value of a counter.
const ALARMING: [(&str, Option<(&str, &str)>); 8] = [
    ("room_doubts_total", None),
    ("room_loads_total", Some(("outcome", "failed"))),
    ("journal_batches_total", Some(("outcome", "failed"))),
    ("journal_batches_total", Some(("outcome", "fenced"))),
    ("journal_batches_total", Some(("outcome", "in_doubt"))),
    ("journal_batches_total", Some(("outcome", "refused"))),
    ("gateway_stalled_total", None),
    ("letters_total", Some(("result", "given_up"))),
];

/// Serves `/metrics` on a separate port.
pub fn serve_metrics(config: &Config) -> anyhow::Result<()> {
    if let Some(listen) = config.metrics_listen {
        PrometheusBuilder::new()
            .with_http_listener(listen)
            .install()
            .with_context(|| format!("METRICS_LISTEN: cannot listen on {listen}"))?;
        for (name, label) in ALARMING {
            metrics::counter!(name, label.as_slice()).increment(0);
        }
    }
    Ok(())
}

/// Deletes pictures of imports whose process was killed, and uploads that nobody finished.
async fn sweep(state: web::Data<AppState>) {
    let mut every = tokio::time::interval(SWEEP_EVERY);
    loop {
        every.tick().await;
        match catalogue::import::sweep(&state.pool, &state.pictures, state.clock.now()).await {
            Ok(0) => {}
            Ok(left) => tracing::info!(left, "removed pictures of unfinished imports"),
            Err(error) => {
                tracing::warn!(%error, "cannot remove pictures of unfinished imports")
            }
        }
        if let Err(error) = state.uploads.sweep(state.clock.now()).await {
            tracing::warn!(%error, "cannot remove expired uploads");
        }
    }
}

/// Writes views of lots in batches.
async fn store_views(state: web::Data<AppState>) {
    let mut every = tokio::time::interval(STORE_VIEWS_EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        state.store_lot_views().await;
    }
}

/// Counts the rooms that no process has. Every node counts all of the site's.
async fn look_for_unowned(pool: PgPool) {
    let mut every = tokio::time::interval(LOOK_FOR_UNOWNED_EVERY);
    loop {
        every.tick().await;
        match journal::unowned(&pool).await {
            Ok(rooms) => metrics::gauge!("rooms_without_owner").set(rooms.silent as f64),
            Err(error) => tracing::warn!(%error, "cannot look for rooms that no process has"),
        }
    }
}

async fn measure(rooms: Rooms) {
    let mut every = tokio::time::interval(MEASURE_EVERY);
    loop {
        every.tick().await;
        rooms.measure();
    }
}

/// The gateway's settings on this site.
pub fn socket_settings(config: &Config) -> Settings {
    Settings {
        origins: Origins::Ours(vec![config.public_url.clone()]),
        opener: caller::opener,
        ..Settings::default()
    }
}
