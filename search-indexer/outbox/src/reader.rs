//! Reading the outbox.
//!
//! A reader takes rows with `for update skip locked` and deletes them in the transaction that does their work. Readers
//! share the work without waiting for each other, and a reader that dies releases its rows. There is no cursor over
//! ids, because it would miss a transaction that commits late.
//!
//! A row holds one job or, without a key, several.
//!
//! A failing job does not block others: the rows of a failed batch are retried one by one. A failing row of several jobs is
//! split into rows of one; a failing row of one is postponed with exponential backoff.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
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
/// How many rows of one job a row of several counts as.
const WEIGHT_OF_MANY: i64 = 10;

/// A job from the outbox.
#[derive(Debug, Clone)]
pub struct Job {
    /// The row's id; jobs of one row share it.
    pub id: i64,
    pub topic: Topic,
    pub key: String,
    pub payload: serde_json::Value,
    pub created: OffsetDateTime,
}

impl Job {
    /// Whether a job of [`Topic::Lot`] concerns the lot's trade only.
    pub fn is_of_trade(&self) -> bool {
        self.payload["only"] == "trade"
    }
}

/// A row as it is stored.
struct Row {
    id: i64,
    topic: Topic,
    /// `None`: the payload is an array of jobs.
    key: Option<String>,
    payload: serde_json::Value,
    created: OffsetDateTime,
}

/// A job of a row with several.
#[derive(Deserialize)]
struct OneOfMany {
    key: String,
    payload: serde_json::Value,
}

impl Row {
    fn weight(&self) -> usize {
        match self.key {
            Some(_) => 1,
            None => WEIGHT_OF_MANY as usize,
        }
    }

    fn jobs(self) -> Vec<Job> {
        let Self {
            id, topic, created, ..
        } = self;
        let job = |key, payload| Job {
            id,
            topic,
            key,
            payload,
            created,
        };
        if let Some(key) = self.key {
            return vec![job(key, self.payload)];
        }
        match Vec::<OneOfMany>::deserialize(self.payload) {
            Ok(many) => many
                .into_iter()
                .map(|one| job(one.key, one.payload))
                .collect(),
            Err(error) => {
                // A retry would fail the same way.
                tracing::error!(%error, id, topic = topic.name(), "the jobs of an outbox row cannot be decoded; dropped");
                Vec::new()
            }
        }
    }
}

/// Does the work of some topics.
#[async_trait]
pub trait Worker: Send + Sync {
    fn topics(&self) -> &'static [Topic];

    /// The most rows one transaction takes; at most a tenth of them have several jobs.
    fn batch(&self) -> i64;

    /// Does the jobs in the transaction of `conn`. They are done when it commits, and are retried after an error.
    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()>;
}

/// Does one batch of due work, and takes another after a row that fails and is postponed. Returns how many rows it took; one of
/// several jobs counts as ten.
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
                if split(pool, &rows).await? {
                    continue;
                }
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

/// Replaces rows of several jobs by rows of one. Returns whether there were any.
async fn split(pool: &PgPool, rows: &[i64]) -> sqlx::Result<bool> {
    let jobs = sqlx::query!(
        "with many as (delete from outbox where id = any($1) and key is null returning *)
         insert into outbox (topic, key, payload, created, not_before)
         select topic, job ->> 'key', job -> 'payload', created, not_before
         from many, jsonb_array_elements(payload) with ordinality as jobs (job, place)
         order by id, place",
        rows
    )
    .execute(pool)
    .await?;
    Ok(jobs.rows_affected() > 0)
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
    let mut rows = sqlx::query_as!(
        Row,
        r#"select id as "id!", topic as "topic!: Topic", key, payload as "payload!", created as "created!"
         from take_rows($1, $2, $3)"#,
        &topics,
        most,
        (most / WEIGHT_OF_MANY).max(1)
    )
    .fetch_all(&mut *transaction)
    .await?;
    let taken = rows.iter().map(Row::weight).sum();
    if taken > 0 {
        // The deletion promises no order. Rows that were split keep their time.
        rows.sort_unstable_by_key(|row| (row.created, row.id));
        let ids = rows.iter().map(|row| row.id).collect();
        let jobs = rows.into_iter().flat_map(Row::jobs).collect();
        let worked = worker.work(&mut transaction, jobs).await;
        if let Err(error) = worked {
            // Readers skip the rows until the transaction is rolled back.
            transaction.rollback().await?;
            return Err(Failure { error, rows: ids });
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
