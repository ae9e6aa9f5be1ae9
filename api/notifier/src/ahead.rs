//! Notifies of sales and lots that begin or end soon, read from the database every few seconds.
//!
//! Keeps no state in between. An event's key is derived from its subject, so repeated or concurrent reads notify nobody
//! twice. A process that restarts notifies of everything that is still ahead.

use std::collections::{BTreeMap, HashMap};

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::kind::{GAP, Kind};
use crate::message::Message;
use crate::next_lots::NextLot;
use crate::store;
use texts::words::{lot as lot_name, quoted, shortened};

/// Number of lots announced after the current one.
const ANNOUNCED: i64 = 2;

/// A sale that has begun more than this before its date is unexpected: what people were told of the date is void.
const EARLY: Duration = Duration::minutes(2);

/// Stores the notifications that are due now. All at once, because those of a kind share a letter. `next` are the current
/// lots of running classic sales, and those that come next.
pub async fn look(pool: &PgPool, next: &[NextLot], now: OffsetDateTime) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    let mut messages = catalogs(&mut tx, now).await?;
    messages.extend(lots_of_a_start(&mut tx, now).await?);
    messages.extend(lots_of_classic_sales(&mut tx, next, now).await?);
    messages.extend(lots_that_end(&mut tx, now).await?);
    store::store(&mut tx, messages, now).await?;
    tx.commit().await
}

/// Catalogs that begin soon, for their subscribers. A postponed start is announced again.
async fn catalogs(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<Message>> {
    let rows = sqlx::query!(
        r#"select k.event_key as "event_key!", c.id, c.title, c.house_id, t.start_date as "start_date!", s.account_id
         from catalog_trade t
         join catalog c on c.id = t.catalog_id
         join house h on h.id = c.house_id
         join catalog_subscription s on s.catalog_id = c.id
         cross join lateral (select format('catalog_starting:%s:%s', c.id, extract(epoch from t.start_date)::bigint) as event_key) k
         where t.state = 0 and t.start_date > $1 and t.start_date <= $2 and catalog_is_public(c, t, h)
             and not exists (select from notification n where n.event_key = k.event_key and n.account_id = s.account_id)"#,
        now,
        now + GAP
    )
    .fetch_all(conn)
    .await?;
    let messages = rows.into_iter().map(|row| Message {
        event_key: row.event_key,
        account_id: row.account_id,
        subject: "Скоро начнётся аукцион".to_owned(),
        text: format!(
            "{}: начало в {} (МСК)",
            quoted(&shortened(&row.title, 200)),
            clock_of_moscow(row.start_date)
        ),
        created: now,
        ..Message::about_catalog(Kind::CatalogStarting, row.house_id, row.id)
    });
    Ok(messages.collect())
}

/// Lots of sales that begin soon, for their subscribers: all lots of a parallel sale, the first two of a classic one. A
/// postponed start is announced again.
async fn lots_of_a_start(
    conn: &mut PgConnection,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Message>> {
    let rows = sqlx::query!(
        r#"select k.event_key as "event_key!", l.id, l.title_ru, l.catalog_lot_id, l.catalog_id as "catalog_id!",
            l.house_id, s.account_id, t.start_date as "start_date!"
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type in (0, 1)
         join house h on h.id = c.house_id
         cross join lateral (
             select l.id, l.title_ru, l.catalog_lot_id, l.catalog_id, l.house_id from lot l
             join lot_trade x on x.lot_id = l.id and not x.is_bidding_over
             where l.catalog_id = c.id and lot_is_public(l, c, t, h)
             order by l.catalog_lot_id limit case c.catalog_type when 0 then 2 end) l
         join lot_subscription s on s.lot_id = l.id
         cross join lateral (
             select format('lot_starting:%s:%s:%s', c.id, l.id, extract(epoch from t.start_date)::bigint) as event_key) k
         where t.state = 0 and t.start_date > $1 and t.start_date <= $2
             and not exists (select from notification n where n.event_key = k.event_key and n.account_id = s.account_id)"#,
        now,
        now + GAP
    )
    .fetch_all(conn)
    .await?;
    let messages = rows.into_iter().map(|row| Message {
        event_key: row.event_key,
        account_id: row.account_id,
        subject: "Скоро начнутся торги по лоту".to_owned(),
        text: format!(
            "{}: начало в {} (МСК)",
            lot_name(row.catalog_lot_id, &row.title_ru),
            clock_of_moscow(row.start_date)
        ),
        created: now,
        ..Message::about_lot(
            Kind::LotStarting,
            row.house_id,
            Some(row.catalog_id),
            row.id,
        )
    });
    Ok(messages.collect())
}

/// Messages about sales that have begun, each with the time when it did, and about lots of parallel ones, by catalog id. Skips
/// people lately notified of that start, unless the sale began unexpectedly. Needed because a sale may begin without a date,
/// or by hand before its time, and a start is certain only now. A message's key is the suffix to the key of its event.
pub async fn begun(
    conn: &mut PgConnection,
    starts: BTreeMap<i64, OffsetDateTime>,
) -> sqlx::Result<HashMap<i64, Vec<Message>>> {
    let mut begun: HashMap<i64, Vec<Message>> = HashMap::new();
    if starts.is_empty() {
        return Ok(begun);
    }
    let since: Vec<OffsetDateTime> = starts.values().map(|at| lately(*at)).collect();
    let until: Vec<OffsetDateTime> = starts.values().map(|at| expected(*at)).collect();
    let catalogs: Vec<i64> = starts.into_keys().collect();
    let rows = sqlx::query!(
        "select c.id, c.title, c.house_id, s.account_id
         from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as b (catalog_id, since, until)
         join catalog c on c.id = b.catalog_id and c.catalog_type in (0, 1)
         join house h on h.id = c.house_id join catalog_trade t on t.catalog_id = c.id
         join catalog_subscription s on s.catalog_id = c.id
         where catalog_is_public(c, t, h)
             and not exists (select from notification n where n.account_id = s.account_id
                 and n.event_key = format('catalog_starting:%s:%s', c.id, extract(epoch from t.start_date)::bigint)
                 and n.created > b.since and t.start_date <= b.until)",
        &catalogs,
        &since,
        &until
    )
    .fetch_all(&mut *conn)
    .await?;
    for row in rows {
        begun.entry(row.id).or_default().push(Message {
            account_id: row.account_id,
            subject: "Аукцион начался".to_owned(),
            text: format!("{}: торги начались", quoted(&shortened(&row.title, 200))),
            ..Message::about_catalog(Kind::CatalogStarting, row.house_id, row.id)
        });
    }
    let rows = sqlx::query!(
        r#"select l.id, l.title_ru, l.catalog_lot_id, c.id as catalog_id, c.title, l.house_id, s.account_id
         from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as b (catalog_id, since, until)
         join catalog c on c.id = b.catalog_id and c.catalog_type = 1
         join house h on h.id = c.house_id join catalog_trade t on t.catalog_id = c.id
         join lot l on l.catalog_id = c.id and lot_is_public(l, c, t, h)
         join lot_trade x on x.lot_id = l.id and x.state = 1 and not x.is_bidding_over
         join lot_subscription s on s.lot_id = l.id
         where not exists (select from notification n where n.account_id = s.account_id
                 and n.event_key = format('lot_starting:%s:%s:%s', c.id, l.id, extract(epoch from t.start_date)::bigint)
                 and n.created > b.since and t.start_date <= b.until)"#,
        &catalogs,
        &since,
        &until
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        begun.entry(row.catalog_id).or_default().push(Message {
            event_key: format!(":{}", row.id),
            account_id: row.account_id,
            subject: OPENED.to_owned(),
            text: opened(&lot_name(row.catalog_lot_id, &row.title_ru), &row.title),
            ..Message::about_lot(
                Kind::LotStarting,
                row.house_id,
                Some(row.catalog_id),
                row.id,
            )
        });
    }
    Ok(begun)
}

/// Lots that come next in running classic sales, or that have opened before they were announced, for their subscribers.
async fn lots_of_classic_sales(
    conn: &mut PgConnection,
    lots: &[NextLot],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Message>> {
    if lots.is_empty() {
        return Ok(Vec::new());
    }
    let key = |lot: &NextLot| format!("lot_starting:{}:{}", lot.catalog_id, lot.id);
    let at = |lot: &NextLot| lot.opened.unwrap_or(now);
    let key_of_start = |lot: &NextLot| {
        let latest = expected(at(lot)).unix_timestamp();
        let start = lot.start.filter(|start| *start <= latest);
        start.map(|start| format!("{}:{start}", key(lot)))
    };
    let announced = || lots.iter().filter(|lot| lot.place <= ANNOUNCED);
    let ids: Vec<i64> = announced().map(|lot| lot.id).collect();
    let keys: Vec<String> = announced().map(key).collect();
    let keys_of_starts: Vec<Option<String>> = announced().map(key_of_start).collect();
    let since: Vec<OffsetDateTime> = announced().map(|lot| lately(at(lot))).collect();
    let opened_at: Vec<Option<OffsetDateTime>> = announced().map(|lot| lot.opened).collect();
    // Skips subscribers who were notified, here or shortly before the sale began, unless it began unexpectedly, and those
    // who subscribed to an open lot.
    let subscribers = sqlx::query!(
        "select s.lot_id, s.account_id
         from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) with ordinality
             as l (id, key, key_of_start, since, opened, position)
         join lot_subscription s on s.lot_id = l.id and (l.opened is null or s.created < l.opened)
         where not exists (select from notification n
             where n.account_id = s.account_id
                 and (n.event_key = l.key or n.event_key = l.key_of_start and n.created > l.since))
         order by l.position",
        &ids,
        &keys,
        &keys_of_starts as _,
        &since,
        &opened_at as _
    )
    .fetch_all(conn)
    .await?;
    let messages = subscribers.into_iter().filter_map(|row| {
        let lot = lots.iter().find(|lot| lot.id == row.lot_id)?;
        let name = lot_name(lot.number, &lot.title);
        Some(Message {
            event_key: key(lot),
            account_id: row.account_id,
            subject: match lot.place {
                0 => OPENED,
                _ => "Скоро начнутся торги по лоту",
            }
            .to_owned(),
            text: match lot.place {
                0 => opened(&name, &lot.catalog_title),
                1 => format!("{name} — следующий"),
                _ => format!("{name}: перед ним остался один лот"),
            },
            created: now,
            // Browsers have heard of a coming lot earlier, see `near`.
            by_push: lot.place == 0,
            ..Message::about_lot(
                Kind::LotStarting,
                lot.house_id,
                Some(lot.catalog_id),
                lot.id,
            )
        })
    });
    Ok(messages.collect())
}

/// Lots of parallel sales that end soon, for their subscribers.
async fn lots_that_end(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<Message>> {
    let rows = sqlx::query!(
        r#"select l.id, l.title_ru, l.catalog_lot_id, l.catalog_id as "catalog_id!", l.house_id, s.account_id,
            x.end_trade_time as "end_trade_time!"
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type = 1
         join house h on h.id = c.house_id
         join lot_trade x on x.catalog_id = c.id and x.state = 1 and not x.is_bidding_over
             and x.end_trade_time > $1 and x.end_trade_time <= $2
         join lot l on l.id = x.lot_id and lot_is_public(l, c, t, h)
         join lot_subscription s on s.lot_id = l.id
         where t.state = 1
             and not exists (select from notification n
                 where n.event_key = format('lot_ending:%s:%s', c.id, l.id) and n.account_id = s.account_id)"#,
        now,
        now + GAP
    )
    .fetch_all(conn)
    .await?;
    let messages = rows.into_iter().map(|row| Message {
        event_key: format!("lot_ending:{}:{}", row.catalog_id, row.id),
        account_id: row.account_id,
        subject: "Скоро закончатся торги по лоту".to_owned(),
        text: format!(
            "{}: окончание в {} (МСК)",
            lot_name(row.catalog_lot_id, &row.title_ru),
            clock_of_moscow(row.end_trade_time)
        ),
        created: now,
        ..Message::about_lot(Kind::LotEnding, row.house_id, Some(row.catalog_id), row.id)
    });
    Ok(messages.collect())
}

const OPENED: &str = "Начались торги по лоту";

fn opened(lot: &str, catalog_title: &str) -> String {
    format!(
        "{lot} на аукционе {}",
        quoted(&shortened(catalog_title, 200))
    )
}

/// Since when what people were told of a start counts.
fn lately(now: OffsetDateTime) -> OffsetDateTime {
    now - GAP * 2
}

/// Until when the date of a sale that has begun may be.
fn expected(now: OffsetDateTime) -> OffsetDateTime {
    now + EARLY
}

/// `18:30` in Moscow.
fn clock_of_moscow(at: OffsetDateTime) -> String {
    let at = at.to_offset(time::macros::offset!(+3));
    format!("{:02}:{:02}", at.hour(), at.minute())
}

#[cfg(test)]
mod tests {
    #[test]
    fn times_are_in_moscow_time() {
        let at = time::macros::datetime!(2026-11-21 21:05 UTC);
        assert_eq!(super::clock_of_moscow(at), "00:05");
    }
}
