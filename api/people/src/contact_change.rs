//! A change of an account's contact, once its owner has proved the new one.
//!
//! A stolen login must not be enough to take the account over. So a new contact also needs a proof of a present one: of
//! the contact it replaces or, if it replaces none, of the account's other contact. Without that proof the change waits
//! for 72 hours, in which the account's e-mail can stop it by the link it was sent. Stopping ends every login of the
//! account too, since one of them is a stranger's. An account without a proved e-mail cannot be sent a link, so its
//! changes always need the proof.
//!
//! Every change locks the account first and its rows in `contact_change` second.

use std::time::Duration as Pause;

use clock::Clock;
use serde_json::json;
use sqlx::{PgConnection, Postgres, Transaction};
use time::{Duration, OffsetDateTime};

use crate::access;
use crate::account;
use crate::contact::Contact;
use crate::eligibility::{self, Bidders};
use crate::holder;
use crate::journal::{Action, By};
use crate::letters;
use crate::lock;
use crate::staff;
use crate::token;
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// How long a change waits for which the old contact was not proved.
pub const WAIT: Duration = Duration::hours(72);
/// Pause between two looks for changes that are due.
const EVERY: Pause = Pause::from_secs(60);

/// A change that waits.
pub struct Waiting {
    pub contact: Contact,
    /// The contact that it replaces.
    pub old: Option<String>,
    pub due: OffsetDateTime,
}

fn contact_of(phone: Option<String>, email: Option<String>) -> Option<Contact> {
    phone.map(Contact::Phone).or(email.map(Contact::Email))
}

/// The contact whose proof a change of the number or the e-mail needs: the one it replaces or, if its owner has not
/// proved one of this kind, the account's other contact.
pub async fn guard(
    conn: &mut PgConnection,
    account_id: i64,
    is_email: bool,
) -> sqlx::Result<Option<Contact>> {
    let row = sqlx::query!(
        "select case when not unproved_phone then phone end as phone, case when not unproved_email then email end as email
         from account where id = $1 and deleted is null",
        account_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        let (phone, email) = (row.phone.map(Contact::Phone), row.email.map(Contact::Email));
        if is_email {
            email.or(phone)
        } else {
            phone.or(email)
        }
    }))
}

/// Makes the change wait, and notifies the account's e-mail, which can stop it. Replaces a change of the same kind. 409
/// if the account has no proved e-mail.
pub async fn wait(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
    by: &By,
) -> ApiResult<Waiting> {
    let account = sqlx::query!(
        r#"select phone, email, email is not null and not unproved_email as "can_be_warned!" from account
         where id = $1 and deleted is null for no key update"#,
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    if !account.can_be_warned {
        return Err(Code::OldContactRequired.into());
    }
    let secret = token::random();
    let due = by.at + WAIT;
    drop_waiting(tx, account_id, contact.email().is_some()).await?;
    sqlx::query!(
        "insert into contact_change (account_id, phone, email, secret_hash, requested, due)
         values ($1, $2, $3, $4, $5, $6)",
        account_id,
        contact.phone(),
        contact.email(),
        token::hash(&secret).to_vec(),
        by.at,
        due
    )
    .execute(&mut *tx)
    .await?;
    let (_, field) = holder::change_of(contact);
    let after = json!({field: contact.text()});
    by.record_creation(tx, Action::ContactChangeRequested, account_id, &after)
        .await?;
    letters::contact_change_requested(tx, account_id, contact, due, &secret).await?;
    let old = match contact {
        Contact::Phone(_) => account.phone,
        Contact::Email(_) => account.email,
    };
    Ok(Waiting {
        contact: contact.clone(),
        old,
        due,
    })
}

async fn drop_waiting(
    tx: &mut PgConnection,
    account_id: i64,
    is_email: bool,
) -> sqlx::Result<bool> {
    let dropped = sqlx::query!(
        "delete from contact_change where account_id = $1 and (phone is null) = $2",
        account_id,
        is_email
    )
    .execute(tx)
    .await?;
    Ok(dropped.rows_affected() > 0)
}

/// The account's changes that wait.
pub async fn waiting(conn: &mut PgConnection, account_id: i64) -> sqlx::Result<Vec<Waiting>> {
    let rows = sqlx::query!(
        "select c.phone, c.email, case when c.phone is null then a.email else a.phone end as old, c.due
         from contact_change c join account a on a.id = c.account_id where c.account_id = $1 order by c.due",
        account_id
    )
    .fetch_all(conn)
    .await?;
    let waiting = rows.into_iter().filter_map(|row| {
        Some(Waiting {
            contact: contact_of(row.phone, row.email)?,
            old: row.old,
            due: row.due,
        })
    });
    Ok(waiting.collect())
}

/// Withdraws a change that waits. Returns false if there is none of the kind.
pub async fn withdraw(
    tx: &mut PgConnection,
    account_id: i64,
    is_email: bool,
    by: &By,
) -> sqlx::Result<bool> {
    let was_there = drop_waiting(tx, account_id, is_email).await?;
    if was_there {
        stopped(tx, account_id, is_email, by).await?;
    }
    Ok(was_there)
}

async fn stopped(
    tx: &mut PgConnection,
    account_id: i64,
    is_email: bool,
    by: &By,
) -> sqlx::Result<()> {
    let before = json!({"isEmail": is_email});
    by.record_deletion(tx, Action::ContactChangeStopped, account_id, &before)
        .await
}

/// Whether a stop address names a change that waits.
pub async fn can_stop(conn: &mut PgConnection, secret: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from contact_change where secret_hash = $1) as "is!""#,
        token::hash(secret).to_vec()
    )
    .fetch_one(conn)
    .await
}

/// Stops the change that the address in a letter names, and ends every login of the account. Returns false if nothing
/// waits there.
pub async fn stop(bidders: &Bidders, secret: &str, by: &By) -> ApiResult<bool> {
    let mut tx = bidders.pool.begin().await?;
    let secret_hash = token::hash(secret).to_vec();
    let account_id = sqlx::query_scalar!(
        "select account_id from contact_change where secret_hash = $1",
        &secret_hash
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(account_id) = account_id else {
        return Ok(false);
    };
    lock::account(&mut tx, account_id).await?;
    let stopped = sqlx::query_scalar!(
        r#"delete from contact_change where secret_hash = $1 returning phone is null as "is_email!""#,
        &secret_hash
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(is_email) = stopped else {
        return Ok(false);
    };
    self::stopped(&mut tx, account_id, is_email, by).await?;
    let ended = access::end_all(&mut tx, account_id, by.at).await?;
    tx.commit().await?;
    for session in ended {
        bidders.access.session_ended(session);
    }
    Ok(true)
}

/// Gives the account a contact that its owner has proved, at once. A change of the same kind that waits is dropped.
pub async fn apply(
    bidders: &Bidders,
    mut tx: Transaction<'_, Postgres>,
    account_id: i64,
    contact: &Contact,
    by: &By,
) -> ApiResult<()> {
    lock::account(&mut tx, account_id).await?;
    drop_waiting(&mut tx, account_id, contact.email().is_some()).await?;
    let given = holder::give(&mut tx, account_id, contact, by).await?;
    let (mut gained, mut bids_nowhere) = (Vec::new(), false);
    if given.absorbed.is_some() {
        gained = staff::houses_of(&mut tx, account_id).await?;
        bids_nowhere = sqlx::query_scalar!(
            r#"select roles & $2 <> 0 as "bids_nowhere!" from account where id = $1"#,
            account_id,
            account::ADMIN | account::DEVELOPER
        )
        .fetch_one(&mut *tx)
        .await?;
    }
    for house_id in &gained {
        staff::end_trust(&mut tx, *house_id, account_id).await?;
    }
    let (action, field) = holder::change_of(contact);
    let before = json!({field: given.before});
    let after = json!({field: contact.text(), "isConfirmed": true, "absorbed": given.absorbed});
    by.record_change(&mut tx, action, account_id, &before, &after)
        .await?;
    letters::contact_changed(&mut tx, account_id, contact, given.before.as_deref()).await?;
    tx.commit().await?;
    bidders.access.account_changed(account_id);
    for other in given.absorbed.into_iter().chain(given.former) {
        bidders.access.account_changed(other);
    }
    // The change is committed: a failure to notify one house's rooms neither undoes it nor stops the others from being
    // notified.
    for house_id in gained {
        if let Err(error) = eligibility::lost(bidders, house_id, account_id).await {
            tracing::warn!(
                ?error,
                house_id,
                account_id,
                "absentee orders of a new staff member were not withdrawn"
            );
        }
    }
    if bids_nowhere && let Err(error) = eligibility::lost_everywhere(bidders, account_id).await {
        tracing::warn!(
            ?error,
            account_id,
            "absentee orders of a new developer or admin were not withdrawn"
        );
    }
    Ok(())
}

/// Applies changes whose time has come, until the task is dropped.
pub async fn run(bidders: Bidders, clock: Clock) {
    loop {
        if let Err(error) = apply_due(&bidders, clock.now()).await {
            tracing::warn!(?error, "contacts: changes that are due were not read");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Applies the changes that are due at `now`. A failure of one does not keep the others waiting.
pub async fn apply_due(bidders: &Bidders, now: OffsetDateTime) -> ApiResult<()> {
    let due = sqlx::query_scalar!(
        "select id from contact_change where due <= $1 order by due",
        now
    )
    .fetch_all(&bidders.pool)
    .await?;
    for id in due {
        if let Err(error) = apply_one(bidders, id, now).await {
            tracing::warn!(?error, id, "contacts: a change that is due was not applied");
        }
    }
    Ok(())
}

/// Applies a change once: only the transaction that deletes its row does. Drops it if another account has proved the
/// contact in the meantime.
async fn apply_one(bidders: &Bidders, id: i64, now: OffsetDateTime) -> ApiResult<()> {
    let mut tx = bidders.pool.begin().await?;
    let account_id = sqlx::query_scalar!("select account_id from contact_change where id = $1", id)
        .fetch_optional(&mut *tx)
        .await?;
    let Some(account_id) = account_id else {
        return Ok(());
    };
    lock::account(&mut tx, account_id).await?;
    let due = sqlx::query!(
        "select account_id, phone, email from contact_change where id = $1 for update",
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(due) = due else {
        return Ok(());
    };
    let contact = contact_of(due.phone, due.email)
        .ok_or_else(|| ApiError::internal(anyhow::anyhow!("a change has no contact")))?;
    let by = By {
        account_id: Some(due.account_id),
        ..By::server(now)
    };
    match apply(bidders, tx, due.account_id, &contact, &by).await {
        Err(error) if error.status().is_client_error() => {
            tracing::info!(account_id = due.account_id, %error, "contacts: a change is no longer possible");
            let mut tx = bidders.pool.begin().await?;
            let is_email = contact.email().is_some();
            withdraw(&mut tx, due.account_id, is_email, &By::server(now)).await?;
            tx.commit().await?;
            Ok(())
        }
        applied => applied,
    }
}
