//! The rooms in this process's memory, and the way into each.

use super::{
    mailbox::{Arrival, Envelope, ROLLING_BACK, Reply, Seats, Within, WithinReply, lock},
    view::View,
    within::{Bundle, WithinError},
};
use crate::{
    journal,
    request::{Answer, Request, RoomError},
};
use actix::Recipient;
use clock::Clock;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::sync::oneshot;

/// The way to a room in this process.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    mailbox: Recipient<Arrival>,
    clock: Clock,
    seats: Seats,
    left: Arc<AtomicBool>,
    pub view: View,
}

/// Why a command did not even enter, or got lost undecided.
pub(crate) enum Entrance<Error, Undecided> {
    Refused(Error),
    /// The room has just left memory and did not decide this.
    Left(Undecided),
}

impl RoomHandle {
    /// How many commands wait for an answer.
    pub fn waiting(&self) -> usize {
        self.seats.taken()
    }

    pub async fn send(
        &self,
        request: Request,
    ) -> Result<Arc<Answer>, Entrance<RoomError, Request>> {
        let seat = self.seats.take().map_err(Entrance::Refused)?;
        let (sender, answer) = oneshot::channel();
        // Kept in case the room has just left: an undecided command is sent again.
        let again = request.clone();
        // `do_send` has no bound. The seats are the bound, and they are held until the answer.
        self.mailbox.do_send(Arrival::Command(Envelope {
            request,
            at: self.clock.timestamp(),
            reply: Reply::to(sender, seat),
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
        let seat = match self.seats.take() {
            Ok(seat) => seat,
            Err(error) => {
                journal::roll_back(bundle.transaction, ROLLING_BACK).await;
                return Err(Entrance::Refused(error.into()));
            }
        };
        let (sender, answer) = oneshot::channel();
        let bundle = Arc::new(Mutex::new(Some(bundle)));
        self.mailbox.do_send(Arrival::Within(Within {
            bundle: bundle.clone(),
            at: self.clock.timestamp(),
            reply: WithinReply::to(sender, seat),
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
}

/// The rooms in this process's memory.
#[derive(Clone, Default)]
pub(crate) struct Registry(Arc<Mutex<HashMap<i64, RoomHandle>>>);

impl Registry {
    pub fn get(&self, catalog_id: i64) -> Option<RoomHandle> {
        self.lock().get(&catalog_id).cloned()
    }

    /// The room. If it is not in memory, `start` brings it there and returns its mailbox.
    pub fn enter(
        &self,
        catalog_id: i64,
        clock: &Clock,
        waiting_limit: usize,
        start: impl FnOnce(Lodging, View) -> Recipient<Arrival>,
    ) -> RoomHandle {
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
        let room = RoomHandle {
            mailbox: start(lodging, view.clone()),
            clock: clock.clone(),
            seats: Seats::new(waiting_limit),
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
    /// Takes the room out of the registry; the next command brings it back into memory.
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
