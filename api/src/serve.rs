//! The all-in-one server of a single machine: REST, rooms, sockets, outbox readers and the client in one process.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{HttpServer, web};
use anyhow::Context as _;
use metrics_exporter_prometheus::PrometheusBuilder;
use object_store::ObjectStore;
use room_server::gateway::{self, Hub, Origins, Settings};
use room_server::journal;
use room_server::ports::{OneMachine, RoomDirectory};
use room_server::{RoomSettings, Rooms};
use search_indexer::indexer::Indexer;
use search_indexer::meilisearch::{self, check::check_nightly};
use secrecy::ExposeSecret as _;
use sqlx::PgPool;
use tokio::task::{AbortHandle, JoinHandle};

use crate::described::Described;
use crate::nodes;
use application::caller;
use application::gap;
use application::state::{AppState, Live};
use clock::Clock;
use cluster::{CatchUp, Directory, NodeRelay, Redis};
use config::{Config, NodeConfig};
use doctor::database_log;
use mail::delivery::Delivery;
use notifier::{Notifier, SavedSearches};
use outgoing::Internet;
use people::{contact_change, login_limits, retention};
use pictures::Pictures;
use push::Sender;

/// Grace period for requests in flight at shutdown, in seconds.
const SHUTDOWN_S: u64 = 5;
/// Timeout for handing rooms over to other nodes.
const HANDING_OVER: Duration = Duration::from_secs(10);
/// Interval between updates of the polled gauges.
const MEASURE_EVERY: Duration = Duration::from_secs(5);
/// Interval between searches for rooms that no process has.
const LOOK_FOR_UNOWNED_EVERY: Duration = Duration::from_secs(15);
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
    tasks: Vec<AbortHandle>,
}

/// Starts serving. On return the schema is up to date, rooms with something due are loaded and the port is open.
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
    let hub = Hub::new(socket_settings(&config));
    let redis = config
        .redis_url()
        .map(Redis::new)
        .transpose()
        .context("REDIS_URL: cannot use this address")?;
    let linked = redis.clone().map(|redis| {
        let (relay, gaps) = NodeRelay::link(redis.clone(), hub.clone(), clock.clone());
        (redis, relay, gaps)
    });
    let node = match (&redis, &config.node) {
        (Some(redis), Some(node)) => Some(Node::open(redis, node, &pool, &clock).await?),
        _ => None,
    };
    let directory: Arc<dyn RoomDirectory> = match &node {
        Some(node) => Arc::new(node.directory.clone()),
        None => Arc::new(OneMachine),
    };
    let rooms = Rooms::start(
        pool.clone(),
        Arc::new(hub.clone()),
        directory,
        clock.clone(),
        RoomSettings::default(),
    );
    let rehearsals = catalogue::rehearsals::clear(&pool)
        .await
        .map_err(|error| anyhow::anyhow!("cannot delete old rehearsals: {error}"))?;
    if rehearsals > 0 {
        tracing::info!(rehearsals, "deleted the rehearsals of a stopped server");
    }
    let mut tasks = Vec::new();
    let mut among = None;
    if let (
        Some(Node {
            directory,
            listener,
        }),
        Some(settings),
    ) = (node, &config.node)
    {
        let server = nodes::serve(listener, settings, rooms.clone())?;
        among = Some((directory.clone(), server.handle()));
        tasks.push(tokio::spawn(server).abort_handle());
        tasks.push(tokio::spawn(directory.keep(rooms.clone())).abort_handle());
    }
    let loaded = rooms.boot().await.context("cannot load the rooms")?;
    tracing::info!(loaded, "rooms are open");
    let listen = config.listen;
    let pictures = Pictures::new(store, pool.clone())?;
    let state = web::Data::new(AppState::new(
        config,
        pool.clone(),
        delivery,
        clock,
        Live {
            rooms,
            hub: hub.clone(),
            redis,
        },
        pictures,
    ));
    tasks.extend([
        tokio::spawn(state.access.clone().listen()).abort_handle(),
        tokio::spawn(outbox::run(pool.clone(), Indexer)).abort_handle(),
        tokio::spawn(Notifier::new(pool.clone(), hub, state.clock.clone()).run()).abort_handle(),
        tokio::spawn(
            SavedSearches::new(pool.clone(), state.search.clone(), state.clock.clone()).run(),
        )
        .abort_handle(),
        tokio::spawn(state.letters().run()).abort_handle(),
        tokio::spawn(measure(state.rooms.clone())).abort_handle(),
        tokio::spawn(look_for_unowned(pool.clone())).abort_handle(),
        tokio::spawn(retention::run(
            pool.clone(),
            state.pictures.clone(),
            state.clock.clone(),
        ))
        .abort_handle(),
        tokio::spawn(sweep(state.clone())).abort_handle(),
        tokio::spawn(login_limits::run(pool.clone(), state.clock.clone())).abort_handle(),
        tokio::spawn(contact_change::run(
            state.bidders.clone(),
            state.clock.clone(),
        ))
        .abort_handle(),
        tokio::spawn(catalogue::sweep::run(
            pool.clone(),
            state.pictures.clone(),
            state.clock.clone(),
        ))
        .abort_handle(),
    ]);
    if let Some(identity) = state.config.push.clone() {
        let sender = Sender::new(
            pool.clone(),
            state.clock.clone(),
            identity,
            Arc::new(Internet),
        );
        tasks.push(tokio::spawn(sender.run()).abort_handle());
    }
    match &state.search_engine {
        Some(engine) => {
            tasks.push(tokio::spawn(engine.feeder().run()).abort_handle());
            let clock = state.clock.clone();
            let nightly = check_nightly(engine.index(), move || clock.now());
            tasks.push(tokio::spawn(nightly).abort_handle());
            tasks.push(tokio::spawn(engine.fallback.clone().watch()).abort_handle());
        }
        None => meilisearch::unsubscribe(&pool)
            .await
            .context("cannot drop the changes that wait for a search engine")?,
    }
    if let Some((redis, relay, gaps)) = linked {
        let catch_up = CatchUp {
            pool,
            rooms: state.rooms.clone(),
            hub: state.hub.clone(),
        };
        tasks.extend([
            tokio::spawn(redis.watch()).abort_handle(),
            tokio::spawn(relay.run()).abort_handle(),
            tokio::spawn(catch_up.run()).abort_handle(),
            tokio::spawn(gap::fill(state.clone(), gaps)).abort_handle(),
        ]);
    }
    let described = Described::new();
    let app_state = state.clone();
    let server = HttpServer::new(move || crate::app!(app_state, described))
        .on_connect(gateway::on_connect)
        // The end of an answer in several writes would wait for the client to acknowledge the beginning: 40 ms with Linux.
        .tcp_nodelay(true)
        .shutdown_timeout(SHUTDOWN_S)
        .disable_signals()
        .bind(listen)
        .with_context(|| format!("LISTEN: cannot listen on {listen}"))?;
    let address = server
        .addrs()
        .first()
        .copied()
        .context("the server has no listening address")?;
    let server = server.run();
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

/// What makes this process one of several nodes.
struct Node {
    directory: Directory,
    listener: TcpListener,
}

impl Node {
    /// Joins the site. Other nodes may send commands from now on.
    async fn open(
        redis: &Redis,
        settings: &NodeConfig,
        pool: &PgPool,
        clock: &Clock,
    ) -> anyhow::Result<Self> {
        let (listener, address) = nodes::listen(settings)?;
        let directory = Directory::new(
            redis.clone(),
            pool,
            clock.clone(),
            address,
            settings.secret.expose_secret(),
        );
        // Redis may be away.
        let _ = redis.look().await;
        directory
            .join()
            .await
            .context("cannot make this node known to the others")?;
        Ok(Self {
            directory,
            listener,
        })
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
        self.handle.stop(true).await;
        if let Some((directory, server)) = &self.node {
            directory.sign_off().await;
            server.stop(true).await;
        }
        self.end();
    }

    fn end(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
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
