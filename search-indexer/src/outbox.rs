//! Reading the outbox: work left by a commit, done after it.
//!
//! Rows are taken with `for update skip locked` and removed by the transaction that did their work, so that several
//! readers share the work, none waits for another, and a reader that dies leaves its rows to the next. There is no
//! cursor over ids: a transaction that commits late would be missed by one.

use async_trait::async_trait;
use sqlx::{PgConnection, PgPool};
use std::time::Duration;
use time::OffsetDateTime;

/// How long an idle reader waits before it looks again; lists promise to follow within a second.
const POLL: Duration = Duration::from_millis(200);
/// After a failure (the database is away, say) a reader waits this long.
const RETRY: Duration = Duration::from_secs(1);

/// A row of the outbox.
#[derive(Debug, Clone)]
pub struct Job {
    pub id: i64,
    pub topic: String,
    pub key: String,
    pub payload: serde_json::Value,
    pub created: OffsetDateTime,
}

/// Does the work of some topics.
#[async_trait]
pub trait Worker: Send + Sync {
    fn topics(&self) -> &'static [&'static str];

    /// How many rows one transaction takes at most.
    fn batch(&self) -> i64;

    /// Does the jobs in `conn`'s transaction; they are done when it commits. On an error they stay and come again.
    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()>;
}

/// Does what is due now, one batch; returns how many rows it took.
pub async fn drain(pool: &PgPool, worker: &dyn Worker) -> sqlx::Result<usize> {
    let mut transaction = pool.begin().await?;
    let topics: Vec<String> = worker
        .topics()
        .iter()
        .map(|topic| (*topic).to_owned())
        .collect();
    let mut jobs = sqlx::query_file_as!(Job, "queries/outbox/take.sql", &topics, worker.batch())
        .fetch_all(&mut *transaction)
        .await?;
    let taken = jobs.len();
    if taken > 0 {
        // `returning` promises no order.
        jobs.sort_unstable_by_key(|job| job.id);
        worker.work(&mut transaction, jobs).await?;
    }
    transaction.commit().await?;
    Ok(taken)
}

/// Works until the task is dropped. A full batch is followed by the next one at once.
pub async fn run(pool: PgPool, worker: impl Worker) {
    loop {
        let pause = match drain(&pool, &worker).await {
            Ok(taken) if taken as i64 == worker.batch() => continue,
            Ok(_) => POLL,
            Err(error) => {
                tracing::warn!(%error, topics = ?worker.topics(), "the outbox cannot be read; trying again");
                RETRY
            }
        };
        tokio::time::sleep(pause).await;
    }
}
