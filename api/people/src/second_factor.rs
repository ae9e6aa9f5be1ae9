//! The second factor: an authenticator's codes, and recovery codes for the day it is lost.
//!
//! It is asked at every login of an account that has one, and again before acts that reach people or money: a login that
//! has proved it less than ten minutes ago may do them (step-up). Wrong codes count against the account, which locks no
//! stranger's victim out: only who has proved a contact or holds a login gets to try.

use serde_json::json;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::journal::{Action, By};
use crate::token::{self, TokenHash};
use crate::totp::{self, Secret};
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// How long a proof counts for acts that need one.
pub const STEP_UP: Duration = Duration::minutes(10);
/// Wrong codes in [`WINDOW`].
const WRONG: i64 = 10;
const WINDOW: Duration = Duration::minutes(15);
/// Recovery codes given at a time.
const CODES: usize = 10;

fn wrong() -> ApiError {
    Code::WrongSecondFactor.into()
}

pub async fn is_on(conn: &mut PgConnection, account_id: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from second_factor where account_id = $1 and confirmed is not null) as "is!""#,
        account_id
    )
    .fetch_one(conn)
    .await
}

/// How many recovery codes are left.
pub async fn codes_left(conn: &mut PgConnection, account_id: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from recovery_code where account_id = $1"#,
        account_id
    )
    .fetch_one(conn)
    .await
}

/// Creates a secret. It replaces one that was never confirmed. 409 if the account already has a second factor.
pub async fn begin(
    conn: &mut PgConnection,
    account_id: i64,
    now: OffsetDateTime,
) -> ApiResult<Secret> {
    let secret: Secret = rand::random();
    let begun = sqlx::query!(
        "insert into second_factor (account_id, secret, created) values ($1, $2, $3)
         on conflict (account_id) do update set secret = excluded.secret, created = excluded.created
            where second_factor.confirmed is null",
        account_id,
        secret.as_slice(),
        now
    )
    .execute(conn)
    .await?;
    match begun.rows_affected() {
        0 => Err(Code::SecondFactorIsOn.into()),
        _ => Ok(secret),
    }
}

/// Turns the second factor on with a first code of it. Returns the recovery codes, which are shown once.
pub async fn accept(
    tx: &mut PgConnection,
    account_id: i64,
    session_id: i64,
    code: &str,
    by: &By,
) -> ApiResult<Vec<String>> {
    let begun = sqlx::query!(
        "select secret, confirmed from second_factor where account_id = $1 for update",
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    if begun.confirmed.is_some() {
        return Err(Code::SecondFactorIsOn.into());
    }
    let step = totp::step_of(&secret_of(begun.secret)?, code.trim(), by.at, 0).ok_or_else(wrong)?;
    sqlx::query!(
        "update second_factor set confirmed = $2, used_step = $3 where account_id = $1",
        account_id,
        by.at,
        step
    )
    .execute(&mut *tx)
    .await?;
    step_up(tx, session_id, by.at).await?;
    let on = json!({"isOn": true});
    by.record_creation(tx, Action::SecondFactorChanged, account_id, &on)
        .await?;
    Ok(new_codes(tx, account_id).await?)
}

/// Replaces the recovery codes.
pub async fn new_codes(tx: &mut PgConnection, account_id: i64) -> sqlx::Result<Vec<String>> {
    sqlx::query!(
        "delete from recovery_code where account_id = $1",
        account_id
    )
    .execute(&mut *tx)
    .await?;
    let codes: Vec<String> = (0..CODES).map(|_| recovery_code()).collect();
    let hashes: Vec<Vec<u8>> = codes
        .iter()
        .map(|code| hash(account_id, code).to_vec())
        .collect();
    sqlx::query!(
        "insert into recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])",
        account_id,
        &hashes
    )
    .execute(tx)
    .await?;
    Ok(codes)
}

/// 120 random bits, as `abcdef-ghijkl-mnopqr-stuvwx`: too many to guess from a stolen hash, which therefore need not be slow.
fn recovery_code() -> String {
    let bits: [u8; 15] = rand::random();
    let letters = data_encoding::BASE32_NOPAD.encode(&bits).to_lowercase();
    let groups: Vec<&str> = [0, 6, 12, 18]
        .into_iter()
        .map(|at| &letters[at..at + 6])
        .collect();
    groups.join("-")
}

fn hash(account_id: i64, code: &str) -> TokenHash {
    let letters = code.replace(['-', ' '], "").to_lowercase();
    token::hash(&format!("recovery code {account_id}:{letters}"))
}

/// Turns the second factor off. Returns false if there was none.
pub async fn remove(tx: &mut PgConnection, account_id: i64, by: &By) -> sqlx::Result<bool> {
    sqlx::query!(
        "delete from recovery_code where account_id = $1",
        account_id
    )
    .execute(&mut *tx)
    .await?;
    let was_on = sqlx::query_scalar!(
        r#"delete from second_factor where account_id = $1 returning confirmed is not null as "was_on!""#,
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .unwrap_or(false);
    if was_on {
        let on = json!({"isOn": true});
        by.record_deletion(tx, Action::SecondFactorChanged, account_id, &on)
            .await?;
    }
    Ok(was_on)
}

/// Takes a code of the authenticator, or a recovery code, once. `Err` inside if it is wrong: the caller commits first, so
/// that the wrong code counts.
pub async fn prove(
    tx: &mut PgConnection,
    account_id: i64,
    code: &str,
    by: &By,
) -> ApiResult<Result<(), ApiError>> {
    // The lock makes concurrent tries count one by one, and a code work once.
    let factor = sqlx::query!(
        "select secret, used_step from second_factor where account_id = $1 and confirmed is not null for update",
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let failures = sqlx::query!(
        r#"select count(*) as "count!", min(at) as oldest from second_factor_failure where account_id = $1 and at > $2"#,
        account_id,
        by.at - WINDOW
    )
    .fetch_one(&mut *tx)
    .await?;
    if failures.count >= WRONG {
        let wait = failures
            .oldest
            .map_or(WINDOW, |oldest| oldest + WINDOW - by.at);
        let detail = "Слишком много неверных кодов, попробуйте позже";
        let error = ApiError::too_many(wait.whole_seconds().max(1) as u64, detail);
        return Err(error.titled(Code::TooManyWrongCodes));
    }
    let code = code.trim();
    let is_right = match totp::step_of(&secret_of(factor.secret)?, code, by.at, factor.used_step) {
        Some(step) => {
            sqlx::query!(
                "update second_factor set used_step = $2 where account_id = $1",
                account_id,
                step
            )
            .execute(&mut *tx)
            .await?;
            true
        }
        None => {
            let hash = hash(account_id, code);
            sqlx::query!(
                "delete from recovery_code where account_id = $1 and code_hash = $2",
                account_id,
                hash.as_slice()
            )
            .execute(&mut *tx)
            .await?
            .rows_affected()
                > 0
        }
    };
    if is_right {
        return Ok(Ok(()));
    }
    sqlx::query!(
        "insert into second_factor_failure (account_id, at) values ($1, $2)",
        account_id,
        by.at
    )
    .execute(&mut *tx)
    .await?;
    let what = json!({"isSecondFactor": true});
    by.record_creation(tx, Action::WrongCode, account_id, &what)
        .await?;
    Ok(Err(wrong()))
}

/// Notes that the login has just proved the second factor.
pub async fn step_up(
    tx: &mut PgConnection,
    session_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update session set stepped_up = $2 where id = $1",
        session_id,
        now
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// 403 `step_up_required` if the account has a second factor and the login has not proved it lately.
pub async fn require_step_up(
    conn: &mut PgConnection,
    account_id: i64,
    session_id: i64,
    now: OffsetDateTime,
) -> ApiResult<()> {
    let is_needed = sqlx::query_scalar!(
        r#"select exists (select from second_factor where account_id = $1 and confirmed is not null)
            and not exists (select from session where id = $2 and stepped_up > $3) as "is!""#,
        account_id,
        session_id,
        now - STEP_UP
    )
    .fetch_one(conn)
    .await?;
    if is_needed {
        Err(Code::StepUpRequired.into())
    } else {
        Ok(())
    }
}

fn secret_of(stored: Vec<u8>) -> ApiResult<Secret> {
    stored
        .try_into()
        .map_err(|_| ApiError::internal(anyhow::anyhow!("a secret has another length")))
}
