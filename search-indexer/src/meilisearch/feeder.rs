//! Feeds the index from the outbox.
//!
//! One feeder works at a time over all servers. It reads the documents of changed lots as they are now, sends them, waits
//! for the outcome, and only then deletes the rows of the outbox. So nothing is lost if any part dies, the engine's queue
//! holds one batch at most, and a lot that changes many times meanwhile is sent once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::engine::Failure;
use super::index::{Index, Turn};
use super::{rebuild, registry};

/// How long an idle feeder waits before it looks again.
const POLL: Duration = Duration::from_millis(100);
/// How long it waits after a failure: it grows from the first to the second.
const RETRY: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(15));
/// How long a server waits that leaves the feeding to another.
const STAND_BY: Duration = Duration::from_secs(2);
/// How often the index and the synonyms are looked at.
const INSPECT: Duration = Duration::from_secs(5);
/// An index whose tasks fail this often in a row, through no fault of the documents, is broken and built again. So is one with
/// a task that takes too long.
const BROKEN: u32 = 5;

pub struct Feeder {
    index: Index,
    changed: Arc<Notify>,
}

impl Feeder {
    /// `changed` is notified of changed synonyms.
    pub(super) fn new(index: Index, changed: Arc<Notify>) -> Self {
        Self { index, changed }
    }

    /// Runs until the task is dropped.
    pub async fn run(self) {
        let (shortest, longest) = RETRY;
        let mut pause = shortest;
        let mut broken = 0;
        loop {
            let began = Instant::now();
            match self.feed_in_turn(broken >= BROKEN).await {
                Ok(()) => {
                    broken = 0;
                    tokio::time::sleep(STAND_BY).await;
                    continue;
                }
                Err(failure) => {
                    metrics::counter!("search_feed_failures_total", "kind" => failure.kind())
                        .increment(1);
                    tracing::warn!(error = %failure, "cannot feed the search engine; retrying");
                    if began.elapsed() > longest {
                        (pause, broken) = (shortest, 0);
                    }
                    match failure {
                        Failure::Task(_) => broken += 1,
                        Failure::Stuck => broken = BROKEN,
                        Failure::Engine(_) | Failure::Database(_) => {}
                    }
                }
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }

    /// Feeds until something fails. Returns at once if another server does.
    async fn feed_in_turn(&self, mut is_broken: bool) -> Result<(), Failure> {
        let pool = &self.index.pool;
        registry::subscribe(pool).await?;
        let Some(mut turn) = Turn::take(pool).await? else {
            return Ok(());
        };
        if is_broken {
            registry::want(pool).await?;
        }
        let mut inspected: Option<Instant> = None;
        loop {
            turn.check().await?;
            if inspected.is_none_or(|at| at.elapsed() >= INSPECT) {
                if let Some(reason) = self.index.must_build().await? {
                    tracing::info!(reason, "building the search index");
                    rebuild::build(&self.index, &mut turn, is_broken).await?;
                    is_broken = false;
                }
                self.index.write_synonyms(self.index.engine.live()).await?;
                inspected = Some(Instant::now());
            }
            if !self.index.batch().await?.is_full {
                tokio::select! {
                    () = tokio::time::sleep(POLL) => {}
                    () = self.changed.notified() => inspected = None,
                }
            }
        }
    }
}
