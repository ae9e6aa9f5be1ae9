//! The rooms' committed versions, for nodes that compare them with what they have seen.

use sqlx::PgPool;

/// Returns the catalogs' committed versions.
pub async fn versions(pool: &PgPool, catalogs: &[i64]) -> sqlx::Result<Vec<(i64, i64)>> {
    let rows = sqlx::query!(
        "select catalog_id, version from catalog_trade where catalog_id = any($1)",
        catalogs
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.catalog_id, row.version))
        .collect())
}
