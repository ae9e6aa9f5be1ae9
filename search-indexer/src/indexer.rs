//! Keeps `lot_listing` up to date from the outbox's topics `lot` and `catalog`.

use std::collections::BTreeSet;

use async_trait::async_trait;
use outbox::{Job, Topic, Worker, enqueue};
use sqlx::PgConnection;

use crate::listing;

/// A busy lot enqueues a row with every group commit. A large batch writes its listing once.
const BATCH: i64 = 500;
/// The most lots one transaction writes. It locks them until it commits, so their editors wait. The rest of a large
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
                // A retry would fail the same way.
                tracing::error!(
                    job.id,
                    topic = job.topic.name(),
                    job.key,
                    "an outbox key is not an id; dropped"
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
