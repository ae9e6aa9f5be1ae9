//! Load on the platform's own server and on what it is compared with, from one thread, over loopback. Prints one line
//! of JSON.

mod archive;
mod bets;
mod fanout;
mod gets;
mod http;
mod process;
mod websocket;

use clap::Parser;

#[derive(Parser)]
#[command(version, about)]
enum Load {
    /// Writes an archive of lots and pictures to import.
    Archive(archive::Args),
    /// Bets over HTTP from a number of connections, each waiting for its answer; only accepted ones count.
    Bets(bets::Args),
    /// Updates of one lot to many Socket.IO clients.
    Fanout(fanout::Args),
    /// One page over and over, from a number of connections.
    Gets(gets::Args),
}

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = tokio::task::LocalSet::new().block_on(&runtime, async {
        match Load::parse() {
            Load::Archive(args) => archive::run(&args),
            Load::Bets(args) => bets::run(args).await,
            Load::Fanout(args) => fanout::run(args).await,
            Load::Gets(args) => gets::run(args).await,
        }
    })?;
    println!("{report}");
    Ok(())
}

/// The value below which the share `q` of the sorted values lies.
pub fn quantile(sorted: &[u32], q: f64) -> u32 {
    match sorted.len() {
        0 => 0,
        n => sorted[((n - 1) as f64 * q).round() as usize],
    }
}
