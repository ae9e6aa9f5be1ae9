//! Leaving memory: released, handed over, or owned by another process.

use super::{RoomActor, State, snapshots::keep_snapshot};
use crate::room::{
    desk::Doubtful,
    mailbox::{HandOver, Reply},
};
use actix::{ActorContext as _, ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use wire::RoomError;

impl RoomActor {
    /// Another process owns the room. No waiting command was stored.
    pub(super) fn step_down(&mut self, ctx: &mut Context<Self>) {
        tracing::warn!(
            catalog_id = self.catalog_id,
            "another process owns the room"
        );
        self.unload(RoomError::Unavailable, ctx);
    }

    /// Leaves memory; all waiters get `error`.
    pub(super) fn unload(&mut self, error: RoomError, ctx: &mut Context<Self>) {
        self.entry.leave();
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
    pub(super) fn unload_to_owner(&mut self, ctx: &mut Context<Self>) {
        tracing::info!(
            catalog_id = self.catalog_id,
            "the room lives on another node"
        );
        self.entry.leave();
        self.held.clear();
        // The batch in flight may still commit; only the next owner can tell.
        self.end(RoomError::InDoubt, ctx);
    }

    /// Answers `error` to commands that were decided but are not known to be stored.
    pub(super) fn end(&mut self, error: RoomError, ctx: &mut Context<Self>) {
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
    pub(super) fn hand_over(&mut self, order: Option<HandOver>, ctx: &mut Context<Self>) {
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
            room.entry.leave();
            room.held.clear();
            room.end(RoomError::Unavailable, ctx);
            if let Some(order) = order {
                let _ = order.done.send(());
            }
        }));
    }

    pub(super) fn unload_if_idle(&mut self, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let settings = &self.host.settings;
        let unused = self.host.clock.monotonic() - self.last_used;
        let used = unused < settings.idle_after || self.host.bus.is_watched(self.catalog_id);
        let busy = !desk.is_settled() || self.draft.is_some() || !self.held.is_empty();
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

pub(super) fn refuse_all(doubtful: Doubtful<Reply>, error: RoomError) {
    let (answered, lost) = doubtful.settle(&[]);
    debug_assert!(answered.is_empty(), "nothing is known to be stored");
    lost.into_iter().for_each(|reply| reply.refuse(error));
}
