//! Account administration from the server's shell.

use anyhow::{Context as _, bail};
use serde_json::json;
use sqlx::PgPool;

use crate::access;
use crate::account::ADMIN;
use crate::contact::{self, Contact};
use crate::holder;
use crate::journal::{Action, By};
use crate::second_factor;
use clock::Clock;

/// Makes the account with this e-mail or phone number an admin, creating it if there is none; its owner proves the
/// contact by signing in. Ends its access tokens: tokens issued before promotion must not carry admin rights. Running
/// servers pick up the change through the database.
pub async fn grant(pool: &PgPool, who: &str) -> anyhow::Result<i64> {
    let contact = contact_of(who)?;
    let now = Clock::default().now();
    let mut tx = pool.begin().await?;
    let id = holder::named(&mut tx, &contact, &By::server(now))
        .await
        .context("could not find or create the account")?
        .account_id;
    let granted = sqlx::query!(
        "update account set roles = roles | $2 where id = $1 and roles & $2 = 0",
        id,
        ADMIN
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    sqlx::query!(
        "update session set ended = $2 where account_id = $1 and name is not null and ended is null",
        id,
        now
    )
    .execute(&mut *tx)
    .await?;
    if granted > 0 {
        let before = json!({"isAdmin": false});
        let after = json!({"isAdmin": true});
        By::server(now)
            .record_change(&mut tx, Action::RolesChanged, id, &before, &after)
            .await?;
    }
    tx.commit().await?;
    Ok(id)
}

/// Turns the second factor of the account with this e-mail or phone number off, for an owner who lost the authenticator
/// and the recovery codes, and ends its logins.
pub async fn reset_second_factor(pool: &PgPool, who: &str) -> anyhow::Result<i64> {
    let contact = contact_of(who)?;
    let now = Clock::default().now();
    let mut tx = pool.begin().await?;
    let id = holder::known(&mut tx, &contact)
        .await
        .context("could not read the account")?;
    let Some(id) = id else {
        bail!("no account has «{who}»");
    };
    if !second_factor::remove(&mut tx, id, &By::server(now)).await? {
        bail!("account {id} has no second factor");
    }
    access::end_all(&mut tx, id, now).await?;
    tx.commit().await?;
    Ok(id)
}

fn contact_of(who: &str) -> anyhow::Result<Contact> {
    let contact = if who.contains('@') {
        contact::email(who).map(Contact::Email)
    } else {
        contact::phone(who).map(Contact::Phone)
    };
    contact.or_else(|_| bail!("«{who}» is neither an e-mail nor a phone number"))
}
