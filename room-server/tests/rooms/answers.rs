//! Answers come after the commit and say what is stored, even when the commit was in doubt.

use crate::harness::{
    Hold, NEVER, Process, Sent, TAKEOVER_WAITS, WRITER_WAITS, begin, bets, calm_but, keyed,
    kill_the_writer,
};
use domain::{Outcome, Refusal};
use room_server::{
    RoomError, YieldBudget,
    ports::Bus as _,
    testing::{Sale, TestDatabase, bet},
};
use std::time::Duration;

#[actix::test]
async fn a_bet_is_answered_and_shown_only_when_it_is_stored() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 1).await;
    let account = database.account().await;
    let leading = async || {
        let lot = process.lot(sale.catalog, sale.lots[0]).await.unwrap();
        lot.unwrap().leading_bet.map(|leading| leading.value)
    };

    let hold = Hold::lot(&database, sale.lots[0]).await;
    let sent = process.post(&sale, bet(sale.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    assert!(!sent.is_finished(), "it is not stored, so not answered");
    assert_eq!(bets(&database).await, [] as [i64; 0]);
    assert_eq!(leading().await, None, "it is not stored, so not shown");

    hold.release().await;
    let answer = sent.await.unwrap().expect("the bet is answered");
    assert_eq!(answer.result, Ok(Outcome::Success));
    assert_eq!(bets(&database).await, [1_000]);
    assert_eq!(leading().await, Some(1_000));
}

#[actix::test]
async fn a_refusal_waits_for_the_bet_it_depends_on_and_shares_its_fate() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(3).await;
    let lot = sale.lots[0];

    for (is_stored, value, key) in [(false, 1_000, "a"), (true, 2_000, "b")] {
        let hold = Hold::lot(&database, lot).await;
        let first = process.post(&sale, keyed(bet(lot, accounts[0], value), key, 1));
        database.until(WRITER_WAITS).await;
        let late = process.post(&sale, bet(lot, accounts[1], value));
        let behind = process.post(&sale, bet(lot, accounts[2], 10 * value));
        // A reused key is refused at once, so the room has decided everything that arrived before.
        let reused = process.ask(&sale, keyed(bet(lot, accounts[0], value), key, 2));
        assert_eq!(reused.await, Err(RoomError::KeyReused));
        assert!(!first.is_finished() && !late.is_finished() && !behind.is_finished());

        if is_stored {
            hold.release().await;
            assert_eq!(first.await.unwrap().unwrap().result, Ok(Outcome::Success));
            assert_eq!(
                late.await.unwrap().unwrap().result,
                Err(Refusal::AnotherBetLeads)
            );
            assert_eq!(behind.await.unwrap().unwrap().result, Ok(Outcome::Success));
            assert_eq!(bets(&database).await, [2_000, 20_000]);
        } else {
            kill_the_writer(&database).await;
            hold.release().await;
            for sent in [first, late, behind] {
                assert_eq!(
                    sent.await.unwrap(),
                    Err(RoomError::Unavailable),
                    "no answer depends on a bet that is not stored"
                );
            }
            assert_eq!(bets(&database).await, [] as [i64; 0]);
        }
    }
}

/// PostgreSQL says that it has cancelled the statement, so there is no doubt to resolve.
#[actix::test]
async fn a_bet_whose_statement_is_cancelled_is_refused_before_the_room_recovers() {
    let database = TestDatabase::create().await;
    let process = Process::start_with(
        &database,
        calm_but(|journal| journal.statement_timeout = Duration::from_millis(300)),
    );
    let sale = process.running(&database, 1).await;
    let account = database.account().await;

    // It holds back the statement, and then the takeover.
    let hold = Hold::room(&database, &sale).await;
    let sent = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    let answer = tokio::time::timeout(NEVER, sent).await;
    assert_eq!(
        answer.expect("nothing is in doubt"),
        Err(RoomError::Unavailable)
    );
    let open: i64 = sqlx::query_scalar(
        "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'rooms-journal'
            and state like 'idle in transaction%'",
    )
    .fetch_one(&database.pool)
    .await
    .unwrap();
    assert_eq!(open, 0, "the newcomer's transaction was rolled back");
    database.until(TAKEOVER_WAITS).await;
    hold.release().await;
    let again = process.ask(&sale, bet(sale.lots[0], account, 1_000));
    assert_eq!(again.await.unwrap().result, Ok(Outcome::Success));
}

/// Sends a bet on the first lot and holds its statement until the writer has given up on it.
async fn send_into_doubt(
    database: &TestDatabase,
    process: &Process,
    sale: &Sale,
    account: i64,
) -> Sent {
    let hold = Hold::room(database, sale).await;
    let sent = process.post(sale, bet(sale.lots[0], account, 1_000));
    database.until(WRITER_WAITS).await;
    // The takeover waits behind the statement in doubt.
    database.until(TAKEOVER_WAITS).await;
    assert!(!sent.is_finished());
    hold.release().await;
    sent
}

/// The writer stops waiting for the statement, which commits later.
#[actix::test]
async fn a_commit_in_doubt_that_went_through_is_answered_with_what_was_stored() {
    let database = TestDatabase::create().await;
    let process = Process::start_with(
        &database,
        calm_but(|journal| journal.answer_timeout = Duration::from_secs(2)),
    );
    let sale = process.running(&database, 2).await;
    let account = database.account().await;
    // A participant's bet is stored by one statement, a newcomer's by several.
    let first = process.ask(&sale, bet(sale.lots[1], account, 500)).await;
    assert_eq!(first.unwrap().result, Ok(Outcome::Success));

    let sent = send_into_doubt(&database, &process, &sale, account).await;
    let answer = sent
        .await
        .unwrap()
        .expect("it was stored, so it is answered");
    assert_eq!(answer.result, Ok(Outcome::Success));
    assert_eq!(bets(&database).await, [500, 1_000]);
    process
        .bus
        .until("the bet", |bus| {
            bus.lots()
                .last()
                .is_some_and(|lot| lot.lot_id == sale.lots[0] && lot.bets_count == 1)
        })
        .await;
    let again = process.ask(&sale, bet(sale.lots[0], account, 2_000));
    assert_eq!(
        again.await.unwrap().result,
        Err(Refusal::ForbiddenToBetAgain),
        "the room knows what was stored"
    );
}

/// The writer gives up during the first statement of the transaction, so the transaction is never committed.
#[actix::test]
async fn a_transaction_in_doubt_that_was_broken_off_stored_nothing() {
    let database = TestDatabase::create().await;
    let process = Process::start_with(
        &database,
        calm_but(|journal| journal.answer_timeout = Duration::from_secs(2)),
    );
    let sale = process.running(&database, 1).await;
    let newcomer = database.account().await;

    let sent = send_into_doubt(&database, &process, &sale, newcomer).await;
    assert_eq!(sent.await.unwrap(), Err(RoomError::Unavailable));
    assert_eq!(bets(&database).await, [0_i64; 0]);
    let again = process.ask(&sale, bet(sale.lots[0], newcomer, 1_000));
    assert_eq!(again.await.unwrap().result, Ok(Outcome::Success));
}

/// A client that reconnects asks for what is newer than the newest version it saw, so it must have been sent all of what
/// is older.
#[actix::test]
async fn changes_stored_together_are_shown_in_the_order_of_their_versions() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 3).await;
    let account = database.account().await;

    let hold = Hold::lot(&database, sale.lots[1]).await;
    let first = process.post(&sale, bet(sale.lots[1], account, 1_000));
    database.until(WRITER_WAITS).await;
    // These wait for the first one's commit, and share the next.
    let last_lot = process.post(&sale, bet(sale.lots[2], account, 1_000));
    let first_lot = process.post(&sale, bet(sale.lots[0], account, 1_000));
    hold.release().await;
    for sent in [first, last_lot, first_lot] {
        assert_eq!(sent.await.unwrap().unwrap().result, Ok(Outcome::Success));
    }
    process
        .bus
        .until("all three lots are shown", |bus| {
            bus.lots().iter().filter(|lot| lot.bets_count == 1).count() == 3
        })
        .await;
    let shown = process.bus.lots();
    let of_bets: Vec<_> = shown
        .iter()
        .filter(|lot| lot.bets_count == 1)
        .map(|lot| lot.lot_id)
        .collect();
    assert_eq!(of_bets, [sale.lots[1], sale.lots[2], sale.lots[0]]);
    assert!(shown.is_sorted_by_key(|lot| lot.version));
}

#[actix::test]
async fn updates_give_way_to_a_bet_until_it_is_answered_or_its_bidder_is_gone() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(2).await;

    let hold = Hold::lot(&database, sale.lots[0]).await;
    let sent = process.post(&sale, bet(sale.lots[0], accounts[0], 1_000));
    let priority = process.bus.command_priority();
    let update = begin(async move {
        let mut budget = YieldBudget::default();
        priority.yield_to_commands(&mut budget, NEVER).await;
    });
    let gone = process.post(&sale, bet(sale.lots[0], accounts[1], 2_000));
    gone.abort();
    database.until(WRITER_WAITS).await;
    assert!(!update.is_finished(), "the bet is not stored yet");
    hold.release().await;
    sent.await.unwrap().unwrap();
    let given = tokio::time::timeout(NEVER / 2, update).await;
    given.expect("no command is left").unwrap();
}
