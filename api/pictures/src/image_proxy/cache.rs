//! A cache of recently fetched pictures.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;

use picture_codec::Format;
use picture_codec::Size;

/// In bytes, for pictures and their keys.
const CAPACITY: usize = 64 << 20;
/// The size of an entry in bytes, without its picture and its address. The address is stored twice.
const OVERHEAD: usize = 256;
const KEPT: Duration = Duration::from_secs(3600);

/// The address of a picture, with one size and format.
pub type Key = (String, Size, Format);

/// Holds the latest pictures within [`CAPACITY`] and evicts the oldest.
#[derive(Default)]
pub struct Cache(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    pictures: HashMap<Key, (Bytes, Instant)>,
    /// Each key once, the oldest first.
    order: VecDeque<Key>,
    size: usize,
}

impl Cache {
    pub fn get(&self, key: &Key, now: Instant) -> Option<Bytes> {
        let inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (bytes, since) = inner.pictures.get(key)?;
        (now.saturating_duration_since(*since) < KEPT).then(|| bytes.clone())
    }

    pub fn put(&self, key: Key, bytes: Bytes, now: Instant) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let inner = &mut *inner;
        // A replaced entry becomes the youngest.
        if inner.remove(&key) {
            inner.order.retain(|known| *known != key);
        }
        inner.size += weight(&key, &bytes);
        inner.order.push_back(key.clone());
        inner.pictures.insert(key, (bytes, now));
        while let Some(oldest) = inner.order.front() {
            let is_over = inner
                .pictures
                .get(oldest)
                .is_none_or(|(_, since)| now.saturating_duration_since(*since) >= KEPT);
            if inner.size <= CAPACITY && !is_over {
                break;
            }
            if let Some(oldest) = inner.order.pop_front() {
                inner.remove(&oldest);
            }
        }
    }
}

impl Inner {
    /// Returns whether the entry existed. The caller updates `order`.
    fn remove(&mut self, key: &Key) -> bool {
        let Some((bytes, _)) = self.pictures.remove(key) else {
            return false;
        };
        self.size -= weight(key, &bytes);
        true
    }
}

/// The memory of an entry, in bytes.
fn weight(key: &Key, bytes: &Bytes) -> usize {
    bytes.len() + 2 * key.0.len() + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: usize) -> Key {
        (format!("http://{n}"), Size::Full, Format::WebP)
    }

    #[test]
    fn the_oldest_and_the_expired_are_evicted() {
        let (cache, start) = (Cache::default(), Instant::now());
        let picture = Bytes::from(vec![0; 20 << 20]);
        for n in 0..4 {
            cache.put(key(n), picture.clone(), start);
        }
        let there: Vec<bool> = (0..4)
            .map(|n| cache.get(&key(n), start).is_some())
            .collect();
        assert_eq!(there, [false, true, true, true]);
        let size = |cache: &Cache| {
            let inner = cache.0.lock().unwrap();
            assert_eq!(inner.order.len(), inner.pictures.len());
            (inner.order.len(), inner.size)
        };
        // A replaced entry takes no additional space.
        cache.put(key(3), picture.clone(), start);
        assert!(cache.get(&key(1), start).is_some());
        assert!(cache.get(&key(1), start + KEPT).is_none());
        assert!(
            cache
                .get(&(key(1).0, Size::Icon, Format::WebP), start)
                .is_none()
        );
        assert_eq!(size(&cache).0, 3);
        // Expired entries are evicted even while there is space.
        cache.put(key(9), Bytes::from_static(b"1"), start + KEPT);
        assert_eq!(size(&cache), (1, 1 + 2 * key(9).0.len() + OVERHEAD));
    }

    #[test]
    fn long_addresses_count_towards_the_capacity() {
        let (cache, start) = (Cache::default(), Instant::now());
        let address = |n: usize| format!("http://{n:0>9}/{}", "a".repeat(2000));
        for n in 0..20_000 {
            let key = (address(n), Size::Icon, Format::WebP);
            cache.put(key, Bytes::from_static(b"1"), start);
        }
        let inner = cache.0.lock().unwrap();
        assert!(inner.size <= CAPACITY);
        let held: usize = inner.order.iter().map(|key| 2 * key.0.len()).sum();
        assert!(held <= CAPACITY, "{held}");
        assert!(inner.order.len() > 10_000, "{}", inner.order.len());
    }
}
