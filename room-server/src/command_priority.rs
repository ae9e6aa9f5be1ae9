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
pub struct CommandPriority(Arc<Inner>);

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
pub struct CommandInProgress<'a>(&'a Inner);

impl Drop for CommandInProgress<'_> {
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

/// How long updates may still wait for commands. Each step of a round adds its share.
#[derive(Debug, Default)]
pub struct YieldBudget {
    /// In µs. Negative if waits took longer than they should have, as on a busy machine: then some of the next steps do not wait.
    left: i64,
}

impl YieldBudget {
    /// Steps too small for a wait leave their shares to the next one, but only until they suffice for one: a small room does not
    /// wait for what a large one left, and no command holds up the end of a round for all of it.
    fn add(&mut self, share: Duration) {
        self.left = self
            .left
            .min(micros(SHORTEST_WAIT))
            .saturating_add(micros(share));
    }

    /// The longest next wait.
    fn wait(&self) -> Option<Duration> {
        let wait = Duration::from_micros(u64::try_from(self.left).ok()?);
        (wait >= SHORTEST_WAIT).then_some(wait)
    }

    fn subtract(&mut self, waited: Duration) {
        self.left = self.left.saturating_sub(micros(waited));
    }
}

fn micros(of: Duration) -> i64 {
    i64::try_from(of.as_micros()).unwrap_or(i64::MAX)
}

impl CommandPriority {
    /// Registers a command.
    pub fn begin(&self) -> CommandInProgress<'_> {
        self.0.commands.fetch_add(1, Ordering::SeqCst);
        CommandInProgress(&self.0)
    }

    /// Waits before a step of a round while commands are in progress, or pauses if they are frequent, as long as `budget` is
    /// left. The step adds its `share` to it; less than [`SHORTEST_WAIT`] is saved for the next one.
    pub async fn yield_to_commands(&self, budget: &mut YieldBudget, share: Duration) {
        budget.add(share);
        let Some(longest) = budget.wait() else {
            return;
        };
        let began = Instant::now();
        // Before the check, so that a command that ends in between is not waited for.
        let clear = self.0.is_clear.notified();
        if !self.is_clear() {
            let _ = timeout(longest, clear).await;
        } else if self.are_frequent() {
            sleep(PAUSE).await;
        }
        budget.subtract(began.elapsed());
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

    const MS: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn updates_wait_until_no_command_is_left() {
        let priority = CommandPriority::default();
        let mut budget = YieldBudget::default();
        let began = Instant::now();
        let bets = async {
            let (first, second) = (priority.begin(), priority.begin());
            sleep(5 * MS).await;
            drop(first);
            sleep(7 * MS).await;
            drop(second);
        };
        tokio::join!(bets, priority.yield_to_commands(&mut budget, 20 * MS));
        assert_eq!(began.elapsed(), 12 * MS);
        assert_eq!(budget.wait(), Some(8 * MS));
    }

    #[tokio::test(start_paused = true)]
    async fn updates_pause_while_commands_are_frequent() {
        let priority = CommandPriority::default();
        let began = Instant::now();
        let mut budget = YieldBudget::default();
        drop(priority.begin());
        priority.yield_to_commands(&mut budget, 4 * MS).await;
        assert_eq!(began.elapsed(), Duration::ZERO, "one command alone");

        sleep(FREQUENT - MS).await;
        drop(priority.begin());
        priority.yield_to_commands(&mut budget, 4 * MS).await;
        assert_eq!(began.elapsed(), FREQUENT - MS + PAUSE);

        sleep(FREQUENT).await;
        priority.yield_to_commands(&mut budget, 4 * MS).await;
        drop(priority.begin());
        priority.yield_to_commands(&mut budget, 4 * MS).await;
        assert_eq!(
            began.elapsed(),
            2 * FREQUENT - MS + PAUSE,
            "they have become rare"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn each_step_waits_for_its_share() {
        let priority = CommandPriority::default();
        let _stuck = priority.begin();
        let mut budget = YieldBudget::default();
        let began = Instant::now();
        for waited in [10, 20, 30] {
            priority.yield_to_commands(&mut budget, 10 * MS).await;
            assert_eq!(began.elapsed(), waited * MS);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn steps_with_too_small_a_share_wait_in_turn() {
        let priority = CommandPriority::default();
        let _stuck = priority.begin();
        let mut budget = YieldBudget::default();
        let began = Instant::now();
        for step in 1..=40 {
            priority.yield_to_commands(&mut budget, 3 * MS / 2).await;
            assert_eq!(began.elapsed(), (step / 2 * 3) * MS, "after {step} steps");
        }
        let began = Instant::now();
        for _ in 0..50 {
            priority.yield_to_commands(&mut budget, MS / 8).await;
        }
        assert_eq!(began.elapsed(), 3 * SHORTEST_WAIT);
    }

    /// Timers count in milliseconds, and 3.07 ms become 4.
    #[tokio::test(start_paused = true)]
    async fn longer_waits_than_their_shares_are_made_up_for() {
        let priority = CommandPriority::default();
        let _stuck = priority.begin();
        let mut budget = YieldBudget::default();
        let (share, began) = (Duration::from_micros(64 * 24), Instant::now());
        for _ in 0..400 {
            priority.yield_to_commands(&mut budget, share).await;
        }
        let (waited, shares) = (began.elapsed(), 400 * share);
        assert!(waited <= shares + 2 * SHORTEST_WAIT, "{waited:?}");
        assert!(waited + 2 * SHORTEST_WAIT >= shares, "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn no_step_waits_for_what_many_before_left() {
        let priority = CommandPriority::default();
        let mut budget = YieldBudget::default();
        for _ in 0..40 {
            priority.yield_to_commands(&mut budget, 3 * MS / 2).await;
        }
        let _stuck = priority.begin();
        let began = Instant::now();
        priority.yield_to_commands(&mut budget, 3 * MS / 2).await;
        assert!(began.elapsed() <= 2 * SHORTEST_WAIT);
    }

    #[tokio::test(start_paused = true)]
    async fn a_small_room_does_not_wait_for_what_a_large_one_left() {
        let priority = CommandPriority::default();
        let mut budget = YieldBudget::default();
        priority.yield_to_commands(&mut budget, 60 * MS).await;
        let _stuck = priority.begin();
        let began = Instant::now();
        priority.yield_to_commands(&mut budget, MS / 8).await;
        assert!(began.elapsed() < 2 * SHORTEST_WAIT);
    }
}
