//! Commands from many senders: order, limits, and what never enters a room.

use crate::harness::{Hold, Process, calm, count};
use domain::Command;
use futures_util::{FutureExt as _, future::join_all};
use room_server::{
    Answer, Request, RoomError, RoomSettings,
    testing::{SaleSetup, TRUSTED, TestDatabase, bet, is_accepted},
};
use std::sync::Arc;

#[actix::test]
async fn sixty_four_bidders_on_one_lot_get_answers_and_updates_in_the_order_of_the_bets() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = process.running(&database, 1).await;
    let lot = sale.lots[0];

    let bidders = database.accounts(64).await.into_iter().map(|account| {
        let (rooms, catalog) = (process.rooms.clone(), sale.catalog);
        actix::spawn(async move {
            let mut accepted = Vec::new();
            for _ in 0..10 {
                let minimum = rooms.lot(catalog, lot).await.unwrap().unwrap().min_bet;
                let answer = rooms
                    .send(catalog, bet(lot, account, minimum))
                    .await
                    .unwrap();
                if is_accepted(&answer) {
                    accepted.push(answer);
                }
            }
            accepted
        })
    });
    let mut accepted: Vec<Arc<Answer>> = Vec::new();
    for bidder in bidders.collect::<Vec<_>>() {
        accepted.extend(bidder.await.unwrap());
    }
    accepted.sort_by_key(|answer| answer.bet.as_ref().unwrap().id);
    assert!(accepted.len() >= 10);

    let stored: Vec<(i64, i64)> = sqlx::query_as("select id, value from bet order by id")
        .fetch_all(&database.pool)
        .await
        .unwrap();
    let answered: Vec<_> = accepted
        .iter()
        .map(|answer| answer.bet.as_ref().unwrap())
        .map(|bet| (bet.id, bet.value))
        .collect();
    assert_eq!(
        answered, stored,
        "every accepted bet is stored, and no other"
    );
    assert!(
        stored.windows(2).all(|pair| pair[0].1 < pair[1].1),
        "values rise"
    );
    let versions: Vec<_> = accepted
        .iter()
        .map(|answer| answer.lot.as_ref().unwrap().version)
        .collect();
    assert!(
        versions.windows(2).all(|pair| pair[0] < pair[1]),
        "versions rise with the bets"
    );
    let times: Vec<_> = accepted
        .iter()
        .map(|answer| answer.bet.as_ref().unwrap().created)
        .collect();
    assert!(times.is_sorted());

    // A batch is published after its answers.
    process
        .bus
        .until("the newest state", |bus| {
            bus.lots().last().map(|lot| lot.version) == versions.last().copied()
        })
        .await;
    let published: Vec<_> = process.bus.lots().iter().map(|lot| lot.version).collect();
    assert!(
        published.windows(2).all(|pair| pair[0] < pair[1]),
        "updates are published in the order of versions"
    );
    let participants = count(&database, "select count(distinct number) from participant").await;
    assert_eq!(
        participants,
        count(&database, "select count(distinct account_id) from bet").await
    );
}

#[actix::test]
async fn a_room_whose_seats_are_taken_refuses_commands_as_busy_until_it_has_answered() {
    let database = TestDatabase::create().await;
    let process = Process::start_with(
        &database,
        RoomSettings {
            waiting_limit: 4,
            ..calm()
        },
    );
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(32).await;
    let (seated, others) = accounts.split_at(4);
    let ask = |account: &i64| process.ask(&sale, bet(sale.lots[0], *account, 1_000));

    let hold = Hold::lot(&database, sale.lots[0]).await;
    let mut waiting = join_all(seated.iter().map(ask));
    assert!((&mut waiting).now_or_never().is_none());
    let refused = join_all(others.iter().map(ask)).await;
    assert_eq!(refused.len(), 28);
    assert!(
        refused
            .iter()
            .all(|outcome| *outcome == Err(RoomError::Busy))
    );
    hold.release().await;
    let answers = waiting.await;
    let accepted = answers.iter().flatten().filter(|one| is_accepted(one));
    assert_eq!((accepted.count(), answers.iter().flatten().count()), (1, 4));

    let later = process.ask(&sale, bet(sale.lots[0], accounts[9], 5_000));
    assert!(
        is_accepted(&later.await.unwrap()),
        "a sender with an answer holds no seat"
    );
}

#[actix::test]
async fn a_catalog_without_a_room_is_not_found() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    assert_eq!(
        process.send(77, Request::new(Command::Start)).await,
        Err(RoomError::NotFound)
    );
    assert_eq!(process.snapshot(77, None).await, Err(RoomError::NotFound));
}

#[actix::test]
async fn a_text_with_nul_does_not_enter_the_room() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::parallel(1).create(&database).await;
    let bet = Request::new(Command::PlaceBet {
        lot: domain::LotId(sale.lots[0]),
        by: domain::Participant::hall("1\0"),
        value: domain::Amount(1_000),
        eligibility: TRUSTED,
    });
    assert_eq!(process.ask(&sale, bet).await, Err(RoomError::Unstorable));
}
