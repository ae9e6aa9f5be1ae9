//! Sends queued messages.
//!
//! A sender leases a browser by moving its `not_before` forward, and commits. No lock is held during the exchange with
//! the push service. If a sender dies, its leases expire and another sender takes the browsers.
//!
//! People name the push services themselves, so no service may hold up the others: a browser gets one message at a time,
//! a service a share of what is in flight, and browsers whose last attempt failed a smaller one.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration as StdDuration;

use outgoing::Network;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Response, StatusCode};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use tokio::task::JoinSet;
use url::Url;

use crate::subscription::Subscription;
use crate::vapid::Identity;
use clock::Clock;

/// The most messages in flight.
const IN_FLIGHT: usize = 64;
/// The most of them at one push service.
const OF_A_SERVICE: usize = 32;
/// The most of them to browsers whose last attempt failed.
const RETRIES: usize = 16;
/// Browsers leased at a time.
const AT_A_TIME: usize = 16;
/// Longer than any attempt takes.
const LEASE: Duration = Duration::minutes(1);
const CONNECT_TIMEOUT: StdDuration = StdDuration::from_secs(4);
/// Bounds one exchange.
const TIMEOUT: StdDuration = StdDuration::from_secs(8);
/// The pause after the first failed attempt. Each further one doubles it.
const FIRST_PAUSE: Duration = Duration::seconds(5);
const LONGEST_PAUSE: Duration = Duration::minutes(10);
/// The longest pause that a push service may ask for.
const LONGEST_ASKED: Duration = Duration::hours(6);
/// A browser is forgotten after more failures in a row than this, over at least [`FAILING`].
const MANY_FAILURES: i32 = 10;
const FAILING: Duration = Duration::days(7);
const POLL: StdDuration = StdDuration::from_millis(500);
/// The pause after a database error.
const RETRY: StdDuration = StdDuration::from_secs(2);

/// A leased browser and its oldest message.
struct Due {
    id: i64,
    session_id: i64,
    key: String,
    topic: String,
    notice: serde_json::Value,
    until: OffsetDateTime,
    failures: i32,
    endpoint: String,
    service: String,
    p256dh: Vec<u8>,
    auth: Vec<u8>,
}

/// The result of one attempt.
enum Outcome {
    Sent,
    /// The push service no longer knows the browser.
    Gone,
    /// The push service refused the message; the browser is tried again after the pause.
    Refused(Duration),
    /// The message stays open; the browser is tried again after the pause.
    Later(Duration),
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

/// The messages in flight.
#[derive(Default)]
struct Flights {
    tasks: JoinSet<Landed>,
    by_service: HashMap<String, usize>,
    retries: usize,
}

/// A message that is no longer in flight.
struct Landed {
    service: String,
    is_retry: bool,
    settled: sqlx::Result<()>,
}

impl Flights {
    /// How many more may start now.
    fn room(&self) -> usize {
        IN_FLIGHT.saturating_sub(self.tasks.len()).min(AT_A_TIME)
    }

    fn busy_services(&self) -> Vec<String> {
        let busy = self
            .by_service
            .iter()
            .filter(|(_, flights)| **flights >= OF_A_SERVICE);
        busy.map(|(service, _)| service.clone()).collect()
    }

    fn start(&mut self, sender: Sender, due: Due) {
        let (service, is_retry) = (due.service.clone(), due.failures > 0);
        *self.by_service.entry(service.clone()).or_default() += 1;
        self.retries += usize::from(is_retry);
        self.tasks.spawn(async move {
            let outcome = sender.attempt(&due).await;
            Landed {
                service,
                is_retry,
                settled: sender.settle(&due, outcome).await,
            }
        });
    }

    /// Waits for the next one. `None` if none is in flight.
    async fn land(&mut self) -> Option<sqlx::Result<()>> {
        let landed = self.tasks.join_next().await?.expect("no attempt panics");
        self.retries -= usize::from(landed.is_retry);
        if let Some(flights) = self.by_service.get_mut(&landed.service) {
            *flights -= 1;
            if *flights == 0 {
                self.by_service.remove(&landed.service);
            }
        }
        Some(landed.settled)
    }
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
        let mut flights = Flights::default();
        loop {
            let pause = match self.start_due(&mut flights).await {
                Ok(AT_A_TIME) => continue,
                Ok(_) => POLL,
                Err(error) => {
                    tracing::warn!(%error, "cannot read due push messages; retrying");
                    RETRY
                }
            };
            tokio::select! {
                Some(settled) = flights.land() => if let Err(error) = settled {
                    tracing::warn!(%error, "cannot store the outcome of a push message; it may be sent twice");
                },
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Attempts what is due now. Returns the number of attempts.
    pub async fn send_due(&self) -> sqlx::Result<usize> {
        let mut flights = Flights::default();
        let mut attempts = 0;
        loop {
            attempts += self.start_due(&mut flights).await?;
            match flights.land().await {
                Some(settled) => settled?,
                None => return Ok(attempts),
            }
        }
    }

    /// Leases browsers and starts an attempt for each. Returns how many.
    async fn start_due(&self, flights: &mut Flights) -> sqlx::Result<usize> {
        let now = self.clock.now();
        let room = flights.room();
        if room == 0 {
            return Ok(0);
        }
        let due = sqlx::query_file_as!(
            Due,
            "queries/take.sql",
            now,
            room as i64,
            now + LEASE,
            self.identity.key.public(),
            &flights.busy_services(),
            RETRIES.saturating_sub(flights.retries) as i64
        )
        .fetch_all(&self.pool)
        .await?;
        let started = due.len();
        for due in due {
            flights.start(self.clone(), due);
        }
        Ok(started)
    }

    async fn attempt(&self, due: &Due) -> Outcome {
        let outcome = self.send(due).await;
        let result = match outcome {
            Outcome::Sent => "sent",
            Outcome::Gone => "gone",
            Outcome::Refused(_) => "refused",
            Outcome::Later(_) => "later",
        };
        metrics::counter!("push_attempts_total", "result" => result).increment(1);
        outcome
    }

    async fn send(&self, due: &Due) -> Outcome {
        let now = self.clock.now();
        let Ok(endpoint) = Url::parse(&due.endpoint) else {
            return Outcome::Gone;
        };
        // Log only the host: the full endpoint is a secret that lets its holder push to the browser.
        let service = due.service.as_str();
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
            .header("TTL", (due.until - now).whole_seconds().max(0))
            // Reaches phones in power-saving mode: every notice is a matter of minutes.
            .header("Urgency", "high")
            .header("Topic", &due.topic)
            .body(body)
            .send()
            .await;
        let pause = pause_after(due.failures);
        match answered {
            Ok(answer) if answer.status().is_success() => Outcome::Sent,
            Ok(answer) if is_gone(answer.status()) => Outcome::Gone,
            Ok(answer) if is_passing(answer.status()) => {
                let status = answer.status().as_u16();
                let failures = due.failures;
                tracing::warn!(
                    service,
                    status,
                    failures,
                    "a push service is busy; retrying"
                );
                Outcome::Later(pause.max(retry_after(&answer).unwrap_or_default()))
            }
            Ok(answer) => {
                let status = answer.status().as_u16();
                tracing::error!(service, status, "a push service refused a message");
                Outcome::Refused(pause)
            }
            Err(error) => {
                let error = error.without_url();
                tracing::warn!(service, %error, failures = due.failures, "cannot reach a push service; retrying");
                Outcome::Later(pause)
            }
        }
    }

    /// Stores the outcome and ends the lease. A browser that subscribed again meanwhile, at another endpoint, and a message
    /// that a later one of its topic has replaced, stay as they are.
    async fn settle(&self, due: &Due, outcome: Outcome) -> sqlx::Result<()> {
        let now = self.clock.now();
        if matches!(outcome, Outcome::Sent | Outcome::Refused(_)) {
            sqlx::query!(
                "update push_message set done = $3 where id = $1 and key = $2 and done is null",
                due.id,
                due.key,
                now
            )
            .execute(&self.pool)
            .await?;
        }
        match outcome {
            Outcome::Sent => {
                sqlx::query!(
                    "update push_subscription set not_before = $3, failures = 0, failing_since = null
                     where session_id = $1 and endpoint = $2",
                    due.session_id,
                    due.endpoint,
                    now
                )
                .execute(&self.pool)
                .await?;
            }
            Outcome::Gone => self.forget(due).await?,
            Outcome::Refused(pause) | Outcome::Later(pause) => {
                let is_lost = sqlx::query_scalar!(
                    r#"update push_subscription set not_before = $3, failures = failures + 1,
                        failing_since = coalesce(failing_since, $4)
                     where session_id = $1 and endpoint = $2
                     returning failures > $5 and failing_since < $6 as "is_lost!""#,
                    due.session_id,
                    due.endpoint,
                    now.saturating_add(pause),
                    now,
                    MANY_FAILURES,
                    now - FAILING
                )
                .fetch_optional(&self.pool)
                .await?;
                if is_lost == Some(true) {
                    self.forget(due).await?;
                }
            }
        }
        Ok(())
    }

    async fn forget(&self, due: &Due) -> sqlx::Result<()> {
        sqlx::query!(
            "delete from push_subscription where session_id = $1 and endpoint = $2",
            due.session_id,
            due.endpoint
        )
        .execute(&self.pool)
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
    let seconds = seconds.parse().ok()?;
    Some(Duration::seconds(seconds).min(LONGEST_ASKED))
}

/// The pause after a failed attempt that `failures` others preceded.
fn pause_after(failures: i32) -> Duration {
    let doublings = u32::try_from(failures).unwrap_or(0).min(16);
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_ten_minutes() {
        let seconds: Vec<i64> = (0..9).map(|n| pause_after(n).whole_seconds()).collect();
        assert_eq!(seconds, [5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(pause_after(i32::MAX), LONGEST_PAUSE);
    }
}
