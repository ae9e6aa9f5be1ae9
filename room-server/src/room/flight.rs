//! Storing commands in their sender's transaction, beside the room's thread.

use super::{
    mailbox::WithinReply,
    within::{Bundle, Copy, Draft, NotPlayed, WithinError},
};
use crate::{
    journal::{self, Ended, JournalSettings},
    request::{Answer, RoomError},
};
use domain::Timestamp;
use std::sync::Arc;
use uuid::Uuid;

/// A sender whose transaction was being committed when the connection broke.
pub struct Unsure {
    pub first_id: Uuid,
    pub answers: Vec<Arc<Answer>>,
    pub reply: WithinReply,
}

impl Unsure {
    /// Tells the sender what `stored`, the commands the journal has gained, says. Returns the answers given.
    pub fn settle(self, stored: &[Uuid]) -> Vec<Arc<Answer>> {
        if !stored.contains(&self.first_id) {
            self.refuse(RoomError::Unavailable);
            return Vec::new();
        }
        self.reply.give(Ok(self.answers.clone()));
        self.answers
    }

    pub fn refuse(self, error: RoomError) {
        self.reply.give(Err(error.into()));
    }
}

/// How storing a draft ended.
pub enum Landed {
    Stored(Box<Draft>),
    /// The room is as it was.
    Refused(WithinError),
    Fenced,
    /// Nothing is stored, but a lost session may hold the room's row.
    Lost,
    InDoubt(Box<Draft>),
}

/// Has `copy` decide the bundle's commands at `at`, and stores them in its transaction.
pub async fn store(copy: Copy, bundle: Bundle, at: Timestamp, settings: JournalSettings) -> Landed {
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
