//! The registry of rooms, and everything the rest of the server may ask of the gateway.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, RwLock, Weak},
    time::Instant,
};

use crate::payload::Payload;

use super::{
    codec::{self, Kind},
    events::{CHAT, NOTIFY, event},
    inbox::{Close, Inbox},
    room::{Cursor, Room, Subject},
    settings::Settings,
};

/// The way into the gateway for rooms, the bus and the API. Clones are the same hub; every call may
/// be made from any thread and never waits for a socket.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

struct Inner {
    settings: Settings,
    rooms: RwLock<HashMap<i64, Arc<Room>>>,
    workers: Mutex<Vec<Weak<Inbox>>>,
    addresses: Mutex<HashMap<IpAddr, usize>>,
    chat_times: Mutex<ChatTimes>,
}

/// A room somebody on this node is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenRoom {
    /// The catalog.
    pub catalog_id: i64,
    /// Newest version published here or given in a snapshot.
    pub version: i64,
    /// Sockets that have joined.
    pub members: usize,
}

impl Hub {
    /// A hub without rooms.
    pub fn new(settings: Settings) -> Self {
        Self(Arc::new(Inner {
            settings,
            rooms: RwLock::default(),
            workers: Mutex::default(),
            addresses: Mutex::default(),
            chat_times: Mutex::default(),
        }))
    }

    /// The limits and times in force.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Sends a lot's whole public state (`LotUpdate`) to the catalog's members. `version` is the
    /// catalog's at that change: a state that is not newer than the lot's last one is dropped, and
    /// one that a member has not taken yet is replaced by the next.
    pub fn publish_lot(&self, catalog_id: i64, lot_id: i64, version: i64, lot: &Payload) {
        if let Some(room) = self.room(catalog_id) {
            let frame = event(CHAT, "LotUpdate", lot.as_str());
            room.publish_state(Subject::Lot(lot_id), version, frame);
        }
    }

    /// Sends where the sale stands (`CatalogStatusUpdate`) to the catalog's members, with the same
    /// rule of versions as [`publish_lot`](Self::publish_lot).
    pub fn publish_catalog(&self, catalog_id: i64, version: i64, catalog: &Payload) {
        if let Some(room) = self.room(catalog_id) {
            let frame = event(CHAT, "CatalogStatusUpdate", catalog.as_str());
            room.publish_state(Subject::Catalog, version, frame);
        }
    }

    /// Sends a stored chat message to the catalog's members. Every message reaches every member;
    /// one who falls too far behind is disconnected instead, and reads the history when it is back.
    pub fn publish_chat(&self, catalog_id: i64, message: &Payload) {
        if let Some(room) = self.room(catalog_id) {
            room.publish_chat(event(CHAT, "Send", message.as_str()));
        }
    }

    /// Sends a notification to the sockets of `/Notify` that this person subscribed. Whoever is not
    /// connected misses it: the stored notification is the truth.
    pub fn notify_user(&self, user_id: i64, subject: &str, text: &str) {
        self.notify(Some(user_id), subject, text);
    }

    /// The same to whoever has subscribed.
    pub fn notify_everybody(&self, subject: &str, text: &str) {
        self.notify(None, subject, text);
    }

    fn notify(&self, user_id: Option<i64>, subject: &str, text: &str) {
        let arguments = serde_json::json!(["Send", subject, text]).to_string();
        let frame = codec::encode(Kind::Event, NOTIFY, None, &arguments);
        for worker in self.workers() {
            worker.notice(user_id, frame.clone());
        }
    }

    /// Sockets on this node that have joined a catalog.
    pub fn member_count(&self, catalog_id: i64) -> usize {
        self.room(catalog_id).map_or(0, |room| room.members())
    }

    /// The rooms somebody on this node is in, in no order.
    pub fn open_rooms(&self) -> Vec<OpenRoom> {
        let rooms = self.0.rooms.read().unwrap_or_else(PoisonError::into_inner);
        rooms
            .values()
            .map(|room| OpenRoom {
                catalog_id: room.catalog_id,
                version: room.version(),
                members: room.members(),
            })
            .collect()
    }

    /// Closes the sockets that used a login session, for it has ended.
    pub fn close_session(&self, session_id: i64) {
        self.close(Close::Session(session_id));
    }

    /// Closes all sockets of a person, for a right was lost. What clients may still see and do is
    /// decided anew when they are back.
    pub fn close_user_sessions(&self, user_id: i64) {
        self.close(Close::User(user_id));
    }

    /// Closes the sockets of everybody in a catalog's room, also of those whose join is under way: who may be in it is
    /// decided anew when they are back.
    pub fn close_catalog(&self, catalog_id: i64) {
        self.close(Close::Catalog(catalog_id));
    }

    /// Closes every socket, to let the server stop.
    pub fn close_all(&self) {
        self.close(Close::All);
    }

    fn close(&self, whose: Close) {
        for worker in self.workers() {
            worker.close(whose);
        }
    }

    fn room(&self, catalog_id: i64) -> Option<Arc<Room>> {
        let rooms = self.0.rooms.read().unwrap_or_else(PoisonError::into_inner);
        rooms.get(&catalog_id).cloned()
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

    /// Opens the room if nobody is in it. Rooms come and go under the registry's lock, so that
    /// nobody can enter one that is being dropped.
    pub(super) fn subscribe(&self, catalog_id: i64, inbox: &Arc<Inbox>) -> (Arc<Room>, Cursor) {
        let mut rooms = self.0.rooms.write().unwrap_or_else(PoisonError::into_inner);
        let room = rooms
            .entry(catalog_id)
            .or_insert_with(|| Arc::new(Room::new(catalog_id)));
        let cursor = room.subscribe(inbox);
        (Arc::clone(room), cursor)
    }

    pub(super) fn unsubscribe(&self, catalog_id: i64, inbox: &Arc<Inbox>) {
        let mut rooms = self.0.rooms.write().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(room) = rooms.entry(catalog_id)
            && room.get().unsubscribe(inbox)
        {
            room.remove();
        }
    }

    /// Counts a socket of this address, if it may have one more.
    pub(super) fn admit_address(&self, address: Option<IpAddr>) -> Option<Admission> {
        if let Some(address) = address {
            let mut addresses = self
                .0
                .addresses
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let open = addresses.entry(address).or_insert(0);
            if *open >= self.0.settings.sockets_per_address {
                return None;
            }
            *open += 1;
        }
        Some(Admission {
            hub: self.clone(),
            address,
        })
    }

    /// Whether this person may send one more chat message now; counts it if so.
    pub(super) fn admit_chat(&self, user_id: i64, now: Instant) -> bool {
        let mut times = self
            .0
            .chat_times
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        times.admit(user_id, now, &self.0.settings)
    }
}

/// One socket's place among those of its address; given back when dropped.
pub(super) struct Admission {
    hub: Hub,
    address: Option<IpAddr>,
}

impl Drop for Admission {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let inner = &self.hub.0;
        let mut addresses = inner
            .addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut open) = addresses.entry(address) {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
    }
}

/// When people last wrote in the chat: per person, so more sockets give no more messages.
#[derive(Default)]
struct ChatTimes {
    recent: HashMap<i64, VecDeque<Instant>>,
    forgotten: Option<Instant>,
}

impl ChatTimes {
    fn admit(&mut self, user_id: i64, now: Instant, settings: &Settings) -> bool {
        let window = settings.chat_window;
        // Once a window, whoever wrote nothing in it is forgotten: bounded by those who write.
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
