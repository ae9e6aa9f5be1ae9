//! Load generator for the platform's server and its baselines: one thread, over loopback. Prints one line of JSON.

mod archive;
mod bare;
mod bets;
mod drops;
mod fanout;
mod gets;
mod http;
mod looks;
mod photos;
mod process;
mod rush;
mod visitor;
mod watch;
mod websocket;

use clap::Parser;

#[derive(Parser)]
#[command(version, about)]
enum Load {
    /// Write an archive of lots and pictures to import
    Archive(archive::Args),
    /// Serve the clients of `fanout` with nothing but one send per client
    Bare(bare::Args),
    /// Send bets over HTTP, one at a time per connection, and count the accepted ones
    Bets(bets::Args),
    /// Follow a room through repeated network outages
    Drops(drops::Args),
    /// Send updates of one lot to many Socket.IO clients
    Fanout(fanout::Args),
    /// Request one page repeatedly, over several connections
    Gets(gets::Args),
    /// Look at new pictures as they become visible
    Looks(looks::Args),
    /// Write pictures like photographs
    Photos(photos::Args),
    /// Open the same sale as many people, and stay in its room
    Rush(rush::Args),
    /// Watch rooms through several nodes and report the number of updates
    Watch(watch::Args),
}

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = tokio::task::LocalSet::new().block_on(&runtime, async {
        match Load::parse() {
            Load::Archive(args) => archive::run(&args),
            Load::Bare(args) => bare::run(&args),
            Load::Bets(args) => bets::run(args).await,
            Load::Drops(args) => drops::run(args).await,
            Load::Fanout(args) => fanout::run(args).await,
            Load::Gets(args) => gets::run(args).await,
            Load::Looks(args) => looks::run(args).await,
            Load::Photos(args) => photos::run(&args),
            Load::Rush(args) => rush::run(args).await,
            Load::Watch(args) => watch::run(args).await,
        }
    })?;
    println!("{report}");
    Ok(())
}

/// Time since `start` in microseconds.
pub fn micros(start: std::time::Instant) -> u32 {
    u32::try_from(start.elapsed().as_micros()).unwrap_or(u32::MAX)
}

/// The quantile `q` (0 to 1) of sorted values; 0 if there are none.
pub fn quantile(sorted: &[u32], q: f64) -> u32 {
    match sorted.len() {
        0 => 0,
        n => sorted[((n - 1) as f64 * q).round() as usize],
    }
}
