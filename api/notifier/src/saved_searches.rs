//! Letters about new lots of saved searches: a few minutes after lots are listed, or each morning.
//!
//! Keeps no state but `saved_search.looked_until`, which moves in the transaction that enqueues the letter. Several
//! processes can share the work.

use std::sync::Arc;

use catalogue::listing::lots;
use catalogue::listing::request::lot_query;
use clock::Clock;
use contract::dto::{LotSearchRequest, LotShort};
use mail::letters::{self, Content, NewLetter, Recipient};
use search_indexer::{AuctionScope, FirstSeen, LotQuery, Paging, Search, Sorting};
use sqlx::{PgConnection, PgPool};
use texts::money::amount;
use texts::moscow;
use texts::words::{lot as lot_name, plural, quoted, shortened};
use time::{Duration, OffsetDateTime, Time, macros::time};

use crate::settings::settings_of;
use crate::unsubscribe::UnsubscribeLinks;

/// How often searches are looked through.
const EVERY: std::time::Duration = std::time::Duration::from_secs(60);
/// A transaction commits at most this long after it listed a lot. So an import of some hundred lots is one letter.
const SETTLING: Duration = Duration::minutes(3);
/// When daily letters are written, in Moscow.
const MORNING: Time = time!(9:00);
/// The most searches of one pass, so that a morning's letters do not hold up those at once for long.
const BATCH: i64 = 500;
/// The most lots that a letter names.
const LOTS_OF_A_LETTER: usize = 10;

/// Looks for new lots of saved searches.
#[derive(Clone)]
pub struct SavedSearches {
    pool: PgPool,
    search: Arc<dyn Search>,
    clock: Clock,
}

/// A saved search whose letter is due.
struct Due {
    id: i64,
    account_id: i64,
    name: String,
    path: String,
    request: serde_json::Value,
    after: OffsetDateTime,
    until: OffsetDateTime,
}

impl SavedSearches {
    pub fn new(pool: PgPool, search: Arc<dyn Search>, clock: Clock) -> Self {
        Self {
            pool,
            search,
            clock,
        }
    }

    /// Runs until the task is dropped.
    pub async fn run(self) {
        let mut every = tokio::time::interval(EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            if let Err(error) = self.look().await {
                tracing::warn!(%error, "cannot look for new lots of saved searches; retrying");
            }
        }
    }

    /// Enqueues the letters that are due. A search that fails is tried again the next time, and holds up no other.
    pub async fn look(&self) -> sqlx::Result<()> {
        let at_once = self.clock.now() - SETTLING;
        let daily = last_morning(at_once);
        let due = sqlx::query_scalar!(
            "select s.id from saved_search s
             cross join lateral (select case s.letters when 'atOnce' then $1::timestamptz else $2 end as until) u
             where s.letters <> 'never' and s.looked_until < u.until
                 and exists (select from lot_first_seen f where f.at > s.looked_until and f.at <= u.until)
             order by s.letters = 'daily', s.looked_until, s.id limit $3",
            at_once,
            daily,
            BATCH
        )
        .fetch_all(&self.pool)
        .await?;
        for id in due {
            if let Err(error) = self.write(id, at_once, daily).await {
                tracing::warn!(%error, search = id, "cannot look for new lots of a saved search; retrying");
            }
        }
        Ok(())
    }

    async fn write(
        &self,
        id: i64,
        at_once: OffsetDateTime,
        daily: OffsetDateTime,
    ) -> anyhow::Result<()> {
        let mut tx = self.pool.begin().await?;
        // Gone if it was deleted or its letters stopped; locked if another process writes.
        let Some(due) = sqlx::query_as!(
            Due,
            r#"select id, account_id, name, path, request, looked_until as after,
                case letters when 'atOnce' then $2::timestamptz else $3 end as "until!"
             from saved_search where id = $1 and letters <> 'never' for update skip locked"#,
            id,
            at_once,
            daily
        )
        .fetch_optional(&mut *tx)
        .await?
        .filter(|due| due.after < due.until) else {
            return Ok(());
        };
        self.write_about(&mut tx, &due).await?;
        sqlx::query!(
            "update saved_search set looked_until = $2 where id = $1",
            id,
            due.until
        )
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }

    async fn write_about(&self, conn: &mut PgConnection, due: &Due) -> anyhow::Result<()> {
        // Nobody to write to: no verified e-mail, or the account is deleted.
        if settings_of(conn, &[due.account_id]).await?.is_empty() {
            return Ok(());
        }
        let request: LotSearchRequest = serde_json::from_value(due.request.clone())?;
        let query = lot_query(&self.pool, request, None).await?;
        let page = Paging {
            page: 1,
            size: LOTS_OF_A_LETTER as i64,
        };
        let found = self.search.find(&new_lots(query, due), page).await?;
        let lots = lots::by_ids(&self.pool, &found.ids, None).await?;
        if lots.is_empty() {
            return Ok(());
        }
        let links = UnsubscribeLinks::of(conn, &[due.account_id]).await?;
        let total = usize::try_from(found.total)?.max(lots.len());
        letters::queue(conn, &letter(due, &lots, total, &links)).await?;
        Ok(())
    }
}

/// The search for lots that are new to the person. What state of lots or sales the list showed does not matter: a new lot
/// is rarely in trade yet, and one whose bidding is over, such as one of an imported archive, is no news.
fn new_lots(query: LotQuery, due: &Due) -> LotQuery {
    LotQuery {
        states: Vec::new(),
        has_bets: None,
        is_bidding_over: Some(false),
        scope: query.scope.filter(|scope| match scope {
            AuctionScope::Past | AuctionScope::Future | AuctionScope::Current => false,
            AuctionScope::Galleries | AuctionScope::PostAuction => true,
        }),
        first_seen: Some(FirstSeen {
            after: due.after,
            until: due.until,
        }),
        sorting: Some(Sorting::Relevant),
        ..query
    }
}

fn letter(due: &Due, lots: &[LotShort], total: usize, links: &UnsubscribeLinks) -> NewLetter {
    let noun = plural(total, "новый лот", "новых лота", "новых лотов");
    let name = quoted(&shortened(&due.name, 120));
    let facts = lots.iter().map(|lot| {
        let authors: Vec<&str> = lot.author.iter().map(|author| &*author.name).collect();
        let name = lot_name(lot.catalog_lot_id, &lot.title_ru);
        let name = match authors.join(", ") {
            authors if authors.is_empty() => name,
            authors => format!("{}. {name}", shortened(&authors, 120)),
        };
        let price = lot.price.value.unwrap_or(lot.price.start);
        let offer = match price {
            0 => lot.house_name_ru.clone(),
            price => format!(
                "{}, {}",
                amount(price, lot.price.currency),
                lot.house_name_ru
            ),
        };
        (name, offer)
    });
    let mut content = Content::new(format!("{total} {noun} по вашему поиску {name}"))
        .paragraph(format!(
            "По сохранённому поиску {name} {}:",
            plural(total, "появился лот", "появились лоты", "появились лоты")
        ))
        .facts(facts);
    if let Some(rest @ 1..) = total.checked_sub(lots.len()) {
        let noun = plural(rest, "лот", "лота", "лотов");
        content = content.paragraph(format!("И ещё {rest} {noun}."));
    }
    let content = content.button("Открыть поиск", &due.path);
    NewLetter {
        to: Recipient::Account(due.account_id),
        key: format!("saved_search.{}.{}", due.id, due.until.unix_timestamp()),
        content: links.put_search(content, due.account_id, due.id),
    }
}

/// The last morning that is over at `now`.
fn last_morning(now: OffsetDateTime) -> OffsetDateTime {
    let morning = now.to_offset(moscow::OFFSET).replace_time(MORNING);
    if morning <= now {
        morning
    } else {
        morning - Duration::DAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_morning_is_that_of_moscow() {
        for (now, morning) in [
            (
                datetime!(2026-11-23 06:00 UTC),
                datetime!(2026-11-23 06:00 UTC),
            ),
            (
                datetime!(2026-11-23 05:59 UTC),
                datetime!(2026-11-22 06:00 UTC),
            ),
            (
                datetime!(2026-11-23 22:30 UTC),
                datetime!(2026-11-23 06:00 UTC),
            ),
        ] {
            assert_eq!(last_morning(now), morning, "{now}");
        }
    }
}
