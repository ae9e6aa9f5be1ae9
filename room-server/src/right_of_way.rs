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
    /// A command that ends before this makes them frequent, in µs since `began`.
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

/// How long rounds of updates may still wait for commands. Each step of a round adds its share.
#[derive(Debug, Default)]
pub struct Patience {
    left: Duration,
    share: Duration,
}

impl Patience {
    /// Divides `longest`, about how long the round of a room may wait in all, among its `steps`.
    pub fn divide(&mut self, longest: Duration, steps: u32) {
        self.share = longest / steps.max(1);
    }

    /// Steps too small for a wait leave their shares to the next one, but only until they suffice for one: a small room does not
    /// wait for what a large one left, and no command holds up the end of a round for all of it.
    fn add_share(&mut self) {
        self.left = self.left.min(SHORTEST_WAIT).saturating_add(self.share);
    }
}

impl RightOfWay {
    /// Registers a command.
    pub fn take(&self) -> Passing<'_> {
        self.0.commands.fetch_add(1, Ordering::SeqCst);
        Passing(&self.0)
    }

    /// Waits before a step of a round while commands are in progress, or pauses if they are frequent, as long as `patience` is
    /// left. Less than [`SHORTEST_WAIT`] is saved for the next step.
    pub async fn give(&self, patience: &mut Patience) {
        patience.add_share();
        if patience.left < SHORTEST_WAIT {
            return;
        }
        let began = Instant::now();
        // Before the check, so that a command that ends in between is not waited for.
        let clear = self.0.is_clear.notified();
        if !self.is_clear() {
            let _ = timeout(patience.left, clear).await;
        } else if self.are_frequent() {
            sleep(PAUSE).await;
        }
        patience.left = patience.left.saturating_sub(began.elapsed());
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

    /// Of a round that may wait for `longest` in so many `steps`.
    fn patience(longest: Duration, steps: u32) -> Patience {
        let mut patience = Patience::default();
        patience.divide(longest, steps);
        patience
    }

    const MS: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn updates_wait_until_no_command_is_left() {
        let way = RightOfWay::default();
        let mut patience = patience(20 * MS, 1);
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
        let mut patience = patience(20 * MS, 5);
        drop(way.take());
        way.give(&mut patience).await;
        assert_eq!(began.elapsed(), Duration::ZERO, "one command alone");

        sleep(FREQUENT - MS).await;
        drop(way.take());
        way.give(&mut patience).await;
        assert_eq!(began.elapsed(), FREQUENT - MS + PAUSE);

        sleep(FREQUENT).await;
        way.give(&mut patience).await;
        drop(way.take());
        way.give(&mut patience).await;
        assert_eq!(
            began.elapsed(),
            2 * FREQUENT - MS + PAUSE,
            "they have become rare"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn each_wait_takes_at_most_its_share() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let mut patience = patience(30 * MS, 3);
        let began = Instant::now();
        for waited in [10, 20, 30] {
            way.give(&mut patience).await;
            assert_eq!(began.elapsed(), waited * MS);
        }
    }

    /// As in a round to 2560 sockets.
    #[tokio::test(start_paused = true)]
    async fn steps_with_too_small_a_share_wait_in_turn_until_the_end_of_the_round() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let mut patience = patience(60 * MS, 40);
        let began = Instant::now();
        for step in 1..=40 {
            way.give(&mut patience).await;
            assert_eq!(began.elapsed(), (step / 2 * 3) * MS, "after {step} steps");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_no_command_used_does_not_hold_up_the_end_of_a_round() {
        let way = RightOfWay::default();
        let mut patience = patience(60 * MS, 40);
        for _ in 1..40 {
            way.give(&mut patience).await;
        }
        let _stuck = way.take();
        let began = Instant::now();
        way.give(&mut patience).await;
        assert!(began.elapsed() <= 2 * SHORTEST_WAIT);
    }

    #[tokio::test(start_paused = true)]
    async fn small_rooms_wait_in_all_as_long_as_a_large_one_of_their_total_size() {
        let way = RightOfWay::default();
        let _stuck = way.take();
        let mut patience = Patience::default();
        let began = Instant::now();
        for _ in 0..50 {
            patience.divide(MS / 8, 1);
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
        patience.divide(MS / 8, 1);
        let began = Instant::now();
        way.give(&mut patience).await;
        assert!(began.elapsed() < 2 * SHORTEST_WAIT);
    }
}
