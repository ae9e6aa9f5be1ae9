//! Sends queued messages.
//!
//! A sender leases a message by moving its `not_before` forward, and commits. No lock is held during the exchange with
//! the push service. If a sender dies, its leases expire and another sender takes the messages.

use std::sync::Arc;
use std::time::Duration as StdDuration;

use futures_util::future::join_all;
use outgoing::Network;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use url::Url;

use crate::subscription::Subscription;
use crate::vapid::Identity;
use clock::Clock;

/// Messages sent concurrently.
const BATCH: i64 = 16;
/// Longer than any sender takes for a batch.
const LEASE: Duration = Duration::minutes(1);
const CONNECT_TIMEOUT: StdDuration = StdDuration::from_secs(5);
/// Bounds one exchange.
const TIMEOUT: StdDuration = StdDuration::from_secs(15);
/// The pause after the first attempt. Each further attempt doubles it.
const FIRST_PAUSE: Duration = Duration::seconds(5);
const LONGEST_PAUSE: Duration = Duration::minutes(10);
/// How long a browser's messages may fail before it is forgotten.
const FAILING: Duration = Duration::days(7);
/// How long a message stays after its time, so that its event is not enqueued again.
const KEPT: Duration = Duration::days(1);
const POLL: StdDuration = StdDuration::from_millis(500);
/// The pause after a database error.
const RETRY: StdDuration = StdDuration::from_secs(2);
const TIDY_EVERY: Duration = Duration::hours(1);

struct Due {
    id: i64,
    session_id: i64,
    key: String,
    topic: String,
    notice: serde_json::Value,
    until: OffsetDateTime,
    attempts: i32,
    endpoint: String,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
}

/// The result of one attempt.
enum Outcome {
    Sent,
    /// It expired before it could be sent.
    Expired,
    /// The push service no longer knows the browser.
    Gone,
    /// The push service refused it, or there is no time left to try again.
    GivenUp,
    Later(OffsetDateTime),
}

/// Sends due messages. Several senders in several processes can share the work.
#[derive(Clone)]
pub struct Sender {
    pool: PgPool,
    clock: Clock,
    identity: Identity,
    network: Arc<dyn Network>,
    http: reqwest::Client,
}

impl Sender {
    pub fn new(pool: PgPool, clock: Clock, identity: Identity, network: Arc<dyn Network>) -> Self {
        let http = outgoing::client(network.clone())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .build()
            .expect("TLS is set up before any state");
        Self {
            pool,
            clock,
            identity,
            network,
            http,
        }
    }

    /// Runs until the task is dropped.
    pub async fn run(self) {
        let mut tidied = OffsetDateTime::UNIX_EPOCH;
        loop {
            let now = self.clock.now();
            if now - tidied >= TIDY_EVERY {
                match self.tidy().await {
                    Ok(()) => tidied = now,
                    Err(error) => {
                        tracing::warn!(%error, "cannot delete old push messages; retrying")
                    }
                }
            }
            let pause = match self.send_due().await {
                Ok(taken) if taken as i64 == BATCH => continue,
                Ok(_) => POLL,
                Err(error) => {
                    tracing::warn!(%error, "cannot process due push messages; retrying");
                    RETRY
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Attempts one batch of due messages. Returns how many it leased.
    pub async fn send_due(&self) -> sqlx::Result<usize> {
        let now = self.clock.now();
        let due = sqlx::query_file_as!(Due, "queries/take.sql", now, BATCH, now + LEASE)
            .fetch_all(&self.pool)
            .await?;
        let taken = due.len();
        let settled = join_all(due.into_iter().map(|due| async move {
            let outcome = self.attempt(&due).await;
            self.settle(&due, outcome).await
        }))
        .await;
        settled.into_iter().collect::<sqlx::Result<()>>()?;
        Ok(taken)
    }

    /// Deletes messages whose time is over, and browsers whose messages have failed for long.
    pub async fn tidy(&self) -> sqlx::Result<()> {
        let now = self.clock.now();
        sqlx::query!("delete from push_message where until < $1", now - KEPT)
            .execute(&self.pool)
            .await?;
        sqlx::query!(
            "delete from push_subscription where failing_since < $1",
            now - FAILING
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    async fn attempt(&self, due: &Due) -> Outcome {
        let outcome = self.send(due).await;
        let result = match outcome {
            Outcome::Sent => "sent",
            Outcome::Expired => "expired",
            Outcome::Gone => "gone",
            Outcome::GivenUp => "given_up",
            Outcome::Later(_) => "later",
        };
        metrics::counter!("push_messages_total", "result" => result).increment(1);
        outcome
    }

    async fn send(&self, due: &Due) -> Outcome {
        let now = self.clock.now();
        let left = (due.until - now).whole_seconds();
        if left <= 0 {
            return Outcome::Expired;
        }
        let Ok(endpoint) = Url::parse(&due.endpoint) else {
            return Outcome::Gone;
        };
        // Log only the host: the full endpoint is a secret that lets its holder push to the browser.
        let service = endpoint.host_str().unwrap_or_default().to_owned();
        if !outgoing::permits(&*self.network, &endpoint) {
            tracing::warn!(
                service,
                "a push service is no public host; its browser is forgotten"
            );
            return Outcome::Gone;
        }
        let subscription = Subscription {
            endpoint,
            p256dh: due.p256dh.clone(),
            auth: due.auth.clone(),
        };
        let Some(body) = subscription.encrypt(due.notice.to_string().into_bytes()) else {
            return Outcome::Gone;
        };
        let authorization = self.identity.authorization(&subscription.endpoint, now);
        let answered = self
            .http
            .post(subscription.endpoint)
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("TTL", left)
            // Reaches phones in power-saving mode: every notice is a matter of minutes.
            .header("Urgency", "high")
            .header("Topic", &due.topic)
            .body(body)
            .send()
            .await;
        match answered {
            Ok(answer) if answer.status().is_success() => Outcome::Sent,
            Ok(answer) if is_gone(answer.status()) => Outcome::Gone,
            Ok(answer) if is_passing(answer.status()) => {
                let status = answer.status().as_u16();
                tracing::warn!(
                    service,
                    status,
                    attempts = due.attempts,
                    "a push service is busy; retrying"
                );
                later(due, retry_after(&answer), now)
            }
            Ok(answer) => {
                let status = answer.status().as_u16();
                tracing::error!(service, status, "a push service refused a message");
                Outcome::GivenUp
            }
            Err(error) => {
                let error = error.without_url();
                tracing::warn!(service, %error, attempts = due.attempts, "cannot reach a push service; retrying");
                later(due, None, now)
            }
        }
    }

    async fn settle(&self, due: &Due, outcome: Outcome) -> sqlx::Result<()> {
        let now = self.clock.now();
        let pool = &self.pool;
        // If a later message of the topic has replaced this one, the row is that message's: leave it alone.
        match outcome {
            Outcome::Gone => {
                // The browser may have subscribed again meanwhile, at another address.
                sqlx::query!(
                    "delete from push_subscription where session_id = $1 and endpoint = $2",
                    due.session_id,
                    due.endpoint
                )
                .execute(pool)
                .await?;
                return Ok(());
            }
            Outcome::Sent | Outcome::Expired | Outcome::GivenUp => {
                sqlx::query!(
                    "update push_message set done = $3 where id = $1 and key = $2 and done is null",
                    due.id,
                    due.key,
                    now
                )
                .execute(pool)
                .await?;
            }
            Outcome::Later(not_before) => {
                sqlx::query!(
                    "update push_message set not_before = $3 where id = $1 and key = $2 and done is null",
                    due.id,
                    due.key,
                    not_before
                )
                .execute(pool)
                .await?;
            }
        }
        let failed = match outcome {
            Outcome::Sent => false,
            Outcome::GivenUp | Outcome::Later(_) => true,
            Outcome::Expired | Outcome::Gone => return Ok(()),
        };
        sqlx::query!(
            "update push_subscription set failing_since = case when $3 then $4::timestamptz end
             where session_id = $1 and endpoint = $2 and (failing_since is null) = $3",
            due.session_id,
            due.endpoint,
            failed,
            now
        )
        .execute(pool)
        .await?;
        Ok(())
    }
}

/// Whether the subscription has ended (RFC 8030, 7.3).
fn is_gone(status: StatusCode) -> bool {
    matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE)
}

fn is_passing(status: StatusCode) -> bool {
    status == StatusCode::TOO_MANY_REQUESTS
        || status == StatusCode::REQUEST_TIMEOUT
        || status.is_server_error()
}

/// The pause that the service asks for, if it says it in seconds.
fn retry_after(answer: &Response) -> Option<Duration> {
    let seconds = answer.headers().get(RETRY_AFTER)?.to_str().ok()?;
    seconds.parse().ok().map(Duration::seconds)
}

/// Schedules a retry, unless the message would expire first.
fn later(due: &Due, asked: Option<Duration>, now: OffsetDateTime) -> Outcome {
    let pause = pause_after(due.attempts).max(asked.unwrap_or_default());
    match now.checked_add(pause) {
        Some(next) if next < due.until => Outcome::Later(next),
        _ => Outcome::GivenUp,
    }
}

/// The pause after this many attempts.
fn pause_after(attempts: i32) -> Duration {
    let doublings = u32::try_from(attempts.saturating_sub(1))
        .unwrap_or(0)
        .min(16);
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_ten_minutes() {
        let seconds: Vec<i64> = (1..10).map(|n| pause_after(n).whole_seconds()).collect();
        assert_eq!(seconds, [5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pause_after(i32::MAX), LONGEST_PAUSE);
    }
}
