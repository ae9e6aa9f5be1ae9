//! Leaving memory, coming back, and snapshots.

use crate::harness::{Hold, Process, WRITER_WAITS, calm, keyed};
use domain::{Command, Outcome, Refusal};
use room_server::{
    CommandPriority, Payload, Request, RoomSettings, RoomSnapshot,
    ports::Bus,
    testing::{Sale, SaleSetup, TestDatabase, bet, is_accepted},
};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use wire::{CatalogStatusUpdate, LotUpdate};

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
    process.until_left(&sale).await;
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

/// Counts how often rooms ask whether anybody watches them: each time is a moment when they might leave.
#[derive(Default)]
struct Asked(AtomicUsize);

impl Bus for Asked {
    fn lot(&self, _: &LotUpdate, _: &Payload) {}

    fn catalog(&self, _: &CatalogStatusUpdate, _: &Payload) {}

    fn is_watched(&self, _: i64) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }

    fn command_priority(&self) -> CommandPriority {
        CommandPriority::default()
    }
}

#[actix::test]
async fn a_room_does_not_leave_while_a_bet_is_being_stored() {
    let database = TestDatabase::create().await;
    let settings = RoomSettings {
        idle_after: Duration::from_millis(10),
        ..calm()
    };
    let process = Process::start_on(&database, Asked::default(), settings);
    let sale = SaleSetup::classic(1).create(&database).await;
    let account = database.account().await;
    // Loads the room, and stores nothing.
    let odd = process.ask(&sale, bet(sale.lots[0], account, 15)).await;
    assert!(odd.unwrap().result.is_err());
    let hold = Hold::lot(&database, sale.lots[0]).await;
    let sent = process.post(&sale, bet(sale.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    let asked = || process.bus.0.load(Ordering::Relaxed);
    let before = asked();
    while asked() < before + 3 {
        tokio::task::yield_now().await;
    }
    assert!(!sent.is_finished() && process.is_loaded(sale.catalog));
    hold.release().await;
    assert!(is_accepted(&sent.await.unwrap().unwrap()));
    process.until_left(&sale).await;
}

/// Visitors of a sale and those who join it cost the database nothing.
#[actix::test]
async fn a_live_room_is_shown_from_memory() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let parallel = SaleSetup::parallel(3).create(&database).await;
    process.start_sale(&parallel).await;
    let classic = SaleSetup::classic(2).create(&database).await;
    process.start_sale(&classic).await;
    let account = database.account().await;
    let placed = process.ask(&parallel, bet(parallel.lots[1], account, 1_000));
    let version = placed.await.unwrap().lot.as_ref().unwrap().version;
    // What is read from now on comes from memory.
    database
        .execute(
            "alter table lot_trade rename to away; alter table catalog_trade rename to away_too",
        )
        .await;

    let ids = async |sale: &Sale, since| -> Vec<i64> {
        let snapshot = process.snapshot(sale.catalog, since).await.unwrap();
        let lots = shown(&snapshot).into_iter();
        lots.map(|lot| lot["lotId"].as_i64().unwrap()).collect()
    };
    // Without a version: of a classic sale the current lot, of another the open lots with bets.
    assert_eq!(ids(&classic, None).await, [classic.lots[0]]);
    assert_eq!(ids(&parallel, None).await, [parallel.lots[1]]);
    assert_eq!(ids(&parallel, Some(version - 1)).await, [parallel.lots[1]]);
    assert_eq!(ids(&parallel, Some(version)).await, [0; 0]);
    assert_eq!(ids(&parallel, Some(0)).await.len(), 3);
    let lot = process.lot(parallel.catalog, parallel.lots[0]).await;
    assert_eq!(lot.unwrap().unwrap().lot_id, parallel.lots[0]);
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

#[actix::test]
async fn a_snapshot_is_kept_whenever_the_journal_has_grown_long_since_the_last() {
    let database = TestDatabase::create().await;
    let settings = RoomSettings {
        longest_tail: 4,
        ..calm()
    };
    let process = Process::start_with(&database, settings);
    let sale = SaleSetup::classic(2).create(&database).await;
    database
        .execute(
            "create table kept (seq bigint);
             create function keep() returns trigger language plpgsql as
                $$ begin insert into kept values (new.seq); return null; end $$;
             create trigger keep after insert on room_snapshot for each row execute function keep()",
        )
        .await;
    process.start_sale(&sale).await;
    let steps = [Command::Pause { reason: None }, Command::Resume];
    // Each command is one record. Snapshots are stored concurrently, so wait for each.
    for command in steps.iter().cycle().take(16) {
        let answer = process.ask(&sale, Request::new(command.clone())).await;
        assert_eq!(answer.unwrap().result, Ok(Outcome::Success));
        database
            .until(
                "select (select max(seq) from room_command) - coalesce(max(seq), 0) < 4
                 from room_snapshot",
            )
            .await;
    }
    let kept: Vec<i64> = sqlx::query_scalar("select seq from kept order by seq")
        .fetch_all(&database.pool)
        .await
        .unwrap();
    let apart: Vec<_> = kept.windows(2).map(|two| two[1] - two[0]).collect();
    assert_eq!(apart, [4; 3]);
}
