//! The one clock of a process: wall time, monotonic time, and waiting for an instant.
//!
//! Rooms, the journal and the API take their time from here, so a test that moves the clock moves all of them.

use domain::Timestamp;
use rustix::time::{ClockId, clock_gettime};
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use time::OffsetDateTime;
use tokio::sync::Notify;

/// Timers do not count the time a machine is suspended, and the system's clock may be set. So a long wait looks at the
/// wall clock again this often.
const LONGEST_NAP: Duration = Duration::from_secs(10);

/// Clones are the same clock.
#[derive(Debug, Clone, Default)]
pub struct Clock(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    wall: Wall,
    /// How far tests have moved the wall clock.
    offset_ms: AtomicI64,
    /// How far tests have moved the time since boot.
    stood_still_ms: AtomicU64,
    moved: Notify,
}

#[derive(Debug, Default)]
enum Wall {
    #[default]
    System,
    /// Showed `at` when tokio's clock showed `since`, and runs with it.
    Runtime {
        at: Timestamp,
        since: tokio::time::Instant,
    },
    /// Stands until a test moves it.
    Stopped(Timestamp),
}

impl Clock {
    /// A clock that shows `at` now and runs with the runtime's clock, which tests may pause.
    pub fn starting_at(at: Timestamp) -> Self {
        Self(Arc::new(Shared {
            wall: Wall::Runtime {
                at,
                since: tokio::time::Instant::now(),
            },
            ..Shared::default()
        }))
    }

    /// A clock that shows `at` until a test moves it. [`monotonic`](Self::monotonic) still runs.
    pub fn stopped_at(at: Timestamp) -> Self {
        Self(Arc::new(Shared {
            wall: Wall::Stopped(at),
            ..Shared::default()
        }))
    }

    pub fn now(&self) -> OffsetDateTime {
        let offset = time::Duration::milliseconds(self.0.offset_ms.load(Ordering::Relaxed));
        let unmoved = match self.0.wall {
            Wall::System => OffsetDateTime::now_utc(),
            Wall::Runtime { at, since } => {
                OffsetDateTime::UNIX_EPOCH + time::Duration::milliseconds(at.0) + since.elapsed()
            }
            Wall::Stopped(at) => OffsetDateTime::UNIX_EPOCH + time::Duration::milliseconds(at.0),
        };
        unmoved + offset
    }

    pub fn now_ms(&self) -> i64 {
        self.timestamp().0
    }

    pub fn timestamp(&self) -> Timestamp {
        self.unmoved()
            .plus_ms(self.0.offset_ms.load(Ordering::Relaxed))
    }

    /// Wall time without the tests' moves: tells whether the process itself stood still.
    pub fn unmoved(&self) -> Timestamp {
        match self.0.wall {
            Wall::System => {
                let since = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                Timestamp(since.as_millis() as i64)
            }
            Wall::Runtime { at, since } => at.plus_ms(since.elapsed().as_millis() as i64),
            Wall::Stopped(at) => at,
        }
    }

    /// For measuring spans. Never goes back, and is not moved by [`advance`](Self::advance).
    pub fn monotonic(&self) -> Instant {
        tokio::time::Instant::now().into_std()
    }

    /// Time since the machine's boot, for deadlines that other machines rely on. Unlike [`monotonic`](Self::monotonic) it also
    /// counts the time the machine was suspended. Nobody can set it.
    pub fn since_boot(&self) -> Duration {
        let elapsed = match self.0.wall {
            Wall::System => since_boot(),
            Wall::Runtime { since, .. } => since.elapsed(),
            Wall::Stopped(_) => Duration::ZERO,
        };
        elapsed + Duration::from_millis(self.0.stood_still_ms.load(Ordering::Relaxed))
    }

    /// Waits until the wall clock shows `at`, whether time passes or a test moves the clock.
    pub async fn sleep_until(&self, at: Timestamp) {
        loop {
            // Before the clock is read, so that no move goes unnoticed in between.
            let moved = self.0.moved.notified();
            let left = at.0.saturating_sub(self.now_ms());
            if left <= 0 {
                return;
            }
            let nap = Duration::from_millis(left.unsigned_abs()).min(LONGEST_NAP);
            tokio::select! {
                () = moved => {}
                () = tokio::time::sleep(nap) => {}
            }
        }
    }

    /// Moves the wall clock on, as if that time had passed while the process was at work.
    pub fn advance(&self, by: time::Duration) {
        self.0
            .offset_ms
            .fetch_add(by.whole_milliseconds() as i64, Ordering::Relaxed);
        self.0.moved.notify_waiters();
    }

    /// Moves the time since boot on, as if the process had stood still for so long.
    pub fn stand_still(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.0.stood_still_ms.fetch_add(by, Ordering::Relaxed);
    }
}

fn since_boot() -> Duration {
    #[cfg(target_os = "linux")]
    const ID: ClockId = ClockId::Boottime;
    #[cfg(not(target_os = "linux"))]
    const ID: ClockId = ClockId::Monotonic;
    Duration::try_from(clock_gettime(ID)).expect("a time since boot is not negative")
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Timestamp = Timestamp(1_795_255_500_000);

    #[tokio::test(start_paused = true)]
    async fn sleepers_wake_when_time_has_passed() {
        let clock = Clock::starting_at(START);
        let due = START.plus_ms(25_000);
        clock.sleep_until(due).await;
        assert_eq!(clock.timestamp(), due);
        clock.sleep_until(START).await;
        assert_eq!(clock.timestamp(), due, "what is past is not waited for");
    }

    #[tokio::test(start_paused = true)]
    async fn sleepers_wake_when_a_test_moves_the_clock() {
        let clock = Clock::starting_at(START);
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep_until(START.plus_ms(3_600_000)).await }
        });
        tokio::task::yield_now().await;
        let before = clock.monotonic();
        clock.advance(time::Duration::HOUR);
        sleeper.await.unwrap();
        assert_eq!(clock.monotonic(), before, "no time had to pass");
        assert_eq!(clock.now_ms(), START.0 + 3_600_000);
        assert_eq!(clock.unmoved(), START);
        assert_eq!(clock.now().unix_timestamp(), START.0 / 1000 + 3600);
    }

    #[test]
    fn a_stopped_clock_shows_what_a_test_says() {
        let clock = Clock::stopped_at(START);
        assert_eq!(
            (clock.timestamp(), clock.since_boot()),
            (START, Duration::ZERO)
        );
        clock.advance(time::Duration::SECOND);
        clock.stand_still(Duration::from_secs(2));
        assert_eq!(clock.timestamp(), START.plus_ms(1_000));
        assert_eq!(clock.since_boot(), Duration::from_secs(2));
    }

    #[test]
    fn time_since_boot_passes_and_is_moved_alone() {
        let clock = Clock::default();
        let (boot, monotonic, wall) = (clock.since_boot(), clock.monotonic(), clock.now_ms());
        assert!(clock.since_boot() >= boot);
        clock.stand_still(Duration::from_secs(3600));
        assert!(clock.since_boot() - boot >= Duration::from_secs(3600));
        assert!(clock.monotonic() - monotonic < Duration::from_secs(3600));
        assert!(clock.now_ms() - wall < 3_600_000);
    }
}
