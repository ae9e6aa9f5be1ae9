//! Gives commands priority over the sockets' updates.
//!
//! Both compete for the same cores. A round of updates to thousands of sockets occupies them for tens of milliseconds, and
//! every thread that handles a command would wait its turn.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::Notify,
    time::{Instant, timeout},
};

/// The commands in progress in a process, counted by its rooms for its gateway. Clones share the count.
#[derive(Debug, Clone, Default)]
pub struct RightOfWay(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    commands: AtomicUsize,
    /// Notified when the last command ends.
    is_clear: Notify,
}

/// A command in progress, until dropped.
#[derive(Debug)]
pub struct Passing<'a>(&'a Inner);

impl Drop for Passing<'_> {
    fn drop(&mut self) {
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

    /// Waits while commands are in progress, for at most `patience`, and subtracts the time waited from it.
    pub async fn give(&self, patience: &mut Duration) {
        if patience.is_zero() || self.is_clear() {
            return;
        }
        let began = Instant::now();
        let clear = self.0.is_clear.notified();
        // The last command may have ended in between.
        if !self.is_clear() {
            let _ = timeout(*patience, clear).await;
        }
        *patience = patience.saturating_sub(began.elapsed());
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
}
