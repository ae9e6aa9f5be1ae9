//! Commands that are stored in their sender's own transaction: with his rows, or neither.

use actix::spawn;
use clock::Clock;
use domain::{
    Amount, CatalogState, Command, LotId, LotNumber, LotPatch, LotSetup, LotState, Outcome, Refusal,
};
use room_server::{
    Answer, JournalSettings, Request, RoomError, RoomSettings, Rooms, WithinError, journal,
    ports::OneMachine,
    testing::{Recorder, Sale, SaleSetup, TestDatabase, bet, is_accepted},
};
use sqlx::{Connection as _, PgConnection, Postgres, Transaction};
use std::{sync::Arc, time::Duration};
use tokio::task::JoinHandle;

fn rooms_with(database: &TestDatabase, settings: RoomSettings) -> (Rooms, Arc<Recorder>) {
    let bus = Arc::new(Recorder::default());
    let rooms = Rooms::start(
        database.pool.clone(),
        bus.clone(),
        Arc::new(OneMachine),
        Clock::default(),
        settings,
    );
    (rooms, bus)
}

fn rooms(database: &TestDatabase) -> Rooms {
    rooms_with(database, RoomSettings::default()).0
}

async fn running(database: &TestDatabase, rooms: &Rooms) -> Sale {
    let sale = SaleSetup::parallel(2).create(database).await;
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .expect("the sale starts");
    sale
}

/// Begins a transaction with new lots of a sale in it, and gives the commands that bring them into its room.
async fn with_lots(
    database: &TestDatabase,
    sale: &Sale,
    numbers: std::ops::Range<i32>,
) -> (Transaction<'static, Postgres>, Vec<Request>) {
    let mut transaction = database.pool.begin().await.unwrap();
    let lots: Vec<(i64, i32)> = sqlx::query_as(
        "insert into lot (house_id, catalog_id, catalog_lot_id, title_ru, start_price)
         select c.house_id, c.id, n, 'Новый предмет', 500 from catalog c, generate_series($2, $3 - 1) n
         where c.id = $1 order by n
         returning id, catalog_lot_id",
    )
    .bind(sale.catalog)
    .bind(numbers.start)
    .bind(numbers.end)
    .fetch_all(&mut *transaction)
    .await
    .unwrap();
    let requests = lots.into_iter().map(|(lot, number)| add(lot, number));
    (transaction, requests.collect())
}

fn add(lot: i64, number: i32) -> Request {
    Request::new(Command::AddLot {
        lot: LotId(lot),
        setup: LotSetup {
            number: LotNumber(number),
            start: Amount(500),
            reserve: None,
            hidden: false,
            state: LotState::None,
        },
    })
}

type Sent = JoinHandle<Result<Vec<Arc<Answer>>, WithinError>>;

fn send(
    rooms: &Rooms,
    sale: &Sale,
    requests: Vec<Request>,
    transaction: Transaction<'static, Postgres>,
) -> Sent {
    let (rooms, catalog) = (rooms.clone(), sale.catalog);
    spawn(async move { rooms.send_within(catalog, requests, transaction).await })
}

fn send_bet(
    rooms: &Rooms,
    sale: &Sale,
    request: Request,
) -> JoinHandle<Result<Arc<Answer>, RoomError>> {
    let (rooms, catalog) = (rooms.clone(), sale.catalog);
    spawn(async move { rooms.send(catalog, request).await })
}

async fn count(database: &TestDatabase, question: &'static str) -> i64 {
    sqlx::query_scalar(question)
        .fetch_one(&database.pool)
        .await
        .expect("the question is one")
}

const NEW_LOTS: &str = "select count(*) from lot where title_ru = 'Новый предмет'";
const EPOCH: &str = "select max(epoch) from catalog_trade";

/// A session that holds something up until it is dropped.
async fn holding(database: &TestDatabase, what: &'static str) -> PgConnection {
    let mut connection = PgConnection::connect_with(&database.pool.connect_options())
        .await
        .unwrap();
    sqlx::raw_sql("begin")
        .execute(&mut connection)
        .await
        .unwrap();
    sqlx::raw_sql(what).execute(&mut connection).await.unwrap();
    connection
}

/// From now on a transaction that writes into `dawdle` takes so long to commit as somebody holds the lock of `LET_WAIT`.
async fn slow_commits(database: &TestDatabase) {
    sqlx::raw_sql(
        "create table dawdle (n integer);
         create function wait_at_commit() returns trigger language plpgsql as $$
         begin perform pg_advisory_xact_lock(42); return null; end $$;
         create constraint trigger dawdle after insert on dawdle deferrable initially deferred
            for each row execute function wait_at_commit()",
    )
    .execute(&database.pool)
    .await
    .unwrap();
}

const LET_WAIT: &str = "select pg_advisory_xact_lock(42)";
const COMMIT_WAITS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and wait_event = 'advisory' and query = 'COMMIT')";

/// The room as the journal tells it is the room as it is shown and projected.
async fn journal_and_room_agree(database: &TestDatabase, rooms: &Rooms, sale: &Sale) {
    let mut connection = database.pool.acquire().await.unwrap();
    let loaded = journal::load(
        &mut connection,
        sale.catalog,
        None,
        Clock::default().timestamp(),
    )
    .await
    .unwrap();
    let mut lots = 0;
    for (id, _) in loaded.room.lots() {
        let view = loaded.room.lot_view(id).unwrap();
        let shown = rooms.lot(sale.catalog, id.0).await.unwrap().unwrap();
        assert_eq!(
            (shown.version, shown.state, shown.min_bet, shown.bets_count),
            (view.version, view.state, view.min_bet.0, view.bets_count)
        );
        lots += 1;
    }
    let projected: i64 = sqlx::query_scalar("select count(*) from lot_trade where catalog_id = $1")
        .bind(sale.catalog)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!(lots, projected);
}

#[actix::test]
async fn lots_come_into_a_live_room_with_their_rows() {
    let database = TestDatabase::create().await;
    let (rooms, bus) = rooms_with(&database, RoomSettings::default());
    let sale = running(&database, &rooms).await;
    let account = database.account().await;

    let (transaction, requests) = with_lots(&database, &sale, 10..13).await;
    let answers = rooms
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    assert_eq!(answers.len(), 3);
    let lots: Vec<_> = answers
        .iter()
        .map(|answer| answer.lot.as_ref().unwrap().lot_id)
        .collect();
    let stored: Vec<i64> =
        sqlx::query_scalar("select id from lot where catalog_lot_id >= 10 order by 1")
            .fetch_all(&database.pool)
            .await
            .unwrap();
    assert_eq!(lots, stored, "in the order of the commands");
    for lot in &lots {
        bus.until("the new lot", |bus| {
            bus.lots().iter().any(|shown| shown.lot_id == *lot)
        })
        .await;
    }
    let answer = rooms
        .send(sale.catalog, bet(lots[2], account, 500))
        .await
        .unwrap();
    assert_eq!(answer.result, Ok(Outcome::Success));
    assert_eq!(
        count(&database, EPOCH).await,
        1,
        "the room was never read anew"
    );
    journal_and_room_agree(&database, &rooms, &sale).await;
}

#[actix::test]
async fn one_refused_command_among_many_stores_nothing_and_costs_the_room_nothing() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let account = database.account().await;
    let journalled = count(&database, "select count(*) from room_command").await;

    let (transaction, mut requests) = with_lots(&database, &sale, 10..15).await;
    requests.push(Request::new(Command::ChangeLot {
        lot: LotId(sale.lots[0]),
        patch: LotPatch {
            number: Some(LotNumber(99)),
            ..LotPatch::default()
        },
    }));
    let refused = rooms.send_within(sale.catalog, requests, transaction).await;
    assert!(matches!(
        refused,
        Err(WithinError::Refused {
            place: 5,
            refusal: Refusal::NotInThisState
        })
    ));
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    assert_eq!(
        count(&database, "select count(*) from room_command").await,
        journalled
    );
    assert_eq!(count(&database, EPOCH).await, 1);
    let answer = rooms
        .send(sale.catalog, bet(sale.lots[0], account, 1_000))
        .await
        .unwrap();
    assert!(is_accepted(&answer));
    // The room knows nothing of the lots that did not come.
    let (transaction, requests) = with_lots(&database, &sale, 10..15).await;
    rooms
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    journal_and_room_agree(&database, &rooms, &sale).await;
}

/// A bet that is on its way goes first, one that comes meanwhile waits; neither is lost, and no other room waits.
#[actix::test]
async fn bets_go_on_before_and_after() {
    let database = TestDatabase::create().await;
    slow_commits(&database).await;
    let rooms = rooms_with(
        &database,
        RoomSettings {
            journal: JournalSettings {
                heartbeat_every: Duration::from_millis(20),
                ..JournalSettings::default()
            },
            ..RoomSettings::default()
        },
    )
    .0;
    let sale = running(&database, &rooms).await;
    let other = running(&database, &rooms).await;
    let accounts = database.accounts(3).await;

    let lot_held = holding(&database, "select from lot_trade for update").await;
    let before = send_bet(&rooms, &sale, bet(sale.lots[0], accounts[0], 1_000));
    database
        .until(
            "select exists (select from pg_stat_activity where datname = current_database()
                and application_name = 'rooms-journal' and wait_event_type = 'Lock')",
        )
        .await;
    let (mut transaction, requests) = with_lots(&database, &sale, 10..13).await;
    sqlx::raw_sql("insert into dawdle values (1)")
        .execute(&mut *transaction)
        .await
        .unwrap();
    let commit_held = holding(&database, LET_WAIT).await;
    let within = send(&rooms, &sale, requests, transaction);
    let after = send_bet(&rooms, &sale, bet(sale.lots[0], accounts[1], 2_000));
    lot_held.close().await.unwrap();
    assert!(is_accepted(&before.await.unwrap().unwrap()));
    database.until(COMMIT_WAITS).await;

    // The room's row is locked now. Others are stored all the same, their signs of life too.
    assert!(!within.is_finished() && !after.is_finished());
    let beaten = "select heartbeat from catalog_trade where catalog_id = $1";
    let heartbeat = async || -> time::OffsetDateTime {
        sqlx::query_scalar(beaten)
            .bind(other.catalog)
            .fetch_one(&database.pool)
            .await
            .unwrap()
    };
    let bet_of_another = bet(other.lots[0], accounts[2], 1_000);
    assert!(is_accepted(
        &rooms.send(other.catalog, bet_of_another).await.unwrap()
    ));
    let first = heartbeat().await;
    while heartbeat().await == first {
        tokio::task::yield_now().await;
    }
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    assert!(
        rooms
            .snapshot(sale.catalog, Some(0))
            .await
            .unwrap()
            .lots
            .len()
            == 2,
        "nothing is shown before it is stored"
    );

    commit_held.close().await.unwrap();
    within.await.unwrap().unwrap();
    assert!(is_accepted(&after.await.unwrap().unwrap()));
    let order: Vec<String> = sqlx::query_scalar(
        "select k from room_command join unnest(array['place_bet', 'add_lot']) k on command ? k
         where catalog_id = $1 order by seq",
    )
    .bind(sale.catalog)
    .fetch_all(&database.pool)
    .await
    .unwrap();
    assert_eq!(
        order,
        ["place_bet", "add_lot", "add_lot", "add_lot", "place_bet"]
    );
    assert_eq!(count(&database, EPOCH).await, 1, "there was no outage");
    journal_and_room_agree(&database, &rooms, &sale).await;
}

#[actix::test]
async fn a_transaction_that_was_broken_before_is_rolled_back() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let account = database.account().await;

    for commands in [3, 0] {
        let (mut transaction, mut requests) = with_lots(&database, &sale, 10..13).await;
        sqlx::raw_sql("select 1 / 0")
            .execute(&mut *transaction)
            .await
            .unwrap_err();
        requests.truncate(commands);
        let broken = rooms.send_within(sale.catalog, requests, transaction).await;
        assert!(
            matches!(&broken, Err(WithinError::Database(sqlx::Error::Database(error)))
                if error.code().as_deref() == Some("25P02")),
            "{broken:?}"
        );
        assert_eq!(count(&database, NEW_LOTS).await, 0);
    }
    let answer = rooms
        .send(sale.catalog, bet(sale.lots[0], account, 1_000))
        .await
        .unwrap();
    assert!(is_accepted(&answer));
    assert_eq!(count(&database, EPOCH).await, 1);
}

#[actix::test]
async fn what_the_database_refuses_is_told_by_its_constraint() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let account = database.account().await;

    let (transaction, mut requests) = with_lots(&database, &sale, 10..13).await;
    requests.push(add(1_000_000, 20));
    let refused = rooms.send_within(sale.catalog, requests, transaction).await;
    assert!(
        matches!(&refused, Err(WithinError::Database(sqlx::Error::Database(error)))
            if error.constraint() == Some("lot_trade_lot_id_fkey")),
        "{refused:?}"
    );
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    let answer = rooms
        .send(sale.catalog, bet(sale.lots[0], account, 1_000))
        .await
        .unwrap();
    assert!(is_accepted(&answer));
    assert_eq!(
        count(&database, EPOCH).await,
        1,
        "the room is not read anew for it"
    );
    journal_and_room_agree(&database, &rooms, &sale).await;
}

/// The session is killed while it commits: nothing is stored, and whoever waits hears so.
#[actix::test]
async fn a_commit_that_was_cut_off_before_its_end_is_answered_as_not_stored() {
    let database = TestDatabase::create().await;
    slow_commits(&database).await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let account = database.account().await;

    let (mut transaction, requests) = with_lots(&database, &sale, 10..13).await;
    sqlx::raw_sql("insert into dawdle values (1)")
        .execute(&mut *transaction)
        .await
        .unwrap();
    let held = holding(&database, LET_WAIT).await;
    let within = send(&rooms, &sale, requests, transaction);
    database.until(COMMIT_WAITS).await;
    let waiting = send_bet(&rooms, &sale, bet(sale.lots[0], account, 1_000));
    sqlx::raw_sql(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query = 'COMMIT' and wait_event = 'advisory'",
    )
    .execute(&database.pool)
    .await
    .unwrap();
    let outcome = within.await.unwrap();
    assert!(matches!(
        outcome,
        Err(WithinError::Room(RoomError::Unavailable))
    ));
    held.close().await.unwrap();
    assert!(
        is_accepted(&waiting.await.unwrap().unwrap()),
        "it waited for the room to be read anew"
    );
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    journal_and_room_agree(&database, &rooms, &sale).await;
}

/// This side gives up waiting for the commit, which goes through.
#[actix::test]
async fn a_commit_in_doubt_that_went_through_is_answered_as_stored() {
    let database = TestDatabase::create().await;
    slow_commits(&database).await;
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
    )
    .0;
    let sale = running(&database, &rooms).await;

    let (mut transaction, requests) = with_lots(&database, &sale, 10..13).await;
    sqlx::raw_sql("insert into dawdle values (1)")
        .execute(&mut *transaction)
        .await
        .unwrap();
    let held = holding(&database, LET_WAIT).await;
    let within = send(&rooms, &sale, requests, transaction);
    database
        .until(
            "select exists (select from pg_stat_activity where datname = current_database()
                and wait_event_type = 'Lock' and query like 'update catalog_trade set epoch%')",
        )
        .await;
    assert!(!within.is_finished());
    held.close().await.unwrap();
    let answers = within
        .await
        .unwrap()
        .expect("it is stored, so it is answered");
    assert_eq!(answers.len(), 3);
    assert_eq!(count(&database, NEW_LOTS).await, 3);
    journal_and_room_agree(&database, &rooms, &sale).await;
}

#[actix::test]
async fn two_at_once_go_one_after_the_other() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let (first, to_add) = with_lots(&database, &sale, 10..40).await;
    let (second, to_add_too) = with_lots(&database, &sale, 40..70).await;
    let first = send(&rooms, &sale, to_add, first);
    let second = send(&rooms, &sale, to_add_too, second);
    assert_eq!(first.await.unwrap().unwrap().len(), 30);
    assert_eq!(second.await.unwrap().unwrap().len(), 30);
    assert_eq!(count(&database, NEW_LOTS).await, 60);

    // Of two that exclude each other the later is refused.
    let sale = SaleSetup::parallel(1).create(&database).await;
    let lot = LotId(sale.lots[0]);
    let remove = vec![Request::new(Command::RemoveLot { lot })];
    let withdraw = vec![Request::new(Command::WithdrawLot { lot })];
    let (one, other) = (
        database.pool.begin().await.unwrap(),
        database.pool.begin().await.unwrap(),
    );
    let removed = send(&rooms, &sale, remove, one);
    let withdrawn = send(&rooms, &sale, withdraw, other);
    assert!(removed.await.unwrap().is_ok());
    assert!(matches!(
        withdrawn.await.unwrap(),
        Err(WithinError::Refused {
            place: 0,
            refusal: Refusal::LotNotFound
        })
    ));
}

#[actix::test]
async fn a_caller_who_gives_up_stops_nothing() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let held = holding(&database, "select from catalog_trade for update").await;
    let (transaction, requests) = with_lots(&database, &sale, 10..13).await;
    let within = send(&rooms, &sale, requests, transaction);
    database
        .until(
            "select exists (select from pg_stat_activity where datname = current_database()
                and wait_event_type = 'Lock')",
        )
        .await;
    within.abort();
    assert!(within.await.unwrap_err().is_cancelled());
    held.close().await.unwrap();
    database
        .until("select count(*) = 3 from lot join lot_trade on lot_id = id where title_ru = 'Новый предмет'")
        .await;
    let (transaction, requests) = with_lots(&database, &sale, 20..21).await;
    rooms
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    journal_and_room_agree(&database, &rooms, &sale).await;
}

#[actix::test]
async fn a_room_that_somebody_else_owns_stores_nothing() {
    let database = TestDatabase::create().await;
    let first = rooms(&database);
    let sale = running(&database, &first).await;
    let account = database.account().await;
    let second = rooms(&database);
    second
        .send(sale.catalog, bet(sale.lots[0], account, 1_000))
        .await
        .unwrap();

    let (transaction, requests) = with_lots(&database, &sale, 10..13).await;
    let fenced = first.send_within(sale.catalog, requests, transaction).await;
    assert!(matches!(
        fenced,
        Err(WithinError::Room(RoomError::Unavailable))
    ));
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    let (transaction, requests) = with_lots(&database, &sale, 10..13).await;
    second
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    journal_and_room_agree(&database, &second, &sale).await;
}

#[actix::test]
async fn a_room_that_is_not_in_memory_is_brought_in_and_one_that_is_not_there_is_not_found() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = SaleSetup {
        state: CatalogState::Temporary,
        ..SaleSetup::classic(1)
    }
    .create(&database)
    .await;
    assert!(!rooms.is_loaded(sale.catalog));
    let (transaction, mut requests) = with_lots(&database, &sale, 10..13).await;
    requests.push(Request::new(Command::Schedule));
    let answers = rooms
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    assert_eq!(
        answers[3].catalog.state,
        CatalogState::Scheduled,
        "the last answer tells of all before it"
    );
    journal_and_room_agree(&database, &rooms, &sale).await;

    let (transaction, requests) = with_lots(&database, &sale, 20..23).await;
    let nowhere = rooms
        .send_within(sale.catalog + 1_000, requests, transaction)
        .await;
    assert!(matches!(
        nowhere,
        Err(WithinError::Room(RoomError::NotFound))
    ));
    assert_eq!(count(&database, NEW_LOTS).await, 3);
}

#[actix::test]
async fn commands_that_change_nothing_store_the_callers_rows_and_none_at_all_too() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let sale = running(&database, &rooms).await;
    let rename = async || {
        let mut transaction = database.pool.begin().await.unwrap();
        sqlx::query("update catalog set title = title || '.' where id = $1")
            .bind(sale.catalog)
            .execute(&mut *transaction)
            .await
            .unwrap();
        transaction
    };
    let nothing = || {
        Request::new(Command::ChangeLot {
            lot: LotId(sale.lots[0]),
            patch: LotPatch::default(),
        })
    };
    let requests = vec![nothing(), nothing()];
    rooms
        .send_within(sale.catalog, requests, rename().await)
        .await
        .unwrap();
    let none = rooms
        .send_within(sale.catalog, vec![], rename().await)
        .await
        .unwrap();
    assert!(none.is_empty());
    let renamed = count(
        &database,
        "select count(*) from catalog where title like '%..'",
    );
    assert_eq!(renamed.await, 1);
}

/// More callers wait for rooms that are read than the pool has connections: reading has some of its own.
#[actix::test]
async fn callers_who_hold_every_connection_do_not_keep_rooms_from_being_read() {
    let database = TestDatabase::create().await;
    let rooms = rooms(&database);
    let mut sent = Vec::new();
    for _ in 0..database.pool.options().get_max_connections() {
        let sale = SaleSetup::parallel(1).create(&database).await;
        sent.push((sale, None));
    }
    for (_, transaction) in &mut sent {
        *transaction = Some(database.pool.begin().await.unwrap());
    }
    let sent: Vec<_> = sent
        .into_iter()
        .map(|(sale, transaction)| {
            let start = vec![Request::new(Command::Start)];
            send(&rooms, &sale, start, transaction.unwrap())
        })
        .collect();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
}

#[actix::test]
async fn ten_thousand_lots_come_in_one_go() {
    let database = TestDatabase::create().await;
    let (rooms, bus) = rooms_with(&database, RoomSettings::default());
    let sale = running(&database, &rooms).await;
    let (transaction, requests) = with_lots(&database, &sale, 100..10_100).await;
    let answers = rooms
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    assert_eq!(answers.len(), 10_000);
    assert_eq!(count(&database, NEW_LOTS).await, 10_000);
    let journalled = "select count(*) from room_command where command ? 'add_lot'";
    assert_eq!(count(&database, journalled).await, 10_000);
    bus.until("every lot once", |bus| bus.lots().len() >= 10_000)
        .await;
    journal_and_room_agree(&database, &rooms, &sale).await;
}
