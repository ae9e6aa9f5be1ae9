use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use api::{serve, server};
use application::state;
use clap::{Parser, Subcommand};
use clock::Clock;
use config::{Config, Roles, logs};
use pictures::Pictures;
use push::VapidKey;
use room_server::spans;
use search_indexer::meilisearch::{Index, check, rebuild};
use seed::{Loaded, Loader, SeedFile};
use sqlstate::Cause;
use sqlx::PgPool;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

/// The auction platform: REST, live rooms, sockets and the client's files in one process.
#[derive(Parser)]
#[command(version, after_help = config::help())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve until stopped by a signal.
    Serve {
        /// What this process does: `all`, or some of `rooms`, `web` and `indexer`, separated by commas. Parts of a site share
        /// REDIS_URL.
        #[arg(long, default_value_t)]
        role: Roles,
    },
    /// Bring the database schema up to date.
    Migrate,
    /// Manage administrators.
    #[command(subcommand)]
    Admin(Admin),
    /// Load houses, people, catalogs and lots from a file with times relative to now.
    Seed {
        file: PathBuf,
        /// Do nothing if any house exists.
        #[arg(long)]
        only_if_empty: bool,
    },
    /// Load the demonstration site, and replace its ended sales with new ones. No server may be running.
    Demo {
        file: PathBuf,
        /// Delete all existing data first.
        #[arg(long)]
        fresh: bool,
    },
    /// Manage the index of the search engine (MEILI_URL).
    #[command(subcommand)]
    Search(SearchCommand),
    /// Check the settings and everything that the site depends on: green, or a sentence that says what to do.
    Doctor {
        /// What this process does, as for `serve`: it needs no settings of the others.
        #[arg(long, default_value_t)]
        role: Roles,
        /// Also send a test letter to this address.
        #[arg(long, value_name = "ADDRESS")]
        letter_to: Option<String>,
    },
    /// Make a key for notices to browsers, and print it as a line of .env (VAPID_PRIVATE_KEY).
    Vapid,
    /// Print the API description (client/openapi.json).
    Openapi,
}

#[derive(Subcommand)]
enum SearchCommand {
    /// Build the index from PostgreSQL and replace the current one. Searches go on meanwhile.
    Rebuild,
    /// Compare the index with PostgreSQL, and repair what differs.
    Check,
}

#[derive(Subcommand)]
enum Admin {
    /// Make the account with this e-mail or phone number an administrator; create the account if there is none.
    Grant { who: String },
    /// Turn off the second factor of the account with this e-mail or phone number, and end its logins.
    ResetSecondFactor { who: String },
}

fn main() -> ExitCode {
    // Two libraries bring TLS backends; both use the provider installed here.
    if rustls::crypto::ring::default_provider()
        .install_default()
        .is_err()
    {
        eprintln!("a TLS provider is already installed");
        return ExitCode::FAILURE;
    }
    let cli = Cli::parse();
    let _collector = match logs::init(&[server::TRACED], spans::TARGET) {
        Ok(collector) => collector,
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::FAILURE;
        }
    };
    match actix_web::rt::System::new().block_on(run(cli.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> anyhow::Result<()> {
    match &command {
        Command::Openapi => {
            print!("{}", api::openapi::json());
            return Ok(());
        }
        Command::Vapid => {
            println!("VAPID_PRIVATE_KEY={}", VapidKey::generate().private());
            return Ok(());
        }
        Command::Doctor { role, letter_to } => {
            let is_sound =
                doctor::examine(Config::serving(*role), letter_to.as_deref(), |finding| {
                    println!("{finding}");
                });
            anyhow::ensure!(is_sound.await, "the site has faults, see above");
            return Ok(());
        }
        _ => {}
    }
    // Only `serve` sends login codes.
    let config = match command {
        Command::Serve { role } => Config::serving(role)?,
        _ => Config::without_delivery()?,
    };
    let options: PgConnectOptions = config
        .database_url()
        .parse()
        .context("DATABASE_URL is not a database address")?;
    // Compiling a plan takes PostgreSQL up to 0.3 s, and no query of a request runs that long.
    let options = options.options([("jit", "off")]);
    let pool = PgPoolOptions::new()
        .max_connections(config.database_connections)
        // A request that cannot get a connection soon is refused, and its client retries.
        .acquire_timeout(Duration::from_secs(5))
        .connect_with(options)
        .await
        .context("DATABASE_URL: cannot connect to the database")?;
    match command {
        Command::Openapi | Command::Vapid | Command::Doctor { .. } => {}
        Command::Migrate => migrate(&pool).await?,
        Command::Admin(Admin::Grant { who }) => {
            let id = people::admin::grant(&pool, &who).await?;
            println!("account {id} is an administrator now");
        }
        Command::Admin(Admin::ResetSecondFactor { who }) => {
            let id = people::admin::reset_second_factor(&pool, &who).await?;
            println!("account {id} has no second factor now, and its logins are ended");
        }
        Command::Seed {
            file,
            only_if_empty,
        } => {
            migrate(&pool).await?;
            let pictures = Pictures::new(
                Pictures::store(&config.data_dir, config.s3.as_ref())?,
                pool.clone(),
            )?;
            let loader = loader(&config, &pool, &pictures);
            if only_if_empty && !loader.is_empty().await? {
                println!("there are houses already: nothing loaded");
                return Ok(());
            }
            print_loaded("loaded", loader.load(&SeedFile::read(&file)?).await?);
        }
        Command::Demo { file, fresh } => {
            migrate(&pool).await?;
            let pictures = Pictures::new(
                Pictures::store(&config.data_dir, config.s3.as_ref())?,
                pool.clone(),
            )?;
            let loader = loader(&config, &pool, &pictures);
            let file = SeedFile::read(&file)?;
            if fresh {
                loader.erase().await?;
            }
            for (what, done) in [
                ("put on again", loader.revive(&file).await?),
                ("loaded", loader.load(&file).await?),
            ] {
                if done != Loaded::default() {
                    print_loaded(what, done);
                }
            }
        }
        Command::Search(command) => {
            migrate(&pool).await?;
            let engine = state::backend(&config, &pool)
                .context("MEILI_URL: is not set, so the site has no search engine")?;
            manage_index(&engine.index(), command).await?;
        }
        Command::Serve { role } => {
            migrate(&pool).await?;
            serve::serve_metrics(&config)?;
            let running = serve::start(config, pool, Clock::default()).await?;
            tracing::info!(address = %running.address, %role, "ready");
            running.until(signal()?).await?;
        }
    }
    Ok(())
}

async fn manage_index(index: &Index, command: SearchCommand) -> anyhow::Result<()> {
    match command {
        SearchCommand::Rebuild => {
            rebuild::rebuild(index, |lots| println!("{lots} lots so far")).await?;
            println!("the index is built");
        }
        SearchCommand::Check => {
            let found = check::check(index).await?;
            println!(
                "{} lots, {} documents: {} missing, {} outdated, {} surplus{}",
                found.lots,
                found.documents,
                found.missing,
                found.outdated,
                found.surplus,
                if found.is_none() {
                    ""
                } else {
                    "; repaired or enqueued"
                }
            );
        }
    }
    Ok(())
}

/// How often migrating is tried while other nodes use the tables it changes.
const TRIES: usize = 60;

async fn migrate(pool: &PgPool) -> anyhow::Result<()> {
    let mut tries = 1..TRIES;
    loop {
        match migrations::MIGRATIONS.run(pool).await {
            Err(MigrateError::ExecuteMigration(error, version))
                if Cause::of(&error) == Cause::Busy && tries.next().is_some() =>
            {
                tracing::warn!(%error, version, "a migration waits for a table in use; retrying");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            ended => return ended.map_err(unmigrated),
        }
    }
}

fn unmigrated(error: MigrateError) -> anyhow::Error {
    match error {
        MigrateError::VersionMissing(version) => anyhow::anyhow!(
            "the database is newer than this program, which does not know migration {version}: install the newer version"
        ),
        error => anyhow::Error::new(error).context("cannot bring the schema up to date"),
    }
}

fn loader<'a>(config: &Config, pool: &'a PgPool, pictures: &'a Pictures) -> Loader<'a> {
    Loader {
        pool,
        pictures,
        caps: config.untrusted_cap,
        now: Clock::default().now(),
    }
}

fn print_loaded(what: &str, loaded: Loaded) {
    println!(
        "{what}: {} catalogs with {} lots",
        loaded.catalogs, loaded.lots
    );
}

/// Completes when the process receives a stop signal.
fn signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}
