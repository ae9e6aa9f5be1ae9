//! Sends queued letters.
//!
//! A sender leases a letter by moving its `not_before` forward, and commits. No lock is held during the exchange with
//! the mail server. If a sender dies, its leases expire and another sender takes the letters.

use std::sync::Arc;
use std::time::Duration as StdDuration;

use futures_util::future::join_all;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use super::content::Content;
use super::template::Site;
use crate::delivery::{Delivery, Undelivered};
use clock::Clock;

/// Letters sent concurrently, each over its own connection.
const BATCH: i64 = 8;
/// Longer than any sender takes for a batch.
const LEASE: Duration = Duration::minutes(3);
/// The pause after the first attempt. Each further attempt doubles it.
const FIRST_PAUSE: Duration = Duration::minutes(1);
const LONGEST_PAUSE: Duration = Duration::hours(1);
/// The pause after a refusal. Most refusals are permanent; some come from a full mailbox or our own misconfiguration.
const PAUSE_AFTER_REFUSAL: Duration = Duration::hours(6);
const REFUSALS: i32 = 3;
/// The age of a letter after which no attempt starts.
const GIVEN_UP_AFTER: Duration = Duration::days(5);
/// How long a sent letter's key cannot be enqueued again.
const KEPT: Duration = Duration::days(90);
const POLL: StdDuration = StdDuration::from_millis(500);
/// The pause after a database error.
const RETRY: StdDuration = StdDuration::from_secs(2);
const TIDY_EVERY: Duration = Duration::hours(1);

struct Due {
    id: i64,
    key: String,
    address: Option<String>,
    content: serde_json::Value,
    created: OffsetDateTime,
    attempts: i32,
    refusals: i32,
}

/// The result of one attempt.
enum Outcome {
    Done(&'static str),
    Later {
        not_before: OffsetDateTime,
        is_refusal: bool,
    },
}

/// Sends due letters. Several senders in several processes can share the work.
#[derive(Clone)]
pub struct Sender {
    pub pool: PgPool,
    pub delivery: Arc<Delivery>,
    pub clock: Clock,
    pub brand_name: String,
    /// See [`Site::public_url`].
    pub public_url: String,
}

impl Sender {
    /// Runs until the task is dropped.
    pub async fn run(self) {
        let mut tidied = OffsetDateTime::UNIX_EPOCH;
        loop {
            let now = self.clock.now();
            if now - tidied >= TIDY_EVERY {
                match tidy(&self.pool, now).await {
                    Ok(()) => tidied = now,
                    Err(error) => tracing::warn!(%error, "cannot delete old letters; retrying"),
                }
            }
            let pause = match self.send_due().await {
                Ok(taken) if taken as i64 == BATCH => continue,
                Ok(_) => POLL,
                Err(error) => {
                    tracing::warn!(%error, "cannot process due letters; retrying");
                    RETRY
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Attempts one batch of due letters. Returns how many it leased.
    pub async fn send_due(&self) -> sqlx::Result<usize> {
        let now = self.clock.now();
        let due = sqlx::query_file_as!(Due, "queries/letters/take.sql", now, BATCH, now + LEASE)
            .fetch_all(&self.pool)
            .await?;
        let taken = due.len();
        let settled = join_all(due.into_iter().map(|due| async move {
            let outcome = self.attempt(&due).await;
            settle(&self.pool, due.id, outcome, self.clock.now()).await
        }))
        .await;
        settled.into_iter().collect::<sqlx::Result<()>>()?;
        Ok(taken)
    }

    fn site(&self) -> Site<'_> {
        Site {
            brand_name: &self.brand_name,
            public_url: &self.public_url,
        }
    }

    /// Sends one letter.
    async fn attempt(&self, due: &Due) -> Outcome {
        let outcome = self.deliver(due).await;
        let result = match outcome {
            Outcome::Done(result) => result,
            Outcome::Later { .. } => "later",
        };
        metrics::counter!("letters_total", "result" => result).increment(1);
        outcome
    }

    async fn deliver(&self, due: &Due) -> Outcome {
        let Some(address) = &due.address else {
            return Outcome::Done("no_address");
        };
        let content: Content = match serde_json::from_value(due.content.clone()) {
            Ok(content) => content,
            Err(error) => {
                // A retry would fail the same way.
                tracing::error!(letter = due.id, key = due.key, error = ?error.classify(), "cannot decode a letter; it will not be sent");
                return Outcome::Done("given_up");
            }
        };
        let letter = self.site().letter(address.clone(), &due.key, &content);
        match self.delivery.port().email(letter).await {
            Ok(()) => Outcome::Done("sent"),
            Err(error) => after_failure(due, &error, self.clock.now()),
        }
    }
}

fn after_failure(due: &Due, error: &Undelivered, now: OffsetDateTime) -> Outcome {
    let is_refusal = matches!(error, Undelivered::Refused(_));
    let pause = if is_refusal {
        PAUSE_AFTER_REFUSAL
    } else {
        pause_after(due.attempts)
    };
    let is_over = is_refusal && due.refusals + 1 >= REFUSALS;
    if is_over || now + pause > due.created + GIVEN_UP_AFTER {
        tracing::error!(letter = due.id, key = due.key, attempts = due.attempts, %error, "cannot deliver a letter; no attempts left");
        return Outcome::Done("given_up");
    }
    tracing::warn!(letter = due.id, key = due.key, attempts = due.attempts, %error, "cannot deliver a letter; retrying later");
    Outcome::Later {
        not_before: now + pause,
        is_refusal,
    }
}

/// The pause after this many attempts.
fn pause_after(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1))
        .unwrap_or(0)
        .min(16);
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

async fn settle(pool: &PgPool, id: i64, outcome: Outcome, now: OffsetDateTime) -> sqlx::Result<()> {
    match outcome {
        Outcome::Done(outcome) => {
            sqlx::query!(
                "update letter set done = $2, outcome = $3, content = null, address = null where id = $1 and done is null",
                id,
                now,
                outcome
            )
            .execute(pool)
            .await?;
        }
        Outcome::Later {
            not_before,
            is_refusal,
        } => {
            sqlx::query!(
                "update letter set not_before = $2, refusals = refusals + $3 where id = $1 and done is null",
                id,
                not_before,
                i32::from(is_refusal)
            )
            .execute(pool)
            .await?;
        }
    }
    Ok(())
}

/// Deletes letters done more than [`KEPT`] ago.
async fn tidy(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!("delete from letter where done < $1", now - KEPT)
        .execute(pool)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let minutes: Vec<i64> = (1..9).map(|n| pause_after(n).whole_minutes()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(pause_after(i32::MAX), LONGEST_PAUSE);
    }
}
