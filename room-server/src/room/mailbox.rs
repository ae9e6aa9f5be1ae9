//! How commands enter a room, and how those who sent them are reached.

use super::{
    actor::{Host, RoomActor},
    request::{Answer, Request, RoomError},
    view::View,
    within::{Bundle, WithinError},
};
use crate::journal;
use actix::{Actor as _, Addr, ArbiterHandle, Context, Message};
use clock::Clock;
use domain::Timestamp;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::oneshot;

/// What is in the mailbox. Mailboxes keep the order of arrival.
#[derive(Message)]
#[rtype(result = "()")]
pub(crate) enum Arrival {
    Command(Envelope),
    Within(Within),
}

impl Arrival {
    /// Nothing happens of it.
    pub fn refuse(self, error: RoomError) {
        match self {
            Self::Command(envelope) => envelope.reply.refuse(error),
            Self::Within(within) => within.refuse(error),
        }
    }

    pub fn is_of_the_room(&self) -> bool {
        matches!(self, Self::Command(envelope) if envelope.reply.is_nobody())
    }
}

/// A command, stamped with its arrival.
pub(crate) struct Envelope {
    pub request: Request,
    pub at: Timestamp,
    pub reply: Reply,
}

type Outcome = Result<Arc<Answer>, RoomError>;

/// How the sender is reached; nobody, if the room asks itself. Somebody who is gone does not mind.
#[derive(Debug)]
pub(crate) struct Reply(Option<(oneshot::Sender<Outcome>, Place)>);

impl Reply {
    pub fn nobody() -> Self {
        Self(None)
    }

    pub fn is_nobody(&self) -> bool {
        self.0.is_none()
    }

    pub fn answer(self, answer: Arc<Answer>) {
        self.give(Ok(answer));
    }

    pub fn refuse(self, error: RoomError) {
        self.give(Err(error));
    }

    fn give(self, outcome: Outcome) {
        if let Some((sender, place)) = self.0 {
            // First, so that whoever has heard his answer has left his place.
            drop(place);
            let _ = sender.send(outcome);
        }
    }
}

/// Commands that are stored in their sender's transaction. The bundle is taken out by whoever decides them: what is
/// left in it was never looked at.
pub(crate) struct Within {
    bundle: Arc<Mutex<Option<Bundle>>>,
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

type WithinOutcome = Result<Vec<Arc<Answer>>, WithinError>;

/// How the sender of a [`Within`] is reached. Somebody who is gone does not mind.
#[derive(Debug)]
pub(crate) struct WithinReply(oneshot::Sender<WithinOutcome>, Place);

impl WithinReply {
    pub fn give(self, outcome: WithinOutcome) {
        let Self(sender, place) = self;
        drop(place);
        let _ = sender.send(outcome);
    }

    /// So that whoever hears it finds nothing of the transaction any more, not even its locks.
    pub fn after_rolling_back(self, bundle: Bundle, error: WithinError) {
        actix::spawn(async move {
            journal::roll_back(bundle.transaction, ROLLING_BACK).await;
            self.give(Err(error));
        });
    }
}

const ROLLING_BACK: Duration = Duration::from_secs(5);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One place in the bounded queue of those who wait for a room, from entering until the answer.
#[derive(Debug)]
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The way to a room in this process.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    address: Addr<RoomActor>,
    clock: Clock,
    waiting: Arc<AtomicUsize>,
    limit: usize,
    left: Arc<AtomicBool>,
    pub view: View,
}

/// Why a command did not even enter, or got lost undecided.
pub(crate) enum Entrance<Error, Undecided> {
    Refused(Error),
    /// The room left memory just now; this was not decided.
    Left(Undecided),
}

impl RoomHandle {
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    pub async fn send(
        &self,
        request: Request,
    ) -> Result<Arc<Answer>, Entrance<RoomError, Request>> {
        let place = self.place().map_err(Entrance::Refused)?;
        let (sender, answer) = oneshot::channel();
        // Kept in case the room has just left: what it never decided may be sent again.
        let again = request.clone();
        let reply = Reply(Some((sender, place)));
        // `do_send` knows no bound of its own; the places are the bound, and they count until the answer.
        self.address.do_send(Arrival::Command(Envelope {
            request,
            at: self.clock.timestamp(),
            reply,
        }));
        match answer.await {
            Ok(outcome) => outcome.map_err(Entrance::Refused),
            Err(_) if self.left.load(Ordering::Acquire) => Err(Entrance::Left(again)),
            Err(_) => Err(Entrance::Refused(RoomError::Unavailable)),
        }
    }

    pub async fn send_within(
        &self,
        bundle: Bundle,
    ) -> Result<Vec<Arc<Answer>>, Entrance<WithinError, Bundle>> {
        let place = match self.place() {
            Ok(place) => place,
            Err(error) => {
                journal::roll_back(bundle.transaction, ROLLING_BACK).await;
                return Err(Entrance::Refused(error.into()));
            }
        };
        let (sender, answer) = oneshot::channel();
        let bundle = Arc::new(Mutex::new(Some(bundle)));
        self.address.do_send(Arrival::Within(Within {
            bundle: bundle.clone(),
            at: self.clock.timestamp(),
            reply: WithinReply(sender, place),
        }));
        match answer.await {
            Ok(outcome) => outcome.map_err(Entrance::Refused),
            Err(_) => {
                let undecided = lock(&bundle).take();
                Err(match undecided {
                    Some(bundle) if self.left.load(Ordering::Acquire) => Entrance::Left(bundle),
                    _ => Entrance::Refused(RoomError::Unavailable.into()),
                })
            }
        }
    }

    /// A place among those who wait, if there is one.
    fn place(&self) -> Result<Place, RoomError> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.limit {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(RoomError::Busy);
        }
        Ok(Place(self.waiting.clone()))
    }
}

/// The rooms in this process's memory.
#[derive(Clone, Default)]
pub(crate) struct Registry(Arc<Mutex<HashMap<i64, RoomHandle>>>);

impl Registry {
    pub fn get(&self, catalog_id: i64) -> Option<RoomHandle> {
        self.lock().get(&catalog_id).cloned()
    }

    /// The room, brought into memory if it is not there.
    pub fn enter(&self, catalog_id: i64, host: &Arc<Host>, arbiter: &ArbiterHandle) -> RoomHandle {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(&catalog_id) {
            return room.clone();
        }
        let (left, view) = (Arc::new(AtomicBool::new(false)), View::default());
        let lodging = Lodging {
            registry: self.clone(),
            catalog_id,
            left: left.clone(),
        };
        let address = RoomActor::start_in_arbiter(arbiter, {
            let (host, view) = (host.clone(), view.clone());
            move |_: &mut Context<RoomActor>| RoomActor::new(catalog_id, host, lodging, view)
        });
        let limit = host.settings.waiting_limit;
        let room = RoomHandle {
            address,
            clock: host.clock.clone(),
            waiting: Arc::default(),
            limit,
            left,
            view,
        };
        rooms.insert(catalog_id, room.clone());
        room
    }

    pub fn all(&self) -> Vec<(i64, RoomHandle)> {
        self.lock()
            .iter()
            .map(|(id, room)| (*id, room.clone()))
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, RoomHandle>> {
        lock(&self.0)
    }
}

/// A room's own entry in the registry.
pub(crate) struct Lodging {
    registry: Registry,
    catalog_id: i64,
    left: Arc<AtomicBool>,
}

impl Lodging {
    /// The room is found no more; the next command brings it in anew.
    pub fn leave(&self) {
        let mut rooms = self.registry.lock();
        if rooms
            .get(&self.catalog_id)
            .is_some_and(|room| Arc::ptr_eq(&room.left, &self.left))
        {
            rooms.remove(&self.catalog_id);
        }
        self.left.store(true, Ordering::Release);
    }
}
