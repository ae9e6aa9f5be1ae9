//! Which account a contact belongs to.
//!
//! A contact is proved by its holder: by a login, or when he makes it his account's. One that somebody else wrote down (a
//! house that made an account for its client or named its manager) is unproved, and must lead nobody into an account
//! that is another's: an account whose owner came by one contact is not opened by another that he never proved. Who proves
//! such a contact takes it.
//!
//! Whatever a login or a name changes of accounts on its way is journalled here.

use serde_json::json;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::contact::{self, Contact};
use crate::journal::{self, By, Event, NOTHING};
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// The name of an account until its owner chooses one is this and its number.
const NAMELESS: &str = "Участник ";
/// The name of an account that is no more.
pub const DELETED: &str = "Удалённый пользователь";

/// An account found by a contact.
struct Found {
    id: i64,
    is_deleted: bool,
    /// Nobody has proved the contact yet.
    is_unproved: bool,
    /// Somebody has come by the account's other contact.
    is_owned: bool,
    /// The other contact.
    other: Option<String>,
}

impl Found {
    /// Whoever has come to the account is not known to hold the contact.
    fn is_anothers(&self) -> bool {
        self.is_unproved && self.is_owned
    }
}

/// Accounts of one contact are found and changed one after the other.
async fn find(tx: &mut PgConnection, contact: &Contact) -> sqlx::Result<Option<Found>> {
    sqlx::query_as!(
        Found,
        r#"select id, deleted is not null as "is_deleted!",
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

/// A new account with this contact; none if there is one meanwhile.
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

/// The event of a contact's change, and the contact's field in the journal.
pub fn change_of(contact: &Contact) -> (Event, &'static str) {
    match contact {
        Contact::Phone(_) => (Event::PhoneChanged, "phone"),
        Contact::Email(_) => (Event::EmailChanged, "eMail"),
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
    journal::record(
        tx,
        by,
        Event::AccountCreated,
        account_id,
        NOTHING,
        Some(&after),
    )
    .await
}

/// A contact that another account was given and nobody proved is that account's no longer.
async fn take_off(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
    by: &By,
) -> sqlx::Result<()> {
    let (event, field) = change_of(contact);
    let before = json!({field: contact.text(), "isConfirmed": false});
    let after = json!({field: null, "isConfirmed": false});
    journal::record(tx, by, event, account_id, Some(&before), Some(&after)).await?;
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

/// The account of a contact whose holder has just proved it; a new one if there is none. 403 if it was deleted. `by`
/// says when and from where; who it is turns out here.
pub async fn proved(tx: &mut PgConnection, contact: &Contact, by: By) -> ApiResult<i64> {
    let himself = |account_id: i64| By {
        account_id: Some(account_id),
        ..by.clone()
    };
    loop {
        match find(tx, contact).await? {
            Some(found) if found.is_deleted => return Err(deleted()),
            Some(found) if found.is_anothers() => take_off(tx, found.id, contact, &by).await?,
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
                    let (event, _) = change_of(contact);
                    let is_confirmed = |is_confirmed: bool| json!({"isConfirmed": is_confirmed});
                    journal::record(
                        tx,
                        &himself(found.id),
                        event,
                        found.id,
                        Some(&is_confirmed(false)),
                        Some(&is_confirmed(true)),
                    )
                    .await?;
                }
                return Ok(found.id);
            }
            None => {}
        }
        // Two first logins at once: one inserts, the other finds.
        if let Some(id) = create(tx, contact, false).await.map_err(unless_reserved)? {
            created(tx, id, contact, true, &himself(id)).await?;
            return Ok(id);
        }
    }
}

/// The account of a contact that somebody else names, to give it rights; a new one, which its holder's first login
/// confirms, if there is none. Nobody but the holder of this contact comes to it (see [`entitled`]).
pub async fn named(tx: &mut PgConnection, contact: &Contact, by: &By) -> ApiResult<i64> {
    loop {
        if let Some(id) = entitled(tx, contact, by).await? {
            return Ok(id);
        }
        if let Some(found) = find(tx, contact).await?
            && found.is_anothers()
        {
            take_off(tx, found.id, contact, by).await?;
        }
        if let Some(id) = create(tx, contact, true).await.map_err(contact::taken)? {
            created(tx, id, contact, false, by).await?;
            return Ok(id);
        }
    }
}

/// The account that rights are to be given to, by a contact of its holder; none if there is none. An account whose owner
/// never proved the contact is not it: he could have had it written down beside his own. Nor must anybody come to one
/// that nobody has come to yet by another contact than this: that one is taken off.
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

/// The account of a contact whose owner has proved it, or that nobody has come to; none if there is none.
pub async fn known(tx: &mut PgConnection, contact: &Contact) -> ApiResult<Option<i64>> {
    Ok(find(tx, contact)
        .await?
        .filter(|found| !found.is_deleted && !found.is_anothers())
        .map(|found| found.id))
}

/// What giving an account a contact changed.
pub struct Given {
    /// The contact it had before.
    pub before: Option<String>,
    /// An account that nobody had come to, made for this contact by others; it went up in this one.
    pub absorbed: Option<i64>,
}

/// Makes a contact that its holder has proved his account's. 409 if another account's owner has proved it before. An
/// account that was made for the contact and that nobody has come to goes up in his, with the rights it was given.
pub async fn give(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
    by: &By,
) -> ApiResult<Given> {
    let mut absorbed = None;
    match find(tx, contact).await? {
        Some(found) if found.id == account_id || !found.is_unproved => {}
        Some(found) if found.is_anothers() => take_off(tx, found.id, contact, by).await?,
        Some(found) => {
            absorb(tx, found.id, account_id, by.at).await?;
            let gone = Some(&json!({}));
            journal::record(tx, by, Event::AccountDeleted, found.id, gone, NOTHING).await?;
            absorbed = Some(found.id);
        }
        None => {}
    }
    let before = set(tx, account_id, contact).await?;
    Ok(Given { before, absorbed })
}

/// Sets an account's contact, as proved; the one it had before. 404 if there is no such account, 409 if another has it.
pub async fn set(
    tx: &mut PgConnection,
    account_id: i64,
    contact: &Contact,
) -> ApiResult<Option<String>> {
    sqlx::query_scalar!(
        "with before as (select id, phone, email from account where id = $1 and deleted is null for update)
         update account a set phone = coalesce($2, a.phone), unproved_phone = a.unproved_phone and $2::text is null,
            email = coalesce($3, a.email), unproved_email = a.unproved_email and $3::text is null
         from before b where a.id = b.id
         returning case when $2::text is not null then b.phone else b.email end",
        account_id,
        contact.phone(),
        contact.email()
    )
    .fetch_optional(tx)
    .await
    .map_err(contact::taken)?
    .ok_or_else(ApiError::not_found)
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

/// What stays of an account in sight: its number, and that it is no more. Its logins end, its rights are gone.
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
        "update session set ended = $2 where account_id = $1 and ended is null",
        account_id,
        now
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update account set display_name = $2, phone = null, email = null, unproved_phone = false, unproved_email = false,
            photo = null, roles = 0, deleted = $3 where id = $1",
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

/// A contact that is kept for a deleted account logs in to nothing.
fn unless_reserved(error: sqlx::Error) -> ApiError {
    match &error {
        sqlx::Error::Database(database)
            if database.constraint() == Some("account_contact_reserved") =>
        {
            deleted()
        }
        _ => error.into(),
    }
}
