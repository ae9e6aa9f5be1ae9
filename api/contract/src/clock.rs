//! The server's clock, so that tests can move it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use time::{Duration, OffsetDateTime};

/// Real time, plus what a test has moved it on by. Clones share the offset.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    offset_ms: Arc<AtomicI64>,
}

impl Clock {
    pub fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc() + Duration::milliseconds(self.offset_ms.load(Ordering::Relaxed))
    }

    pub fn now_ms(&self) -> i64 {
        (self.now().unix_timestamp_nanos() / 1_000_000) as i64
    }

    /// Moves this clock and its clones on.
    pub fn advance(&self, by: Duration) {
        self.offset_ms
            .fetch_add(by.whole_milliseconds() as i64, Ordering::Relaxed);
    }
}
