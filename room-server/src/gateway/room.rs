//! The log of one catalog's room: the updates to send to its members.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use super::{attention::Looks, inbox::Inbox, outlet::Frame, time::now};

/// Number of chat messages a room keeps for members that have not received them yet. A member further behind is
/// disconnected, reconnects and reads the history.
const CHAT_KEPT: usize = 256;

/// The subject of a state update; the log keeps the newest state of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Catalog,
    Lot(i64),
}

struct StateEntry {
    sequence: u64,
    subject: Subject,
    version: i64,
    published: Instant,
    frame: Frame,
}

/// A worker with members in the room.
struct Subscriber {
    inbox: Arc<Inbox>,
    sockets: usize,
    /// The worker has already been notified of the news.
    told: bool,
}

#[derive(Default)]
struct Log {
    /// Sequence of the newest state entry.
    head: u64,
    /// Newest version of the catalog seen here.
    version: i64,
    /// Every member has, or will read here, every state up to this version; None before the first member.
    complete: Option<i64>,
    /// Ascending by sequence, one entry per subject: bounded by the catalog's lots.
    states: Vec<StateEntry>,
    /// Sequence of the newest chat message.
    chat_head: u64,
    /// The last messages, ascending and without gaps.
    chat: VecDeque<Frame>,
    subscribers: Vec<Subscriber>,
}

/// A member's read position. States and chat are counted separately, because a joining member needs every state since
/// it subscribed, but chat only since it was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor {
    state: u64,
    chat: u64,
}

/// Result of one read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// States sent.
    pub(super) delivered: u64,
    /// States never sent, because newer ones of the same subject replaced them.
    pub(super) replaced: u64,
    /// Whether more is available than fitted into one read.
    pub(super) more: bool,
    /// Publication time of the last state sent.
    pub(super) published: Option<Instant>,
}

/// The member missed chat messages that the log no longer has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FellBehind;

pub(super) struct Room {
    pub(super) catalog_id: i64,
    members: AtomicUsize,
    pub(super) looks: Arc<Looks>,
    log: Mutex<Log>,
}

impl Room {
    pub(super) fn new(catalog_id: i64) -> Self {
        Self {
            catalog_id,
            members: AtomicUsize::new(0),
            looks: Arc::default(),
            log: Mutex::default(),
        }
    }

    /// A panic elsewhere cannot leave a half-written entry, so the log stays usable.
    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of joined sockets.
    pub(super) fn members(&self) -> usize {
        self.members.load(Ordering::Relaxed)
    }

    pub(super) fn member_joined(&self) {
        self.members.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn member_left(&self) {
        self.members.fetch_sub(1, Ordering::Relaxed);
    }

    /// Newest version of the catalog seen here.
    #[cfg(feature = "testing")]
    pub(super) fn version(&self) -> i64 {
        self.log().version
    }

    /// Stores a state in the log, replacing the subject's previous one, and notifies the workers. Drops a state that is
    /// not newer than the current one.
    pub(super) fn publish_state(&self, subject: Subject, version: i64, frame: Frame) {
        let mut log = self.log();
        if let Some(index) = log.states.iter().position(|entry| entry.subject == subject) {
            if log.states[index].version >= version {
                return;
            }
            log.states.remove(index);
        }
        log.head += 1;
        log.version = log.version.max(version);
        let entry = StateEntry {
            sequence: log.head,
            subject,
            version,
            published: now(),
            frame,
        };
        log.states.push(entry);
        self.tell(&mut log);
    }

    /// Appends a chat message and notifies the workers.
    pub(super) fn publish_chat(&self, frame: Frame) {
        let mut log = self.log();
        if log.chat.len() == CHAT_KEPT {
            log.chat.pop_front();
        }
        log.chat.push_back(frame);
        log.chat_head += 1;
        self.tell(&mut log);
    }

    /// Notifies each worker at most once until it checks the log.
    fn tell(&self, log: &mut Log) {
        for subscriber in &mut log.subscribers {
            if !std::mem::replace(&mut subscriber.told, true) {
                subscriber.inbox.room_changed(self.catalog_id);
            }
        }
    }

    /// Marks the log as checked by the worker; later publications notify it again.
    pub(super) fn mark_checked(&self, inbox: &Arc<Inbox>) {
        if let Some(subscriber) = self.log().subscriber(inbox) {
            subscriber.told = false;
        }
    }

    /// Counts another socket of a worker; everything published later is after the cursor.
    pub(super) fn subscribe(&self, inbox: &Arc<Inbox>) -> Cursor {
        let mut log = self.log();
        match log.subscriber(inbox) {
            Some(subscriber) => subscriber.sockets += 1,
            None => log.subscribers.push(Subscriber {
                inbox: Arc::clone(inbox),
                sockets: 1,
                told: false,
            }),
        }
        log.end()
    }

    /// Counts one socket fewer. Returns true if the room is empty.
    pub(super) fn unsubscribe(&self, inbox: &Arc<Inbox>) -> bool {
        let mut log = self.log();
        if let Some(subscriber) = log.subscriber(inbox) {
            subscriber.sockets -= 1;
            if subscriber.sockets == 0 {
                log.subscribers
                    .retain(|subscriber| !Arc::ptr_eq(&subscriber.inbox, inbox));
            }
        }
        log.subscribers.is_empty()
    }

    /// Returns the start position of a member that subscribed at `subscribed` and then received a snapshot of
    /// `version`: after its subscription, and in any case before every state newer than the snapshot, so that it cannot
    /// end with an outdated state.
    pub(super) fn accept(&self, subscribed: Cursor, version: i64) -> Cursor {
        let mut log = self.log();
        log.version = log.version.max(version);
        log.complete = Some(log.complete.map_or(version, |known| known.min(version)));
        let first_newer = log
            .states
            .iter()
            .find(|entry| entry.version > version)
            .map_or(u64::MAX, |entry| entry.sequence - 1);
        Cursor {
            state: subscribed.state.min(first_newer),
            chat: log.chat_head,
        }
    }

    /// The version after which states may be missing here, as other nodes publish states that may be lost.
    pub(super) fn complete(&self) -> Option<i64> {
        self.log().complete
    }

    /// Everything after `since`, up to `version`, has been published here.
    pub(super) fn completed(&self, since: i64, version: i64) {
        let mut log = self.log();
        // Otherwise a member has joined meanwhile with an older snapshot.
        if log.complete == Some(since) {
            log.complete = Some(version);
        }
    }

    /// Passes everything newer than `cursor` to `send`, states before chat, and advances the cursor until `budget`
    /// bytes are used up.
    pub(super) fn read(
        &self,
        cursor: &mut Cursor,
        budget: &mut usize,
        mut send: impl FnMut(Frame),
    ) -> Result<Reading, FellBehind> {
        let log = self.log();
        let mut reading = Reading::default();

        if cursor.state < log.head {
            let start = log
                .states
                .partition_point(|entry| entry.sequence <= cursor.state);
            for entry in &log.states[start..] {
                if *budget == 0 {
                    reading.more = true;
                    return Ok(reading);
                }
                reading.delivered += 1;
                reading.replaced += entry.sequence - cursor.state - 1;
                reading.published = Some(entry.published);
                cursor.state = entry.sequence;
                *budget = budget.saturating_sub(entry.frame.len());
                send(entry.frame.clone());
            }
        }

        if cursor.chat < log.chat_head {
            // At most the number of messages ever sent, so it fits.
            let missing = (log.chat_head - cursor.chat) as usize;
            let start = log.chat.len().checked_sub(missing).ok_or(FellBehind)?;
            for frame in log.chat.range(start..) {
                if *budget == 0 {
                    reading.more = true;
                    return Ok(reading);
                }
                cursor.chat += 1;
                *budget = budget.saturating_sub(frame.len());
                send(frame.clone());
            }
        }
        Ok(reading)
    }
}

impl Log {
    fn subscriber(&mut self, inbox: &Arc<Inbox>) -> Option<&mut Subscriber> {
        self.subscribers
            .iter_mut()
            .find(|subscriber| Arc::ptr_eq(&subscriber.inbox, inbox))
    }

    fn end(&self) -> Cursor {
        Cursor {
            state: self.head,
            chat: self.chat_head,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Member {
        room: Arc<Room>,
        cursor: Cursor,
    }

    impl Member {
        fn new(room: &Arc<Room>) -> Self {
            let cursor = room.subscribe(&Arc::default());
            Self {
                room: Arc::clone(room),
                cursor,
            }
        }

        /// Result of one read: the frames, the number of replaced states, and whether there is more.
        fn read(&mut self, mut budget: usize) -> (Vec<String>, u64, bool) {
            let mut frames = Vec::new();
            let reading = self
                .room
                .read(&mut self.cursor, &mut budget, |frame| {
                    frames.push(frame.payload().to_owned())
                })
                .expect("not behind");
            (frames, reading.replaced, reading.more)
        }
    }

    fn state(room: &Arc<Room>, lot_id: i64, version: i64) {
        let frame = Frame::text(&format!("{lot_id}@{version}"));
        room.publish_state(Subject::Lot(lot_id), version, frame);
    }

    fn frames(frames: &[&str]) -> Vec<String> {
        frames.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn states_replace_each_other_and_are_counted() {
        let room = Arc::new(Room::new(1));
        let mut member = Member::new(&room);
        for (lot_id, version) in [(5, 1), (6, 2), (5, 3), (5, 4), (7, 5)] {
            state(&room, lot_id, version);
        }
        let read = member.read(1000);
        assert_eq!(read, (frames(&["6@2", "5@4", "7@5"]), 2, false));
        assert_eq!(member.read(1000), (Vec::new(), 0, false));
        state(&room, 5, 6);
        assert_eq!(member.read(1000), (frames(&["5@6"]), 0, false));
    }

    #[test]
    fn a_read_stops_at_its_budget_and_resumes_there() {
        let room = Arc::new(Room::new(1));
        let mut member = Member::new(&room);
        (1..=4).for_each(|version| state(&room, version, version));
        room.publish_chat(Frame::text("chat"));
        assert_eq!(member.read(6), (frames(&["1@1", "2@2"]), 0, true));
        state(&room, 3, 5);
        assert_eq!(member.read(6), (frames(&["4@4", "3@5"]), 1, true));
        assert_eq!(member.read(6), (frames(&["chat"]), 0, false));
    }

    #[test]
    fn chat_is_never_skipped() {
        let room = Arc::new(Room::new(1));
        let mut member = Member::new(&room);
        let messages: Vec<String> = (0..CHAT_KEPT).map(|number| number.to_string()).collect();
        for message in &messages {
            room.publish_chat(Frame::text(message));
        }
        assert_eq!(member.read(usize::MAX), (messages, 0, false));
        (0..=CHAT_KEPT).for_each(|_| room.publish_chat(Frame::text("more")));
        let read = room.read(&mut member.cursor, &mut 1000, |_| panic!("nothing is sent"));
        assert_eq!(read, Err(FellBehind));
    }

    #[test]
    fn a_member_starts_before_states_missing_from_its_snapshot() {
        let room = Arc::new(Room::new(1));
        state(&room, 5, 7);
        state(&room, 6, 8);
        let mut member = Member::new(&room);
        state(&room, 7, 9);
        let subscribed = member.cursor;

        member.cursor = room.accept(subscribed, 9);
        assert_eq!(member.read(1000).0, frames(&["7@9"]));
        member.cursor = room.accept(subscribed, 7);
        assert_eq!(member.read(1000).0, frames(&["6@8", "7@9"]));
    }

    #[test]
    fn a_room_is_complete_up_to_the_oldest_snapshot_of_a_member() {
        let room = Room::new(1);
        let inbox = Arc::default();
        let subscribed = room.subscribe(&inbox);
        assert_eq!(room.complete(), None);
        room.accept(subscribed, 7);
        room.accept(subscribed, 9);
        assert_eq!(room.complete(), Some(7));
        room.completed(7, 10);
        assert_eq!(room.complete(), Some(10));
        room.accept(subscribed, 8);
        room.completed(10, 11);
        assert_eq!(room.complete(), Some(8));
    }

    #[test]
    fn a_worker_is_notified_once_until_it_checks() {
        let room = Arc::new(Room::new(1));
        let inbox = Arc::default();
        room.subscribe(&inbox);
        state(&room, 5, 1);
        state(&room, 5, 2);
        assert_eq!(inbox.rooms_waiting(), 1);
        room.mark_checked(&inbox);
        room.publish_chat(Frame::text("chat"));
        assert_eq!(inbox.rooms_waiting(), 2);
        assert!(room.unsubscribe(&inbox));
        room.publish_chat(Frame::text("chat"));
        assert_eq!(inbox.rooms_waiting(), 2);
    }
}
