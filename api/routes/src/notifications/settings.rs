//! A person's e-mail notification settings.

use actix_web::web::Data;
use actix_web::{get, put};
use sqlx::{PgConnection, PgExecutor};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::NotificationSettings;
use contract::error::ApiResult;
use people::journal::{Action, By};

pub async fn find(
    executor: impl PgExecutor<'_>,
    account_id: i64,
) -> ApiResult<NotificationSettings> {
    let found = sqlx::query_as!(
        NotificationSettings,
        "select outbid, bet_cancelled, lot_starting, lot_won, registration, price_request, artist_lots, house
         from notification_setting where account_id = $1",
        account_id
    )
    .fetch_optional(executor)
    .await?;
    Ok(found.unwrap_or_default())
}

/// The notifications that the caller also gets by e-mail. By default, all of them.
#[utoipa::path(tag = "notifications", security(("token" = [])),
    responses((status = 200, body = NotificationSettings)))]
#[get("/api/notifications/settings")]
pub async fn notification_settings(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<NotificationSettings>> {
    Ok(Json(find(&state.pool, member.id).await?))
}

/// Sets the notifications that the caller also gets by e-mail.
#[utoipa::path(tag = "notifications", security(("token" = [])),
    responses((status = 200, body = NotificationSettings), (status = 422, description = "A setting is missing")))]
#[put("/api/notifications/settings")]
pub async fn change_notification_settings(
    state: Data<AppState>,
    member: Member,
    after: Json<NotificationSettings>,
) -> ApiResult<Json<NotificationSettings>> {
    let mut tx = state.pool.begin().await?;
    let before = find(&mut *tx, member.id).await?;
    let by = member.by(state.clock.now());
    save(&mut tx, &by, member.id, before, *after).await?;
    tx.commit().await?;
    Ok(after)
}

/// Stores an account's settings and journals the change.
pub async fn save(
    conn: &mut PgConnection,
    by: &By,
    account_id: i64,
    before: NotificationSettings,
    after: NotificationSettings,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into notification_setting
            (account_id, outbid, bet_cancelled, lot_starting, lot_won, registration, price_request, artist_lots, house)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (account_id) do update set outbid = $2, bet_cancelled = $3, lot_starting = $4, lot_won = $5,
            registration = $6, price_request = $7, artist_lots = $8, house = $9",
        account_id,
        after.outbid,
        after.bet_cancelled,
        after.lot_starting,
        after.lot_won,
        after.registration,
        after.price_request,
        after.artist_lots,
        after.house
    )
    .execute(&mut *conn)
    .await?;
    by.record_change(
        conn,
        Action::NotificationSettingsChanged,
        account_id,
        &before,
        &after,
    )
    .await
}
