//! The room as an actor: its mailbox, its single timer, and the transitions between loading, live and doubt.

mod doubt;
mod edits;
mod live;
mod loading;
mod snapshots;
mod unloading;

use super::{
    desk::{Desk, Doubtful},
    flight::Unsure,
    gathering::outcome_name,
    host::Host,
    mailbox::{Arrival, Reply},
    registry::RegistryEntry,
    view::View,
};
use crate::journal::Alarm;
use actix::{
    Actor, ArbiterHandle, AsyncContext, Context, Handler, Message, Recipient, SpawnHandle,
};
use domain::Timestamp;
use metrics::counter;
use std::{collections::VecDeque, sync::Arc, time::Instant};
use wire::{Answer, RoomError};

enum State {
    /// The room's state is unknown: it is loading, or the store is unreachable.
    Loading(Loading),
    Live(Box<Desk<Reply>>),
    /// The room is being released, with every decision stored. Arrivals are held, and their senders will follow the room.
    Leaving,
    /// The room has left memory. The next command loads it into a new actor.
    Gone,
}

/// What is known about the batch in flight.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    NothingStored,
    None,
}

struct Loading {
    /// Commands that arrived meanwhile. After a failed attempt, new ones are refused instead.
    queue: Vec<Arrival>,
    failed: u32,
    /// The senders of a batch in doubt.
    doubtful: Option<Doubtful<Reply>>,
    /// The sender of a transaction in doubt.
    unsure: Option<Unsure>,
}

impl Loading {
    fn new() -> Self {
        Self {
            queue: Vec::new(),
            failed: 0,
            doubtful: None,
            unsure: None,
        }
    }
}

/// A draft being stored.
#[derive(Default)]
struct DraftInFlight {
    /// A heartbeat failed meanwhile: the room recovers after the draft has draft_ended.
    outage: bool,
}

pub(crate) struct RoomActor {
    catalog_id: i64,
    host: Arc<Host>,
    entry: RegistryEntry,
    view: View,
    state: State,
    timer: Option<(Timestamp, SpawnHandle)>,
    flush_is_due: bool,
    beats: bool,
    /// Number of the process's standstills at the room's last check.
    standstills: u64,
    /// Undecided arrivals: behind suspects or a transaction, or received during loading.
    held: VecDeque<Arrival>,
    /// How many of the first held arrivals are stored one by one, because the database rejects one of them.
    suspects: usize,
    /// A draft of the room being stored. The room does not change until its outcome is known.
    draft: Option<DraftInFlight>,
    snapshot_seq: i64,
    last_used: Instant,
}

impl RoomActor {
    /// Starts a room's actor on the rooms' thread.
    pub fn enter(
        catalog_id: i64,
        host: Arc<Host>,
        entry: RegistryEntry,
        view: View,
        arbiter: &ArbiterHandle,
    ) -> Recipient<Arrival> {
        Self::start_in_arbiter(arbiter, move |_| Self::new(catalog_id, host, entry, view))
            .recipient()
    }

    fn new(catalog_id: i64, host: Arc<Host>, entry: RegistryEntry, view: View) -> Self {
        let last_used = host.clock.monotonic();
        Self {
            catalog_id,
            host,
            entry,
            view,
            state: State::Loading(Loading::new()),
            timer: None,
            flush_is_due: false,
            beats: false,
            standstills: 0,
            held: VecDeque::new(),
            suspects: 0,
            draft: None,
            snapshot_seq: 0,
            last_used,
        }
    }
}

impl Actor for RoomActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.load(ctx);
        ctx.run_interval(self.host.settings.idle_after, Self::unload_if_idle);
    }
}

impl Handler<Arrival> for RoomActor {
    type Result = ();

    fn handle(&mut self, arrival: Arrival, ctx: &mut Self::Context) {
        if !arrival.is_internal() {
            self.last_used = self.host.clock.monotonic();
        }
        if let Arrival::Fenced { epoch } = arrival {
            return self.fenced(epoch, ctx);
        }
        self.notice_standstill(ctx);
        self.notice_lapse(ctx);
        match &mut self.state {
            State::Live(_) if self.held.is_empty() && self.draft.is_none() => {
                self.handle_now(arrival, ctx);
            }
            State::Live(_) | State::Leaving => self.held.push_back(arrival),
            State::Loading(loading) if loading.failed == 0 => loading.queue.push(arrival),
            State::Loading(_) => arrival.refuse(RoomError::Unavailable),
            // Dropping it undecided makes the sender enter again.
            State::Gone => {}
        }
    }
}

/// A failed heartbeat.
#[derive(Message)]
#[rtype(result = "()")]
struct Alarmed {
    epoch: i64,
    alarm: Alarm,
}

impl Handler<Alarmed> for RoomActor {
    type Result = ();

    fn handle(&mut self, message: Alarmed, ctx: &mut Self::Context) {
        let State::Live(desk) = &self.state else {
            return;
        };
        if desk.epoch() != message.epoch {
            return;
        }
        match (message.alarm, &mut self.draft) {
            (Alarm::Outage, Some(draft)) => draft.outage = true,
            (Alarm::Outage, None) => self.start_over(Certainty::None, ctx),
            (Alarm::Fenced, _) => self.fenced(message.epoch, ctx),
        }
    }
}

fn count(answer: &Answer) {
    counter!("room_commands_total", "result" => outcome_name(&answer.result)).increment(1);
}
