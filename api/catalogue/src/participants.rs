//! The numbers under which bidders appear in a catalog.

use contract::error::ApiResult;
use sqlx::PgPool;

/// An account's number in a catalog; None before its first bet there.
pub async fn number(pool: &PgPool, catalog_id: i64, account_id: i64) -> ApiResult<Option<i32>> {
    Ok(sqlx::query_scalar!(
        "select number from participant where catalog_id = $1 and account_id = $2",
        catalog_id,
        account_id
    )
    .fetch_optional(pool)
    .await?)
}
