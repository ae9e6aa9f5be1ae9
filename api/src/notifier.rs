//! Tells people at once what happened to their bets: from the outbox's topic `notify` to the sockets of `/Notify`.
//!
//! Rooms leave the notices with the commit that caused them, so nobody is told of what did not happen. Whoever is not
//! connected misses this; the reader that stores notifications will take the same rows.

use std::collections::HashMap;

use async_trait::async_trait;
use room_server::gateway::Hub;
use search_indexer::outbox::{Job, Worker};
use serde::Deserialize;
use sqlx::PgConnection;

/// How many notices one transaction takes.
const BATCH: i64 = 500;

/// The worker of [`search_indexer::outbox::run`] that sends notices.
pub struct Notifier {
    hub: Hub,
}

impl Notifier {
    pub fn new(hub: Hub) -> Self {
        Self { hub }
    }
}

/// A notice as rooms leave it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notice {
    #[serde(flatten)]
    kind: Kind,
    /// `None`: the house's staff.
    account_id: Option<i64>,
    catalog_id: i64,
    lot_id: Option<i64>,
    /// The leading value that overtook the person, in whole units.
    value: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", content = "why", rename_all = "snake_case")]
enum Kind {
    Outbid,
    AbsenteeOvertaken,
    LotWon,
    BetRevoked,
    SaleCancelled,
    OrderCancelled(domain::DropReason),
    StartMissed(domain::MissedStart),
}

/// What the texts name.
struct Named {
    catalog: String,
    currency: i16,
    /// Managers and owners of the house, and the catalog's auctioneers.
    staff: Vec<i64>,
}

#[async_trait]
impl Worker for Notifier {
    fn topics(&self) -> &'static [&'static str] {
        &["notify"]
    }

    fn batch(&self) -> i64 {
        BATCH
    }

    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()> {
        let notices: Vec<Notice> = jobs
            .into_iter()
            .filter_map(|job| {
                let read = serde_json::from_value(job.payload);
                // Nothing can come of one that cannot be read, however often it is tried.
                read.inspect_err(
                    |error| tracing::error!(%error, job.id, "a notice cannot be read; dropped"),
                )
                .ok()
            })
            .collect();
        let catalogs = catalogs(
            conn,
            notices.iter().map(|notice| notice.catalog_id).collect(),
        )
        .await?;
        let lots = lots(
            conn,
            notices.iter().filter_map(|notice| notice.lot_id).collect(),
        )
        .await?;
        for notice in notices {
            let Some(catalog) = catalogs.get(&notice.catalog_id) else {
                continue;
            };
            let lot = notice
                .lot_id
                .and_then(|lot| lots.get(&lot))
                .map(String::as_str);
            let (subject, text) = words(&notice, catalog, lot);
            match notice.account_id {
                Some(account) => self.hub.notify_user(account, subject, &text),
                None => catalog
                    .staff
                    .iter()
                    .for_each(|account| self.hub.notify_user(*account, subject, &text)),
            }
        }
        Ok(())
    }
}

async fn catalogs(conn: &mut PgConnection, ids: Vec<i64>) -> sqlx::Result<HashMap<i64, Named>> {
    let rows = sqlx::query!(
        r#"select id, title, currency, array(
               select account_id from house_staff
               where house_staff.house_id = catalog.house_id and role in (0, 1)
               union select account_id from catalog_auctioneer where catalog_auctioneer.catalog_id = catalog.id
           ) as "staff!"
           from catalog where id = any($1)"#,
        &ids
    )
    .fetch_all(conn)
    .await?;
    let named = rows.into_iter().map(|row| {
        (
            row.id,
            Named {
                catalog: row.title,
                currency: row.currency,
                staff: row.staff,
            },
        )
    });
    Ok(named.collect())
}

/// «Лот 12 «Морской пейзаж»» by id.
async fn lots(conn: &mut PgConnection, ids: Vec<i64>) -> sqlx::Result<HashMap<i64, String>> {
    let rows = sqlx::query!(
        "select id, title_ru, catalog_lot_id from lot where id = any($1)",
        &ids
    )
    .fetch_all(conn)
    .await?;
    let named = rows.into_iter().map(|row| {
        let number = row
            .catalog_lot_id
            .map(|number| format!(" {number}"))
            .unwrap_or_default();
        (row.id, format!("Лот{number} «{}»", row.title_ru))
    });
    Ok(named.collect())
}

/// Subject and text.
fn words(notice: &Notice, named: &Named, lot: Option<&str>) -> (&'static str, String) {
    use domain::{DropReason, MissedStart};
    let catalog = &named.catalog;
    let lot = lot.unwrap_or("Лот");
    let price = notice
        .value
        .map(|value| amount(value, named.currency))
        .unwrap_or_default();
    match &notice.kind {
        Kind::Outbid => (
            "Ваша ставка перебита",
            format!("{lot}: текущая ставка {price}"),
        ),
        Kind::AbsenteeOvertaken => (
            "Ваша заочная ставка перекрыта",
            format!("{lot}: текущая ставка {price}"),
        ),
        Kind::LotWon => (
            "Вы выиграли лот",
            format!("{lot} продан вам на аукционе «{catalog}»"),
        ),
        Kind::BetRevoked => (
            "Ваша ставка отменена",
            format!("{lot}: ставка отменена аукционистом"),
        ),
        Kind::SaleCancelled => (
            "Аукцион отменён",
            format!("«{catalog}»: аукцион отменён, ставки аннулированы"),
        ),
        Kind::OrderCancelled(why) => {
            let why = match why {
                DropReason::Withdrawn => "вы её отозвали",
                DropReason::Revoked => "ставка отменена аукционистом",
                DropReason::TrustLost => "аукционный дом отозвал доверие",
                DropReason::BelowMinimum => "начальная цена лота теперь выше",
                DropReason::LotWithdrawn => "лот снят с торгов",
            };
            ("Ваша заочная ставка отменена", format!("{lot}: {why}"))
        }
        Kind::StartMissed(why) => {
            let why = match why {
                MissedStart::NothingToOpen => "нет лотов для торгов",
                MissedStart::EndPassed => "дата окончания уже прошла",
            };
            ("Аукцион не начался", format!("«{catalog}»: {why}"))
        }
    }
}

/// `1 500 ₽`, thousands separated by no-break spaces.
fn amount(value: i64, currency: i16) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + 8);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    let sign = match currency {
        1 => '€',
        2 => '$',
        _ => '₽',
    };
    text.push('\u{a0}');
    text.push(sign);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(payload: serde_json::Value) -> (&'static str, String) {
        let notice: Notice = serde_json::from_value(payload).unwrap();
        let named = Named {
            catalog: "Весенний".to_owned(),
            currency: 0,
            staff: vec![],
        };
        words(&notice, &named, Some("Лот 12 «Ваза»"))
    }

    #[test]
    fn notices_of_rooms_are_read_and_put_into_words() {
        let notice = |kind: &str, why: serde_json::Value| {
            let mut notice = serde_json::json!({
                "kind": kind, "accountId": 5, "catalogId": 1, "lotId": 12, "value": 1_234_500,
                "at": "2026-11-21T10:05:00.000Z",
            });
            if !why.is_null() {
                notice["why"] = why;
            }
            said(notice)
        };
        let none = serde_json::Value::Null;
        assert_eq!(
            notice("outbid", none.clone()),
            (
                "Ваша ставка перебита",
                "Лот 12 «Ваза»: текущая ставка 1\u{a0}234\u{a0}500\u{a0}₽".to_owned()
            )
        );
        assert_eq!(notice("lot_won", none.clone()).0, "Вы выиграли лот");
        assert_eq!(
            notice("absentee_overtaken", none.clone()).0,
            "Ваша заочная ставка перекрыта"
        );
        assert_eq!(
            notice("bet_revoked", none.clone()).0,
            "Ваша ставка отменена"
        );
        assert_eq!(
            notice("sale_cancelled", none).1,
            "«Весенний»: аукцион отменён, ставки аннулированы"
        );
        assert_eq!(
            notice("order_cancelled", "trust_lost".into()).1,
            "Лот 12 «Ваза»: аукционный дом отозвал доверие"
        );
        assert_eq!(
            notice("start_missed", "nothing_to_open".into()).1,
            "«Весенний»: нет лотов для торгов"
        );
    }
}
