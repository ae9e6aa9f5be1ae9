//! Gives commands priority over the sockets' updates.
//!
//! Both compete for the same cores. A round of updates to thousands of sockets occupies them for tens of milliseconds, and
//! every thread that handles a command would wait its turn.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, sleep, timeout},
};

/// Deadlines of timers are rounded up to the millisecond, so a shorter wait would take several times as long.
const SHORTEST_WAIT: Duration = Duration::from_millis(2);

/// How long after a command the next one is expected. It would find no idle core in the middle of a round, so rounds pause.
const EXPECTED_WITHIN: Duration = Duration::from_millis(200);

/// A pause of a round.
const PAUSE: Duration = Duration::from_millis(1);

/// The commands in progress in a process, counted by its rooms for its gateway. Clones share the count.
#[derive(Debug, Clone, Default)]
pub struct RightOfWay(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    commands: AtomicUsize,
    /// Notified when the last command ends.
    is_clear: Notify,
    began: Instant,
    /// Until when the next command is expected, in µs since `began`.
    expected_until: AtomicU64,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            commands: AtomicUsize::new(0),
            is_clear: Notify::new(),
            began: Instant::now(),
            expected_until: AtomicU64::new(0),
        }
    }
}

impl Inner {
    /// Microseconds since `began`.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

/// A command in progress, until dropped.
#[derive(Debug)]
pub struct Passing<'a>(&'a Inner);

impl Drop for Passing<'_> {
    fn drop(&mut self) {
        let expected_until = self.0.now() + EXPECTED_WITHIN.as_micros() as u64;
        self.0
            .expected_until
            .store(expected_until, Ordering::Relaxed);
        if self.0.commands.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.is_clear.notify_waiters();
        }
    }
}

impl RightOfWay {
    /// Registers a command.
    pub fn take(&self) -> Passing<'_> {
        self.0.commands.fetch_add(1, Ordering::SeqCst);
        Passing(&self.0)
    }

    /// Waits while commands are in progress, or pauses if one is expected, for at most `patience`, and subtracts the time
    /// waited from it. Does not wait if less than [`SHORTEST_WAIT`] is left.
    pub async fn give(&self, patience: &mut Duration) {
        if *patience < SHORTEST_WAIT {
            return;
        }
        let began = Instant::now();
        let clear = self.0.is_clear.notified();
        if !self.is_clear() {
            let _ = timeout(*patience, clear).await;
        } else if self.is_expected() {
            sleep(PAUSE).await;
        }
        *patience = patience.saturating_sub(began.elapsed());
    }

    fn is_expected(&self) -> bool {
        self.0.now() < self.0.expected_until.load(Ordering::Relaxed)
    }

    fn is_clear(&self) -> bool {
        self.0.commands.load(Ordering::SeqCst) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_millis(20);

    #[tokio::test(start_paused = true)]
    async fn updates_wait_until_no_command_is_left() {
        let way = RightOfWay::default();
        let mut patience = PATIENCE;
        way.give(&mut patience).await;
        assert_eq!(patience, PATIENCE);

        let began = Instant::now();
        let bets = async {
            let (first, second) = (way.take(), way.take());
            tokio::time::sleep(Duration::from_millis(5)).await;
            drop(first);
            tokio::time::sleep(Duration::from_millis(7)).await;
            drop(second);
        };
        tokio::join!(bets, way.give(&mut patience));
        assert_eq!(began.elapsed(), Duration::from_millis(12));
        assert_eq!(patience, Duration::from_millis(8));
    }

    #[tokio::test(start_paused = true)]
    async fn updates_pause_for_a_while_after_a_command() {
        let way = RightOfWay::default();
        drop(way.take());
        let mut patience = PATIENCE;
        way.give(&mut patience).await;
        assert_eq!(patience, PATIENCE - PAUSE);
        sleep(EXPECTED_WITHIN).await;
        way.give(&mut patience).await;
        assert_eq!(patience, PATIENCE - PAUSE);
    }

    #[tokio::test(start_paused = true)]
    async fn updates_wait_no_longer_than_their_patience() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let mut patience = PATIENCE;
        let began = Instant::now();
        for _ in 0..3 {
            way.give(&mut patience).await;
        }
        assert_eq!((patience, began.elapsed()), (Duration::ZERO, PATIENCE));
    }

    #[tokio::test(start_paused = true)]
    async fn a_patience_shorter_than_a_timer_can_measure_is_kept() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let short = SHORTEST_WAIT - Duration::from_micros(1);
        let mut patience = short;
        let began = Instant::now();
        way.give(&mut patience).await;
        assert_eq!((patience, began.elapsed()), (short, Duration::ZERO));
    }
}
