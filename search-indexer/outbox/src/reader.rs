//! Reading the outbox.
//!
//! A reader takes rows with `for update skip locked` and deletes them in the transaction that does their work. Readers
//! share the work without waiting for each other, and a reader that dies releases its rows. There is no cursor over
//! ids, because it would miss a transaction that commits late.
//!
//! A failing row does not block others: the rows of a failed batch are retried one by one, and the failing row is
//! postponed with exponential backoff.

use std::time::Duration;

use async_trait::async_trait;
use sqlstate::Cause;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::topic::Topic;

/// How long an idle reader waits before it polls again. Listings must follow a change within a second.
const POLL: Duration = Duration::from_millis(200);
/// How long a reader waits after a failure, such as an unreachable database.
const RETRY: Duration = Duration::from_secs(1);
/// The pause, in seconds, after a row's first failure. Each further failure doubles it.
const FIRST_PAUSE_S: f64 = 30.0;
const LONGEST_PAUSE_S: f64 = 3600.0;

/// A row of the outbox.
#[derive(Debug, Clone)]
pub struct Job {
    pub id: i64,
    pub topic: Topic,
    pub key: String,
    pub payload: serde_json::Value,
    pub created: OffsetDateTime,
}

/// Does the work of some topics.
#[async_trait]
pub trait Worker: Send + Sync {
    fn topics(&self) -> &'static [Topic];

    /// How many rows one transaction takes at most.
    fn batch(&self) -> i64;

    /// Does the jobs in the transaction of `conn`. They are done when it commits, and are retried after an error.
    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()>;
}

/// Does one batch of due work, and takes another after a row that fails and is postponed. Returns how many rows it took.
pub async fn drain(pool: &PgPool, worker: &dyn Worker) -> sqlx::Result<usize> {
    let mut taken = 0;
    while (taken as i64) < worker.batch() {
        match drain_at_most(pool, worker, worker.batch()).await {
            Ok(batch) => return Ok(taken + batch),
            Err(failure) if is_of_a_row(&failure.error) => {
                taken += drain_singly(pool, worker).await?;
            }
            Err(failure) => return Err(failure.error),
        }
    }
    Ok(taken)
}

/// Takes rows with a transaction for each, until one fails and is postponed: the rest can be a batch again.
async fn drain_singly(pool: &PgPool, worker: &dyn Worker) -> sqlx::Result<usize> {
    let mut taken = 0;
    while (taken as i64) < worker.batch() {
        match drain_at_most(pool, worker, 1).await {
            Ok(0) => break,
            Ok(_) => {}
            Err(Failure { error, rows }) if is_of_a_row(&error) && !rows.is_empty() => {
                tracing::error!(%error, topics = ?worker.topics(), ?rows, "an outbox row failed; postponed");
                sqlx::query!(
                    "update outbox set attempts = attempts + 1,
                        not_before = now() + make_interval(secs => least($2 * power(2, least(attempts, 20)), $3))
                     where id = any($1)",
                    &rows,
                    FIRST_PAUSE_S,
                    LONGEST_PAUSE_S
                )
                .execute(pool)
                .await?;
                return Ok(taken + 1);
            }
            Err(failure) => return Err(failure.error),
        }
        taken += 1;
    }
    Ok(taken)
}

/// Whether the row is at fault rather than the state of the database.
fn is_of_a_row(error: &sqlx::Error) -> bool {
    match Cause::of(error) {
        Cause::Mapping | Cause::Statement | Cause::Internal => true,
        cause => cause.is_data(),
    }
}

/// Why a batch failed.
struct Failure {
    error: sqlx::Error,
    /// The batch's ids, if they were read.
    rows: Vec<i64>,
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self {
            error,
            rows: Vec::new(),
        }
    }
}

async fn drain_at_most(pool: &PgPool, worker: &dyn Worker, most: i64) -> Result<usize, Failure> {
    let mut transaction = pool.begin().await?;
    let topics: Vec<String> = worker
        .topics()
        .iter()
        .map(|topic| topic.name().to_owned())
        .collect();
    let mut jobs = sqlx::query_as!(
        Job,
        r#"select id as "id!", topic as "topic!: Topic", key as "key!", payload as "payload!", created as "created!"
         from take_work($1, $2)"#,
        &topics,
        most
    )
    .fetch_all(&mut *transaction)
    .await?;
    let taken = jobs.len();
    if taken > 0 {
        // The deletion promises no order.
        jobs.sort_unstable_by_key(|job| job.id);
        let rows = jobs.iter().map(|job| job.id).collect();
        let worked = worker.work(&mut transaction, jobs).await;
        if let Err(error) = worked {
            // Readers skip the rows until the transaction is rolled back.
            transaction.rollback().await?;
            return Err(Failure { error, rows });
        }
    }
    transaction.commit().await?;
    Ok(taken)
}

/// Runs until the task is dropped. Takes the next batch immediately after a full one.
pub async fn run(pool: PgPool, worker: impl Worker) {
    loop {
        let pause = match drain(&pool, &worker).await {
            Ok(taken) if taken as i64 >= worker.batch() => continue,
            Ok(_) => POLL,
            Err(error) => {
                tracing::warn!(%error, topics = ?worker.topics(), "cannot process the outbox; retrying");
                RETRY
            }
        };
        tokio::time::sleep(pause).await;
    }
}
