//! Reading the outbox: work left by a commit, done after it.
//!
//! Rows are taken with `for update skip locked` and removed by the transaction that did their work, so that several
//! readers share the work, none waits for another, and a reader that dies leaves its rows to the next. There is no
//! cursor over ids: a transaction that commits late would be missed by one.
//!
//! A row that cannot be worked on holds nothing else up: the rows of a batch that fails are worked on one by one, and the
//! one at fault comes again after a pause that grows with each attempt.

use async_trait::async_trait;
use sqlx::{PgConnection, PgPool};
use std::time::Duration;
use time::OffsetDateTime;

/// How long an idle reader waits before it looks again; lists promise to follow within a second.
const POLL: Duration = Duration::from_millis(200);
/// After a failure (the database is away, say) a reader waits this long.
const RETRY: Duration = Duration::from_secs(1);
/// The pause, in seconds, after a row's first failure; each one doubles it.
const FIRST_PAUSE_S: f64 = 30.0;
const LONGEST_PAUSE_S: f64 = 3600.0;

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
    match drain_at_most(pool, worker, worker.batch()).await {
        Ok(taken) => Ok(taken),
        Err(failure) if is_of_a_row(&failure.error) => drain_singly(pool, worker).await,
        Err(failure) => Err(failure.error),
    }
}

/// As [`drain`], each row in a transaction of its own. What fails is put off.
async fn drain_singly(pool: &PgPool, worker: &dyn Worker) -> sqlx::Result<usize> {
    let mut taken = 0;
    while (taken as i64) < worker.batch() {
        match drain_at_most(pool, worker, 1).await {
            Ok(0) => break,
            Ok(_) => {}
            Err(Failure { error, rows }) if is_of_a_row(&error) && !rows.is_empty() => {
                tracing::error!(%error, topics = ?worker.topics(), ?rows, "a row of the outbox cannot be worked on; put off");
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
            }
            Err(failure) => return Err(failure.error),
        }
        taken += 1;
    }
    Ok(taken)
}

/// Whether it is for what a row says rather than for the state of the database.
fn is_of_a_row(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => {
            // Connections, rolled back transactions, want of resources, intervention, the system's own.
            const PASSING: [&str; 7] = ["08", "25", "40", "53", "55", "57", "58"];
            error
                .code()
                .is_none_or(|code| !PASSING.iter().any(|class| code.starts_with(class)))
        }
        sqlx::Error::Decode(_)
        | sqlx::Error::Encode(_)
        | sqlx::Error::ColumnDecode { .. }
        | sqlx::Error::RowNotFound => true,
        _ => false,
    }
}

/// Why nothing of some rows was done.
struct Failure {
    error: sqlx::Error,
    /// Their ids, as far as they were read.
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
        .map(|topic| (*topic).to_owned())
        .collect();
    let mut jobs = sqlx::query_file_as!(Job, "queries/outbox/take.sql", &topics, most)
        .fetch_all(&mut *transaction)
        .await?;
    let taken = jobs.len();
    if taken > 0 {
        // `returning` promises no order.
        jobs.sort_unstable_by_key(|job| job.id);
        let rows = jobs.iter().map(|job| job.id).collect();
        let worked = worker.work(&mut transaction, jobs).await;
        if let Err(error) = worked {
            // Until it is rolled back the rows are held, and whoever comes next would skip them.
            transaction.rollback().await?;
            return Err(Failure { error, rows });
        }
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
