//! Bets over HTTP: each connection sends a bet, waits for the response, and sends the next.

use crate::{http::Connection, micros, quantile};
use anyhow::{Context, Result, bail};
use clap::Parser;
use serde::Deserialize;
use std::{
    cell::{Cell, RefCell},
    fs,
    path::PathBuf,
    rc::Rc,
    time::{Duration, Instant},
};

#[derive(Parser)]
pub struct Args {
    /// host:port of the server, or of each node, used in turn
    #[arg(long, value_delimiter = ',')]
    host: Vec<String>,
    /// JSON: {"tokens": [...], "lots": [{"catalogId", "lotId", "start", "step"}]}
    #[arg(long)]
    plan: PathBuf,
    #[arg(long, default_value_t = 64)]
    connections: usize,
    /// Time between the answer to a bet and the connection's next one
    #[arg(long, default_value_t = 0)]
    pause_ms: u64,
    #[arg(long, default_value_t = 3.0)]
    warm_up_s: f64,
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
}

#[derive(Deserialize)]
struct Plan {
    tokens: Vec<String>,
    lots: Vec<Lot>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lot {
    catalog_id: i64,
    lot_id: i64,
    start: i64,
    step: i64,
}

#[derive(Deserialize)]
struct BetAnswer {
    code: u8,
}

/// The codes of a bet's answer that decide what is sent next.
const SUCCESS: u8 = 0;
const FORBIDDEN_TO_BET_AGAIN: u8 = 13;

#[derive(Default)]
struct Tally {
    counting: Cell<bool>,
    stop: Cell<bool>,
    refused: Cell<u64>,
    /// Latencies of accepted bets, microseconds.
    accepted: RefCell<Vec<u32>>,
}

pub async fn run(args: Args) -> Result<serde_json::Value> {
    let plan: Plan = serde_json::from_str(
        &fs::read_to_string(&args.plan).with_context(|| format!("{}", args.plan.display()))?,
    )?;
    if plan.tokens.len() < 2 * args.connections {
        bail!("the plan needs two tokens per connection, because bidders cannot outbid themselves");
    }
    // The next value of each lot, taken when a bet is sent, so that values arrive in roughly rising order. The server
    // refuses a bet that another one overtakes; refused bets do not count.
    let next: Rc<Vec<Cell<i64>>> =
        Rc::new(plan.lots.iter().map(|lot| Cell::new(lot.start)).collect());
    let plan = Rc::new(plan);
    let tally = Rc::new(Tally::default());
    let mut bidders = vec![];
    for index in 0..args.connections {
        let connection = Connection::open(&args.host[index % args.host.len()]).await?;
        bidders.push(tokio::task::spawn_local(bid(
            connection,
            index,
            Duration::from_millis(args.pause_ms),
            plan.clone(),
            next.clone(),
            tally.clone(),
        )));
    }
    tokio::time::sleep(Duration::from_secs_f64(args.warm_up_s)).await;
    tally.counting.set(true);
    let start = Instant::now();
    tokio::time::sleep(Duration::from_secs_f64(args.seconds)).await;
    let elapsed = start.elapsed().as_secs_f64();
    tally.counting.set(false);
    tally.stop.set(true);
    for bidder in bidders {
        bidder.await??;
    }
    let mut latencies = tally.accepted.take();
    latencies.sort_unstable();
    let ms = |q| f64::from(quantile(&latencies, q)) / 1000.0;
    Ok(serde_json::json!({
        "accepted": latencies.len(),
        "refused": tally.refused.get(),
        "per_s": latencies.len() as f64 / elapsed,
        "p50_ms": ms(0.5),
        "p99_ms": ms(0.99),
        "max_ms": ms(1.0),
    }))
}

async fn bid(
    mut connection: Connection,
    index: usize,
    pause: Duration,
    plan: Rc<Plan>,
    next: Rc<Vec<Cell<i64>>>,
    tally: Rc<Tally>,
) -> Result<()> {
    let at = index % plan.lots.len();
    let (lot, value) = (&plan.lots[at], &next[at]);
    let headers = [0, 1].map(|turn| format!("x-token: {}\r\n", plan.tokens[2 * index + turn]));
    let mut turn = 0;
    while !tally.stop.get() {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        let bet = value.get();
        value.set(bet + lot.step);
        let body = format!(
            r#"{{"catalogId":{},"lotId":{},"betValue":{bet}}}"#,
            lot.catalog_id, lot.lot_id
        );
        let sent = Instant::now();
        let answer = connection
            .post("/api/trade/bet", &headers[turn], &body)
            .await?;
        if answer.status != 200 {
            bail!(
                "a bet returned {}: {}",
                answer.status,
                String::from_utf8_lossy(answer.body)
            );
        }
        let code = serde_json::from_slice::<BetAnswer>(answer.body)?.code;
        let accepted = code == SUCCESS;
        // Switch bidders after a refusal too: a bidder who still leads from the previous run would be refused forever, and
        // refusals also cost the server.
        if accepted || code == FORBIDDEN_TO_BET_AGAIN {
            turn = 1 - turn;
        }
        if tally.counting.get() {
            if accepted {
                tally.accepted.borrow_mut().push(micros(sent));
            } else {
                tally.refused.set(tally.refused.get() + 1);
            }
        }
    }
    Ok(())
}
