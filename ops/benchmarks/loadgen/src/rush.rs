//! People who open the same sale one after another: its page, the calls that the client makes, and the room, where they stay.

use std::{
    cell::{Cell, RefCell},
    ops::Range,
    rc::Rc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use anyhow::{Result, bail};
use clap::Parser;

use crate::http::{COMPRESSED, Connection};
use crate::websocket::WebSocket;
use crate::{micros, quantile, visitor};

#[derive(Parser)]
pub struct Args {
    /// host:port of the server
    #[arg(long)]
    host: String,
    /// The sale
    #[arg(long)]
    catalog: i64,
    /// What each of them asks for before entering the room
    #[arg(long, value_delimiter = ',')]
    paths: Vec<String>,
    #[arg(long, default_value_t = 5000)]
    people: usize,
    /// Within how many seconds they all come
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
}

/// One in this many reads the room's updates. If all did, the load generator would take the processor from the server.
const READERS: usize = 50;

/// Durations in microseconds.
#[derive(Default)]
struct Tally {
    requests: RefCell<Vec<u32>>,
    joins: RefCell<Vec<u32>>,
    /// From the room's decision on a bet until a reader has the update.
    ages: RefCell<Vec<u32>>,
    inside: Cell<usize>,
    failures: RefCell<Vec<String>>,
}

impl Tally {
    fn note<T>(&self, outcome: &Result<T>) {
        if let Err(error) = outcome {
            self.failures.borrow_mut().push(format!("{error:#}"));
        }
    }
}

pub async fn run(args: Args) -> Result<serde_json::Value> {
    let args = Rc::new(args);
    let tally = Rc::new(Tally::default());
    let start = Instant::now();
    let mut coming = vec![];
    for n in 0..args.people {
        let (args, tally) = (args.clone(), tally.clone());
        let at = start + Duration::from_secs_f64(args.seconds * n as f64 / args.people as f64);
        coming.push(tokio::task::spawn_local(async move {
            tokio::time::sleep_until(at.into()).await;
            let came = come(&args, n, &tally).await;
            tally.note(&came);
            let socket = came.ok()?;
            if n % READERS > 0 {
                return Some(socket);
            }
            tokio::task::spawn_local(async move {
                let left = read(socket, &tally).await;
                tally.note(&left);
            });
            None
        }));
    }
    let mut inside = vec![];
    for person in coming {
        inside.extend(person.await?);
    }
    let failures = tally.failures.take();
    let [requests, joins, ages] = [&tally.requests, &tally.joins, &tally.ages].map(|durations| {
        let mut durations = durations.take();
        durations.sort_unstable();
        durations
    });
    let ms = |sorted: &[u32], q| f64::from(quantile(sorted, q)) / 1000.0;
    Ok(serde_json::json!({
        "inside": tally.inside.get(),
        "failed": failures.len(),
        "failure": failures.first(),
        "requests": requests.len(),
        "p50_ms": ms(&requests, 0.5),
        "p99_ms": ms(&requests, 0.99),
        "max_ms": ms(&requests, 1.0),
        "join_p50_ms": ms(&joins, 0.5),
        "join_p99_ms": ms(&joins, 0.99),
        "age_p50_ms": ms(&ages, 0.5),
        "age_p99_ms": ms(&ages, 0.99),
        "seconds": start.elapsed().as_secs_f64(),
    }))
}

async fn come(args: &Args, index: usize, tally: &Tally) -> Result<WebSocket> {
    let mut connection = Connection::open(&args.host).await?;
    for path in &args.paths {
        let sent = Instant::now();
        let status = connection.get(path, COMPRESSED).await?.status;
        if status != 200 {
            bail!("{path} returned {status}");
        }
        tally.requests.borrow_mut().push(micros(sent));
    }
    let sent = Instant::now();
    let socket = visitor::enter(&args.host, args.catalog, index).await?;
    tally.joins.borrow_mut().push(micros(sent));
    tally.inside.set(tally.inside.get() + 1);
    Ok(socket)
}

/// Reads updates until the connection breaks.
async fn read(mut socket: WebSocket, tally: &Tally) -> Result<()> {
    loop {
        socket
            .pump(|text| {
                if visitor::version_of(text).is_some() {
                    tally.ages.borrow_mut().extend(age(text));
                }
            })
            .await?;
    }
}

/// Microseconds since the leading bet of a `LotUpdate` was made, by the clock of this machine, in steps of a millisecond.
fn age(text: &str) -> Option<u32> {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    // `2026-11-30T18:05:09.250Z`
    let time = text
        .split_once(r#""leadingBet":{"#)?
        .1
        .split_once(r#""created":""#)?
        .1;
    let number = |range: Range<usize>| time.get(range)?.parse::<u64>().ok();
    let seconds = (number(11..13)? * 60 + number(14..16)?) * 60 + number(17..19)?;
    let made = seconds * 1000 + number(20..23)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let age = (now.as_millis() as u64 % DAY + DAY - made) % DAY;
    u32::try_from(age * 1000).ok()
}
