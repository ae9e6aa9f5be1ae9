//! The backend for a single machine: Russian full-text search over `lot_listing`, with a table of known words for
//! prefixes and typos.
//!
//! The number of matches decides how a page is found, so that no combination of filters is slow. Few matches are all
//! gathered, through the word and filter indexes together, and sorted. Many matches by filters alone are walked along
//! the index of the requested order, which also covers the filters. For many matches by words, the first lots of that
//! order are checked one by one. If the page is not among them, a first slice of the order is gathered, then a larger.
//! PostgreSQL's planner would have to guess the best way, and a wrong guess takes seconds at a million lots. Here the
//! choice follows from a count.

mod counts;
mod slice;
mod slices;
mod sql;
mod text;

use crate::dictionary::Cache;
use crate::query::{COUNT_CAP, Counts, Found, LotQuery, Paging, Search, SearchError, Sorting};
use std::time::Duration;

use async_trait::async_trait;
use sql::{By, Way, filters, gathered, order, walked, walked_back};
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder};
use text::Text;

pub(crate) use sql::settle;

/// The numbers of matches at which a page is found in another way. Only tests change the defaults.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// Counting stops here. Fewer matches by words are all gathered and sorted.
    pub counted: i64,
    /// Fewer matches by filters alone are all gathered and sorted. A sale's lots by their numbers are walked instead, from the nearer end.
    pub sorted: i64,
    /// Up to this many matches are ranked by relevance. Of more, matches in title or author come first.
    pub ranked: i64,
    /// For the first pages of more matches, this many lots are checked one by one.
    pub walked: i64,
    /// At most this many lots are looked at for the counts beside filters.
    pub tallied: i64,
    /// The counts that take longer are left out. Few matches that no index finds would need the whole table.
    pub tallied_within: Duration,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            counted: COUNT_CAP,
            sorted: 30_000,
            ranked: 2_000,
            walked: 2_000,
            tallied: 20_000,
            tallied_within: Duration::from_secs(1),
        }
    }
}

#[derive(Debug)]
pub struct PgSearch {
    pool: PgPool,
    thresholds: Thresholds,
    synonyms: Cache,
}

impl PgSearch {
    pub fn new(pool: PgPool) -> Self {
        Self::with(pool, Thresholds::default())
    }

    pub fn with(pool: PgPool, thresholds: Thresholds) -> Self {
        Self {
            pool,
            thresholds,
            synonyms: Cache::default(),
        }
    }
}

#[async_trait]
impl Search for PgSearch {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError> {
        // The transaction only scopes the settings. One snapshot for count and page is not worth its cost.
        let mut transaction = self.pool.begin().await?;
        sql::settle(&mut transaction).await?;
        let text = query.text.as_deref().unwrap_or_default();
        let text = Text::resolve(&mut transaction, text, &self.synonyms).await?;
        let lookup = Lookup {
            query,
            text: &text,
            paging,
            at: self.thresholds,
            conn: &mut transaction,
        };
        let found = match &text {
            Text::Nothing => paging.none(),
            Text::Any | Text::Number(_) => lookup.by_filters().await?,
            Text::Words { .. } => lookup.by_words().await?,
        };
        transaction.commit().await?;
        Ok(found)
    }

    async fn counts(&self, query: &LotQuery) -> Result<Counts, SearchError> {
        let mut transaction = self.pool.begin().await?;
        sql::settle(&mut transaction).await?;
        let text = query.text.as_deref().unwrap_or_default();
        let text = Text::resolve(&mut transaction, text, &self.synonyms).await?;
        let counts = match &text {
            Text::Nothing => counts::none(),
            text => {
                let Thresholds {
                    tallied,
                    tallied_within,
                    ..
                } = self.thresholds;
                counts::of(&mut transaction, query, text, tallied, tallied_within).await?
            }
        };
        transaction.commit().await?;
        Ok(counts)
    }

    fn synonyms_changed(&self) {
        self.synonyms.forget();
    }
}

/// One search in progress.
struct Lookup<'a> {
    query: &'a LotQuery,
    text: &'a Text,
    paging: Paging,
    at: Thresholds,
    conn: &'a mut PgConnection,
}

impl Lookup<'_> {
    async fn by_filters(mut self) -> sqlx::Result<Found> {
        let counted = self.count_by_filters().await?;
        let total = counted.min(self.at.counted);
        let page = self.paging.clamp(total);
        let sorting = self.query.effective_sorting();
        // The index on a catalog's lots gives this order, so a walk is fast even if few match.
        let is_in_order = self.query.catalog_id.is_some()
            && sorting == Sorting::LotNumberAsc
            && matches!(self.text, Text::Any);
        let (size, offset) = (self.paging.size, self.paging.offset(page));
        if is_in_order && counted < self.at.sorted {
            let size = size.min(counted - offset);
            let after = counted - offset - size;
            // The index can be walked from either end.
            if after < offset {
                return Ok(Found {
                    ids: self.walk_back(size, after).await?,
                    total,
                    page,
                });
            }
        }
        let mut select = if counted < self.at.sorted && !is_in_order {
            let mut select = gathered(self.query, self.text, By::Filters, None);
            select.push(") select lot_id from matched");
            self.order(&mut select, sorting);
            select
        } else {
            sql::go(self.conn, Way::Walk).await?;
            let mut select = QueryBuilder::new("");
            walked(&mut select, self.query, self.text, sorting, offset + size);
            select
        };
        limit(&mut select, size, offset);
        let ids = self.ids(select).await?;
        Ok(Found { ids, total, page })
    }

    /// The `size` lots of a sale, by number, that are followed by `after` others.
    async fn walk_back(&mut self, size: i64, after: i64) -> sqlx::Result<Vec<i64>> {
        sql::go(self.conn, Way::Walk).await?;
        let mut select = QueryBuilder::new("");
        walked_back(&mut select, self.query, self.text);
        limit(&mut select, size, after);
        let mut ids = self.ids(select).await?;
        ids.reverse();
        Ok(ids)
    }

    /// The number of matches by filters, at most `sorted`.
    async fn count_by_filters(&mut self) -> sqlx::Result<i64> {
        if let (Text::Any, Some(catalog)) = (self.text, self.query.whole_catalog()) {
            return sqlx::query_scalar!(
                r#"select coalesce((select least(lots, $2) from catalog_listing where catalog_id = $1), 0) as "lots!""#,
                catalog,
                self.at.sorted
            )
            .fetch_one(&mut *self.conn)
            .await;
        }
        let mut count = QueryBuilder::new("select count(*) from (select from lot_listing where ");
        filters(&mut count, self.query, self.text, By::Filters);
        count
            .push(" limit ")
            .push_bind(self.at.sorted)
            .push(") as counted");
        count
            .build_query_scalar()
            .persistent(false)
            .fetch_one(&mut *self.conn)
            .await
    }

    async fn by_words(mut self) -> sqlx::Result<Found> {
        sql::go(self.conn, Way::Gather).await?;
        let sorting = self.query.effective_sorting();
        // Counts, sorts and cuts in one statement.
        let mut select = gathered(self.query, self.text, By::Words, None);
        select.push(" limit ").push_bind(self.at.counted);
        select.push(
            "), counted as (select count(*) as total from matched) select total, array(select lot_id from matched",
        );
        self.order(&mut select, sorting);
        let size = self.paging.size;
        select.push(" limit ").push_bind(size);
        select
            .push(" offset (select (greatest(least(")
            .push_bind(self.paging.page)
            .push(", (total + ")
            .push_bind(size - 1)
            .push(") / ")
            .push_bind(size)
            .push("), 1) - 1) * ")
            .push_bind(size)
            .push(" from counted)) from counted");
        let (total, ids): (i64, Vec<i64>) = select
            .build_query_as()
            .persistent(false)
            .fetch_one(&mut *self.conn)
            .await?;
        let page = self.paging.clamp(total);
        let offset = self.paging.offset(page);
        let ids = if total < self.at.counted {
            ids
        } else if sorting == Sorting::Relevant {
            self.newest_with_title_first(offset).await?
        } else {
            self.first(By::Words, sorting, size, offset).await?
        };
        Ok(Found { ids, total, page })
    }

    /// A page of very many matches: those in title or author, then the others, each newest first.
    async fn newest_with_title_first(&mut self, offset: i64) -> sqlx::Result<Vec<i64>> {
        let size = self.paging.size;
        let newest = Sorting::CreatedDesc;
        let titled = self.sliced(By::TitleWords, newest, size, offset).await?;
        let mut ids = titled.ids;
        let missing = size - ids.len() as i64;
        if missing > 0 {
            // The page was not full, so `titled.total` counts all matches in title or author.
            let skip = (offset - titled.total).max(0);
            ids.extend(self.first(By::OtherWords, newest, missing, skip).await?);
        }
        Ok(ids)
    }

    /// A page of very many matches, in order.
    async fn first(
        &mut self,
        by: By,
        sorting: Sorting,
        size: i64,
        offset: i64,
    ) -> sqlx::Result<Vec<i64>> {
        match self.among_the_first(by, sorting, size, offset).await? {
            Some(ids) => Ok(ids),
            None => Ok(self.sliced(by, sorting, size, offset).await?.ids),
        }
    }

    fn order(&self, select: &mut QueryBuilder<Postgres>, sorting: Sorting) {
        order(select, sorting, self.text, self.at.ranked);
    }

    async fn ids(&mut self, mut select: QueryBuilder<Postgres>) -> sqlx::Result<Vec<i64>> {
        select
            .build_query_scalar()
            .persistent(false)
            .fetch_all(&mut *self.conn)
            .await
    }
}

fn limit(sql: &mut QueryBuilder<Postgres>, size: i64, offset: i64) {
    sql.push(" limit ").push_bind(size);
    sql.push(" offset ").push_bind(offset);
}
