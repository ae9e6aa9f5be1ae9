//! Nothing is answered before it is stored, and whatever happens to the store, a bidder was told the truth.

use actix::spawn;
use clock::Clock;
use domain::{Command, Outcome, Refusal};
use room_server::{
    Answer, JournalSettings, Request, RoomError, RoomSettings, Rooms,
    journal::{self, Batch, Head},
    ports::OneMachine,
    testing::{Recorder, Sale, SaleSetup, TRUSTED, TestDatabase, bet, is_accepted},
};
use sqlx::{Connection as _, PgConnection, PgPool};
use std::{sync::Arc, time::Duration};
use tokio::task::JoinHandle;

fn rooms(database: &TestDatabase) -> Rooms {
    rooms_with(database, RoomSettings::default())
}

fn rooms_with(database: &TestDatabase, settings: RoomSettings) -> Rooms {
    Rooms::start(
        database.pool.clone(),
        Arc::new(Recorder::default()),
        Arc::new(OneMachine),
        Clock::default(),
        settings,
    )
}

async fn running(database: &TestDatabase, rooms: &Rooms) -> Sale {
    let sale = SaleSetup::parallel(1).create(database).await;
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .expect("the sale starts");
    sale
}

type Sent = JoinHandle<Result<Arc<Answer>, RoomError>>;

fn send(rooms: &Rooms, sale: &Sale, request: Request) -> Sent {
    let (rooms, catalog) = (rooms.clone(), sale.catalog);
    spawn(async move { rooms.send(catalog, request).await })
}

/// Holds a row so that the journal's statement waits: the batch is on its way, and not stored.
struct Hold {
    connection: PgConnection,
}

impl Hold {
    async fn the_lot(database: &TestDatabase, lot: i64) -> Self {
        Self::row(
            database,
            format!("select 1 from lot_trade where lot_id = {lot} for update"),
        )
        .await
    }

    async fn the_room(database: &TestDatabase, catalog: i64) -> Self {
        Self::row(
            database,
            format!("select 1 from catalog_trade where catalog_id = {catalog} for update"),
        )
        .await
    }

    async fn row(database: &TestDatabase, lock: String) -> Self {
        let mut connection = PgConnection::connect_with(&database.pool.connect_options())
            .await
            .expect("PostgreSQL answers");
        sqlx::raw_sql("begin")
            .execute(&mut connection)
            .await
            .expect("a transaction begins");
        sqlx::raw_sql(sqlx::AssertSqlSafe(lock))
            .execute(&mut connection)
            .await
            .expect("the row is locked");
        Self { connection }
    }

    async fn release(mut self) {
        sqlx::raw_sql("rollback")
            .execute(&mut self.connection)
            .await
            .expect("the transaction ends");
    }
}

const WRITER_WAITS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and application_name = 'rooms-journal' and wait_event_type = 'Lock')";

async fn kill_the_writer(pool: &PgPool) {
    sqlx::query(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'rooms-journal'",
    )
    .execute(pool)
    .await
    .expect("the writer's session ends");
}

async fn bets(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select value from bet order by id")
        .fetch_all(pool)
        .await
        .expect("the bets are read")
}

/// Answering before the commit makes this fail.
#[actix::test]
async fn a_bet_is_answered_only_when_it_is_stored() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let account = database.account().await;

    let hold = Hold::the_lot(&database, sale.lots[0]).await;
    let sent = send(&rooms, &sale, bet(sale.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    assert!(
        !sent.is_finished(),
        "the bet is not stored, so it is not answered"
    );
    assert_eq!(bets(&database.pool).await, [] as [i64; 0]);
    let shown = rooms
        .lot(sale.catalog, sale.lots[0])
        .await
        .unwrap()
        .unwrap();
    assert_eq!(shown.leading_bet, None, "what is not stored is not shown");

    hold.release().await;
    let answer = sent.await.unwrap().expect("the bet is answered");
    assert_eq!(answer.result, Ok(Outcome::Success));
    assert_eq!(bets(&database.pool).await, [1_000]);
    let shown = rooms
        .lot(sale.catalog, sale.lots[0])
        .await
        .unwrap()
        .unwrap();
    assert_eq!(shown.leading_bet.map(|leading| leading.value), Some(1_000));
}

/// So does this, and letting refusals out early.
#[actix::test]
async fn a_refusal_waits_for_the_bet_it_rests_on_and_shares_its_fate() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let accounts = database.accounts(3).await;

    for stored in [false, true] {
        let value = if stored { 2_000 } else { 1_000 };
        let hold = Hold::the_lot(&database, sale.lots[0]).await;
        let first = send(&rooms, &sale, bet(sale.lots[0], accounts[0], value));
        database.until(WRITER_WAITS).await;
        let late = send(&rooms, &sale, bet(sale.lots[0], accounts[1], value));
        // One that is gathered behind them shows that the refusal was decided: mailboxes keep the order.
        let behind = send(&rooms, &sale, bet(sale.lots[0], accounts[2], 10 * value));
        database.until(WRITER_WAITS).await;
        assert!(!first.is_finished() && !late.is_finished() && !behind.is_finished());

        if stored {
            hold.release().await;
            assert_eq!(first.await.unwrap().unwrap().result, Ok(Outcome::Success));
            assert_eq!(
                late.await.unwrap().unwrap().result,
                Err(Refusal::AnotherBetLeads)
            );
            assert_eq!(behind.await.unwrap().unwrap().result, Ok(Outcome::Success));
            assert_eq!(bets(&database.pool).await, [2_000, 20_000]);
        } else {
            kill_the_writer(&database.pool).await;
            hold.release().await;
            for sent in [first, late, behind] {
                assert_eq!(
                    sent.await.unwrap(),
                    Err(RoomError::Unavailable),
                    "nobody hears of a bet that is not there"
                );
            }
            assert_eq!(bets(&database.pool).await, [] as [i64; 0]);
        }
    }
}

/// The writer gives up waiting, the statement does not: its twin commits later, and its bettor is told so.
#[actix::test]
async fn a_commit_in_doubt_that_went_through_is_answered_with_what_was_stored() {
    let database = TestDatabase::create().await;
    let rooms = rooms_with(
        &database,
        RoomSettings {
            journal: JournalSettings {
                statement_timeout: Duration::from_secs(60),
                answer_timeout: Duration::from_millis(500),
                ..JournalSettings::default()
            },
            load_timeout: Duration::from_secs(60),
            ..RoomSettings::default()
        },
    );
    let sale = running(&database, &rooms).await;
    let account = database.account().await;

    let hold = Hold::the_room(&database, sale.catalog).await;
    let sent = send(&rooms, &sale, bet(sale.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    // Taking the room over waits behind the statement in doubt.
    database
        .until(
            "select exists (select from pg_stat_activity where datname = current_database()
                and application_name <> 'rooms-journal' and wait_event_type = 'Lock'
                and query like 'update catalog_trade set epoch%')",
        )
        .await;
    assert!(!sent.is_finished());
    hold.release().await;

    let answer = sent
        .await
        .unwrap()
        .expect("it was stored, so it is answered");
    assert_eq!(answer.result, Ok(Outcome::Success));
    assert_eq!(bets(&database.pool).await, [1_000]);
    let again = rooms
        .send(sale.catalog, bet(sale.lots[0], account, 2_000))
        .await
        .unwrap();
    assert_eq!(
        again.result,
        Err(Refusal::ForbiddenToBetAgain),
        "the room knows what was stored"
    );
}

#[actix::test]
async fn a_second_owner_fences_the_first() {
    let database = TestDatabase::create().await;
    let first = rooms(&database);
    let sale = running(&database, &first).await;
    let other = running(&database, &first).await;
    let accounts = database.accounts(2).await;

    let second = rooms(&database);
    let answer = second
        .send(sale.catalog, bet(sale.lots[0], accounts[0], 1_000))
        .await
        .unwrap();
    assert_eq!(answer.result, Ok(Outcome::Success));
    // Both in one statement: the fenced room writes nothing, the other goes through.
    let hold = Hold::the_room(&database, other.catalog).await;
    let blocking = send(&first, &other, bet(other.lots[0], accounts[0], 1_000));
    database.until(WRITER_WAITS).await;
    let fenced = send(&first, &sale, bet(sale.lots[0], accounts[1], 5_000));
    let fine = send(&first, &other, bet(other.lots[0], accounts[1], 5_000));
    hold.release().await;
    assert!(is_accepted(&blocking.await.unwrap().unwrap()));
    assert_eq!(fenced.await.unwrap(), Err(RoomError::Unavailable));
    assert!(is_accepted(&fine.await.unwrap().unwrap()));
    assert_eq!(bets(&database.pool).await, [1_000, 1_000, 5_000]);
    // The second owner never noticed.
    let answer = second
        .send(sale.catalog, bet(sale.lots[0], accounts[1], 2_000))
        .await
        .unwrap();
    assert_eq!(answer.result, Ok(Outcome::Success));
}

/// The twin of a statement whose room was taken over meanwhile.
#[actix::test]
async fn a_late_twin_writes_nothing() {
    let database = TestDatabase::create().await;
    let sale = SaleSetup::parallel(1).create(&database).await;
    let now = Clock::default().timestamp();
    let before = journal::take_over(&database.pool, sale.catalog, None, now)
        .await
        .unwrap();
    let batch = Batch {
        catalog_id: sale.catalog,
        epoch: before.epoch,
        seq_before: before.seq,
        commands: vec![],
        head: Head {
            version: 9,
            state: domain::CatalogState::InProcess,
            current_lot_id: None,
            start_date: None,
            end_date: None,
            next_wake: None,
            at: now,
        },
        bets: vec![],
        revoked: vec![],
        orders: vec![],
        participants: vec![],
        lots: vec![],
        lots_gone: vec![],
        outbox: vec![journal::OutboxRow {
            topic: "catalog",
            key: "late".into(),
            payload: "{}".into(),
        }],
    };
    let after = journal::take_over(&database.pool, sale.catalog, None, now)
        .await
        .unwrap();
    assert!(after.epoch > before.epoch);
    let mut connection = database.pool.acquire().await.unwrap();
    let stored = journal::store(&mut connection, std::slice::from_ref(&batch))
        .await
        .unwrap();
    assert!(stored.is_empty());
    let version: i64 = sqlx::query_scalar("select version from catalog_trade")
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    let late: i64 = sqlx::query_scalar("select count(*) from outbox where key = 'late'")
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!((version, late), (0, 0));
    // It is the epoch that stops it: under the new one the same batch is stored.
    let stored = journal::store(
        &mut connection,
        &[Batch {
            epoch: after.epoch,
            ..batch
        }],
    )
    .await
    .unwrap();
    assert!(stored.contains(&sale.catalog));
    connection.close().await.unwrap();
}

#[actix::test]
async fn what_the_database_refuses_of_one_room_harms_no_other() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let (sick, well) = (
        running(&database, &rooms).await,
        running(&database, &rooms).await,
    );
    let account = database.account().await;
    let nobody = account + 1_000;

    let hold = Hold::the_room(&database, well.catalog).await;
    let blocking = send(&rooms, &well, bet(well.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    let refused = send(&rooms, &sick, bet(sick.lots[0], nobody, 1_000));
    let other = database.account().await;
    let stored = send(&rooms, &well, bet(well.lots[0], other, 2_000));
    hold.release().await;
    assert!(is_accepted(&blocking.await.unwrap().unwrap()));
    assert!(is_accepted(&stored.await.unwrap().unwrap()));
    assert_eq!(refused.await.unwrap(), Err(RoomError::Unavailable));
    assert_eq!(bets(&database.pool).await, [1_000, 2_000]);
    // Nothing is left of the bet that the database refused.
    let answer = rooms
        .send(sick.catalog, bet(sick.lots[0], account, 1_000))
        .await
        .unwrap();
    assert_eq!(answer.result, Ok(Outcome::Success));
}

#[actix::test]
async fn what_the_database_refuses_of_one_bettor_harms_no_other_of_the_room() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let accounts = database.accounts(4).await;
    let nobody = accounts[3] + 1_000;

    let hold = Hold::the_lot(&database, sale.lots[0]).await;
    let first = send(&rooms, &sale, bet(sale.lots[0], accounts[0], 1_000));
    database.until(WRITER_WAITS).await;
    // These go in one batch.
    let before = send(&rooms, &sale, bet(sale.lots[0], accounts[1], 2_000));
    let refused = send(&rooms, &sale, bet(sale.lots[0], nobody, 3_000));
    let after = send(&rooms, &sale, bet(sale.lots[0], accounts[2], 4_000));
    let late = send(&rooms, &sale, bet(sale.lots[0], accounts[0], 3_500));
    hold.release().await;
    for sent in [first, before, after] {
        let answer = sent.await.unwrap().expect("it is stored");
        assert_eq!(answer.result, Ok(Outcome::Success));
    }
    assert_eq!(refused.await.unwrap(), Err(RoomError::Unavailable));
    let late = late.await.unwrap().expect("it is decided");
    assert_eq!(late.result, Err(Refusal::AnotherBetLeads));
    assert_eq!(bets(&database.pool).await, [1_000, 2_000, 4_000]);
}

#[actix::test]
async fn a_text_that_cannot_be_stored_does_not_enter_the_room() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let bet = Request::new(Command::PlaceBet {
        lot: domain::LotId(sale.lots[0]),
        by: domain::Participant::hall("1\0"),
        value: domain::Amount(1_000),
        standing: TRUSTED,
    });
    assert_eq!(
        rooms.send(sale.catalog, bet).await,
        Err(RoomError::Unstorable)
    );
}

#[actix::test]
async fn during_an_outage_nothing_is_answered_and_afterwards_the_room_recovers() {
    let database = TestDatabase::create().await;
    let rooms = rooms_with(
        &database,
        RoomSettings {
            retry_first: Duration::from_millis(20),
            retry_longest: Duration::from_millis(50),
            ..RoomSettings::default()
        },
    );
    let sale = running(&database, &rooms).await;
    let accounts = database.accounts(2).await;
    rooms
        .send(sale.catalog, bet(sale.lots[0], accounts[0], 1_000))
        .await
        .unwrap();

    let mut maintenance = database.maintenance().await;
    let stop = format!(
        "alter database {0} with allow_connections false",
        database.name()
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(stop))
        .execute(&mut maintenance)
        .await
        .unwrap();
    sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1")
        .bind(database.name())
        .execute(&mut maintenance)
        .await
        .unwrap();
    // Those of the batch that is on its way are in doubt, and wait until somebody knows; those that come later are
    // soon not kept waiting.
    let mut sent = vec![];
    while !sent.iter().any(Sent::is_finished) {
        sent.push(send(&rooms, &sale, bet(sale.lots[0], accounts[1], 2_000)));
        tokio::task::yield_now().await;
    }

    let start = format!(
        "alter database {0} with allow_connections true",
        database.name()
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(start))
        .execute(&mut maintenance)
        .await
        .unwrap();
    let after = loop {
        match rooms
            .send(sale.catalog, bet(sale.lots[0], accounts[1], 3_000))
            .await
        {
            Err(RoomError::Unavailable | RoomError::Busy) => tokio::task::yield_now().await,
            answer => break answer.unwrap(),
        }
    };
    assert_eq!(after.result, Ok(Outcome::Success));
    for sent in sent {
        let outcome = sent.await.unwrap();
        assert!(
            matches!(outcome, Err(RoomError::Unavailable | RoomError::Busy)),
            "it was not stored, and that is known"
        );
    }
    assert_eq!(bets(&database.pool).await, [1_000, 3_000]);
    let recovered: i64 =
        sqlx::query_scalar("select count(*) from room_command where command ? 'recover'")
            .fetch_one(&database.pool)
            .await
            .unwrap();
    assert!(recovered >= 1, "an outage is recovered from");
    maintenance.close().await.unwrap();
}

/// Nobody bids meanwhile: it is the heartbeat that notices.
#[actix::test]
async fn a_heartbeat_that_cannot_be_stored_is_an_outage() {
    let database = TestDatabase::create().await;
    let rooms = rooms_with(
        &database,
        RoomSettings {
            journal: JournalSettings {
                heartbeat_every: Duration::from_millis(20),
                ..JournalSettings::default()
            },
            ..RoomSettings::default()
        },
    );
    let sale = running(&database, &rooms).await;
    let (epoch, heartbeat): (i64, time::OffsetDateTime) =
        sqlx::query_as("select epoch, heartbeat from catalog_trade")
            .fetch_one(&database.pool)
            .await
            .unwrap();
    database.until("select exists (select from pg_stat_activity where datname = current_database() and application_name = 'rooms-journal')").await;
    kill_the_writer(&database.pool).await;
    database
        .until("select exists (select from room_command where command ? 'recover')")
        .await;
    let (new_epoch, new_heartbeat): (i64, time::OffsetDateTime) =
        sqlx::query_as("select epoch, heartbeat from catalog_trade")
            .fetch_one(&database.pool)
            .await
            .unwrap();
    assert!(new_epoch > epoch && new_heartbeat > heartbeat);
    assert!(rooms.is_loaded(sale.catalog));
}
