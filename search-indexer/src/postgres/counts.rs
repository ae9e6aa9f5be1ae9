//! Counts beside filters: how many of a search's lots have each value.
//!
//! One statement counts all filters that the search leaves open. A filter that it sets gets a statement of its own, without that
//! filter. Each looks at a bounded number of lots, so that no search is slow.

use sqlx::{FromRow, PgConnection, QueryBuilder};

use super::sql::{By, Way, filters, go};
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

pub async fn of(
    conn: &mut PgConnection,
    query: &LotQuery,
    text: &Text,
    most: i64,
) -> sqlx::Result<Counts> {
    go(conn, Way::Gather).await?;
    let set = query.facets();
    let open: Vec<Facet> = Facet::ALL
        .into_iter()
        .filter(|facet| !set.contains(facet))
        .collect();
    let mut counts = none();
    tally(conn, query, text, &open, most, &mut counts).await?;
    for facet in set {
        let others = query.without(facet);
        tally(conn, &others, text, &[facet], most, &mut counts).await?;
    }
    counts.sort();
    Ok(counts)
}

async fn tally(
    conn: &mut PgConnection,
    query: &LotQuery,
    text: &Text,
    facets: &[Facet],
    most: i64,
    counts: &mut Counts,
) -> sqlx::Result<()> {
    let by = match text {
        Text::Words { .. } => By::Words,
        Text::Any | Text::Number(_) | Text::Nothing => By::Filters,
    };
    let mut sql = QueryBuilder::new(
        "with matched as materialized (
            select category_id, catalog_type, house_id, ages, material, currency, price from lot_listing where ",
    );
    filters(&mut sql, query, text, by);
    sql.push(" limit ").push_bind(most).push(
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
                sql.push_bind(query.counted_currency()).push(" group by 2");
            }
            _ => {}
        }
        sql.push(")");
    }
    let rows: Vec<Tally> = sql
        .build_query_as()
        .persistent(false)
        .fetch_all(conn)
        .await?;
    for row in rows {
        let number = row.number.unwrap_or_default();
        // Years, types and steps fit: the schema gives them two bytes.
        let short = i16::try_from(number).unwrap_or_default();
        let facet = usize::try_from(row.place).ok();
        match facet.and_then(|place| Facet::ALL.get(place)) {
            None => counts.is_exact &= row.count < most,
            Some(Facet::Category) => counts.categories.push((number, row.count)),
            Some(Facet::CatalogType) => counts.catalog_types.push((short, row.count)),
            Some(Facet::House) => counts.houses.push((number, row.count)),
            Some(Facet::Age) => counts.ages.push((short, row.count)),
            Some(Facet::Material) => counts
                .materials
                .push((row.name.unwrap_or_default(), row.count)),
            Some(Facet::Price) => counts.prices.push((short, row.count)),
        }
    }
    Ok(())
}
