//! Responses that are the same for every visitor, cached in memory, encoded and compressed.
//!
//! A call's response is valid until a writing transaction ends, and PostgreSQL tells when one has: until then
//! `pg_current_snapshot()` returns the same text. One check serves every request that arrived before it was sent, so thousands
//! of requests a second take a few hundred checks, and no request gets a response that was already stale when it arrived.
//! Whatever does not come from the database (the clock, a search engine) may be [`LONGEST_MS`] old. So may a page's first HTML,
//! because the client refetches what matters once it runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use bytes::Bytes;
use clock::Clock;
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};
use sqlx::PgPool;

/// Maximum age of a cached response.
const LONGEST_MS: i64 = 1000;
/// A waiting request may be older than the response it gets by this much, which is how long requests may wait.
const LONGEST_WAIT_MS: i64 = 30_000;
/// Timeout of a check. Without its result, requests bypass the cache.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum memory of all cached responses, in bytes. The least used are evicted first.
const CAPACITY: u64 = 64 * 1024 * 1024;
/// Larger bodies are not cached, in bytes.
const LARGEST: usize = 512 * 1024;
/// Expected number of entries.
const USUAL_COUNT: usize = 4096;

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Moment {
    /// Counts the checks from 1.
    check: u64,
    snapshot: Arc<str>,
}

/// A response as it is sent.
#[derive(Debug)]
pub struct CachedResponse {
    pub headers: HeaderMap,
    pub body: Bytes,
}

#[derive(Clone)]
struct Entry {
    moment: Moment,
    /// Unix ms.
    read_at: i64,
    /// None: responses to this request cannot be cached.
    response: Option<Arc<CachedResponse>>,
}

impl Entry {
    /// Whether it is valid for a request that arrived at `arrived` (Unix ms), before the check of `moment`. Without a moment,
    /// only age counts.
    fn is_valid(&self, moment: Option<&Moment>, arrived: i64) -> bool {
        let is_current = moment.is_none_or(|moment| {
            self.moment.snapshot == moment.snapshot || self.moment.check >= moment.check
        });
        is_current && (-LONGEST_WAIT_MS..LONGEST_MS).contains(&(arrived - self.read_at))
    }
}

#[derive(Clone)]
struct Bytewise;

impl Weighter<String, Entry> for Bytewise {
    fn weight(&self, key: &String, entry: &Entry) -> u64 {
        /// Approximate size of the rest: headers, snapshot, table.
        const OVERHEAD: usize = 1024;
        let body = entry.response.as_ref();
        let body = body.map_or(0, |response| response.body.len());
        (key.len() + body + OVERHEAD) as u64
    }
}

/// The cache of one process.
pub struct ResponseCache {
    pool: PgPool,
    clock: Clock,
    entries: Cache<String, Entry, Bytewise>,
    /// Number of checks started.
    started: AtomicU64,
    /// Held during a check.
    turn: tokio::sync::Mutex<()>,
    checks: Mutex<Checks>,
}

#[derive(Default)]
struct Checks {
    latest: Moment,
    /// The latest check that failed.
    failed: u64,
}

/// How old a response may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// As new as the request.
    Current,
    /// Read within the last [`LONGEST_MS`].
    Recent,
}

/// The result of a lookup.
pub enum Lookup<'a> {
    Hit(Arc<CachedResponse>),
    /// The caller makes the response; other requests wait for it.
    Miss(Slot<'a>),
    /// Responses to this request cannot be cached, or the check failed.
    Bypass,
}

type Guard<'a> = PlaceholderGuard<
    'a,
    String,
    Entry,
    Bytewise,
    DefaultHashBuilder,
    DefaultLifecycle<String, Entry>,
>;

/// Where to put a response that is being made. If it is dropped empty, the next waiting request gets it.
pub struct Slot<'a> {
    guard: Guard<'a>,
    moment: Moment,
    read_at: i64,
}

impl ResponseCache {
    pub fn new(pool: PgPool, clock: Clock) -> Self {
        Self {
            pool,
            clock,
            entries: Cache::with_weighter(USUAL_COUNT, CAPACITY, Bytewise),
            started: AtomicU64::new(0),
            turn: tokio::sync::Mutex::new(()),
            checks: Mutex::default(),
        }
    }

    /// Looks up the response to the request that `key` identifies.
    pub async fn lookup(&self, key: &str, freshness: Freshness) -> Lookup<'_> {
        let arrived = self.clock.now_ms();
        let moment = match freshness {
            Freshness::Current => match self.check().await {
                Some(moment) => Some(moment),
                None => return Lookup::Bypass,
            },
            Freshness::Recent => None,
        };
        let entry = self.entries.entry_async(key, |_, entry| {
            if entry.is_valid(moment.as_ref(), arrived) {
                EntryAction::Retain(entry.response.clone())
            } else {
                EntryAction::ReplaceWithGuard
            }
        });
        match entry.await {
            EntryResult::Retained(Some(response)) => Lookup::Hit(response),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Lookup::Miss(Slot {
                guard,
                // Other requests may have checked while this one waited, and what is read now is as new as their checks.
                moment: self.checks().latest.clone(),
                read_at: self.clock.now_ms(),
            }),
            EntryResult::Retained(None) | EntryResult::Removed(..) | EntryResult::Timeout => {
                Lookup::Bypass
            }
        }
    }

    /// Returns a check that started after this call; None if it failed.
    async fn check(&self) -> Option<Moment> {
        let before = self.started.load(Ordering::SeqCst);
        let _turn = self.turn.lock().await;
        {
            let checks = self.checks();
            if checks.latest.check > before {
                return Some(checks.latest.clone());
            }
            // One failure is enough for all that waited for it.
            if checks.failed > before {
                return None;
            }
        }
        let check = self.started.fetch_add(1, Ordering::SeqCst) + 1;
        let snapshot = sqlx::query_scalar!(r#"select pg_current_snapshot()::text as "text!""#)
            .fetch_one(&self.pool);
        let snapshot = tokio::time::timeout(CHECK_TIMEOUT, snapshot).await;
        let mut checks = self.checks();
        match snapshot {
            Ok(Ok(snapshot)) => {
                checks.latest = Moment {
                    check,
                    snapshot: snapshot.into(),
                };
                return Some(checks.latest.clone());
            }
            Ok(Err(error)) => tracing::warn!(%error, "the response cache is bypassed"),
            Err(_) => tracing::warn!("the response cache is bypassed: the database is slow"),
        }
        checks.failed = check;
        None
    }

    fn checks(&self) -> MutexGuard<'_, Checks> {
        self.checks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot<'_> {
    /// Caches the response, and answers all requests that wait for it.
    pub fn fill(self, headers: HeaderMap, body: &[u8]) -> Arc<CachedResponse> {
        // Copied, because the buffer in which a body was collected may be many times its size.
        let body = Bytes::copy_from_slice(body);
        let response = Arc::new(CachedResponse { headers, body });
        let fits = response.body.len() <= LARGEST;
        self.put(fits.then(|| response.clone()));
        response
    }

    /// Marks the request as one whose responses cannot be cached.
    pub fn bypass(self) {
        self.put(None);
    }

    fn put(self, response: Option<Arc<CachedResponse>>) {
        let entry = Entry {
            moment: self.moment,
            read_at: self.read_at,
            response,
        };
        // Fails only if the entry was evicted meanwhile; then nobody waits for it.
        let _ = self.guard.insert(entry);
    }
}

#[cfg(test)]
mod tests {
    use room_server::instant::timestamp;
    use sqlx::postgres::PgPoolOptions;
    use time::OffsetDateTime;

    use super::*;

    fn moment(check: u64, snapshot: &str) -> Moment {
        Moment {
            check,
            snapshot: snapshot.into(),
        }
    }

    #[test]
    fn an_entry_is_valid_until_a_write_and_for_requests_older_than_itself() {
        let entry = Entry {
            moment: moment(5, "10:12:"),
            read_at: 1_000,
            response: None,
        };
        for (moment, arrived, valid) in [
            (moment(9, "10:12:"), 1_000, true),
            (moment(9, "10:12:"), 1_999, true),
            (moment(9, "10:12:"), 2_000, false),
            // Read while the request waited.
            (moment(9, "10:12:"), 1_000 - LONGEST_WAIT_MS, true),
            // The clock was set back.
            (moment(9, "10:12:"), 999 - LONGEST_WAIT_MS, false),
            (moment(6, "10:13:"), 1_000, false),
            (moment(9, "10:12:10"), 1_000, false),
            // Read after the request's check, so new enough whatever was written since.
            (moment(5, "10:11:"), 1_000, true),
            (moment(4, "10:11:"), 1_000, true),
        ] {
            let found = entry.is_valid(Some(&moment), arrived);
            assert_eq!(found, valid, "{moment:?} {arrived}");
        }
        assert!(entry.is_valid(None, 1_999));
        assert!(!entry.is_valid(None, 2_000));
    }

    #[tokio::test]
    async fn waiting_requests_share_a_failure() {
        let nowhere = PgPoolOptions::new()
            .acquire_timeout(Duration::from_millis(1))
            .connect_lazy("postgres://127.0.0.1:1/nothing")
            .unwrap();
        let clock = Clock::stopped_at(timestamp(OffsetDateTime::UNIX_EPOCH));
        let cache = ResponseCache::new(nowhere, clock);
        let lookup = || cache.lookup("/api/catalog", Freshness::Current);
        let found = tokio::join!(lookup(), lookup(), lookup(), lookup());
        let (Lookup::Bypass, Lookup::Bypass, Lookup::Bypass, Lookup::Bypass) = found else {
            panic!("a response without a database");
        };
        // The first starts a check; the others arrived during it, and share the second.
        assert_eq!(cache.started.load(Ordering::SeqCst), 2);
    }
}
