//! Commands stored in their sender's transaction: with the sender's rows, or not at all.

mod atomicity;
mod commits;
mod waiting;

use crate::harness::{Process, begin, count};
use clock::Clock;
use domain::{Amount, Command, LotId, LotNumber, LotSetup, LotState};
use room_server::{
    Answer, Request, WithinError, journal,
    testing::{Sale, TestDatabase, bet, is_accepted},
};
use sqlx::{Postgres, Transaction};
use std::{ops::Range, sync::Arc};
use tokio::task::JoinHandle;

/// The sender's rows.
const NEW_LOTS: &str = "select count(*) from lot where title_ru = 'Новый предмет'";
/// Counts the takeovers of the room.
const EPOCH: &str = "select max(epoch) from catalog_trade";

/// Begins a transaction that inserts lots into a sale. Returns it with the commands that bring them into the room.
async fn with_lots(
    database: &TestDatabase,
    sale: &Sale,
    numbers: Range<i32>,
) -> (Transaction<'static, Postgres>, Vec<Request>) {
    let mut transaction = database.pool.begin().await.unwrap();
    let lots: Vec<(i64, i32)> = sqlx::query_as(
        "insert into lot (house_id, catalog_id, catalog_lot_id, title_ru, start_price)
         select c.house_id, c.id, n, 'Новый предмет', 500 from catalog c, generate_series($2, $3 - 1) n
         where c.id = $1 order by n
         returning id, catalog_lot_id",
    )
    .bind(sale.catalog)
    .bind(numbers.start)
    .bind(numbers.end)
    .fetch_all(&mut *transaction)
    .await
    .unwrap();
    let requests = lots.into_iter().map(|(lot, number)| add(lot, number));
    (transaction, requests.collect())
}

/// Stores new lots and takes them into the room, in one transaction.
async fn enter_lots(
    database: &TestDatabase,
    process: &Process,
    sale: &Sale,
    numbers: Range<i32>,
) -> Vec<Arc<Answer>> {
    let (transaction, requests) = with_lots(database, sale, numbers).await;
    process
        .send_within(sale.catalog, requests, transaction)
        .await
        .expect("the lots enter the room")
}

fn add(lot: i64, number: i32) -> Request {
    Request::new(Command::AddLot {
        lot: LotId(lot),
        setup: LotSetup {
            number: LotNumber(number),
            start: Amount(500),
            reserve: None,
            hidden: false,
            state: LotState::None,
        },
    })
}

/// Puts commands with their transaction into the room's mailbox.
fn post_within(
    process: &Process,
    sale: &Sale,
    requests: Vec<Request>,
    transaction: Transaction<'static, Postgres>,
) -> JoinHandle<Result<Vec<Arc<Answer>>, WithinError>> {
    let (rooms, catalog) = (process.rooms.clone(), sale.catalog);
    begin(async move { rooms.send_within(catalog, requests, transaction).await })
}

/// Asserts that the journal leads to the room as it is shown and projected.
/// The transaction failed on this constraint.
fn assert_rejected_by(outcome: &Result<Vec<Arc<Answer>>, WithinError>, constraint: &str) {
    assert!(
        matches!(outcome, Err(WithinError::Database(sqlx::Error::Database(error)))
            if error.constraint() == Some(constraint)),
        "{outcome:?}"
    );
}

/// The new lots are not stored, and the room takes a bet without having been loaded again.
async fn assert_nothing_stored_and_room_goes_on(
    database: &TestDatabase,
    process: &Process,
    sale: &Sale,
) {
    assert_eq!(count(database, NEW_LOTS).await, 0);
    let account = database.account().await;
    let answer = process.ask(sale, bet(sale.lots[0], account, 1_000));
    assert!(is_accepted(&answer.await.unwrap()));
    let epoch = count(database, EPOCH).await;
    assert_eq!(epoch, 1, "the room was not loaded again");
}

async fn assert_journal_and_room_agree(database: &TestDatabase, process: &Process, sale: &Sale) {
    let mut connection = database.pool.acquire().await.unwrap();
    let loaded = journal::load(
        &mut connection,
        sale.catalog,
        None,
        Clock::default().timestamp(),
    )
    .await
    .unwrap();
    let mut lots = 0;
    for (id, _) in loaded.room.lots() {
        let view = loaded.room.lot_view(id).unwrap();
        let shown = process.lot(sale.catalog, id.0).await.unwrap().unwrap();
        assert_eq!(
            (shown.version, shown.state, shown.min_bet, shown.bets_count),
            (view.version, view.state, view.min_bet.0, view.bets_count)
        );
        lots += 1;
    }
    let projected: i64 = sqlx::query_scalar("select count(*) from lot_trade where catalog_id = $1")
        .bind(sale.catalog)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!(lots, projected);
}
