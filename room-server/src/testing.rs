//! For tests against a real PostgreSQL: a database for each of them, and sales to trade in.
//!
//! `TEST_DATABASE_URL` is a superuser's URL to a maintenance database. Everything panics: a test that cannot be set up
//! has failed.

use crate::{
    Answer, Payload, Request,
    instant::{self, datetime},
    ports::Bus,
    setup::create_room,
    wire::{CatalogStatusUpdate, LotUpdate},
};
use domain::{
    Amount, CalculationType, Caps, CatalogState, CatalogType, Command, LotId, Outcome, Participant,
    Standing, Timestamp, UserId,
};
use sqlx::{
    Connection as _, Executor as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{
    collections::HashMap,
    str::FromStr as _,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::Notify;

/// How long a condition may take to come true before the test fails. Generous: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A migrated database of its own, dropped with the value.
pub struct Database {
    pub pool: PgPool,
    maintenance: PgConnectOptions,
    name: String,
}

impl Database {
    pub async fn create() -> Self {
        let url = std::env::var("TEST_DATABASE_URL")
            .expect("TEST_DATABASE_URL names a superuser's maintenance database");
        let maintenance =
            PgConnectOptions::from_str(&url).expect("TEST_DATABASE_URL is a PostgreSQL URL");
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        let mut connection = PgConnection::connect_with(&maintenance)
            .await
            .expect("PostgreSQL answers");
        let create = sqlx::AssertSqlSafe(format!("create database {name}"));
        connection
            .execute(create)
            .await
            .expect("the database is created");
        let options = maintenance.clone().database(&name);
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options)
            .await
            .expect("the new database answers");
        sqlx::migrate!("../migrations")
            .run(&pool)
            .await
            .expect("the migrations run");
        Self {
            pool,
            maintenance,
            name,
        }
    }

    /// A connection to the maintenance database: it lives on when the test's database is closed.
    pub async fn maintenance(&self) -> PgConnection {
        PgConnection::connect_with(&self.maintenance)
            .await
            .expect("PostgreSQL answers")
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// An account that the house of a sale accepts.
    pub async fn account(&self) -> i64 {
        sqlx::query_scalar(
            "insert into account (display_name) values ('Участник торгов') returning id",
        )
        .fetch_one(&self.pool)
        .await
        .expect("the account is stored")
    }

    pub async fn accounts(&self, count: i64) -> Vec<i64> {
        sqlx::query_scalar(
            "insert into account (display_name) select 'Участник ' || n from generate_series(1, $1) n returning id",
        )
        .bind(count)
        .fetch_all(&self.pool)
        .await
        .expect("the accounts are stored")
    }

    /// Waits until `question`, a statement that gives one boolean, is true.
    pub async fn until(&self, question: &'static str) {
        let waiting = async {
            while !sqlx::query_scalar::<_, bool>(question)
                .fetch_one(&self.pool)
                .await
                .expect("the question is one")
            {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .unwrap_or_else(|_| panic!("never true: {question}"));
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (maintenance, name) = (self.maintenance.clone(), std::mem::take(&mut self.name));
        // A test's runtime may be ending: the database is dropped on a thread of its own.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            runtime.block_on(async {
                let mut connection = PgConnection::connect_with(&maintenance)
                    .await
                    .map_err(std::io::Error::other)?;
                let drop =
                    sqlx::AssertSqlSafe(format!("drop database if exists {name} with (force)"));
                connection
                    .execute(drop)
                    .await
                    .map_err(std::io::Error::other)
            })
        });
        if !matches!(dropping.join(), Ok(Ok(_))) && !std::thread::panicking() {
            panic!("the test's database could not be dropped");
        }
    }
}

/// A catalog with its lots, to be.
#[derive(Debug, Clone)]
pub struct SaleSetup {
    pub catalog_type: CatalogType,
    pub state: CatalogState,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
    pub auto_start: bool,
    /// Start prices, and reserves.
    pub lots: Vec<(i64, Option<i64>)>,
}

impl SaleSetup {
    /// Led by hand, and due to start about now.
    pub fn classic(lots: usize) -> Self {
        Self {
            catalog_type: CatalogType::Classic,
            state: CatalogState::Scheduled,
            start: instant::now(),
            end: None,
            auto_start: false,
            lots: vec![(100, None); lots],
        }
    }

    /// Open for a day once it is started.
    pub fn parallel(lots: usize) -> Self {
        let now = instant::now();
        Self {
            catalog_type: CatalogType::Parallel,
            end: Some(now.plus_ms(86_400_000)),
            ..Self::classic(lots)
        }
    }

    pub async fn create(&self, database: &Database) -> Sale {
        let mut transaction = database.pool.begin().await.expect("a transaction begins");
        let house: i64 =
            sqlx::query_scalar("insert into house (name_ru) values ('Дом') returning id")
                .fetch_one(&mut *transaction)
                .await
                .expect("the house is stored");
        let catalog: i64 = sqlx::query_scalar(
            "insert into catalog (house_id, title, catalog_type, calculation_type, is_auto_start, start_date, end_date)
             values ($1, 'Торги', $2, $3, $4, $5, $6) returning id",
        )
        .bind(house)
        .bind(self.catalog_type.number())
        .bind(CalculationType::ByStepTable.number())
        .bind(self.auto_start)
        .bind(datetime(self.start))
        .bind(self.end.map(datetime))
        .fetch_one(&mut *transaction)
        .await
        .expect("the catalog is stored");
        let mut lots = Vec::new();
        for (number, (start, reserve)) in (1_i32..).zip(&self.lots) {
            let lot: i64 = sqlx::query_scalar(
                "insert into lot (house_id, catalog_id, catalog_lot_id, title_ru, start_price, reserve_price)
                 values ($1, $2, $3, 'Предмет', $4, $5) returning id",
            )
            .bind(house)
            .bind(catalog)
            .bind(number)
            .bind(start)
            .bind(reserve)
            .fetch_one(&mut *transaction)
            .await
            .expect("the lot is stored");
            lots.push(lot);
        }
        create_room(
            &mut transaction,
            catalog,
            self.state,
            Caps::default(),
            &HashMap::new(),
        )
        .await
        .expect("the room is made");
        transaction.commit().await.expect("the sale is stored");
        Sale { catalog, lots }
    }
}

/// A catalog with its room.
#[derive(Debug, Clone)]
pub struct Sale {
    pub catalog: i64,
    pub lots: Vec<i64>,
}

/// Accepted and trusted by the house.
pub const TRUSTED: Standing = Standing {
    accepted: true,
    trusted: true,
    controller: false,
};

/// A bet of somebody whom the house accepts and trusts.
pub fn bet(lot: i64, account: i64, value: i64) -> Request {
    Request::new(Command::PlaceBet {
        lot: LotId(lot),
        by: Participant::User(UserId(account)),
        value: Amount(value),
        standing: TRUSTED,
    })
    .by(account)
}

/// An absentee order of such a person.
pub fn order(lot: i64, account: i64, maximum: i64) -> Request {
    Request::new(Command::PlaceOrder {
        lot: LotId(lot),
        user: UserId(account),
        maximum: Amount(maximum),
        standing: TRUSTED,
    })
    .by(account)
}

/// Whether a bet stands that the answer tells of.
pub fn is_accepted(answer: &Answer) -> bool {
    matches!(
        answer.result,
        Ok(Outcome::Success | Outcome::OverbetByAbsentee)
    )
}

/// Keeps what a room published.
#[derive(Default)]
pub struct Recorder {
    lots: Mutex<Vec<LotUpdate>>,
    catalogs: Mutex<Vec<CatalogStatusUpdate>>,
    news: Notify,
    watched: std::sync::atomic::AtomicBool,
}

impl Recorder {
    pub fn lots(&self) -> Vec<LotUpdate> {
        self.lots
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn catalogs(&self) -> Vec<CatalogStatusUpdate> {
        self.catalogs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// From now on somebody watches every room, or nobody does.
    pub fn watch(&self, watched: bool) {
        self.watched
            .store(watched, std::sync::atomic::Ordering::Relaxed);
    }

    /// Waits until what was published makes `condition` true.
    pub async fn until(&self, what: &str, condition: impl Fn(&Self) -> bool) {
        let waiting = async {
            loop {
                let news = self.news.notified();
                if condition(self) {
                    return;
                }
                news.await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .unwrap_or_else(|_| panic!("never published: {what}"));
    }
}

impl Bus for Recorder {
    fn lot(&self, update: &LotUpdate, _payload: &Payload) {
        self.lots
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(update.clone());
        self.news.notify_waiters();
    }

    fn catalog(&self, update: &CatalogStatusUpdate, _payload: &Payload) {
        self.catalogs
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(update.clone());
        self.news.notify_waiters();
    }

    fn is_watched(&self, _catalog_id: i64) -> bool {
        self.watched.load(std::sync::atomic::Ordering::Relaxed)
    }
}
