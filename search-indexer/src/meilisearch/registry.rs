//! What PostgreSQL knows of the index: whether changes are enqueued for it, and which one was built with which settings.

use sqlx::{PgExecutor, PgPool};
use time::{Duration, OffsetDateTime};

/// The row of the index. A site has one.
const LOTS: &str = "lots";

/// What PostgreSQL knows of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexState {
    /// The version of the settings; none until it is built.
    pub settings: Option<String>,
    pub mark: Option<String>,
    /// A new one was asked for.
    pub is_wanted: bool,
    /// The lots copied so far, while one is being built.
    pub copied: Option<i64>,
}

/// From now on changes of the listing are enqueued. Waits for refreshes that began before.
pub async fn subscribe(pool: &PgPool) -> sqlx::Result<()> {
    if read(pool).await?.is_some() {
        return Ok(());
    }
    let mut transaction = pool.begin().await?;
    // A refresh reads the table in its transaction: none goes on that found no row.
    sqlx::query!("lock table search_index in access exclusive mode")
        .execute(&mut *transaction)
        .await?;
    sqlx::query!(
        "insert into search_index (name) values ($1) on conflict do nothing",
        LOTS
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}

/// Enqueues no more changes and drops those that wait. For a site that no longer has an engine.
pub async fn unsubscribe(pool: &PgPool) -> sqlx::Result<()> {
    if read(pool).await?.is_none() {
        return Ok(());
    }
    let mut transaction = pool.begin().await?;
    sqlx::query!("lock table search_index in access exclusive mode")
        .execute(&mut *transaction)
        .await?;
    sqlx::query!("delete from search_index")
        .execute(&mut *transaction)
        .await?;
    sqlx::query!("delete from outbox where topic = 'search'")
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

pub async fn read(executor: impl PgExecutor<'_>) -> sqlx::Result<Option<IndexState>> {
    sqlx::query_as!(
        IndexState,
        r#"select settings, mark, wanted is not null as "is_wanted!", copied from search_index where name = $1"#,
        LOTS
    )
    .fetch_optional(executor)
    .await
}

/// Asks for a new index. The process that feeds it builds one.
pub async fn want(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "update search_index set wanted = now() where name = $1",
        LOTS
    )
    .execute(pool)
    .await?;
    Ok(())
}

pub async fn copied(pool: &PgPool, lots: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update search_index set copied = $2 where name = $1",
        LOTS,
        lots
    )
    .execute(pool)
    .await?;
    Ok(())
}

pub async fn built(pool: &PgPool, settings: &str, mark: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update search_index set settings = $2, mark = $3, built = now(), wanted = null, copied = null where name = $1",
        LOTS,
        settings,
        mark
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Claims a comparison of the index with the listing, if the last one was `every` ago or longer and no index is being built.
/// No other server gets it for the time of `claim`; [`checked`] ends it.
pub async fn claim_check(
    pool: &PgPool,
    settings: &str,
    now: OffsetDateTime,
    every: Duration,
    claim: Duration,
) -> sqlx::Result<bool> {
    let claimed = sqlx::query!(
        "update search_index set checked = $3
         where name = $1 and settings = $2 and wanted is null and copied is null and checked <= $4",
        LOTS,
        settings,
        now - every + claim,
        now - every
    )
    .execute(pool)
    .await?;
    Ok(claimed.rows_affected() > 0)
}

pub async fn checked(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update search_index set checked = $2 where name = $1",
        LOTS,
        now
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What waits to be fed, of the 50 000 oldest changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lag {
    pub rows: i64,
    /// How long the oldest change that is due has waited.
    pub seconds: f64,
    /// The rows that were put off because the engine refused their documents.
    pub refused: i64,
}

pub async fn lag(executor: impl PgExecutor<'_>) -> sqlx::Result<Lag> {
    sqlx::query_as!(
        Lag,
        r#"select
            count(*) filter (where attempts = 0) as "rows!",
            coalesce(extract(epoch from now() - min(created) filter (where attempts = 0)), 0)::float8 as "seconds!",
            count(*) filter (where attempts > 0) as "refused!"
        from (
            select created, attempts from outbox where topic = 'search' order by not_before, id limit 50000
        ) as waiting"#
    )
    .fetch_one(executor)
    .await
}
