//! Notifies subscribers of sales and lots that begin or end soon, read from the database every few seconds, and of those
//! that have begun, as their rooms report.
//!
//! Keeps no state in between. An event's key is derived from its subject, so repeated or concurrent reads notify nobody
//! twice. A process that restarts notifies of everything that is still ahead.
//!
//! Subqueries ask whether a person was told. For `not exists`, the planner would read all notifications of each subscriber of a
//! popular lot.

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

/// Stores the notifications that are due now. All at once, because those of a kind share a letter. `next` are the lots that
/// come next in running classic sales.
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
         cross join lateral (select format('catalog_starting:%s:%s', c.id, start_name(t)) as event_key) k
         where t.state = 0 and t.start_date > $1 and t.start_date <= $2 and catalog_is_public(c, t, h)
             and (select n.id from notification n where n.event_key = k.event_key and n.account_id = s.account_id) is null"#,
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
             select format('lot_starting:%s:%s:%s', c.id, l.id, start_name(t)) as event_key) k
         where t.state = 0 and t.start_date > $1 and t.start_date <= $2
             and (select n.id from notification n where n.event_key = k.event_key and n.account_id = s.account_id) is null"#,
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

/// Messages about sales that began, by catalog id. `starts` says when each did. A sale may begin without a date, or by hand
/// before its time, so a start is certain only now. Skips people who were lately told of that start, unless it was unexpected.
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
             and (select n.created > b.since and t.start_date <= b.until from notification n
                 where n.event_key = format('catalog_starting:%s:%s', c.id, start_name(t)) and n.account_id = s.account_id) is not true",
        &catalogs,
        &since,
        &until
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        begun.entry(row.id).or_default().push(Message {
            account_id: row.account_id,
            subject: "Аукцион начался".to_owned(),
            text: format!("{}: торги начались", quoted(&shortened(&row.title, 200))),
            ..Message::about_catalog(Kind::CatalogStarting, row.house_id, row.id)
        });
    }
    Ok(begun)
}

/// A lot on which bidding began.
pub struct Opening {
    pub catalog_id: i64,
    pub at: OffsetDateTime,
}

/// Messages about lots that opened, by lot id, once per lot and sale. Skips people who subscribed to an open lot, and those who
/// were lately told that it is coming, unless the sale began unexpectedly. A lot that is not on the block any more is no news.
pub async fn opened(
    conn: &mut PgConnection,
    openings: BTreeMap<i64, Opening>,
) -> sqlx::Result<HashMap<i64, Vec<Message>>> {
    let mut opened: HashMap<i64, Vec<Message>> = HashMap::new();
    if openings.is_empty() {
        return Ok(opened);
    }
    let lots: Vec<i64> = openings.keys().copied().collect();
    let catalogs: Vec<i64> = openings.values().map(|of| of.catalog_id).collect();
    let at: Vec<OffsetDateTime> = openings.values().map(|of| of.at).collect();
    let since: Vec<OffsetDateTime> = at.iter().map(|at| lately(*at)).collect();
    let until: Vec<OffsetDateTime> = at.iter().map(|at| expected(*at)).collect();
    // A lot that is sold with others is open if their leading lot is.
    let rows = sqlx::query!(
        r#"select l.id, l.title_ru, l.catalog_lot_id, c.id as catalog_id, c.title, l.house_id, s.account_id
         from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
             as o (lot_id, catalog_id, at, since, until)
         join lot l on l.id = o.lot_id and l.catalog_id = o.catalog_id
         join catalog c on c.id = l.catalog_id and c.catalog_type in (0, 1)
         join house h on h.id = c.house_id join catalog_trade t on t.catalog_id = c.id
         join lot_trade x on x.lot_id = l.id and not x.is_bidding_over and 1 in (x.state, (
             select y.state from lot lead join lot_trade y on y.lot_id = lead.id
             where lead.catalog_id = c.id and lead.catalog_lot_id = x.together[1] and lead.deleted is null))
         join lot_subscription s on s.lot_id = l.id and s.created < o.at
         cross join lateral (select format('lot_starting:%s:%s', c.id, l.id) as coming) k
         where lot_is_public(l, c, t, h)
             and (select n.created > o.since from notification n
                 where n.event_key = k.coming and n.account_id = s.account_id) is not true
             and (select n.created > o.since and t.start_date <= o.until from notification n
                 where n.event_key = format('%s:%s', k.coming, start_name(t)) and n.account_id = s.account_id) is not true"#,
        &lots,
        &catalogs,
        &at,
        &since,
        &until
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let name = lot_name(row.catalog_lot_id, &row.title_ru);
        let title = quoted(&shortened(&row.title, 200));
        opened.entry(row.id).or_default().push(Message {
            event_key: format!("lot_opened:{}:{}", row.catalog_id, row.id),
            account_id: row.account_id,
            subject: "Начались торги по лоту".to_owned(),
            text: format!("{name} на аукционе {title}"),
            ..Message::about_lot(
                Kind::LotStarting,
                row.house_id,
                Some(row.catalog_id),
                row.id,
            )
        });
    }
    Ok(opened)
}

/// Lots that come next in running classic sales, for their subscribers.
async fn lots_of_classic_sales(
    conn: &mut PgConnection,
    lots: &[NextLot],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Message>> {
    let next: Vec<&NextLot> = lots.iter().filter(|lot| lot.place <= ANNOUNCED).collect();
    if next.is_empty() {
        return Ok(Vec::new());
    }
    let key = |lot: &NextLot| format!("lot_starting:{}:{}", lot.catalog_id, lot.id);
    let key_of_start = |lot: &NextLot| {
        let is_expected = lot.start.is_some_and(|start| start <= expected(now));
        let name = lot.start_name.as_ref().filter(|_| is_expected)?;
        Some(format!("{}:{name}", key(lot)))
    };
    let ids: Vec<i64> = next.iter().map(|lot| lot.id).collect();
    let keys: Vec<String> = next.iter().map(|lot| key(lot)).collect();
    let keys_of_starts: Vec<Option<String>> = next.iter().map(|lot| key_of_start(lot)).collect();
    // Skips lots that have opened since `lots` was read, and subscribers who were told before, or lately with the start of the
    // sale, unless its date is still far ahead.
    let subscribers = sqlx::query!(
        "select s.lot_id, s.account_id
         from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as l (id, key, key_of_start, position)
         join lot_trade x on x.lot_id = l.id and x.state <> 1
         join lot_subscription s on s.lot_id = l.id
         where (select n.id from notification n where n.event_key = l.key and n.account_id = s.account_id) is null
             and (select n.created > $4 from notification n
                 where n.event_key = l.key_of_start and n.account_id = s.account_id) is not true
         order by l.position",
        &ids,
        &keys,
        &keys_of_starts as _,
        lately(now)
    )
    .fetch_all(conn)
    .await?;
    let messages = subscribers.into_iter().filter_map(|row| {
        let lot = next.iter().find(|lot| lot.id == row.lot_id)?;
        let name = lot_name(lot.number, &lot.title);
        Some(Message {
            event_key: key(lot),
            account_id: row.account_id,
            subject: "Скоро начнутся торги по лоту".to_owned(),
            text: match lot.place {
                1 => format!("{name} — следующий"),
                _ => format!("{name}: перед ним остался один лот"),
            },
            created: now,
            // Browsers have heard of it earlier, see `near`.
            by_push: false,
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

/// Lots of parallel sales that end soon, for their subscribers. A sale whose end is postponed is announced again, a lot that is
/// extended by bets is not.
async fn lots_that_end(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Vec<Message>> {
    let rows = sqlx::query!(
        r#"select k.event_key as "event_key!", l.id, l.title_ru, l.catalog_lot_id, l.catalog_id as "catalog_id!",
            l.house_id, s.account_id, x.end_trade_time as "end_trade_time!"
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type = 1
         join house h on h.id = c.house_id
         join lot_trade x on x.catalog_id = c.id and x.state = 1 and not x.is_bidding_over
             and x.end_trade_time > $1 and x.end_trade_time <= $2
         join lot l on l.id = x.lot_id and lot_is_public(l, c, t, h)
         join lot_subscription s on s.lot_id = l.id
         cross join lateral (
             select format('lot_ending:%s:%s:%s', c.id, l.id, extract(epoch from t.end_date)::bigint) as event_key) k
         where t.state = 1
             and (select n.id from notification n where n.event_key = k.event_key and n.account_id = s.account_id) is null"#,
        now,
        now + GAP
    )
    .fetch_all(conn)
    .await?;
    let messages = rows.into_iter().map(|row| Message {
        event_key: row.event_key,
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

/// Since when announcements count for what happens at `at`. Longer ago than a start is announced before its time.
fn lately(at: OffsetDateTime) -> OffsetDateTime {
    at - GAP * 2
}

/// The latest date of a sale that is expected to have begun by `at`.
fn expected(at: OffsetDateTime) -> OffsetDateTime {
    at + EARLY
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
