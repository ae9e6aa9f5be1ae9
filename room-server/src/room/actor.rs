//! The room as an actor: its mailbox, its single timer, and the transitions between loading, live and doubt.

use super::{
    desk::{Desk, Done, Doubtful, Step},
    flight::{self, Landed, Unsure},
    gathering::outcome_name,
    host::Host,
    keys,
    mailbox::{Arrival, Envelope, HandOver, Reply, Within, WithinReply},
    registry::Lodging,
    view::{News, View},
    within::Draft,
};
use crate::{
    journal::{Alarm, Archive, LiveRoom, LoadError, Loaded, NotStored},
    ports::NotClaimed,
    request::{Answer, Request, RoomError},
    settings::RoomSettings,
    spans,
};
use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, ArbiterHandle, AsyncContext, Context, Handler,
    Message, Recipient, SpawnHandle, WrapFuture as _,
};
use domain::{Command, Room, Timestamp, next_wake};
use metrics::{counter, histogram};
use std::{collections::VecDeque, sync::Arc, time::Instant};
use tokio::time::timeout;
use tracing::Span;

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
struct InFlight {
    /// A heartbeat failed meanwhile: the room recovers after the draft has landed.
    outage: bool,
}

pub(crate) struct RoomActor {
    catalog_id: i64,
    host: Arc<Host>,
    lodging: Lodging,
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
    flight: Option<InFlight>,
    snapshot_seq: i64,
    last_used: Instant,
}

impl RoomActor {
    /// Starts a room's actor on the rooms' thread.
    pub fn enter(
        catalog_id: i64,
        host: Arc<Host>,
        lodging: Lodging,
        view: View,
        arbiter: &ArbiterHandle,
    ) -> Recipient<Arrival> {
        Self::start_in_arbiter(arbiter, move |_| Self::new(catalog_id, host, lodging, view))
            .recipient()
    }

    fn new(catalog_id: i64, host: Arc<Host>, lodging: Lodging, view: View) -> Self {
        let last_used = host.clock.monotonic();
        Self {
            catalog_id,
            host,
            lodging,
            view,
            state: State::Loading(Loading::new()),
            timer: None,
            flush_is_due: false,
            beats: false,
            standstills: 0,
            held: VecDeque::new(),
            suspects: 0,
            flight: None,
            snapshot_seq: 0,
            last_used,
        }
    }
}

impl Actor for RoomActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.load(ctx);
        ctx.run_interval(self.host.settings.idle_after, Self::leave_if_idle);
    }
}

impl Handler<Arrival> for RoomActor {
    type Result = ();

    fn handle(&mut self, arrival: Arrival, ctx: &mut Self::Context) {
        if !arrival.is_of_the_room() {
            self.last_used = self.host.clock.monotonic();
        }
        if let Arrival::Fenced { epoch } = arrival {
            return self.fenced(epoch, ctx);
        }
        self.notice_standstill(ctx);
        self.notice_lapse(ctx);
        match &mut self.state {
            State::Live(_) if self.held.is_empty() && self.flight.is_none() => {
                self.take_up(arrival, ctx);
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
        match (message.alarm, &mut self.flight) {
            (Alarm::Outage, Some(flight)) => flight.outage = true,
            (Alarm::Outage, None) => self.start_over(Certainty::None, ctx),
            (Alarm::Fenced, _) => self.fenced(message.epoch, ctx),
        }
    }
}

/// Live.
impl RoomActor {
    /// Arrivals during a standstill, timers included, wait for the recovery.
    fn notice_standstill(&mut self, ctx: &mut Context<Self>) {
        if self.flight.is_some() {
            // Nothing is decided before the draft has landed; the check is then repeated.
            return;
        }
        let standstills = self.host.journal.watch().standstills();
        if std::mem::replace(&mut self.standstills, standstills) == standstills {
            return;
        }
        let State::Live(desk) = &self.state else {
            return;
        };
        if desk.room().state().is_running() || desk.next_wake().is_some() {
            self.start_over(Certainty::None, ctx);
        }
    }

    /// Reloads a room whose ownership was not confirmed in time: another node may own it by now, so it must be claimed
    /// again before it decides anything.
    fn notice_lapse(&mut self, ctx: &mut Context<Self>) {
        if self.flight.is_none()
            && matches!(self.state, State::Live(_))
            && !self.host.directory.holds(self.catalog_id)
        {
            tracing::warn!(catalog_id = self.catalog_id, "the room's ownership lapsed");
            self.start_over(Certainty::None, ctx);
        }
    }

    fn fenced(&mut self, epoch: i64, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        // The outcome of a store in flight will show it.
        if desk.epoch() == epoch && self.flight.is_none() && !desk.is_flying() {
            self.step_down(ctx);
        }
    }

    fn take_up(&mut self, arrival: Arrival, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return arrival.refuse(RoomError::Unavailable);
        };
        match arrival {
            Arrival::Command(envelope) => self.decide(envelope, ctx),
            Arrival::Within(within) if desk.is_settled() => self.store_within(within, ctx),
            Arrival::HandOver(order) if desk.is_settled() => self.hand_over(Some(order), ctx),
            // Earlier decisions are stored first.
            later @ (Arrival::Within(_) | Arrival::HandOver(_)) => self.held.push_front(later),
            Arrival::Fenced { .. } => {}
        }
    }

    fn decide(&mut self, envelope: Envelope, ctx: &mut Context<Self>) {
        let State::Live(desk) = &mut self.state else {
            return;
        };
        let Envelope { request, at, reply } = envelope;
        let _span = tracing::debug_span!(
            "decide",
            catalog_id = self.catalog_id,
            request_id = request.request_id.as_deref(),
            command_id = %request.id,
        )
        .entered();
        let deciding = reply.span().map(spans::decide).map(Span::entered);
        let since = Instant::now();
        let step = desk.decide(request, at, reply);
        histogram!("room_decide_seconds").record(since.elapsed().as_secs_f64());
        drop(deciding);
        match step {
            Ok(Step::Waits) => self.flush_soon(ctx),
            Ok(Step::Answer(reply, answer)) => {
                deliver(reply, answer);
                self.arm(ctx);
            }
            Ok(Step::Recall(reply, seq)) => self.recall(reply, seq, ctx),
            Ok(Step::Refuse(reply, error)) => reply.refuse(error),
            Err(error) => self.lose_the_thread(&error, ctx),
        }
    }

    /// Stores the gathered commands after the mailbox is drained, so that commands arriving together share a batch.
    fn flush_soon(&mut self, ctx: &mut Context<Self>) {
        if std::mem::replace(&mut self.flush_is_due, true) {
            return;
        }
        ctx.spawn(
            std::future::ready(())
                .into_actor(self)
                .map(|(), room, ctx| {
                    room.flush_is_due = false;
                    room.flush(ctx);
                }),
        );
    }

    fn flush(&mut self, ctx: &mut Context<Self>) {
        let State::Live(desk) = &mut self.state else {
            return;
        };
        match desk.take_batch() {
            Ok(Some(batch)) => {
                let (journal, epoch) = (self.host.journal.clone(), desk.epoch());
                let snapshot = snapshot_if_due(&self.host.settings, self.snapshot_seq, desk);
                if let Some((seq, _)) = &snapshot {
                    self.snapshot_seq = *seq;
                }
                let span = spans::journal(desk.in_flight().filter_map(Reply::span));
                let storing = async move { journal.commit(batch, span).await };
                ctx.spawn(storing.into_actor(self).map(move |outcome, room, ctx| {
                    if let (Ok(()), Some((seq, state))) = (outcome, snapshot) {
                        keep_snapshot(&room.host, room.catalog_id, seq, state);
                    }
                    room.batch_ended(epoch, outcome, ctx);
                }));
            }
            Ok(None) => {}
            Err(error) => self.lose_the_thread(&error, ctx),
        }
    }

    fn batch_ended(&mut self, epoch: i64, outcome: Result<(), NotStored>, ctx: &mut Context<Self>) {
        let State::Live(desk) = &mut self.state else {
            return;
        };
        if desk.epoch() != epoch {
            // The room was taken over again while this batch was in doubt.
            return;
        }
        match outcome {
            // The batch is stored, but ownership has lapsed and another node may have moved on. Only the current owner may answer.
            Ok(()) if !self.host.directory.holds(self.catalog_id) => {
                self.start_over(Certainty::None, ctx);
            }
            Ok(()) => {
                if let Some(done) = desk.stored() {
                    self.tell(done, ctx);
                }
                self.flush(ctx);
                self.arm(ctx);
                self.beat_if_running(ctx);
                self.decide_held(ctx);
            }
            Err(NotStored::Refused) => self.sort_out(ctx),
            Err(NotStored::Fenced) => self.step_down(ctx),
            Err(NotStored::Failed) => self.start_over(Certainty::NothingStored, ctx),
            Err(NotStored::InDoubt) => self.start_over(Certainty::None, ctx),
        }
    }

    /// Answers all waiters of a batch and publishes its changes.
    fn tell(&mut self, done: Done<Reply>, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let news = self.view.advance(
            desk.room(),
            done.catalog,
            &done.shown,
            self.host.clock.timestamp(),
        );
        let waiting = done.waiters.iter().filter_map(|waiter| waiter.reply.span());
        let _publishing = spans::publish(waiting).map(Span::entered);
        for waiter in done.waiters {
            deliver(waiter.reply, waiter.answer);
        }
        match news {
            Ok(news) => self.publish(&news),
            Err(error) => self.lose_the_thread(&error, ctx),
        }
    }

    fn publish(&self, news: &News) {
        for lot in &news.lots {
            self.host.bus.lot(&lot.update, &lot.payload);
        }
        if let Some((catalog, payload)) = &news.catalog {
            self.host.bus.catalog(catalog, payload);
        }
    }

    /// Loads the first answer under a key from the journal.
    fn recall(&mut self, reply: Reply, seq: i64, ctx: &mut Context<Self>) {
        let (archive, catalog_id) = (self.host.archive.clone(), self.catalog_id);
        let wait = self.host.settings.load_timeout;
        let reading = async move {
            match timeout(wait, recalled(&*archive, catalog_id, seq)).await {
                Ok(Ok(answer)) => deliver(reply, Arc::new(answer)),
                Ok(Err(error)) => {
                    tracing::error!(catalog_id, seq, %error, "cannot recall an answer");
                    reply.refuse(RoomError::Unavailable);
                }
                Err(_) => reply.refuse(RoomError::Unavailable),
            }
        };
        ctx.spawn(reading.into_actor(self));
    }

    fn arm(&mut self, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let due = desk.next_wake();
        if due == self.timer.map(|(at, _)| at) {
            return;
        }
        self.disarm(ctx);
        let Some(due) = due else { return };
        let clock = self.host.clock.clone();
        let sleeping = async move { clock.sleep_until(due).await };
        let handle = ctx.spawn(sleeping.into_actor(self).map(|(), room, ctx| {
            room.timer = None;
            // Through the mailbox, so that commands that arrived earlier are decided earlier.
            let tick = room.own_command(Command::Tick);
            ctx.address().do_send(Arrival::Command(tick));
        }));
        self.timer = Some((due, handle));
    }

    /// A command issued by the room.
    fn own_command(&self, command: Command) -> Envelope {
        Envelope {
            request: Request::new(command),
            at: self.host.clock.timestamp(),
            reply: Reply::nobody(),
        }
    }

    fn disarm(&mut self, ctx: &mut Context<Self>) {
        if let Some((_, handle)) = self.timer.take() {
            ctx.cancel_future(handle);
        }
    }

    fn beat_if_running(&mut self, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let running = desk.room().state().is_running();
        if running == self.beats {
            return;
        }
        self.beats = running;
        let pulse = self.host.journal.pulse();
        if running {
            let (address, epoch) = (ctx.address(), desk.epoch());
            let room = LiveRoom {
                catalog_id: self.catalog_id,
                epoch,
                standstills: self.standstills,
            };
            pulse.start(room, move |alarm| address.do_send(Alarmed { epoch, alarm }));
        } else {
            pulse.stop(self.catalog_id);
        }
    }

    fn stop_beating(&mut self) {
        self.beats = false;
        self.host.journal.pulse().stop(self.catalog_id);
    }
}

/// Storing commands in their sender's transaction.
impl RoomActor {
    /// The room is settled: new decisions depend only on stored state.
    fn store_within(&mut self, within: Within, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let Some((bundle, at, reply)) = within.open() else {
            return;
        };
        let copy = desk.copy();
        let settings = self.host.settings.journal.clone();
        self.flight = Some(InFlight::default());
        let storing = flight::store(copy, bundle, at, settings);
        ctx.spawn(
            storing
                .into_actor(self)
                .map(move |landed, room, ctx| room.landed(landed, reply, ctx)),
        );
    }

    fn landed(&mut self, landed: Landed, reply: WithinReply, ctx: &mut Context<Self>) {
        let outage = self.flight.take().is_some_and(|flight| flight.outage);
        let landed = match landed {
            Landed::Stored(draft) if !self.host.directory.holds(self.catalog_id) => {
                Landed::InDoubt(draft)
            }
            landed => landed,
        };
        match landed {
            Landed::Stored(draft) => self.adopt(*draft, reply, ctx),
            Landed::Refused(error) => reply.give(Err(error)),
            Landed::Fenced => {
                reply.give(Err(RoomError::Unavailable.into()));
                return self.step_down(ctx);
            }
            Landed::Lost => {
                reply.give(Err(RoomError::Unavailable.into()));
                return self.start_over(Certainty::None, ctx);
            }
            Landed::InDoubt(draft) => {
                self.start_over(Certainty::None, ctx);
                let unsure = Unsure {
                    first_id: draft.first_id,
                    answers: draft.answers,
                    reply,
                };
                match &mut self.state {
                    State::Loading(loading) => loading.unsure = Some(unsure),
                    State::Live(_) | State::Leaving | State::Gone => {
                        unsure.refuse(RoomError::InDoubt);
                    }
                }
                return;
            }
        }
        if outage {
            return self.start_over(Certainty::None, ctx);
        }
        self.notice_standstill(ctx);
        self.arm(ctx);
        self.beat_if_running(ctx);
        self.decide_held(ctx);
    }

    fn adopt(&mut self, draft: Draft, reply: WithinReply, ctx: &mut Context<Self>) {
        let State::Live(desk) = &mut self.state else {
            return;
        };
        let (done, answers) = desk.adopt(draft);
        let snapshot = snapshot_if_due(&self.host.settings, self.snapshot_seq, desk);
        if let Some((seq, state)) = snapshot {
            self.snapshot_seq = seq;
            keep_snapshot(&self.host, self.catalog_id, seq, state);
        }
        self.tell(done, ctx);
        for answer in &answers {
            count(answer);
        }
        reply.give(Ok(answers));
    }
}

/// Loading and doubt.
impl RoomActor {
    fn load(&mut self, ctx: &mut Context<Self>) {
        let State::Loading(loading) = &self.state else {
            return;
        };
        let known_seq = loading.doubtful.as_ref().map(|doubtful| doubtful.known_seq);
        let (host, catalog_id) = (self.host.clone(), self.catalog_id);
        // A room that timed out while loading gets more time.
        let wait = self.host.settings.load_timeout * (1 << loading.failed.min(3));
        let keys_since = self.host.clock.timestamp().minus_ms(keys::HOLD_MS);
        let loading =
            async move { timeout(wait, taken(&host, catalog_id, known_seq, keys_since)).await };
        ctx.spawn(
            loading
                .into_actor(self)
                .map(|loaded, room, ctx| match loaded {
                    Ok(Ok(loaded)) => room.live(loaded, ctx),
                    Ok(Err(NotTaken::Load(LoadError::Unknown(_)))) => {
                        room.vanish(RoomError::NotFound, ctx);
                    }
                    Ok(Err(NotTaken::Claim(NotClaimed::Elsewhere))) => room.leave(ctx),
                    Ok(Err(error)) => room.load_later(&error.to_string(), ctx),
                    Err(_) => room.load_later("the database timed out", ctx),
                }),
        );
    }

    fn load_later(&mut self, error: &str, ctx: &mut Context<Self>) {
        tracing::error!(catalog_id = self.catalog_id, error, "cannot load the room");
        counter!("room_loads_total", "outcome" => "failed").increment(1);
        let State::Loading(loading) = &mut self.state else {
            return;
        };
        self.suspects = 0;
        for arrival in self.held.drain(..).chain(loading.queue.drain(..)) {
            arrival.refuse(RoomError::Unavailable);
        }
        let settings = &self.host.settings;
        let pause = settings
            .retry_first
            .saturating_mul(1 << loading.failed.min(10))
            .min(settings.retry_longest);
        loading.failed += 1;
        ctx.run_later(pause, |room, ctx| room.load(ctx));
    }

    fn live(&mut self, loaded: Loaded, ctx: &mut Context<Self>) {
        counter!("room_loads_total", "outcome" => "loaded").increment(1);
        self.standstills = self.host.journal.watch().standstills();
        let (last_alive, handed_over) = (loaded.last_alive, loaded.handed_over);
        let stored = loaded.stored.clone();
        self.snapshot_seq = loaded.snapshot_seq;
        let shown_before = self.view.catalog().map(|catalog| catalog.version);
        let desk = Desk::new(loaded);
        self.host.directory.loaded(self.catalog_id, desk.epoch());
        if !self.host.directory.holds(self.catalog_id) {
            // The process stood still after the claim, and another node may have claimed the room since.
            tracing::warn!(
                catalog_id = self.catalog_id,
                "the room's ownership lapsed while it was loaded"
            );
            return self.load(ctx);
        }
        tracing::info!(
            catalog_id = self.catalog_id,
            epoch = desk.epoch(),
            seq = desk.stored_seq(),
            "room loaded"
        );
        let now = self.host.clock.timestamp();
        if let Err(error) = self.view.show(desk.room(), now) {
            return self.load_later(&error.to_string(), ctx);
        }
        // A hand-over is not an outage, unless nobody claimed the room for too long.
        let was_handed_over = handed_over.is_some_and(|at| now < at.plus_ms(self.standstill_ms()));
        let outage = outage(desk.room(), last_alive, now).filter(|_| !was_handed_over);
        let State::Loading(loading) =
            std::mem::replace(&mut self.state, State::Live(Box::new(desk)))
        else {
            return;
        };

        if let Some(doubtful) = loading.doubtful {
            let (answered, lost) = doubtful.settle(&stored);
            for waiter in answered {
                deliver(waiter.reply, waiter.answer);
            }
            lost.into_iter()
                .for_each(|reply| reply.refuse(RoomError::Unavailable));
        }
        if let Some(unsure) = loading.unsure {
            unsure
                .settle(&stored)
                .iter()
                .for_each(|answer| count(answer));
        }
        if let Some(version) = shown_before {
            self.publish_since(version);
        }
        if let Some(last_alive) = outage {
            self.decide(self.own_command(Command::Recover { last_alive }), ctx);
        }
        self.held.extend(loading.queue);
        self.decide_held(ctx);
        // No heartbeat before the recovery is stored: a second outage would hide this one. Heartbeats start with that
        // batch.
        self.arm(ctx);
    }

    /// Gaps of at least this length are outages.
    fn standstill_ms(&self) -> i64 {
        let longest = self.host.settings.journal.standstill_after;
        i64::try_from(longest.as_millis()).unwrap_or(i64::MAX)
    }

    /// Publishes changes that were stored while in doubt.
    fn publish_since(&self, version: i64) {
        if let Ok(Some(news)) = self.view.news_since(version) {
            self.publish(&news);
        }
    }

    /// Switches to loading; returns the state that was in memory.
    fn stop_living(&mut self, ctx: &mut Context<Self>) -> Option<Box<Desk<Reply>>> {
        self.disarm(ctx);
        self.stop_beating();
        let loading = State::Loading(Loading::new());
        match std::mem::replace(&mut self.state, loading) {
            State::Live(desk) => Some(desk),
            State::Loading(_) | State::Leaving | State::Gone => None,
        }
    }

    /// Discards the state in memory, because the journal rejected it or its outcome is unknown. Takes the room over and
    /// checks.
    fn start_over(&mut self, certainty: Certainty, ctx: &mut Context<Self>) {
        counter!("room_doubts_total").increment(1);
        let Some(desk) = self.stop_living(ctx) else {
            return;
        };
        let mut doubtful = desk.doubt();
        match (certainty, &mut self.state) {
            (Certainty::None, State::Loading(loading)) => {
                // These waiters are answered once the journal is readable; those whose batch was never sent are
                // answered now.
                doubtful
                    .lost
                    .drain(..)
                    .for_each(|reply| reply.refuse(RoomError::Unavailable));
                loading.doubtful = Some(doubtful);
            }
            _ => refuse_all(doubtful, RoomError::Unavailable),
        }
        self.load(ctx);
    }

    /// Retries after the database rejected one command of the batch. Nothing was stored and nobody was answered: all
    /// commands are decided again, each in its own batch, so that the faulty one harms no other.
    fn sort_out(&mut self, ctx: &mut Context<Self>) {
        let Some(desk) = self.stop_living(ctx) else {
            return;
        };
        let (at_fault, undone) = desk.undo();
        self.suspects += undone.len();
        for waiter in undone.into_iter().rev() {
            self.held.push_front(Arrival::Command(Envelope {
                request: waiter.request,
                at: waiter.at,
                reply: waiter.reply,
            }));
        }
        match at_fault {
            // The room would repeat its own command at once.
            Some(waiter) if waiter.reply.is_nobody() => {
                self.load_later("the database rejects the room's own command", ctx);
            }
            at_fault => {
                if let Some(waiter) = at_fault {
                    waiter.reply.refuse(RoomError::Unavailable);
                }
                self.load(ctx);
            }
        }
    }

    /// Decides held arrivals. Suspects are decided one by one; hand-overs and commands with their own transaction wait until
    /// everything before them is stored.
    fn decide_held(&mut self, ctx: &mut Context<Self>) {
        while let State::Live(desk) = &self.state {
            let alone = self.suspects > 0
                || matches!(
                    self.held.front(),
                    Some(Arrival::Within(_) | Arrival::HandOver(_))
                );
            if self.flight.is_some() || (alone && !desk.is_settled()) {
                return;
            }
            let Some(arrival) = self.held.pop_front() else {
                return;
            };
            self.suspects = self.suspects.saturating_sub(1);
            self.take_up(arrival, ctx);
        }
    }

    /// Reloads the room, whose state cannot be encoded: what is in memory cannot be trusted.
    fn lose_the_thread(&mut self, error: &serde_json::Error, ctx: &mut Context<Self>) {
        tracing::error!(catalog_id = self.catalog_id, %error, "cannot encode the room's state as JSON");
        self.start_over(Certainty::None, ctx);
    }

    /// Another process owns the room. No waiting command was stored.
    fn step_down(&mut self, ctx: &mut Context<Self>) {
        tracing::warn!(
            catalog_id = self.catalog_id,
            "another process owns the room"
        );
        self.vanish(RoomError::Unavailable, ctx);
    }

    /// Leaves memory; all waiters get `error`.
    fn vanish(&mut self, error: RoomError, ctx: &mut Context<Self>) {
        self.lodging.leave();
        for arrival in self.held.drain(..) {
            arrival.refuse(error);
        }
        if let State::Loading(loading) = &mut self.state {
            for arrival in loading.queue.drain(..) {
                arrival.refuse(error);
            }
        }
        self.end(error, ctx);
    }

    /// Leaves memory because another node owns the room. Drops undecided commands, whose senders then locate the room
    /// again.
    fn leave(&mut self, ctx: &mut Context<Self>) {
        tracing::info!(
            catalog_id = self.catalog_id,
            "the room lives on another node"
        );
        self.lodging.leave();
        self.held.clear();
        // The batch in flight may still commit; only the next owner can tell.
        self.end(RoomError::InDoubt, ctx);
    }

    /// Answers `error` to commands that were decided but are not known to be stored.
    fn end(&mut self, error: RoomError, ctx: &mut Context<Self>) {
        self.suspects = 0;
        self.disarm(ctx);
        self.stop_beating();
        self.host.directory.forget(self.catalog_id);
        match std::mem::replace(&mut self.state, State::Gone) {
            State::Leaving | State::Gone => {}
            State::Live(desk) => refuse_all(desk.doubt(), error),
            State::Loading(loading) => {
                if let Some(doubtful) = loading.doubtful {
                    refuse_all(doubtful, error);
                }
                if let Some(unsure) = loading.unsure {
                    unsure.refuse(error);
                }
            }
        }
        ctx.stop();
    }

    /// Releases a settled room. Senders of commands that arrive meanwhile follow it.
    fn hand_over(&mut self, order: Option<HandOver>, ctx: &mut Context<Self>) {
        let State::Live(desk) = std::mem::replace(&mut self.state, State::Leaving) else {
            return;
        };
        self.disarm(ctx);
        self.stop_beating();
        let (host, catalog_id, epoch) = (self.host.clone(), self.catalog_id, desk.epoch());
        let giving_up = async move {
            let to = order.as_ref().and_then(|order| order.to.as_ref());
            host.directory.hand_over(catalog_id, Some(epoch), to).await;
            order
        };
        ctx.spawn(giving_up.into_actor(self).map(|order, room, ctx| {
            room.lodging.leave();
            room.held.clear();
            room.end(RoomError::Unavailable, ctx);
            if let Some(order) = order {
                let _ = order.done.send(());
            }
        }));
    }

    fn leave_if_idle(&mut self, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let settings = &self.host.settings;
        let unused = self.host.clock.monotonic() - self.last_used;
        let used = unused < settings.idle_after || self.host.bus.is_watched(self.catalog_id);
        let busy = !desk.is_settled() || self.flight.is_some() || !self.held.is_empty();
        if used || busy || desk.next_wake().is_some() {
            return;
        }
        tracing::info!(catalog_id = self.catalog_id, "room unloaded");
        if desk.stored_seq() - self.snapshot_seq >= settings.snapshot_every {
            match serde_json::to_string(desk.room()) {
                Ok(state) => {
                    keep_snapshot(&self.host, self.catalog_id, desk.stored_seq(), state);
                }
                Err(error) => tracing::error!(%error, "cannot encode a snapshot"),
            }
        }
        self.hand_over(None, ctx);
    }
}

#[derive(Debug, thiserror::Error)]
enum NotTaken {
    #[error(transparent)]
    Claim(#[from] NotClaimed),
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// Claims the room for this node, fences its previous owner and loads it.
async fn taken(
    host: &Host,
    catalog_id: i64,
    known_seq: Option<i64>,
    keys_since: Timestamp,
) -> Result<Loaded, NotTaken> {
    host.directory.claim(catalog_id).await?;
    let loaded = host
        .archive
        .take_over(catalog_id, known_seq, keys_since)
        .await?;
    Ok(loaded)
}

/// The last sign of life, if the room must recover before its timers run: it is running, or should have started
/// automatically meanwhile. Without a heartbeat that is its last event.
fn outage(room: &Room, last_alive: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    let start_was_missed = next_wake(room).is_some_and(|due| due <= now);
    (room.state().is_running() || start_was_missed)
        .then(|| last_alive.unwrap_or(room.last_event_at()))
}

fn refuse_all(doubtful: Doubtful<Reply>, error: RoomError) {
    let (answered, lost) = doubtful.settle(&[]);
    debug_assert!(answered.is_empty(), "nothing is known to be stored");
    lost.into_iter().for_each(|reply| reply.refuse(error));
}

fn deliver(reply: Reply, answer: Arc<Answer>) {
    count(&answer);
    reply.answer(answer);
}

fn count(answer: &Answer) {
    counter!("room_commands_total", "result" => outcome_name(&answer.result)).increment(1);
}

/// The state after the batch in flight, if the journal's tail has grown long. Nothing is gathered on top of it yet.
fn snapshot_if_due(
    settings: &RoomSettings,
    last: i64,
    desk: &Desk<Reply>,
) -> Option<(i64, String)> {
    let arrivals = i64::try_from(desk.room().last_arrival().0).unwrap_or(i64::MAX);
    let seq = desk.seq();
    if seq - last < settings.longest_tail.max(arrivals) {
        return None;
    }
    match serde_json::to_string(desk.room()) {
        Ok(state) => Some((seq, state)),
        Err(error) => {
            tracing::error!(%error, "cannot encode a snapshot");
            None
        }
    }
}

fn keep_snapshot(host: &Host, catalog_id: i64, seq: i64, state: String) {
    let archive = host.archive.clone();
    actix::spawn(async move {
        // Without the snapshot the next load replays more events; nothing is lost.
        if let Err(error) = archive.keep_snapshot(catalog_id, seq, &state).await {
            tracing::warn!(catalog_id, seq, %error, "cannot store the snapshot");
        }
    });
}

async fn recalled(
    archive: &dyn Archive,
    catalog_id: i64,
    seq: i64,
) -> Result<Answer, Box<dyn std::error::Error + Send + Sync>> {
    let answer = archive.answer(catalog_id, seq).await?;
    Ok(serde_json::from_str(&answer)?)
}
