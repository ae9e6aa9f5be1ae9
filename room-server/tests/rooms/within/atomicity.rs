//! All of the commands and rows are stored, or none.

use super::{
    EPOCH, NEW_LOTS, add, assert_journal_and_room_agree, assert_nothing_stored_and_room_goes_on,
    assert_rejected_by, enter_lots, with_lots,
};
use crate::harness::{Process, count};
use domain::{CatalogState, Command, LotId, LotNumber, LotPatch, Outcome, Refusal};
use room_server::{
    Request, RoomError, WithinError,
    testing::{SaleSetup, TestDatabase, bet, is_accepted},
};

#[actix::test]
async fn lots_enter_a_live_room_together_with_their_rows() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let account = database.account().await;

    let answers = enter_lots(&database, &process, &sale, 10..13).await;
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
        process
            .bus
            .until("the new lot", |bus| {
                bus.lots().iter().any(|shown| shown.lot_id == *lot)
            })
            .await;
    }
    let answer = process.ask(&sale, bet(lots[2], account, 500)).await;
    assert_eq!(answer.unwrap().result, Ok(Outcome::Success));
    let epoch = count(&database, EPOCH).await;
    assert_eq!(epoch, 1, "the room was not loaded again");
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

#[actix::test]
async fn ten_thousand_lots_enter_at_once() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let answers = enter_lots(&database, &process, &sale, 100..10_100).await;
    assert_eq!(answers.len(), 10_000);
    assert_eq!(count(&database, NEW_LOTS).await, 10_000);
    let journalled = "select count(*) from room_command where command ? 'add_lot'";
    assert_eq!(count(&database, journalled).await, 10_000);
    process
        .bus
        .until("every lot", |bus| bus.lots().len() >= 10_000)
        .await;
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

#[actix::test]
async fn one_refused_command_among_many_stores_nothing_and_leaves_the_room_as_it_was() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let account = database.account().await;
    let commands = "select count(*) from room_command";
    let journalled = count(&database, commands).await;

    let (transaction, mut requests) = with_lots(&database, &sale, 10..15).await;
    requests.push(Request::new(Command::ChangeLot {
        lot: LotId(sale.lots[0]),
        patch: LotPatch {
            number: Some(LotNumber(99)),
            ..LotPatch::default()
        },
    }));
    let refused = process
        .send_within(sale.catalog, requests, transaction)
        .await;
    assert!(matches!(
        refused,
        Err(WithinError::Refused {
            place: 5,
            refusal: Refusal::NotInThisState
        })
    ));
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    assert_eq!(count(&database, commands).await, journalled);
    assert_eq!(count(&database, EPOCH).await, 1);
    let answer = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert!(is_accepted(&answer.await.unwrap()));
    // The lots that did not enter left nothing behind, so the same numbers are free.
    enter_lots(&database, &process, &sale, 10..15).await;
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

#[actix::test]
async fn a_transaction_that_was_already_broken_is_rolled_back() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let account = database.account().await;

    for commands in [3, 0] {
        let (mut transaction, mut requests) = with_lots(&database, &sale, 10..13).await;
        sqlx::raw_sql("select 1 / 0")
            .execute(&mut *transaction)
            .await
            .unwrap_err();
        requests.truncate(commands);
        let broken = process
            .send_within(sale.catalog, requests, transaction)
            .await;
        assert!(
            matches!(&broken, Err(WithinError::Database(sqlx::Error::Database(error)))
                if error.code().as_deref() == Some("25P02")),
            "{broken:?}"
        );
        assert_eq!(count(&database, NEW_LOTS).await, 0);
    }
    let answer = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert!(is_accepted(&answer.await.unwrap()));
    assert_eq!(count(&database, EPOCH).await, 1);
}

#[actix::test]
async fn a_command_that_the_database_rejects_is_answered_with_the_constraint() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;

    let (transaction, mut requests) = with_lots(&database, &sale, 10..13).await;
    let unknown_lot = 1_000_000;
    requests.push(add(unknown_lot, 20));
    let rejected = process
        .send_within(sale.catalog, requests, transaction)
        .await;
    assert_rejected_by(&rejected, "lot_trade_lot_id_fkey");
    assert_nothing_stored_and_room_goes_on(&database, &process, &sale).await;
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

#[actix::test]
async fn rows_are_stored_even_if_their_commands_change_nothing_or_there_are_none() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
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
    process
        .send_within(sale.catalog, requests, rename().await)
        .await
        .unwrap();
    let none = process
        .send_within(sale.catalog, vec![], rename().await)
        .await
        .unwrap();
    assert!(none.is_empty());
    let renamed = "select count(*) from catalog where title like '%..'";
    assert_eq!(count(&database, renamed).await, 1);
}

#[actix::test]
async fn a_room_that_is_not_in_memory_is_loaded_and_a_missing_one_is_not_found() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup {
        state: CatalogState::Temporary,
        ..SaleSetup::classic(1)
    }
    .create(&database)
    .await;
    assert!(!process.is_loaded(sale.catalog));
    let (transaction, mut requests) = with_lots(&database, &sale, 10..13).await;
    requests.push(Request::new(Command::Schedule));
    let answers = process
        .send_within(sale.catalog, requests, transaction)
        .await
        .unwrap();
    assert_eq!(answers[3].catalog.state, CatalogState::Scheduled);
    assert_journal_and_room_agree(&database, &process, &sale).await;

    let (transaction, requests) = with_lots(&database, &sale, 20..23).await;
    let nowhere = process
        .send_within(sale.catalog + 1_000, requests, transaction)
        .await;
    assert!(
        matches!(nowhere, Err(WithinError::Room(RoomError::NotFound))),
        "{:?}",
        nowhere.err()
    );
    assert_eq!(count(&database, NEW_LOTS).await, 3);
}

#[actix::test]
async fn a_room_that_another_process_owns_stores_nothing() {
    let database = TestDatabase::create().await;
    let first = Process::start(&database);
    let sale = first.running(&database, 2).await;
    let account = database.account().await;
    let second = Process::start(&database);
    second
        .ask(&sale, bet(sale.lots[0], account, 1_000))
        .await
        .unwrap();

    let (transaction, requests) = with_lots(&database, &sale, 10..13).await;
    let fenced = first.send_within(sale.catalog, requests, transaction).await;
    assert!(matches!(
        fenced,
        Err(WithinError::Room(RoomError::Unavailable))
    ));
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    enter_lots(&database, &second, &sale, 10..13).await;
    assert_journal_and_room_agree(&database, &second, &sale).await;
}
