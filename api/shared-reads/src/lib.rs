//! Values read from PostgreSQL, kept in memory and shared by all requests for the same key.
//!
//! A value is valid until a writing transaction ends, and PostgreSQL tells when one has: until then
//! `pg_current_snapshot()` returns the same text. One check serves every request that arrived before it was sent, so thousands
//! of requests a second take a few hundred checks, and no request gets a value that was already stale when it arrived.
//! Whatever does not come from the database (the clock, a search engine) may be [`LONGEST_MS`] old, or twice that where a
//! shared value is made from another.

mod snapshots;

pub use snapshots::Snapshots;

use std::hash::Hash;
use std::sync::Arc;

use clock::Clock;
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};

use snapshots::Moment;

/// Maximum age of a value.
pub const LONGEST_MS: i64 = 1000;
/// A waiting request may be older than the value it gets by this much, which is how long requests may wait.
const LONGEST_WAIT_MS: i64 = 30_000;

#[derive(Clone)]
struct Entry<V> {
    moment: Moment,
    /// Unix ms.
    read_at: i64,
    /// None: values of this key cannot be shared.
    value: Option<V>,
}

impl<V> Entry<V> {
    /// Whether it is valid for a request that arrived at `arrived` (Unix ms), before the check of `moment`. Without a moment,
    /// only age counts.
    fn is_valid(&self, moment: Option<&Moment>, arrived: i64) -> bool {
        let is_current = moment.is_none_or(|moment| self.moment.covers(moment));
        is_current && (-LONGEST_WAIT_MS..LONGEST_MS).contains(&(arrived - self.read_at))
    }
}

/// Memory limits of a cache.
#[derive(Debug)]
pub struct Budget<K, V> {
    /// Maximum memory for all keys and values, in bytes. The least used are evicted first.
    pub capacity: u64,
    /// Larger values are not kept, in bytes.
    pub largest: usize,
    /// Expected number of values.
    pub usual_count: usize,
    /// Approximate size of a key in bytes. It counts even without a value.
    pub key_size: fn(&K) -> usize,
    /// Approximate size of a value in bytes.
    pub size: fn(&V) -> usize,
}

impl<K, V> Clone for Budget<K, V> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<K, V> Weighter<K, Entry<V>> for Budget<K, V> {
    fn weight(&self, key: &K, entry: &Entry<V>) -> u64 {
        /// Approximate size of the snapshot and the table's slot.
        const OVERHEAD: usize = 256;
        let value = entry.value.as_ref().map_or(0, self.size);
        (OVERHEAD + (self.key_size)(key) + value) as u64
    }
}

/// The shared values of one process, by key.
pub struct SharedReads<K, V> {
    snapshots: Arc<Snapshots>,
    clock: Clock,
    budget: Budget<K, V>,
    entries: Cache<K, Entry<V>, Budget<K, V>>,
}

/// How old a value may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// As new as the request.
    Current,
    /// Read within the last [`LONGEST_MS`].
    Recent,
}

/// The result of a lookup.
pub enum Lookup<'a, K, V> {
    Hit(V),
    /// The caller reads the value; other requests wait for it.
    Miss(Slot<'a, K, V>),
    /// The value cannot be shared, or the check failed.
    Bypass,
}

type Guard<'a, K, V> = PlaceholderGuard<
    'a,
    K,
    Entry<V>,
    Budget<K, V>,
    DefaultHashBuilder,
    DefaultLifecycle<K, Entry<V>>,
>;

/// Where to put a value that is being read. If it is dropped empty, the next waiting request gets it.
pub struct Slot<'a, K, V> {
    reads: &'a SharedReads<K, V>,
    guard: Guard<'a, K, V>,
    moment: Moment,
    read_at: i64,
}

impl<K: Clone + Eq + Hash, V: Clone> SharedReads<K, V> {
    pub fn new(snapshots: Arc<Snapshots>, clock: Clock, budget: Budget<K, V>) -> Self {
        let entries = Cache::with_weighter(budget.usual_count, budget.capacity, budget.clone());
        Self {
            snapshots,
            clock,
            budget,
            entries,
        }
    }

    /// Looks up the value of `key`.
    pub async fn lookup(&self, key: &K, freshness: Freshness) -> Lookup<'_, K, V> {
        let arrived = self.clock.now_ms();
        let moment = match freshness {
            Freshness::Current => match self.snapshots.check().await {
                Some(moment) => Some(moment),
                None => return Lookup::Bypass,
            },
            Freshness::Recent => None,
        };
        let entry = self.entries.entry_async(key, |_, entry| {
            if entry.is_valid(moment.as_ref(), arrived) {
                EntryAction::Retain(entry.value.clone())
            } else {
                EntryAction::ReplaceWithGuard
            }
        });
        match entry.await {
            EntryResult::Retained(Some(value)) => Lookup::Hit(value),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Lookup::Miss(Slot {
                reads: self,
                guard,
                // Other requests may have checked while this one waited, and what is read now is as new as their checks.
                moment: self.snapshots.latest(),
                read_at: self.clock.now_ms(),
            }),
            EntryResult::Retained(None) | EntryResult::Removed(..) | EntryResult::Timeout => {
                Lookup::Bypass
            }
        }
    }

    /// The current value of `key`; calls `read` unless another request has read it. Errors are not shared.
    pub async fn get<E>(&self, key: K, read: impl AsyncFnOnce() -> Result<V, E>) -> Result<V, E> {
        match self.lookup(&key, Freshness::Current).await {
            Lookup::Hit(value) => Ok(value),
            Lookup::Miss(slot) => {
                let value = read().await;
                match &value {
                    Ok(value) => slot.fill(value.clone()),
                    // Waiting requests then read in parallel, not one after another.
                    Err(_) => slot.bypass(),
                }
                value
            }
            Lookup::Bypass => read().await,
        }
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Slot<'_, K, V> {
    /// Stores the value and passes it to all requests that wait for it.
    pub fn fill(self, value: V) {
        let fits = (self.reads.budget.size)(&value) <= self.reads.budget.largest;
        self.put(fits.then_some(value));
    }

    /// Marks the key as one whose values cannot be shared.
    pub fn bypass(self) {
        self.put(None);
    }

    fn put(self, value: Option<V>) {
        let entry = Entry {
            moment: self.moment,
            read_at: self.read_at,
            value,
        };
        // Fails only if the entry was evicted meanwhile; then nobody waits for it.
        let _ = self.guard.insert(entry);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use domain::Timestamp;
    use sqlx::postgres::PgPoolOptions;

    use super::*;

    #[test]
    fn an_entry_is_valid_until_a_write_and_for_requests_older_than_itself() {
        let entry = Entry::<()> {
            moment: Moment::new(5, "10:12:"),
            read_at: 1_000,
            value: None,
        };
        for (moment, arrived, valid) in [
            (Moment::new(9, "10:12:"), 1_000, true),
            (Moment::new(9, "10:12:"), 1_999, true),
            (Moment::new(9, "10:12:"), 2_000, false),
            // Read while the request waited.
            (Moment::new(9, "10:12:"), 1_000 - LONGEST_WAIT_MS, true),
            // The clock was set back.
            (Moment::new(9, "10:12:"), 999 - LONGEST_WAIT_MS, false),
            (Moment::new(6, "10:13:"), 1_000, false),
            (Moment::new(9, "10:12:10"), 1_000, false),
            // Read after the request's check, so new enough whatever was written since.
            (Moment::new(5, "10:11:"), 1_000, true),
            (Moment::new(4, "10:11:"), 1_000, true),
        ] {
            let found = entry.is_valid(Some(&moment), arrived);
            assert_eq!(found, valid, "{moment:?} {arrived}");
        }
        assert!(entry.is_valid(None, 1_999));
        assert!(!entry.is_valid(None, 2_000));
    }

    #[test]
    fn keys_count_even_without_a_value() {
        let budget = Budget {
            capacity: 1024,
            largest: 512,
            usual_count: 1,
            key_size: String::len,
            size: Vec::len,
        };
        let weight = |key: &str, value: Option<Vec<u8>>| {
            let entry = Entry {
                moment: Moment::new(1, "10:12:"),
                read_at: 0,
                value,
            };
            budget.weight(&key.to_owned(), &entry)
        };
        let least = weight("", None);
        assert_eq!(weight("key", None), least + 3);
        assert_eq!(weight("key", Some(vec![0; 5])), least + 8);
    }

    #[tokio::test]
    async fn waiting_requests_share_a_failure() {
        let nowhere = PgPoolOptions::new()
            .acquire_timeout(Duration::from_millis(1))
            .connect_lazy("postgres://127.0.0.1:1/nothing")
            .unwrap();
        let snapshots = Arc::new(Snapshots::new(nowhere));
        let reads = SharedReads::<&str, i32>::new(
            snapshots.clone(),
            Clock::stopped_at(Timestamp(0)),
            Budget {
                capacity: 1024,
                largest: 512,
                usual_count: 1,
                key_size: |_| 1,
                size: |_| 1,
            },
        );
        let lookup = || reads.lookup(&"key", Freshness::Current);
        let found = tokio::join!(lookup(), lookup(), lookup(), lookup());
        let (Lookup::Bypass, Lookup::Bypass, Lookup::Bypass, Lookup::Bypass) = found else {
            panic!("a value without a database");
        };
        // The first starts a check; the others arrived during it, and share the second.
        assert_eq!(snapshots.started(), 2);
    }
}
