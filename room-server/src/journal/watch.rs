//! Notices that the whole process stood still: it was stopped, starved of the processor, or its machine was suspended.
//! Every connection may outlive that, and yet it is an outage: what fell due meanwhile must wait until rooms recovered.

use clock::Clock;
use domain::Timestamp;
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Looks are at least this many to the time that counts as a standstill.
const LOOKS: u32 = 8;

/// Clones watch the same process.
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

    /// How often the process stood still so far. Whoever acts because of the time, or in it, asks before he does.
    pub fn standstills(&self) -> u64 {
        self.look(self.clock.unmoved(), self.clock.monotonic())
    }

    /// While the machine is suspended the monotonic clock stands too; while the process is stopped the other one may be
    /// set back. So the longer gap counts, and a clock that was set forward is an outage: ends were passed over.
    fn look(&self, wall: Timestamp, monotonic: Instant) -> u64 {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let by_wall = u64::try_from(wall.0.saturating_sub(seen.wall.0)).unwrap_or_default();
        let gap = monotonic
            .saturating_duration_since(seen.monotonic)
            .max(Duration::from_millis(by_wall));
        if gap >= self.longest {
            seen.standstills += 1;
            tracing::error!(?gap, "the process stood still: an outage");
        }
        (seen.wall, seen.monotonic) = (wall, monotonic);
        seen.standstills
    }

    /// Looks again and again, so that nothing but a standstill leaves a gap.
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
    fn a_gap_by_either_clock_is_a_standstill_and_a_clock_set_back_is_none() {
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
}
