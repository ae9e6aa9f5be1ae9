//! One owner of a room at a time: epochs fence the others.

use crate::harness::{Hold, Process, WRITER_WAITS, bets, calm_but};
use clock::Clock;
use domain::Outcome;
use room_server::{
    RoomError,
    journal::{self, Batch, Head},
    testing::{SaleSetup, TestDatabase, bet, is_accepted},
};
use std::time::Duration;

#[actix::test]
async fn a_second_owner_fences_the_first_and_notices_nothing() {
    let database = TestDatabase::create().await;
    let first = Process::start(&database);
    let taken = first.running(&database, 1).await;
    let kept = first.running(&database, 1).await;
    let busy = first.running(&database, 1).await;
    let accounts = database.accounts(2).await;

    let second = Process::start(&database);
    let answer = second.ask(&taken, bet(taken.lots[0], accounts[0], 1_000));
    assert_eq!(answer.await.unwrap().result, Ok(Outcome::Success));
    // While the writer waits for one room, the batches of the other two gather for its next statement. In it the fenced
    // room writes nothing, and the other does.
    let hold = Hold::room(&database, &busy).await;
    let blocking = first.post(&busy, bet(busy.lots[0], accounts[0], 3_000));
    database.until(WRITER_WAITS).await;
    let fenced = first.post(&taken, bet(taken.lots[0], accounts[1], 5_000));
    let stored = first.post(&kept, bet(kept.lots[0], accounts[1], 2_000));
    hold.release().await;
    assert!(is_accepted(&blocking.await.unwrap().unwrap()));
    assert_eq!(fenced.await.unwrap(), Err(RoomError::Unavailable));
    assert!(is_accepted(&stored.await.unwrap().unwrap()));
    assert_eq!(bets(&database).await, [1_000, 2_000, 3_000]);

    let answer = second.ask(&taken, bet(taken.lots[0], accounts[1], 2_000));
    assert_eq!(answer.await.unwrap().result, Ok(Outcome::Success));
    let epochs: Vec<i64> = sqlx::query_scalar("select epoch from catalog_trade order by 1")
        .fetch_all(&database.pool)
        .await
        .unwrap();
    assert_eq!(epochs, [1, 1, 2], "the second owner never took over again");
}

#[actix::test]
async fn a_quiet_owner_learns_from_its_heartbeat_that_it_lost_the_room() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let first = Process::start_with(
        &database,
        calm_but(|journal| journal.heartbeat_every = Duration::from_millis(20)),
    );
    let sale = first.running(&database, 1).await;
    let second = Process::start(&database);
    let answer = second.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert!(is_accepted(&answer.await.unwrap()));
    first.until_left(&sale).await;
}

#[actix::test]
async fn a_batch_of_an_earlier_epoch_writes_nothing() {
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
            pause: None,
            next_wake: None,
            at: now,
        },
        bets: vec![],
        changed: vec![],
        orders: vec![],
        participants: vec![],
        lots: vec![],
        lots_gone: vec![],
        outbox: vec![journal::OutboxJob {
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
    let late: i64 = sqlx::query_scalar("select count(*) from outbox_job where key = 'late'")
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!((version, late), (0, 0));
    // Only the epoch stops it: under the new one the same batch is stored.
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
}
