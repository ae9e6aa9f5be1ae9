//! Stores commands in their sender's transaction, off the room's thread.

use super::{
    mailbox::WithinReply,
    within::{Bundle, Copy, Draft, NotPlayed, WithinError},
};
use crate::journal::{self, Ended, JournalSettings};
use domain::Timestamp;
use sqlstate::Cause;
use std::sync::Arc;
use uuid::Uuid;
use wire::{Answer, RoomError};

/// A sender whose connection broke during the commit.
pub struct Unsure {
    pub first_id: Uuid,
    pub answers: Vec<Arc<Answer>>,
    pub reply: WithinReply,
}

impl Unsure {
    /// Answers the sender according to `stored`, the commands that the journal has gained. Returns the answers given.
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

/// Outcome of storing a draft.
pub enum DraftOutcome {
    Stored(Box<Draft>),
    /// The room is unchanged.
    Refused(WithinError),
    Fenced,
    /// Nothing was stored, but a lost session may hold the room's row.
    Lost,
    InDoubt(Box<Draft>),
}

/// Decides the bundle's commands on `copy` at `at`, and stores them in the bundle's transaction.
pub async fn store(
    copy: Copy,
    bundle: Bundle,
    at: Timestamp,
    settings: JournalSettings,
) -> DraftOutcome {
    let Bundle {
        requests,
        transaction,
    } = bundle;
    // Thousands of commands take a while, and other rooms share this thread.
    let draft = tokio::task::spawn_blocking(move || copy.decide(requests, at)).await;
    let draft = match draft {
        Ok(Ok(draft)) => Box::new(draft),
        failed => {
            journal::roll_back(transaction, settings.answer_timeout).await;
            return DraftOutcome::Refused(match failed {
                Ok(Err(NotPlayed::Refused { place, refusal })) => {
                    WithinError::Refused { place, refusal }
                }
                failed => {
                    tracing::error!(?failed, "cannot decide commands");
                    RoomError::Unavailable.into()
                }
            });
        }
    };
    match journal::store_within(transaction, Some(&draft.batch), &settings).await {
        Ended::Stored => DraftOutcome::Stored(draft),
        Ended::NotStored(error) => DraftOutcome::Refused(blame(error)),
        Ended::Fenced => DraftOutcome::Fenced,
        Ended::Lost => DraftOutcome::Lost,
        Ended::InDoubt => DraftOutcome::InDoubt(draft),
    }
}

/// Separates errors that the caller must fix from transient ones.
fn blame(error: sqlx::Error) -> WithinError {
    let is_lasting = match Cause::of(&error) {
        Cause::TransactionState | Cause::Statement => true,
        cause => cause.is_data(),
    };
    if is_lasting {
        WithinError::Database(error)
    } else {
        RoomError::Unavailable.into()
    }
}
