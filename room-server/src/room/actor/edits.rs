//! Storing commands in their sender's transaction.

use super::{
    Certainty, DraftInFlight, RoomActor, State, count,
    snapshots::{keep_snapshot, snapshot_if_due},
};
use crate::room::{
    flight::{self, DraftOutcome, Unsure},
    mailbox::{Within, WithinReply},
    within::Draft,
};
use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use wire::RoomError;

impl RoomActor {
    /// The room is settled: new decisions depend only on stored state.
    pub(super) fn store_within(&mut self, within: Within, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let Some((bundle, at, reply)) = within.open() else {
            return;
        };
        let copy = desk.copy();
        let settings = self.host.settings.journal.clone();
        self.draft = Some(DraftInFlight::default());
        let storing = flight::store(copy, bundle, at, settings);
        ctx.spawn(
            storing
                .into_actor(self)
                .map(move |outcome, room, ctx| room.draft_ended(outcome, reply, ctx)),
        );
    }

    pub(super) fn draft_ended(
        &mut self,
        outcome: DraftOutcome,
        reply: WithinReply,
        ctx: &mut Context<Self>,
    ) {
        let outage = self.draft.take().is_some_and(|draft| draft.outage);
        let outcome = match outcome {
            DraftOutcome::Stored(draft) if !self.host.directory.holds(self.catalog_id) => {
                DraftOutcome::InDoubt(draft)
            }
            outcome => outcome,
        };
        match outcome {
            DraftOutcome::Stored(draft) => self.adopt(*draft, reply, ctx),
            DraftOutcome::Refused(error) => reply.give(Err(error)),
            DraftOutcome::Fenced => {
                reply.give(Err(RoomError::Unavailable.into()));
                return self.step_down(ctx);
            }
            DraftOutcome::Lost => {
                reply.give(Err(RoomError::Unavailable.into()));
                return self.start_over(Certainty::None, ctx);
            }
            DraftOutcome::InDoubt(draft) => {
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

    pub(super) fn adopt(&mut self, draft: Draft, reply: WithinReply, ctx: &mut Context<Self>) {
        let State::Live(desk) = &mut self.state else {
            return;
        };
        let (done, answers) = desk.adopt(draft);
        let snapshot = snapshot_if_due(&self.host.settings, self.snapshot_seq, desk);
        if let Some((seq, state)) = snapshot {
            self.snapshot_seq = seq;
            keep_snapshot(&self.host, self.catalog_id, seq, state);
        }
        self.answer_and_publish(done, ctx);
        for answer in &answers {
            count(answer);
        }
        reply.give(Ok(answers));
    }
}
