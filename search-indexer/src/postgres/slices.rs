//! Pages of very many lots that are found by words: no index has them in order, and sorting all of them takes too long. So
//! the first of all lots in the order asked for are looked at alone, through the index of words and that of the order
//! together; then more, until the page is among them.

use super::{
    Lookup, limit,
    sql::{By, gathered},
};
use crate::query::Sorting;
use sqlx::{PgConnection, Postgres, QueryBuilder};

/// Which part of all lots is looked at first, then, and then; after that all.
const SLICES: [f64; 3] = [0.02, 0.1, 0.4];

/// The lots of a slice that match.
pub struct Sliced {
    pub ids: Vec<i64>,
    /// How many there are; of a slice that was not all, how many in it.
    pub total: i64,
}

/// The beginning of an order: what comes before a value.
#[derive(Debug, Clone)]
pub struct Slice {
    key: &'static str,
    backwards: bool,
    until: String,
}

impl Slice {
    /// The condition that a lot is in it.
    pub fn push(&self, sql: &mut QueryBuilder<Postgres>) {
        if self.key == "settled_price" {
            // The few prices that move have no place in the index.
            sql.push("(");
            self.bound(sql, "settled_price");
            sql.push(" or settled_price is null and ");
            self.bound(sql, "price");
            sql.push(")");
        } else {
            self.bound(sql, self.key);
        }
    }

    fn bound(&self, sql: &mut QueryBuilder<Postgres>, column: &str) {
        let of_type = match column {
            "created" => "timestamptz",
            "name_key" => "text",
            "catalog_lot_id" => "integer",
            _ => "bigint",
        };
        sql.push(column)
            .push(if self.backwards { " >= " } else { " <= " })
            .push_bind(self.until.clone())
            .push("::")
            .push(of_type);
    }
}

impl Lookup<'_> {
    /// A page of those that match, sorted.
    pub(super) async fn sliced(
        &mut self,
        by: By,
        sorting: Sorting,
        size: i64,
        offset: i64,
    ) -> sqlx::Result<Sliced> {
        let bounds = bounds(self.conn, sorting).await?;
        // Deep in the pages the first slice holds too little for certain.
        let least = (offset + size) as f64 / self.at.counted as f64 / 10.0;
        for share in SLICES.into_iter().filter(|share| *share >= least) {
            let Some(slice) = slice(&bounds, sorting, share) else {
                break;
            };
            let found = self.gather(by, sorting, Some(&slice), size, offset).await?;
            if found.total >= offset + size {
                return Ok(found);
            }
        }
        self.gather(by, sorting, None, size, offset).await
    }

    async fn gather(
        &mut self,
        by: By,
        sorting: Sorting,
        slice: Option<&Slice>,
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

/// What an order sorts by, and whether it goes from the greatest down.
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

/// The values that divide all lots into equal parts, in ascending order, as the database's statistics have them. They
/// need not be exact. None if the database has not looked yet.
async fn bounds(conn: &mut PgConnection, sorting: Sorting) -> sqlx::Result<Vec<String>> {
    let (column, _) = key(sorting);
    let bounds = sqlx::query_scalar!(
        "select histogram_bounds::text::text[] from pg_stats
         where schemaname = any(current_schemas(false)) and tablename = 'lot_listing' and attname = $1",
        column
    )
    .fetch_optional(conn)
    .await?;
    Ok(bounds.flatten().unwrap_or_default())
}

fn slice(bounds: &[String], sorting: Sorting, share: f64) -> Option<Slice> {
    let (key, backwards) = key(sorting);
    let last = bounds.len().checked_sub(1)?;
    let step = (last as f64 * share).ceil() as usize;
    let until = if backwards { last - step } else { step };
    Some(Slice {
        key,
        backwards,
        until: bounds[until].clone(),
    })
}
