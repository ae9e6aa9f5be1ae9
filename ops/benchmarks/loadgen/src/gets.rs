//! Requests one page repeatedly.

use crate::http::{COMPRESSED, Connection};
use crate::{micros, quantile};
use anyhow::{Result, bail};
use clap::Parser;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::{Duration, Instant},
};

#[derive(Parser)]
pub struct Args {
    /// host:port of the server
    #[arg(long)]
    host: String,
    #[arg(long)]
    path: String,
    /// Accept what a browser accepts
    #[arg(long)]
    compressed: bool,
    /// Session tokens, assigned to the connections in turn
    #[arg(long, value_delimiter = ',')]
    tokens: Vec<String>,
    #[arg(long, default_value_t = 32)]
    connections: usize,
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

pub async fn run(args: Args) -> Result<serde_json::Value> {
    let stop = Rc::new(Cell::new(false));
    let latencies = Rc::new(RefCell::new(Vec::new()));
    let mut readers = vec![];
    let accepted = if args.compressed { COMPRESSED } else { "" };
    let start = Instant::now();
    for index in 0..args.connections {
        let token = args.tokens.iter().cycle().nth(index);
        let token = token.map(|token| format!("x-token: {token}\r\n"));
        let headers = format!("{accepted}{}", token.unwrap_or_default());
        let mut connection = Connection::open(&args.host).await?;
        let (path, stop, latencies) = (args.path.clone(), stop.clone(), latencies.clone());
        readers.push(tokio::task::spawn_local(async move {
            while !stop.get() {
                let sent = Instant::now();
                let answer = connection.get(&path, &headers).await?;
                if answer.status != 200 {
                    bail!("{path} returned {}", answer.status);
                }
                latencies.borrow_mut().push(micros(sent));
            }
            Ok(())
        }));
    }
    tokio::time::sleep(Duration::from_secs_f64(args.seconds)).await;
    stop.set(true);
    for reader in readers {
        reader.await??;
    }
    let elapsed = start.elapsed().as_secs_f64();
    let mut latencies = latencies.take();
    latencies.sort_unstable();
    let ms = |q| f64::from(quantile(&latencies, q)) / 1000.0;
    Ok(serde_json::json!({
        "per_s": latencies.len() as f64 / elapsed,
        "p50_ms": ms(0.5),
        "p99_ms": ms(0.99),
    }))
}
