//! Handle to all rooms, used by the API, the gateway and the owner of the timers.

use crate::{
    command_priority::CommandPriority,
    journal::{self, Archive, Ended, Journal, JournalSession, PgArchive, PgSession},
    ports::{Bus, Location, Node, NotAnswered, Reach, RemoteRoom, RoomDirectory},
    room::{Bundle, Entrance, Host, Registry, RoomActor, RoomHandle, WithinError, WithinOutcome},
    settings::RoomSettings,
};
use actix::{Arbiter, ArbiterHandle};
use clock::Clock;
use futures_util::future::join_all;
use metrics::gauge;
use sqlx::{PgPool, Postgres, Transaction};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use wire::{Answer, LotUpdate, Request, RoomError, RoomSnapshot};

/// How many times a command follows a room that has just moved or left memory.
const MOVES: usize = 3;

/// The rooms' storage.
pub struct Store<S> {
    /// The writer's session.
    pub session: S,
    pub archive: Arc<dyn Archive>,
}

/// The rooms of this process, and access to those of other nodes. Clones are cheap.
#[derive(Clone)]
pub struct Rooms {
    registry: Registry,
    host: Arc<Host>,
    command_priority: CommandPriority,
    arbiter: ArbiterHandle,
    leaving: Arc<AtomicBool>,
}

impl Rooms {
    /// Starts the rooms' thread, including the journal's writer, on PostgreSQL. An actix system must be running.
    pub fn start(
        pool: PgPool,
        bus: Arc<dyn Bus>,
        directory: Arc<dyn RoomDirectory>,
        clock: Clock,
        settings: RoomSettings,
    ) -> Self {
        let options = pool.connect_options().as_ref().clone();
        let store = Store {
            session: PgSession::new(options, &settings.journal),
            archive: Arc::new(PgArchive::new(pool)),
        };
        let arbiter = Arbiter::new().handle();
        Self::start_on(store, arbiter, bus, directory, clock, settings)
    }

    /// Does the same on any store and thread.
    pub fn start_on(
        store: Store<impl JournalSession>,
        arbiter: ArbiterHandle,
        bus: Arc<dyn Bus>,
        directory: Arc<dyn RoomDirectory>,
        clock: Clock,
        settings: RoomSettings,
    ) -> Self {
        let (journal, writer) =
            Journal::new(store.session, clock.clone(), settings.journal.clone());
        arbiter.spawn(writer);
        let command_priority = bus.command_priority();
        let host = Arc::new(Host {
            archive: store.archive,
            journal,
            bus,
            directory,
            clock,
            settings,
        });
        Self {
            registry: Registry::default(),
            host,
            command_priority,
            arbiter,
            leaving: Arc::default(),
        }
    }

    /// Loads due rooms that no other node owns: running ones, and scheduled ones with automatic start. Returns how many it
    /// began to load.
    pub async fn boot(&self) -> sqlx::Result<usize> {
        let mut here = 0;
        for catalog_id in self.host.archive.due().await? {
            if self.registry.get(catalog_id).is_none()
                && let Ok(Location::Here) = self.host.directory.locate(catalog_id).await
            {
                self.enter(catalog_id);
                here += 1;
            }
        }
        Ok(here)
    }

    /// Returns the room; loads it if it is not in memory.
    fn enter(&self, catalog_id: i64) -> RoomHandle {
        let (clock, limit) = (&self.host.clock, self.host.settings.waiting_limit);
        self.registry
            .enter(catalog_id, clock, limit, |lodging, view| {
                RoomActor::enter(catalog_id, self.host.clone(), lodging, view, &self.arbiter)
            })
    }

    /// Sends a command to a room, wherever it is. The answer comes after the commit. An error means that the command had
    /// no effect, except [`RoomError::InDoubt`]. If the caller stops waiting or the process dies, the outcome is unknown
    /// as well; repeating the command under the same idempotency key reveals it.
    pub async fn send(&self, catalog_id: i64, request: Request) -> Result<Arc<Answer>, RoomError> {
        if !request.is_storable() {
            return Err(RoomError::Unstorable);
        }
        let began = self.host.clock.monotonic();
        let mut request = request;
        for _ in 0..MOVES {
            match self.host.directory.locate(catalog_id).await? {
                Location::Here => match self.send_to_room(catalog_id, request).await {
                    Ok(answer) => return Ok(answer),
                    Err(Entrance::Refused(error)) => return Err(error),
                    Err(Entrance::Left(undecided)) => request = undecided,
                },
                Location::Node(room) => {
                    let waited = self.host.clock.monotonic() - began;
                    let limit = self.host.settings.forward_timeout.saturating_sub(waited);
                    match room.send(&request, limit).await {
                        Ok(answer) => return Ok(Arc::new(answer)),
                        Err(NotAnswered::Refused(error)) => return Err(error),
                        Err(NotAnswered::NotThere) => {}
                    }
                }
            }
        }
        Err(RoomError::Unavailable)
    }

    /// Decides a command forwarded by another node. Never forwards it again: if the room is not here, the sender looks it up.
    pub async fn send_here(
        &self,
        catalog_id: i64,
        request: Request,
    ) -> Result<Arc<Answer>, NotAnswered> {
        let mut request = request;
        for _ in 0..MOVES {
            if !self.host.directory.takes_rooms() && self.registry.get(catalog_id).is_none() {
                // It came after its borrower had given up.
                self.host.directory.hand_over(catalog_id, None, None).await;
                break;
            }
            match self.send_to_room(catalog_id, request).await {
                Ok(answer) => return Ok(answer),
                Err(Entrance::Refused(error)) => return Err(NotAnswered::Refused(error)),
                Err(Entrance::Left(undecided)) => request = undecided,
            }
        }
        Err(NotAnswered::NotThere)
    }

    async fn send_to_room(
        &self,
        catalog_id: i64,
        request: Request,
    ) -> Result<Arc<Answer>, Entrance<RoomError, Request>> {
        let _in_progress = self.command_priority.begin();
        self.enter(catalog_id).send(request).await
    }

    /// Tells a room in memory that another node has ended its epoch.
    pub fn fenced(&self, catalog_id: i64, epoch: i64) {
        if let Some(room) = self.registry.get(catalog_id) {
            room.fenced(epoch);
        }
    }

    /// Has a room decide commands in order, and stores them atomically with the caller's writes in `transaction`. The
    /// room commits; the answers come after the commit. An error means that nothing was stored and the transaction is
    /// rolled back, except [`RoomError::InDoubt`]: the room has another owner now. If the process dies, the outcome is
    /// unknown too. A caller who stops waiting does not cancel
    /// anything.
    ///
    /// Bets and other commands wait undecided meanwhile: use this only for edits. The transaction must not hold locks
    /// that storing a bet waits for: none on the room's tables, and no `for update` lock (or delete) on a lot in the
    /// room, its catalog, or an account. Commands carry no Idempotency-Key, since a key cannot prevent a repetition
    /// from writing the caller's rows again. Without commands the transaction is committed without involving a room; a
    /// broken connection then leaves the outcome open.
    pub async fn send_within(
        &self,
        catalog_id: i64,
        requests: Vec<Request>,
        transaction: Transaction<'static, Postgres>,
    ) -> Result<Vec<Arc<Answer>>, WithinError> {
        debug_assert!(
            requests.iter().all(|asked| asked.idempotency.is_none()),
            "a key cannot keep the caller's rows from being written again"
        );
        let settings = &self.host.settings.journal;
        if requests.is_empty() {
            return match journal::store_within(transaction, None, settings).await {
                Ended::Stored => Ok(Vec::new()),
                Ended::NotStored(error) => Err(WithinError::Database(error)),
                Ended::Fenced | Ended::Lost | Ended::InDoubt => Err(RoomError::Unavailable.into()),
            };
        }
        let ended = if requests.iter().all(Request::is_storable) {
            let bundle = Bundle {
                requests,
                transaction,
            };
            self.decide_within(catalog_id, bundle).await
        } else {
            Err((RoomError::Unstorable, transaction))
        };
        match ended {
            Ok(outcome) => outcome,
            Err((error, transaction)) => {
                journal::roll_back(transaction, settings.answer_timeout).await;
                Err(error.into())
            }
        }
    }

    /// Has a room decide within the caller's transaction. The transaction cannot leave this process, so the room moves here
    /// first. An error returns the transaction untouched.
    async fn decide_within(
        &self,
        catalog_id: i64,
        mut bundle: Bundle,
    ) -> Result<WithinOutcome, (RoomError, Transaction<'static, Postgres>)> {
        let directory = &self.host.directory;
        // Dropped last, and also if the caller stops waiting.
        let mut borrowed = None;
        for _ in 0..MOVES {
            let ready = match directory.locate(catalog_id).await {
                Ok(Location::Here) => Ok(()),
                Ok(Location::Node(room)) => {
                    let brought;
                    (brought, borrowed) = self.bring(catalog_id, room).await;
                    brought
                }
                Err(error) => Err(error),
            };
            if let Err(error) = ready {
                return Err((error, bundle.transaction));
            }
            match self.enter(catalog_id).send_within(bundle).await {
                Ok(answers) => return Ok(Ok(answers)),
                Err(Entrance::Refused(error)) => return Ok(Err(error)),
                Err(Entrance::Left(undecided)) => bundle = undecided,
            }
        }
        drop(borrowed);
        Err((RoomError::Unavailable, bundle.transaction))
    }

    /// Has another node hand the room over to this one. If this process may have none, the guard gives the room back. The
    /// node goes on even if nobody waits any more, so a task of its own holds the guard until the room has come.
    async fn bring(
        &self,
        catalog_id: i64,
        room: Arc<dyn RemoteRoom>,
    ) -> (Result<(), RoomError>, Option<Borrowed>) {
        let limit = self.host.settings.load_timeout;
        let borrowed = (!self.host.directory.takes_rooms()).then(|| Borrowed {
            rooms: self.clone(),
            catalog_id,
            lender: room.node().clone(),
        });
        let coming = tokio::spawn(async move { (room.bring(limit).await, borrowed) });
        coming.await.unwrap_or((Err(RoomError::Unavailable), None))
    }

    /// Releases a room, to `to` if named. Returns false if it cannot be released now.
    pub async fn hand_over(&self, catalog_id: i64, to: Option<Node>) -> bool {
        match self.registry.get(catalog_id) {
            Some(room) => room.hand_over(to).await,
            None => {
                let directory = &self.host.directory;
                directory.hand_over(catalog_id, None, to.as_ref()).await;
                true
            }
        }
    }

    /// Releases every room of a stopping node, each after storing its decisions; senders of waiting commands follow their
    /// rooms. Call it once the directory claims no more rooms. The process is not ready from then on.
    pub async fn hand_over_all(&self, within: Duration) {
        self.leaving.store(true, Ordering::Relaxed);
        self.release_all(within).await;
    }

    /// Releases every room in memory, as [`hand_over_all`](Self::hand_over_all) does.
    pub async fn release_all(&self, within: Duration) {
        let rooms = self.registry.all();
        let count = rooms.len();
        let giving = rooms.iter().map(|(_, room)| room.hand_over(None));
        match tokio::time::timeout(within, join_all(giving)).await {
            Ok(given) => {
                let given = given.into_iter().filter(|given| *given).count();
                tracing::info!(count, given, "rooms are handed over");
            }
            Err(_) => tracing::warn!(count, "not all rooms were handed over in time"),
        }
    }

    /// Whether this process is handing its rooms over.
    pub fn are_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// How well the other nodes reach this one.
    pub fn reach(&self) -> Reach {
        self.host.directory.reach()
    }

    /// Returns the committed public state: the current lot of a Classic, or the open lots with bets of any other
    /// catalog; with `since`, the lots changed after that version. The caller must check that the viewer may see it.
    pub async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<i64>,
    ) -> Result<RoomSnapshot, RoomError> {
        if let Some(snapshot) = self
            .here(catalog_id)
            .and_then(|room| room.view.snapshot(since))
        {
            return Ok(snapshot);
        }
        let now = self.host.clock.timestamp();
        self.host.archive.snapshot(catalog_id, since, now).await
    }

    /// Returns a lot's committed public state, if it has one and is not hidden.
    pub async fn lot(&self, catalog_id: i64, lot_id: i64) -> Result<Option<LotUpdate>, RoomError> {
        if let Some(lot) = self.here(catalog_id).and_then(|room| room.view.lot(lot_id)) {
            return Ok(Some(lot));
        }
        let now = self.host.clock.timestamp();
        self.host.archive.lot(catalog_id, lot_id, now).await
    }

    /// The room, if this process may answer for it; otherwise PostgreSQL has the newest state.
    fn here(&self, catalog_id: i64) -> Option<RoomHandle> {
        self.registry
            .get(catalog_id)
            .filter(|_| self.host.directory.holds(catalog_id))
    }

    /// Whether the room is in this process's memory.
    pub fn is_loaded(&self, catalog_id: i64) -> bool {
        self.registry
            .get(catalog_id)
            .is_some_and(|room| room.view.catalog().is_some())
    }

    /// How many commands wait for an answer of this process's room.
    pub fn waiting(&self, catalog_id: i64) -> usize {
        let room = self.registry.get(catalog_id);
        room.map_or(0, |room| room.waiting())
    }

    /// Time since the database last answered the journal's writer; zero while the writer has no work. For `/readyz`.
    pub fn journal_lag(&self) -> Duration {
        self.host.journal.lag()
    }

    /// Updates the polled gauges. Call it periodically or before exporting metrics.
    pub fn measure(&self) {
        let rooms = self.registry.all();
        gauge!("rooms_loaded").set(rooms.len() as f64);
        gauge!("room_waiting_commands")
            .set(rooms.iter().map(|(_, room)| room.waiting()).sum::<usize>() as f64);
        gauge!("room_waiting_commands_most").set(
            rooms
                .iter()
                .map(|(_, room)| room.waiting())
                .max()
                .unwrap_or_default() as f64,
        );
        gauge!("journal_lag_seconds").set(self.journal_lag().as_secs_f64());
    }

    /// Stops the rooms' thread immediately, like a kill of the process: waiting callers get no answer. Only stored
    /// state counts, so a process also ends this way after its HTTP server has stopped.
    pub fn stop(&self) {
        self.arbiter.stop();
    }
}

/// A room at a node that may have none, for one edit. Dropping it gives the room back.
struct Borrowed {
    rooms: Rooms,
    catalog_id: i64,
    lender: Node,
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        let (rooms, catalog_id, lender) =
            (self.rooms.clone(), self.catalog_id, self.lender.clone());
        tokio::spawn(async move { rooms.hand_over(catalog_id, Some(lender)).await });
    }
}
