//! How commands enter a room and how their senders are answered.

use super::within::{Bundle, WithinError};
use crate::{journal, ports::Node};
use actix::Message;
use domain::Timestamp;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::oneshot;
use tracing::Span;
use wire::{Answer, Request, RoomError};

/// A message in the mailbox. Mailboxes preserve the order of arrival.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) enum Arrival {
    Command(Envelope),
    Within(Within),
    /// Release the room once everything before is stored.
    HandOver(HandOver),
    /// The epoch is over: another node has taken the room.
    Fenced {
        epoch: i64,
    },
}

impl Arrival {
    /// Refuses the command without deciding it.
    pub fn refuse(self, error: RoomError) {
        match self {
            Self::Command(envelope) => envelope.reply.refuse(error),
            Self::Within(within) => within.refuse(error),
            // The sender sees its channel close.
            Self::HandOver(_) | Self::Fenced { .. } => {}
        }
    }

    pub fn is_internal(&self) -> bool {
        match self {
            Self::Command(envelope) => envelope.reply.is_nobody(),
            Self::Within(_) => false,
            Self::HandOver(_) | Self::Fenced { .. } => true,
        }
    }
}

/// A requested hand-over: the new owner, if named, and the channel that reports completion.
pub(crate) struct HandOver {
    pub to: Option<Node>,
    pub done: oneshot::Sender<()>,
}

/// A command with the time of its arrival.
pub(crate) struct Envelope {
    pub request: Request,
    pub at: Timestamp,
    pub reply: Reply,
}

pub(super) type Outcome = Result<Arc<Answer>, RoomError>;

/// Reply channel to the sender; nobody for the room's own commands. Answers to senders that are gone are dropped.
#[derive(Debug)]
pub(crate) struct Reply {
    sender: Option<(oneshot::Sender<Outcome>, Permit)>,
    /// The command's stay in the room, if it is traced.
    span: Option<Box<Span>>,
}

impl Reply {
    pub fn to(sender: oneshot::Sender<Outcome>, permit: Permit, span: Span) -> Self {
        Self {
            sender: Some((sender, permit)),
            span: (!span.is_disabled()).then(|| Box::new(span)),
        }
    }

    pub fn nobody() -> Self {
        Self {
            sender: None,
            span: None,
        }
    }

    pub fn is_nobody(&self) -> bool {
        self.sender.is_none()
    }

    pub fn span(&self) -> Option<&Span> {
        self.span.as_deref()
    }

    pub fn answer(self, answer: Arc<Answer>) {
        self.give(Ok(answer));
    }

    pub fn refuse(self, error: RoomError) {
        self.give(Err(error));
    }

    fn give(self, outcome: Outcome) {
        if let Some((sender, permit)) = self.sender {
            // The permit is released first, so that a sender with an answer no longer holds one.
            drop(permit);
            let _ = sender.send(outcome);
        }
    }
}

/// Commands to store in their sender's transaction. The room takes the bundle out when it decides it; a remaining
/// bundle is undecided.
pub(crate) struct Within {
    pub bundle: Arc<Mutex<Option<Bundle>>>,
    pub at: Timestamp,
    pub reply: WithinReply,
}

impl Within {
    pub fn open(self) -> Option<(Bundle, Timestamp, WithinReply)> {
        let bundle = lock(&self.bundle).take()?;
        Some((bundle, self.at, self.reply))
    }

    fn refuse(self, error: RoomError) {
        if let Some((bundle, _, reply)) = self.open() {
            reply.after_rolling_back(bundle, error.into());
        }
    }
}

pub(crate) type WithinOutcome = Result<Vec<Arc<Answer>>, WithinError>;

/// Reply channel to the sender of a [`Within`]. Answers to senders that are gone are dropped.
#[derive(Debug)]
pub(crate) struct WithinReply(oneshot::Sender<WithinOutcome>, Permit);

impl WithinReply {
    pub fn to(sender: oneshot::Sender<WithinOutcome>, permit: Permit) -> Self {
        Self(sender, permit)
    }

    pub fn give(self, outcome: WithinOutcome) {
        let Self(sender, permit) = self;
        drop(permit);
        let _ = sender.send(outcome);
    }

    /// Answers after the transaction has ended and its locks are released.
    pub fn after_rolling_back(self, bundle: Bundle, error: WithinError) {
        actix::spawn(async move {
            journal::roll_back(bundle.transaction, ROLLING_BACK).await;
            self.give(Err(error));
        });
    }
}

pub(super) const ROLLING_BACK: Duration = Duration::from_secs(5);

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Limit on a room's waiting commands.
#[derive(Debug, Clone)]
pub(crate) struct Permits {
    taken: Arc<AtomicUsize>,
    limit: usize,
}

/// One of a room's permits, held from entry until the answer.
#[derive(Debug)]
pub(crate) struct Permit(Arc<AtomicUsize>);

impl Permits {
    pub fn new(limit: usize) -> Self {
        Self {
            taken: Arc::default(),
            limit,
        }
    }

    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    pub fn take(&self) -> Result<Permit, RoomError> {
        if self.taken.fetch_add(1, Ordering::Relaxed) >= self.limit {
            self.taken.fetch_sub(1, Ordering::Relaxed);
            return Err(RoomError::Busy);
        }
        Ok(Permit(self.taken.clone()))
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
