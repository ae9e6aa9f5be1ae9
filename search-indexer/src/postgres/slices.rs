//! Pages of very many matches by words.
//!
//! No index has them in order, and sorting all of them takes too long. So the first lots of the requested order are
//! checked one by one. If the page is not among them, a slice from the beginning of the order is gathered, through the
//! word index and the order's index together, then a larger slice.

use super::slice::{OrderPrefix, of_type};
use super::sql::{self, By, Way, gathered};
use super::{Lookup, limit};
use crate::query::Sorting;
use sqlx::{PgConnection, QueryBuilder};

/// The shares of all lots that are searched in turn, before all of them.
const SLICES: [f64; 3] = [0.02, 0.1, 0.4];

/// A page of the matches in a slice.
pub struct Sliced {
    pub ids: Vec<i64>,
    /// The number of matches in the slice that was searched.
    pub total: i64,
}

impl Lookup<'_> {
    /// A page of the matches, in order, from the smallest slice that holds it.
    pub(super) async fn sliced(
        &mut self,
        by: By,
        sorting: Sorting,
        size: i64,
        offset: i64,
    ) -> sqlx::Result<Sliced> {
        // For a late page the first slices are certainly too small.
        let least = (offset + size) as f64 / self.at.counted as f64 / 10.0;
        for (share, slice) in slices(self.conn, sorting).await? {
            if share < least {
                continue;
            }
            let found = self.gather(by, sorting, Some(&slice), size, offset).await?;
            if found.total >= offset + size {
                return Ok(found);
            }
        }
        self.gather(by, sorting, None, size, offset).await
    }

    /// A page of the matches, in order, if it is among the first lots of the order. Fast where matches are frequent and
    /// the page is one of the first.
    pub(super) async fn among_the_first(
        &mut self,
        by: By,
        sorting: Sorting,
        size: i64,
        offset: i64,
    ) -> sqlx::Result<Option<Vec<i64>>> {
        if offset + size > self.at.walked / 10 {
            return Ok(None);
        }
        sql::go(self.conn, Way::Walk).await?;
        let mut select = QueryBuilder::new("select lot_id from (");
        sql::walked(&mut select, self.query, self.text, sorting, self.at.walked);
        select.push(" limit ").push_bind(self.at.walked);
        // Checks lot by lot, so that it stops once the page is full.
        select.push(") as walked where (select true");
        sql::words(&mut select, self.text, by);
        select.push(" from lot_listing where lot_listing.lot_id = walked.lot_id)");
        limit(&mut select, size, offset);
        let ids = self.ids(select).await?;
        sql::go(self.conn, Way::Gather).await?;
        Ok(Some(ids).filter(|ids| ids.len() as i64 == size))
    }

    async fn gather(
        &mut self,
        by: By,
        sorting: Sorting,
        slice: Option<&OrderPrefix>,
        size: i64,
        offset: i64,
    ) -> sqlx::Result<Sliced> {
        let mut select = gathered(self.query, self.text, by, slice);
        select.push(") select (select count(*) from matched), array(select lot_id from matched");
        self.order(&mut select, sorting);
        limit(&mut select, size, offset);
        select.push(")");
        let (total, ids) = select
            .build_query_as()
            .persistent(false)
            .fetch_one(&mut *self.conn)
            .await?;
        Ok(Sliced { ids, total })
    }
}

/// The column an order sorts by, and whether it is descending.
fn key(sorting: Sorting) -> (&'static str, bool) {
    match sorting {
        Sorting::CreatedAsc => ("created", false),
        Sorting::CreatedDesc | Sorting::Relevant => ("created", true),
        Sorting::NameAsc => ("name_key", false),
        Sorting::NameDesc => ("name_key", true),
        Sorting::StartPriceAsc => ("start_price", false),
        Sorting::StartPriceDesc => ("start_price", true),
        Sorting::LotNumberAsc => ("catalog_lot_id", false),
        Sorting::LotNumberDesc => ("catalog_lot_id", true),
        Sorting::PriceAsc => ("settled_price", false),
        Sorting::PriceDesc => ("settled_price", true),
    }
}

/// The slices of all lots in an order, as the database's statistics have it: they need not be exact. None if the database
/// has not looked yet. Values that very many lots share are counted apart there, and together with the others here.
async fn slices(
    conn: &mut PgConnection,
    sorting: Sorting,
) -> sqlx::Result<Vec<(f64, OrderPrefix)>> {
    let (key, backwards) = key(sorting);
    let (of_type, direction) = (of_type(key), if backwards { "desc" } else { "" });
    let plain = of_type.split(' ').next().unwrap_or(of_type);
    let mut select = QueryBuilder::new("with counted as (select most_common_vals::text::");
    select
        .push(plain)
        .push("[] as common, most_common_freqs::float8[] as shares, histogram_bounds::text::")
        .push(plain)
        .push("[] as bounds, null_frac from pg_stats where schemaname = any(current_schemas(false)) and tablename = 'lot_listing' and attname = ")
        .push_bind(key)
        .push(
            "), part as (
                select common.value, common.share from counted, unnest(common, shares) as common (value, share)
                union all
                select value, (1 - null_frac - coalesce((select sum(share) from unnest(shares) as share), 0)) / cardinality(bounds)
                from counted, unnest(bounds) as value
            ), reached as (select value, sum(share) over (order by value",
        )
        .push(of_type.strip_prefix(plain).unwrap_or_default())
        .push(" ")
        .push(direction)
        .push(
            ") as share from part)
            select wanted, (select value::text from reached where share >= wanted order by share limit 1)
            from unnest(",
        )
        .push_bind(SLICES.to_vec())
        .push(") as wanted order by wanted");
    let found: Vec<(f64, Option<String>)> = select.build_query_as().fetch_all(conn).await?;
    let slice = |(share, until): (f64, Option<String>)| {
        let until = until?;
        Some((
            share,
            OrderPrefix {
                key,
                backwards,
                until,
            },
        ))
    };
    Ok(found.into_iter().filter_map(slice).collect())
}
