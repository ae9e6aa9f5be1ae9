//! The untrusted lists of houses.

use contract::dto::{UntrustedMark, UntrustedUser};
use contract::error::{ApiError, ApiResult};
use serde_json::json;
use sqlx::PgPool;

use crate::journal::{Action, By};

/// The people a house does not trust, those put there last first.
pub async fn of_house(pool: &PgPool, house_id: i64) -> ApiResult<Vec<UntrustedUser>> {
    let rows = sqlx::query!(
        "select a.id, a.display_name, case when not a.unproved_phone then a.phone end as phone,
            case when not a.unproved_email then a.email end as email, t.created, t.reason,
            adder.display_name as \"added_by?\"
         from house_trust t join account a on a.id = t.account_id left join account adder on adder.id = t.created_by
         where t.house_id = $1 and not t.trusted order by t.created desc, a.id desc",
        house_id
    )
    .fetch_all(pool)
    .await?;
    let users = rows.into_iter().map(|row| UntrustedUser {
        user_id: row.id,
        display_name: row.display_name,
        login: row.phone,
        e_mail: row.email,
        created: row.created.into(),
        reason: row.reason,
        added_by: row.added_by,
    });
    Ok(users.collect())
}

/// Puts a person on a house's list, or gives their entry another reason. Apply the loss of trust afterwards
/// ([`crate::eligibility::lost`]). Their latest request gets a new revision, so that a colleague who has not seen the entry
/// cannot overwrite it by trusting them.
pub async fn add(
    pool: &PgPool,
    house_id: i64,
    user_id: i64,
    reason: Option<String>,
    by: &By,
) -> ApiResult<()> {
    let mut tx = pool.begin().await?;
    // Locked before the entry, as decisions do.
    let request = sqlx::query_scalar!(
        "select id from house_order where house_id = $1 and account_id = $2 order by id desc limit 1 for update",
        house_id,
        user_id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let before = sqlx::query!(
        "select trusted, reason from house_trust where house_id = $1 and account_id = $2 for update",
        house_id,
        user_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .filter(|before| !before.trusted);
    // Repeating the call without a reason, as older clients do, does not erase it.
    if before
        .as_ref()
        .is_some_and(|before| reason.is_none() || before.reason == reason)
    {
        return Ok(());
    }
    sqlx::query!(
        "insert into house_trust (house_id, account_id, trusted, created, created_by, reason) values ($1, $2, false, $3, $4, $5)
         on conflict (house_id, account_id) do update set trusted = false, created = $3, created_by = $4, reason = $5",
        house_id,
        user_id,
        by.at,
        by.account_id,
        reason
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update house_order set revision = revision + 1 where id = $1",
        request
    )
    .execute(&mut *tx)
    .await?;
    let side = |reason: &Option<String>| json!({"houseId": house_id, "note": reason});
    let after = side(&reason);
    match before {
        None => {
            by.record_creation(&mut tx, Action::UntrustedAdded, user_id, &after)
                .await?;
        }
        Some(before) => {
            let before = side(&before.reason);
            by.record_change(&mut tx, Action::UntrustedAdded, user_id, &before, &after)
                .await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

/// A person's entry. 404 if they are not on the list.
pub async fn entry(pool: &PgPool, house_id: i64, user_id: i64) -> ApiResult<UntrustedMark> {
    let row = sqlx::query!(
        r#"select t.reason, t.created, adder.display_name as "added_by?"
         from house_trust t left join account adder on adder.id = t.created_by
         where t.house_id = $1 and t.account_id = $2 and not t.trusted"#,
        house_id,
        user_id
    )
    .fetch_optional(pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    Ok(UntrustedMark {
        reason: row.reason,
        added_by: row.added_by,
        created: row.created.into(),
    })
}

/// Takes a person off a house's list, without making them trusted. 404 if they are not on it.
pub async fn remove(pool: &PgPool, house_id: i64, user_id: i64, by: &By) -> ApiResult<()> {
    let mut tx = pool.begin().await?;
    let removed = sqlx::query!(
        "delete from house_trust where house_id = $1 and account_id = $2 and not trusted returning reason",
        house_id,
        user_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let before = json!({"houseId": house_id, "note": removed.reason});
    by.record_deletion(&mut tx, Action::UntrustedRemoved, user_id, &before)
        .await?;
    tx.commit().await?;
    Ok(())
}
