//! What a batch writes besides the journal: the tables and notices that lists, pages and letters read.

use crate::harness::{Hold, Process, count};
use domain::{
    Amount, BetNo, CatalogPatch, Command, Eligibility, LotId, LotNumber, LotPatch, LotSetup,
    LotState, Paddle, Participant,
};
use room_server::{
    Request,
    testing::{Recorder, Sale, SaleSetup, TestDatabase, bet, is_accepted, order},
};

/// A bet of a paddle of the hall.
fn hall(lot: i64, paddle: &str, value: i64) -> Request {
    Request::new(Command::PlaceBet {
        lot: LotId(lot),
        by: Participant::hall(paddle),
        value: Amount(value),
        eligibility: Eligibility {
            accepted: false,
            trusted: false,
            controller: true,
        },
    })
}

fn correct(lot: i64, bet: u64, paddle: &str) -> Request {
    Request::new(Command::CorrectPaddle {
        lot: LotId(lot),
        bet: BetNo(bet),
        paddle: Paddle::typed(paddle).expect("a paddle"),
        reason: None,
    })
}

fn join(sale: &Sale, choice: bool) -> Request {
    Request::new(Command::Join {
        lot: LotId(sale.lots[0]),
        with: vec![LotId(sale.lots[1])],
        choice,
    })
}

async fn done(process: &Process, sale: &Sale, request: Request) {
    let answer = process.ask(sale, request).await.unwrap();
    assert!(answer.result.is_ok(), "{:?}", answer.result);
}

/// The topics and keys of what the outbox holds for the listing, which is emptied.
async fn listed(database: &TestDatabase) -> Vec<(String, String)> {
    sqlx::query_as(
        "with gone as (delete from outbox)
         select topic, key from outbox_job where topic in ('lot', 'catalog') order by id, place",
    )
    .fetch_all(&database.pool)
    .await
    .unwrap()
}

#[actix::test]
async fn a_corrected_paddle_is_stored_with_a_bet_of_its_batch_or_an_earlier_one() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let lot = sale.lots[0];
    process.start_sale(&sale).await;
    done(&process, &sale, hall(lot, "41", 1_000)).await;
    done(&process, &sale, correct(lot, 1, "42")).await;

    let hold = Hold::lot(&database, lot).await;
    let first = process.post(&sale, hall(lot, "51", 2_000));
    let gathered = [
        hall(lot, "61", 3_000),
        hall(lot, "71", 4_000),
        correct(lot, 3, "62"),
    ]
    .map(|request| process.post(&sale, request));
    hold.release().await;
    assert!(is_accepted(&first.await.unwrap().unwrap()));
    for sent in gathered {
        assert!(sent.await.unwrap().unwrap().result.is_ok());
    }
    let paddles: Vec<String> = sqlx::query_scalar("select paddle from bet order by id")
        .fetch_all(&database.pool)
        .await
        .unwrap();
    assert_eq!(paddles, ["42", "51", "62", "71"]);
}

#[actix::test]
async fn lots_that_leave_a_sale_and_return_to_it_are_stored_so() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(3).create(&database).await;
    let gone = |lot: i64| Request::new(Command::RemoveLot { lot: LotId(lot) });
    let back = |lot: i64| {
        Request::new(Command::AddLot {
            lot: LotId(lot),
            setup: LotSetup {
                number: LotNumber(2),
                start: Amount(100),
                reserve: None,
                hidden: false,
                state: LotState::None,
            },
        })
    };
    let hold = Hold::room(&database, &sale).await;
    let first = process.post(&sale, gone(sale.lots[2]));
    // Both in one batch.
    let gathered = [gone(sale.lots[1]), back(sale.lots[1])].map(|one| process.post(&sale, one));
    hold.release().await;
    assert!(first.await.unwrap().unwrap().result.is_ok());
    for sent in gathered {
        assert!(sent.await.unwrap().unwrap().result.is_ok());
    }
    let mut stored: Vec<i64> = sqlx::query_scalar("select lot_id from lot_trade")
        .fetch_all(&database.pool)
        .await
        .unwrap();
    stored.sort_unstable();
    assert_eq!(stored, sale.lots[..2]);
    let keys: Vec<String> = listed(&database)
        .await
        .into_iter()
        .map(|(_, key)| key)
        .collect();
    for lot in &sale.lots[1..] {
        assert!(keys.contains(&lot.to_string()), "the list of lots follows");
    }
}

#[actix::test]
async fn lists_follow_a_catalog_when_it_changes_and_else_its_lots() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let sale = SaleSetup::parallel(2).create(&database).await;
    let catalog = ("catalog".to_owned(), sale.catalog.to_string());
    process.start_sale(&sale).await;
    assert!(listed(&database).await.contains(&catalog), "it runs now");
    let started = |bus: &Recorder| !bus.catalogs().is_empty();
    process.bus.until("the start", started).await;
    let published = process.bus.catalogs().len();
    done(&process, &sale, bet(sale.lots[0], account, 1_000)).await;
    let lot = ("lot".to_owned(), sale.lots[0].to_string());
    assert_eq!(listed(&database).await, [lot]);

    let end = process.clock.timestamp().plus_ms(2 * 86_400_000);
    let patch = CatalogPatch {
        end_date: Some(Some(end)),
        ..CatalogPatch::default()
    };
    let change = Command::ChangeCatalog(Box::new(patch));
    done(&process, &sale, Request::new(change)).await;
    assert_eq!(listed(&database).await, [catalog]);
    process
        .bus
        .until("the catalog's new state", |bus| {
            bus.catalogs().len() > published
        })
        .await;
    assert_eq!(
        process.bus.catalogs().len(),
        published + 1,
        "a bet leaves the catalog as it is"
    );
}

/// So that a start which is moved away and back is announced again.
#[actix::test]
async fn changes_of_the_start_date_are_counted() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(1).create(&database).await;
    let begins = process.clock.timestamp();
    for start in [begins.plus_ms(86_400_000), begins.plus_ms(3_600_000)] {
        let patch = CatalogPatch {
            start_date: Some(Some(start)),
            ..CatalogPatch::default()
        };
        let change = Command::ChangeCatalog(Box::new(patch));
        done(&process, &sale, Request::new(change)).await;
        done(&process, &sale, order(sale.lots[0], account, 3_000)).await;
    }
    let counted = "select start_revision from catalog_trade";
    assert_eq!(count(&database, counted).await, 2);
}

/// A bet changes no description, whose words take long to read again.
#[actix::test]
async fn of_a_lot_with_a_bet_only_its_trade_is_listed_again() {
    let database = TestDatabase::create().await;
    let account = database.account().await;
    let process = Process::start(&database);
    let sale = SaleSetup::parallel(2).create(&database).await;
    process.start_sale(&sale).await;
    listed(&database).await;
    let only = async || -> Vec<Option<String>> {
        sqlx::query_scalar(
            "with gone as (delete from outbox)
             select payload->>'only' from outbox_job where topic = 'lot' order by id, place",
        )
        .fetch_all(&database.pool)
        .await
        .unwrap()
    };
    done(&process, &sale, bet(sale.lots[0], account, 1_000)).await;
    assert_eq!(only().await, [Some("trade".to_owned())]);
    let lot = LotId(sale.lots[1]);
    for change in [
        Command::ChangeLot {
            lot,
            patch: LotPatch {
                start: Some(Amount(200)),
                ..LotPatch::default()
            },
        },
        Command::WithdrawLot { lot },
    ] {
        done(&process, &sale, Request::new(change)).await;
        assert_eq!(only().await, [None]);
    }
}

#[actix::test]
async fn the_house_is_notified_of_a_sale_that_could_not_start_by_itself() {
    let database = TestDatabase::create().await;
    let setup = SaleSetup {
        auto_start: true,
        ..SaleSetup::classic(0)
    };
    let sale = setup.create(&database).await;
    let process = Process::start(&database);
    process.boot().await.unwrap();
    database
        .until(&format!(
            "select exists (select from outbox_job where payload->>'kind' = 'start_missed' and payload->'why' is not null
                 and (payload->>'catalogId')::bigint = {})",
            sale.catalog
        ))
        .await;
}

#[actix::test]
async fn bets_on_lots_that_are_passed_together_are_void() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let setup = SaleSetup {
        lots: vec![(100, Some(5_000)), (100, None), (100, None)],
        ..SaleSetup::classic(3)
    };
    let sale = setup.create(&database).await;
    process.start_sale(&sale).await;
    done(&process, &sale, join(&sale, false)).await;
    done(&process, &sale, hall(sale.lots[0], "41", 1_000)).await;
    // Below the reserve.
    done(&process, &sale, Request::new(Command::Next { lot: None })).await;
    let void = "select count(*) from bet where revoked is not null";
    assert_eq!(count(&database, void).await, 1);
}

#[actix::test]
async fn the_winner_of_a_choice_is_not_told_that_their_bet_on_the_leading_lot_is_void() {
    let database = TestDatabase::create().await;
    let accounts = database.accounts(2).await;
    let process = Process::start(&database);
    let sale = SaleSetup::classic(3).create(&database).await;
    process.start_sale(&sale).await;
    done(&process, &sale, join(&sale, true)).await;
    let lead = sale.lots[0];
    done(&process, &sale, bet(lead, accounts[0], 1_000)).await;
    done(&process, &sale, bet(lead, accounts[1], 2_000)).await;
    done(&process, &sale, order(lead, accounts[1], 3_000)).await;
    let sell = Command::Sell {
        lot: Some(LotId(lead)),
        take: vec![LotId(sale.lots[1])],
        bet: None,
    };
    done(&process, &sale, Request::new(sell)).await;
    let notices: Vec<(String, i64, i64)> = sqlx::query_as(
        "select payload->>'kind', (payload->>'accountId')::bigint, (payload->>'lotId')::bigint from outbox_job
         where topic = 'notify' and payload->>'accountId' is not null order by id, place",
    )
    .fetch_all(&database.pool)
    .await
    .unwrap();
    let of_winner: Vec<_> = notices
        .iter()
        .filter(|(_, account, _)| *account == accounts[1])
        .map(|(kind, _, lot)| (kind.as_str(), *lot))
        .collect();
    assert_eq!(of_winner, [("lot_won", sale.lots[1])], "{notices:?}");
}

/// Bets reference no lot, so deleting one checks for them.
#[actix::test]
async fn a_lot_with_bets_is_not_deleted_even_if_it_left_its_sale() {
    let database = TestDatabase::create().await;
    let process = Process::start(&database);
    let sale = SaleSetup::parallel(2).create(&database).await;
    process
        .ask(&sale, Request::new(Command::Start))
        .await
        .unwrap();
    let account = database.account().await;
    process
        .ask(&sale, bet(sale.lots[0], account, 100))
        .await
        .unwrap();
    let delete = async |lot: i64| {
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
            "delete from lot_trade where lot_id = {lot}; delete from lot where id = {lot}"
        )))
        .execute(&database.pool)
        .await
    };
    let refused = delete(sale.lots[0]).await.unwrap_err();
    let refused = refused.as_database_error().unwrap();
    assert_eq!(
        (refused.code().as_deref(), refused.constraint()),
        (Some("23503"), Some("bet_lot_id"))
    );
    delete(sale.lots[1]).await.unwrap();
    // Nor is an account whose commands the journal holds.
    let refused = sqlx::query("delete from account where id = $1")
        .bind(account)
        .execute(&database.pool)
        .await
        .unwrap_err();
    assert!(
        refused
            .as_database_error()
            .unwrap()
            .is_foreign_key_violation()
    );
}
