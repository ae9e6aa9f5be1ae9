//! Turns outbox events into messages and letters.

use outbox::Job;
use sqlx::PgConnection;
use time::OffsetDateTime;

use self::facts::Facts;
use self::notice::Read;
use crate::message::Message;
use mail::letters::NewLetter;

mod facts;
mod notice;
mod words;

/// The messages and letters that events cause.
pub struct Outgoing {
    pub messages: Vec<Message>,
    /// Letters without a notification on the site.
    pub letters: Vec<NewLetter>,
}

/// Builds the messages and letters for these events.
pub async fn compose(
    conn: &mut PgConnection,
    jobs: Vec<Job>,
    now: OffsetDateTime,
) -> sqlx::Result<Outgoing> {
    let read: Vec<Read> = jobs.into_iter().filter_map(Read::of).collect();
    let facts = Facts::of(conn, &read, now).await?;
    Ok(Outgoing {
        messages: read.iter().flat_map(|read| facts.messages(read)).collect(),
        letters: read.iter().flat_map(|read| facts.letters(read)).collect(),
    })
}
