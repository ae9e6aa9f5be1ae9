//! Counts beside filters: how many of a search's lots have each value.
//!
//! One statement counts all filters that the search leaves open. A filter that it sets gets a statement of its own, without that
//! filter. Each counts a bounded number of lots in a bounded time, so that no search is slow.

use std::time::Duration;

use sqlstate::Cause;
use sqlx::{Connection as _, FromRow, PgConnection, Postgres, QueryBuilder};

use super::sql::{By, Way, filters, go, stop_after};
use super::text::Text;
use crate::query::{Counts, Facet, LotQuery, MATERIALS};

/// One count: a value of the facet at `place` in [`Facet::ALL`].
#[derive(FromRow)]
struct Tally {
    place: i32,
    number: Option<i64>,
    name: Option<String>,
    count: i64,
}

/// No lot matches.
pub fn none() -> Counts {
    Counts {
        is_exact: true,
        ..Counts::default()
    }
}

/// Counts at most `most` lots for each statement, all statements within `within`.
pub async fn of(
    conn: &mut PgConnection,
    query: &LotQuery,
    text: &Text,
    most: i64,
    within: Duration,
) -> sqlx::Result<Counts> {
    go(conn, Way::Gather).await?;
    let set = query.facets();
    let statements = 1 + set.len() as u32;
    stop_after(conn, within / statements).await?;
    let pass = Pass {
        text,
        currency: query.counted_currency(),
        most,
    };
    let open: Vec<Facet> = Facet::ALL
        .into_iter()
        .filter(|facet| !set.contains(facet))
        .collect();
    let mut counts = none();
    pass.tally(conn, query, &open, &mut counts).await?;
    for facet in set {
        let others = query.without(facet);
        pass.tally(conn, &others, &[facet], &mut counts).await?;
    }
    counts.sort();
    Ok(counts)
}

/// What the statements of a search have in common.
struct Pass<'a> {
    text: &'a Text,
    /// The currency of the prices counted.
    currency: i16,
    /// The lots counted at most.
    most: i64,
}

impl Pass<'_> {
    /// Adds the counts of these filters. Those of a statement that takes too long are left out.
    async fn tally(
        &self,
        conn: &mut PgConnection,
        query: &LotQuery,
        facets: &[Facet],
        counts: &mut Counts,
    ) -> sqlx::Result<()> {
        let mut savepoint = conn.begin().await?;
        let mut sql = self.statement(query, facets);
        let rows: Vec<Tally> = match sql
            .build_query_as()
            .persistent(false)
            .fetch_all(&mut *savepoint)
            .await
        {
            Ok(rows) => rows,
            Err(error) if Cause::of(&error) == Cause::Busy => {
                counts.is_exact = false;
                return savepoint.rollback().await;
            }
            Err(error) => return Err(error),
        };
        savepoint.commit().await?;
        for row in rows {
            row.add_to(counts, self.most);
        }
        Ok(())
    }

    fn statement(&self, query: &LotQuery, facets: &[Facet]) -> QueryBuilder<Postgres> {
        let by = match self.text {
            Text::Words { .. } => By::Words,
            Text::Any | Text::Number(_) | Text::Nothing => By::Filters,
        };
        let mut sql = QueryBuilder::new(
        "with matched as materialized (
            select category_id, catalog_type, house_id, ages, material, currency, price from lot_listing where ",
    );
        filters(&mut sql, query, self.text, by);
        sql.push(" limit ").push_bind(self.most).push(
        ") select -1 as place, null::bigint as number, null::text as name, count(*) from matched",
    );
        for facet in facets {
            let place = Facet::ALL.iter().position(|other| other == facet);
            sql.push(" union all (select ")
                .push_bind(place.map_or(-1, |place| place as i32));
            sql.push(match facet {
            Facet::Category => ", category_id, null, count(*) from matched where category_id is not null group by 2",
            Facet::CatalogType => ", catalog_type, null, count(*) from matched where catalog_type is not null group by 2",
            Facet::House => ", house_id, null, count(*) from matched group by 2",
            Facet::Age => ", age, null, count(*) from matched, unnest(ages) as age group by 2",
            Facet::Material => ", null, material, count(*) from matched where material is not null group by 3
                order by 4 desc, 3 limit ",
            Facet::Price => ", price_step(price), null, count(*) from matched where price > 0 and currency = ",
        });
            match facet {
                Facet::Material => {
                    sql.push_bind(MATERIALS as i64);
                }
                Facet::Price => {
                    sql.push_bind(self.currency).push(" group by 2");
                }
                _ => {}
            }
            sql.push(")");
        }
        sql
    }
}

impl Tally {
    fn add_to(self, counts: &mut Counts, most: i64) {
        let number = self.number.unwrap_or_default();
        // Years, types and steps fit: the schema gives them two bytes.
        let short = i16::try_from(number).unwrap_or_default();
        let facet = usize::try_from(self.place).ok();
        match facet.and_then(|place| Facet::ALL.get(place)) {
            None => counts.is_exact &= self.count < most,
            Some(Facet::Category) => counts.categories.push((number, self.count)),
            Some(Facet::CatalogType) => counts.catalog_types.push((short, self.count)),
            Some(Facet::House) => counts.houses.push((number, self.count)),
            Some(Facet::Age) => counts.ages.push((short, self.count)),
            Some(Facet::Material) => counts
                .materials
                .push((self.name.unwrap_or_default(), self.count)),
            Some(Facet::Price) => counts.prices.push((short, self.count)),
        }
    }
}
