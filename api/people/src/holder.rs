//! The account that a contact belongs to.
//!
//! A holder proves a contact by signing in with it or by adding it to their account. A contact that another person
//! wrote down (a house that created an account for a client or named a manager) is unproved. An unproved contact must
//! not let its holder into an account owned by someone else: an account whose owner arrived through one contact never
//! opens through another that the owner did not prove. Proving such a contact moves it to the prover.
//!
//! Changes that sign-in or appointment makes to accounts along the way are journalled here.

use serde_json::json;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::contact::{self, Contact};
use crate::journal::{self, Action, By, NOTHING};
use crate::staff;
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// Prefix of an account's default name, followed by its number.
const NAMELESS: &str = "Участник ";
/// The name of a deleted account.
pub const DELETED: &str = "Удалённый пользователь";

/// An account found by a contact.
struct Found {
    id: i64,
    is_deleted: bool,
    /// No one has proved the contact yet.
    is_unproved: bool,
    /// The owner has proved the account's other contact.
    is_owned: bool,
    /// The other contact.
    other: Option<String>,
}

impl Found {
    /// The account has an owner who is not known to hold the contact.
    fn is_anothers(&self) -> bool {
        self.is_unproved && self.is_owned
    }
}

/// Finds the account of a contact and locks it, so that concurrent changes to one contact are serialised. A contact that
/// stayed with a merged account leads to the one that it was merged into; it is proved.
async fn find(tx: &mut PgConnection, contact: &Contact) -> sqlx::Result<Option<Found>> {
    sqlx::query_as!(
        Found,
        r#"select coalesce(merged_into, id) as "id!", deleted is not null and merged_into is null as "is_deleted!",
            case when $1::text is not null then unproved_phone else unproved_email end as "is_unproved!",
            case when $1::text is not null then email is not null and not unproved_email
                else phone is not null and not unproved_phone end as "is_owned!",
            case when $1::text is not null then email else phone end as other
         from account where phone = $1 or email = $2 for no key update"#,
        contact.phone(),
        contact.email()
    )
    .fetch_optional(tx)
    .await
}

/// Creates an account with this contact. `None` if another transaction created one first.
async fn create(
    tx: &mut PgConnection,
    contact: &Contact,
    is_unproved: bool,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "with next as (select nextval(pg_get_serial_sequence('account', 'id')) as id)
         insert into account (id, display_name, phone, email, unproved_phone, unproved_email) overriding system value
         select id, $4 || id, $1, $2, $3 and $1::text is not null, $3 and $2::text is not null from next
         on conflict do nothing returning id",
        contact.phone(),
        contact.email(),
        is_unproved,
        NAMELESS
    )
    .fetch_optional(tx)
    .await
}

/// The action for a change of this contact, and the contact's field name in the journal.
pub fn change_of(contact: &Contact) -> (Action, &'static str) {
    match contact {
        Contact::Phone(_) => (Action::PhoneChanged, "phone"),
        Contact::Email(_) => (Action::EmailChanged, "eMail"),
    }
}

async fn created(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
    is_confirmed: bool,
    by: &By,
) -> sqlx::Result<()> {
    let (_, field) = change_of(contact);
    let after = json!({field: contact.text(), "isConfirmed": is_confirmed});
    by.record_creation(tx, Action::AccountCreated, account_id, &after)
        .await
}

/// Removes an unproved contact from another account.
async fn take_off(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
    by: &By,
) -> sqlx::Result<()> {
    let (action, field) = change_of(contact);
    let before = json!({field: contact.text(), "isConfirmed": false});
    let after = json!({field: null, "isConfirmed": false});
    by.record_change(tx, action, account_id, &before, &after)
        .await?;
    let is_phone = contact.phone().is_some();
    sqlx::query!(
        "update account set phone = case when $2 then null else phone end, unproved_phone = unproved_phone and not $2,
            email = case when $2 then email end, unproved_email = unproved_email and $2 where id = $1",
        account_id,
        is_phone
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The account that a contact leads to.
pub struct Held {
    pub account_id: i64,
    /// The account that lost the contact, because its owner had not proved it. It has changed too.
    pub former: Option<i64>,
}

/// The account of a contact that its holder has just proved, created if there is none. 403 if it was deleted. `by`
/// carries the time and origin; the account is filled in here.
pub async fn proved(tx: &mut PgConnection, contact: &Contact, by: By) -> ApiResult<Held> {
    let mut former = None;
    let owner = |account_id: i64| By {
        account_id: Some(account_id),
        ..by.clone()
    };
    loop {
        match find(tx, contact).await? {
            Some(found) if found.is_deleted => return Err(deleted()),
            Some(found) if found.is_anothers() => {
                take_off(tx, found.id, contact, &by).await?;
                former = Some(found.id);
            }
            Some(found) => {
                if found.is_unproved {
                    sqlx::query!(
                        "update account set unproved_phone = unproved_phone and not $2, unproved_email = unproved_email and $2
                         where id = $1",
                        found.id,
                        contact.phone().is_some()
                    )
                    .execute(&mut *tx)
                    .await?;
                    let (action, _) = change_of(contact);
                    let is_confirmed = |is_confirmed: bool| json!({"isConfirmed": is_confirmed});
                    owner(found.id)
                        .record_change(
                            tx,
                            action,
                            found.id,
                            &is_confirmed(false),
                            &is_confirmed(true),
                        )
                        .await?;
                }
                return Ok(Held {
                    account_id: found.id,
                    former,
                });
            }
            None => {}
        }
        // Of two concurrent first sign-ins, one inserts and the other finds the row.
        if let Some(id) = create(tx, contact, false).await.map_err(unless_reserved)? {
            created(tx, id, contact, true, &owner(id)).await?;
            return Ok(Held {
                account_id: id,
                former,
            });
        }
    }
}

/// The account of a contact that another person names in order to grant it rights. Creates one, unproved until its
/// holder first signs in, if there is none. Only the holder of this contact can reach it (see [`entitled`]).
pub async fn named(tx: &mut PgConnection, contact: &Contact, by: &By) -> ApiResult<Held> {
    let mut former = None;
    loop {
        if let Some(account_id) = entitled(tx, contact, by).await? {
            return Ok(Held { account_id, former });
        }
        if let Some(found) = find(tx, contact).await?
            && found.is_anothers()
        {
            take_off(tx, found.id, contact, by).await?;
            former = Some(found.id);
        }
        if let Some(account_id) = create(tx, contact, true).await.map_err(contact::taken)? {
            created(tx, account_id, contact, false, by).await?;
            return Ok(Held { account_id, former });
        }
    }
}

/// Finds the account to grant rights to. Skips accounts whose owner never verified this contact: the owner could have
/// had it written beside their own. If no one has signed in to the account yet, removes its other contact, so that only
/// the holder of this one can reach it.
pub async fn entitled(tx: &mut PgConnection, contact: &Contact, by: &By) -> ApiResult<Option<i64>> {
    let found = find(tx, contact).await?;
    let Some(found) = found.filter(|found| !found.is_deleted && !found.is_anothers()) else {
        return Ok(None);
    };
    if let Some(other) = found.other.filter(|_| found.is_unproved) {
        let other = match contact {
            Contact::Phone(_) => Contact::Email(other),
            Contact::Email(_) => Contact::Phone(other),
        };
        take_off(tx, found.id, &other, by).await?;
    }
    Ok(Some(found.id))
}

/// The account of a contact, if its owner has proved the contact or no one has signed in to it yet.
pub async fn known(tx: &mut PgConnection, contact: &Contact) -> ApiResult<Option<i64>> {
    Ok(find(tx, contact)
        .await?
        .filter(|found| !found.is_deleted && !found.is_anothers())
        .map(|found| found.id))
}

/// The result of adding a contact to an account.
pub struct Given {
    /// The previous contact of the same kind.
    pub before: Option<String>,
    /// An account that others created for this contact and no one had signed in to; it was merged into this one.
    pub absorbed: Option<i64>,
    /// The account that lost the contact, because its owner had not proved it.
    pub former: Option<i64>,
}

/// Adds a contact that its holder has proved to their account. 409 if the owner of another account has proved it
/// already. Merges an account that was created for the contact and never used, along with its rights.
pub async fn give(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
    by: &By,
) -> ApiResult<Given> {
    let (mut absorbed, mut former) = (None, None);
    match find(tx, contact).await? {
        Some(found) if found.id == account_id || !found.is_unproved => {}
        Some(found) if found.is_anothers() => {
            take_off(tx, found.id, contact, by).await?;
            former = Some(found.id);
        }
        Some(found) => {
            absorb(tx, found.id, account_id, by.at).await?;
            let gone = Some(&json!({}));
            journal::record(tx, by, Action::AccountDeleted, found.id, gone, NOTHING).await?;
            absorbed = Some(found.id);
        }
        None => {}
    }
    let before = set(tx, account_id, contact).await?;
    Ok(Given {
        before,
        absorbed,
        former,
    })
}

/// Sets a proved contact and returns the previous one. Visitors no longer see a contact of this kind on staff lists: its
/// owner agreed to show the previous one. 404 if there is no such account, 409 if another account has the contact.
pub async fn set(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
) -> ApiResult<Option<String>> {
    // A contact that stayed with an account merged into this one.
    sqlx::query!(
        "update account set phone = case when $2::text is null then phone end, email = case when $3::text is null then email end
         where merged_into = $1 and (phone = $2 or email = $3)",
        account_id,
        contact.phone(),
        contact.email()
    )
    .execute(&mut *tx)
    .await?;
    let before = sqlx::query_scalar!(
        "with before as (select id, phone, email from account where id = $1 and deleted is null for update)
         update account a set phone = coalesce($2, a.phone), unproved_phone = a.unproved_phone and $2::text is null,
            email = coalesce($3, a.email), unproved_email = a.unproved_email and $3::text is null
         from before b where a.id = b.id
         returning case when $2::text is not null then b.phone else b.email end",
        account_id,
        contact.phone(),
        contact.email()
    )
    .fetch_optional(&mut *tx)
    .await
    .map_err(contact::taken)?
    .ok_or_else(ApiError::not_found)?;
    if before.as_deref() != Some(contact.text()) {
        sqlx::query!(
            "update house_staff set is_contact_shown = false where account_id = $1 and named_by = $2",
            account_id,
            staff::named_by(contact)
        )
        .execute(tx)
        .await?;
    }
    Ok(before)
}

async fn absorb(
    tx: &mut PgConnection,
    shell: i64,
    into: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into house_staff (house_id, account_id, role, created, named_by)
         select house_id, $2, role, created, named_by from house_staff where account_id = $1 on conflict do nothing",
        shell,
        into
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into catalog_auctioneer (catalog_id, account_id)
         select catalog_id, $2 from catalog_auctioneer where account_id = $1 on conflict do nothing",
        shell,
        into
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update account set roles = roles | (select roles from account where id = $1) where id = $2",
        shell,
        into
    )
    .execute(&mut *tx)
    .await?;
    anonymise(tx, shell, now).await
}

/// Removes personal data and rights from an account, and what names the person from those merged into it, and ends its
/// sessions. Only its number and the deletion remain visible.
pub async fn anonymise(
    tx: &mut PgConnection,
    account_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!("delete from house_staff where account_id = $1", account_id)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "delete from catalog_auctioneer where account_id = $1",
        account_id
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from contact_change where account_id = $1",
        account_id
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update session set ended = $2 where account_id = $1 and ended is null",
        account_id,
        now
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update account set display_name = $2, phone = null, email = null, unproved_phone = false, unproved_email = false,
            photo = null, roles = 0, deleted = $3 where id = $1 or merged_into = $1",
        account_id,
        DELETED,
        now
    )
    .execute(&mut *tx)
    .await?;
    Ok(())
}

fn deleted() -> ApiError {
    Code::AccountDeleted.into()
}

/// Maps the constraint that reserves a deleted account's contacts to 403.
fn unless_reserved(error: sqlx::Error) -> ApiError {
    match sqlstate::constraint(&error) {
        Some("account_contact_reserved") => deleted(),
        _ => error.into(),
    }
}
