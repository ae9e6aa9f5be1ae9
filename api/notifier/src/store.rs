//! Stores notifications, once per event and person.

use std::collections::{HashMap, HashSet};

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::kind::Kind;
use crate::letters;
use crate::message::Message;
use crate::web_push;

/// Stores the messages that are not stored yet and enqueues their letters and what browsers get, all in the given order. Messages to an
/// account that was merged into another go to that one.
pub async fn store(
    conn: &mut PgConnection,
    mut messages: Vec<Message>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if messages.is_empty() {
        return Ok(());
    }
    redirect(conn, &mut messages).await?;
    let mut seen = HashSet::new();
    messages.retain(|message| seen.insert((message.event_key.clone(), message.account_id)));
    // Ids rise in the given order, because lists, pushes and held letters go by id. The rows are inserted in the order of their keys:
    // an insert waits for a concurrent insert of the same row, so mixed orders could deadlock.
    let rows = sqlx::query!(
        r#"insert into notification (id, event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text,
            created, awaits_completion)
         overriding system value
         select m.id, m.event_key, m.account_id, m.kind, m.subject_kind, m.house_id, m.catalog_id, m.lot_id, m.subject, m.text,
            m.created, m.awaits_completion
         from (select nextval(pg_get_serial_sequence('notification', 'id')) as id, given.*
             from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
                    $8::text[], $9::text[], $10::timestamptz[], $11::boolean[])
                as given (event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created,
                    awaits_completion)) m
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
    letters::write(conn, &stored, now).await?;
    web_push::write(conn, &stored, now).await
}

/// Gives messages of merged accounts to those they were merged into. The locks make a merge that runs meanwhile wait, in the order in
/// which it locks its two accounts.
async fn redirect(conn: &mut PgConnection, messages: &mut [Message]) -> sqlx::Result<()> {
    let merged: HashMap<i64, i64> = sqlx::query!(
        "select id, merged_into from account where id = any($1) order by id for share",
        &column(messages, |message| message.account_id)
    )
    .fetch_all(conn)
    .await?
    .into_iter()
    .filter_map(|row| Some((row.id, row.merged_into?)))
    .collect();
    for message in messages {
        if let Some(into) = merged.get(&message.account_id) {
            message.account_id = *into;
        }
    }
    Ok(())
}

fn column<T>(messages: &[Message], of: impl FnMut(&Message) -> T) -> Vec<T> {
    messages.iter().map(of).collect()
}
