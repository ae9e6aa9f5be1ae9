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

/// Commands are frequent while one ends within this time of another. The next one would find no idle core in the middle of a
/// round, so rounds pause.
const FREQUENT: Duration = Duration::from_millis(200);

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
    /// Until when the end of a command makes them frequent, in µs since `began`.
    recent_until: AtomicU64,
    /// Until when commands are frequent, in µs since `began`.
    frequent_until: AtomicU64,
}

impl Default for Inner {
    fn default() -> Self {
        Self {
            commands: AtomicUsize::new(0),
            is_clear: Notify::new(),
            began: Instant::now(),
            recent_until: AtomicU64::new(0),
            frequent_until: AtomicU64::new(0),
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
        let now = self.0.now();
        let until = now + FREQUENT.as_micros() as u64;
        if now < self.0.recent_until.swap(until, Ordering::Relaxed) {
            self.0.frequent_until.store(until, Ordering::Relaxed);
        }
        if self.0.commands.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.is_clear.notify_waiters();
        }
    }
}

/// How long rounds of updates may still wait for commands.
#[derive(Debug, Default)]
pub struct Patience {
    left: Duration,
    /// Among how many waits it is shared.
    waits: u32,
}

impl Patience {
    /// Renews it for the round of a room, which waits up to `waits` times, in all for at most `longest`. A room too small for a
    /// wait leaves its share to the next one; what a large room left would keep a small one waiting.
    pub fn renew(&mut self, longest: Duration, waits: u32) {
        self.left = self.left.min(SHORTEST_WAIT) + longest;
        self.waits = waits;
    }

    /// The longest next wait.
    fn share(&self) -> Duration {
        (self.left / self.waits.max(1)).max(SHORTEST_WAIT)
    }

    fn subtract(&mut self, waited: Duration) {
        self.left = self.left.saturating_sub(waited);
        self.waits = self.waits.saturating_sub(1);
    }
}

impl RightOfWay {
    /// Registers a command.
    pub fn take(&self) -> Passing<'_> {
        self.0.commands.fetch_add(1, Ordering::SeqCst);
        Passing(&self.0)
    }

    /// Waits while commands are in progress, or pauses if they are frequent, for at most a share of `patience`. Does not wait
    /// if less than [`SHORTEST_WAIT`] is left of it.
    pub async fn give(&self, patience: &mut Patience) {
        if patience.left < SHORTEST_WAIT {
            return;
        }
        let began = Instant::now();
        // Before the check, so that a command that ends in between is not waited for.
        let clear = self.0.is_clear.notified();
        if !self.is_clear() {
            let _ = timeout(patience.share(), clear).await;
        } else if self.are_frequent() {
            sleep(PAUSE).await;
        }
        patience.subtract(began.elapsed());
    }

    fn are_frequent(&self) -> bool {
        self.0.now() < self.0.frequent_until.load(Ordering::Relaxed)
    }

    fn is_clear(&self) -> bool {
        self.0.commands.load(Ordering::SeqCst) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(longest: Duration, waits: u32) -> Patience {
        let mut patience = Patience::default();
        patience.renew(longest, waits);
        patience
    }

    const MS: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn updates_wait_until_no_command_is_left() {
        let way = RightOfWay::default();
        let mut patience = patience(20 * MS, 1);
        way.give(&mut patience).await;
        assert_eq!(patience.left, 20 * MS);

        let began = Instant::now();
        let bets = async {
            let (first, second) = (way.take(), way.take());
            sleep(5 * MS).await;
            drop(first);
            sleep(7 * MS).await;
            drop(second);
        };
        tokio::join!(bets, way.give(&mut patience));
        assert_eq!(began.elapsed(), 12 * MS);
        assert_eq!(patience.left, 8 * MS);
    }

    #[tokio::test(start_paused = true)]
    async fn updates_pause_while_commands_are_frequent() {
        let way = RightOfWay::default();
        let began = Instant::now();
        let mut patience = patience(20 * MS, 20);
        drop(way.take());
        way.give(&mut patience).await;
        assert_eq!(began.elapsed(), Duration::ZERO, "one command alone");

        sleep(FREQUENT - MS).await;
        drop(way.take());
        way.give(&mut patience).await;
        assert_eq!(
            (began.elapsed(), patience.left),
            (FREQUENT, 20 * MS - PAUSE)
        );

        sleep(FREQUENT).await;
        way.give(&mut patience).await;
        drop(way.take());
        way.give(&mut patience).await;
        assert_eq!(patience.left, 20 * MS - PAUSE, "they have become rare");
    }

    #[tokio::test(start_paused = true)]
    async fn each_wait_takes_at_most_its_share() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let mut patience = patience(30 * MS, 3);
        let began = Instant::now();
        for waited in [10, 20, 30, 30] {
            way.give(&mut patience).await;
            assert_eq!(began.elapsed(), waited * MS);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn small_rooms_wait_in_all_as_long_as_a_large_one_of_their_size() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let mut patience = Patience::default();
        let began = Instant::now();
        for _ in 0..50 {
            patience.renew(MS / 8, 2);
            way.give(&mut patience).await;
        }
        assert_eq!(began.elapsed(), 3 * SHORTEST_WAIT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_small_room_does_not_wait_for_what_a_large_one_left() {
        let way = RightOfWay::default();
        let mut patience = patience(60 * MS, 1);
        way.give(&mut patience).await;
        let _stuck = way.take();
        patience.renew(MS / 8, 1);
        let began = Instant::now();
        way.give(&mut patience).await;
        assert!(began.elapsed() < 2 * SHORTEST_WAIT);
    }
}
