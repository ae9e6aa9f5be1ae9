//! Keeps `lot_listing` up to date from the outbox's topics `lot` and `catalog`.

use crate::{
    listing,
    outbox::{Job, Worker},
};
use async_trait::async_trait;
use sqlx::PgConnection;
use std::collections::BTreeSet;

/// A hot lot leaves a row with every group commit; taking many at once writes its listing once.
const BATCH: i64 = 2_000;

/// The worker of [`crate::outbox::run`] that rewrites listings. Keys are lot and catalog ids.
#[derive(Debug, Clone, Copy)]
pub struct Indexer;

#[async_trait]
impl Worker for Indexer {
    fn topics(&self) -> &'static [&'static str] {
        &["lot", "catalog"]
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
                    job.topic,
                    job.key,
                    "an outbox key is no id; dropped"
                );
                continue;
            };
            if job.topic == "catalog" {
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
        listing::refresh_lots(conn, &lots).await
    }
}
