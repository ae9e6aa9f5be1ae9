//! Outages: what they cost bidders, and how rooms recover.

use crate::harness::{
    Hold, NEVER, Process, Sent, WRITER_WAITS, bets, calm, calm_but, count, kill_the_writer,
    overdue_sale,
};
use clock::Clock;
use domain::{CatalogPatch, Command, LotState, Outcome, Refusal};
use room_server::{
    CommandPriority, Payload, Request, RoomError, RoomSettings,
    ports::Bus,
    setup::seed_history,
    testing::{Recorder, SaleSetup, TestDatabase, bet, order},
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use std::{
    sync::{Mutex, mpsc},
    time::Duration,
};
use wire::{CatalogStatusUpdate, LotUpdate};

#[actix::test]
async fn after_a_night_down_open_lots_get_a_grace_period_and_nothing_is_hammered() {
    let database = TestDatabase::create().await;
    let now = Clock::default().timestamp();
    let sale = overdue_sale(&database, now).await;
    let accounts = database.accounts(2).await;
    let mut connection = database.pool.acquire().await.unwrap();
    let history = vec![
        (now.minus_ms(7_000_000), Request::new(Command::Start)),
        (
            now.minus_ms(5_000_000),
            bet(sale.lots[0], accounts[0], 1_000),
        ),
    ];
    let answers = seed_history(&mut connection, sale.catalog, history)
        .await
        .unwrap();
    assert_eq!(answers[1].result, Ok(Outcome::Success));
    drop(connection);
    let notices = count(
        &database,
        "select count(*) from outbox_job where topic = 'notify'",
    );
    assert_eq!(notices.await, 0, "history causes no notices");

    // The bet is the last sign of life; the end came while the process was down.
    let process = Process::start(&database);
    assert_eq!(process.boot().await.unwrap(), 1);
    process
        .bus
        .until("the new ends", |bus| bus.lots().len() >= 2)
        .await;
    for lot in process.bus.lots() {
        assert_eq!(lot.state, LotState::InProcess);
        assert!(lot.end_trade_time.unwrap().0 >= now.plus_ms(300_000));
    }
    let answer = process.ask(&sale, bet(sale.lots[0], accounts[1], 2_000));
    assert_eq!(answer.await.unwrap().result, Ok(Outcome::Success));
}

/// A bus that stops the rooms' thread, and with it the timers and heartbeats of the process, where it publishes a lot.
#[derive(Default)]
struct Brake {
    recorder: Recorder,
    pulled: Mutex<Option<mpsc::Receiver<()>>>,
}

impl Brake {
    /// The next lot published stops the thread until the sender is dropped.
    fn pull(&self) -> mpsc::Sender<()> {
        let (release, pulled) = mpsc::channel();
        *self.pulled.lock().unwrap() = Some(pulled);
        release
    }
}

impl Bus for Brake {
    fn lot(&self, update: &LotUpdate, payload: &Payload) {
        self.recorder.lot(update, payload);
        let pulled = self.pulled.lock().unwrap().take();
        if let Some(pulled) = pulled {
            let _ = pulled.recv();
        }
    }

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload) {
        self.recorder.catalog(update, payload);
    }

    fn is_watched(&self, catalog_id: i64) -> bool {
        self.recorder.is_watched(catalog_id)
    }

    fn command_priority(&self) -> CommandPriority {
        self.recorder.command_priority()
    }
}

#[actix::test]
async fn a_process_that_stood_still_recovers_before_anything_is_hammered() {
    let database = TestDatabase::create().await;
    let settings = calm_but(|journal| journal.standstill_after = Duration::from_secs(2));
    let process = Process::start_on(&database, Brake::default(), settings);
    let setup = SaleSetup {
        start: process.clock.timestamp().plus_ms(600_000),
        auto_start: true,
        ..SaleSetup::classic(3)
    };
    let sale = setup.create(&database).await;
    let accounts = database.accounts(2).await;
    let patch = CatalogPatch {
        sale_timeout_s: Some(30),
        ..CatalogPatch::default()
    };
    for command in [Command::ChangeCatalog(Box::new(patch)), Command::Start] {
        let answer = process.ask(&sale, Request::new(command)).await;
        assert_eq!(answer.unwrap().result, Ok(Outcome::Success));
    }
    let recorder = &process.bus.recorder;
    recorder
        .until("the start", |bus| {
            bus.catalogs()
                .last()
                .is_some_and(|catalog| catalog.current_lot_id == Some(sale.lots[0]))
        })
        .await;

    let release = process.bus.pull();
    let answer = process.ask(&sale, bet(sale.lots[0], accounts[0], 1_000));
    assert_eq!(answer.await.unwrap().result, Ok(Outcome::Success));
    recorder
        .until("the bet", |bus| {
            bus.lots().last().is_some_and(|lot| lot.bets_count == 1)
        })
        .await;
    // From here on the thread stands still. The lot's end passes, and so does the time that makes a standstill.
    process.clock.advance(time::Duration::minutes(5));
    let stopped_at = Clock::default().now_ms();
    database
        .until(format!(
            "select clock_timestamp() > to_timestamp({stopped_at} / 1000.0) + interval '2 seconds'"
        ))
        .await;
    let late = process.post(&sale, bet(sale.lots[0], accounts[1], 2_000));
    let resumed = process.clock.timestamp();
    drop(release);

    let late = late.await.unwrap().unwrap();
    assert_eq!(late.result, Ok(Outcome::Success));
    let end = late.lot.as_ref().unwrap().end_trade_time.unwrap().0;
    assert!(
        end >= resumed.plus_ms(60_000),
        "the lot gets the grace period of an outage"
    );
}

/// Refuses connections to the test's database, or accepts them again.
async fn allow_connections(
    maintenance: &mut PgConnection,
    database: &TestDatabase,
    are_allowed: bool,
) {
    let statement = format!(
        "alter database {} with allow_connections {are_allowed}",
        database.name()
    );
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(maintenance)
        .await
        .unwrap();
}

#[actix::test]
async fn during_an_outage_nothing_is_accepted_and_afterwards_the_room_recovers() {
    let database = TestDatabase::create().await;
    let process = Process::start_with(
        &database,
        RoomSettings {
            retry_first: Duration::from_millis(20),
            retry_longest: Duration::from_millis(50),
            ..calm()
        },
    );
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(3).await;
    let lot = sale.lots[0];
    let first = process.ask(&sale, bet(lot, accounts[0], 1_000));
    assert_eq!(first.await.unwrap().result, Ok(Outcome::Success));

    // One bet is being stored and another gathered when the outage begins.
    let mut maintenance = database.maintenance().await;
    let hold = Hold::lot(&database, lot).await;
    let in_doubt = process.post(&sale, bet(lot, accounts[1], 2_000));
    database.until(WRITER_WAITS).await;
    let gathered = process.post(&sale, bet(lot, accounts[2], 3_000));
    allow_connections(&mut maintenance, &database, false).await;
    // The writer's session ends after those that could load the room, and before the lock that holds its batch back.
    sqlx::query(
        "select pg_terminate_backend(pid, 30000)
         from (select pid from pg_stat_activity where datname = $1 and state <> 'idle in transaction'
               order by application_name = 'rooms-journal') session",
    )
    .bind(database.name())
    .execute(&mut maintenance)
    .await
    .unwrap();
    hold.release().await;
    assert_eq!(gathered.await.unwrap(), Err(RoomError::Unavailable));
    // Refused when the first takeover fails, or already after it. From then on nothing waits any more …
    for value in [4_000, 5_000] {
        let refused = process.ask(&sale, bet(lot, accounts[2], value)).await;
        assert_eq!(refused, Err(RoomError::Unavailable));
    }
    // … but the bet in doubt.
    assert!(!Sent::is_finished(&in_doubt));

    allow_connections(&mut maintenance, &database, true).await;
    maintenance.close().await.unwrap();
    assert_eq!(
        in_doubt.await.unwrap(),
        Err(RoomError::Unavailable),
        "the room has seen that it is not stored"
    );
    let after = process.ask(&sale, bet(lot, accounts[1], 3_000)).await;
    assert_eq!(after.unwrap().result, Ok(Outcome::Success));
    assert_eq!(bets(&database).await, [1_000, 3_000]);
    let recoveries = "select count(*) from room_command where command ? 'recover'";
    assert_eq!(count(&database, recoveries).await, 1);
}

#[actix::test]
async fn a_bet_that_no_session_can_store_is_refused_at_once() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    // Loads the room, and stores nothing: the writer has no session yet.
    let odd = process.ask(&sale, bet(sale.lots[0], account, 15)).await;
    assert_eq!(odd.unwrap().result, Err(Refusal::NotMultipleOf10));
    let mut maintenance = database.maintenance().await;
    allow_connections(&mut maintenance, &database, false).await;

    let order = process.ask(&sale, order(sale.lots[0], account, 1_000));
    let order = tokio::time::timeout(NEVER, order).await;
    assert_eq!(
        order.expect("nothing was sent, so nothing is in doubt"),
        Err(RoomError::Unavailable)
    );
    allow_connections(&mut maintenance, &database, true).await;
    maintenance.close().await.unwrap();
}

#[actix::test]
async fn commands_to_a_room_that_cannot_be_loaded_are_refused_at_once() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let sale = SaleSetup::classic(1).create(&database).await;
    // After the first failure nothing tries again while the test runs.
    let settings = RoomSettings {
        retry_first: NEVER,
        retry_longest: NEVER,
        ..calm()
    };
    let process = Process::start_with(&database, settings);
    let mut maintenance = database.maintenance().await;
    allow_connections(&mut maintenance, &database, false).await;
    for _ in 0..3 {
        let asked = process.ask(&sale, bet(sale.lots[0], account, 1_000));
        let refused = tokio::time::timeout(NEVER / 2, asked).await;
        assert_eq!(
            refused.expect("it is not kept waiting"),
            Err(RoomError::Unavailable)
        );
    }
    allow_connections(&mut maintenance, &database, true).await;
    maintenance.close().await.unwrap();
}

#[actix::test]
async fn an_outage_that_one_room_meets_is_an_outage_for_all() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let bidding = process.running(&database, 1).await;
    let quiet = process.running(&database, 1).await;
    let hold = Hold::lot(&database, bidding.lots[0]).await;
    let sent = process.post(&bidding, bet(bidding.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    kill_the_writer(&database).await;
    hold.release().await;

    assert_eq!(sent.await.unwrap(), Err(RoomError::Unavailable));
    database
        .until(format!(
            "select exists (select from room_command where catalog_id = {} and command ? 'recover')",
            quiet.catalog
        ))
        .await;
}

#[actix::test]
async fn a_heartbeat_that_cannot_be_stored_is_an_outage() {
    let database = TestDatabase::create().await;
    let process = Process::start_with(
        &database,
        calm_but(|journal| journal.heartbeat_every = Duration::from_millis(20)),
    );
    let sale = process.running(&database, 1).await;
    let owned = async || -> (i64, time::OffsetDateTime) {
        sqlx::query_as("select epoch, heartbeat from catalog_trade")
            .fetch_one(&database.pool)
            .await
            .unwrap()
    };
    let (epoch, heartbeat) = owned().await;
    // Nobody bids: only a heartbeat can notice it.
    kill_the_writer(&database).await;
    database
        .until("select exists (select from room_command where command ? 'recover')")
        .await;
    let (new_epoch, new_heartbeat) = owned().await;
    assert!(new_epoch > epoch && new_heartbeat > heartbeat);
    // The room that was loaded again beats as well.
    database
        .until(format!(
            "select heartbeat > '{new_heartbeat}' and epoch = {new_epoch} from catalog_trade"
        ))
        .await;
    assert!(process.is_loaded(sale.catalog));
}

#[actix::test]
async fn a_pause_outlives_the_process() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(2).create(&database).await;
    process.start_sale(&sale).await;
    let pause = Command::Pause {
        reason: Some("Ждём эксперта".into()),
    };
    let paused = process.ask(&sale, Request::new(pause)).await.unwrap();
    let shown = CatalogStatusUpdate {
        server_time: Clock::default().timestamp().into(),
        ..paused.catalog.clone()
    };
    assert_eq!(shown.pause_reason.as_deref(), Some("Ждём эксперта"));
    drop(process);

    let process = Process::start(&database);
    // Read from the tables, then decided by the room that the journal gives.
    let snapshot = process.snapshot(sale.catalog, None).await.unwrap().catalog;
    assert_eq!(
        (snapshot.paused_at, snapshot.pause_reason),
        (shown.paused_at, shown.pause_reason)
    );
    let refused = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert_eq!(refused.await.unwrap().result, Err(Refusal::NotForTrade));
    let resumed = process.ask(&sale, Request::new(Command::Resume));
    assert_eq!(resumed.await.unwrap().result, Ok(Outcome::Success));
    let answer = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert_eq!(answer.await.unwrap().result, Ok(Outcome::Success));
}
