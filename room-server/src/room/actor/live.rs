//! A live room: decides commands, stores them in batches, answers and publishes, and keeps its timer and its heartbeat.

use super::{
    Alarmed, Certainty, RoomActor, State, count,
    snapshots::{keep_snapshot, snapshot_if_due},
};
use crate::{
    journal::{Archive, LiveRoom, NotStored},
    room::{
        desk::{Done, Step},
        mailbox::{Arrival, Envelope, Reply},
        view::News,
    },
    spans,
};
use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use domain::Command;
use metrics::histogram;
use std::{sync::Arc, time::Instant};
use tokio::time::timeout;
use tracing::Span;
use wire::{Answer, Request, RoomError};

impl RoomActor {
    /// Arrivals during a standstill, timers included, wait for the recovery.
    pub(super) fn notice_standstill(&mut self, ctx: &mut Context<Self>) {
        if self.draft.is_some() {
            // Nothing is decided before the draft has draft_ended; the check is then repeated.
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
    pub(super) fn notice_lapse(&mut self, ctx: &mut Context<Self>) {
        if self.draft.is_none()
            && matches!(self.state, State::Live(_))
            && !self.host.directory.holds(self.catalog_id)
        {
            tracing::warn!(catalog_id = self.catalog_id, "the room's ownership lapsed");
            self.start_over(Certainty::None, ctx);
        }
    }

    pub(super) fn fenced(&mut self, epoch: i64, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        // The outcome of a store in flight will show it.
        if desk.epoch() == epoch && self.draft.is_none() && !desk.is_flying() {
            self.step_down(ctx);
        }
    }

    pub(super) fn handle_now(&mut self, arrival: Arrival, ctx: &mut Context<Self>) {
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

    pub(super) fn decide(&mut self, envelope: Envelope, ctx: &mut Context<Self>) {
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
            Err(error) => self.reload_unencodable(&error, ctx),
        }
    }

    /// Stores the gathered commands after the mailbox is drained, so that commands arriving together share a batch.
    pub(super) fn flush_soon(&mut self, ctx: &mut Context<Self>) {
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

    pub(super) fn flush(&mut self, ctx: &mut Context<Self>) {
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
            Err(error) => self.reload_unencodable(&error, ctx),
        }
    }

    pub(super) fn batch_ended(
        &mut self,
        epoch: i64,
        outcome: Result<(), NotStored>,
        ctx: &mut Context<Self>,
    ) {
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
                    self.answer_and_publish(done, ctx);
                }
                self.flush(ctx);
                self.arm(ctx);
                self.beat_if_running(ctx);
                self.decide_held(ctx);
            }
            Err(NotStored::Refused) => self.retry_one_by_one(ctx),
            Err(NotStored::Fenced) => self.step_down(ctx),
            Err(NotStored::Failed) => self.start_over(Certainty::NothingStored, ctx),
            Err(NotStored::InDoubt) => self.start_over(Certainty::None, ctx),
        }
    }

    /// Answers all waiters of a batch and publishes its changes.
    pub(super) fn answer_and_publish(&mut self, done: Done<Reply>, ctx: &mut Context<Self>) {
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
            Err(error) => self.reload_unencodable(&error, ctx),
        }
    }

    pub(super) fn publish(&self, news: &News) {
        for lot in &news.lots {
            self.host.bus.lot(&lot.update, &lot.payload);
        }
        if let Some((catalog, payload)) = &news.catalog {
            self.host.bus.catalog(catalog, payload);
        }
    }

    /// Loads the first answer under a key from the journal.
    pub(super) fn recall(&mut self, reply: Reply, seq: i64, ctx: &mut Context<Self>) {
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

    pub(super) fn arm(&mut self, ctx: &mut Context<Self>) {
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
    pub(super) fn own_command(&self, command: Command) -> Envelope {
        Envelope {
            request: Request::new(command),
            at: self.host.clock.timestamp(),
            reply: Reply::nobody(),
        }
    }

    pub(super) fn disarm(&mut self, ctx: &mut Context<Self>) {
        if let Some((_, handle)) = self.timer.take() {
            ctx.cancel_future(handle);
        }
    }

    pub(super) fn beat_if_running(&mut self, ctx: &mut Context<Self>) {
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

    pub(super) fn stop_beating(&mut self) {
        self.beats = false;
        self.host.journal.pulse().stop(self.catalog_id);
    }
}

pub(super) fn deliver(reply: Reply, answer: Arc<Answer>) {
    count(&answer);
    reply.answer(answer);
}

async fn recalled(
    archive: &dyn Archive,
    catalog_id: i64,
    seq: i64,
) -> Result<Answer, Box<dyn std::error::Error + Send + Sync>> {
    let answer = archive.answer(catalog_id, seq).await?;
    Ok(serde_json::from_str(&answer)?)
}
