//! Commands that are stored in their sender's own transaction. They are decided on a copy of the room, which becomes the
//! room once that transaction is committed: whatever goes wrong before costs the room nothing.

use super::{
    gathering::{Before, Gathering, Shown},
    notices::Leaders,
};
use crate::{
    journal::Batch,
    request::{Answer, Request, RoomError},
    wire::CatalogStatusUpdate,
};
use domain::{Refusal, Room, Timestamp, execute};
use sqlx::{Postgres, Transaction};
use std::sync::Arc;
use uuid::Uuid;

/// Why nothing of a transaction was stored: neither the commands nor what the caller had written in it.
#[derive(Debug, thiserror::Error)]
pub enum WithinError {
    /// The rules refuse the command at this place (from 0), decided after those before it.
    #[error("the command at place {place} is refused: {refusal:?}")]
    Refused { place: usize, refusal: Refusal },
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The database does not take it: a constraint is violated, or a statement of the caller's had failed before.
    #[error(transparent)]
    Database(sqlx::Error),
}

/// What is asked of a room, and the transaction in which it is to be stored.
pub(crate) struct Bundle {
    pub requests: Vec<Request>,
    pub transaction: Transaction<'static, Postgres>,
}

/// Commands decided one after the other, and what is to be stored of them.
pub(crate) struct Played {
    pub gathering: Gathering,
    pub answers: Vec<Arc<Answer>>,
}

/// Has `room` decide `commands` in their order, each at its time; stops at the first that is refused, and gives its
/// place. The first is stored in any case, so that one can tell by it whether all of them are; of the others, those that
/// changed something.
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

/// What of a settled room is needed to decide beside it.
#[derive(Debug)]
pub(crate) struct Copy {
    pub room: Room,
    pub leaders: Leaders,
    pub epoch: i64,
    pub seq: i64,
}

/// A room as it will be, and what is to be stored before it is.
#[derive(Debug)]
pub(crate) struct Draft {
    pub room: Room,
    pub leaders: Leaders,
    pub batch: Batch,
    pub shown: Shown,
    pub catalog: CatalogStatusUpdate,
    pub answers: Vec<Arc<Answer>>,
    /// Of its first command.
    pub first_id: Uuid,
}

impl Copy {
    /// `requests` are not none, and come without keys: the sender's own rows would be written by a repetition too.
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
