//! Updates of one lot to many Socket.IO clients. Every update carries a version and the whole state, so a client that
//! receives a version holds that version and all earlier ones.

use crate::{http::Connection, process, quantile, visitor, websocket::WebSocket};
use anyhow::{Context, Result, anyhow, bail};
use clap::Parser;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::{
    sync::{Notify, Semaphore, mpsc},
    time::timeout,
};

#[derive(Parser)]
pub struct Args {
    /// host:port of the server
    #[arg(long)]
    host: String,
    /// Process id of the server, to measure its CPU time and memory
    #[arg(long)]
    pid: u32,
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    #[arg(long, default_value_t = 200)]
    updates: usize,
    #[arg(long, default_value_t = 20)]
    warm_up: usize,
    /// Updates per second, even if clients fall behind; by default each update waits until all clients hold the previous one
    #[arg(long)]
    rate: Option<f64>,
}

const TIMEOUT: Duration = Duration::from_secs(300);
const CATALOG: i64 = 1;
const LOT: i64 = 17;
/// Connections opened at once; more would only fill the server's accept queue.
const OPENING: usize = 64;

#[derive(Default)]
struct Deliveries {
    /// When each version was sent. Versions start at 1, at index 0.
    sent: RefCell<Vec<Instant>>,
    /// Clients that hold the newest version.
    holding: Cell<usize>,
    /// Updates received, over all clients.
    frames: Cell<u64>,
    /// Microseconds from sending a version until a client holds it or a newer one, for each client and counted version.
    staleness: RefCell<Vec<u32>>,
    counted_from: Cell<usize>,
    lost: RefCell<Option<String>>,
    news: Notify,
}

pub async fn run(args: Args) -> Result<serde_json::Value> {
    let deliveries = Rc::new(Deliveries::default());
    deliveries.counted_from.set(args.warm_up + 1);
    let permits = Rc::new(Semaphore::new(OPENING));
    let opening: Vec<_> = (0..args.clients)
        .map(|index| {
            let (host, permits) = (args.host.clone(), permits.clone());
            tokio::task::spawn_local(async move {
                let _permit = permits.acquire().await?;
                visitor::enter(&host, CATALOG, index).await
            })
        })
        .collect();
    for client in opening {
        let socket = timeout(TIMEOUT, client).await???;
        tokio::task::spawn_local(listen(socket, deliveries.clone()));
    }
    let idle = process::usage(args.pid);
    let (publish, versions) = mpsc::unbounded_channel();
    let publisher = tokio::task::spawn_local(publish_each(args.host.clone(), versions));
    let total = args.warm_up + args.updates;

    let mut begun = (Instant::now(), idle, 0);
    for version in 1..=total {
        let warm = version > args.warm_up;
        if version == args.warm_up + 1 {
            all_hold_newest(&deliveries, args.clients).await?;
            begun = (
                Instant::now(),
                process::usage(args.pid),
                deliveries.frames.get(),
            );
        }
        let sent = match args.rate {
            Some(rate) if warm => {
                let due = (version - args.warm_up - 1) as f64 / rate;
                let due = begun.0 + Duration::from_secs_f64(due);
                tokio::time::sleep_until(due.into()).await;
                // Staleness counts from the due time, even if the server accepts the update late.
                due
            }
            _ => {
                all_hold_newest(&deliveries, args.clients).await?;
                Instant::now()
            }
        };
        deliveries.holding.set(0);
        deliveries.sent.borrow_mut().push(sent);
        publish.send(version)?;
    }
    drop(publish);
    publisher.await??;
    all_hold_newest(&deliveries, args.clients).await?;
    let elapsed = begun.0.elapsed().as_secs_f64();
    let used = process::usage(args.pid);

    let frames = deliveries.frames.get() - begun.2;
    let mut staleness = deliveries.staleness.take();
    staleness.sort_unstable();
    let ms = |q| f64::from(quantile(&staleness, q)) / 1000.0;
    let cpu_s = used.cpu_s - begun.1.cpu_s;
    Ok(serde_json::json!({
        "clients": args.clients,
        "updates": args.updates,
        "messages": frames,
        "every_update_sent": frames == (args.updates * args.clients) as u64,
        "messages_per_s": frames as f64 / elapsed,
        "cpu_us_per_message": cpu_s * 1e6 / frames as f64,
        "memory_idle_mb": idle.resident_mb,
        "memory_peak_mb": used.peak_mb,
        "staleness_p50_ms": ms(0.5),
        "staleness_p99_ms": ms(0.99),
        "elapsed_s": elapsed,
    }))
}

/// Sends every version to the server, in order.
async fn publish_each(host: String, mut versions: mpsc::UnboundedReceiver<usize>) -> Result<()> {
    let mut connection = Connection::open(&host).await?;
    while let Some(version) = versions.recv().await {
        let answer = connection.post("/trigger", "", &update(version)).await?;
        if answer.status != 204 {
            bail!("the trigger returned {}", answer.status);
        }
    }
    Ok(())
}

async fn all_hold_newest(deliveries: &Deliveries, clients: usize) -> Result<()> {
    let all = async {
        while deliveries.holding.get() < clients {
            deliveries.news.notified().await;
            if let Some(error) = &*deliveries.lost.borrow() {
                return Err(anyhow!("a client lost its connection: {error}"));
            }
        }
        Ok(())
    };
    if deliveries.sent.borrow().is_empty() {
        return Ok(());
    }
    timeout(TIMEOUT, all)
        .await
        .context("some clients did not receive the newest update")?
}

/// The whole public state of a lot, in the protocol's format.
fn update(version: usize) -> String {
    format!(
        r#"{{"catalogId":{CATALOG},"lotId":{LOT},"version":{version},"serverTime":"2026-01-01T12:00:00.000Z","state":1,"isBiddingOver":false,"price":{{"start":1000,"value":125000,"reservePriceState":"RESERVE_PRICE_ACHIEVED","currency":0}},"leadingBet":{{"id":481516,"value":125000,"created":"2026-01-01T12:00:00.000Z","userId":null,"participant":217,"paddle":null,"isAbsentee":null}},"startTradeTime":"2026-01-01T11:58:00.000Z","endTradeTime":"2026-01-01T12:05:00.000Z","minBet":130000,"reservePriceState":"RESERVE_PRICE_ACHIEVED","betsCount":42}}"#
    )
}

async fn listen(mut socket: WebSocket, deliveries: Rc<Deliveries>) {
    let mut held = 0;
    loop {
        let mut ping = false;
        let pumped = socket
            .pump(|text| match visitor::version_of(text) {
                Some(version) => {
                    deliveries.frames.set(deliveries.frames.get() + 1);
                    if version > held {
                        hold(&deliveries, held, version);
                        held = version;
                    }
                }
                None => ping |= text == "2",
            })
            .await;
        let answered = match pumped {
            Ok(()) if ping => socket.send("3").await,
            other => other,
        };
        if let Err(error) = answered {
            deliveries.lost.replace(Some(error.to_string()));
            deliveries.news.notify_one();
            return;
        }
    }
}

/// Records that a client went from version `before` to `version`.
fn hold(deliveries: &Deliveries, before: usize, version: usize) {
    let now = Instant::now();
    let sent = deliveries.sent.borrow();
    let mut staleness = deliveries.staleness.borrow_mut();
    for passed in (before + 1).max(deliveries.counted_from.get())..=version {
        let micros = (now - sent[passed - 1]).as_micros();
        staleness.push(u32::try_from(micros).unwrap_or(u32::MAX));
    }
    if version == sent.len() {
        deliveries.holding.set(deliveries.holding.get() + 1);
        deliveries.news.notify_one();
    }
}
