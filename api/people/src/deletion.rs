//! Deletion of accounts, and their restoration.
//!
//! A deleted account is anonymous at once: its contacts, name and photo disappear everywhere, its sessions and access
//! tokens end, its rights are revoked and its open absentee orders are dropped. Its bets stand. Its personal data is
//! kept apart for 30 days so that an admin can restore it. Then it is erased for good, with favourites and everything
//! else that belongs to the account alone (see [`crate::personal_data`]).

use serde_json::json;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::account::ADMIN;
use crate::eligibility::{self, Bidders};
use crate::journal::{Action, By};
use crate::{contact, holder};
use contract::error::{ApiError, ApiResult};

/// How long a deleted account can be restored.
pub const RESTORABLE: Duration = Duration::days(30);

/// Deletes an account. 404 if there is none. 409 while others depend on its owner: they lead on a lot of a sale that
/// has not ended, are the only owner of a house, or are the last admin. 503 if a room could not drop the orders;
/// nothing else has changed then.
pub async fn delete(bidders: Bidders, account_id: i64, by: By) -> ApiResult<()> {
    eligibility::to_its_end(async move {
        // Holds a connection while rooms store.
        let _turn = bidders
            .turns
            .acquire()
            .await
            .map_err(ApiError::internal)?;
        let now = by.at;
        let mut tx = bidders.pool.begin().await?;
        // Placing an order holds a shared lock on this row until the order is stored, so no order can follow those
        // dropped here. This lock mode does not block the rooms' own references to the row.
        let account = sqlx::query!(
            "select display_name, phone, email, unproved_phone, unproved_email, photo, roles from account
             where id = $1 and deleted is null for no key update",
            account_id
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(ApiError::not_found)?;
        if account.roles & ADMIN != 0 {
            refuse_last_admin(&mut tx, account_id).await?;
        }
        refuse_last_owner(&mut tx, account_id).await?;
        refuse_leader(&mut tx, account_id).await?;
        eligibility::drop_orders(&bidders, account_id, None).await?;
        sqlx::query!(
            "insert into deleted_account (account_id, display_name, phone, email, unproved_phone, unproved_email, photo,
                deleted, deleted_by, erase_after)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            account_id,
            account.display_name,
            account.phone,
            account.email,
            account.unproved_phone,
            account.unproved_email,
            account.photo,
            now,
            by.account_id.unwrap_or(account_id),
            now + RESTORABLE
        )
        .execute(&mut *tx)
        .await?;
        // Contacts that stayed with accounts merged into this one are the person's as well.
        sqlx::query!(
            "insert into deleted_account (account_id, display_name, phone, email, unproved_phone, unproved_email,
                deleted, deleted_by, erase_after)
             select id, display_name, phone, email, unproved_phone, unproved_email, $2, $3, $4 from account
             where merged_into = $1 and (phone is not null or email is not null)",
            account_id,
            now,
            by.account_id.unwrap_or(account_id),
            now + RESTORABLE
        )
        .execute(&mut *tx)
        .await?;
        let sessions = sqlx::query_scalar!(
            "select id from session where account_id = $1 and ended is null",
            account_id
        )
        .fetch_all(&mut *tx)
        .await?;
        holder::anonymise(&mut tx, account_id, now).await?;
        let before = json!({"roles": account.roles});
        by.record_deletion(&mut tx, Action::AccountDeleted, account_id, &before)
        .await?;
        tx.commit().await?;
        for session in sessions {
            bidders.access.session_ended(session);
        }
        bidders.access.account_changed(account_id);
        Ok(())
    })
    .await
}

async fn refuse_last_admin(tx: &mut PgConnection, account_id: i64) -> ApiResult<()> {
    // Of the last two admins leaving at once, one stays.
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('last admin', 0))")
        .execute(&mut *tx)
        .await?;
    let others = sqlx::query_scalar!(
        r#"select exists(select from account where id <> $1 and roles & $2 <> 0 and deleted is null) as "others!""#,
        account_id,
        ADMIN
    )
    .fetch_one(tx)
    .await?;
    if others {
        Ok(())
    } else {
        Err(ApiError::conflict(
            "Нельзя удалить последнего администратора",
        ))
    }
}

async fn refuse_last_owner(tx: &mut PgConnection, account_id: i64) -> ApiResult<()> {
    // Of two owners leaving a house at once, one stays: the check runs after the lock is taken.
    let owned = sqlx::query_scalar!(
        "select h.id from house h join house_staff s on s.house_id = h.id and s.is_owner and s.account_id = $1
         where h.deleted is null order by h.id for no key update of h",
        account_id
    )
    .fetch_all(&mut *tx)
    .await?;
    let orphaned = sqlx::query_scalar!(
        "select h.name_ru from house h where h.id = any($1) and not exists (
            select from house_staff o where o.house_id = h.id and o.is_owner and o.account_id <> $2
         ) order by h.id limit 1",
        &owned,
        account_id
    )
    .fetch_optional(tx)
    .await?;
    match orphaned {
        None => Ok(()),
        Some(name) => Err(ApiError::conflict(format!(
            "Это единственный владелец «{name}»: сначала назначьте другого"
        ))),
    }
}

async fn refuse_leader(tx: &mut PgConnection, account_id: i64) -> ApiResult<()> {
    let leads = sqlx::query_scalar!(
        r#"select exists(
            select from bet b join lot_trade t on t.lot_id = b.lot_id and t.leading_bet_id = b.id
            join catalog_trade c on c.catalog_id = t.catalog_id
            where b.account_id = $1 and b.revoked is null and catalog_is_unfinished(c.state)
        ) as "leads!""#,
        account_id
    )
    .fetch_one(tx)
    .await?;
    if leads {
        Err(ApiError::conflict(
            "На незавершённых торгах лидирует ставка этой учётной записи. Удалить её можно после окончания торгов",
        ))
    } else {
        Ok(())
    }
}

/// Restores an account deleted less than 30 days ago: name, contacts, photo and standing with houses. Its rights and
/// sessions are not restored. 404 if there is none to restore.
pub async fn restore(tx: &mut PgConnection, account_id: i64, now: OffsetDateTime) -> ApiResult<()> {
    let kept = sqlx::query!(
        "delete from deleted_account where account_id = $1 and erase_after > $2
            and exists (select from account where id = $1 and merged_into is null)
         returning display_name, phone, email, unproved_phone, unproved_email, photo",
        account_id,
        now
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| {
        ApiError::not_found_because(
            "Такой удалённой учётной записи нет, или срок её восстановления прошёл",
        )
    })?;
    sqlx::query!(
        "update account set deleted = null, display_name = $2, phone = $3, email = $4, unproved_phone = $5,
            unproved_email = $6, photo = $7 where id = $1",
        account_id,
        kept.display_name,
        kept.phone,
        kept.email,
        kept.unproved_phone,
        kept.unproved_email,
        kept.photo
    )
    .execute(&mut *tx)
    .await
    .map_err(contact::taken)?;
    // Accounts that were merged into it stay deleted, and their contacts lead to it again.
    sqlx::query!(
        "with left_ones as (
            delete from deleted_account d using account a where a.id = d.account_id and a.merged_into = $1
            returning d.account_id, d.display_name, d.phone, d.email, d.unproved_phone, d.unproved_email
         )
         update account a set display_name = d.display_name, phone = d.phone, email = d.email,
            unproved_phone = d.unproved_phone, unproved_email = d.unproved_email
         from left_ones d where a.id = d.account_id",
        account_id
    )
    .execute(tx)
    .await
    .map_err(contact::taken)?;
    Ok(())
}
