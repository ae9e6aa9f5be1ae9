//! Consents: cookies, being of age, processing of personal data, mailing.
//!
//! Each consent is a row with its time, source address and text version. Withdrawing it records the time; consenting
//! again adds a row. Visitors are identified by a random key that their browser generates.

use std::net::IpAddr;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use contract::bounds;
use contract::dto::{Consent, ConsentKind};
use contract::error::{ApiError, ApiResult};

/// The giver of consents: an account, or a browser without a signed-in account.
#[derive(Debug, Clone)]
pub struct Giver {
    pub account_id: Option<i64>,
    pub browser: Option<String>,
}

/// Checks a version: 1 to 50 characters; 422 at `field`.
pub fn version(field: &str, text: &str) -> ApiResult<String> {
    let version = bounds::CONSENT_VERSION.clean(text);
    if !version.is_empty() && bounds::CONSENT_VERSION.fits(text) {
        Ok(version)
    } else {
        Err(ApiError::invalid(field, "От 1 до 50 символов"))
    }
}

/// Records a consent and withdraws those to other versions. A consent to this version that is already in force is kept.
pub async fn give(
    tx: &mut PgConnection,
    giver: &Giver,
    kind: ConsentKind,
    version: &str,
    address: IpAddr,
    now: OffsetDateTime,
) -> ApiResult<()> {
    // Serialises concurrent duplicates, so that a consent is recorded once.
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

/// Withdraws every standing consent of this kind.
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

/// All consents of the giver, latest first, at most 200.
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
