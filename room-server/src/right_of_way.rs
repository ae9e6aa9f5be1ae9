//! Commands go before updates: while one is being decided and stored, the sockets' updates give way to it.
//!
//! Both need the same processors. A round of updates to thousands of sockets keeps them busy for tens of milliseconds, and
//! each thread on the way of a command would have to wait for a turn.

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

/// Shared by the rooms and the gateway of a process. Clones are one.
#[derive(Debug, Clone, Default)]
pub struct RightOfWay(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    commands: AtomicUsize,
    /// Notified when there are no more commands.
    is_clear: Notify,
}

/// A command on its way, until it is dropped.
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
    /// A command begins.
    pub fn take(&self) -> Passing<'_> {
        self.0.commands.fetch_add(1, Ordering::SeqCst);
        Passing(&self.0)
    }

    /// Waits while there are commands, at most for `patience`, from which the wait is subtracted.
    pub async fn give(&self, patience: &mut Duration) {
        if patience.is_zero() || self.is_clear() {
            return;
        }
        let began = Instant::now();
        let clear = self.0.is_clear.notified();
        // It may have become clear before this waited.
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
    async fn updates_lose_patience() {
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
