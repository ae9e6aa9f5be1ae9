//! Keeps `lot_listing` up to date from the outbox's topics `lot` and `catalog`.

use std::collections::BTreeSet;

use async_trait::async_trait;
use outbox::{Job, Topic, Worker, enqueue};
use sqlx::PgConnection;

use crate::listing;

/// A hot lot enqueues a row with every group commit; taking many at once writes its listing once.
const BATCH: i64 = 500;
/// How many lots one transaction writes. It holds them locked until it commits, and their editors wait. The rest of a large
/// catalog is enqueued again.
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
        let (mut lots, mut catalogs) = (BTreeSet::new(), BTreeSet::new());
        for job in jobs {
            let Ok(id) = job.key.parse::<i64>() else {
                // Nothing can come of it, however often it is tried.
                tracing::error!(
                    job.id,
                    topic = job.topic.name(),
                    job.key,
                    "an outbox key is no id; dropped"
                );
                continue;
            };
            if job.topic == Topic::Catalog {
                catalogs.insert(id)
            } else {
                lots.insert(id)
            };
        }
        if !catalogs.is_empty() {
            let catalogs: Vec<i64> = catalogs.into_iter().collect();
            lots.extend(listing::lots_of_catalogs(conn, &catalogs).await?);
        }
        let lots: Vec<i64> = lots.into_iter().collect();
        let (now, later) = lots.split_at(lots.len().min(LOTS));
        if !later.is_empty() {
            enqueue::lots(conn, later).await?;
        }
        listing::refresh_lots(conn, now).await
    }
}
