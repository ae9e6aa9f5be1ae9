//! The backend of a single machine: `lot_listing` itself, by Russian full text, with a table of known words for
//! beginnings and typos.
//!
//! How a page is found depends on how many lots match, so that nothing anybody combines takes long. Few are all gathered,
//! through the indexes of words and filters together, and sorted. Of many that are found by filters alone the order asked for
//! is walked along its index, which holds what filters ask for too. Of many that are found by words, the first lots of
//! that order are looked at one by one; if the page is not among them, the first slice of it is gathered, then a larger one. PostgreSQL's planner would have to guess which is best, and
//! a wrong guess costs seconds at a million lots; here it was counted.

mod slices;
mod sql;
mod text;

use crate::query::{COUNT_CAP, Found, LotQuery, Paging, Search, SearchError, Sorting};
use async_trait::async_trait;
use sql::{By, Way, filters, gathered, order, walked};
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder};
use text::Text;

/// From how many matches on a page is found in another way. The defaults are right; tests set others.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// So many are counted; of those that words find and are fewer, all are gathered and sorted.
    pub counted: i64,
    /// Those that filters alone find and are fewer are gathered and sorted.
    pub sorted: i64,
    /// So many are ranked by how well they match; of more, those come first whose title or author does.
    pub ranked: i64,
    /// Of more than are gathered, so many are looked at one by one for the first pages.
    pub walked: i64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            counted: COUNT_CAP,
            sorted: 30_000,
            ranked: 2_000,
            walked: 2_000,
        }
    }
}

#[derive(Debug, Clone)]
pub struct PgSearch {
    pool: PgPool,
    thresholds: Thresholds,
}

impl PgSearch {
    pub fn new(pool: PgPool) -> Self {
        Self::with(pool, Thresholds::default())
    }

    pub fn with(pool: PgPool, thresholds: Thresholds) -> Self {
        Self { pool, thresholds }
    }
}

#[async_trait]
impl Search for PgSearch {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError> {
        // One snapshot for count and page is not worth its price; the transaction is for its settings.
        let mut transaction = self.pool.begin().await?;
        sql::settle(&mut transaction).await?;
        let text = query.text.as_deref().unwrap_or_default();
        let text = Text::resolve(&mut transaction, text).await?;
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
}

/// One search on its way.
struct Lookup<'a> {
    query: &'a LotQuery,
    text: &'a Text,
    paging: Paging,
    at: Thresholds,
    conn: &'a mut PgConnection,
}

impl Lookup<'_> {
    async fn by_filters(mut self) -> sqlx::Result<Found> {
        let mut count = QueryBuilder::new("select count(*) from (select from lot_listing where ");
        filters(&mut count, self.query, self.text, By::Filters);
        count
            .push(" limit ")
            .push_bind(self.at.sorted)
            .push(") as counted");
        let counted: i64 = count
            .build_query_scalar()
            .persistent(false)
            .fetch_one(&mut *self.conn)
            .await?;
        let total = counted.min(self.at.counted);
        let page = self.paging.clamp(total);
        let mut select = if counted < self.at.sorted {
            let mut select = gathered(self.query, self.text, By::Filters, None);
            select.push(") select lot_id from matched");
            self.order(&mut select, self.query.effective_sorting());
            select
        } else {
            sql::go(self.conn, Way::Walk).await?;
            let wanted = self.paging.offset(page) + self.paging.size;
            let mut select = QueryBuilder::new("");
            let sorting = self.query.effective_sorting();
            walked(&mut select, self.query, self.text, sorting, wanted);
            select
        };
        limit(&mut select, self.paging.size, self.paging.offset(page));
        let ids = self.ids(select).await?;
        Ok(Found { ids, total, page })
    }

    async fn by_words(mut self) -> sqlx::Result<Found> {
        sql::go(self.conn, Way::Gather).await?;
        let sorting = self.query.effective_sorting();
        // Counted, sorted and cut in one go.
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

    /// Of very many matches: those whose title or author matches, then the others; the newest first.
    async fn newest_with_title_first(&mut self, offset: i64) -> sqlx::Result<Vec<i64>> {
        let size = self.paging.size;
        let newest = Sorting::CreatedDesc;
        let titled = self.sliced(By::TitleWords, newest, size, offset).await?;
        let mut ids = titled.ids;
        let missing = size - ids.len() as i64;
        if missing > 0 {
            // Then those with the title were all there are.
            let skip = (offset - titled.total).max(0);
            ids.extend(self.first(By::OtherWords, newest, missing, skip).await?);
        }
        Ok(ids)
    }

    /// A page of very many matches, sorted.
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
