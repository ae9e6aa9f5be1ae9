//! Two backends as one: a quick one that may be out of reach or behind, and PostgreSQL, which always answers.
//!
//! A circuit breaker decides which one is asked. It starts open, so PostgreSQL answers until a probe finds the other one
//! well. Failed or late searches open it. Only a probe closes it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use crate::query::{Counts, Found, LotQuery, Paging, Search, SearchError};

/// A search that takes longer is answered by PostgreSQL.
const TIMEOUT: Duration = Duration::from_millis(300);
/// Failures in a row that open the breaker.
const FAILURES: u32 = 3;
/// How often the backend is probed.
const PROBE: Duration = Duration::from_secs(1);
/// How long the breaker stays open at least. Grows if it opens again soon after closing.
const REST: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));

/// Checks whether a backend can answer searches.
#[async_trait]
pub trait Probe: Search {
    /// `serves`: it answers searches now, so it may be a little behind. The error says why it cannot answer.
    async fn check(&self, serves: bool) -> Result<(), String>;
}

pub struct Fallback {
    quick: Arc<dyn Probe>,
    steady: Arc<dyn Search>,
    timeout: Duration,
    breaker: Mutex<Breaker>,
}

#[derive(Debug)]
struct Breaker {
    /// Why PostgreSQL answers; none: the quick backend does.
    open: Option<String>,
    failures: u32,
    changed: Instant,
    rest: Duration,
}

impl Breaker {
    fn new() -> Self {
        Self {
            open: Some("not probed yet".to_owned()),
            failures: 0,
            changed: Instant::now(),
            rest: Duration::ZERO,
        }
    }

    fn open(&mut self, reason: String, now: Instant) {
        if self.open.is_none() {
            let (shortest, longest) = REST;
            let served = now.duration_since(self.changed);
            self.rest = if served > longest {
                shortest
            } else {
                (self.rest * 2).clamp(shortest, longest)
            };
            self.changed = now;
            tracing::warn!(reason, "PostgreSQL answers the searches");
        }
        self.open = Some(reason);
    }

    fn close(&mut self, now: Instant) {
        if self.open.is_some() && now.duration_since(self.changed) >= self.rest {
            self.open = None;
            self.failures = 0;
            self.changed = now;
            tracing::info!("the search engine answers the searches");
        }
    }

    fn succeeded(&mut self) {
        self.failures = 0;
    }

    fn failed(&mut self, reason: String, now: Instant) {
        self.failures += 1;
        if self.failures >= FAILURES {
            self.open(reason, now);
        }
    }
}

impl Fallback {
    pub fn new(quick: Arc<dyn Probe>, steady: Arc<dyn Search>) -> Self {
        Self::with(quick, steady, TIMEOUT)
    }

    /// With another time limit, for tests.
    pub fn with(quick: Arc<dyn Probe>, steady: Arc<dyn Search>, timeout: Duration) -> Self {
        Self {
            quick,
            steady,
            timeout,
            breaker: Mutex::new(Breaker::new()),
        }
    }

    /// Probes until the task is dropped.
    pub async fn watch(self: Arc<Self>) {
        loop {
            self.probe().await;
            tokio::time::sleep(PROBE).await;
        }
    }

    /// Probes once, and opens or closes the breaker.
    pub async fn probe(&self) {
        let serves = self.serves();
        let checked = self.quick.check(serves).await;
        let mut breaker = self.breaker();
        match checked {
            Ok(()) => breaker.close(Instant::now()),
            Err(reason) => breaker.open(reason, Instant::now()),
        }
        metrics::gauge!("search_engine_serves").set(if breaker.open.is_none() { 1.0 } else { 0.0 });
    }

    /// Whether the quick backend is asked.
    pub fn serves(&self) -> bool {
        self.breaker().open.is_none()
    }

    fn breaker(&self) -> std::sync::MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The quick backend's answer, if it has one in time.
    async fn quickly<T>(
        &self,
        asked: impl Future<Output = Result<T, SearchError>>,
    ) -> Option<Result<T, SearchError>> {
        if !self.serves() {
            return None;
        }
        let reason = match tokio::time::timeout(self.timeout, asked).await {
            Ok(Ok(found)) => {
                self.breaker().succeeded();
                return Some(Ok(found));
            }
            // PostgreSQL is asked by both.
            Ok(Err(SearchError::Database(error))) => return Some(Err(error.into())),
            Ok(Err(SearchError::Unfit)) => {
                metrics::counter!("search_fallbacks_total", "reason" => "unfit").increment(1);
                return None;
            }
            Ok(Err(SearchError::Engine(reason))) => {
                metrics::counter!("search_fallbacks_total", "reason" => "failed").increment(1);
                reason
            }
            Err(_) => {
                metrics::counter!("search_fallbacks_total", "reason" => "late").increment(1);
                "searches take too long".to_owned()
            }
        };
        self.breaker().failed(reason, Instant::now());
        None
    }
}

#[async_trait]
impl Search for Fallback {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError> {
        match self.quickly(self.quick.find(query, paging)).await {
            Some(answer) => answer,
            None => self.steady.find(query, paging).await,
        }
    }

    async fn counts(&self, query: &LotQuery) -> Result<Counts, SearchError> {
        match self.quickly(self.quick.counts(query)).await {
            Some(answer) => answer,
            None => self.steady.counts(query).await,
        }
    }

    fn synonyms_changed(&self) {
        self.quick.synonyms_changed();
        self.steady.synonyms_changed();
    }

    fn details(&self) -> Option<String> {
        Some(match &self.breaker().open {
            None => "search: meilisearch".to_owned(),
            Some(reason) => format!("search: postgresql ({reason})"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_breaker_opens_after_failures_in_a_row_and_rests() {
        let mut breaker = Breaker::new();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        breaker.close(at(0));
        assert_eq!(breaker.open, None);
        for _ in 0..2 {
            breaker.failed("no answer".to_owned(), at(60));
            breaker.failed("no answer".to_owned(), at(60));
            breaker.succeeded();
        }
        assert_eq!(breaker.open, None);
        for _ in 0..FAILURES {
            breaker.failed("no answer".to_owned(), at(60));
        }
        assert_eq!(breaker.open.as_deref(), Some("no answer"));
        breaker.close(at(60));
        assert!(breaker.open.is_some(), "it rests");
        breaker.close(at(61));
        assert_eq!(breaker.open, None);
        // Opened again at once, it rests longer.
        for (opened, closed) in [(62, 64), (65, 69), (70, 78)] {
            breaker.open("lost".to_owned(), at(opened));
            breaker.close(at(closed - 1));
            assert!(breaker.open.is_some(), "opened at {opened}");
            breaker.close(at(closed));
            assert_eq!(breaker.open, None, "opened at {opened}");
        }
        // The reason follows the probes without beginning a new rest.
        breaker.open("lost".to_owned(), at(200));
        breaker.open("behind".to_owned(), at(201));
        assert_eq!(breaker.open.as_deref(), Some("behind"));
        breaker.close(at(201));
        assert_eq!(breaker.open, None);
    }
}
