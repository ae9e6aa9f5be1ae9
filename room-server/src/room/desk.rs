//! Core of a room, without actors, clocks or I/O. Decides commands on the state ahead of the journal, gathers what must
//! be stored, and releases an answer only after everything it depends on is stored.

use super::{
    gathering::{Before, Gathering, Shown},
    keys::{EarlierRequest, Keys, OtherBody},
    notices::Leaders,
    within::{Copy, Draft},
};
use crate::journal::{Batch, Loaded};
use domain::{Room, Timestamp, execute, next_wake};
use std::sync::Arc;
use uuid::Uuid;
use wire::{Answer, CatalogStatusUpdate, Request, RoomError};

/// A waiting sender, and the answer they get once their batch is stored. `W` is the way to reach them.
#[derive(Debug)]
pub struct Waiter<W> {
    pub reply: W,
    pub answer: Arc<Answer>,
    /// The request and its arrival, to decide it again if the batch is refused.
    pub request: Request,
    pub at: Timestamp,
}

/// The immediate result of deciding a command.
#[derive(Debug)]
pub enum Step<W> {
    /// It waits for its batch.
    Waits,
    /// The answer depends only on stored state.
    Answer(W, Arc<Answer>),
    /// The key's first answer is in the journal, at this sequence number.
    Recall(W, i64),
    Refuse(W, RoomError),
}

#[derive(Debug)]
struct InFlight<W> {
    number: u64,
    /// Id of its first command.
    first_id: Uuid,
    seq_after: i64,
    commands: i64,
    /// (seq, account, key) of its commands that came with a key.
    keys: Vec<(i64, Option<i64>, String)>,
    waiters: Vec<Waiter<W>>,
    shown: Shown,
    catalog: CatalogStatusUpdate,
}

/// A stored batch: the waiters to answer and the changes to publish.
#[derive(Debug)]
pub struct Done<W> {
    pub waiters: Vec<Waiter<W>>,
    pub shown: Shown,
    pub catalog: CatalogStatusUpdate,
}

/// The waiters at the moment the room's state became doubtful.
#[derive(Debug)]
pub struct Doubtful<W> {
    /// Sequence number that the journal is known to have reached.
    pub known_seq: i64,
    /// The first command of the batch in flight, and the batch's waiters.
    in_flight: Option<(Uuid, Vec<Waiter<W>>)>,
    /// Waiters whose batch was never sent: none of their commands took effect.
    pub lost: Vec<W>,
}

impl<W> Doubtful<W> {
    /// Splits the waiters into those whose batch is stored, with their answers, and those whose commands had no effect.
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
    /// Sequence number of the journal once the batch in flight is stored.
    seq: i64,
    /// Sequence number known to be stored.
    stored_seq: i64,
    ahead: Room,
    keys: Keys,
    leaders: Leaders,
    gathering: Gathering,
    waiters: Vec<Waiter<W>>,
    /// Keys of the gathered commands, by position.
    gathering_keys: Vec<(i64, Option<i64>, String)>,
    gathered: i64,
    first_id: Option<Uuid>,
    /// Number of the batch being gathered.
    number: u64,
    in_flight: Option<InFlight<W>>,
}

impl<W> Desk<W> {
    pub fn new(mut loaded: Loaded) -> Self {
        // The clock may be behind the one the journal was written by: it was set back, or it is another machine's.
        for known in [loaded.last_alive, loaded.last_decided]
            .into_iter()
            .flatten()
        {
            loaded.room.observe_time(known);
        }
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

    /// The state ahead of the journal. It is committed when nothing is pending (see [`Desk::is_settled`]).
    pub fn room(&self) -> &Room {
        &self.ahead
    }

    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// Sequence number of the journal, including the batch in flight.
    pub fn seq(&self) -> i64 {
        self.seq
    }

    pub fn stored_seq(&self) -> i64 {
        self.stored_seq
    }

    pub fn next_wake(&self) -> Option<Timestamp> {
        next_wake(&self.ahead)
    }

    /// Whether nothing is gathered or in flight.
    pub fn is_settled(&self) -> bool {
        self.gathering.is_empty() && self.in_flight.is_none()
    }

    pub fn is_flying(&self) -> bool {
        self.in_flight.is_some()
    }

    /// Those who wait for the batch in flight.
    pub fn in_flight(&self) -> impl Iterator<Item = &W> {
        let batch = self.in_flight.iter();
        batch.flat_map(|batch| batch.waiters.iter().map(|waiter| &waiter.reply))
    }

    /// Decides a command that arrived at `now`.
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

    /// Takes the next batch, if there is something to store and nothing in flight.
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

    /// Marks the batch in flight as stored.
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

    /// Copies the state needed to decide beside a settled room. The room stays unchanged meanwhile.
    pub fn copy(&self) -> Copy {
        debug_assert!(self.is_settled(), "only stored state is copied");
        Copy {
            room: self.ahead.clone(),
            leaders: self.leaders.clone(),
            epoch: self.epoch,
            seq: self.seq,
        }
    }

    /// Replaces the room with the stored draft of its last copy. Returns the changes to publish and the answers.
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

    /// Discards the state because the batch in flight was refused. Returns the faulty command, if it was alone in its
    /// batch, then the commands to decide again, in order of arrival.
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

    /// Discards the state: the batch in flight is in doubt, and the gathered commands are lost.
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
