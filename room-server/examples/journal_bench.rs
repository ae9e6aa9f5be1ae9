//! Measures the rooms' accepted bets per second without HTTP: 64 senders on one lot, then across 50 rooms.
//!
//! `TEST_DATABASE_URL=postgres://… cargo run --release -p room-server --example journal_bench [seconds]`

use clock::Clock;
use domain::Command;
use room_server::Request;
use room_server::{
    RoomSettings, Rooms,
    ports::{NoBus, OneMachine},
    testing::{Sale, SaleSetup, TestDatabase, bet, is_accepted},
};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

const SENDERS: usize = 64;

#[actix::main]
async fn main() {
    let seconds = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(5);
    for rooms in [1, 50] {
        let database = TestDatabase::create().await;
        let accounts = Arc::new(database.accounts(SENDERS as i64 + 1).await);
        let mut sales = Vec::new();
        for _ in 0..rooms {
            sales.push(SaleSetup::parallel(1).create(&database).await);
        }
        let bidding = Rooms::start(
            database.pool.clone(),
            Arc::new(NoBus),
            Arc::new(OneMachine),
            Clock::default(),
            RoomSettings::default(),
        );
        for sale in &sales {
            bidding
                .send(sale.catalog, Request::new(Command::Start))
                .await
                .expect("the sale starts");
        }
        let (accepted, all, mut latencies) = run(
            &bidding,
            Arc::new(sales),
            accounts,
            Duration::from_secs(seconds),
        )
        .await;
        latencies.sort_unstable();
        let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
        println!(
            "{rooms} rooms: {:.0} accepted bets/s ({:.0} commands/s), p50 {:?}, p99 {:?}",
            accepted as f64 / seconds as f64,
            all as f64 / seconds as f64,
            at(0.5),
            at(0.99)
        );
        bidding.stop();
    }
}

async fn run(
    rooms: &Rooms,
    sales: Arc<Vec<Sale>>,
    accounts: Arc<Vec<i64>>,
    time: Duration,
) -> (u64, u64, Vec<Duration>) {
    let values: Arc<Vec<AtomicI64>> = Arc::new(sales.iter().map(|_| AtomicI64::new(0)).collect());
    let (accepted, all) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let latencies = Arc::new(Mutex::new(Vec::new()));
    let end = Instant::now() + time;
    let senders: Vec<_> = (0..SENDERS)
        .map(|sender| {
            let (rooms, sales, accounts, values) = (
                rooms.clone(),
                sales.clone(),
                accounts.clone(),
                values.clone(),
            );
            let (accepted, all, latencies) = (accepted.clone(), all.clone(), latencies.clone());
            actix::spawn(async move {
                let mut mine = Vec::new();
                let mut turn = sender;
                while Instant::now() < end {
                    turn += SENDERS + 1;
                    let place = turn % sales.len();
                    // Values rise by the highest step of the default table; bidders alternate.
                    let value =
                        1_000 * (values[place].fetch_add(1, Ordering::Relaxed) + 1) + 1_000_000;
                    let account = accounts[(value / 1_000) as usize % accounts.len()];
                    let since = Instant::now();
                    let request = bet(sales[place].lots[0], account, value * 10);
                    let answer = rooms.send(sales[place].catalog, request).await;
                    mine.push(since.elapsed());
                    all.fetch_add(1, Ordering::Relaxed);
                    if answer.is_ok_and(|answer| is_accepted(&answer)) {
                        accepted.fetch_add(1, Ordering::Relaxed);
                    }
                }
                latencies
                    .lock()
                    .expect("no sender panics")
                    .append(&mut mine);
            })
        })
        .collect();
    for sender in senders {
        sender.await.expect("a sender ends");
    }
    let latencies = std::mem::take(&mut *latencies.lock().expect("no sender panics"));
    (
        accepted.load(Ordering::Relaxed),
        all.load(Ordering::Relaxed),
        latencies,
    )
}
