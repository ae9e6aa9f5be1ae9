//! Invitations to work for a house.
//!
//! A house names people by number or e-mail, and learns nothing about them: the invitation goes to the contact, whether or
//! not an account has it. The person who proves the contact sees the invitation and accepts or declines it. People get a
//! role, and are shown to visitors, only after they agree.

use std::sync::Arc;

use serde_json::json;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::account::Account;
use crate::contact::Contact;
use crate::devices::Owner;
use crate::eligibility::{self, Bidders};
use crate::journal::{Action, By};
use crate::letters;
use crate::staff::{self, Post};
use contract::error::{ApiError, ApiResult};
use outbox::Notice;

/// How long an invitation can be accepted.
pub const LIFETIME: Duration = Duration::days(30);

/// Invites the holder of a contact. Repeating it renews an open invitation without another letter. It is then the
/// renewer's, because the first inviter may have lost the right to give the role.
pub async fn invite(
    tx: &mut PgConnection,
    post: Post,
    contact: &Contact,
    by: &By,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from staff_invitation where house_id = $1 and expires <= $2",
        post.house_id(),
        by.at
    )
    .execute(&mut *tx)
    .await?;
    let invited = sqlx::query!(
        r#"with invited as (
            insert into staff_invitation (house_id, role, catalog_id, phone, email, invited_by, created, expires)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            on conflict (house_id, coalesce(role, -1), coalesce(catalog_id, 0), coalesce(phone, email))
                do update set invited_by = excluded.invited_by, created = excluded.created, expires = excluded.expires
            -- A row that the statement inserted was never updated.
            returning id, house_id, xmax = 0 as is_new
         )
         select i.id, i.is_new as "is_new!", h.name_ru from invited i join house h on h.id = i.house_id"#,
        post.house_id(),
        post.role(),
        post.catalog_id(),
        contact.phone(),
        contact.email(),
        by.account_id,
        by.at,
        by.at + LIFETIME
    )
    .fetch_one(&mut *tx)
    .await?;
    if invited.is_new {
        // A stranger's account is never named to the house: what follows reaches the invited person alone.
        let owner = Owner::of(tx, contact).await?.map(|owner| owner.account_id);
        letters::invited(tx, post, &invited.name_ru, contact, owner, by.at).await?;
        if let Some(account_id) = owner {
            let house_id = post.house_id();
            let notice = Notice::Invited {
                account_id,
                house_id,
            };
            outbox::enqueue::notices(tx, &[notice]).await?;
        }
    }
    let what = described(invited.id, post);
    let inviter = by.account_id.unwrap_or_default();
    by.record_creation(tx, Action::StaffInvited, inviter, &what)
        .await
}

fn described(id: i64, post: Post) -> serde_json::Value {
    json!({"invitationId": id, "houseId": post.house_id(), "role": post.name(), "catalogId": post.catalog_id()})
}

/// An open invitation.
pub struct Invitation {
    pub id: i64,
    pub post: Post,
    pub contact: Contact,
    pub house_name: String,
    pub catalog_name: Option<String>,
    pub created: OffsetDateTime,
    pub expires: OffsetDateTime,
    invited_by: i64,
}

struct InvitationRow {
    id: i64,
    house_id: i64,
    role: Option<i16>,
    catalog_id: Option<i64>,
    phone: Option<String>,
    email: Option<String>,
    house_name: String,
    catalog_name: Option<String>,
    created: OffsetDateTime,
    expires: OffsetDateTime,
    invited_by: i64,
}

impl InvitationRow {
    fn read(self) -> Option<Invitation> {
        Some(Invitation {
            id: self.id,
            post: Post::of(self.house_id, self.role, self.catalog_id)?,
            contact: self
                .phone
                .map(Contact::Phone)
                .or(self.email.map(Contact::Email))?,
            house_name: self.house_name,
            catalog_name: self.catalog_name,
            created: self.created,
            expires: self.expires,
            invited_by: self.invited_by,
        })
    }
}

/// The open invitations of a house.
pub async fn of_house(
    conn: &mut PgConnection,
    house_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Invitation>> {
    let rows = sqlx::query_as!(
        InvitationRow,
        r#"select i.id, i.house_id, i.role, i.catalog_id, i.phone, i.email, h.name_ru as house_name,
            c.title as "catalog_name?", i.created, i.expires, i.invited_by
         from staff_invitation i join house h on h.id = i.house_id left join catalog c on c.id = i.catalog_id
         where i.house_id = $1 and i.expires > $2 and c.deleted is null order by i.id"#,
        house_id,
        now
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(InvitationRow::read).collect())
}

/// The open invitations to contacts that the account's owner has proved.
pub async fn of_account(
    conn: &mut PgConnection,
    account_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Invitation>> {
    let rows = sqlx::query_as!(
        InvitationRow,
        r#"select i.id, i.house_id, i.role, i.catalog_id, i.phone, i.email, h.name_ru as house_name,
            c.title as "catalog_name?", i.created, i.expires, i.invited_by
         from account a join staff_invitation i
            on i.phone = a.phone and not a.unproved_phone or i.email = a.email and not a.unproved_email
         join house h on h.id = i.house_id and h.deleted is null left join catalog c on c.id = i.catalog_id
         where a.id = $1 and a.deleted is null and i.expires > $2 and c.deleted is null order by i.id"#,
        account_id,
        now
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(InvitationRow::read).collect())
}

/// What a member of a house's staff agrees that visitors see.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// Name, photo and position.
    pub is_shown: bool,
    /// The contact by which the house named them.
    pub is_contact_shown: bool,
}

/// Takes an invitation of the account out. Concurrent answers are serialised by the account's lock. 404 if there is none.
async fn take(
    tx: &mut PgConnection,
    id: i64,
    account_id: i64,
    now: OffsetDateTime,
) -> ApiResult<Invitation> {
    // A deletion of the account waits, and takes the role away again.
    crate::lock::account(tx, account_id).await?;
    let invitation = of_account(tx, account_id, now)
        .await?
        .into_iter()
        .find(|invitation| invitation.id == id)
        .ok_or_else(ApiError::not_found)?;
    let taken = sqlx::query!("delete from staff_invitation where id = $1", id)
        .execute(tx)
        .await?;
    match taken.rows_affected() {
        0 => Err(ApiError::not_found()),
        _ => Ok(invitation),
    }
}

/// Gives the account the role it was invited to. From now on it cannot bid in the house: its open absentee orders there
/// are dropped. 404 if there is no such invitation, or if who sent it may no longer give the role.
pub async fn accept(
    bidders: Bidders,
    id: i64,
    account_id: i64,
    shown: Shown,
    by: By,
) -> ApiResult<()> {
    eligibility::to_its_end(async move {
        let mut tx = bidders.pool.begin().await?;
        let invitation = take(&mut tx, id, account_id, by.at).await?;
        let post = invitation.post;
        let inviter: Option<Arc<Account>> = bidders.access.account(invitation.invited_by).await?;
        if !inviter.is_some_and(|inviter| post.is_given_by(&inviter)) {
            return Err(ApiError::not_found());
        }
        let house_id = post.house_id();
        let mut what = described(id, post);
        what["invitedBy"] = invitation.invited_by.into();
        let action = match post {
            Post::Staff { role, .. } => {
                staff::appoint(&mut tx, house_id, account_id, &invitation.contact, role).await?;
                show(&mut tx, house_id, account_id, Some(&invitation), shown).await?;
                Action::StaffRegistered
            }
            Post::Auctioneer { catalog_id, .. } => {
                sqlx::query!(
                    "insert into catalog_auctioneer (catalog_id, account_id) values ($1, $2) on conflict do nothing",
                    catalog_id,
                    account_id
                )
                .execute(&mut *tx)
                .await?;
                staff::end_trust(&mut tx, house_id, account_id).await?;
                Action::AuctioneerRegistered
            }
        };
        by.record_creation(&mut tx, action, account_id, &what)
            .await?;
        tx.commit().await?;
        eligibility::lost(&bidders, house_id, account_id).await
    })
    .await
}

/// Declines an invitation. 404 if there is none.
pub async fn decline(tx: &mut PgConnection, id: i64, account_id: i64, by: &By) -> ApiResult<()> {
    let invitation = take(tx, id, account_id, by.at).await?;
    ended(tx, id, invitation.post, by).await?;
    Ok(())
}

async fn ended(tx: &mut PgConnection, id: i64, post: Post, by: &By) -> sqlx::Result<()> {
    let subject = by.account_id.unwrap_or_default();
    by.record_deletion(
        tx,
        Action::StaffInvitationEnded,
        subject,
        &described(id, post),
    )
    .await
}

/// Withdraws an invitation of a house. False if it is gone.
pub async fn withdraw(
    tx: &mut PgConnection,
    invitation: &Invitation,
    by: &By,
) -> sqlx::Result<bool> {
    let withdrawn = sqlx::query!("delete from staff_invitation where id = $1", invitation.id)
        .execute(&mut *tx)
        .await?
        .rows_affected()
        > 0;
    if withdrawn {
        ended(tx, invitation.id, invitation.post, by).await?;
    }
    Ok(withdrawn)
}

/// Withdraws the invitation of a contact to a post. False if there is none.
pub async fn withdraw_from(
    tx: &mut PgConnection,
    post: Post,
    contact: &Contact,
    by: &By,
) -> sqlx::Result<bool> {
    let withdrawn = sqlx::query_scalar!(
        "delete from staff_invitation where house_id = $1 and role is not distinct from $2
            and catalog_id is not distinct from $3 and (phone = $4 or email = $5) returning id",
        post.house_id(),
        post.role(),
        post.catalog_id(),
        contact.phone(),
        contact.email()
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(id) = withdrawn {
        ended(tx, id, post, by).await?;
    }
    Ok(withdrawn.is_some())
}

/// A house that the account works for, and what visitors see of that.
pub struct Work {
    pub house_id: i64,
    pub house_name: String,
    pub is_manager: bool,
    pub is_owner: bool,
    pub is_newsmaker: bool,
    pub is_shown: bool,
    pub is_contact_shown: bool,
}

/// The houses whose staff the account is on, without those that it only conducts sales for.
pub async fn work_of(conn: &mut PgConnection, account_id: i64) -> sqlx::Result<Vec<Work>> {
    sqlx::query_as!(
        Work,
        r#"select h.id as house_id, h.name_ru as house_name, bool_or(s.is_manager) as "is_manager!",
            bool_or(s.is_owner) as "is_owner!", bool_or(s.is_newsmaker) as "is_newsmaker!", bool_or(s.is_shown) as "is_shown!",
            bool_or(s.is_contact_shown) as "is_contact_shown!"
         from house_staff s join house h on h.id = s.house_id and h.deleted is null
         where s.account_id = $1 group by h.id order by h.name_ru, h.id"#,
        account_id
    )
    .fetch_all(conn)
    .await
}

/// Stores what visitors see of the account's work for a house. An answer to an invitation is about the contact of that
/// invitation: it publishes no contact by which the house named the person to another role.
async fn show(
    tx: &mut PgConnection,
    house_id: i64,
    account_id: i64,
    answered: Option<&Invitation>,
    shown: Shown,
) -> sqlx::Result<u64> {
    let shown = sqlx::query!(
        "update house_staff set is_shown = $3,
            is_contact_shown = $3 and case when $5::smallint is null or (role = $5 and named_by = $6) then $4 else is_contact_shown end
         where house_id = $1 and account_id = $2",
        house_id,
        account_id,
        shown.is_shown,
        shown.is_contact_shown,
        answered.and_then(|invitation| invitation.post.role()),
        answered.map(|invitation| staff::named_by(&invitation.contact))
    )
    .execute(tx)
    .await?;
    Ok(shown.rows_affected())
}

/// Changes what visitors see of the account's work for a house. 404 if it is not on the house's staff.
pub async fn set_shown(
    tx: &mut PgConnection,
    house_id: i64,
    account_id: i64,
    shown: Shown,
    by: &By,
) -> ApiResult<()> {
    if show(tx, house_id, account_id, None, shown).await? == 0 {
        return Err(ApiError::not_found());
    }
    let what = json!({"houseId": house_id, "isShown": shown.is_shown, "isContactShown": shown.is_contact_shown});
    by.record_creation(tx, Action::StaffShownChanged, account_id, &what)
        .await?;
    Ok(())
}
