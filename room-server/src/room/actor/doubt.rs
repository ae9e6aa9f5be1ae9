//! What happens when the state in memory cannot be trusted, and deciding the arrivals that were held meanwhile.

use super::{Certainty, Loading, RoomActor, State, unloading::refuse_all};
use crate::room::{
    desk::Desk,
    mailbox::{Arrival, Envelope, Reply},
};
use actix::Context;
use metrics::counter;
use wire::RoomError;

impl RoomActor {
    /// Switches to loading; returns the state that was in memory.
    pub(super) fn stop_living(&mut self, ctx: &mut Context<Self>) -> Option<Box<Desk<Reply>>> {
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
    pub(super) fn start_over(&mut self, certainty: Certainty, ctx: &mut Context<Self>) {
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
    pub(super) fn retry_one_by_one(&mut self, ctx: &mut Context<Self>) {
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
    pub(super) fn decide_held(&mut self, ctx: &mut Context<Self>) {
        while let State::Live(desk) = &self.state {
            let alone = self.suspects > 0
                || matches!(
                    self.held.front(),
                    Some(Arrival::Within(_) | Arrival::HandOver(_))
                );
            if self.draft.is_some() || (alone && !desk.is_settled()) {
                return;
            }
            let Some(arrival) = self.held.pop_front() else {
                return;
            };
            self.suspects = self.suspects.saturating_sub(1);
            self.handle_now(arrival, ctx);
        }
    }

    /// Reloads the room, whose state cannot be encoded: what is in memory cannot be trusted.
    pub(super) fn reload_unencodable(
        &mut self,
        error: &serde_json::Error,
        ctx: &mut Context<Self>,
    ) {
        tracing::error!(catalog_id = self.catalog_id, %error, "cannot encode the room's state as JSON");
        self.start_over(Certainty::None, ctx);
    }
}
