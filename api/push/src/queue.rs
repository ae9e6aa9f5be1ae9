//! The queue of messages, and what a message says.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What a browser shows; the payload its service worker reads. Push services accept 4 096 bytes, encryption overhead included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    pub title: String,
    pub body: String,
    /// Where a click leads, on this site. Begins with a slash.
    pub path: String,
    /// A later notice with the same tag replaces this one on screen.
    pub tag: String,
}

/// A message to every browser in which the person switched messages on.
#[derive(Debug, Clone)]
pub struct NewMessage {
    pub account_id: i64,
    /// Identifies the event. A browser gets each key at most once while it is the latest of its topic.
    pub key: String,
    /// A later message of the same topic replaces an undelivered one. At most 32 characters of
    /// base64url (RFC 8030).
    pub topic: String,
    pub notice: Notice,
    /// When it expires.
    pub until: OffsetDateTime,
}

/// Enqueues messages in the caller's transaction. People without a subscribed browser get none.
pub async fn queue(
    conn: &mut PgConnection,
    messages: &[NewMessage],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if messages.is_empty() {
        return Ok(());
    }
    let notices = messages
        .iter()
        .map(|message| serde_json::to_value(&message.notice))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    // One row per topic, the latest in this batch. Sorted: inserting in mixed orders could deadlock.
    sqlx::query!(
        "insert into push_message (session_id, topic, key, notice, until, not_before)
         select distinct on (p.session_id, m.topic) p.session_id, m.topic, m.key, m.notice, m.until, $6::timestamptz
         from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[]) with ordinality
            as m (account_id, topic, key, notice, until, place)
         join session s on s.account_id = m.account_id and s.ended is null and s.expires > $6
         join push_subscription p on p.session_id = s.id
         order by p.session_id, m.topic, m.place desc
         on conflict on constraint push_message_once do update set key = excluded.key, notice = excluded.notice,
            until = excluded.until, not_before = excluded.not_before, attempts = 0, done = null
            where push_message.key <> excluded.key",
        &column(messages, |message| message.account_id),
        &column(messages, |message| message.topic.clone()),
        &column(messages, |message| message.key.clone()),
        &notices,
        &column(messages, |message| message.until),
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

fn column<T>(messages: &[NewMessage], of: impl FnMut(&NewMessage) -> T) -> Vec<T> {
    messages.iter().map(of).collect()
}
