//! Stores notifications, once per event and person.

use std::collections::{BTreeSet, HashMap, HashSet};

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::kind::Kind;
use crate::letters::{self, Letter};
use crate::message::Message;
use crate::outbid;
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
    if messages.iter().any(|message| message.kind.is_outbid()) {
        outbid::one_writer(conn).await?;
    }
    forget_stored(conn, &mut messages).await?;
    hold_subjects(conn, &mut messages).await?;
    let letters = letters::plan(conn, &messages, now).await?;
    // Ids rise in the given order, because lists, pushes and held letters go by id. The rows are inserted in the order of their keys:
    // an insert waits for a concurrent insert of the same row, so mixed orders could deadlock.
    let rows = sqlx::query!(
        r#"insert into notification (id, event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text,
            created, awaits_completion, mailed, letter_held, letter_at)
         overriding system value
         select m.id, m.event_key, m.account_id, m.kind, m.subject_kind, m.house_id, m.catalog_id, m.lot_id, m.subject, m.text,
            m.created, m.awaits_completion, m.mailed, m.letter_held, case when m.mailed then $14::timestamptz end
         from (select nextval(pg_get_serial_sequence('notification', 'id')) as id, given.*
             from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
                    $8::text[], $9::text[], $10::timestamptz[], $11::boolean[], $12::boolean[], $13::boolean[])
                as given (event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created,
                    awaits_completion, mailed, letter_held)) m
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
        &column(&letters, |letter| *letter == Letter::Now),
        &column(&letters, |letter| *letter == Letter::Held),
        now,
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: HashMap<(&str, i64), i64> = rows
        .iter()
        .map(|row| ((row.event_key.as_str(), row.account_id), row.id))
        .collect();
    let stored = |message: &Message| {
        let key = (message.event_key.as_str(), message.account_id);
        ids.get(&key).copied()
    };
    let (mut all, mut mailed) = (Vec::new(), Vec::new());
    for (message, letter) in messages.iter().zip(&letters) {
        if let Some(id) = stored(message) {
            all.push((id, message));
            mailed.extend((*letter == Letter::Now).then_some((id, message)));
        }
    }
    letters::write(conn, &mailed).await?;
    web_push::write(conn, &all, now).await?;
    let ids = column(&all, |(id, _)| *id);
    outbox::enqueue::notifications(conn, &ids).await
}

/// Drops the messages that are stored already or repeated.
async fn forget_stored(conn: &mut PgConnection, messages: &mut Vec<Message>) -> sqlx::Result<()> {
    let mut seen: HashSet<(String, i64)> = sqlx::query!(
        r#"select n.event_key, n.account_id as "account_id!"
         from unnest($1::text[], $2::bigint[]) as m (event_key, account_id)
         join notification n on n.event_key = m.event_key and n.account_id = m.account_id"#,
        &column(messages, |message| message.event_key.clone()),
        &column(messages, |message| message.account_id)
    )
    .fetch_all(conn)
    .await?
    .into_iter()
    .map(|row| (row.event_key, row.account_id))
    .collect();
    messages.retain(|message| seen.insert((message.event_key.clone(), message.account_id)));
    Ok(())
}

/// Locks what the messages name, so that it cannot be deleted before they are stored. What is gone is no longer named.
async fn hold_subjects(conn: &mut PgConnection, messages: &mut [Message]) -> sqlx::Result<()> {
    // Deletions lock in this order.
    let lots = named(messages, |message| message.lot_id);
    let lots = sqlx::query_scalar!(
        "select id from lot where id = any($1) order by id for key share",
        &lots
    )
    .fetch_all(&mut *conn)
    .await?;
    let catalogs = named(messages, |message| message.catalog_id);
    let catalogs = sqlx::query_scalar!(
        "select id from catalog where id = any($1) order by id for key share",
        &catalogs
    )
    .fetch_all(&mut *conn)
    .await?;
    let houses = named(messages, |message| message.house_id);
    let houses = sqlx::query_scalar!(
        "select id from house where id = any($1) order by id for key share",
        &houses
    )
    .fetch_all(conn)
    .await?;
    let held = |ids: &[i64], id: Option<i64>| id.filter(|id| ids.binary_search(id).is_ok());
    for message in messages {
        message.house_id = held(&houses, message.house_id);
        message.catalog_id = held(&catalogs, message.catalog_id);
        message.lot_id = held(&lots, message.lot_id);
    }
    Ok(())
}

/// The ids that messages name, each once.
fn named(messages: &[Message], of: impl Fn(&Message) -> Option<i64>) -> Vec<i64> {
    let ids: BTreeSet<i64> = messages.iter().filter_map(of).collect();
    ids.into_iter().collect()
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

fn column<R, T>(rows: &[R], of: impl FnMut(&R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}
