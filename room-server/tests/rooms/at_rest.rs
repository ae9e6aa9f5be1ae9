//! What is read, loaded and deleted of rooms that are not in memory.

use crate::harness::{Process, count};
use clock::Clock;
use domain::{Command, LotState};
use room_server::{
    Request, journal,
    testing::{SaleSetup, TestDatabase, bet},
};

#[actix::test]
async fn a_room_that_is_not_in_memory_is_shown_as_it_was() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let parallel = process.running(&database, 3).await;
    let first = process.ask(&parallel, bet(parallel.lots[0], account, 1_000));
    let seen = first.await.unwrap().lot.as_ref().unwrap().version;
    let second = process.ask(&parallel, bet(parallel.lots[1], account, 2_000));
    let newest = second.await.unwrap().lot.as_ref().unwrap().version;
    let classic = SaleSetup::classic(2).create(&database).await;
    process.start_sale(&classic).await;
    let started = process.snapshot(classic.catalog, None).await.unwrap();
    drop(process);

    let process = Process::start(&database);
    let lots = async |catalog, since| -> Vec<i64> {
        let snapshot = process.snapshot(catalog, since).await.unwrap();
        let lots = snapshot
            .lots
            .iter()
            .map(|lot| serde_json::from_str::<serde_json::Value>(lot.as_str()).unwrap());
        lots.map(|lot| lot["lotId"].as_i64().unwrap()).collect()
    };
    assert_eq!(lots(parallel.catalog, None).await, parallel.lots[..2]);
    assert_eq!(
        lots(parallel.catalog, Some(seen)).await,
        parallel.lots[1..2]
    );
    assert_eq!(lots(classic.catalog, None).await, classic.lots[..1]);

    let shown = process.lot(parallel.catalog, parallel.lots[1]).await;
    let shown = shown.unwrap().expect("the lot is in the sale");
    assert_eq!((shown.version, shown.state), (newest, LotState::InProcess));
    assert_eq!(shown.leading_bet.map(|bet| bet.value), Some(2_000));
    let elsewhere = process.lot(classic.catalog, parallel.lots[1]).await;
    assert_eq!(elsewhere.unwrap(), None);

    let mut versions = journal::versions(&database.pool, &[parallel.catalog, classic.catalog])
        .await
        .unwrap();
    versions.sort_unstable();
    assert_eq!(
        versions,
        [
            (parallel.catalog, newest),
            (classic.catalog, started.catalog.version)
        ]
    );
    assert!(
        !process.is_loaded(parallel.catalog),
        "reading loads nothing"
    );
}

#[actix::test]
async fn a_new_process_loads_the_rooms_with_something_due() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let unattended = SaleSetup::classic(1).create(&database).await;
    let over = process.running(&database, 1).await;
    let cancelled = process.ask(&over, Request::new(Command::Cancel)).await;
    assert!(cancelled.unwrap().result.is_ok());
    let running = process.running(&database, 1).await;
    drop(process);

    let process = Process::start(&database);
    assert_eq!(process.boot().await.unwrap(), 1);
    database
        .until("select exists (select from room_command where command ? 'recover')")
        .await;
    assert!(process.is_loaded(running.catalog));
    assert!(!process.is_loaded(over.catalog) && !process.is_loaded(unattended.catalog));
}

#[actix::test]
async fn addresses_of_a_period_are_deleted_a_bounded_number_at_a_time() {
    let database = TestDatabase::create().await;
    let accounts = database.accounts(2).await;
    let process = Process::start(&database);
    let sale = process.running(&database, 3).await;
    for (lot, account) in [(0, 0), (1, 1), (2, 0)] {
        let request = Request {
            address: Some("192.0.2.7".into()),
            ..bet(sale.lots[lot], accounts[account], 1_000)
        };
        process.ask(&sale, request).await.unwrap();
    }
    database
        .execute(format!(
            "update room_command set at = at - interval '1 year' where command -> 'place_bet' ->> 'lot' = '{}'",
            sale.lots[0]
        ))
        .await;
    let addresses = "select count(*) from room_command where address is not null";
    assert_eq!(count(&database, addresses).await, 3);

    let now = Clock::default().now();
    let (since, before) = (
        now - time::Duration::hours(1),
        now + time::Duration::hours(1),
    );
    let forget = async |limit| {
        journal::forget_addresses(&database.pool, since, before, limit)
            .await
            .unwrap()
    };
    assert_eq!(forget(1).await, 1);
    assert_eq!(forget(10).await, 1);
    assert_eq!(forget(10).await, 0);
    assert_eq!(count(&database, addresses).await, 1, "the older one stays");
}
