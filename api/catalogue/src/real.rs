//! Tells sales from their rehearsals.

use sqlx::PgConnection;

use contract::error::{ApiError, ApiResult};

/// 409 for a rehearsal: its end would delete the change.
pub fn require_real(rehearsal_of: Option<i64>) -> ApiResult<()> {
    match rehearsal_of {
        None => Ok(()),
        Some(_) => Err(ApiError::conflict(
            "Это репетиция: меняйте сам аукцион и начните репетицию снова",
        )),
    }
}

/// Does the same by the catalog's id.
pub async fn require_real_catalog(conn: &mut PgConnection, catalog_id: i64) -> ApiResult<()> {
    let of = sqlx::query_scalar!("select rehearsal_of from catalog where id = $1", catalog_id)
        .fetch_optional(conn)
        .await?;
    require_real(of.flatten())
}
