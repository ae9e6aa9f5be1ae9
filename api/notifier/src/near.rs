//! Tells browsers (Web Push) of lots that come up soon in a running classic sale, three lots ahead.
//!
//! An open tab derives this notice from «Мой вечер» itself, so nothing is stored as a notification.

use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::next_lots::NextLot;
use crate::web_push::{room, tag};
use push::{BrowserNotice, NewMessage};
use texts::words::{lot as lot_name, plural, quoted, shortened};

/// How many lots ahead; the client's `LOTS_AHEAD`.
pub const AHEAD: i64 = 3;
/// A sale that starts its lots by itself passes one in half a minute; «через 3 лота» must not come after it.
const VALID: Duration = Duration::minutes(2);

/// Enqueues the notices that are due now: for those who watch the lot, follow it, bet on it or left an absentee order,
/// once to each browser.
pub async fn look(pool: &PgPool, lots: &[NextLot], now: OffsetDateTime) -> sqlx::Result<()> {
    let (ids, catalogs): (Vec<i64>, Vec<i64>) =
        lots.iter().map(|lot| (lot.id, lot.catalog_id)).unzip();
    if ids.is_empty() {
        return Ok(());
    }
    let mut tx = pool.begin().await?;
    let followers = sqlx::query!(
        r#"select l.id as "lot_id!", a.id as account_id
         from unnest($1::bigint[], $2::bigint[]) as l (id, catalog_id)
         cross join lateral (
             select account_id from lot_subscription where lot_id = l.id
             union select account_id from favourite where lot_id = l.id
             union select account_id from absentee_order where lot_id = l.id and catalog_id = l.catalog_id
             union select account_id from bet where lot_id = l.id and catalog_id = l.catalog_id and revoked is null) mine
         join account own on own.id = mine.account_id
         join account a on a.id = coalesce(own.merged_into, own.id)
         -- Checked first: without subscribed browsers the query reads nothing else.
         where exists (select from push_subscription)
             and exists (select from push_subscription p join session s on s.id = p.session_id
                 where s.account_id = a.id and not exists (select from push_message m
                     where m.session_id = p.session_id and m.topic = format('near-%s', l.id)))"#,
        &ids,
        &catalogs
    )
    .fetch_all(&mut *tx)
    .await?;
    let messages: Vec<NewMessage> = followers
        .into_iter()
        .filter_map(|row| {
            let lot = lots.iter().find(|lot| lot.id == row.lot_id)?;
            Some(NewMessage {
                account_id: row.account_id,
                key: format!("near.{}", lot.id),
                topic: format!("near-{}", lot.id),
                notice: BrowserNotice {
                    title: format!(
                        "Скоро: через {} {}",
                        lot.place,
                        plural(lot.place as usize, "лот", "лота", "лотов")
                    ),
                    body: format!(
                        "{}, аукцион {}",
                        lot_name(lot.number, &lot.title),
                        quoted(&shortened(&lot.catalog_title, 100))
                    ),
                    path: room(lot.catalog_id),
                    tag: tag(lot.catalog_id, Some(lot.id)),
                },
                until: now + VALID,
            })
        })
        .collect();
    push::queue(&mut tx, &messages, now).await?;
    tx.commit().await
}
