//! Retention limits of the journal.

use sqlx::PgPool;
use time::OffsetDateTime;

/// Deletes the addresses of up to `limit` commands decided from `since` until `before`. Returns how many were deleted.
pub async fn forget_addresses(
    pool: &PgPool,
    since: OffsetDateTime,
    before: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "update room_command c set address = null
         from (select catalog_id, seq from room_command
            where at >= $1 and at < $2 and address is not null limit $3) due
         where c.catalog_id = due.catalog_id and c.seq = due.seq",
        since,
        before,
        limit
    )
    .execute(pool)
    .await?;
    Ok(forgotten.rows_affected())
}
