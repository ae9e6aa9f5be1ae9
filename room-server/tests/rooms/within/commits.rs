//! Commits that take long, break off, or are in doubt.

use super::{
    EPOCH, NEW_LOTS, assert_journal_and_room_agree, assert_nothing_stored_and_room_goes_on,
    assert_rejected_by, post_within, with_lots,
};
use crate::harness::{Hold, Process, TAKEOVER_WAITS, WRITER_WAITS, calm_but, count};
use room_server::{
    Request, RoomError, WithinError,
    testing::{Sale, TestDatabase, bet, is_accepted},
};
use sqlx::{Postgres, Transaction};
use std::time::Duration;

/// The lock that slow commits wait for.
const COMMIT_LOCK: &str = "select pg_advisory_xact_lock(42)";
const COMMIT_WAITS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and wait_event = 'advisory' and query = 'COMMIT')";

/// Makes the commit of every transaction that writes into `dawdle` wait for [`COMMIT_LOCK`].
async fn prepare_slow_commits(database: &TestDatabase) {
    database
        .execute(
            "create table dawdle (n integer);
             create function wait_at_commit() returns trigger language plpgsql as $$
             begin perform pg_advisory_xact_lock(42); return null; end $$;
             create constraint trigger dawdle after insert on dawdle deferrable initially deferred
                for each row execute function wait_at_commit()",
        )
        .await;
}

/// Begins a transaction with three new lots, whose commit is slow.
async fn with_lots_and_a_slow_commit(
    database: &TestDatabase,
    sale: &Sale,
) -> (Transaction<'static, Postgres>, Vec<Request>) {
    let (mut transaction, requests) = with_lots(database, sale, 10..13).await;
    sqlx::raw_sql("insert into dawdle values (1)")
        .execute(&mut *transaction)
        .await
        .unwrap();
    (transaction, requests)
}

#[actix::test]
async fn bets_before_and_after_a_slow_commit_keep_their_order_and_other_rooms_do_not_wait() {
    let database = TestDatabase::create().await;
    prepare_slow_commits(&database).await;
    let process = Process::start_with(
        &database,
        calm_but(|journal| journal.heartbeat_every = Duration::from_millis(20)),
    );
    let sale = process.running(&database, 2).await;
    let other = process.running(&database, 2).await;
    let accounts = database.accounts(3).await;

    let lot_held = Hold::lot(&database, sale.lots[0]).await;
    let before = process.post(&sale, bet(sale.lots[0], accounts[0], 1_000));
    database.until(WRITER_WAITS).await;
    let (transaction, requests) = with_lots_and_a_slow_commit(&database, &sale).await;
    let commit_held = Hold::lock(&database, COMMIT_LOCK).await;
    let within = post_within(&process, &sale, requests, transaction);
    let after = process.post(&sale, bet(sale.lots[0], accounts[1], 2_000));
    lot_held.release().await;
    assert!(is_accepted(&before.await.unwrap().unwrap()));
    database.until(COMMIT_WAITS).await;

    // The room's row is locked now. Bets and heartbeats of other rooms are stored all the same.
    assert!(!within.is_finished() && !after.is_finished());
    let elsewhere = process.ask(&other, bet(other.lots[0], accounts[2], 1_000));
    assert!(is_accepted(&elsewhere.await.unwrap()));
    let heartbeat: String =
        sqlx::query_scalar("select heartbeat::text from catalog_trade where catalog_id = $1")
            .bind(other.catalog)
            .fetch_one(&database.pool)
            .await
            .unwrap();
    database
        .until(format!(
            "select heartbeat > '{heartbeat}' from catalog_trade where catalog_id = {}",
            other.catalog
        ))
        .await;
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    let shown = process.snapshot(sale.catalog, Some(0)).await.unwrap();
    assert_eq!(shown.lots.len(), 2, "nothing is shown before it is stored");

    commit_held.release().await;
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
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

#[actix::test]
async fn a_commit_that_was_cut_off_before_its_end_is_answered_as_not_stored() {
    let database = TestDatabase::create().await;
    prepare_slow_commits(&database).await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let account = database.account().await;

    let (transaction, requests) = with_lots_and_a_slow_commit(&database, &sale).await;
    let held = Hold::lock(&database, COMMIT_LOCK).await;
    let within = post_within(&process, &sale, requests, transaction);
    database.until(COMMIT_WAITS).await;
    let waiting = process.post(&sale, bet(sale.lots[0], account, 1_000));
    database
        .execute(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and query = 'COMMIT' and wait_event = 'advisory'",
        )
        .await;
    let outcome = within.await.unwrap();
    assert!(matches!(
        outcome,
        Err(WithinError::Room(RoomError::Unavailable))
    ));
    held.release().await;
    assert!(
        is_accepted(&waiting.await.unwrap().unwrap()),
        "it waited until the room was loaded again"
    );
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

/// A deferred constraint fails at the commit, which then certainly stored nothing: the room goes on as it was.
#[actix::test]
async fn a_commit_that_the_database_rejects_is_answered_with_the_constraint() {
    let database = TestDatabase::create().await;
    database
        .execute("create table once (n integer unique deferrable initially deferred)")
        .await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;

    let (mut transaction, requests) = with_lots(&database, &sale, 10..13).await;
    sqlx::raw_sql("insert into once values (1), (1)")
        .execute(&mut *transaction)
        .await
        .unwrap();
    let rejected = process
        .send_within(sale.catalog, requests, transaction)
        .await;
    assert_rejected_by(&rejected, "once_n_key");
    assert_nothing_stored_and_room_goes_on(&database, &process, &sale).await;
}

#[actix::test]
async fn a_session_that_is_lost_before_the_commit_stores_nothing() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 2).await;
    let account = database.account().await;

    let (mut transaction, requests) = with_lots(&database, &sale, 10..13).await;
    let session: i32 = sqlx::query_scalar("select pg_backend_pid()")
        .fetch_one(&mut *transaction)
        .await
        .unwrap();
    let held = Hold::room(&database, &sale).await;
    let within = post_within(&process, &sale, requests, transaction);
    database
        .until(format!(
            "select exists (select from pg_stat_activity where pid = {session} and wait_event_type = 'Lock')"
        ))
        .await;
    database
        .execute(format!("select pg_terminate_backend({session})"))
        .await;
    let lost = within.await.unwrap();
    assert!(
        matches!(lost, Err(WithinError::Room(RoomError::Unavailable))),
        "{lost:?}"
    );
    held.release().await;
    assert_eq!(count(&database, NEW_LOTS).await, 0);
    let answer = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert!(is_accepted(&answer.await.unwrap()));
    assert_journal_and_room_agree(&database, &process, &sale).await;
}

/// The room stops waiting for the commit, which goes through later.
#[actix::test]
async fn a_commit_in_doubt_that_went_through_is_answered_as_stored() {
    let database = TestDatabase::create().await;
    prepare_slow_commits(&database).await;
    let process = Process::start_with(
        &database,
        calm_but(|journal| journal.answer_timeout = Duration::from_secs(2)),
    );
    let sale = process.running(&database, 2).await;

    let (transaction, requests) = with_lots_and_a_slow_commit(&database, &sale).await;
    let held = Hold::lock(&database, COMMIT_LOCK).await;
    let within = post_within(&process, &sale, requests, transaction);
    database.until(TAKEOVER_WAITS).await;
    assert!(!within.is_finished());
    held.release().await;
    let answers = within
        .await
        .unwrap()
        .expect("it is stored, so it is answered");
    assert_eq!(answers.len(), 3);
    assert_eq!(count(&database, NEW_LOTS).await, 3);
    assert_journal_and_room_agree(&database, &process, &sale).await;
}
