//! Keeps `lot_listing` up to date from the outbox's topics `lot`, `catalog` and `relist`.

use std::collections::BTreeSet;

use async_trait::async_trait;
use outbox::{Job, Topic, Worker, enqueue};
use sqlx::PgConnection;

use crate::listing;

/// A busy lot enqueues a job with every group commit. A large batch writes its listing once.
const BATCH: i64 = 500;
/// The most lots whose rows one transaction writes, and the most of which it writes the trade. It locks them until it commits, so their
/// editors wait. The rest of a large catalog is enqueued again.
const LOTS: usize = 500;

/// The worker of [`outbox::run`] that rewrites listings. Keys are lot and catalog ids.
#[derive(Debug, Clone, Copy)]
pub struct Indexer;

#[async_trait]
impl Worker for Indexer {
    fn topics(&self) -> &'static [Topic] {
        &[Topic::Lot, Topic::Catalog]
    }

    fn batch(&self) -> i64 {
        BATCH
    }

    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()> {
        let (catalogs, lots): (Vec<Job>, Vec<Job>) = jobs
            .into_iter()
            .partition(|job| job.topic == Topic::Catalog);
        let (traded, lots): (Vec<Job>, Vec<Job>) = lots.into_iter().partition(Job::is_of_trade);
        let (mut lots, traded, catalogs) = (ids(&lots), ids(&traded), ids(&catalogs));
        if !catalogs.is_empty() {
            let catalogs: Vec<i64> = catalogs.into_iter().collect();
            lots.extend(listing::lots_of_catalogs(conn, &catalogs).await?);
        }
        let traded: Vec<i64> = traded.difference(&lots).copied().collect();
        let lots: Vec<i64> = lots.into_iter().collect();
        let (lots, later) = lots.split_at(lots.len().min(LOTS));
        enqueue::lots(conn, later).await?;
        let (traded, later) = traded.split_at(traded.len().min(LOTS));
        enqueue::traded(conn, later).await?;
        listing::refresh(conn, lots, traded).await
    }
}

/// Maximum number of lots per transaction. Edits of these lots wait until it commits.
const RELISTED: i64 = 100;

/// The worker of [`outbox::run`] that rewrites listings after a change to how they are built.
#[derive(Debug, Clone, Copy)]
pub struct Relister;

#[async_trait]
impl Worker for Relister {
    fn topics(&self) -> &'static [Topic] {
        &[Topic::Relist]
    }

    fn batch(&self) -> i64 {
        RELISTED
    }

    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()> {
        let lots: Vec<i64> = ids(&jobs).into_iter().collect();
        listing::refresh_lots(conn, &lots).await
    }
}

/// Parses the jobs' keys as ids; drops invalid ones.
fn ids(jobs: &[Job]) -> BTreeSet<i64> {
    jobs.iter()
        .filter_map(|job| {
            let id = job.key.parse().ok();
            if id.is_none() {
                // A retry would fail the same way.
                tracing::error!(
                    job.id,
                    topic = job.topic.name(),
                    job.key,
                    "an outbox key is not an id; dropped"
                );
            }
            id
        })
        .collect()
}
