//! The heart of a room, without actors, clocks or I/O: decides on the state that will be, gathers what is to be stored,
//! and lets nobody hear an answer before what it rests on is stored.

use super::{
    gathering::{Before, Gathering, Shown},
    keys::{EarlierRequest, Keys, OtherBody},
    notices::Leaders,
    within::{Copy, Draft},
};
use crate::{
    journal::{Batch, Loaded},
    request::{Answer, Request, RoomError},
    wire::CatalogStatusUpdate,
};
use domain::{Room, Timestamp, execute, next_wake};
use std::sync::Arc;
use uuid::Uuid;

/// Somebody who waits, and the answer he will get if all goes well. `W` is how he is reached.
#[derive(Debug)]
pub struct Waiter<W> {
    pub reply: W,
    pub answer: Arc<Answer>,
    /// What was asked, and when it came: to be decided anew if the batch is refused.
    pub request: Request,
    pub at: Timestamp,
}

/// What is to be done with a command at once.
#[derive(Debug)]
pub enum Step<W> {
    /// It waits for its batch.
    Waits,
    /// It rests on nothing that is not stored already.
    Answer(W, Arc<Answer>),
    /// Its key's first answer is in the journal, at this place.
    Recall(W, i64),
    Refuse(W, RoomError),
}

#[derive(Debug)]
struct InFlight<W> {
    number: u64,
    /// Of its first command.
    first_id: Uuid,
    seq_after: i64,
    commands: i64,
    /// (seq, account, key) of its commands that came with a key.
    keys: Vec<(i64, Option<i64>, String)>,
    waiters: Vec<Waiter<W>>,
    shown: Shown,
    catalog: CatalogStatusUpdate,
}

/// A batch that is stored: who is answered, and what is shown.
#[derive(Debug)]
pub struct Done<W> {
    pub waiters: Vec<Waiter<W>>,
    pub shown: Shown,
    pub catalog: CatalogStatusUpdate,
}

/// Those who waited when the room's state came in doubt.
#[derive(Debug)]
pub struct Doubtful<W> {
    /// How far the journal surely goes.
    pub known_seq: i64,
    /// The first command of the batch that was on its way, and those who waited for the batch.
    in_flight: Option<(Uuid, Vec<Waiter<W>>)>,
    /// Those whose batch never left: for them nothing happened.
    pub lost: Vec<W>,
}

impl<W> Doubtful<W> {
    /// Splits them into those who are answered, since their batch is stored, and those for whom nothing happened.
    pub fn settle(mut self, stored: &[Uuid]) -> (Vec<Waiter<W>>, Vec<W>) {
        match self.in_flight {
            Some((first_id, waiters)) if stored.contains(&first_id) => (waiters, self.lost),
            Some((_, waiters)) => {
                self.lost
                    .extend(waiters.into_iter().map(|waiter| waiter.reply));
                (Vec::new(), self.lost)
            }
            None => (Vec::new(), self.lost),
        }
    }
}

#[derive(Debug)]
pub struct Desk<W> {
    epoch: i64,
    /// How far the journal goes once what is in flight is stored.
    seq: i64,
    /// How far it surely goes.
    stored_seq: i64,
    ahead: Room,
    keys: Keys,
    leaders: Leaders,
    gathering: Gathering,
    waiters: Vec<Waiter<W>>,
    /// Keys of the gathering's commands, by their place in it.
    gathering_keys: Vec<(i64, Option<i64>, String)>,
    gathered: i64,
    first_id: Option<Uuid>,
    /// Number of the batch being gathered.
    number: u64,
    in_flight: Option<InFlight<W>>,
}

impl<W> Desk<W> {
    pub fn new(loaded: Loaded) -> Self {
        Self {
            epoch: loaded.epoch,
            seq: loaded.seq,
            stored_seq: loaded.seq,
            keys: Keys::from_journal(loaded.keys),
            leaders: Leaders::of(&loaded.room),
            ahead: loaded.room,
            gathering: Gathering::default(),
            waiters: Vec::new(),
            gathering_keys: Vec::new(),
            gathered: 0,
            first_id: None,
            number: 0,
            in_flight: None,
        }
    }

    /// The state that will be. It is committed when nothing waits (see [`Desk::is_settled`]).
    pub fn room(&self) -> &Room {
        &self.ahead
    }

    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// How far the journal goes with what is on its way.
    pub fn seq(&self) -> i64 {
        self.seq
    }

    pub fn stored_seq(&self) -> i64 {
        self.stored_seq
    }

    pub fn next_wake(&self) -> Option<Timestamp> {
        next_wake(&self.ahead)
    }

    /// Nothing is gathered and nothing on its way.
    pub fn is_settled(&self) -> bool {
        self.gathering.is_empty() && self.in_flight.is_none()
    }

    pub fn is_flying(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Decides a command that came at `now`.
    pub fn decide(
        &mut self,
        request: Request,
        now: Timestamp,
        reply: W,
    ) -> Result<Step<W>, serde_json::Error> {
        if let Some(idempotency) = &request.idempotency {
            match self.keys.look_up(request.account_id, idempotency, now) {
                Err(OtherBody) => return Ok(Step::Refuse(reply, RoomError::KeyReused)),
                Ok(Some(EarlierRequest::Pending { batch, answer })) => {
                    return Ok(self.wait_for(
                        batch,
                        Waiter {
                            reply,
                            answer,
                            request,
                            at: now,
                        },
                    ));
                }
                Ok(Some(EarlierRequest::Stored { seq })) => return Ok(Step::Recall(reply, seq)),
                Ok(None) => {}
            }
        }
        let before = Before::of(&self.ahead, &request.command);
        let executed = execute(&mut self.ahead, &request.command, now);
        let at = self.ahead.now();
        let answer = Arc::new(Answer::new(
            &self.ahead,
            &request.command,
            executed.result,
            executed.own(),
            at,
        ));
        if executed.events.is_empty() && request.idempotency.is_none() {
            let resting_on = if self.gathering.is_empty() {
                self.in_flight.as_ref().map(|batch| batch.number)
            } else {
                Some(self.number)
            };
            return Ok(match resting_on {
                Some(batch) => self.wait_for(
                    batch,
                    Waiter {
                        reply,
                        answer,
                        request,
                        at: now,
                    },
                ),
                None => Step::Answer(reply, answer),
            });
        }
        self.gathering
            .record(&self.ahead, &before, &request, &executed, &answer, at)?;
        self.gathered += 1;
        self.first_id.get_or_insert(request.id);
        if let Some(idempotency) = &request.idempotency {
            self.keys.remember(
                request.account_id,
                idempotency,
                at,
                self.number,
                answer.clone(),
            );
            self.gathering_keys.push((
                self.seq + self.gathered,
                request.account_id,
                idempotency.key.clone(),
            ));
        }
        self.waiters.push(Waiter {
            reply,
            answer,
            request,
            at: now,
        });
        Ok(Step::Waits)
    }

    fn wait_for(&mut self, batch: u64, waiter: Waiter<W>) -> Step<W> {
        match &mut self.in_flight {
            Some(in_flight) if in_flight.number == batch => in_flight.waiters.push(waiter),
            _ => self.waiters.push(waiter),
        }
        Step::Waits
    }

    /// The next batch, if there is something to store and nothing on its way.
    pub fn take_batch(&mut self) -> Result<Option<Batch>, serde_json::Error> {
        let Some(first_id) = self.first_id.filter(|_| self.in_flight.is_none()) else {
            return Ok(None);
        };
        self.first_id = None;
        let gathering = std::mem::take(&mut self.gathering);
        let (batch, shown) =
            gathering.into_batch(&self.ahead, self.epoch, self.seq, Some(&mut self.leaders))?;
        let commands = std::mem::take(&mut self.gathered);
        self.seq += commands;
        self.in_flight = Some(InFlight {
            number: self.number,
            first_id,
            seq_after: self.seq,
            commands,
            keys: std::mem::take(&mut self.gathering_keys),
            waiters: std::mem::take(&mut self.waiters),
            shown,
            catalog: CatalogStatusUpdate::new(&self.ahead.catalog_view(), self.ahead.now()),
        });
        self.number += 1;
        Ok(Some(batch))
    }

    /// The batch on its way is stored.
    pub fn stored(&mut self) -> Option<Done<W>> {
        let batch = self.in_flight.take()?;
        self.stored_seq = batch.seq_after;
        for (seq, account_id, key) in &batch.keys {
            self.keys.stored(*account_id, key, *seq);
        }
        Some(Done {
            waiters: batch.waiters,
            shown: batch.shown,
            catalog: batch.catalog,
        })
    }

    /// What it takes to decide beside a settled room, which stays as it is meanwhile.
    pub fn copy(&self) -> Copy {
        debug_assert!(self.is_settled(), "what is copied is stored");
        Copy {
            room: self.ahead.clone(),
            leaders: self.leaders.clone(),
            epoch: self.epoch,
            seq: self.seq,
        }
    }

    /// The draft of the room's last copy is stored: it is the room now. Gives what is shown of it, and the answers.
    pub fn adopt(&mut self, draft: Draft) -> (Done<W>, Vec<Arc<Answer>>) {
        self.seq += draft.batch.commands.len() as i64;
        self.stored_seq = self.seq;
        self.ahead = draft.room;
        self.leaders = draft.leaders;
        let done = Done {
            waiters: Vec::new(),
            shown: draft.shown,
            catalog: draft.catalog,
        };
        (done, draft.answers)
    }

    /// Gives the state up, for the batch on its way was refused. The first is the command at fault, if it was alone;
    /// then those to be decided anew, in the order they came.
    pub fn undo(self) -> (Option<Waiter<W>>, Vec<Waiter<W>>) {
        let mut undone = Vec::new();
        let mut at_fault = None;
        if let Some(batch) = self.in_flight {
            let mut waiters = batch.waiters.into_iter();
            if batch.commands == 1 {
                at_fault = waiters.next();
            }
            undone.extend(waiters);
        }
        undone.extend(self.waiters);
        (at_fault, undone)
    }

    /// Gives the state up: what is on its way is in doubt, what was gathered is lost.
    pub fn doubt(self) -> Doubtful<W> {
        Doubtful {
            known_seq: self.stored_seq,
            in_flight: self.in_flight.map(|batch| (batch.first_id, batch.waiters)),
            lost: self
                .waiters
                .into_iter()
                .map(|waiter| waiter.reply)
                .collect(),
        }
    }
}
