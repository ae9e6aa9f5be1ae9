//! Letters about higher bets, limited in number for each person and lot.
//!
//! A letter that would follow the last one too soon is held. It is enqueued later if the person still does not lead.

use std::collections::HashSet;

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::kind::Kind;
use crate::letter::of_message;
use crate::message::Message;
use crate::settings::{settings_of, wants};
use crate::unsubscribe::UnsubscribeLinks;
use mail::letters;

/// The shortest time between two letters about a lot.
const EVERY: Duration = Duration::minutes(5);

/// Lets one transaction at a time decide on letters about higher bets: two would each see that none was written lately.
pub async fn one_writer(conn: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('letters about higher bets', 0))")
        .execute(conn)
        .await?;
    Ok(())
}

/// The accounts and lots with a recent letter about a higher bet.
pub async fn written_to_lately(
    conn: &mut PgConnection,
    accounts: &[i64],
    now: OffsetDateTime,
) -> sqlx::Result<HashSet<(i64, Option<i64>)>> {
    let rows = sqlx::query!(
        r#"select distinct account_id as "account_id!", lot_id from notification
         where mailed and account_id = any($1) and kind in ('outbid', 'absentee_overtaken') and letter_at > $2"#,
        accounts,
        now - EVERY
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.account_id, row.lot_id))
        .collect())
}

/// Enqueues held letters that are due. Drops stale ones: the person leads again, the lot is over, or a letter about a
/// later bet was sent.
pub async fn write_held(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    one_writer(&mut tx).await?;
    let held = sqlx::query!(
        r#"select n.id as "id!", n.account_id as "account_id!", n.catalog_id, n.lot_id as "lot_id!", n.kind as "kind!",
            n.subject as "subject!", n.text as "text!",
            (coalesce(x.state = 1 and not x.is_bidding_over and x.leading_account_id is distinct from n.account_id, false)
                and not exists (select from notification m where m.mailed and m.account_id = n.account_id
                    and m.lot_id = n.lot_id and m.kind in ('outbid', 'absentee_overtaken') and m.id > n.id)) as "is_news!",
            exists (select from notification m where m.mailed and m.account_id = n.account_id and m.lot_id = n.lot_id
                and m.kind in ('outbid', 'absentee_overtaken') and m.letter_at > $1) as "is_early!"
         from (select distinct on (account_id, lot_id) * from notification
             where letter_held and account_id is not null and lot_id is not null
             order by account_id, lot_id, id desc) n
         left join lot_trade x on x.lot_id = n.lot_id"#,
        now - EVERY
    )
    .fetch_all(&mut *tx)
    .await?;
    let accounts: Vec<i64> = held.iter().map(|row| row.account_id).collect();
    let settings = settings_of(&mut tx, &accounts).await?;
    let links = UnsubscribeLinks::of(&mut tx, &accounts).await?;
    for row in held {
        if row.is_news && row.is_early {
            continue;
        }
        let kind = match row.kind.as_str() {
            "absentee_overtaken" => Kind::AbsenteeOvertaken,
            _ => Kind::Outbid,
        };
        let is_wanted = settings
            .get(&row.account_id)
            .is_some_and(|settings| wants(settings, kind));
        let is_written = row.is_news && is_wanted;
        if is_written {
            let message = Message {
                account_id: row.account_id,
                kind,
                catalog_id: row.catalog_id,
                lot_id: Some(row.lot_id),
                subject: row.subject,
                text: row.text,
                ..Message::default()
            };
            letters::queue(&mut tx, &of_message(row.id, &message, &links)).await?;
        }
        sqlx::query!(
            "update notification set letter_held = false, mailed = mailed or id = $3 and $4,
                letter_at = case when id = $3 and $4 then $5 else letter_at end
             where letter_held and account_id = $1 and lot_id = $2 and id <= $3",
            row.account_id,
            row.lot_id,
            row.id,
            is_written,
            now
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await
}
