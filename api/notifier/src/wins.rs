//! Letters to winners («Вы выиграли»): one per person and sale, about all the lots they won.
//!
//! Sent only when the sale is over, so that no letter announces a win that was revoked.

use std::collections::BTreeMap;

use domain::{Amount, CatalogState, Commission, Currency};
use sqlx::{PgConnection, PgPool};

use crate::kind::Kind;
use crate::settings::{settings_of, wants};
use crate::unsubscribe::UnsubscribeLinks;
use mail::letters::{self, Content, NewLetter, Recipient};
use texts::money::amount;
use texts::words::{lot as lot_name, plural, quoted, shortened, with_lots};

/// The most sales per transaction.
const BATCH: i64 = 20;

/// A lot with a final winner.
struct Won {
    id: i64,
    name: String,
    /// How many lots the price is for.
    lots: usize,
    price: i64,
}

struct Sale {
    title: String,
    currency: Currency,
    commission: Commission,
}

/// Enqueues the letters of the sales that are over.
pub async fn write(pool: &PgPool) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    // Two concurrent runs would write two letters to one person.
    let is_alone = sqlx::query_scalar!(
        r#"select pg_try_advisory_xact_lock(hashtextextended('letters to winners', 0)) as "is_alone!""#
    )
    .fetch_one(&mut *tx)
    .await?;
    if !is_alone {
        return Ok(());
    }
    let catalogs = sqlx::query!(
        "select t.catalog_id, t.state from catalog_trade t where catalog_is_finished(t.state)
             and t.catalog_id in (select catalog_id from notification where awaits_completion)
         order by t.catalog_id limit $1",
        BATCH
    )
    .fetch_all(&mut *tx)
    .await?;
    for over in catalogs {
        let catalog_id = over.catalog_id;
        // After a cancelled sale the house informs the winners itself.
        if over.state == CatalogState::Completed.number() {
            write_of(&mut tx, catalog_id).await?;
        }
        sqlx::query!(
            "update notification set awaits_completion = false where awaits_completion and catalog_id = $1",
            catalog_id
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await
}

async fn write_of(conn: &mut PgConnection, catalog_id: i64) -> sqlx::Result<()> {
    let sale = sqlx::query!(
        r#"select title, currency, commission::text as "commission!" from catalog where id = $1"#,
        catalog_id
    )
    .fetch_one(&mut *conn)
    .await?;
    let sale = Sale {
        title: sale.title,
        currency: Currency::try_from(sale.currency)
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
        commission: sale
            .commission
            .parse()
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
    };
    // Reads the room's results, which are final now. Notifications about the last lots may still be pending, and lots
    // returned or cancelled meanwhile have no winner.
    let rows = sqlx::query!(
        r#"select coalesce(bidder.merged_into, bidder.id) as "account_id!", l.id, l.title_ru, l.catalog_lot_id, x.leading_value as "price!",
             case when x.is_choice then '{}' else x.together end as "together!"
         from lot_trade x join lot l on l.id = x.lot_id join account bidder on bidder.id = x.leading_account_id
         where x.catalog_id = $1 and lot_is_sold(x.state) and x.leading_value is not null
         order by l.catalog_lot_id, l.id"#,
        catalog_id
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut won: BTreeMap<i64, Vec<Won>> = BTreeMap::new();
    for row in rows {
        let name = lot_name(row.catalog_lot_id, &row.title_ru);
        won.entry(row.account_id).or_default().push(Won {
            id: row.id,
            name: match &*row.together {
                [_, others @ ..] => format!("{name} {}", with_lots(others)),
                [] => name,
            },
            lots: row.together.len().max(1),
            price: row.price,
        });
    }
    let accounts: Vec<i64> = won.keys().copied().collect();
    let settings = settings_of(conn, &accounts).await?;
    let links = UnsubscribeLinks::of(conn, &accounts).await?;
    for (account_id, lots) in won {
        if settings
            .get(&account_id)
            .is_some_and(|settings| wants(settings, Kind::LotWon))
        {
            let mut letter = letter(catalog_id, &sale, account_id, &lots);
            letter.content = links.put(letter.content, account_id, Kind::LotWon);
            letters::queue(conn, &letter).await?;
        }
    }
    Ok(())
}

/// What the winner pays: the bets, the commission on them, and both together. The commission of each lot is rounded by itself.
fn sums(sale: &Sale, lots: &[Won]) -> Vec<(String, String)> {
    let bets: i64 = lots.iter().map(|lot| lot.price).sum();
    let whole: i64 = lots
        .iter()
        .map(|lot| sale.commission.price_with(Amount(lot.price)).0)
        .sum();
    let mut sums = Vec::new();
    if sale.commission != Commission::NONE {
        if lots.len() > 1 {
            sums.push(("Сумма ставок".to_owned(), bets));
        }
        let percent = sale.commission.to_string().replace('.', ",");
        sums.push((format!("Комиссия {percent}\u{a0}%"), whole - bets));
    }
    let total = match lots {
        [_] => "К оплате",
        _ => "Всего к оплате",
    };
    sums.push((total.to_owned(), whole));
    sums.into_iter()
        .map(|(name, sum)| (name, amount(sum, sale.currency)))
        .collect()
}

fn letter(catalog_id: i64, sale: &Sale, account_id: i64, lots: &[Won]) -> NewLetter {
    let title = quoted(&shortened(&sale.title, 200));
    let count = lots.iter().map(|lot| lot.lots).sum();
    let noun = plural(count, "лот", "лота", "лотов");
    let with_commission = |price| sale.commission.price_with(Amount(price)).0;
    let price = |lot: &Won| {
        let price = amount(lot.price, sale.currency);
        // One lot's sums stand below it.
        if sale.commission == Commission::NONE || lots.len() == 1 {
            return price;
        }
        let whole = amount(with_commission(lot.price), sale.currency);
        format!("{price}, с комиссией {whole}")
    };
    let mut facts: Vec<(String, String)> = lots
        .iter()
        .map(|lot| (lot.name.clone(), price(lot)))
        .collect();
    facts.extend(sums(sale, lots));
    let (label, path) = match lots {
        [only] => ("Открыть лот", format!("/lot/{}/lot", only.id)),
        _ => ("Открыть аукцион", format!("/auction/{catalog_id}/auction")),
    };
    NewLetter {
        to: Recipient::Account(account_id),
        key: format!("lots_won.{catalog_id}.{account_id}"),
        content: Content::new(format!("Вы выиграли на аукционе {title}"))
            .paragraph(format!(
                "Аукцион {title} завершён. Вы выиграли {count} {noun}:"
            ))
            .facts(facts)
            .paragraph("Аукционный дом свяжется с вами, чтобы договориться об оплате и получении.")
            .button(label, path),
    }
}
