//! The registry of rooms, and the gateway's interface to the rest of the server.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    net::IpAddr,
    sync::{
        Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use crate::command_priority::CommandPriority;
use wire::Payload;

use super::{
    attention::Attention,
    codec::{self, Kind},
    events::{CHAT, NOTIFY, event},
    inbox::{Close, Inbox},
    outlet::Frame,
    relay::{Members, News, Relay},
    room::{Cursor, Room, Subject},
    settings::{Opener, Settings},
    time::now,
};

/// Roughly what one reconnection costs another node.
const BETWEEN_CLOSES: Duration = Duration::from_millis(10);
/// Upper limit for draining a stopping server.
const LONGEST_CLOSING: Duration = Duration::from_secs(10);
const CLOSING_STEP: Duration = Duration::from_millis(100);

/// Handle to the gateway for rooms, the bus and the API. Clones share one hub. Any thread may call it, and no call
/// waits for a socket.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    settings: Settings,
    command_priority: CommandPriority,
    /// Unset: this is the only node.
    relay: OnceLock<Arc<dyn Relay>>,
    rooms: RwLock<HashMap<i64, Arc<Room>>>,
    workers: Mutex<Vec<Weak<Inbox>>>,
    sessions: AtomicUsize,
    places: Mutex<HashMap<CountedBy, Places>>,
    chat_times: Mutex<ChatTimes>,
}

/// A room with members on this node.
#[cfg(feature = "testing")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRoom {
    pub catalog_id: i64,
    /// Newest version published here or sent in a snapshot.
    pub version: i64,
    /// Number of joined sockets.
    pub members: usize,
}

impl Hub {
    /// Creates a hub without rooms.
    pub fn new(settings: Settings) -> Self {
        Self(Arc::new(Inner {
            settings,
            command_priority: CommandPriority::default(),
            relay: OnceLock::new(),
            rooms: RwLock::default(),
            workers: Mutex::default(),
            sessions: AtomicUsize::new(0),
            places: Mutex::default(),
            chat_times: Mutex::default(),
        }))
    }

    /// The active limits and timeouts.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// What updates give way to.
    pub fn command_priority(&self) -> &CommandPriority {
        &self.0.command_priority
    }

    /// Links the hub with those of other nodes, once and before it serves sockets.
    pub fn link(&self, relay: Arc<dyn Relay>) {
        let linked = self.0.relay.set(relay);
        debug_assert!(linked.is_ok(), "a hub is linked once");
    }

    /// Publishes on this node, and sends to the others.
    fn publish(&self, news: News) {
        self.deliver(&news);
        if let Some(relay) = self.0.relay.get() {
            relay.send(news);
        }
    }

    /// Publishes on this node alone what happened on another one.
    pub fn deliver(&self, news: &News) {
        let room = |catalog_id: &i64| self.room(*catalog_id);
        match news {
            News::Lot {
                catalog_id,
                lot_id,
                version,
                state,
            } => {
                if let Some(room) = room(catalog_id) {
                    let frame = event(CHAT, "LotUpdate", state.as_str());
                    room.publish_state(Subject::Lot(*lot_id), *version, frame);
                }
            }
            News::Catalog {
                catalog_id,
                version,
                state,
            } => {
                if let Some(room) = room(catalog_id) {
                    let frame = event(CHAT, "CatalogStatusUpdate", state.as_str());
                    room.publish_state(Subject::Catalog, *version, frame);
                }
            }
            News::Chat {
                catalog_id,
                message,
            } => {
                if let Some(room) = room(catalog_id) {
                    room.publish_chat(event(CHAT, "Send", message.as_str()));
                }
            }
            News::Hidden {
                catalog_id,
                message,
            } => {
                if let Some(room) = room(catalog_id) {
                    room.publish_chat(event(CHAT, "Hide", message.as_str()));
                }
            }
            News::Notice {
                user_id,
                subject,
                text,
            } => self.notify(*user_id, subject, text),
            News::Close { catalog_id } => self.close(Close::Catalog(*catalog_id)),
        }
    }

    /// Sends a lot's complete public state (`LotUpdate`) to the catalog's members. `version` is the catalog's version
    /// at that change: a state that is not newer than the lot's last one is dropped, and a state that a member has not
    /// received yet is replaced by the next.
    pub fn publish_lot(&self, catalog_id: i64, lot_id: i64, version: i64, lot: &Payload) {
        self.publish(News::Lot {
            catalog_id,
            lot_id,
            version,
            state: lot.clone(),
        });
    }

    /// Sends the state of the sale (`CatalogStatusUpdate`) to the catalog's members, with the same version rule as
    /// [`publish_lot`](Self::publish_lot).
    pub fn publish_catalog(&self, catalog_id: i64, version: i64, catalog: &Payload) {
        self.publish(News::Catalog {
            catalog_id,
            version,
            state: catalog.clone(),
        });
    }

    /// Sends a stored chat message to the catalog's members. Every member receives every message; a member that falls
    /// too far behind is disconnected instead, and reads the history after reconnecting.
    pub fn publish_chat(&self, catalog_id: i64, message: &Payload) {
        self.publish(News::Chat {
            catalog_id,
            message: message.clone(),
        });
    }

    /// Tells the catalog's members to hide a chat message, in order with the other messages.
    pub fn publish_hidden(&self, catalog_id: i64, message: &Payload) {
        self.publish(News::Hidden {
            catalog_id,
            message: message.clone(),
        });
    }

    /// How many look at a lot of a catalog.
    pub fn attention(&self, catalog_id: i64, lot_id: i64) -> Attention {
        let here = self.room(catalog_id).map(|room| room.looks.by_lot(now()));
        let elsewhere = self.elsewhere(catalog_id);
        let looks: Vec<_> = here
            .into_iter()
            .chain(elsewhere.into_iter().map(|members| members.looks))
            .flatten()
            .filter(|looks| looks.lot_id == lot_id)
            .collect();
        Attention::of(&looks)
    }

    /// Sends a notification to this person's subscribed `/Notify` sockets. People who are not connected miss it: the
    /// stored notification is the source of truth.
    pub fn notify_user(&self, user_id: i64, subject: &str, text: &str) {
        self.publish(News::Notice {
            user_id: Some(user_id),
            subject: subject.to_owned(),
            text: text.to_owned(),
        });
    }

    /// Sends a notification to all subscribers.
    pub fn notify_everybody(&self, subject: &str, text: &str) {
        self.publish(News::Notice {
            user_id: None,
            subject: subject.to_owned(),
            text: text.to_owned(),
        });
    }

    fn notify(&self, user_id: Option<i64>, subject: &str, text: &str) {
        let arguments = serde_json::json!(["Send", subject, text]).to_string();
        let frame = Frame::text(&codec::encode(Kind::Event, NOTIFY, None, &arguments));
        for worker in self.workers() {
            worker.notice(user_id, frame.clone());
        }
    }

    /// Number of sockets that have joined a catalog.
    pub fn member_count(&self, catalog_id: i64) -> usize {
        let here = self.room(catalog_id).map_or(0, |room| room.members());
        here + self.members_elsewhere(catalog_id)
    }

    /// Number of sockets that have joined a catalog on other nodes.
    pub fn members_elsewhere(&self, catalog_id: i64) -> usize {
        let elsewhere = self.elsewhere(catalog_id);
        elsewhere.iter().map(|members| members.count).sum()
    }

    fn elsewhere(&self, catalog_id: i64) -> Vec<Members> {
        let relay = self.0.relay.get();
        relay.map_or_else(Vec::new, |relay| relay.elsewhere(catalog_id))
    }

    /// The members of this node, by room.
    pub fn members(&self) -> Vec<Members> {
        let rooms: Vec<_> = self.read_rooms().values().cloned().collect();
        let now = now();
        rooms
            .iter()
            .filter(|room| room.members() > 0)
            .map(|room| Members {
                catalog_id: room.catalog_id,
                count: room.members(),
                looks: room.looks.by_lot(now),
            })
            .collect()
    }

    /// The rooms with members on this node, each with the version after which states may have been lost on their way
    /// from another node.
    pub fn incomplete(&self) -> Vec<(i64, i64)> {
        self.read_rooms()
            .values()
            .filter_map(|room| Some((room.catalog_id, room.complete()?)))
            .collect()
    }

    /// Everything that changed in the catalog after `since`, up to `version`, has been delivered.
    pub fn completed(&self, catalog_id: i64, since: i64, version: i64) {
        if let Some(room) = self.room(catalog_id) {
            room.completed(since, version);
        }
    }

    /// Lists the rooms with members on this node, in no particular order.
    #[cfg(feature = "testing")]
    pub fn open_rooms(&self) -> Vec<OpenRoom> {
        self.read_rooms()
            .values()
            .map(|room| OpenRoom {
                catalog_id: room.catalog_id,
                version: room.version(),
                members: room.members(),
            })
            .collect()
    }

    /// Closes the sockets of a login session that has ended.
    pub fn close_session(&self, session_id: i64) {
        self.close(Close::Session(session_id));
    }

    /// Closes all sockets of a person who lost a right. Their rights are checked again when they reconnect.
    pub fn close_user_sessions(&self, user_id: i64) {
        self.close(Close::User(user_id));
    }

    /// Closes all sockets in a catalog's room, including those still joining: rights to the room are checked again when
    /// they reconnect.
    pub fn close_catalog(&self, catalog_id: i64) {
        self.publish(News::Close { catalog_id });
    }

    /// Closes every socket for a server shutdown.
    pub fn close_all(&self) {
        self.close(Close::All);
    }

    /// Drains the sockets in small batches, so that clients do not all reconnect to the other nodes at once. Takes longer
    /// the more sockets there are, up to a limit.
    pub async fn close_gradually(&self) {
        let sessions = self.0.sessions.load(Ordering::Relaxed);
        let whole = BETWEEN_CLOSES
            .saturating_mul(u32::try_from(sessions).unwrap_or(u32::MAX))
            .min(LONGEST_CLOSING);
        let steps = whole.as_millis().div_ceil(CLOSING_STEP.as_millis());
        for left in (1..=usize::try_from(steps).unwrap_or(usize::MAX)).rev() {
            self.close(Close::Share { of: left });
            tokio::time::sleep(CLOSING_STEP).await;
        }
    }

    pub(super) fn session_opened(&self) {
        self.0.sessions.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn session_closed(&self) {
        self.0.sessions.fetch_sub(1, Ordering::Relaxed);
    }

    fn close(&self, whose: Close) {
        for worker in self.workers() {
            worker.close(whose);
        }
    }

    fn room(&self, catalog_id: i64) -> Option<Arc<Room>> {
        self.read_rooms().get(&catalog_id).cloned()
    }

    fn read_rooms(&self) -> RwLockReadGuard<'_, HashMap<i64, Arc<Room>>> {
        self.0.rooms.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn workers(&self) -> Vec<Arc<Inbox>> {
        let workers = self
            .0
            .workers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        workers.iter().filter_map(Weak::upgrade).collect()
    }

    pub(super) fn add_worker(&self, inbox: &Arc<Inbox>) {
        let mut workers = self
            .0
            .workers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        workers.retain(|worker| worker.strong_count() > 0);
        workers.push(Arc::downgrade(inbox));
    }

    /// Subscribes a worker, and opens the room if it is empty. Rooms open and close under the registry's lock, so that
    /// nobody can enter a room being dropped.
    pub(super) fn subscribe(&self, catalog_id: i64, inbox: &Arc<Inbox>) -> (Arc<Room>, Cursor) {
        let mut rooms = self.0.rooms.write().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.entry(catalog_id).or_insert_with(|| {
            if let Some(relay) = self.0.relay.get() {
                relay.opened(catalog_id);
            }
            Arc::new(Room::new(catalog_id))
        });
        let cursor = room.subscribe(inbox);
        (Arc::clone(room), cursor)
    }

    pub(super) fn unsubscribe(&self, catalog_id: i64, inbox: &Arc<Inbox>) {
        let mut rooms = self.0.rooms.write().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(room) = rooms.entry(catalog_id)
            && room.get().unsubscribe(inbox)
        {
            room.remove();
            if let Some(relay) = self.0.relay.get() {
                relay.closed(catalog_id);
            }
        }
    }

    /// Counts a socket if a limit allows another one: first the account's limit, if the browser is known, then the
    /// address's.
    pub(super) fn admit(&self, opener: Opener) -> Option<Admission> {
        let Settings {
            sockets_per_address,
            sockets_of_known,
            ..
        } = self.0.settings;
        let known = opener.known.map(CountedBy::Known);
        if let Some(admission) = known.and_then(|known| self.take_place(known, sockets_of_known)) {
            return Some(admission);
        }
        match opener.address {
            Some(address) => self.take_place(CountedBy::Address(address), sockets_per_address),
            None => Some(Admission {
                hub: self.clone(),
                counted_by: None,
                unread: Arc::default(),
            }),
        }
    }

    fn take_place(&self, counted_by: CountedBy, most: usize) -> Option<Admission> {
        let mut places = self.0.places.lock().unwrap_or_else(PoisonError::into_inner);
        let places = places.entry(counted_by).or_default();
        if places.taken >= most {
            return None;
        }
        places.taken += 1;
        Some(Admission {
            hub: self.clone(),
            counted_by: Some(counted_by),
            unread: Arc::clone(&places.unread),
        })
    }

    /// Whether this person may send another chat message now; counts it if so.
    pub(super) fn admit_chat(&self, user_id: i64, now: Instant) -> bool {
        let mut times = self
            .0
            .chat_times
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        times.admit(user_id, now, &self.0.settings)
    }
}

/// What sockets are counted together by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum CountedBy {
    Known(i64),
    Address(IpAddr),
}

/// The sockets that are counted together.
#[derive(Default)]
struct Places {
    taken: usize,
    /// Bytes of incomplete frames and messages.
    unread: Arc<AtomicUsize>,
}

/// One socket's place, given back when dropped.
pub(super) struct Admission {
    hub: Hub,
    counted_by: Option<CountedBy>,
    unread: Arc<AtomicUsize>,
}

impl Admission {
    /// A share, still empty, in what the sockets counted together may hold unread.
    pub(super) fn unread(&self) -> Unread {
        Unread {
            total: Arc::clone(&self.unread),
            limit: self.hub.0.settings.unread_together,
            held: 0,
        }
    }
}

/// Bytes that a client has sent and that make no message yet, counted over all sockets that are counted together.
pub(super) struct Unread {
    total: Arc<AtomicUsize>,
    limit: usize,
    held: usize,
}

impl Unread {
    /// Now holds this many bytes. Returns whether they stay within the limit.
    pub(super) fn hold(&mut self, bytes: usize) -> bool {
        let (before, held) = (std::mem::replace(&mut self.held, bytes), bytes);
        let total = if held >= before {
            let more = held - before;
            self.total.fetch_add(more, Ordering::Relaxed) + more
        } else {
            let less = before - held;
            self.total.fetch_sub(less, Ordering::Relaxed) - less
        };
        total <= self.limit
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        self.total.fetch_sub(self.held, Ordering::Relaxed);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let Some(counted_by) = self.counted_by else {
            return;
        };
        let inner = &self.hub.0;
        let mut places = inner.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut open) = places.entry(counted_by) {
            open.get_mut().taken -= 1;
            if open.get().taken == 0 {
                open.remove();
            }
        }
    }
}

/// Times of recent chat messages, kept per person so that more sockets allow no more messages.
#[derive(Default)]
struct ChatTimes {
    recent: HashMap<i64, VecDeque<Instant>>,
    forgotten: Option<Instant>,
}

impl ChatTimes {
    fn admit(&mut self, user_id: i64, now: Instant, settings: &Settings) -> bool {
        let window = settings.chat_window;
        // Once per window, people without recent messages are dropped, so the map is bounded by active writers.
        let due = |last: Instant| now.duration_since(last) >= window;
        if self.forgotten.is_none_or(due) {
            self.recent
                .retain(|_, times| times.back().is_some_and(|&last| !due(last)));
            self.forgotten = Some(now);
        }
        let times = self.recent.entry(user_id).or_default();
        while times.front().is_some_and(|&first| due(first)) {
            times.pop_front();
        }
        if times.len() >= settings.chat_burst {
            return false;
        }
        times.push_back(now);
        true
    }
}
