//! The queue of messages, and what a message says.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// What a browser shows; the payload its service worker reads. Push services accept 4 096 bytes, encryption overhead included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserNotice {
    pub title: String,
    pub body: String,
    /// Where a click leads, on this site. Begins with a slash.
    pub path: String,
    /// A later notice with the same tag replaces this one on screen.
    pub tag: String,
}

/// A message to every browser in which the person switched notices on.
#[derive(Debug, Clone)]
pub struct NewMessage {
    pub account_id: i64,
    /// Identifies the event. A browser gets each key at most once while it is the latest of its topic.
    pub key: String,
    /// A later message of the same topic replaces an undelivered one. At most 32 characters of
    /// base64url (RFC 8030).
    pub topic: String,
    pub notice: BrowserNotice,
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
    // Locks the browsers first, in order: one whose login ends meanwhile gets no message, instead of failing all of them.
    // Of each topic, the latest message of this batch.
    sqlx::query!(
        "with browser as materialized (
             select p.session_id, s.account_id from push_subscription p join session s on s.id = p.session_id
             where s.account_id = any($1) and s.ended is null and s.expires > $6
             order by p.session_id for key share of p)
         insert into push_message (session_id, topic, key, notice, until)
         select distinct on (browser.session_id, m.topic) browser.session_id, m.topic, m.key, m.notice, m.until
         from unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[]) with ordinality
            as m (account_id, topic, key, notice, until, place)
         join browser on browser.account_id = m.account_id
         order by browser.session_id, m.topic, m.place desc
         on conflict on constraint push_message_once do update set key = excluded.key, notice = excluded.notice,
            until = excluded.until, done = null
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

/// Withdraws open messages, each by its account and topic: what they say no longer holds. Sent ones stay on screen.
pub async fn withdraw(
    conn: &mut PgConnection,
    messages: &[(i64, String)],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let (accounts, topics): (Vec<i64>, Vec<String>) = messages.iter().cloned().unzip();
    sqlx::query!(
        "update push_message m set done = $3
         from unnest($1::bigint[], $2::text[]) as old (account_id, topic) join session s on s.account_id = old.account_id
         where m.session_id = s.id and m.topic = old.topic and m.done is null",
        &accounts,
        &topics,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

fn column<T>(messages: &[NewMessage], of: impl FnMut(&NewMessage) -> T) -> Vec<T> {
    messages.iter().map(of).collect()
}
