//! One worker thread's sockets: wakes sessions and enforces deadlines.
//!
//! A worker is a thread of actix-web with its own event loop. All its sessions live on it, so their bookkeeping needs
//! neither locks nor atomics; other threads reach it through its [`Inbox`].

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, VecDeque, hash_map::Entry},
    future::poll_fn,
    pin::Pin,
    rc::Rc,
    sync::{Arc, Weak},
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use bytestring::ByteString;
use futures_util::Stream;
use socket2::Socket;

use super::{
    backend::Identity,
    hub::Hub,
    inbox::{Close, Inbox},
    peer::{self, Peer},
    room::{Cursor, Reading, Room},
    time::now,
};

/// Maximum number of notifications waiting for a socket; a socket that exceeds it is closed.
const NOTICES_PER_SOCKET: usize = 64;

/// Longer than any request to the application.
const CLOSES_REMEMBERED: Duration = Duration::from_secs(60);

/// Number of sessions woken before other tasks get a turn: half a millisecond of writing.
const ROUND_STEP: usize = 64;

/// One in this many flushes is timed: reading the clock for each would cost more than the flush.
const LAG_SAMPLE: u64 = 64;

/// A worker's state of one connection, shared between its session and the worker's sweep.
pub(super) struct Handle {
    /// The session was poked and has not been polled since.
    poked: Cell<bool>,
    /// When it was poked, by the worker's clock.
    poked_at: Cell<Instant>,
    /// The session could not send everything: poke it again once its data is written.
    again: Cell<bool>,
    waker: Cell<Option<Waker>>,
    /// The session closes at its next poll.
    closing: Cell<bool>,
    /// A ping is due.
    ping: Cell<bool>,
    next_ping: Cell<Instant>,
    pong_deadline: Cell<Option<Instant>>,
    /// Deadline for entering a namespace.
    connect_deadline: Cell<Option<Instant>>,
    notices: RefCell<VecDeque<ByteString>>,
    /// All identities the socket acts for; in practice one person with one token.
    identities: RefCell<Vec<Identity>>,
    socket: Weak<Socket>,
}

impl Handle {
    /// Marks the session as having data to send. Repeated calls are free.
    pub(super) fn poke(&self, now: Instant) {
        if !self.poked.replace(true) {
            self.poked_at.set(now);
            if let Some(waker) = self.waker.take() {
                waker.wake();
            }
        }
    }

    /// Does the same as [`poke`](Self::poke), called by the session during its own poll.
    pub(super) fn poke_again(&self, now: Instant) {
        self.poked_at.set(now);
        self.again.set(true);
    }

    /// Records the namespace handshake; the connection may stay.
    pub(super) fn connected(&self) {
        self.connect_deadline.set(None);
    }

    pub(super) fn ponged(&self) {
        self.pong_deadline.set(None);
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.get()
    }

    pub(super) fn take_ping(&self) -> bool {
        self.ping.take()
    }

    pub(super) fn take_notices(&self) -> VecDeque<ByteString> {
        self.notices.take()
    }

    fn close(&self, now: Instant) {
        self.closing.set(true);
        self.poke(now);
    }

    /// Ends the connection at once: what the client goes on sending is not even read.
    pub(super) fn cut(&self) {
        if let Some(socket) = self.socket.upgrade() {
            peer::cut(&socket);
        }
    }
}

/// Yields one item after any number of pokes.
pub(super) struct Pokes(pub(super) Rc<Handle>);

/// The session has data to send, or must close.
pub(super) struct Poke;

impl Stream for Pokes {
    type Item = Poke;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Poke>> {
        let handle = &self.0;
        if handle.again.take() {
            // Queued data goes into the write buffer first; the next poll comes once the buffer has room, at once if it
            // has.
            handle.poked.set(true);
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if handle.poked.take() {
            return Poll::Ready(Some(Poke));
        }
        let waker = match handle.waker.take() {
            Some(waker) if waker.will_wake(cx.waker()) => waker,
            _ => cx.waker().clone(),
        };
        handle.waker.set(Some(waker));
        Poll::Pending
    }
}

/// A room with sockets of this worker.
struct LocalRoom {
    room: Arc<Room>,
    sockets: Vec<Rc<Handle>>,
}

/// The sockets of one worker.
pub(super) struct Shard {
    hub: Hub,
    inbox: Arc<Inbox>,
    /// Read once per tick: precise enough for deadlines, and cheap to read.
    now: Cell<Instant>,
    sockets: RefCell<Vec<Rc<Handle>>>,
    rooms: RefCell<HashMap<i64, LocalRoom>>,
    /// Notification subscribers by account.
    subscribed: RefCell<HashMap<i64, Vec<Rc<Handle>>>>,
    /// Connections asked to close, with the deadline for each.
    leaving: RefCell<Vec<(Instant, Weak<Socket>)>>,
    /// Recent closes that a request in progress may not know of yet.
    recent_closes: RefCell<Vec<(Instant, Close)>>,
    flushes: Cell<u64>,
    delivered: Cell<u64>,
    replaced: Cell<u64>,
}

impl Shard {
    /// Starts a worker's bookkeeping on the current thread's event loop.
    pub(super) fn start(hub: Hub) -> Rc<Self> {
        let inbox = Arc::new(Inbox::default());
        hub.add_worker(&inbox);
        let shard = Rc::new(Self {
            hub,
            inbox,
            now: Cell::new(now()),
            sockets: RefCell::default(),
            rooms: RefCell::default(),
            subscribed: RefCell::default(),
            leaving: RefCell::default(),
            recent_closes: RefCell::default(),
            flushes: Cell::default(),
            delivered: Cell::default(),
            replaced: Cell::default(),
        });
        actix_web::rt::spawn(Rc::clone(&shard).work());
        actix_web::rt::spawn(Rc::clone(&shard).watch());
        shard
    }

    pub(super) fn hub(&self) -> &Hub {
        &self.hub
    }

    pub(super) fn now(&self) -> Instant {
        self.now.get()
    }

    pub(super) fn open(&self, peer: &Peer) -> Rc<Handle> {
        let now = now();
        let settings = self.hub.settings();
        let handle = Rc::new(Handle {
            poked: Cell::new(false),
            poked_at: Cell::new(now),
            again: Cell::new(false),
            waker: Cell::new(None),
            closing: Cell::new(false),
            ping: Cell::new(false),
            next_ping: Cell::new(now + settings.ping_interval),
            pong_deadline: Cell::new(None),
            connect_deadline: Cell::new(Some(now + settings.connect_timeout)),
            notices: RefCell::default(),
            identities: RefCell::default(),
            socket: Arc::downgrade(&peer.0),
        });
        self.sockets.borrow_mut().push(Rc::clone(&handle));
        metrics::gauge!("gateway_sessions").increment(1);
        self.hub.session_opened();
        handle
    }

    /// Forgets a connection whose session has ended. Its remaining data may take as long as a stalled queue; then the
    /// connection is cut.
    pub(super) fn closed(&self, handle: &Rc<Handle>) {
        forget(&mut self.sockets.borrow_mut(), handle);
        self.leaving.borrow_mut().push((
            self.now() + self.hub.settings().stall_timeout,
            handle.socket.clone(),
        ));
        metrics::gauge!("gateway_sessions").decrement(1);
        self.hub.session_closed();
    }

    pub(super) fn enter_room(&self, catalog_id: i64, handle: &Rc<Handle>) -> (Arc<Room>, Cursor) {
        let (room, cursor) = self.hub.subscribe(catalog_id, &self.inbox);
        let mut rooms = self.rooms.borrow_mut();
        let local = rooms.entry(catalog_id).or_insert_with(|| LocalRoom {
            room: Arc::clone(&room),
            sockets: Vec::new(),
        });
        local.sockets.push(Rc::clone(handle));
        (room, cursor)
    }

    pub(super) fn leave_room(&self, catalog_id: i64, handle: &Rc<Handle>) {
        if let Entry::Occupied(mut local) = self.rooms.borrow_mut().entry(catalog_id) {
            forget(&mut local.get_mut().sockets, handle);
            if local.get().sockets.is_empty() {
                local.remove();
            }
        }
        self.hub.unsubscribe(catalog_id, &self.inbox);
    }

    pub(super) fn subscribe_user(&self, user_id: i64, handle: &Rc<Handle>) {
        let mut subscribed = self.subscribed.borrow_mut();
        subscribed
            .entry(user_id)
            .or_default()
            .push(Rc::clone(handle));
    }

    pub(super) fn unsubscribe_user(&self, user_id: i64, handle: &Rc<Handle>) {
        remove_from(&mut self.subscribed.borrow_mut(), user_id, handle);
    }

    /// Records an identity the socket acts for, to close it when that session or right ends. Closes it at once if that
    /// happened during the application's check, which started at `since`.
    pub(super) fn identify(&self, handle: &Handle, identity: &Identity, since: Instant) {
        let mut identities = handle.identities.borrow_mut();
        if !identities.contains(identity) {
            identities.push(identity.clone());
        }
        let ended = |(at, whose): &(Instant, Close)| *at >= since && whose.means(identity);
        if self.recent_closes.borrow().iter().any(ended) {
            handle.close(self.now());
        }
    }

    /// Counts data sent by a session.
    pub(super) fn flushed(&self, reading: &Reading) {
        self.delivered.set(self.delivered.get() + reading.delivered);
        self.replaced.set(self.replaced.get() + reading.replaced);
        let Some(published) = reading.published else {
            return;
        };
        let flushes = self.flushes.get();
        self.flushes.set(flushes + 1);
        if flushes.is_multiple_of(LAG_SAMPLE) {
            metrics::histogram!("gateway_broadcast_lag_seconds").record(now() - published);
        }
    }

    /// Executes the requests of other threads. A round wakes a room's members a few at a time: the worker handles
    /// requests and other rooms in between, and states published meanwhile replace each other for members still
    /// waiting.
    async fn work(self: Rc<Self>) {
        let mut round = Vec::new();
        loop {
            let work = poll_fn(|cx| self.inbox.poll_take(cx)).await;
            for whose in work.closes {
                self.close(whose);
            }
            for (user_id, frame) in work.notices {
                self.notify(user_id, &frame);
            }
            for catalog_id in work.catalogs {
                if let Some(local) = self.rooms.borrow().get(&catalog_id) {
                    local.room.heard(&self.inbox);
                    // A copy, because members join and leave between steps.
                    round.extend(local.sockets.iter().cloned());
                }
                for step in round.chunks(ROUND_STEP) {
                    step.iter().for_each(|member| member.poke(self.now()));
                    tokio::task::yield_now().await;
                }
                round.clear();
            }
        }
    }

    fn notify(&self, user_id: Option<i64>, frame: &ByteString) {
        let now = self.now();
        let subscribed = self.subscribed.borrow();
        let tell = |handle: &Rc<Handle>| {
            let mut notices = handle.notices.borrow_mut();
            if notices.len() < NOTICES_PER_SOCKET {
                notices.push_back(frame.clone());
                handle.poke(now);
            } else {
                handle.close(now);
            }
        };
        match user_id {
            Some(user) => subscribed.get(&user).into_iter().flatten().for_each(tell),
            None => subscribed.values().flatten().for_each(tell),
        }
    }

    fn close(&self, whose: Close) {
        let now = self.now();
        if let Close::Catalog(id) = whose {
            let rooms = self.rooms.borrow();
            rooms
                .get(&id)
                .into_iter()
                .flat_map(|local| &local.sockets)
                .for_each(|member| member.close(now));
            return;
        }
        if let Close::Share { of } = whose {
            let sockets = self.sockets.borrow();
            let open = sockets.iter().filter(|handle| !handle.is_closing());
            let share = open.clone().count().div_ceil(of);
            open.take(share).for_each(|handle| handle.close(now));
            return;
        }
        for handle in self.sockets.borrow().iter() {
            let identities = handle.identities.borrow();
            if whose == Close::All || identities.iter().any(|identity| whose.means(identity)) {
                handle.close(now);
            }
        }
        self.recent_closes
            .borrow_mut()
            .push((super::time::now(), whose));
    }

    /// One timer for all sockets of the worker: pings, deadlines and stalled connections.
    async fn watch(self: Rc<Self>) {
        let tick = self.hub.settings().tick();
        let mut timer = tokio::time::interval(tick);
        timer.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            timer.tick().await;
            let now = now();
            self.now.set(now);
            for handle in self.sockets.borrow().iter() {
                self.watch_socket(handle, now, tick);
            }
            self.leaving.borrow_mut().retain(|(until, socket)| {
                let Some(socket) = socket.upgrade() else {
                    return false;
                };
                if *until <= now {
                    peer::cut(&socket);
                }
                *until > now
            });
            self.recent_closes
                .borrow_mut()
                .retain(|(at, _)| now.duration_since(*at) < CLOSES_REMEMBERED);
            metrics::counter!("gateway_updates_sent_total").increment(self.delivered.take());
            metrics::counter!("gateway_updates_replaced_total").increment(self.replaced.take());
        }
    }

    fn watch_socket(&self, handle: &Handle, now: Instant, tick: Duration) {
        let settings = self.hub.settings();
        let passed = |deadline: Option<Instant>| deadline.is_some_and(|at| at <= now);
        // The connection has accepted no data since it was poked: its write buffer is full.
        let waits_since = handle.poked.get().then(|| handle.poked_at.get());
        let stalled = waits_since.is_some_and(|since| now - since >= settings.stall_timeout);
        let unanswered = passed(handle.pong_deadline.get());

        if stalled || unanswered && waits_since.is_some() {
            metrics::counter!("gateway_stalled_total").increment(1);
            if let Some(socket) = handle.socket.upgrade() {
                peer::cut(&socket);
            }
        } else if unanswered || passed(handle.connect_deadline.get()) {
            handle.close(now);
        } else if handle.next_ping.get() <= now && !handle.is_closing() {
            handle.next_ping.set(now + settings.ping_interval);
            // One tick early, so that a check per tick is in time.
            handle
                .pong_deadline
                .set(Some(now + settings.ping_timeout - tick));
            handle.ping.set(true);
            handle.poke(now);
        }
    }
}

fn forget(handles: &mut Vec<Rc<Handle>>, handle: &Rc<Handle>) {
    if let Some(index) = handles.iter().position(|other| Rc::ptr_eq(other, handle)) {
        handles.swap_remove(index);
    }
}

fn remove_from(map: &mut HashMap<i64, Vec<Rc<Handle>>>, key: i64, handle: &Rc<Handle>) {
    if let Some(handles) = map.get_mut(&key) {
        forget(handles, handle);
        if handles.is_empty() {
            map.remove(&key);
        }
    }
}
