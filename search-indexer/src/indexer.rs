//! Keeps `lot_listing` up to date from the outbox's topics `lot` and `catalog`.

use crate::{
    listing,
    outbox::{Job, Worker},
};
use async_trait::async_trait;
use sqlx::PgConnection;
use std::collections::BTreeSet;

/// A hot lot leaves a row with every group commit; taking many at once writes its listing once.
const BATCH: i64 = 500;
/// How many lots one transaction writes: it holds them locked until it commits, and whoever wants to change one of them
/// waits. What a large catalog has beyond these is left for the next ones.
const LOTS: usize = 500;

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
        let (now, later) = lots.split_at(lots.len().min(LOTS));
        if !later.is_empty() {
            sqlx::query!(
                "insert into outbox (topic, key) select 'lot', id::text from unnest($1::bigint[]) as id",
                later
            )
            .execute(&mut *conn)
            .await?;
        }
        listing::refresh_lots(conn, now).await
    }
}
