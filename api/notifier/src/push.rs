//! Pushes stored notifications to the sockets of `/Notify`.

use std::collections::BTreeMap;

use room_server::gateway::Hub;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use texts::words::plural;

/// The most notifications per transaction.
const BATCH: i64 = 500;
/// Older notifications are stale and not pushed. The list of notifications still shows them.
const FRESH: Duration = Duration::minutes(10);
/// The most notifications pushed to a person at a time. One more push counts the rest.
const MOST: usize = 10;

/// Pushes one batch. Returns whether more may be due. The transaction that pushes the rows also marks them, so after a
/// crash they are pushed again and none is lost.
pub async fn push(pool: &PgPool, hub: &Hub, now: OffsetDateTime) -> sqlx::Result<bool> {
    let mut tx = pool.begin().await?;
    let mut rows = sqlx::query!(
        "with due as (select id from notification where not pushed order by id limit $1 for update skip locked)
         update notification n set pushed = true from due where n.id = due.id
         returning n.id, n.account_id, n.subject, n.text, n.created",
        BATCH
    )
    .fetch_all(&mut *tx)
    .await?;
    if rows.is_empty() {
        return Ok(false);
    }
    let more = rows.len() as i64 == BATCH;
    rows.sort_unstable_by_key(|row| row.id);
    let mut of_people: BTreeMap<i64, Vec<(&str, &str)>> = BTreeMap::new();
    for row in rows.iter().filter(|row| now - row.created <= FRESH) {
        match row.account_id {
            None => hub.notify_everybody(&row.subject, &row.text),
            Some(account) => of_people
                .entry(account)
                .or_default()
                .push((&row.subject, &row.text)),
        }
    }
    for (account, messages) in of_people {
        for (subject, text) in messages.iter().take(MOST) {
            hub.notify_user(account, subject, text);
        }
        if messages.len() > MOST {
            let rest = messages.len() - MOST;
            let noun = plural(
                rest,
                "новое уведомление",
                "новых уведомления",
                "новых уведомлений",
            );
            hub.notify_user(
                account,
                &format!("Ещё {rest} {noun}"),
                "Они в личном кабинете",
            );
        }
    }
    tx.commit().await?;
    Ok(more)
}
