//! Clients of one room during repeated network outages. Half of them lose the connection and rejoin with the last version they
//! saw; the other half stop reading and keep the connection.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    time::Duration,
};

use anyhow::Result;
use clap::Parser;
use serde::Deserialize;
use tokio::{
    sync::Semaphore,
    time::{Instant, sleep_until, timeout_at},
};

use crate::visitor;
use crate::websocket::WebSocket;
use crate::{micros, quantile};

#[derive(Parser)]
pub struct Args {
    /// host:port of the server
    #[arg(long)]
    host: String,
    /// The sale, on which `loadgen bets` bids in the meantime
    #[arg(long)]
    catalog: i64,
    #[arg(long, default_value_t = 1000)]
    clients: usize,
    #[arg(long, default_value_t = 6)]
    outages: u32,
    /// Interval between the ends of two outages, in seconds
    #[arg(long, default_value_t = 10.0)]
    every: f64,
    /// Length of an outage, in seconds
    #[arg(long, default_value_t = 2.0)]
    outage: f64,
    /// Time from the end of the last outage to the comparison of the clients' states, in seconds. Bidding must end before.
    #[arg(long, default_value_t = 5.0)]
    settle: f64,
}

/// Number of connections opened at once at the start. After an outage, all clients reconnect at the same time.
const OPENING: usize = 32;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lot {
    lot_id: i64,
    version: u64,
}

#[derive(Deserialize)]
struct Sale {
    version: u64,
}

#[derive(Deserialize)]
struct Snapshot {
    catalog: Sale,
    lots: Vec<Lot>,
}

/// The versions that a client has received.
#[derive(Default)]
struct Seen {
    /// The greatest version of anything.
    newest: u64,
    lots: HashMap<i64, u64>,
    /// Number of messages with an older version than the client's.
    went_back: usize,
}

impl Seen {
    fn read(&mut self, text: &str) {
        let event = text
            .strip_prefix("42/Chat,")
            .and_then(|event| event.strip_prefix(r#"["LotUpdate","#));
        if let Some(lot) = event {
            let lot = serde_json::from_str(lot.trim_end_matches(']'));
            self.take(lot.expect("a LotUpdate has a lot and a version"));
        } else if let Some(answer) = text.strip_prefix("43/Chat,0") {
            let [snapshot]: [Snapshot; 1] =
                serde_json::from_str(answer).expect("a join's answer is a snapshot");
            self.went_back += usize::from(snapshot.catalog.version < self.newest);
            self.newest = self.newest.max(snapshot.catalog.version);
            for lot in snapshot.lots {
                self.take(lot);
            }
        }
    }

    fn take(&mut self, Lot { lot_id, version }: Lot) {
        let known = self.lots.entry(lot_id).or_default();
        self.went_back += usize::from(version < *known);
        *known = version.max(*known);
        self.newest = self.newest.max(version);
    }

    /// The number of lots with an older version than in `truth`.
    fn behind(&self, truth: &Self) -> usize {
        let is_older = |(lot, version): &(&i64, &u64)| {
            self.lots.get(lot).copied().unwrap_or_default() < **version
        };
        truth.lots.iter().filter(is_older).count()
    }
}

struct Room {
    args: Args,
    /// The newest version received by a client without outages.
    newest: Cell<u64>,
    /// Times from the end of an outage until a client had caught up with `newest`, in microseconds. `cut` is for clients that
    /// lost their connection, `stalled` for the others.
    cut: RefCell<Vec<u32>>,
    stalled: RefCell<Vec<u32>>,
}

pub async fn run(args: Args) -> Result<serde_json::Value> {
    let room = Rc::new(Room {
        args,
        newest: Cell::new(0),
        cut: RefCell::default(),
        stalled: RefCell::default(),
    });
    let watch = tokio::task::spawn_local(watch(room.clone()));
    let permits = Rc::new(Semaphore::new(OPENING));
    let mut entering = vec![];
    for index in 1..=room.args.clients {
        let (room, permits) = (room.clone(), permits.clone());
        entering.push(tokio::task::spawn_local(async move {
            let _permit = permits.acquire().await?;
            let mut seen = Seen::default();
            let socket = enter(&room, index, &mut seen).await?;
            anyhow::Ok((socket, seen))
        }));
    }
    let mut inside = vec![];
    for client in entering {
        inside.push(client.await??);
    }
    let start = Instant::now();
    let mut clients = vec![];
    for (index, (socket, seen)) in (1..).zip(inside) {
        clients.push(tokio::task::spawn_local(live(
            room.clone(),
            index,
            socket,
            seen,
            start,
        )));
    }
    let mut seen = vec![];
    for client in clients {
        seen.push(client.await??);
    }
    watch.abort();
    let mut truth = Seen::default();
    enter(&room, 0, &mut truth).await?;
    let [cut, stalled] = [&room.cut, &room.stalled].map(|times| {
        let mut times = times.take();
        times.sort_unstable();
        times
    });
    let ms = |sorted: &[u32], q| f64::from(quantile(sorted, q)) / 1000.0;
    Ok(serde_json::json!({
        "clients": seen.len(),
        "versions": truth.newest,
        "behind": seen.iter().map(|seen| seen.behind(&truth)).sum::<usize>(),
        "went_back": seen.iter().map(|seen| seen.went_back).sum::<usize>(),
        "cut_p50_ms": ms(&cut, 0.5),
        "cut_p99_ms": ms(&cut, 0.99),
        "cut_max_ms": ms(&cut, 1.0),
        "stalled_p50_ms": ms(&stalled, 0.5),
        "stalled_p99_ms": ms(&stalled, 0.99),
        "stalled_max_ms": ms(&stalled, 1.0),
    }))
}

async fn enter(room: &Room, index: usize, seen: &mut Seen) -> Result<WebSocket> {
    let since = (seen.newest > 0).then_some(seen.newest);
    let (host, catalog) = (&room.args.host, room.args.catalog);
    visitor::enter_since(host, catalog, index, since, |text| seen.read(text)).await
}

/// Updates `newest`.
async fn watch(room: Rc<Room>) -> Result<()> {
    let mut seen = Seen::default();
    let mut socket = enter(&room, 0, &mut seen).await?;
    loop {
        read(&mut socket, &mut seen).await?;
        room.newest.set(seen.newest);
    }
}

async fn read(socket: &mut WebSocket, seen: &mut Seen) -> Result<()> {
    let mut is_asked = false;
    socket
        .pump(|text| {
            is_asked |= text == "2";
            seen.read(text);
        })
        .await?;
    if is_asked {
        socket.send("3").await?;
    }
    Ok(())
}

/// Reads until `end`, even in the middle of a frame.
async fn read_until(end: Instant, socket: &mut WebSocket, seen: &mut Seen) -> Result<()> {
    while Instant::now() < end {
        if let Ok(result) = timeout_at(end, read(socket, seen)).await {
            result?;
        }
    }
    Ok(())
}

async fn live(
    room: Rc<Room>,
    index: usize,
    mut socket: WebSocket,
    mut seen: Seen,
    start: Instant,
) -> Result<Seen> {
    let Args {
        every,
        outage,
        outages,
        settle,
        ..
    } = room.args;
    let mut end = start;
    for number in 1..=outages {
        end = start + Duration::from_secs_f64(every * f64::from(number));
        let begin = end - Duration::from_secs_f64(outage);
        read_until(begin, &mut socket, &mut seen).await?;
        let times = if index.is_multiple_of(2) {
            drop(socket);
            sleep_until(end).await;
            let newest = room.newest.get();
            socket = enter(&room, index, &mut seen).await?;
            read_up_to(newest, &mut socket, &mut seen).await?;
            &room.cut
        } else {
            sleep_until(end).await;
            let newest = room.newest.get();
            read_up_to(newest, &mut socket, &mut seen).await?;
            &room.stalled
        };
        times.borrow_mut().push(micros(end.into_std()));
    }
    let settled = end + Duration::from_secs_f64(settle);
    read_until(settled, &mut socket, &mut seen).await?;
    Ok(seen)
}

async fn read_up_to(version: u64, socket: &mut WebSocket, seen: &mut Seen) -> Result<()> {
    while seen.newest < version {
        read(socket, seen).await?;
    }
    Ok(())
}
