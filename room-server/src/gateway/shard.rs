//! One worker thread's sockets: sends them the updates of their rooms and enforces deadlines.
//!
//! A worker is a thread of actix-web with its own event loop. All its sessions live on it, so their bookkeeping needs
//! neither locks nor atomics; other threads reach it through its [`Inbox`].

use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, VecDeque, hash_map::Entry},
    future::poll_fn,
    io,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll, Waker},
    time::{Duration, Instant},
};

use futures_util::Stream;
use socket2::Socket;
use tokio::net::TcpStream;

use super::{
    backend::Identity,
    hub::Hub,
    inbox::{Close, Inbox},
    outlet::{Frame, Outlet, Written},
    peer::{self, Peer},
    room::{Cursor, FellBehind, Reading, Room},
    rounds::Rounds,
    time::now,
};
use crate::command_priority::YieldBudget;

/// Maximum number of notifications waiting for a socket; a socket that exceeds it is closed.
const NOTICES_PER_SOCKET: usize = 64;

/// Longer than any request to the application.
const CLOSES_REMEMBERED: Duration = Duration::from_secs(60);

/// Maximum bytes of updates queued for a socket at a time; more are queued once these are written.
const QUEUED_TOGETHER: usize = 32 * 1024;

/// One in this many flushes is timed: reading the clock for each would cost more than the flush.
const LAG_SAMPLE: u64 = 64;

/// A worker's state of one connection, shared between the session and the worker's tasks.
pub(super) struct Handle {
    pub(super) outlet: Outlet,
    /// The rooms the socket has joined.
    readers: RefCell<Vec<Reader>>,
    notices: RefCell<VecDeque<Frame>>,
    ends: Cell<Option<End>>,
    /// The session was woken and has not been polled since.
    is_woken: Cell<bool>,
    waker: Cell<Option<Waker>>,
    next_ping: Cell<Instant>,
    pong_deadline: Cell<Option<Instant>>,
    /// Deadline for entering a namespace.
    connect_deadline: Cell<Option<Instant>>,
    /// Deadline for writing what is queued, once the session must end.
    close_deadline: Cell<Option<Instant>>,
    /// All identities the socket acts for; in practice one person with one token.
    identities: RefCell<Vec<Identity>>,
}

/// How a session must end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// After the queue is written, with a close frame.
    Closed,
    /// At once: the connection is gone.
    Cut,
}

/// A joined room and the socket's position in its log.
struct Reader {
    room: Arc<Room>,
    cursor: Cursor,
}

impl Handle {
    /// Records the namespace handshake; the connection may stay.
    pub(super) fn connected(&self) {
        self.connect_deadline.set(None);
    }

    pub(super) fn ponged(&self) {
        self.pong_deadline.set(None);
    }

    /// How the session must end, if it must.
    pub(super) fn ends(&self) -> Option<End> {
        self.ends.get()
    }

    /// Asks the session to close the connection.
    pub(super) fn close(&self) {
        self.end(End::Closed);
        self.wake();
    }

    /// Queues the close frame. Nothing is read or queued after it.
    pub(super) fn closing(&self) {
        self.end(End::Closed);
        self.outlet.queue_last();
    }

    /// Ends the connection at once: what the client goes on sending is not even read.
    pub(super) fn cut(&self) {
        if let Some(socket) = self.outlet.socket().upgrade() {
            peer::cut(&socket);
        }
        self.end(End::Cut);
        self.wake();
    }

    fn end(&self, end: End) {
        if self.ends.get() != Some(End::Cut) {
            self.ends.set(Some(end));
        }
    }

    fn wake(&self) {
        if !self.is_woken.replace(true)
            && let Some(waker) = self.waker.take()
        {
            waker.wake();
        }
    }

    /// Starts sending the room's updates after `cursor`.
    pub(super) fn read_room(&self, room: &Arc<Room>, cursor: Cursor) {
        self.readers.borrow_mut().push(Reader {
            room: Arc::clone(room),
            cursor,
        });
    }

    /// Moves the cursor in a joined room's log.
    pub(super) fn reread_room(&self, room: &Arc<Room>, from: impl FnOnce(Cursor) -> Cursor) {
        let mut readers = self.readers.borrow_mut();
        if let Some(reader) = readers
            .iter_mut()
            .find(|reader| Arc::ptr_eq(&reader.room, room))
        {
            reader.cursor = from(reader.cursor);
        }
    }

    fn leave_room(&self, catalog_id: i64) {
        self.readers
            .borrow_mut()
            .retain(|reader| reader.room.catalog_id != catalog_id);
    }

    /// Queues notices and room updates that have not been sent, up to a limit, and returns whether there were any. A state
    /// that is replaced before the socket's turn is never sent.
    fn queue_news(&self, shard: &Shard) -> Result<bool, FellBehind> {
        let mut is_any = false;
        for notice in self.notices.borrow_mut().drain(..) {
            self.outlet.queue(notice);
            is_any = true;
        }
        let mut budget = QUEUED_TOGETHER;
        let mut readers = self.readers.borrow_mut();
        for index in 0..readers.len() {
            let Reader { room, cursor } = &mut readers[index];
            let reading = room.read(cursor, &mut budget, |frame| {
                self.outlet.queue(frame);
                is_any = true;
            })?;
            shard.count(&reading);
            if reading.more {
                // Next time, the other rooms go first.
                readers.rotate_left(index + 1);
                break;
            }
        }
        Ok(is_any)
    }
}

/// Yields one item for any number of wakes since the last.
pub(super) struct Wakes(pub(super) Rc<Handle>);

/// Tells the session that it must end, or that its queue is written.
pub(super) struct Wake;

impl Stream for Wakes {
    type Item = Wake;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Wake>> {
        let handle = &self.0;
        if handle.is_woken.take() {
            return Poll::Ready(Some(Wake));
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
    ping: Frame,
    sockets: RefCell<Vec<Rc<Handle>>>,
    rooms: RefCell<HashMap<i64, LocalRoom>>,
    /// Notification subscribers by account.
    subscribed: RefCell<HashMap<i64, Vec<Rc<Handle>>>>,
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
            ping: Frame::text("2"),
            sockets: RefCell::default(),
            rooms: RefCell::default(),
            subscribed: RefCell::default(),
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

    pub(super) fn open(&self, peer: &Peer) -> Rc<Handle> {
        let now = now();
        let settings = self.hub.settings();
        let handle = Rc::new(Handle {
            outlet: Outlet::new(&peer.0),
            readers: RefCell::default(),
            notices: RefCell::default(),
            ends: Cell::new(None),
            is_woken: Cell::new(false),
            waker: Cell::new(None),
            next_ping: Cell::new(now + settings.ping_interval),
            pong_deadline: Cell::new(None),
            connect_deadline: Cell::new(Some(now + settings.connect_timeout)),
            close_deadline: Cell::new(None),
            identities: RefCell::default(),
        });
        self.sockets.borrow_mut().push(Rc::clone(&handle));
        metrics::gauge!("gateway_sessions").increment(1);
        self.hub.session_opened();
        handle
    }

    /// Pumps, and wakes a session that was waiting for its queue to be written before it ends.
    fn resume(self: &Rc<Self>, handle: &Rc<Handle>) {
        if self.pump(handle) == Written::All && handle.ends().is_some() {
            handle.wake();
        }
    }

    /// Sends the queue, then notices and room updates, as far as the socket accepts them; the rest follows once it is
    /// writable again.
    pub(super) fn pump(self: &Rc<Self>, handle: &Rc<Handle>) -> Written {
        loop {
            match handle.outlet.write() {
                Written::All => {}
                Written::Blocked => {
                    self.wait_for(handle);
                    return Written::Blocked;
                }
                Written::Broken => {
                    handle.cut();
                    return Written::Broken;
                }
            }
            if handle.ends().is_some() {
                return Written::All;
            }
            match handle.queue_news(self) {
                Ok(true) => {}
                Ok(false) => return Written::All,
                Err(FellBehind) => {
                    handle.close();
                    return Written::All;
                }
            }
        }
    }

    /// Pumps again once the socket is writable. Sockets are registered with the event loop only while blocked, which most
    /// never are.
    fn wait_for(self: &Rc<Self>, handle: &Rc<Handle>) {
        if !handle.outlet.must_wait() {
            return;
        }
        let Some(socket) = handle.outlet.socket().upgrade() else {
            return;
        };
        let (shard, waiting) = (Rc::clone(self), Rc::clone(handle));
        let task = actix_web::rt::spawn(async move {
            match writable(&socket).await {
                Ok(()) => {
                    drop(socket);
                    waiting.outlet.unblock();
                    shard.resume(&waiting);
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot wait for a socket");
                    waiting.cut();
                }
            }
        });
        handle.outlet.wait(task.abort_handle());
    }

    /// Forgets a connection whose session has ended.
    pub(super) fn closed(&self, handle: &Rc<Handle>) {
        handle.outlet.close();
        forget(&mut self.sockets.borrow_mut(), handle);
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
        handle.leave_room(catalog_id);
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
            handle.close();
        }
    }

    /// Updates the counters after queueing updates for a socket.
    fn count(&self, reading: &Reading) {
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

    /// The worker's main loop: applies closes and notices from other threads, then serves one step of one room's round, and
    /// yields to commands. States published meanwhile replace each other for members still waiting.
    async fn work(self: Rc<Self>) {
        let mut rounds = Rounds::default();
        let mut budget = YieldBudget::default();
        loop {
            let work = if rounds.is_empty() {
                budget = YieldBudget::default();
                poll_fn(|cx| self.inbox.poll_take(cx)).await
            } else {
                self.inbox.take()
            };
            for whose in work.closes {
                self.close(whose);
            }
            for (user_id, frame) in work.notices {
                self.notify(user_id, &frame);
            }
            for catalog_id in work.catalogs {
                rounds.add(catalog_id);
            }
            let served = rounds.next_step(|catalog_id| self.members(catalog_id));
            if served > 0 {
                let share = self.hub.settings().yield_per_socket * served as u32;
                self.hub
                    .command_priority()
                    .yield_to_commands(&mut budget, share)
                    .await;
            }
            for member in rounds.step(|catalog_id| self.begin_round(catalog_id)) {
                self.pump(&member);
            }
            tokio::task::yield_now().await;
        }
    }

    /// How many of this worker's sockets are in the room.
    fn members(&self, catalog_id: i64) -> usize {
        let rooms = self.rooms.borrow();
        rooms
            .get(&catalog_id)
            .map_or(0, |local| local.sockets.len())
    }

    /// The room's members, copied, because they join and leave between steps. What it publishes from now on is for another round.
    fn begin_round(&self, catalog_id: i64) -> Vec<Rc<Handle>> {
        let rooms = self.rooms.borrow();
        let Some(local) = rooms.get(&catalog_id) else {
            return Vec::new();
        };
        local.room.mark_checked(&self.inbox);
        local.sockets.clone()
    }

    fn notify(self: &Rc<Self>, user_id: Option<i64>, frame: &Frame) {
        let subscribed = self.subscribed.borrow();
        let tell = |handle: &Rc<Handle>| {
            if handle.notices.borrow().len() < NOTICES_PER_SOCKET {
                handle.notices.borrow_mut().push_back(frame.clone());
                self.pump(handle);
            } else {
                handle.close();
            }
        };
        match user_id {
            Some(user) => subscribed.get(&user).into_iter().flatten().for_each(tell),
            None => subscribed.values().flatten().for_each(tell),
        }
    }

    fn close(&self, whose: Close) {
        if let Close::Catalog(id) = whose {
            let rooms = self.rooms.borrow();
            rooms
                .get(&id)
                .into_iter()
                .flat_map(|local| &local.sockets)
                .for_each(|member| member.close());
            return;
        }
        if let Close::Share { of } = whose {
            let sockets = self.sockets.borrow();
            let open = sockets.iter().filter(|handle| handle.ends().is_none());
            let share = open.clone().count().div_ceil(of);
            open.take(share).for_each(|handle| handle.close());
            return;
        }
        for handle in self.sockets.borrow().iter() {
            let identities = handle.identities.borrow();
            if whose == Close::All || identities.iter().any(|identity| whose.means(identity)) {
                handle.close();
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
            for handle in self.sockets.borrow().iter() {
                self.watch_socket(handle, now, tick);
            }
            self.recent_closes
                .borrow_mut()
                .retain(|(at, _)| now.duration_since(*at) < CLOSES_REMEMBERED);
            metrics::counter!("gateway_updates_sent_total").increment(self.delivered.take());
            metrics::counter!("gateway_updates_replaced_total").increment(self.replaced.take());
        }
    }

    fn watch_socket(self: &Rc<Self>, handle: &Rc<Handle>, now: Instant, tick: Duration) {
        let settings = self.hub.settings();
        let passed = |deadline: Option<Instant>| deadline.is_some_and(|at| at <= now);
        if handle.ends().is_some() {
            // A slow reader gets this long to receive the rest.
            match handle.close_deadline.get() {
                None => handle
                    .close_deadline
                    .set(Some(now + settings.stall_timeout)),
                deadline if passed(deadline) => {
                    metrics::counter!("gateway_stalled_total").increment(1);
                    handle.cut();
                }
                _ => {}
            }
            return;
        }
        let blocked_since = handle.outlet.blocked_since();
        let stalled = blocked_since.is_some_and(|since| now - since >= settings.stall_timeout);
        let unanswered = passed(handle.pong_deadline.get());

        if stalled || unanswered && blocked_since.is_some() {
            metrics::counter!("gateway_stalled_total").increment(1);
            handle.cut();
        } else if unanswered || passed(handle.connect_deadline.get()) {
            handle.close();
        } else if handle.next_ping.get() <= now {
            handle.next_ping.set(now + settings.ping_interval);
            // One tick early, so that a check per tick is in time.
            handle
                .pong_deadline
                .set(Some(now + settings.ping_timeout - tick));
            handle.outlet.queue(self.ping.clone());
            self.pump(handle);
        }
    }
}

/// Waits until the socket is writable. Uses a handle of its own: the outlet writes past the event loop, which therefore still
/// considers the session's handle writable.
async fn writable(socket: &Socket) -> io::Result<()> {
    let again = TcpStream::from_std(socket.try_clone()?.into())?;
    again.writable().await
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
