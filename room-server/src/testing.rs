//! Test support on a real PostgreSQL: sales to trade in, commands to send, and a recorder of what rooms publish.
//!
//! Every function panics on failure: a test without its setup has failed.

use crate::{
    Answer, CommandPriority, JournalSettings, Payload, Request, RoomSettings, ports::Bus,
    setup::create_room,
};
use clock::Clock;
use domain::{
    Amount, CalculationType, Caps, CatalogState, CatalogType, Command, Eligibility, LotId, Outcome,
    Participant, Timestamp, UserId,
};
pub use migrations::testing::TestDatabase;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::Notify;
use wire::{CatalogStatusUpdate, LotUpdate, instant::datetime};

/// Timeout for a condition to become true. Generous: the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Longer than a test takes on a busy machine.
pub const NEVER: Duration = Duration::from_secs(120);

/// Settings under which a busy machine changes nothing: no time limit is reached, no heartbeat is due, no pause counts as
/// a standstill, and no room leaves memory. A test of one of these sets its own.
pub fn calm() -> RoomSettings {
    RoomSettings {
        journal: JournalSettings {
            statement_timeout: NEVER,
            answer_timeout: NEVER,
            heartbeat_every: NEVER,
            standstill_after: NEVER,
            ..JournalSettings::default()
        },
        idle_after: NEVER,
        load_timeout: NEVER,
        ..RoomSettings::default()
    }
}

/// The journal's statement waits for a lock.
pub const WRITER_WAITS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and application_name = 'rooms-journal' and wait_event_type = 'Lock')";

/// A catalog and its lots before they are stored.
#[derive(Debug, Clone)]
pub struct SaleSetup {
    pub catalog_type: CatalogType,
    pub state: CatalogState,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
    pub auto_start: bool,
    /// Start price and optional reserve of each lot.
    pub lots: Vec<(i64, Option<i64>)>,
}

impl SaleSetup {
    /// Run by an auctioneer, due to start now.
    pub fn classic(lots: usize) -> Self {
        Self {
            catalog_type: CatalogType::Classic,
            state: CatalogState::Scheduled,
            start: Clock::default().timestamp(),
            end: None,
            auto_start: false,
            lots: vec![(100, None); lots],
        }
    }

    /// Runs for a day after its start.
    pub fn parallel(lots: usize) -> Self {
        let now = Clock::default().timestamp();
        Self {
            catalog_type: CatalogType::Parallel,
            end: Some(now.plus_ms(86_400_000)),
            ..Self::classic(lots)
        }
    }

    pub async fn create(&self, database: &TestDatabase) -> Sale {
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
        .expect("the room is created");
        transaction.commit().await.expect("the sale is stored");
        Sale { catalog, lots }
    }
}

/// A stored catalog with its room.
#[derive(Debug, Clone)]
pub struct Sale {
    pub catalog: i64,
    pub lots: Vec<i64>,
}

/// Accepted and trusted by the house.
pub const TRUSTED: Eligibility = Eligibility {
    accepted: true,
    trusted: true,
    controller: false,
};

/// A bet of an account that the house accepts and trusts.
pub fn bet(lot: i64, account: i64, value: i64) -> Request {
    Request::new(Command::PlaceBet {
        lot: LotId(lot),
        by: Participant::User(UserId(account)),
        value: Amount(value),
        eligibility: TRUSTED,
    })
    .by(account)
}

/// An absentee order of an account that the house accepts and trusts.
pub fn order(lot: i64, account: i64, maximum: i64) -> Request {
    Request::new(Command::PlaceOrder {
        lot: LotId(lot),
        user: UserId(account),
        maximum: Amount(maximum),
        eligibility: TRUSTED,
    })
    .by(account)
}

/// Whether the bet was accepted, even if an absentee order outbid it at once.
pub fn is_accepted(answer: &Answer) -> bool {
    matches!(
        answer.result,
        Ok(Outcome::Success | Outcome::OverbetByAbsentee)
    )
}

/// Records what rooms publish.
#[derive(Default)]
pub struct Recorder {
    lots: Mutex<Vec<LotUpdate>>,
    catalogs: Mutex<Vec<CatalogStatusUpdate>>,
    news: Notify,
    watched: std::sync::atomic::AtomicBool,
    command_priority: CommandPriority,
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

    /// Sets whether rooms have watchers.
    pub fn watch(&self, watched: bool) {
        self.watched
            .store(watched, std::sync::atomic::Ordering::Relaxed);
    }

    /// Waits until the published updates satisfy `condition`.
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
        tokio::time::timeout(TIMEOUT, waiting)
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

    fn command_priority(&self) -> CommandPriority {
        self.command_priority.clone()
    }
}
