//! People's settings for e-mail notifications.

use std::collections::HashMap;

use contract::dto::NotificationSettings;
use sqlx::PgConnection;

use crate::kind::Kind;

/// Whether these settings allow e-mails of this kind.
pub fn wants(settings: &NotificationSettings, kind: Kind) -> bool {
    kind.setting().is_some_and(|setting| setting.of(settings))
}

/// The settings of those accounts that have a verified e-mail and are not deleted.
pub async fn settings_of(
    conn: &mut PgConnection,
    accounts: &[i64],
) -> sqlx::Result<HashMap<i64, NotificationSettings>> {
    let rows = sqlx::query!(
        r#"select a.id, coalesce(s.outbid, true) as "outbid!", coalesce(s.bet_cancelled, true) as "bet_cancelled!",
            coalesce(s.lot_starting, true) as "lot_starting!", coalesce(s.lot_won, true) as "lot_won!",
            coalesce(s.registration, true) as "registration!", coalesce(s.price_request, true) as "price_request!",
            coalesce(s.artist_lots, true) as "artist_lots!", coalesce(s.house, true) as "house!"
         from account a left join notification_setting s on s.account_id = a.id
         where a.id = any($1) and a.email is not null and not a.unproved_email and a.deleted is null"#,
        accounts
    )
    .fetch_all(conn)
    .await?;
    let settings = rows.into_iter().map(|row| {
        let settings = NotificationSettings {
            outbid: row.outbid,
            bet_cancelled: row.bet_cancelled,
            lot_starting: row.lot_starting,
            lot_won: row.lot_won,
            registration: row.registration,
            price_request: row.price_request,
            artist_lots: row.artist_lots,
            house: row.house,
        };
        (row.id, settings)
    });
    Ok(settings.collect())
}
