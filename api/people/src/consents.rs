//! What people agreed to: cookies, being of age, the processing of personal data, mailing.
//!
//! Each consent is a row with its time, the address it came from and the version of the text; withdrawing notes the time,
//! and giving it again is another row. Visitors give theirs under the random key their browser made for itself.

use std::net::IpAddr;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use contract::dto::{Consent, ConsentKind};
use contract::error::{ApiError, ApiResult};

/// The longest name of a version, in characters.
const VERSION: usize = 50;

/// Whose consents: an account's, or those of a browser nobody is logged in with.
#[derive(Debug, Clone)]
pub struct Giver {
    pub account_id: Option<i64>,
    pub browser: Option<String>,
}

/// 1 to 50 characters; 422 at `field`.
pub fn version(field: &str, text: &str) -> ApiResult<String> {
    let text = text.trim();
    if (1..=VERSION).contains(&text.chars().count()) {
        Ok(text.to_owned())
    } else {
        Err(ApiError::invalid(field, "От 1 до 50 символов"))
    }
}

/// Notes a consent, and that it takes the place of one to another version. One that stands to this version is left as it is.
pub async fn give(
    tx: &mut PgConnection,
    giver: &Giver,
    kind: ConsentKind,
    version: &str,
    address: IpAddr,
    now: OffsetDateTime,
) -> ApiResult<()> {
    // Sent twice at once, it is noted once.
    let whose = format!("consent {:?} {:?}", giver.account_id, giver.browser);
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        whose
    )
    .execute(&mut *tx)
    .await?;
    let address = address.to_string();
    sqlx::query!(
        "update consent set withdrawn = $4, withdrawn_address = $5
         where kind = $3 and version <> $6 and withdrawn is null
            and case when $1::bigint is not null then account_id = $1 else account_id is null and browser = $2 end",
        giver.account_id,
        giver.browser,
        kind.number(),
        now,
        address,
        version
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into consent (account_id, browser, kind, version, given, address)
         select $1, $2, $3, $4, $5, $6 where not exists (
            select from consent where kind = $3 and version = $4 and withdrawn is null
                and case when $1::bigint is not null then account_id = $1 else account_id is null and browser = $2 end
         )",
        giver.account_id,
        giver.browser,
        kind.number(),
        version,
        now,
        address
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Withdraws whatever of this kind stands.
pub async fn withdraw(
    tx: &mut PgConnection,
    giver: &Giver,
    kind: ConsentKind,
    address: IpAddr,
    now: OffsetDateTime,
) -> ApiResult<()> {
    sqlx::query!(
        "update consent set withdrawn = $4, withdrawn_address = $5
         where kind = $3 and withdrawn is null
            and case when $1::bigint is not null then account_id = $1 else account_id is null and browser = $2 end",
        giver.account_id,
        giver.browser,
        kind.number(),
        now,
        address.to_string()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// All that were given, the latest first, at most 200.
pub async fn all(pool: &PgPool, giver: &Giver) -> ApiResult<Vec<Consent>> {
    let rows = sqlx::query!(
        "select kind, version, given, withdrawn from consent
         where case when $1::bigint is not null then account_id = $1 else account_id is null and browser = $2 end
         order by id desc limit 200",
        giver.account_id,
        giver.browser
    )
    .fetch_all(pool)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Consent {
                kind: ConsentKind::try_from(row.kind).map_err(|unknown| {
                    ApiError::internal(anyhow::Error::msg(unknown.to_string()))
                })?,
                version: row.version,
                given: row.given.into(),
                withdrawn: row.withdrawn.map(Into::into),
            })
        })
        .collect()
}
