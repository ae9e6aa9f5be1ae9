//! Several callers at once, callers who give up, and connections that run out.

use super::{NEW_LOTS, assert_journal_and_room_agree, enter_lots, post_within, with_lots};
use crate::harness::{Hold, Process, count};
use domain::{Command, LotId, Refusal};
use room_server::{
    Request, WithinError,
    testing::{SaleSetup, TestDatabase},
};

#[actix::test]
async fn two_callers_are_served_one_after_the_other() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let (first, to_add) = with_lots(&database, &sale, 10..40).await;
    let (second, to_add_too) = with_lots(&database, &sale, 40..70).await;
    let first = post_within(&process, &sale, to_add, first);
    let second = post_within(&process, &sale, to_add_too, second);
    assert_eq!(first.await.unwrap().unwrap().len(), 30);
    assert_eq!(second.await.unwrap().unwrap().len(), 30);
    assert_eq!(count(&database, NEW_LOTS).await, 60);
}

#[actix::test]
async fn of_two_commands_that_exclude_each_other_the_later_is_refused() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::parallel(1).create(&database).await;
    let lot = LotId(sale.lots[0]);
    let remove = vec![Request::new(Command::RemoveLot { lot })];
    let withdraw = vec![Request::new(Command::WithdrawLot { lot })];
    let (one, other) = (
        database.pool.begin().await.unwrap(),
        database.pool.begin().await.unwrap(),
    );
    let removed = post_within(&process, &sale, remove, one);
    let withdrawn = post_within(&process, &sale, withdraw, other);
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
async fn a_caller_who_gives_up_cancels_nothing() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let held = Hold::room(&database, &sale).await;
    let (transaction, requests) = with_lots(&database, &sale, 10..13).await;
    let within = post_within(&process, &sale, requests, transaction);
    database
        .until(
            "select exists (select from pg_stat_activity where datname = current_database()
                and wait_event_type = 'Lock')",
        )
        .await;
    within.abort();
    assert!(within.await.unwrap_err().is_cancelled());
    held.release().await;
    database
        .until(
            "select count(*) = 3 from lot join lot_trade on lot_id = id
             where title_ru = 'Новый предмет'",
        )
        .await;
    enter_lots(&database, &process, &sale, 20..21).await;
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

#[actix::test]
async fn callers_who_hold_every_connection_do_not_keep_rooms_from_loading() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let mut sales = Vec::new();
    for _ in 0..database.pool.options().get_max_connections() {
        sales.push(SaleSetup::parallel(1).create(&database).await);
    }
    let mut transactions = Vec::new();
    for _ in &sales {
        transactions.push(database.pool.begin().await.unwrap());
    }
    let sent: Vec<_> = sales
        .iter()
        .zip(transactions)
        .map(|(sale, transaction)| {
            let start = vec![Request::new(Command::Start)];
            post_within(&process, sale, start, transaction)
        })
        .collect();
    for sent in sent {
        sent.await.unwrap().unwrap();
    }
}
