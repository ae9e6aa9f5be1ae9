//! The journal leads to the room's state and to its projections.

use crate::harness::{Process, count};
use clock::Clock;
use domain::{Command, LotId, Revoker};
use room_server::{
    Request, journal,
    testing::{SaleSetup, TestDatabase, bet, order},
};

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
    let process = Process::start(&database);
    let [one, two, three] = sale.lots[..] else {
        panic!("three lots")
    };
    let revoke = |lot| Command::Revoke {
        lot: LotId(lot),
        by: Revoker::Auctioneer,
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
        Request::new(Command::Sell {
            lot: None,
            take: Vec::new(),
            bet: None,
        }),
        Request::new(Command::Next { lot: None }),
        bet(two, accounts[3], 800),
        Request::new(Command::Next { lot: None }),
        Request::new(Command::WithdrawLot { lot: LotId(two) }),
        bet(three, accounts[0], 4_000),
        Request::new(Command::Previous),
    ];
    for request in history {
        process.ask(&sale, request).await.unwrap();
    }
    drop(process);

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
        let view = loaded.room.lot_view(LotId(*lot)).unwrap();
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
        let state = loaded.room.lot(LotId(*lot)).unwrap();
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

    // Loaded from a snapshot, it is the same room.
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
