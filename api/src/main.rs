use std::process::ExitCode;
use std::sync::Arc;

use actix_web::{HttpServer, web};
use anyhow::Context as _;
use api::clock::Clock;
use api::config::{self, Config};
use api::delivery::Delivery;
use api::notifier::Notifier;
use api::server::Described;
use api::state::AppState;
use clap::{Parser, Subcommand};
use room_server::gateway::{self, Hub};
use room_server::ports::OneMachine;
use room_server::{RoomSettings, Rooms};
use search_indexer::indexer::Indexer;
use search_indexer::outbox;
use sqlx::postgres::PgPoolOptions;
use tracing_subscriber::EnvFilter;

/// The auction platform: REST, live rooms, sockets and the client's files in one process.
#[derive(Parser)]
#[command(version, after_help = config::help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve until told to stop.
    Serve,
    /// Bring the database's schema up to date.
    Migrate,
    /// Rights of administrators.
    #[command(subcommand)]
    Admin(Admin),
    /// Print the API's description: client/openapi.json.
    Openapi,
}

#[derive(Subcommand)]
enum Admin {
    /// Make the account with this e-mail or phone number an administrator; a new account if there is none.
    Grant { who: String },
}

fn main() -> ExitCode {
    // Two libraries bring TLS; both use the provider chosen here.
    if rustls::crypto::ring::default_provider()
        .install_default()
        .is_err()
    {
        eprintln!("TLS is set up already");
        return ExitCode::FAILURE;
    }
    let cli = Cli::parse();
    log();
    match actix_web::rt::System::new().block_on(run(cli.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn log() {
    use std::io::IsTerminal as _;
    let filter = EnvFilter::try_from_env("LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        logs.init()
    } else {
        logs.json().init()
    }
}

async fn run(command: Command) -> anyhow::Result<()> {
    if let Command::Openapi = command {
        print!("{}", api::openapi::json());
        return Ok(());
    }
    let config = Config::from_env()?;
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        .connect(config.database_url())
        .await
        .context("DATABASE_URL: the database cannot be reached")?;
    match command {
        Command::Openapi => {}
        Command::Migrate => api::MIGRATIONS
            .run(&pool)
            .await
            .context("the schema could not be brought up to date")?,
        Command::Admin(Admin::Grant { who }) => {
            let id = api::admin::grant(&pool, &who).await?;
            println!("account {id} is an administrator now");
        }
        Command::Serve => {
            api::MIGRATIONS
                .run(&pool)
                .await
                .context("the schema could not be brought up to date")?;
            let clock = Clock::default();
            let delivery = Delivery::new(&config.delivery, clock.clone())?;
            let listen = config.listen;
            let hub = Hub::new(gateway::Settings::default());
            let rooms = Rooms::start(
                pool.clone(),
                Arc::new(hub.clone()),
                Arc::new(OneMachine),
                RoomSettings::default(),
            );
            let loaded = rooms
                .boot()
                .await
                .context("the rooms could not be loaded")?;
            tracing::info!(loaded, "rooms are open");
            tokio::spawn(outbox::run(pool.clone(), Indexer));
            tokio::spawn(outbox::run(pool.clone(), Notifier::new(hub.clone())));
            let state = web::Data::new(AppState::new(config, pool, delivery, clock, rooms, hub));
            tokio::spawn(state.access.clone().listen());
            let described = Described::new();
            HttpServer::new(move || api::app!(state, described))
                .bind(listen)
                .with_context(|| format!("LISTEN: {listen} cannot be listened on"))?
                .run()
                .await?;
        }
    }
    Ok(())
}
