//! Leaving memory, coming back, and snapshots.

use crate::harness::{Process, calm, keyed};
use domain::Refusal;
use room_server::{
    RoomSettings, RoomSnapshot,
    testing::{SaleSetup, TestDatabase, bet},
};
use std::time::Duration;

/// Each lot as it is shown, without the time at which it was encoded.
fn shown(snapshot: &RoomSnapshot) -> Vec<serde_json::Value> {
    let lots = snapshot
        .lots
        .iter()
        .map(|lot| serde_json::from_str(lot.as_str()).unwrap());
    lots.map(|mut lot: serde_json::Value| {
        lot.as_object_mut().unwrap().remove("serverTime");
        lot
    })
    .collect()
}

#[actix::test]
async fn an_unused_room_leaves_memory_and_comes_back_as_it_was() {
    let database = TestDatabase::create().await;
    let settings = RoomSettings {
        idle_after: Duration::from_millis(30),
        snapshot_every: 1,
        ..calm()
    };
    let process = Process::start_with(&database, settings);
    process.bus.watch(true);
    let sale = SaleSetup::classic(1).create(&database).await;
    let accounts = database.accounts(2).await;
    process.start_sale(&sale).await;
    let first = process.ask(&sale, bet(sale.lots[0], accounts[0], 1_000));
    let first = first.await.unwrap();
    let live = process.snapshot(sale.catalog, None).await.unwrap();
    assert!(process.is_loaded(sale.catalog), "it is watched");

    process.bus.watch(false);
    let leaving = async {
        while process.is_loaded(sale.catalog) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), leaving)
        .await
        .expect("it leaves");
    database
        .until("select exists (select from room_snapshot where seq > 0)")
        .await;
    let stored = process.snapshot(sale.catalog, None).await.unwrap();
    assert_eq!(
        shown(&stored),
        shown(&live),
        "the rows show what the room showed"
    );
    assert_eq!(stored.catalog.version, live.catalog.version);

    let second = process.ask(&sale, bet(sale.lots[0], accounts[1], 2_000));
    let second = second.await.unwrap();
    assert!(
        second.lot.as_ref().unwrap().version > first.lot.as_ref().unwrap().version,
        "versions go on"
    );
    let (one, two) = (first.bet.clone().unwrap(), second.bet.clone().unwrap());
    assert_eq!((two.id, two.participant), (one.id + 1, Some(2)));
}

#[actix::test]
async fn refused_commands_with_keys_count_towards_the_next_snapshot() {
    let database = TestDatabase::create().await;
    let settings = RoomSettings {
        longest_tail: 10,
        ..calm()
    };
    let process = Process::start_with(&database, settings);
    let sale = SaleSetup::parallel(1).create(&database).await;
    let account = database.account().await;
    for number in 0..25 {
        let request = keyed(bet(sale.lots[0], account, 15), &format!("key {number}"), 1);
        let answer = process.ask(&sale, request).await.unwrap();
        assert_eq!(answer.result, Err(Refusal::NotMultipleOf10));
    }
    database
        .until(
            "select max(t.seq - s.seq) <= 10 from catalog_trade t
             join (select catalog_id, max(seq) as seq from room_snapshot group by 1) s using (catalog_id)",
        )
        .await;
}
