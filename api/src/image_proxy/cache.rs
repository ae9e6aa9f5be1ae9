//! What was fetched lately.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::pictures::{Format, Size};

/// All that is kept.
const CAPACITY: usize = 64 << 20;
const KEPT: Duration = Duration::from_secs(3600);

/// A picture by its address, in one size and format.
pub type Key = (String, Size, Format);

/// The pictures that came last, as many as fit.
#[derive(Default)]
pub struct Cache(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    pictures: HashMap<Key, (Bytes, Instant)>,
    /// The oldest first; each key once.
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
        inner.size += bytes.len();
        match inner.pictures.insert(key.clone(), (bytes, now)) {
            Some((before, _)) => inner.size -= before.len(),
            None => inner.order.push_back(key),
        }
        while inner.size > CAPACITY {
            let Some(oldest) = inner.order.pop_front() else {
                break;
            };
            if let Some((bytes, _)) = inner.pictures.remove(&oldest) {
                inner.size -= bytes.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: usize) -> Key {
        (format!("http://{n}"), Size::Full, Format::WebP)
    }

    #[test]
    fn the_oldest_make_room_and_nothing_is_kept_for_ever() {
        let (cache, start) = (Cache::default(), Instant::now());
        let picture = Bytes::from(vec![0; 20 << 20]);
        for n in 0..4 {
            cache.put(key(n), picture.clone(), start);
        }
        let there: Vec<bool> = (0..4)
            .map(|n| cache.get(&key(n), start).is_some())
            .collect();
        assert_eq!(there, [false, true, true, true]);
        // One that comes again takes no more room.
        cache.put(key(3), picture.clone(), start);
        assert!(cache.get(&key(1), start).is_some());
        assert!(cache.get(&key(1), start + KEPT).is_none());
        assert!(
            cache
                .get(&(key(1).0, Size::Icon, Format::WebP), start)
                .is_none()
        );
    }
}
