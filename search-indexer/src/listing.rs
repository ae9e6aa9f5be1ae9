//! Writes `lot_listing` from the source tables.

use std::collections::HashSet;

use sqlx::{PgConnection, PgPool};

/// The most lots one transaction of [`rebuild`] writes.
const REBUILD_CHUNK: usize = 500;

/// Rewrites the rows of these lots and removes those of deleted lots. Joins the caller's transaction and locks the lots
/// against other refreshes (not against bets) until it ends.
pub async fn refresh_lots(conn: &mut PgConnection, lots: &[i64]) -> sqlx::Result<()> {
    refresh(conn, lots, &[]).await
}

/// Like [`refresh_lots`]. Of the lots `traded`, which are not among `lots`, only what bets change is rewritten: reading the words of their
/// descriptions again takes most of the time.
pub async fn refresh(conn: &mut PgConnection, lots: &[i64], traded: &[i64]) -> sqlx::Result<()> {
    let all = [lots, traded].concat();
    if all.is_empty() {
        return Ok(());
    }
    sqlx::query_file!("queries/listing/lock_lots.sql", &all)
        .fetch_all(&mut *conn)
        .await?;
    let mut stale = lots.to_vec();
    if !traded.is_empty() {
        let listed = sqlx::query_file_scalar!("queries/listing/trade.sql", traded)
            .fetch_all(&mut *conn)
            .await?;
        // A lot without a row is new, or deleted.
        let listed: HashSet<i64> = listed.into_iter().collect();
        stale.extend(traded.iter().filter(|lot| !listed.contains(lot)));
    }
    if !stale.is_empty() {
        sqlx::query!(
            "delete from lot_listing using lot
             where lot_listing.lot_id = lot.id and lot.id = any($1) and lot.deleted is not null",
            &stale
        )
        .execute(&mut *conn)
        .await?;
        sqlx::query_file!("queries/listing/upsert.sql", &stale)
            .execute(&mut *conn)
            .await?;
    }
    // Last: a new subscription waits for transactions that found no index.
    let is_indexed =
        sqlx::query_scalar!(r#"select exists (select from search_index) as "is_indexed!""#)
            .fetch_one(&mut *conn)
            .await?;
    if is_indexed {
        outbox::enqueue::search(conn, &all).await?;
    }
    Ok(())
}

/// The lots of these catalogs, including those whose listing still names the catalog.
pub async fn lots_of_catalogs(conn: &mut PgConnection, catalogs: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select id as "id!" from lot where catalog_id = any($1)
           union select lot_id from lot_listing where catalog_id = any($1)"#,
        catalogs
    )
    .fetch_all(conn)
    .await
}

/// Rewrites every row, in chunks, while the system keeps running. For data loaded without the outbox.
pub async fn rebuild(pool: &PgPool) -> sqlx::Result<()> {
    let lots = sqlx::query_scalar!("select id from lot order by id")
        .fetch_all(pool)
        .await?;
    for chunk in lots.chunks(REBUILD_CHUNK) {
        let mut transaction = pool.begin().await?;
        refresh_lots(&mut transaction, chunk).await?;
        transaction.commit().await?;
    }
    sqlx::query!("analyze lot_listing").execute(pool).await?;
    Ok(())
}
