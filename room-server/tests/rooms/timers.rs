//! Starts and ends that come by the clock.

use crate::harness::{Process, overdue_sale};
use clock::Clock;
use domain::{CatalogState, Command, LotState};
use room_server::{
    Request,
    setup::seed_history,
    testing::{SaleSetup, TestDatabase, bet},
};
use std::time::Duration;
use wire::instant;

#[actix::test]
async fn a_scheduled_sale_starts_by_itself() {
    let database = TestDatabase::create().await;
    let setup = SaleSetup {
        start: Clock::default().timestamp().plus_ms(3_600_000),
        auto_start: true,
        ..SaleSetup::classic(2)
    };
    let sale = setup.create(&database).await;
    let process = Process::start(&database);
    assert_eq!(process.boot().await.unwrap(), 1);
    let loading = async {
        while !process.is_loaded(sale.catalog) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), loading)
        .await
        .expect("the room loads");
    assert!(process.bus.catalogs().is_empty(), "never early");

    process.clock.advance(time::Duration::HOUR);
    process
        .bus
        .until("the start", |bus| {
            bus.catalogs()
                .last()
                .is_some_and(|catalog| catalog.current_lot_id == Some(sale.lots[0]))
        })
        .await;
    let opened = process.bus.lots().last().unwrap().start_trade_time.unwrap();
    assert!(opened.0 >= setup.start);
    database
        .until("select count(*) = 1 from catalog_trade where state = 1 and heartbeat is not null")
        .await;
}

#[actix::test]
async fn a_sale_that_should_have_started_during_an_outage_starts_when_it_is_over() {
    let database = TestDatabase::create().await;
    let before = Clock::default().timestamp();
    let setup = SaleSetup {
        start: before.minus_ms(28_800_000),
        auto_start: true,
        ..SaleSetup::classic(3)
    };
    let sale = setup.create(&database).await;
    let process = Process::start(&database);
    assert_eq!(process.boot().await.unwrap(), 1);
    process
        .bus
        .until("the start", |bus| !bus.lots().is_empty())
        .await;
    let shown = process.snapshot(sale.catalog, None).await.unwrap().catalog;
    assert_eq!(
        (shown.state, shown.current_lot_id),
        (CatalogState::InProcess, Some(sale.lots[0])),
        "one lot opens, and none is hammered that nobody could bid on"
    );
    let opened = process.bus.lots()[0].clone();
    assert_eq!(opened.lot_id, sale.lots[0]);
    assert!(opened.start_trade_time.unwrap().0 >= before);
    assert!(opened.end_trade_time.unwrap().0 >= before.plus_ms(30_000));
}

#[actix::test]
async fn an_end_that_came_before_the_last_heartbeat_is_carried_out_when_the_room_loads() {
    let database = TestDatabase::create().await;
    let now = Clock::default().timestamp();
    let sale = overdue_sale(&database, now).await;
    let account = database.account().await;
    let mut connection = database.pool.acquire().await.unwrap();
    let history = vec![
        (now.minus_ms(7_000_000), Request::new(Command::Start)),
        (now.minus_ms(5_000_000), bet(sale.lots[0], account, 1_000)),
    ];
    seed_history(&mut connection, sale.catalog, history)
        .await
        .unwrap();
    drop(connection);
    // The process was alive when the lots ended, and died before it could store that.
    sqlx::query("update catalog_trade set heartbeat = $1")
        .bind(instant::datetime(now.minus_ms(3_500_000)))
        .execute(&database.pool)
        .await
        .unwrap();
    let process = Process::start(&database);
    process.boot().await.unwrap();
    process
        .bus
        .until("the end", |bus| {
            bus.catalogs()
                .last()
                .is_some_and(|catalog| catalog.state == CatalogState::Completed)
        })
        .await;
    let states: Vec<(i16, bool)> = sqlx::query_as(
        "select state, end_trade_time >= to_timestamp($1) from lot_trade order by lot_id",
    )
    .bind(now.0 as f64 / 1000.0)
    .fetch_all(&database.pool)
    .await
    .unwrap();
    assert_eq!(
        states,
        [
            (LotState::Sold.number(), true),
            (LotState::NotSold.number(), true)
        ]
    );
    database
        .until(
            "select exists (select from outbox_job where topic = 'notify' and payload->>'kind' = 'lot_won')",
        )
        .await;
}
