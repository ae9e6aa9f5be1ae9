//! Commands stored in their sender's transaction. They are decided on a copy of the room, which becomes the room once
//! the transaction is committed; if anything fails before that, the room is unchanged.

use super::{
    gathering::{Before, Gathering, Shown},
    notices::Leaders,
};
use crate::journal::Batch;
use domain::{Refusal, Room, Timestamp, execute};
use sqlx::{Postgres, Transaction};
use std::sync::Arc;
use uuid::Uuid;
use wire::{Answer, CatalogStatusUpdate, Request, RoomError};

/// Why nothing of a transaction was stored: neither the commands nor the caller's writes.
#[derive(Debug, thiserror::Error)]
pub enum WithinError {
    /// The rules refuse the command at this position (from 0), decided after its predecessors.
    #[error("the command at place {place} is refused: {refusal:?}")]
    Refused { place: usize, refusal: Refusal },
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The database rejects it: a constraint is violated, or an earlier statement of the caller failed.
    #[error(transparent)]
    Database(sqlx::Error),
}

/// Requests to a room, and the transaction to store them in.
pub(crate) struct Bundle {
    pub requests: Vec<Request>,
    pub transaction: Transaction<'static, Postgres>,
}

/// Decided commands, and the data to store for them.
pub(crate) struct Played {
    pub gathering: Gathering,
    pub answers: Vec<Arc<Answer>>,
}

/// Decides `commands` on `room` in order, each at its time. Stops at the first refused command and returns its
/// position. The first command is always stored, so that its presence proves that all are stored; of the others, only
/// those that changed something.
pub(crate) fn play(
    room: &mut Room,
    commands: impl IntoIterator<Item = (Timestamp, Request)>,
) -> Result<Played, NotPlayed> {
    let mut gathering = Gathering::default();
    let mut answers = Vec::new();
    for (place, (at, request)) in commands.into_iter().enumerate() {
        let before = Before::of(room, &request.command);
        let executed = execute(room, &request.command, at);
        if let Err(refusal) = executed.result {
            return Err(NotPlayed::Refused { place, refusal });
        }
        let now = room.now();
        let (result, own) = (executed.result, executed.own());
        let answer = Answer::new(room, &request.command, result, own, now);
        if !executed.events.is_empty() || request.idempotency.is_some() || place == 0 {
            gathering.record(room, &before, &request, &executed, &answer, now)?;
        }
        answers.push(Arc::new(answer));
    }
    Ok(Played { gathering, answers })
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum NotPlayed {
    #[error("the command at place {place} is refused: {refusal:?}")]
    Refused { place: usize, refusal: Refusal },
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The parts of a settled room needed to decide beside it.
#[derive(Debug)]
pub(crate) struct Copy {
    pub room: Room,
    pub leaders: Leaders,
    pub epoch: i64,
    pub seq: i64,
}

/// A room's next state, and the batch to store before it takes effect.
#[derive(Debug)]
pub(crate) struct Draft {
    pub room: Room,
    pub leaders: Leaders,
    pub batch: Batch,
    pub shown: Shown,
    pub catalog: CatalogStatusUpdate,
    pub answers: Vec<Arc<Answer>>,
    /// Id of the batch's first command.
    pub first_id: Uuid,
}

impl Copy {
    /// `requests` must not be empty and must come without keys: a repetition would write the sender's own rows again.
    pub fn decide(mut self, requests: Vec<Request>, at: Timestamp) -> Result<Draft, NotPlayed> {
        let played = play(
            &mut self.room,
            requests.into_iter().map(|asked| (at, asked)),
        )?;
        let (batch, shown) = played.gathering.into_batch(
            &self.room,
            self.epoch,
            self.seq,
            Some(&mut self.leaders),
        )?;
        Ok(Draft {
            catalog: CatalogStatusUpdate::new(&self.room.catalog_view(), self.room.now()),
            first_id: batch.commands[0].id,
            answers: played.answers,
            room: self.room,
            leaders: self.leaders,
            batch,
            shown,
        })
    }
}
