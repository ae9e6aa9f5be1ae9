//! The all-in-one server of a single machine: REST, rooms, sockets, outbox readers and the client in one process.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{HttpServer, web};
use anyhow::Context as _;
use metrics_exporter_prometheus::PrometheusBuilder;
use object_store::ObjectStore;
use room_server::gateway::{self, Hub, Origins, Settings};
use room_server::ports::OneMachine;
use room_server::{RoomSettings, Rooms};
use search_indexer::indexer::Indexer;
use sqlx::PgPool;
use tokio::task::{AbortHandle, JoinHandle};

use crate::caller;
use crate::config::Config;
use crate::server::Described;
use crate::state::AppState;
use clock::Clock;
use mail::delivery::Delivery;
use notifier::Notifier;
use people::retention;
use pictures::Pictures;

/// How long requests under way may take when the server stops.
const SHUTDOWN_S: u64 = 5;
/// How often the gauges that are read rather than counted are set.
const MEASURE_EVERY: Duration = Duration::from_secs(5);
/// How often what unfinished imports have left is looked for.
const SWEEP_EVERY: Duration = Duration::from_secs(3600);

/// A server that serves.
pub struct Running {
    pub state: web::Data<AppState>,
    /// Where it listens; with port 0 asked for, the port it got.
    pub address: SocketAddr,
    handle: ServerHandle,
    server: JoinHandle<std::io::Result<()>>,
    tasks: Vec<AbortHandle>,
}

/// Begins to serve: the schema is up to date, the rooms with something due are loaded, the port is open.
pub async fn start(config: Config, pool: PgPool, clock: Clock) -> anyhow::Result<Running> {
    let store = Pictures::store(&config.data_dir, config.s3.as_ref())?;
    start_with(config, pool, clock, store).await
}

/// The same with an object store of the caller's.
pub async fn start_with(
    config: Config,
    pool: PgPool,
    clock: Clock,
    store: Arc<dyn ObjectStore>,
) -> anyhow::Result<Running> {
    let delivery = Delivery::new(&config.delivery, clock.clone())?;
    let hub = Hub::new(socket_settings(&config));
    let rooms = Rooms::start(
        pool.clone(),
        Arc::new(hub.clone()),
        Arc::new(OneMachine),
        clock.clone(),
        RoomSettings::default(),
    );
    let loaded = rooms
        .boot()
        .await
        .context("the rooms could not be loaded")?;
    tracing::info!(loaded, "rooms are open");
    let listen = config.listen;
    let pictures = Pictures::new(store, pool.clone());
    let state = web::Data::new(AppState::new(
        config,
        pool.clone(),
        delivery,
        clock,
        rooms,
        hub.clone(),
        pictures,
    ));
    let tasks = vec![
        tokio::spawn(state.access.clone().listen()).abort_handle(),
        tokio::spawn(outbox::run(pool.clone(), Indexer)).abort_handle(),
        tokio::spawn(Notifier::new(pool.clone(), hub, state.clock.clone()).run()).abort_handle(),
        tokio::spawn(state.letters().run()).abort_handle(),
        tokio::spawn(measure(state.rooms.clone())).abort_handle(),
        tokio::spawn(retention::run(
            pool.clone(),
            state.pictures.clone(),
            state.clock.clone(),
        ))
        .abort_handle(),
        tokio::spawn(sweep(state.clone())).abort_handle(),
        tokio::spawn(crate::sweep::run(state.clone())).abort_handle(),
    ];
    let described = Described::new();
    let app_state = state.clone();
    let server = HttpServer::new(move || crate::app!(app_state, described))
        .on_connect(gateway::on_connect)
        .shutdown_timeout(SHUTDOWN_S)
        .disable_signals()
        .bind(listen)
        .with_context(|| format!("LISTEN: {listen} cannot be listened on"))?;
    let address = server
        .addrs()
        .first()
        .copied()
        .context("the server listens nowhere")?;
    let server = server.run();
    let handle = server.handle();
    let server = tokio::spawn(server);
    Ok(Running {
        state,
        address,
        handle,
        server,
        tasks,
    })
}

impl Running {
    /// Serves until `told` is done, then stops: sockets are closed, so that their clients look for another server,
    /// requests under way are answered, what was answered is stored already.
    pub async fn until(mut self, told: impl Future<Output = ()>) -> anyhow::Result<()> {
        tokio::select! {
            ended = &mut self.server => {
                self.end();
                ended?.context("the server failed")
            }
            () = told => {
                self.stop().await;
                Ok(())
            }
        }
    }

    /// Stops.
    pub async fn stop(self) {
        self.state.hub.close_all();
        self.handle.stop(true).await;
        self.end();
    }

    fn end(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
        self.state.rooms.stop();
    }
}

/// Serves `/metrics` on a port of its own.
pub fn serve_metrics(config: &Config) -> anyhow::Result<()> {
    if let Some(listen) = config.metrics_listen {
        PrometheusBuilder::new()
            .with_http_listener(listen)
            .install()
            .with_context(|| format!("METRICS_LISTEN: {listen} cannot be listened on"))?;
    }
    Ok(())
}

/// Takes away what imports have left whose process was killed.
async fn sweep(state: web::Data<AppState>) {
    let mut every = tokio::time::interval(SWEEP_EVERY);
    loop {
        every.tick().await;
        match catalogue::import::sweep(&state.pool, &state.pictures, state.clock.now()).await {
            Ok(0) => {}
            Ok(left) => tracing::info!(left, "pictures of unfinished imports are removed"),
            Err(error) => {
                tracing::warn!(%error, "pictures of unfinished imports could not be removed")
            }
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

fn socket_settings(config: &Config) -> Settings {
    Settings {
        origins: Origins::Ours(vec![config.public_url.clone()]),
        client_address: |request| {
            let state = request.app_data::<web::Data<AppState>>()?;
            let peer = request.peer_addr().map(|peer| peer.ip());
            Some(caller::address(
                peer,
                request.headers(),
                &state.config.trusted_proxies,
            ))
        },
        ..Settings::default()
    }
}
