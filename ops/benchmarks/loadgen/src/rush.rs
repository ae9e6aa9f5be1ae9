//! People who open the same sale one after another: its page, the calls that the client makes, and the room, where they stay.

use std::{
    cell::RefCell,
    rc::Rc,
    time::{Duration, Instant},
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

/// Durations in microseconds.
#[derive(Default)]
struct Tally {
    requests: RefCell<Vec<u32>>,
    joins: RefCell<Vec<u32>>,
    failures: RefCell<Vec<String>>,
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
            match come(&args, n, &tally).await {
                Ok(socket) => Some(socket),
                Err(error) => {
                    tally.failures.borrow_mut().push(format!("{error:#}"));
                    None
                }
            }
        }));
    }
    let mut inside = vec![];
    for person in coming {
        inside.extend(person.await?);
    }
    let failures = tally.failures.take();
    let [requests, joins] = [&tally.requests, &tally.joins].map(|durations| {
        let mut durations = durations.take();
        durations.sort_unstable();
        durations
    });
    let ms = |sorted: &[u32], q| f64::from(quantile(sorted, q)) / 1000.0;
    Ok(serde_json::json!({
        "inside": inside.len(),
        "failed": failures.len(),
        "failure": failures.first(),
        "requests": requests.len(),
        "p50_ms": ms(&requests, 0.5),
        "p99_ms": ms(&requests, 0.99),
        "max_ms": ms(&requests, 1.0),
        "join_p50_ms": ms(&joins, 0.5),
        "join_p99_ms": ms(&joins, 0.99),
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
    Ok(socket)
}
