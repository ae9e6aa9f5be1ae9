//! Visitors who look at pictures that nobody has looked at before.

use crate::{http::Connection, micros, quantile};
use anyhow::{Context as _, Result};
use clap::Parser;
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    path::PathBuf,
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::io::AsyncReadExt as _;

#[derive(Parser)]
pub struct Args {
    /// host:port of the server
    #[arg(long)]
    host: String,
    /// JSON: the paths of the pictures, in the order in which they become visible
    #[arg(long)]
    paths: PathBuf,
    /// Pictures that become visible in a second
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// Visitors who look at each one at once
    #[arg(long, default_value_t = 1)]
    visitors: usize,
    /// Stop after this time. Looking also stops with the pictures, or when standard input is closed
    #[arg(long)]
    seconds: Option<f64>,
}

#[derive(Default)]
struct Tally {
    /// Latencies of views, in microseconds.
    views: Vec<u32>,
    smaller: usize,
    /// How often each other status came; 0 stands for a closed connection.
    failed: BTreeMap<u16, usize>,
    bytes: usize,
}

pub async fn run(args: Args) -> Result<Value> {
    let paths: Vec<String> = serde_json::from_str(
        &fs::read_to_string(&args.paths).with_context(|| format!("{}", args.paths.display()))?,
    )?;
    let tally = Rc::new(RefCell::new(Tally::default()));
    let mut looks = vec![];
    let mut idle: Vec<_> = vec![];
    for _ in 0..args.visitors {
        idle.push(Connection::open(&args.host).await?);
    }
    let idle = Rc::new(RefCell::new(idle));
    let start = Instant::now();
    let end = async {
        match args.seconds {
            Some(seconds) => tokio::time::sleep(Duration::from_secs_f64(seconds)).await,
            // The program that started this one closes it.
            None => drop(tokio::io::stdin().read_to_end(&mut vec![]).await),
        }
    };
    let look_at_all = async {
        for (number, path) in paths.into_iter().enumerate() {
            let due = start + Duration::from_secs_f64(number as f64 / args.rate);
            tokio::time::sleep_until(due.into()).await;
            for _ in 0..args.visitors {
                let look = look(
                    args.host.clone(),
                    path.clone(),
                    due,
                    idle.clone(),
                    tally.clone(),
                );
                looks.push(tokio::task::spawn_local(look));
            }
        }
    };
    tokio::select! {
        () = look_at_all => {}
        () = end => {}
    }
    for look in looks {
        look.await??;
    }
    let mut tally = tally.take();
    tally.views.sort_unstable();
    let ms = |q| f64::from(quantile(&tally.views, q)) / 1000.0;
    let failed: usize = tally.failed.values().sum();
    Ok(json!({
        "looks": tally.views.len() + failed,
        "failed": failed,
        "statuses": tally.failed,
        "smaller": tally.smaller,
        "kb": tally.bytes as f64 / 1000.0 / tally.views.len().max(1) as f64,
        "p50_ms": ms(0.5),
        "p99_ms": ms(0.99),
        "max_ms": ms(1.0),
    }))
}

/// A view's time counts from when it was due, so a server that falls behind is not spared.
async fn look(
    host: String,
    path: String,
    due: Instant,
    idle: Rc<RefCell<Vec<Connection>>>,
    tally: Rc<RefCell<Tally>>,
) -> Result<()> {
    let kept = idle.borrow_mut().pop();
    // As a browser does it: if the server has closed a connection that was kept, the request goes out on a new one.
    let is_open = match &kept {
        Some(connection) => connection.is_open().await,
        None => false,
    };
    let mut connection = match kept.filter(|_| is_open) {
        Some(connection) => connection,
        None => Connection::open(&host).await?,
    };
    let answer = connection.get(&path, "accept: image/webp\r\n").await;
    let mut tally = tally.borrow_mut();
    match answer {
        Ok(answer) if answer.status == 200 => {
            tally.views.push(micros(due));
            tally.smaller += usize::from(answer.is_late);
            tally.bytes += answer.body.len();
        }
        Ok(answer) => *tally.failed.entry(answer.status).or_default() += 1,
        Err(_) => {
            *tally.failed.entry(0).or_default() += 1;
            return Ok(());
        }
    }
    idle.borrow_mut().push(connection);
    Ok(())
}
