//! Requests from other threads to a worker thread.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
    task::{Context, Poll},
};

use futures_util::task::AtomicWaker;

use super::{backend::Identity, outlet::Frame};

/// Maximum number of notifications waiting for a worker. Excess ones are dropped: they are stored elsewhere, and a
/// worker this far behind has no use for them.
const NOTICES_WAITING: usize = 65_536;

/// Selects the sockets to close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Close {
    Session(i64),
    User(i64),
    /// Everyone in a catalog's room, anonymous viewers included.
    Catalog(i64),
    /// One in `of` of the sockets that are still open, regardless of their users.
    Share {
        of: usize,
    },
    All,
}

impl Close {
    pub(super) fn means(self, identity: &Identity) -> bool {
        match self {
            Self::Session(id) => identity.session_id == id,
            Self::User(id) => identity.user_id == id,
            // A socket enters the room before its right is checked, so identities do not decide.
            Self::Catalog(_) | Self::Share { .. } => false,
            Self::All => true,
        }
    }
}

#[derive(Default)]
pub(super) struct Work {
    /// Catalogs whose room has changed.
    pub(super) catalogs: Vec<i64>,
    /// `None`: for every subscriber.
    pub(super) notices: VecDeque<(Option<i64>, Frame)>,
    pub(super) closes: Vec<Close>,
}

impl Work {
    fn is_empty(&self) -> bool {
        self.catalogs.is_empty() && self.notices.is_empty() && self.closes.is_empty()
    }
}

/// A worker's queue of requests from other threads. Bounded: a room appears at most once, however often it changes.
#[derive(Default)]
pub(super) struct Inbox {
    work: Mutex<Work>,
    waker: AtomicWaker,
}

impl Inbox {
    pub(super) fn room_changed(&self, catalog_id: i64) {
        self.put(|work| work.catalogs.push(catalog_id));
    }

    pub(super) fn notice(&self, user_id: Option<i64>, frame: Frame) {
        self.put(|work| {
            if work.notices.len() < NOTICES_WAITING {
                work.notices.push_back((user_id, frame));
            } else {
                metrics::counter!("gateway_notices_dropped_total").increment(1);
            }
        });
    }

    pub(super) fn close(&self, whose: Close) {
        self.put(|work| {
            if !work.closes.contains(&whose) {
                work.closes.push(whose);
            }
        });
    }

    #[cfg(test)]
    pub(super) fn rooms_waiting(&self) -> usize {
        self.work.lock().expect("not poisoned").catalogs.len()
    }

    fn put(&self, change: impl FnOnce(&mut Work)) {
        change(&mut self.work.lock().unwrap_or_else(PoisonError::into_inner));
        self.waker.wake();
    }

    pub(super) fn poll_take(&self, cx: &mut Context<'_>) -> Poll<Work> {
        // Register the waker before checking: later arrivals wake the task again.
        self.waker.register(cx.waker());
        let work = self.take();
        if work.is_empty() {
            Poll::Pending
        } else {
            Poll::Ready(work)
        }
    }

    /// What has been requested, perhaps nothing.
    pub(super) fn take(&self) -> Work {
        std::mem::take(&mut *self.work.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
