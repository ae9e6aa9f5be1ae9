//! What is done on the server's shell.

use anyhow::{Context as _, bail};
use sqlx::PgPool;

use crate::access::ADMIN;
use crate::login;

/// Makes the account with this e-mail or phone number an administrator, and makes the account if there is none: its
/// owner proves himself by logging in. Running servers hear of it through the database.
pub async fn grant(pool: &PgPool, who: &str) -> anyhow::Result<i64> {
    let (phone, email) = if who.contains('@') {
        (None, login::email(who).ok())
    } else {
        (login::phone(who).ok(), None)
    };
    if phone.is_none() && email.is_none() {
        bail!("«{who}» is neither an e-mail nor a phone number");
    }
    let mut tx = pool.begin().await?;
    let id = login::find_or_create(&mut tx, phone.as_deref(), email.as_deref())
        .await
        .context("the account could not be made")?;
    sqlx::query!(
        "update account set roles = roles | $2 where id = $1",
        id,
        ADMIN
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(id)
}
