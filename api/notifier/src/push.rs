//! What is stored goes to the sockets of `/Notify`.

use std::collections::BTreeMap;

use room_server::gateway::Hub;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use texts::words::plural;

/// Notifications of one transaction.
const BATCH: i64 = 500;
/// What is older is no news any more: it is read where notifications are listed.
const FRESH: Duration = Duration::minutes(10);
/// A socket is shown no more than this at a time, and how many there are besides.
const MOST: usize = 10;

/// Sends a batch; whether there may be more. The rows are marked by the transaction that sends them: who dies before its
/// end leaves them to be sent again, and nothing is lost.
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
    for (account, told) in of_people {
        for (subject, text) in told.iter().take(MOST) {
            hub.notify_user(account, subject, text);
        }
        if told.len() > MOST {
            let rest = told.len() - MOST;
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
