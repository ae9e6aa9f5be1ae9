//! Detects standstills of the whole process: it was stopped, starved of CPU, or its machine was suspended. Connections
//! may survive a standstill, but it is still an outage: anything that fell due meanwhile waits until the rooms have
//! recovered.

use clock::Clock;
use domain::Timestamp;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Minimum number of checks within the duration of a standstill.
const LOOKS: u32 = 8;

/// Watches the process for standstills. Clones share one state.
#[derive(Clone)]
pub struct Watch {
    clock: Clock,
    longest: Duration,
    seen: Arc<Mutex<Seen>>,
}

struct Seen {
    wall: Timestamp,
    monotonic: Instant,
    standstills: u64,
}

impl Watch {
    pub(super) fn new(clock: Clock, longest: Duration) -> Self {
        let seen = Seen {
            wall: clock.unmoved(),
            monotonic: clock.monotonic(),
            standstills: 0,
        };
        Self {
            clock,
            longest,
            seen: Arc::new(Mutex::new(seen)),
        }
    }

    /// Number of standstills so far. Call it before any action that depends on the time.
    pub fn standstills(&self) -> u64 {
        self.look(self.clock.unmoved(), self.clock.monotonic())
    }

    /// Compares both clocks. The monotonic clock stops while the machine is suspended; the wall clock may be set back
    /// while the process is stopped. So the longer gap counts. A clock set forward is an outage too: scheduled ends
    /// were skipped.
    fn look(&self, wall: Timestamp, monotonic: Instant) -> u64 {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let by_wall = u64::try_from(wall.0.saturating_sub(seen.wall.0)).unwrap_or_default();
        let gap = monotonic
            .saturating_duration_since(seen.monotonic)
            .max(Duration::from_millis(by_wall));
        if gap >= self.longest {
            seen.standstills += 1;
            tracing::error!(?gap, "the process stood still; treating it as an outage");
        }
        (seen.wall, seen.monotonic) = (wall, monotonic);
        seen.standstills
    }

    /// Checks regularly, so that only a standstill causes a gap.
    pub(super) async fn keep(&self) {
        loop {
            self.standstills();
            tokio::time::sleep(self.longest / LOOKS).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_by_either_clock_is_a_standstill_but_a_clock_set_back_is_not() {
        let clock = Clock::default();
        let (wall, monotonic) = (clock.timestamp(), clock.monotonic());
        let watch = Watch::new(clock, Duration::from_secs(3));
        let look = |wall_ms, monotonic_ms| {
            watch.look(
                wall.plus_ms(wall_ms),
                monotonic + Duration::from_millis(monotonic_ms),
            )
        };
        assert_eq!(look(1_000, 1_000), 0);
        assert_eq!(look(3_900, 3_900), 0);
        assert_eq!(look(12_000, 4_000), 1, "the machine was suspended");
        assert_eq!(look(2_000, 5_000), 1, "the clock was set back");
        assert_eq!(look(3_000, 13_000), 2, "the process was stopped");
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_that_runs_never_stands_still() {
        let longest = Duration::from_secs(3);
        let watch = Watch::new(Clock::starting_at(Timestamp(0)), longest);
        tokio::select! {
            () = watch.keep() => {}
            () = tokio::time::sleep(10 * longest) => {}
        }
        assert_eq!(watch.standstills(), 0);
    }
}
