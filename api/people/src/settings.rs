//! What staff keep of their lists under a name: views of their own, and answers that a house's staff share.

use contract::dto::StaffSetting;
use contract::error::{ApiError, ApiResult};
use sqlx::{PgConnection, PgPool};

/// The most settings of one keeper: an account in a house or in the admin area, or the staff of a house together.
const MOST: i64 = 200;

/// Whose a setting is. Settings without a house are of the admin area.
#[derive(Debug, Clone, Copy)]
pub struct Keeper {
    pub house_id: Option<i64>,
    /// `None`: shared by those who manage the house.
    pub account_id: Option<i64>,
}

/// A keeper's settings, by list and name.
pub async fn of(pool: &PgPool, keeper: Keeper) -> ApiResult<Vec<StaffSetting>> {
    Ok(sqlx::query_as!(
        StaffSetting,
        "select list, name, value from staff_setting
         where house_id is not distinct from $1 and account_id is not distinct from $2 order by list, name",
        keeper.house_id,
        keeper.account_id
    )
    .fetch_all(pool)
    .await?)
}

/// Keeps a setting; one of the same list and name is replaced. Returns the value before, if there was one. 409 if the keeper
/// has no room for another.
pub async fn keep(
    conn: &mut PgConnection,
    keeper: Keeper,
    setting: &StaffSetting,
) -> ApiResult<Option<String>> {
    // One at a time, or two would both find room for the last one.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended(concat('staff_setting ', $1::bigint, ' ', $2::bigint), 0))",
        keeper.house_id,
        keeper.account_id
    )
    .execute(&mut *conn)
    .await?;
    let before = sqlx::query_scalar!(
        "select value from staff_setting where house_id is not distinct from $1 and account_id is not distinct from $2
            and list = $3 and name = $4",
        keeper.house_id,
        keeper.account_id,
        setting.list,
        setting.name
    )
    .fetch_optional(&mut *conn)
    .await?;
    let kept = sqlx::query!(
        "insert into staff_setting (house_id, account_id, list, name, value)
         select $1::bigint, $2::bigint, $3::text, $4::text, $5 where (
            select count(*) from staff_setting where house_id is not distinct from $1 and account_id is not distinct from $2
                and (list, name) <> ($3, $4)) < $6
         on conflict (coalesce(house_id, 0), coalesce(account_id, 0), list, name) do update set value = excluded.value",
        keeper.house_id,
        keeper.account_id,
        setting.list,
        setting.name,
        setting.value,
        MOST
    )
    .execute(conn)
    .await?;
    if kept.rows_affected() == 0 {
        return Err(ApiError::conflict(format!(
            "Сохранено уже {MOST}: удалите лишнее"
        )));
    }
    Ok(before)
}

/// Drops a setting and returns its value, if there was one. Repeating the call does nothing.
pub async fn drop(
    conn: &mut PgConnection,
    keeper: Keeper,
    list: &str,
    name: &str,
) -> ApiResult<Option<String>> {
    let before = sqlx::query_scalar!(
        "delete from staff_setting where house_id is not distinct from $1 and account_id is not distinct from $2
            and list = $3 and name = $4 returning value",
        keeper.house_id,
        keeper.account_id,
        list,
        name
    )
    .fetch_optional(conn)
    .await?;
    Ok(before)
}
