//! Storing what is told, once an event and person.

use std::collections::HashMap;

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::kind::Kind;
use super::mail;

/// What a notification is about, by the specification's numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Subject {
    #[default]
    None = 0,
    House = 1,
    Catalog = 2,
    Lot = 3,
    Bet = 4,
}

/// What one person is to be told of one event.
#[derive(Debug, Clone)]
pub struct Message {
    /// Names the event: the same whenever it is told again.
    pub event_key: String,
    pub account_id: i64,
    pub kind: Kind,
    pub about: Subject,
    pub house_id: Option<i64>,
    pub catalog_id: Option<i64>,
    pub lot_id: Option<i64>,
    /// At most 300 characters.
    pub subject: String,
    /// At most 4000 characters.
    pub text: String,
    /// What the letter says, if it is more than that.
    pub letter: Option<String>,
    pub created: OffsetDateTime,
    /// Whether a letter goes with it, if the person wants it.
    pub by_letter: bool,
}

impl Default for Message {
    fn default() -> Self {
        Self {
            event_key: String::new(),
            account_id: 0,
            kind: Kind::System,
            about: Subject::None,
            house_id: None,
            catalog_id: None,
            lot_id: None,
            subject: String::new(),
            text: String::new(),
            letter: None,
            created: OffsetDateTime::UNIX_EPOCH,
            by_letter: true,
        }
    }
}

/// Stores the messages that are not stored yet, and queues their letters.
pub async fn store(
    conn: &mut PgConnection,
    mut messages: Vec<Message>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if messages.is_empty() {
        return Ok(());
    }
    // In one order, whoever stores them: who finds another's row waits for it, and two may not wait for each other.
    messages.sort_by(|a, b| (&a.event_key, a.account_id).cmp(&(&b.event_key, b.account_id)));
    messages.dedup_by(|a, b| (&a.event_key, a.account_id) == (&b.event_key, b.account_id));
    let rows = sqlx::query!(
        r#"insert into notification (event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text,
            created, awaits_completion)
         select m.event_key, m.account_id, m.kind, m.subject_kind, m.house_id, m.catalog_id, m.lot_id, m.subject, m.text,
            m.created, m.awaits_completion
         from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
                $8::text[], $9::text[], $10::timestamptz[], $11::boolean[])
            as m (event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created,
                awaits_completion)
         join account a on a.id = m.account_id and a.deleted is null
         order by m.event_key, m.account_id
         on conflict on constraint notification_once do nothing
         returning id, event_key, account_id as "account_id!""#,
        &column(&messages, |message| message.event_key.clone()),
        &column(&messages, |message| message.account_id),
        &column(&messages, |message| message.kind.name().to_owned()),
        &column(&messages, |message| message.about as i16),
        &column(&messages, |message| message.house_id) as &[Option<i64>],
        &column(&messages, |message| message.catalog_id) as &[Option<i64>],
        &column(&messages, |message| message.lot_id) as &[Option<i64>],
        &column(&messages, |message| message.subject.clone()),
        &column(&messages, |message| message.text.clone()),
        &column(&messages, |message| message.created),
        &column(&messages, |message| message.kind == Kind::LotWon),
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: HashMap<(&str, i64), i64> = rows
        .iter()
        .map(|row| ((row.event_key.as_str(), row.account_id), row.id))
        .collect();
    let stored: Vec<(i64, &Message)> = messages
        .iter()
        .filter_map(|message| {
            let id = ids.get(&(message.event_key.as_str(), message.account_id))?;
            Some((*id, message))
        })
        .collect();
    mail::write(conn, &stored, now).await
}

fn column<T>(messages: &[Message], of: impl FnMut(&Message) -> T) -> Vec<T> {
    messages.iter().map(of).collect()
}
