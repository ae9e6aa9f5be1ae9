//! Storing commands in their sender's transaction, and what may become of that.

use super::{Certainty, RoomActor, State, count, keep_snapshot, snapshot_if_due};
use crate::{
    journal::{self, Ended},
    room::{
        mailbox::{Within, WithinReply},
        request::{Answer, RoomError},
        within::{Bundle, Draft, NotPlayed, WithinError},
    },
};
use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use std::sync::Arc;
use uuid::Uuid;

/// A draft that is being stored.
#[derive(Default)]
pub(super) struct Flight {
    /// Meanwhile a heartbeat was not stored: once it has landed the room recovers.
    pub outage: bool,
}

/// Somebody whose transaction was being committed when the connection broke.
pub(super) struct Unsure {
    first_id: Uuid,
    answers: Vec<Arc<Answer>>,
    reply: WithinReply,
}

impl Unsure {
    /// `stored` are the commands the journal has gained.
    pub fn settle(self, stored: &[Uuid]) {
        if stored.contains(&self.first_id) {
            answer(self.reply, self.answers);
        } else {
            self.refuse(RoomError::Unavailable);
        }
    }

    pub fn refuse(self, error: RoomError) {
        self.reply.give(Err(error.into()));
    }
}

enum Landed {
    Stored(Box<Draft>),
    /// The room is as it was.
    Refused(WithinError),
    Fenced,
    /// Nothing is stored, but the room's row may be locked.
    Lost,
    InDoubt(Box<Draft>),
}

impl RoomActor {
    /// The room is settled: what is decided now rests on nothing that may fall.
    pub(super) fn store_within(&mut self, within: Within, ctx: &mut Context<Self>) {
        let State::Live(desk) = &self.state else {
            return;
        };
        let Some((bundle, at, reply)) = within.open() else {
            return;
        };
        let copy = desk.copy();
        let settings = self.host.settings.journal.clone();
        self.flight = Some(Flight::default());
        let storing = async move {
            let Bundle {
                requests,
                transaction,
            } = bundle;
            // Thousands of commands take a while, and other rooms live on this thread.
            let draft = tokio::task::spawn_blocking(move || copy.decide(requests, at)).await;
            let draft = match draft {
                Ok(Ok(draft)) => Box::new(draft),
                failed => {
                    journal::roll_back(transaction, settings.answer_timeout).await;
                    return Landed::Refused(match failed {
                        Ok(Err(NotPlayed::Refused { place, refusal })) => {
                            WithinError::Refused { place, refusal }
                        }
                        failed => {
                            tracing::error!(?failed, "commands cannot be decided");
                            RoomError::Unavailable.into()
                        }
                    });
                }
            };
            match journal::store_within(transaction, Some(&draft.batch), &settings).await {
                Ended::Stored => Landed::Stored(draft),
                Ended::NotStored(error) => Landed::Refused(blame(error)),
                Ended::Fenced => Landed::Fenced,
                Ended::Lost => Landed::Lost,
                Ended::InDoubt => Landed::InDoubt(draft),
            }
        };
        ctx.spawn(
            storing
                .into_actor(self)
                .map(move |landed, room, ctx| room.landed(landed, reply, ctx)),
        );
    }

    fn landed(&mut self, landed: Landed, reply: WithinReply, ctx: &mut Context<Self>) {
        let outage = self.flight.take().is_some_and(|flight| flight.outage);
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
                    State::Live(_) => unsure.refuse(RoomError::Unavailable),
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
        answer(reply, answers);
    }
}

fn answer(reply: WithinReply, answers: Vec<Arc<Answer>>) {
    for answer in &answers {
        count(answer);
    }
    reply.give(Ok(answers));
}

/// Whether it is for the caller to mend, or for a later attempt.
fn blame(error: sqlx::Error) -> WithinError {
    let passes = match &error {
        sqlx::Error::Database(error) => error.code().is_none_or(|code| {
            // A deadlock or serialization, resources, a lock or time that ran out, the server's or the system's own.
            ["08", "40", "53", "55", "57", "58", "XX"]
                .iter()
                .any(|class| code.starts_with(class))
        }),
        _ => true,
    };
    if passes {
        RoomError::Unavailable.into()
    } else {
        WithinError::Database(error)
    }
}
