//! Serialising what one person does.

use sqlx::PgConnection;

/// Locks an account until the transaction ends. Whatever counts or changes the rows of one account locks it first, so
/// that concurrent requests cannot both pass a check that only one of them may pass.
pub async fn account(tx: &mut PgConnection, account_id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "select id from account where id = $1 for no key update",
        account_id
    )
    .fetch_optional(tx)
    .await?;
    Ok(())
}
