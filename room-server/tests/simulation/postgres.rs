//! The same runs on PostgreSQL. Time stands still while the database works.

use crate::{
    Sale,
    check::Tally,
    dice::Dice,
    run::{self, Ground, START},
    store::Tables,
};
use async_trait::async_trait;
use domain::{Amount, CatalogState, LotState, Pause, ReserveState, Timestamp};
use room_server::{
    RoomError, RoomSnapshot,
    journal::{
        Archive, Batch, BetRow, CommandRow, Head, JournalSession, JournalSettings, LeadingRow,
        LiveRoom, LoadError, Loaded, LotRow, NotStored, OrderRow, PgArchive, PgSession, Remembered,
    },
    testing::{self, SaleSetup, TestDatabase},
};
use sqlx::{
    PgPool, Row as _,
    postgres::{PgConnectOptions, PgPoolOptions, PgRow},
};
use std::{
    collections::HashSet,
    rc::Rc,
    sync::{Arc, mpsc},
    time::Duration,
};
use time::OffsetDateTime;
use tokio::runtime::Runtime;
use wire::{LotUpdate, instant::timestamp};

/// Waits for the database. A blocking task keeps the runtime from moving its paused clock on meanwhile.
async fn in_no_time<T>(asking: impl Future<Output = T>) -> T {
    let (asked, answered) = mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || answered.recv());
    let answer = asking.await;
    drop(asked);
    answer
}

struct Still<T>(T);

#[async_trait]
impl JournalSession for Still<PgSession> {
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored> {
        in_no_time(self.0.store(batches)).await
    }

    async fn beat(&mut self, rooms: &[LiveRoom], at: Timestamp) -> Result<HashSet<i64>, NotStored> {
        in_no_time(self.0.beat(rooms, at)).await
    }

    fn is_connected(&self) -> bool {
        self.0.is_connected()
    }
}

#[async_trait]
impl Archive for Still<PgArchive> {
    async fn due(&self) -> sqlx::Result<Vec<i64>> {
        in_no_time(self.0.due()).await
    }

    async fn take_over(
        &self,
        catalog_id: i64,
        known_seq: Option<i64>,
        keys_since: Timestamp,
    ) -> Result<Loaded, LoadError> {
        in_no_time(self.0.take_over(catalog_id, known_seq, keys_since)).await
    }

    async fn keep_snapshot(&self, catalog_id: i64, seq: i64, room: &str) -> sqlx::Result<()> {
        in_no_time(self.0.keep_snapshot(catalog_id, seq, room)).await
    }

    async fn answer(&self, catalog_id: i64, seq: i64) -> sqlx::Result<String> {
        in_no_time(self.0.answer(catalog_id, seq)).await
    }

    async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<i64>,
        now: Timestamp,
    ) -> Result<RoomSnapshot, RoomError> {
        in_no_time(self.0.snapshot(catalog_id, since, now)).await
    }

    async fn lot(
        &self,
        catalog_id: i64,
        lot_id: i64,
        now: Timestamp,
    ) -> Result<Option<LotUpdate>, RoomError> {
        in_no_time(self.0.lot(catalog_id, lot_id, now)).await
    }
}

fn pool(options: &PgConnectOptions) -> PgPool {
    PgPoolOptions::new()
        .max_connections(4)
        .acquire_timeout(Duration::from_secs(60))
        .connect_lazy_with(options.clone())
}

/// A database that all seeds share; each has a sale of its own.
pub struct Server {
    runtime: Runtime,
    database: TestDatabase,
}

impl Server {
    pub fn start() -> Self {
        let runtime = Runtime::new().expect("a runtime is made");
        let database = runtime.block_on(TestDatabase::create());
        Self { runtime, database }
    }

    pub fn play(&self, seed: u64) -> Result<Tally, String> {
        let dice = Dice::new(seed);
        let sale = Sale::of(&dice);
        let setup = SaleSetup {
            catalog_type: sale.catalog_type,
            state: CatalogState::Scheduled,
            start: START,
            end: sale.end,
            auto_start: false,
            lots: sale.lots,
        };
        let (sale, accounts) = self.runtime.block_on(async {
            let sale = setup.create(&self.database).await;
            (sale, self.database.accounts(4).await)
        });
        // The server outlives the run, so nothing is gained by waiting for its disk.
        let options = self.database.pool.connect_options().as_ref().clone();
        let options = options.options([("synchronous_commit", "off")]);
        run::play(dice, ground(options, sale, accounts))
    }
}

fn ground(options: PgConnectOptions, sale: testing::Sale, accounts: Vec<i64>) -> Ground {
    let catalog = sale.catalog;
    Ground {
        catalog,
        lots: sale.lots,
        accounts,
        connect: Box::new({
            let options = options.clone();
            move || {
                let session = options.clone();
                (
                    Arc::new(move || {
                        let settings = JournalSettings::default();
                        Box::new(Still(PgSession::new(session.clone(), &settings))) as _
                    }),
                    Arc::new(Still(PgArchive::new(pool(&options)))),
                )
            }
        }),
        stored: Rc::new(|| None),
        contains: Rc::new(|_| true),
        tables: Box::new(move || {
            let options = options.clone();
            Box::pin(async move { in_no_time(tables(&pool(&options), catalog)).await })
        }),
    }
}

fn at(row: &PgRow, column: &str) -> Option<Timestamp> {
    row.get::<Option<OffsetDateTime>, _>(column).map(timestamp)
}

async fn rows(pool: &PgPool, sql: &'static str, catalog: i64) -> Vec<PgRow> {
    let asking = sqlx::query(sql).bind(catalog).fetch_all(pool);
    asking.await.expect("the tables are read")
}

async fn tables(pool: &PgPool, catalog: i64) -> Tables {
    let head = "select * from catalog_trade where catalog_id = $1";
    let head = rows(pool, head, catalog).await.remove(0);
    let commands =
        "select id, at, account_id, command::text as command, events::text as events, outcome,
            idempotency_key, request_hash, answer::text as answer
         from room_command where catalog_id = $1 order by seq";
    let snapshots = "select seq, state::text as state from room_snapshot where catalog_id = $1";
    let lots = "select * from lot_trade where catalog_id = $1";
    let bets = "select * from bet where catalog_id = $1";
    let orders = "select * from absentee_order where catalog_id = $1";
    let participants = "select account_id, number from participant where catalog_id = $1";
    Tables {
        epoch: head.get("epoch"),
        head: Head {
            version: head.get("version"),
            state: CatalogState::try_from(head.get::<i16, _>("state")).expect("a state"),
            current_lot_id: head.get("current_lot_id"),
            start_date: at(&head, "start_date"),
            end_date: at(&head, "end_date"),
            pause: at(&head, "paused_at").map(|since| Pause {
                since,
                reason: head.get("pause_reason"),
            }),
            next_wake: at(&head, "next_wake"),
            at: Timestamp(0),
        },
        heartbeat: at(&head, "heartbeat"),
        commands: rows(pool, commands, catalog)
            .await
            .iter()
            .map(|row| CommandRow {
                id: row.get("id"),
                at: at(row, "at").expect("it has a time"),
                account_id: row.get("account_id"),
                address: None,
                request_id: None,
                command: row.get("command"),
                events: row.get("events"),
                outcome: match row.get("outcome") {
                    "accepted" => "accepted",
                    "overbid" => "overbid",
                    _ => "refused",
                },
                remembered: row
                    .get::<Option<String>, _>("idempotency_key")
                    .map(|key| Remembered {
                        key,
                        request_hash: row
                            .get::<Vec<u8>, _>("request_hash")
                            .try_into()
                            .expect("a hash has 32 bytes"),
                        answer: row.get("answer"),
                    }),
            })
            .collect(),
        snapshots: rows(pool, snapshots, catalog)
            .await
            .iter()
            .map(|row| (row.get("seq"), row.get("state")))
            .collect(),
        lots: rows(pool, lots, catalog)
            .await
            .iter()
            .map(|row| (row.get("lot_id"), lot(row)))
            .collect(),
        bets: rows(pool, bets, catalog)
            .await
            .iter()
            .map(|row| (row.get("id"), bet(row)))
            .collect(),
        orders: rows(pool, orders, catalog)
            .await
            .iter()
            .map(|row| {
                let order = OrderRow {
                    lot_id: row.get("lot_id"),
                    account_id: row.get("account_id"),
                    maximum: Some(Amount(row.get("value"))),
                    at: at(row, "at").expect("it has a time"),
                };
                ((order.lot_id, order.account_id), order)
            })
            .collect(),
        participants: rows(pool, participants, catalog)
            .await
            .iter()
            .map(|row| (row.get("account_id"), row.get("number")))
            .collect(),
    }
}

fn lot(row: &PgRow) -> LotRow {
    let reserve = |name: String| {
        [
            ReserveState::NotAchieved,
            ReserveState::OneStepUntil,
            ReserveState::Achieved,
        ]
        .into_iter()
        .find(|state| state.as_str() == name)
        .expect("a reserve's state")
    };
    LotRow {
        lot_id: row.get("lot_id"),
        version: row.get("version"),
        state: LotState::try_from(row.get::<i16, _>("state")).expect("a state"),
        is_bidding_over: row.get("is_bidding_over"),
        start_trade_time: at(row, "start_trade_time"),
        end_trade_time: at(row, "end_trade_time"),
        warned_at: at(row, "warned_at"),
        leading: row
            .get::<Option<i64>, _>("leading_bet_id")
            .map(|bet_id| LeadingRow {
                bet_id,
                value: Amount(row.get("leading_value")),
                account_id: row.get("leading_account_id"),
                paddle: row.get("leading_paddle"),
                participant: row.get("leading_participant"),
                at: at(row, "leading_at").expect("a bet has a time"),
                is_absentee: row.get("leading_is_absentee"),
            }),
        bets_count: row.get("bets_count"),
        min_bet: Amount(row.get("min_bet")),
        reserve_state: row.get::<Option<String>, _>("reserve_state").map(reserve),
        together: row.get("together"),
        is_choice: row.get("is_choice"),
    }
}

fn bet(row: &PgRow) -> BetRow {
    BetRow {
        id: row.get("id"),
        lot_id: row.get("lot_id"),
        account_id: row.get("account_id"),
        paddle: row.get("paddle"),
        participant: row.get("participant"),
        value: Amount(row.get("value")),
        at: at(row, "at").expect("a bet has a time"),
        is_absentee: row.get("is_absentee"),
        revoked: at(row, "revoked"),
        revoked_by: row.get("revoked_by"),
    }
}
