//! Visitors who watch rooms through several nodes and count the lots' updates.

use std::{cell::Cell, rc::Rc};

use anyhow::Result;
use clap::Parser;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::Semaphore;

use crate::visitor;
use crate::websocket::WebSocket;

#[derive(Parser)]
pub struct Args {
    /// host:port of each node, used in turn
    #[arg(long, value_delimiter = ',')]
    hosts: Vec<String>,
    /// The rooms, filled in turn
    #[arg(long, value_delimiter = ',')]
    catalogs: Vec<i64>,
    #[arg(long)]
    clients: usize,
    /// The number of the first visitor, so that several generators use different addresses
    #[arg(long, default_value_t = 0)]
    first: usize,
}

/// Connections opened at once; more would only fill the server's accept queue.
const OPENING: usize = 32;

/// Prints `0` once everybody has joined, then the number of updates so far for each input line. At the end of its input
/// it leaves and reports the total.
pub async fn run(args: Args) -> Result<serde_json::Value> {
    let updates = Rc::new(Cell::new(0_u64));
    let permits = Rc::new(Semaphore::new(OPENING));
    let mut entering = vec![];
    for n in 0..args.clients {
        // A room's visitors connect through all nodes, not just its owner.
        let host = args.hosts[(n + n / args.catalogs.len()) % args.hosts.len()].clone();
        let catalog = args.catalogs[n % args.catalogs.len()];
        let (permits, index) = (permits.clone(), args.first + n);
        entering.push(tokio::task::spawn_local(async move {
            let _permit = permits.acquire().await?;
            visitor::enter(&host, catalog, index).await
        }));
    }
    let mut watching = vec![];
    for visitor in entering {
        watching.push(tokio::task::spawn_local(count(
            visitor.await??,
            updates.clone(),
        )));
    }
    println!("0");
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while lines.next_line().await?.is_some() {
        for visitor in watching.extract_if(.., |visitor| visitor.is_finished()) {
            visitor.await??;
        }
        println!("{}", updates.get());
    }
    Ok(serde_json::json!({ "updates": updates.get() }))
}

/// Counts until the connection breaks.
async fn count(mut socket: WebSocket, updates: Rc<Cell<u64>>) -> Result<()> {
    loop {
        let mut is_asked = false;
        socket
            .pump(|text| {
                if visitor::version_of(text).is_some() {
                    updates.set(updates.get() + 1);
                } else {
                    is_asked |= text == "2";
                }
            })
            .await?;
        if is_asked {
            socket.send("3").await?;
        }
    }
}
