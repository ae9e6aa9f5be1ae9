//! Idempotency-Keys.

use crate::harness::{Process, count, keyed};
use domain::{Outcome, Refusal};
use futures_util::future::join_all;
use room_server::{
    RoomError,
    testing::{TestDatabase, bet},
};

#[actix::test]
async fn a_repeated_key_gets_the_first_answer_and_places_nothing() {
    let database = TestDatabase::create().await;
    let accounts = database.accounts(2).await;
    let process = Process::start(&database);
    let sale = process.running(&database, 1).await;
    let lot = sale.lots[0];

    // Eight at once, while the first is in flight.
    let repeated = || keyed(bet(lot, accounts[0], 1_000), "a", 1);
    let twins = join_all((0..8).map(|_| process.ask(&sale, repeated()))).await;
    let first = twins[0].clone().unwrap();
    assert_eq!(first.result, Ok(Outcome::Success));
    assert!(twins.iter().all(|twin| twin.as_deref() == Ok(&*first)));

    // Another account's key of the same name is another key.
    let theirs = process.ask(&sale, keyed(bet(lot, accounts[1], 2_000), "a", 1));
    assert_eq!(theirs.await.unwrap().result, Ok(Outcome::Success));
    let later = process.ask(&sale, repeated()).await.unwrap();
    assert_eq!(later, first, "even after another bet");

    // Refusals are remembered.
    let too_low = || keyed(bet(lot, accounts[0], 1_500), "b", 2);
    let refused = process.ask(&sale, too_low()).await.unwrap();
    assert_eq!(refused.result, Err(Refusal::AnotherBetLeads));
    assert_eq!(process.ask(&sale, too_low()).await.unwrap(), refused);

    // Another body is not a repetition.
    let other_body = || keyed(bet(lot, accounts[0], 9_000), "a", 9);
    let reused = process.ask(&sale, other_body()).await;
    assert_eq!(reused, Err(RoomError::KeyReused));
    assert_eq!(count(&database, "select count(*) from bet").await, 2);

    // Another process gives the same answers.
    drop(process);
    let process = Process::start(&database);
    assert_eq!(process.ask(&sale, repeated()).await.unwrap(), first);
    assert_eq!(process.ask(&sale, too_low()).await.unwrap(), refused);
    let reused = process.ask(&sale, other_body()).await;
    assert_eq!(reused, Err(RoomError::KeyReused));

    // A day later the key is free.
    drop(process);
    database
        .execute(
            "update room_command set at = at - interval '24 hours 1 second'
             where idempotency_key is not null",
        )
        .await;
    let process = Process::start(&database);
    let next_day = process.ask(&sale, other_body()).await.unwrap();
    assert_eq!(next_day.result, Ok(Outcome::Success));
    assert_eq!(count(&database, "select count(*) from bet").await, 3);
}
