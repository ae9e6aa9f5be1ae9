//! Commands that the database rejects harm no others.

use crate::harness::{Hold, Process, WRITER_WAITS, bets};
use domain::{Outcome, Refusal};
use room_server::{
    RoomError,
    testing::{TestDatabase, bet, is_accepted},
};

#[actix::test]
async fn a_bet_that_the_database_rejects_harms_no_other_room() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sick = process.running(&database, 1).await;
    let well = process.running(&database, 1).await;
    let busy = process.running(&database, 1).await;
    let account = database.account().await;
    let unknown_account = account + 1_000;

    // While the writer waits for one room, the batches of the other two gather for its next statement.
    let hold = Hold::room(&database, &busy).await;
    let blocking = process.post(&busy, bet(busy.lots[0], account, 3_000));
    database.until(WRITER_WAITS).await;
    let rejected = process.post(&sick, bet(sick.lots[0], unknown_account, 1_000));
    let stored = process.post(&well, bet(well.lots[0], account, 2_000));
    hold.release().await;
    assert!(is_accepted(&blocking.await.unwrap().unwrap()));
    assert!(is_accepted(&stored.await.unwrap().unwrap()));
    assert_eq!(rejected.await.unwrap(), Err(RoomError::Unavailable));
    assert_eq!(bets(&database).await, [2_000, 3_000]);

    let same = process.ask(&sick, bet(sick.lots[0], account, 1_000));
    assert_eq!(
        same.await.unwrap().result,
        Ok(Outcome::Success),
        "nothing is left of the rejected bet"
    );
}

#[actix::test]
async fn a_bet_that_the_database_rejects_harms_no_other_bidder_in_the_room() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(4).await;
    let unknown_account = accounts[3] + 1_000;
    let post = |account, value| process.post(&sale, bet(sale.lots[0], account, value));

    let hold = Hold::lot(&database, sale.lots[0]).await;
    let first = post(accounts[0], 1_000);
    database.until(WRITER_WAITS).await;
    // These are gathered into one batch.
    let before = post(accounts[1], 2_000);
    let rejected = post(unknown_account, 3_000);
    let after = post(accounts[2], 4_000);
    let late = post(accounts[0], 3_500);
    hold.release().await;
    for sent in [first, before, after] {
        let answer = sent.await.unwrap().expect("it is stored");
        assert_eq!(answer.result, Ok(Outcome::Success));
    }
    assert_eq!(rejected.await.unwrap(), Err(RoomError::Unavailable));
    let late = late.await.unwrap().expect("it is decided");
    assert_eq!(late.result, Err(Refusal::AnotherBetLeads));
    assert_eq!(bets(&database).await, [1_000, 2_000, 4_000]);
}
