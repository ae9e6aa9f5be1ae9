//! A process of rooms, sales in it, and what a test does to its database.

use actix::spawn;
use clock::Clock;
use domain::{Command, Timestamp};
use futures_util::FutureExt as _;
use room_server::{
    Answer, Idempotency, JournalSettings, Request, RoomError, RoomSettings, Rooms,
    ports::{Bus, OneMachine, RoomDirectory},
    testing::{Recorder, Sale, SaleSetup, TestDatabase},
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, postgres::PgPoolOptions};
use std::{
    future::{Future, ready},
    ops::Deref,
    sync::Arc,
};
use tokio::task::JoinHandle;

pub use room_server::testing::{NEVER, WRITER_WAITS, calm};

/// [`calm`] with a change to the journal's settings.
pub fn calm_but(change: impl FnOnce(&mut JournalSettings)) -> RoomSettings {
    let mut settings = calm();
    change(&mut settings.journal);
    settings
}

/// A process with its rooms, which die with it.
pub struct Process<B = Recorder> {
    pub rooms: Rooms,
    pub bus: Arc<B>,
    pub clock: Clock,
}

impl Process {
    pub fn start(database: &TestDatabase) -> Self {
        Self::start_with(database, calm())
    }

    pub fn start_with(database: &TestDatabase, settings: RoomSettings) -> Self {
        Self::start_on(database, Recorder::default(), settings)
    }
}

impl<B: Bus + 'static> Process<B> {
    pub fn start_on(database: &TestDatabase, bus: B, settings: RoomSettings) -> Self {
        Self::start_among(database, bus, Arc::new(OneMachine), settings)
    }

    /// A node of several.
    pub fn start_among(
        database: &TestDatabase,
        bus: B,
        directory: Arc<dyn RoomDirectory>,
        settings: RoomSettings,
    ) -> Self {
        let (bus, clock) = (Arc::new(bus), Clock::default());
        // Connections of its own, because they end with the runtime that opened them.
        let pool =
            PgPoolOptions::new().connect_lazy_with((*database.pool.connect_options()).clone());
        let rooms = Rooms::start(pool, bus.clone(), directory, clock.clone(), settings);
        Self { rooms, bus, clock }
    }

    /// Creates a parallel sale and starts it.
    pub async fn running(&self, database: &TestDatabase, lots: usize) -> Sale {
        let sale = SaleSetup::parallel(lots).create(database).await;
        self.start_sale(&sale).await;
        sale
    }

    pub async fn start_sale(&self, sale: &Sale) {
        self.ask(sale, Request::new(Command::Start))
            .await
            .expect("the sale starts");
    }

    /// Waits until the room has left memory.
    pub async fn until_left(&self, sale: &Sale) {
        let leaving = async {
            while self.is_loaded(sale.catalog) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(NEVER, leaving)
            .await
            .expect("the room leaves memory");
    }

    /// Sends a request and waits for its answer.
    pub async fn ask(&self, sale: &Sale, request: Request) -> Result<Arc<Answer>, RoomError> {
        self.rooms.send(sale.catalog, request).await
    }

    /// Puts a request into the room's mailbox. Requests arrive in the order of these calls.
    pub fn post(&self, sale: &Sale, request: Request) -> Sent {
        let (rooms, catalog) = (self.rooms.clone(), sale.catalog);
        begin(async move { rooms.send(catalog, request).await })
    }
}

impl<B> Deref for Process<B> {
    type Target = Rooms;

    fn deref(&self) -> &Rooms {
        &self.rooms
    }
}

impl<B> Drop for Process<B> {
    fn drop(&mut self) {
        self.rooms.stop();
    }
}

/// A parallel sale of two lots that began two hours ago and should have ended an hour ago.
pub async fn overdue_sale(database: &TestDatabase, now: Timestamp) -> Sale {
    let setup = SaleSetup {
        start: now.minus_ms(7_200_000),
        end: Some(now.minus_ms(3_600_000)),
        ..SaleSetup::parallel(2)
    };
    setup.create(database).await
}

/// A request on its way.
pub type Sent = JoinHandle<Result<Arc<Answer>, RoomError>>;

/// Runs `sending` beside the test, after a first poll: by then its request is in the mailbox.
pub fn begin<T: 'static>(sending: impl Future<Output = T> + 'static) -> JoinHandle<T> {
    let mut sending = Box::pin(sending);
    match sending.as_mut().now_or_never() {
        Some(outcome) => spawn(ready(outcome)),
        None => spawn(sending),
    }
}

pub fn keyed(request: Request, key: &str, body: u8) -> Request {
    Request {
        idempotency: Some(Idempotency {
            key: key.into(),
            request_hash: [body; 32],
        }),
        ..request
    }
}

/// A lock that another session holds until it is released.
pub struct Hold(PgConnection);

impl Hold {
    /// Statements that store a change of the lot wait: the batch is on its way, and not stored.
    pub async fn lot(database: &TestDatabase, lot: i64) -> Self {
        Self::lock(
            database,
            format!("select from lot_trade where lot_id = {lot} for update"),
        )
        .await
    }

    /// Statements that store anything of the room wait, and so do takeovers.
    pub async fn room(database: &TestDatabase, sale: &Sale) -> Self {
        Self::lock(
            database,
            format!(
                "select from catalog_trade where catalog_id = {} for update",
                sale.catalog
            ),
        )
        .await
    }

    /// Takes the locks of a query.
    pub async fn lock(database: &TestDatabase, query: impl Into<String>) -> Self {
        let mut connection = PgConnection::connect_with(&database.pool.connect_options())
            .await
            .expect("PostgreSQL answers");
        let statements = format!("begin; {}", query.into());
        sqlx::raw_sql(AssertSqlSafe(statements))
            .execute(&mut connection)
            .await
            .expect("the lock is free");
        Self(connection)
    }

    pub async fn release(mut self) {
        sqlx::raw_sql("rollback")
            .execute(&mut self.0)
            .await
            .expect("the transaction ends");
    }
}

/// A takeover waits for the room's row.
pub const TAKEOVER_WAITS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and application_name <> 'rooms-journal' and wait_event_type = 'Lock'
    and query like '%set epoch = c.epoch + 1%')";

/// Ends the session of the journal's writer.
pub async fn kill_the_writer(database: &TestDatabase) {
    let killed: i64 = sqlx::query_scalar(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity
         where datname = current_database() and application_name = 'rooms-journal'",
    )
    .fetch_one(&database.pool)
    .await
    .expect("the sessions are listed");
    assert_eq!(killed, 1, "the writer has one session");
}

pub async fn count(database: &TestDatabase, query: &'static str) -> i64 {
    sqlx::query_scalar(query)
        .fetch_one(&database.pool)
        .await
        .expect("the query counts something")
}

/// The stored bets of all rooms by value, in order of their ids.
pub async fn bets(database: &TestDatabase) -> Vec<i64> {
    sqlx::query_scalar("select value from bet order by id")
        .fetch_all(&database.pool)
        .await
        .expect("the bets are read")
}
