//! What browsers get of stored notifications (Web Push): the urgent ones, until they expire.

use std::collections::{BTreeMap, HashMap};

use domain::CatalogType;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::kind::{GAP, Kind};
use crate::letters::title_of_many;
use crate::message::Message;
use push::{BrowserNotice, NewMessage};
use texts::words::{plural, shortened};

/// Older notices are not pushed.
const FRESH: Duration = Duration::minutes(10);
/// When an outbid notice expires, unless the lot's end time sets another limit.
const BET: Duration = Duration::minutes(10);
/// The longest time a push service tries to reach a browser.
const LONGEST: Duration = Duration::days(1);
/// The longest text, in characters: more does not fit on the screens of phones.
const TEXT_LIMIT: usize = 300;

/// Enqueues the messages to browsers that accompany the notifications just stored.
pub async fn write(
    conn: &mut PgConnection,
    stored: &[(i64, &Message)],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    withdraw_from_leaders(conn, stored, now).await?;
    let urgent: Vec<&(i64, &Message)> = stored
        .iter()
        .filter(|(_, message)| {
            message.by_push && message.kind.is_urgent() && now - message.created <= FRESH
        })
        .collect();
    if urgent.is_empty() {
        return Ok(());
    }
    let sales = sales(conn, urgent.iter().filter_map(|(_, m)| m.catalog_id)).await?;
    let ends = ends(conn, urgent.iter().filter_map(|(_, m)| m.lot_id)).await?;
    let mut messages = Vec::new();
    let mut gathered: BTreeMap<(i64, Kind, i64), Vec<NewMessage>> = BTreeMap::new();
    for (id, message) in urgent {
        let Some((sale, kind)) = message
            .catalog_id
            .and_then(|id| Some((id, *sales.get(&id)?)))
        else {
            continue;
        };
        let end = message.lot_id.and_then(|lot| ends.get(&lot).copied());
        let one = NewMessage {
            account_id: message.account_id,
            key: format!("notification.{id}"),
            topic: topic(message.kind, sale, message.lot_id),
            notice: BrowserNotice {
                title: message.subject.clone(),
                body: shortened(&message.text, TEXT_LIMIT),
                path: path(sale, message.lot_id, kind),
                tag: tag(sale, message.lot_id),
            },
            until: until(message.kind, message.created, end),
        };
        match title_of_many(message.kind) {
            None => messages.push(one),
            Some(_) => gathered
                .entry((message.account_id, message.kind, sale))
                .or_default()
                .push(one),
        }
    }
    for ((_, kind, sale), of_person) in gathered {
        messages.extend(one_of_many(kind, sale, of_person));
    }
    push::queue(conn, &messages, now).await
}

/// Withdraws unsent notices of being outbid from people who lead the lot again.
async fn withdraw_from_leaders(
    conn: &mut PgConnection,
    stored: &[(i64, &Message)],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let lots: Vec<i64> = stored
        .iter()
        .filter(|(_, message)| message.kind.is_outbid())
        .filter_map(|(_, message)| message.lot_id)
        .collect();
    if lots.is_empty() {
        return Ok(());
    }
    let leaders = sqlx::query!(
        r#"select lot_id, leading_account_id as "account_id!" from lot_trade
         where lot_id = any($1) and leading_account_id is not null"#,
        &lots
    )
    .fetch_all(&mut *conn)
    .await?;
    let outdated: Vec<(i64, String)> = leaders
        .into_iter()
        .map(|row| (row.account_id, outbid_topic(row.lot_id)))
        .collect();
    push::withdraw(conn, &outdated, now).await
}

/// One message for all lots of a sale that begin or end together: a parallel sale may have hundreds.
fn one_of_many(kind: Kind, catalog_id: i64, of_person: Vec<NewMessage>) -> Option<NewMessage> {
    let rest = of_person.len().saturating_sub(1);
    let until = of_person.iter().map(|message| message.until).max()?;
    let first = of_person.into_iter().next()?;
    if rest == 0 {
        return Some(first);
    }
    let noun = plural(rest, "лот", "лота", "лотов");
    Some(NewMessage {
        topic: format!("lots-{catalog_id}"),
        notice: BrowserNotice {
            title: title_of_many(kind).unwrap_or_default().to_owned(),
            body: format!("{}. И ещё {rest} {noun}", first.notice.body),
            path: room(catalog_id),
            tag: format!("lots-{catalog_id}"),
        },
        until,
        ..first
    })
}

/// Names what a notice is about: a later one takes its place on the screen.
pub fn tag(catalog_id: i64, lot_id: Option<i64>) -> String {
    match lot_id {
        Some(lot) => format!("lot-{lot}"),
        None => format!("sale-{catalog_id}"),
    }
}

fn topic(kind: Kind, catalog_id: i64, lot_id: Option<i64>) -> String {
    match lot_id {
        Some(lot) if kind.is_outbid() => outbid_topic(lot),
        _ => tag(catalog_id, lot_id),
    }
}

fn outbid_topic(lot_id: i64) -> String {
    format!("bid-{lot_id}")
}

/// Where the bid button is: in the room of a classic sale, on the lot's page in a parallel one.
fn path(catalog_id: i64, lot_id: Option<i64>, kind: CatalogType) -> String {
    match lot_id {
        Some(lot) if kind != CatalogType::Classic => format!("/lot/{lot}/lot#bid"),
        _ => room(catalog_id),
    }
}

/// The page of a sale.
pub fn room(catalog_id: i64) -> String {
    format!("/auction/{catalog_id}/auction")
}

/// When a notice expires.
fn until(kind: Kind, created: OffsetDateTime, end: Option<OffsetDateTime>) -> OffsetDateTime {
    let end = end.filter(|end| *end > created);
    match kind {
        Kind::Outbid | Kind::AbsenteeOvertaken => end.unwrap_or(created + BET),
        Kind::LotEnding => end.unwrap_or(created + GAP),
        _ => created + GAP,
    }
    .min(created + LONGEST)
}

async fn sales(
    conn: &mut PgConnection,
    ids: impl Iterator<Item = i64>,
) -> sqlx::Result<HashMap<i64, CatalogType>> {
    let rows = sqlx::query!(
        "select id, catalog_type from catalog where id = any($1)",
        &ids.collect::<Vec<_>>()
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| Some((row.id, CatalogType::try_from(row.catalog_type).ok()?)))
        .collect())
}

/// When lots end by the clock.
async fn ends(
    conn: &mut PgConnection,
    ids: impl Iterator<Item = i64>,
) -> sqlx::Result<HashMap<i64, OffsetDateTime>> {
    let rows = sqlx::query!(
        r#"select lot_id, end_trade_time as "end!" from lot_trade where lot_id = any($1) and end_trade_time is not null"#,
        &ids.collect::<Vec<_>>()
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.lot_id, row.end)).collect())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_higher_bet_is_news_until_the_lot_ends_and_for_a_day_at_most() {
        let at = datetime!(2026-11-21 18:00 UTC);
        let of = |kind, end| until(kind, at, end) - at;
        assert_eq!(of(Kind::Outbid, None), BET);
        assert_eq!(of(Kind::Outbid, Some(at - Duration::SECOND)), BET);
        let minute = Duration::MINUTE;
        assert_eq!(of(Kind::Outbid, Some(at + minute)), minute);
        assert_eq!(of(Kind::AbsenteeOvertaken, Some(at + LONGEST * 3)), LONGEST);
        assert_eq!(of(Kind::LotEnding, Some(at + minute)), minute);
        assert_eq!(of(Kind::LotStarting, Some(at + minute)), GAP);
        assert_eq!(of(Kind::CatalogStarting, None), GAP);
    }
}
