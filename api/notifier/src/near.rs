//! Tells browsers (Web Push) of lots that come up soon in a running classic sale, three lots ahead.
//!
//! An open tab derives this notice from «Мой вечер» itself, so nothing is stored as a notification.

use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::web_push::{room, tag};
use push::{BrowserNotice, NewMessage};
use texts::words::{lot as lot_name, plural, quoted, shortened};

/// How many lots ahead; the client's `LOTS_AHEAD`.
const AHEAD: i64 = 3;
/// A sale that starts its lots by itself passes one in half a minute; «через 3 лота» must not come after it.
const VALID: Duration = Duration::minutes(2);

/// Enqueues the notices that are due now: for those who watch the lot, follow it, bet on it or left an absentee order,
/// once to each browser. The order of lots is the room's: by number, then the lots skipped before.
pub async fn look(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    let rows = sqlx::query!(
        r#"select l.id, l.title_ru, l.catalog_lot_id, c.id as catalog_id, c.title, l.place as "place!",
            a.id as account_id
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type = 0
         join house h on h.id = c.house_id
         join lot current on current.id = t.current_lot_id
         cross join lateral (
             select l.id, l.title_ru, l.catalog_lot_id,
                 row_number() over (order by l.catalog_lot_id > current.catalog_lot_id desc, l.catalog_lot_id) as place
             from lot l join lot_trade x on x.lot_id = l.id and not x.is_bidding_over
             where l.catalog_id = c.id and lot_is_public(l, c, t, h) and l.id <> current.id
             order by place limit $1) l
         cross join lateral (
             select account_id from lot_subscription where lot_id = l.id
             union select account_id from favourite where lot_id = l.id
             union select account_id from absentee_order where lot_id = l.id and catalog_id = c.id
             union select account_id from bet where lot_id = l.id and catalog_id = c.id and revoked is null) mine
         join account own on own.id = mine.account_id
         join account a on a.id = coalesce(own.merged_into, own.id)
         -- Checked first: without subscribed browsers the query reads nothing else.
         where exists (select from push_subscription) and t.state = 1
             and exists (select from push_subscription p join session s on s.id = p.session_id
                 where s.account_id = a.id and not exists (select from push_message m
                     where m.session_id = p.session_id and m.topic = format('near-%s', l.id)))"#,
        AHEAD
    )
    .fetch_all(&mut *tx)
    .await?;
    let messages: Vec<NewMessage> = rows
        .into_iter()
        .map(|row| NewMessage {
            account_id: row.account_id,
            key: format!("near.{}", row.id),
            topic: format!("near-{}", row.id),
            notice: BrowserNotice {
                title: format!(
                    "Скоро: через {} {}",
                    row.place,
                    plural(row.place as usize, "лот", "лота", "лотов")
                ),
                body: format!(
                    "{}, аукцион {}",
                    lot_name(row.catalog_lot_id, &row.title_ru),
                    quoted(&shortened(&row.title, 100))
                ),
                path: room(row.catalog_id),
                tag: tag(row.catalog_id, Some(row.id)),
            },
            until: now + VALID,
        })
        .collect();
    push::queue(&mut tx, &messages, now).await?;
    tx.commit().await
}
