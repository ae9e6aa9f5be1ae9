//! The rooms in this process's memory, and the handles to enter them.

use super::{
    mailbox::{
        Arrival, Envelope, HandOver, Permits, ROLLING_BACK, Reply, Within, WithinReply, lock,
    },
    view::View,
    within::{Bundle, WithinError},
};
use crate::{journal, ports::Node, spans};
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
use wire::{Answer, Request, RoomError};

/// Handle to a room in this process.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    catalog_id: i64,
    mailbox: Recipient<Arrival>,
    clock: Clock,
    permits: Permits,
    left: Arc<AtomicBool>,
    pub view: View,
}

/// Why a command did not enter, or was dropped undecided.
pub(crate) enum Entrance<Error, Undecided> {
    Refused(Error),
    /// The room has just left memory without deciding it.
    Left(Undecided),
}

impl RoomHandle {
    /// Number of commands waiting for an answer.
    pub fn waiting(&self) -> usize {
        self.permits.taken()
    }

    pub async fn send(
        &self,
        request: Request,
    ) -> Result<Arc<Answer>, Entrance<RoomError, Request>> {
        let permit = self.permits.take().map_err(Entrance::Refused)?;
        let (sender, answer) = oneshot::channel();
        // Kept in case the room has just left memory: an undecided command is sent again.
        let again = request.clone();
        // `do_send` is unbounded. The permits are the bound, and they are held until the answer.
        self.mailbox.do_send(Arrival::Command(Envelope {
            request,
            at: self.clock.timestamp(),
            reply: Reply::to(sender, permit, spans::room(self.catalog_id)),
        }));
        match answer.await {
            Ok(outcome) => outcome.map_err(Entrance::Refused),
            Err(_) if self.left.load(Ordering::Acquire) => Err(Entrance::Left(again)),
            Err(_) => Err(Entrance::Refused(RoomError::Unavailable)),
        }
    }

    /// Releases the room once everything before is stored. Returns false if it left memory for another reason, or cannot
    /// reach the database.
    pub async fn hand_over(&self, to: Option<Node>) -> bool {
        let (done, given) = oneshot::channel();
        self.mailbox
            .do_send(Arrival::HandOver(HandOver { to, done }));
        given.await.is_ok()
    }

    /// Tells the room that another node has taken it over.
    pub fn fenced(&self, epoch: i64) {
        self.mailbox.do_send(Arrival::Fenced { epoch });
    }

    pub async fn send_within(
        &self,
        bundle: Bundle,
    ) -> Result<Vec<Arc<Answer>>, Entrance<WithinError, Bundle>> {
        let permit = match self.permits.take() {
            Ok(permit) => permit,
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
            reply: WithinReply::to(sender, permit),
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

    /// Returns the room. If it is not in memory, `start` loads it and returns its mailbox.
    pub fn enter(
        &self,
        catalog_id: i64,
        clock: &Clock,
        waiting_limit: usize,
        start: impl FnOnce(RegistryEntry, View) -> Recipient<Arrival>,
    ) -> RoomHandle {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(&catalog_id) {
            return room.clone();
        }
        let (left, view) = (Arc::new(AtomicBool::new(false)), View::default());
        let entry = RegistryEntry {
            registry: self.clone(),
            catalog_id,
            left: left.clone(),
        };
        let room = RoomHandle {
            catalog_id,
            mailbox: start(entry, view.clone()),
            clock: clock.clone(),
            permits: Permits::new(waiting_limit),
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

/// A room's entry in the registry.
pub(crate) struct RegistryEntry {
    registry: Registry,
    catalog_id: i64,
    left: Arc<AtomicBool>,
}

impl RegistryEntry {
    /// Removes the room from the registry; the next command loads it again.
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

#[cfg(test)]
mod tests {
    use super::*;
    use actix::{Actor, Context, Handler};
    use domain::Command;

    /// A room that drops commands undecided, after it has left memory if it has a entry.
    struct Deaf(Option<RegistryEntry>);

    impl Actor for Deaf {
        type Context = Context<Self>;
    }

    impl Handler<Arrival> for Deaf {
        type Result = ();

        fn handle(&mut self, _: Arrival, _: &mut Self::Context) {
            if let Some(entry) = self.0.take() {
                entry.leave();
            }
        }
    }

    fn enter(registry: &Registry, catalog_id: i64, leaves: bool) -> RoomHandle {
        registry.enter(catalog_id, &Clock::default(), 2, |entry, _| {
            Deaf(leaves.then_some(entry)).start().recipient()
        })
    }

    #[actix::test]
    async fn a_command_that_a_leaving_room_dropped_may_be_sent_again() {
        let registry = Registry::default();
        let leaving = enter(&registry, 1, true);
        let stays = enter(&registry, 2, false);
        let request = || Request::new(Command::Schedule);
        assert!(matches!(
            leaving.send(request()).await,
            Err(Entrance::Left(_))
        ));
        assert!(registry.get(1).is_none());
        assert!(matches!(
            stays.send(request()).await,
            Err(Entrance::Refused(RoomError::Unavailable))
        ));
    }

    #[actix::test]
    async fn rooms_in_memory_and_their_waiting_commands_are_counted() {
        let registry = Registry::default();
        let room = enter(&registry, 1, false);
        enter(&registry, 2, false);
        let mut ids: Vec<_> = registry.all().into_iter().map(|(id, _)| id).collect();
        ids.sort_unstable();
        assert_eq!(ids, [1, 2]);
        assert_eq!(room.waiting(), 0);
        let (first, second) = (room.permits.take().unwrap(), room.permits.take().unwrap());
        assert_eq!(room.waiting(), 2);
        assert!(matches!(room.permits.take(), Err(RoomError::Busy)));
        drop(first);
        assert_eq!(room.waiting(), 1);
        drop(second);
        assert_eq!(room.waiting(), 0);
    }
}
