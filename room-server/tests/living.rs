//! A room's life: order, idempotency, replay, timers, recovery, leaving memory.

use clock::Clock;
use domain::{CatalogPatch, CatalogState, Command, LotState, Outcome, Refusal};
use room_server::{
    Answer, Idempotency, JournalSettings, Payload, Request, RoomError, RoomSettings, Rooms,
    instant, journal,
    ports::{Bus, OneMachine},
    setup::seed_history,
    testing::{Recorder, SaleSetup, TestDatabase, bet, is_accepted, order},
    wire::{CatalogStatusUpdate, LotUpdate},
};
use std::{
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

fn rooms(database: &TestDatabase) -> (Rooms, Arc<Recorder>) {
    rooms_with(database, RoomSettings::default())
}

fn rooms_with(database: &TestDatabase, settings: RoomSettings) -> (Rooms, Arc<Recorder>) {
    let bus = Arc::new(Recorder::default());
    (
        Rooms::start(
            database.pool.clone(),
            bus.clone(),
            Arc::new(OneMachine),
            Clock::default(),
            settings,
        ),
        bus,
    )
}

fn keyed(request: Request, key: &str, body: u8) -> Request {
    Request {
        idempotency: Some(Idempotency {
            key: key.into(),
            request_hash: [body; 32],
        }),
        ..request
    }
}

async fn count(database: &TestDatabase, question: &'static str) -> i64 {
    sqlx::query_scalar(question)
        .fetch_one(&database.pool)
        .await
        .expect("the question is one")
}

#[actix::test]
async fn sixty_four_bidders_on_one_lot_keep_order_and_versions() {
    let database = TestDatabase::create().await;
    let (rooms, bus) = rooms(&database);
    let sale = SaleSetup::parallel(1).create(&database).await;
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .unwrap();
    let lot = sale.lots[0];

    let bidders = database.accounts(64).await.into_iter().map(|account| {
        let (rooms, catalog) = (rooms.clone(), sale.catalog);
        actix::spawn(async move {
            let mut accepted = Vec::new();
            for _ in 0..10 {
                let minimum = rooms.lot(catalog, lot).await.unwrap().unwrap().min_bet;
                let answer = rooms
                    .send(catalog, bet(lot, account, minimum))
                    .await
                    .unwrap();
                if is_accepted(&answer) {
                    accepted.push(answer);
                }
            }
            accepted
        })
    });
    let mut accepted: Vec<Arc<Answer>> = Vec::new();
    for bidder in bidders.collect::<Vec<_>>() {
        accepted.extend(bidder.await.unwrap());
    }
    accepted.sort_by_key(|answer| answer.bet.as_ref().unwrap().id);
    assert!(accepted.len() >= 10);

    let stored: Vec<(i64, i64)> = sqlx::query_as("select id, value from bet order by id")
        .fetch_all(&database.pool)
        .await
        .unwrap();
    let answered: Vec<_> = accepted
        .iter()
        .map(|answer| answer.bet.as_ref().unwrap())
        .map(|bet| (bet.id, bet.value))
        .collect();
    assert_eq!(
        answered, stored,
        "every answered bet is stored, none besides"
    );
    assert!(
        stored.windows(2).all(|pair| pair[0].1 < pair[1].1),
        "values rise"
    );
    let versions: Vec<_> = accepted
        .iter()
        .map(|answer| answer.lot.as_ref().unwrap().version)
        .collect();
    assert!(
        versions.windows(2).all(|pair| pair[0] < pair[1]),
        "versions rise with the bets"
    );
    let times: Vec<_> = accepted
        .iter()
        .map(|answer| answer.bet.as_ref().unwrap().created)
        .collect();
    assert!(times.is_sorted());

    let published: Vec<_> = bus.lots().into_iter().map(|lot| lot.version).collect();
    assert!(
        published.windows(2).all(|pair| pair[0] < pair[1]),
        "updates are published in the order of versions"
    );
    assert_eq!(
        published.last(),
        versions.last(),
        "and the last one is the newest state"
    );
    let participants = count(&database, "select count(distinct number) from participant").await;
    assert_eq!(
        participants,
        count(&database, "select count(distinct account_id) from bet").await
    );
}

#[actix::test]
async fn a_repeated_key_gets_the_first_answer_and_places_nothing() {
    let database = TestDatabase::create().await;
    let sale = SaleSetup::parallel(1).create(&database).await;
    let lot = sale.lots[0];
    let accounts = database.accounts(2).await;
    let (rooms, _bus) = rooms(&database);
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .unwrap();
    let ask = |rooms: &Rooms, request: Request| {
        let (rooms, catalog) = (rooms.clone(), sale.catalog);
        async move { rooms.send(catalog, request).await }
    };

    // In flight: all at once.
    let twins = futures_util::future::join_all(
        (0..8).map(|_| ask(&rooms, keyed(bet(lot, accounts[0], 1_000), "a", 1))),
    )
    .await;
    let first = twins[0].clone().unwrap();
    assert_eq!(first.result, Ok(Outcome::Success));
    assert!(twins.iter().all(|twin| twin.as_deref() == Ok(&*first)));

    // Afterwards; and somebody else's same key is another.
    ask(&rooms, keyed(bet(lot, accounts[1], 2_000), "a", 1))
        .await
        .unwrap();
    let later = ask(&rooms, keyed(bet(lot, accounts[0], 1_000), "a", 1))
        .await
        .unwrap();
    assert_eq!(later, first);
    // Refusals are remembered.
    let refused = ask(&rooms, keyed(bet(lot, accounts[0], 1_500), "b", 2))
        .await
        .unwrap();
    assert_eq!(refused.result, Err(Refusal::AnotherBetLeads));
    assert_eq!(
        ask(&rooms, keyed(bet(lot, accounts[0], 1_500), "b", 2))
            .await
            .unwrap(),
        refused
    );
    // Another body is not a repetition.
    let other = ask(&rooms, keyed(bet(lot, accounts[0], 9_000), "a", 9)).await;
    assert_eq!(other, Err(RoomError::KeyReused));
    assert_eq!(count(&database, "select count(*) from bet").await, 2);

    // Another process, the same answers.
    rooms.stop();
    let (rooms, _bus) = self::rooms(&database);
    assert_eq!(
        ask(&rooms, keyed(bet(lot, accounts[0], 1_000), "a", 1))
            .await
            .unwrap(),
        first
    );
    assert_eq!(
        ask(&rooms, keyed(bet(lot, accounts[0], 1_500), "b", 2))
            .await
            .unwrap(),
        refused
    );
    assert_eq!(
        ask(&rooms, keyed(bet(lot, accounts[0], 9_000), "a", 9)).await,
        Err(RoomError::KeyReused)
    );

    // A day later the key is free.
    rooms.stop();
    sqlx::query("update room_command set at = at - interval '24 hours 1 second' where idempotency_key is not null")
        .execute(&database.pool)
        .await
        .unwrap();
    let (rooms, _bus) = self::rooms(&database);
    let anew = ask(&rooms, keyed(bet(lot, accounts[0], 9_000), "a", 9))
        .await
        .unwrap();
    assert_eq!(anew.result, Ok(Outcome::Success));
    assert_eq!(count(&database, "select count(*) from bet").await, 3);
}

#[actix::test]
async fn the_journal_replays_to_what_was_shown_and_projected() {
    let database = TestDatabase::create().await;
    let sale = SaleSetup {
        lots: vec![(100, Some(500)), (0, None), (1_000, None)],
        ..SaleSetup::classic(3)
    }
    .create(&database)
    .await;
    let accounts = database.accounts(4).await;
    let (rooms, _bus) = rooms(&database);
    let [one, two, three] = sale.lots[..] else {
        panic!("three lots")
    };
    let revoke = |lot| Command::Revoke {
        lot: domain::LotId(lot),
        by: domain::Revoker::Auctioneer,
        entitled: true,
    };
    let history = vec![
        bet(two, accounts[0], 100),
        order(one, accounts[1], 900),
        order(three, accounts[2], 5_000),
        Request::new(Command::Start),
        bet(one, accounts[0], 700),
        order(one, accounts[3], 2_000),
        Request::new(revoke(one)),
        bet(one, accounts[0], 1_500),
        Request::new(Command::Sell { lot: None }),
        Request::new(Command::Next { lot: None }),
        bet(two, accounts[3], 800),
        Request::new(Command::Next { lot: None }),
        Request::new(Command::WithdrawLot {
            lot: domain::LotId(two),
        }),
        bet(three, accounts[0], 4_000),
        Request::new(Command::Previous),
    ];
    for request in history {
        rooms.send(sale.catalog, request).await.unwrap();
    }
    rooms.stop();

    let mut connection = database.pool.acquire().await.unwrap();
    let now = Clock::default().timestamp();
    let loaded = journal::load(&mut connection, sale.catalog, None, now)
        .await
        .unwrap();
    let head = loaded.room.catalog_view();
    let (version, state, current): (i64, i16, Option<i64>) =
        sqlx::query_as("select version, state, current_lot_id from catalog_trade")
            .fetch_one(&mut *connection)
            .await
            .unwrap();
    assert_eq!(
        (version, state, current),
        (
            head.version,
            head.state.number(),
            head.current_lot.map(|lot| lot.0)
        )
    );
    for lot in &sale.lots {
        let view = loaded.room.lot_view(domain::LotId(*lot)).unwrap();
        let row: (i64, i16, Option<i64>, i32, i64, Option<i64>) = sqlx::query_as(
            "select version, state, leading_value, bets_count, min_bet, leading_account_id from lot_trade where lot_id = $1",
        )
        .bind(lot)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
        let leading = view.leading.as_ref();
        assert_eq!(
            row,
            (
                view.version,
                view.state.number(),
                leading.map(|leading| leading.value.0),
                view.bets_count as i32,
                view.min_bet.0,
                leading
                    .and_then(|leading| leading.by.user())
                    .map(|user| user.0),
            )
        );
        let standing: Vec<i64> = sqlx::query_scalar(
            "select value from bet where lot_id = $1 and revoked is null order by id",
        )
        .bind(lot)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
        let state = loaded.room.lot(domain::LotId(*lot)).unwrap();
        assert_eq!(
            standing,
            state
                .bets()
                .iter()
                .map(|bet| bet.value.0)
                .collect::<Vec<_>>()
        );
        let orders: Vec<(i64, i64)> = sqlx::query_as(
            "select account_id, value from absentee_order where lot_id = $1 order by account_id",
        )
        .bind(lot)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
        let expected: Vec<_> = state
            .orders()
            .iter()
            .map(|(user, order)| (user.0, order.maximum().0))
            .collect();
        assert_eq!(orders, expected);
    }
    assert!(
        count(
            &database,
            "select count(*) from bet where revoked is not null"
        )
        .await
            > 0
    );

    // From a snapshot it is the same room.
    drop(connection);
    let state = serde_json::to_string(&loaded.room).unwrap();
    journal::keep_snapshot(&database.pool, sale.catalog, loaded.seq, &state)
        .await
        .unwrap();
    let mut connection = database.pool.acquire().await.unwrap();
    let again = journal::load(&mut connection, sale.catalog, None, now)
        .await
        .unwrap();
    assert_eq!((again.room, again.snapshot_seq), (loaded.room, loaded.seq));
}

#[actix::test]
async fn after_a_night_down_open_lots_get_their_grace_and_nothing_is_hammered() {
    let database = TestDatabase::create().await;
    let now = Clock::default().timestamp();
    let setup = SaleSetup {
        start: now.minus_ms(7_200_000),
        end: Some(now.minus_ms(3_600_000)),
        ..SaleSetup::parallel(2)
    };
    let sale = setup.create(&database).await;
    let accounts = database.accounts(2).await;
    let mut connection = database.pool.acquire().await.unwrap();
    let at = |ms| now.minus_ms(ms);
    let history = vec![
        (at(7_000_000), Request::new(Command::Start)),
        (at(5_000_000), bet(sale.lots[0], accounts[0], 1_000)),
    ];
    let answers = seed_history(&mut connection, sale.catalog, history)
        .await
        .unwrap();
    assert_eq!(answers[1].result, Ok(Outcome::Success));
    drop(connection);
    assert_eq!(
        count(
            &database,
            "select count(*) from outbox where topic = 'notify'"
        )
        .await,
        0,
        "history is not news"
    );

    // Its last sign of life is the bet; the end came while it was down.
    let (rooms, bus) = rooms(&database);
    assert_eq!(rooms.boot().await.unwrap(), 1);
    bus.until("new ends", |bus| bus.lots().len() >= 2).await;
    for lot in bus.lots() {
        assert_eq!(lot.state, LotState::InProcess);
        assert!(lot.end_trade_time.unwrap().0 >= now.plus_ms(300_000));
    }
    let answer = rooms
        .send(sale.catalog, bet(sale.lots[0], accounts[1], 2_000))
        .await
        .unwrap();
    assert_eq!(answer.result, Ok(Outcome::Success));
}

#[actix::test]
async fn what_fell_due_after_the_last_heartbeat_but_before_the_load_runs_at_the_load() {
    let database = TestDatabase::create().await;
    let now = Clock::default().timestamp();
    let setup = SaleSetup {
        start: now.minus_ms(7_200_000),
        end: Some(now.minus_ms(3_600_000)),
        ..SaleSetup::parallel(2)
    };
    let sale = setup.create(&database).await;
    let account = database.account().await;
    let mut connection = database.pool.acquire().await.unwrap();
    let history = vec![
        (now.minus_ms(7_000_000), Request::new(Command::Start)),
        (now.minus_ms(5_000_000), bet(sale.lots[0], account, 1_000)),
    ];
    seed_history(&mut connection, sale.catalog, history)
        .await
        .unwrap();
    drop(connection);
    // It was alive when its lots ended, and died before it could say so.
    sqlx::query("update catalog_trade set heartbeat = $1")
        .bind(instant::datetime(now.minus_ms(3_500_000)))
        .execute(&database.pool)
        .await
        .unwrap();
    let (rooms, bus) = rooms(&database);
    rooms.boot().await.unwrap();
    bus.until("the end", |bus| {
        bus.catalogs()
            .last()
            .is_some_and(|catalog| catalog.state == CatalogState::Completed)
    })
    .await;
    let states: Vec<(i16, bool)> = sqlx::query_as(
        "select state, end_trade_time >= to_timestamp($1) from lot_trade order by lot_id",
    )
    .bind(now.0 as f64 / 1000.0)
    .fetch_all(&database.pool)
    .await
    .unwrap();
    assert_eq!(
        states,
        [
            (LotState::Sold.number(), true),
            (LotState::NotSold.number(), true)
        ]
    );
    database.until("select exists (select from outbox where topic = 'notify' and payload->>'kind' = 'lot_won')").await;
}

#[actix::test]
async fn a_sale_that_should_have_started_during_an_outage_starts_when_it_is_over() {
    let database = TestDatabase::create().await;
    let before = Clock::default().timestamp();
    let setup = SaleSetup {
        start: before.minus_ms(28_800_000),
        auto_start: true,
        ..SaleSetup::classic(3)
    };
    let sale = setup.create(&database).await;
    let (rooms, bus) = rooms(&database);
    assert_eq!(rooms.boot().await.unwrap(), 1);
    bus.until("the start", |bus| !bus.lots().is_empty()).await;
    let shown = rooms.snapshot(sale.catalog, None).await.unwrap().catalog;
    assert_eq!(
        (shown.state, shown.current_lot_id),
        (CatalogState::InProcess, Some(sale.lots[0])),
        "one lot opens, and none is hammered that nobody could bid on"
    );
    let opened = bus.lots()[0].clone();
    assert_eq!(opened.lot_id, sale.lots[0]);
    assert!(opened.start_trade_time.unwrap().0 >= before);
    assert!(opened.end_trade_time.unwrap().0 >= before.plus_ms(30_000));
}

/// A bus that stops the rooms' thread, and with it all that a process does of itself, where it publishes a lot.
#[derive(Default)]
struct Brake {
    recorder: Recorder,
    pulled: Mutex<Option<mpsc::Receiver<()>>>,
}

impl Brake {
    /// From the next lot on everything stands still, until the sender is dropped.
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
}

#[actix::test]
async fn a_process_that_stood_still_recovers_before_anything_is_hammered() {
    let database = TestDatabase::create().await;
    let bus = Arc::new(Brake::default());
    let settings = RoomSettings {
        journal: JournalSettings {
            standstill_after: Duration::from_secs(1),
            ..JournalSettings::default()
        },
        ..RoomSettings::default()
    };
    let rooms = Rooms::start(
        database.pool.clone(),
        bus.clone(),
        Arc::new(OneMachine),
        Clock::default(),
        settings,
    );
    let setup = SaleSetup {
        start: Clock::default().timestamp().plus_ms(600_000),
        auto_start: true,
        ..SaleSetup::classic(3)
    };
    let sale = setup.create(&database).await;
    let accounts = database.accounts(2).await;
    let patch = CatalogPatch {
        sale_timeout_s: Some(1),
        ..CatalogPatch::default()
    };
    for command in [Command::ChangeCatalog(Box::new(patch)), Command::Start] {
        let answer = rooms.send(sale.catalog, Request::new(command)).await;
        assert_eq!(answer.unwrap().result, Ok(Outcome::Success));
    }

    bus.recorder
        .until("the start", |bus| {
            bus.catalogs()
                .last()
                .is_some_and(|catalog| catalog.current_lot_id == Some(sale.lots[0]))
        })
        .await;

    let release = bus.pull();
    let answer = rooms
        .send(sale.catalog, bet(sale.lots[0], accounts[0], 1_000))
        .await
        .unwrap();
    assert_eq!(answer.result, Ok(Outcome::Success));
    // Its end comes and goes while nobody can be heard.
    database
        .until("select bool_or(end_trade_time + interval '1 second' < now()) from lot_trade")
        .await;
    let late = tokio::spawn({
        let (rooms, request) = (rooms.clone(), bet(sale.lots[0], accounts[1], 2_000));
        async move { rooms.send(sale.catalog, request).await }
    });
    let resumed = Clock::default().timestamp();
    drop(release);

    let late = late.await.unwrap().unwrap();
    assert_eq!(late.result, Ok(Outcome::Success));
    let end = late.lot.as_ref().unwrap().end_trade_time.unwrap().0;
    assert!(
        end >= resumed.plus_ms(60_000),
        "it gets the grace of an outage"
    );
}

#[actix::test]
async fn refused_commands_that_a_key_remembers_leave_no_long_tail() {
    let database = TestDatabase::create().await;
    let settings = RoomSettings {
        longest_tail: 10,
        ..RoomSettings::default()
    };
    let (rooms, _bus) = rooms_with(&database, settings);
    let sale = SaleSetup::parallel(1).create(&database).await;
    let account = database.account().await;
    for number in 0..25 {
        let request = keyed(bet(sale.lots[0], account, 15), &format!("key {number}"), 1);
        let answer = rooms.send(sale.catalog, request).await.unwrap();
        assert_eq!(answer.result, Err(Refusal::NotMultipleOf10));
    }
    database
        .until("select max(t.seq - s.seq) <= 10 from catalog_trade t join (select catalog_id, max(seq) as seq from room_snapshot group by 1) s using (catalog_id)")
        .await;
}

#[actix::test]
async fn a_scheduled_sale_starts_by_itself() {
    let database = TestDatabase::create().await;
    let setup = SaleSetup {
        start: Clock::default().timestamp().plus_ms(300),
        auto_start: true,
        ..SaleSetup::classic(2)
    };
    let sale = setup.create(&database).await;
    let (rooms, bus) = rooms(&database);
    assert_eq!(rooms.boot().await.unwrap(), 1);
    bus.until("the start", |bus| {
        bus.catalogs()
            .last()
            .is_some_and(|catalog| catalog.current_lot_id == Some(sale.lots[0]))
    })
    .await;
    let opened = bus.lots().last().unwrap().start_trade_time.unwrap().0;
    assert!(opened >= setup.start, "never early");
    database
        .until("select count(*) = 1 from catalog_trade where state = 1 and heartbeat is not null")
        .await;
}

#[actix::test]
async fn a_room_that_nobody_needs_leaves_memory_and_comes_back_as_it_was() {
    let database = TestDatabase::create().await;
    let settings = RoomSettings {
        idle_after: Duration::from_millis(30),
        snapshot_every: 1,
        ..RoomSettings::default()
    };
    let (rooms, bus) = rooms_with(&database, settings);
    bus.watch(true);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(2).await;
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .unwrap();
    let first = rooms
        .send(sale.catalog, bet(sale.lots[0], accounts[0], 1_000))
        .await
        .unwrap();
    let live = rooms.snapshot(sale.catalog, None).await.unwrap();
    assert!(rooms.is_loaded(sale.catalog), "it is watched");

    bus.watch(false);
    let gone = async {
        while rooms.is_loaded(sale.catalog) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), gone)
        .await
        .expect("it leaves");
    database
        .until("select exists (select from room_snapshot where seq > 0)")
        .await;
    let stored = rooms.snapshot(sale.catalog, None).await.unwrap();
    let plain = |snapshot: &room_server::RoomSnapshot| -> Vec<serde_json::Value> {
        let lots = snapshot
            .lots
            .iter()
            .map(|lot| serde_json::from_str(lot.as_str()).unwrap());
        lots.map(|mut lot: serde_json::Value| {
            lot.as_object_mut().unwrap().remove("serverTime");
            lot
        })
        .collect()
    };
    assert_eq!(
        plain(&stored),
        plain(&live),
        "the rows show what the room showed"
    );
    assert_eq!(stored.catalog.version, live.catalog.version);

    let second = rooms
        .send(sale.catalog, bet(sale.lots[0], accounts[1], 2_000))
        .await
        .unwrap();
    assert!(
        second.lot.as_ref().unwrap().version > first.lot.as_ref().unwrap().version,
        "versions go on"
    );
    let (one, two) = (first.bet.clone().unwrap(), second.bet.clone().unwrap());
    assert_eq!((two.id, two.participant), (one.id + 1, Some(2)));
}

#[actix::test]
async fn whoever_is_outbid_wins_or_loses_a_bet_is_told_once() {
    let database = TestDatabase::create().await;
    let (rooms, _bus) = rooms(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(3).await;
    let lot = sale.lots[0];
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .unwrap();
    for request in [
        bet(lot, accounts[0], 1_000),
        bet(lot, accounts[1], 2_000),
        order(lot, accounts[0], 3_000),
        bet(lot, accounts[2], 5_000),
        Request::new(Command::Revoke {
            lot: domain::LotId(lot),
            by: domain::Revoker::Admin,
            entitled: true,
        })
        .by(accounts[1]),
        Request::new(Command::Next { lot: None }),
    ] {
        rooms.send(sale.catalog, request).await.unwrap();
    }
    let told = told(&database).await;
    let expected = [
        ("outbid", accounts[0]),
        ("outbid", accounts[1]),
        ("absentee_overtaken", accounts[0]),
        ("bet_revoked", accounts[2]),
        ("lot_won", accounts[0]),
    ];
    assert_eq!(
        told.iter()
            .map(|(kind, account)| (kind.as_str(), *account))
            .collect::<Vec<_>>(),
        expected
    );
    let by: Option<i64> =
        sqlx::query_scalar("select revoked_by from bet where revoked is not null")
            .fetch_one(&database.pool)
            .await
            .unwrap();
    assert_eq!(by, Some(accounts[1]));
}

/// Of what people were to be told, in order: kind and account.
async fn told(database: &TestDatabase) -> Vec<(String, i64)> {
    sqlx::query_as(
        "select payload->>'kind', (payload->>'accountId')::bigint from outbox
         where topic = 'notify' and payload->>'accountId' is not null order by id",
    )
    .fetch_all(&database.pool)
    .await
    .unwrap()
}

#[actix::test]
async fn of_a_cancelled_sale_everybody_is_told_once() {
    let database = TestDatabase::create().await;
    let (rooms, _bus) = rooms(&database);
    let sale = SaleSetup::parallel(3).create(&database).await;
    let accounts = database.accounts(2).await;
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .unwrap();
    for lot in &sale.lots {
        let placed = rooms.send(sale.catalog, bet(*lot, accounts[0], 1_000));
        assert!(is_accepted(&placed.await.unwrap()));
    }
    rooms
        .send(sale.catalog, bet(sale.lots[0], accounts[1], 2_000))
        .await
        .unwrap();
    rooms
        .send(sale.catalog, Request::new(Command::Cancel))
        .await
        .unwrap();
    let told = told(&database).await;
    let expected = [
        ("outbid", accounts[0]),
        ("sale_cancelled", accounts[0]),
        ("sale_cancelled", accounts[1]),
    ];
    assert_eq!(
        told.iter()
            .map(|(kind, account)| (kind.as_str(), *account))
            .collect::<Vec<_>>(),
        expected
    );
    assert_eq!(
        count(
            &database,
            "select count(*) from outbox where payload->>'kind' = 'sale_cancelled' and payload->>'lotId' is null"
        )
        .await,
        2
    );
    // Of its start its subscribers hear, whoever they are.
    assert_eq!(
        count(
            &database,
            "select count(*) from outbox where payload->>'kind' = 'sale_started' and payload->>'accountId' is null"
        )
        .await,
        1
    );
}

#[actix::test]
async fn an_order_that_is_cancelled_again_is_told_of_again() {
    let database = TestDatabase::create().await;
    let (rooms, _bus) = rooms(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let account = database.account().await;
    // Orders before the sale are secret: nothing public changes.
    for _ in 0..2 {
        let placed = rooms.send(sale.catalog, order(sale.lots[0], account, 3_000));
        assert_eq!(placed.await.unwrap().result, Ok(Outcome::Success));
        let drop = Command::DropOrders {
            user: domain::UserId(account),
        };
        rooms.send(sale.catalog, Request::new(drop)).await.unwrap();
    }
    assert_eq!(
        count(
            &database,
            "select count(distinct key) from outbox where payload->>'kind' = 'order_cancelled'"
        )
        .await,
        2
    );
}

#[actix::test]
async fn whose_bet_is_revoked_is_not_told_besides_that_another_leads() {
    let database = TestDatabase::create().await;
    let (rooms, _bus) = rooms(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(2).await;
    let lot = sale.lots[0];
    for request in [
        order(lot, accounts[0], 3_000),
        order(lot, accounts[1], 5_000),
        Request::new(Command::Start),
        // The opening bids fall with the order that led, and the other one opens anew.
        Request::new(Command::Revoke {
            lot: domain::LotId(lot),
            by: domain::Revoker::Admin,
            entitled: true,
        }),
    ] {
        rooms.send(sale.catalog, request).await.unwrap();
    }
    let lot = rooms.lot(sale.catalog, lot).await.unwrap().unwrap();
    assert_eq!(lot.leading_bet.unwrap().user_id, Some(accounts[0]));
    let mut told: Vec<String> = told(&database)
        .await
        .into_iter()
        .filter(|(_, account)| *account == accounts[1])
        .map(|(kind, _)| kind)
        .collect();
    told.sort();
    assert_eq!(told, ["bet_revoked", "order_cancelled"]);
}

#[actix::test]
async fn more_commands_than_the_room_takes_are_refused_as_busy() {
    let database = TestDatabase::create().await;
    let (rooms, _bus) = rooms_with(
        &database,
        RoomSettings {
            waiting_limit: 4,
            ..RoomSettings::default()
        },
    );
    let sale = SaleSetup::parallel(1).create(&database).await;
    let accounts = database.accounts(32).await;
    rooms
        .send(sale.catalog, Request::new(Command::Start))
        .await
        .unwrap();
    let asked = accounts
        .iter()
        .map(|account| rooms.send(sale.catalog, bet(sale.lots[0], *account, 1_000)));
    let answers = futures_util::future::join_all(asked).await;
    let busy = answers
        .iter()
        .filter(|answer| **answer == Err(RoomError::Busy))
        .count();
    assert_eq!(busy, 28);
    assert_eq!(
        answers
            .iter()
            .flatten()
            .filter(|answer| is_accepted(answer))
            .count(),
        1
    );
    // Whoever was answered has left his place.
    assert!(is_accepted(
        &rooms
            .send(sale.catalog, bet(sale.lots[0], accounts[9], 5_000))
            .await
            .unwrap()
    ));
}

#[actix::test]
async fn a_catalog_without_a_room_is_not_found() {
    let database = TestDatabase::create().await;
    let (rooms, _bus) = rooms(&database);
    assert_eq!(
        rooms.send(77, Request::new(Command::Start)).await,
        Err(RoomError::NotFound)
    );
    assert_eq!(rooms.snapshot(77, None).await, Err(RoomError::NotFound));
}
