//! Whom a room notifies, and of what.

use crate::harness::{Hold, Process, WRITER_WAITS, count};
use domain::{Command, LotId, Outcome, Revoker, UserId};
use room_server::{
    Request,
    testing::{SaleSetup, TestDatabase, bet, is_accepted, order},
};

/// The notices enqueued for accounts, in order: kind and account.
async fn enqueued(database: &TestDatabase) -> Vec<(String, i64)> {
    sqlx::query_as(
        "select payload->>'kind', (payload->>'accountId')::bigint from outbox_job
         where topic = 'notify' and payload->>'accountId' is not null order by id, place",
    )
    .fetch_all(&database.pool)
    .await
    .unwrap()
}

fn revoke(lot: i64) -> Request {
    Request::new(Command::Revoke {
        lot: LotId(lot),
        by: Revoker::Admin,
        entitled: true,
    })
}

fn are(notices: &[(String, i64)]) -> Vec<(&str, i64)> {
    notices
        .iter()
        .map(|(kind, account)| (kind.as_str(), *account))
        .collect()
}

#[actix::test]
async fn outbidding_a_bet_above_an_overtaken_order_notifies_of_the_bet() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(2).await;
    let lot = sale.lots[0];
    process.start_sale(&sale).await;
    for request in [
        order(lot, accounts[0], 3_000),
        bet(lot, accounts[1], 5_000),
        bet(lot, accounts[0], 7_000),
        bet(lot, accounts[1], 9_000),
    ] {
        process.ask(&sale, request).await.unwrap();
    }
    let expected = [
        ("absentee_overtaken", accounts[0]),
        ("outbid", accounts[1]),
        ("outbid", accounts[0]),
    ];
    assert_eq!(are(&enqueued(&database).await), expected);
}

#[actix::test]
async fn an_order_that_waits_for_its_lot_is_not_overtaken() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(2).await;
    let lot = sale.lots[0];
    for request in [
        order(lot, accounts[0], 9_000),
        bet(lot, accounts[0], 1_000),
        bet(lot, accounts[1], 2_000),
    ] {
        process.ask(&sale, request).await.unwrap();
    }
    assert_eq!(are(&enqueued(&database).await), [("outbid", accounts[0])]);
}

#[actix::test]
async fn bidders_are_notified_once_when_they_are_outbid_lose_a_bet_or_win() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(3).await;
    let lot = sale.lots[0];
    process.start_sale(&sale).await;
    for request in [
        bet(lot, accounts[0], 1_000),
        bet(lot, accounts[1], 2_000),
        order(lot, accounts[0], 3_000),
        bet(lot, accounts[2], 5_000),
        revoke(lot).by(accounts[1]),
        Request::new(Command::Next { lot: None }),
    ] {
        process.ask(&sale, request).await.unwrap();
    }
    let expected = [
        ("outbid", accounts[0]),
        ("outbid", accounts[1]),
        ("absentee_overtaken", accounts[0]),
        ("bet_revoked", accounts[2]),
        ("lot_won", accounts[0]),
    ];
    assert_eq!(are(&enqueued(&database).await), expected);
    let prices: Vec<Option<i64>> = sqlx::query_scalar(
        "select (payload->>'value')::bigint from outbox_job
         where payload->>'kind' in ('outbid', 'absentee_overtaken') order by id, place",
    )
    .fetch_all(&database.pool)
    .await
    .unwrap();
    assert_eq!(prices, [Some(2_000), Some(2_200), Some(5_000)]);
    let by: Option<i64> =
        sqlx::query_scalar("select revoked_by from bet where revoked is not null")
            .fetch_one(&database.pool)
            .await
            .unwrap();
    assert_eq!(by, Some(accounts[1]));
}

#[actix::test]
async fn every_bidder_of_a_cancelled_sale_is_notified_once() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 3).await;
    let accounts = database.accounts(2).await;
    for lot in &sale.lots {
        let placed = process.ask(&sale, bet(*lot, accounts[0], 1_000));
        assert!(is_accepted(&placed.await.unwrap()));
    }
    let outbid = process.ask(&sale, bet(sale.lots[0], accounts[1], 2_000));
    assert!(is_accepted(&outbid.await.unwrap()));
    process
        .ask(&sale, Request::new(Command::Cancel))
        .await
        .unwrap();
    let expected = [
        ("outbid", accounts[0]),
        ("sale_cancelled", accounts[0]),
        ("sale_cancelled", accounts[1]),
    ];
    assert_eq!(are(&enqueued(&database).await), expected);
    let about_the_sale = "select count(*) from outbox_job
        where payload->>'kind' = 'sale_cancelled' and payload->>'lotId' is null";
    assert_eq!(count(&database, about_the_sale).await, 2);
    // The notice of the start is for all subscribers and names none.
    let to_subscribers = "select count(*) from outbox_job
        where payload->>'kind' = 'sale_started' and payload->>'accountId' is null";
    assert_eq!(count(&database, to_subscribers).await, 1);
}

#[actix::test]
async fn an_order_that_is_cancelled_twice_causes_two_notices() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let account = database.account().await;
    // Orders before the sale are secret, so the version that others see stays the same.
    for _ in 0..2 {
        let placed = process.ask(&sale, order(sale.lots[0], account, 3_000));
        assert_eq!(placed.await.unwrap().result, Ok(Outcome::Success));
        let drop = Command::DropOrders {
            user: UserId(account),
        };
        process.ask(&sale, Request::new(drop)).await.unwrap();
    }
    let cancelled =
        "select count(distinct key) from outbox_job where payload->>'kind' = 'order_cancelled'";
    assert_eq!(count(&database, cancelled).await, 2);
    let reasons = "select count(*) from outbox_job where payload->>'kind' = 'order_cancelled' and payload->'why' is not null";
    assert_eq!(count(&database, reasons).await, 2);
}

#[actix::test]
async fn the_leader_is_notified_even_if_the_room_was_loaded_since() {
    let database = TestDatabase::create().await;
    let accounts = database.accounts(2).await;
    let before = Process::start(&database);
    let sale = before.running(&database, 1).await;
    let led = before.ask(&sale, bet(sale.lots[0], accounts[0], 1_000));
    assert!(is_accepted(&led.await.unwrap()));
    let after = Process::start(&database);
    let overtaken = after.ask(&sale, bet(sale.lots[0], accounts[1], 2_000));
    assert!(is_accepted(&overtaken.await.unwrap()));
    assert_eq!(are(&enqueued(&database).await), [("outbid", accounts[0])]);
}

/// Bets and changes of several lots are stored together while an earlier batch is on its way.
#[actix::test]
async fn a_bet_on_one_lot_notifies_nobody_of_another_that_changed_in_the_same_batch() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::parallel(3).create(&database).await;
    process.start_sale(&sale).await;
    let accounts = database.accounts(3).await;
    for account in &accounts[..2] {
        let value = if *account == accounts[0] {
            1_000
        } else {
            2_000
        };
        let placed = process.ask(&sale, bet(sale.lots[0], *account, value));
        assert!(is_accepted(&placed.await.unwrap()));
    }
    let hold = Hold::lot(&database, sale.lots[2]).await;
    let sent = process.post(&sale, bet(sale.lots[2], accounts[0], 1_000));
    database.until(WRITER_WAITS).await;
    let revoked = process.post(&sale, revoke(sale.lots[0]).by(accounts[1]));
    let elsewhere = process.post(&sale, bet(sale.lots[1], accounts[2], 1_000));
    hold.release().await;
    for answer in [sent, revoked, elsewhere] {
        assert!(is_accepted(&answer.await.unwrap().unwrap()));
    }
    assert_eq!(
        are(&enqueued(&database).await),
        [("outbid", accounts[0]), ("bet_revoked", accounts[1])]
    );
}

#[actix::test]
async fn a_bidder_whose_bet_is_revoked_gets_no_outbid_notice_besides() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(2).await;
    let lot = sale.lots[0];
    for request in [
        order(lot, accounts[0], 3_000),
        order(lot, accounts[1], 5_000),
        Request::new(Command::Start),
        // The opening bids fall with the order that led, and the other order opens the bidding again.
        revoke(lot),
    ] {
        process.ask(&sale, request).await.unwrap();
    }
    let lot = process.lot(sale.catalog, lot).await.unwrap().unwrap();
    let number: i32 = sqlx::query_scalar("select number from participant where account_id = $1")
        .bind(accounts[0])
        .fetch_one(&database.pool)
        .await
        .unwrap();
    let leader = lot.leading_bet.unwrap().participant.unwrap();
    assert_eq!(i64::from(leader), i64::from(number));
    let mut notices: Vec<String> = enqueued(&database)
        .await
        .into_iter()
        .filter(|(_, account)| *account == accounts[1])
        .map(|(kind, _)| kind)
        .collect();
    notices.sort();
    assert_eq!(notices, ["bet_revoked", "order_cancelled"]);
}

#[actix::test]
async fn lots_that_open_are_told_with_those_that_join_them() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(3).create(&database).await;
    let (lots, account) = (&sale.lots, database.account().await);
    process.start_sale(&sale).await;
    let together = |with: Vec<LotId>| {
        Request::new(Command::Join {
            lot: LotId(lots[0]),
            with,
            choice: false,
        })
    };
    for request in [
        together(vec![LotId(lots[2])]),
        bet(lots[0], account, 1_000),
        // Both are sold, and come up again when the hammer is taken back.
        Request::new(Command::Next { lot: None }),
        Request::new(Command::Previous),
    ] {
        process.ask(&sale, request).await.unwrap();
    }
    let parallel = process.running(&database, 3).await;
    let opened: Vec<(i64, Vec<i64>)> = sqlx::query_as(
        "select (payload->>'catalogId')::bigint, array(select jsonb_array_elements_text(payload->'lotIds')::bigint)
         from outbox_job where payload->>'kind' = 'lots_opened' order by id, place",
    )
    .fetch_all(&database.pool)
    .await
    .unwrap();
    let expected = [
        (sale.catalog, vec![lots[0]]),
        (sale.catalog, vec![lots[2]]),
        (sale.catalog, vec![lots[1]]),
        (sale.catalog, vec![lots[0], lots[2]]),
        (parallel.catalog, parallel.lots.clone()),
    ];
    assert_eq!(opened, expected);
}
