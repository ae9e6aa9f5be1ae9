//! Sign-in: attempts, codes, their limits, sessions.
//!
//! An attempt is one row. Its key goes to the client and is stored hashed. The code is hashed together with the key, so
//! the table alone does not reveal it. Proving a number or an address signs the caller in and creates the account if
//! needed. Nothing before that step depends on whether an account exists, so no answer reveals it.
//!
//! The same attempts, codes and limits verify a new contact for a signed-in account. An attempt serves either sign-in
//! or a contact change, never both.

use std::net::IpAddr;
use std::time::Duration as StdDuration;

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::access::{self, TokenHash};
use crate::consents::{self, Giver};
use crate::contact::Contact;
pub use crate::contact::{email, phone};
use crate::holder::{self, Held};
use crate::journal::By;
use crate::origin::{Origin, network};
use contract::codes::Code;
use contract::dto::{CallbackState, ConsentKind};
use contract::error::{ApiError, ApiResult};
use mail::delivery::{Delivery, Letter, Undelivered};
use mail::letters::Content;
use mail::letters::template::Site;

/// Lifetime of an attempt.
const ATTEMPT: Duration = Duration::minutes(5);
/// Pause before a new code may be requested.
const RESEND: Duration = Duration::seconds(59);
/// Pause between two tries to send a code.
const PAUSE: StdDuration = StdDuration::from_millis(500);
const WINDOW: Duration = Duration::minutes(10);
const DAY: Duration = Duration::days(1);
const CODES_IN_WINDOW: i64 = 5;
const CODES_A_DAY: i64 = 20;
const CODES_OF_ADDRESS_IN_WINDOW: i64 = 60;
const WRONG_TRIES_A_DAY: i64 = 10;
const WRONG_TRIES: i16 = 5;
/// Lifetime of a session token, the same as of the client's cookie.
pub const SESSION: Duration = Duration::days(365);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Call = 0,
    Callback = 1,
    Email = 2,
}

/// Dependencies of sign-in.
pub struct Logins<'a> {
    pub pool: &'a PgPool,
    pub delivery: &'a Delivery,
    pub site: Site<'a>,
    pub now: OffsetDateTime,
    /// The account whose contact the attempts change; `None` to sign in.
    pub changing: Option<i64>,
}

/// A callback that the provider expects.
pub struct BegunCallback {
    pub reference: String,
    pub session_key: String,
    pub phone: String,
}

/// The result of a successful sign-in.
pub struct NewSession {
    pub token: String,
    pub account_id: i64,
    /// The account that lost the contact, because its owner had not proved it.
    pub former: Option<i64>,
}

/// One answer to a wrong code, an expired code and an unknown key.
fn wrong_code() -> ApiError {
    Code::WrongCode.into()
}

fn code_hash(session_key: &str, code: &str) -> TokenHash {
    access::hash(&format!("{session_key}:{code}"))
}

impl<'a> Logins<'a> {
    /// Has the provider ring the number. Returns the attempt's key.
    pub async fn call(&self, number: &str, origin: &Origin) -> ApiResult<String> {
        let phone = phone(number)?;
        let session_key = access::random_token();
        let id = self
            .begin(Channel::Call, &phone, &session_key, origin.address)
            .await?;
        let code = match self.delivery.port().call(&phone, origin.address).await {
            Ok(code) => code,
            Err(error) => return Err(self.undelivered(Channel::Call, id, error).await),
        };
        sqlx::query!(
            "update login_attempt set code_hash = $2 where id = $1",
            id,
            code_hash(&session_key, &code).to_vec()
        )
        .execute(self.pool)
        .await?;
        Ok(session_key)
    }

    /// Sends a code of 6 digits. Returns the attempt's key.
    pub async fn email(&self, address: &str, origin: &Origin) -> ApiResult<String> {
        let address = email(address)?;
        let session_key = access::random_token();
        let id = self
            .begin(Channel::Email, &address, &session_key, origin.address)
            .await?;
        let code = format!("{:06}", rand::random_range(0..1_000_000));
        let (purpose, site) = match self.changing {
            None => ("Код для входа", "на сайт"),
            Some(_) => ("Код для подтверждения e-mail", "на сайте"),
        };
        let content = Content::new(format!("{code} — {}", purpose.to_lowercase()))
            .paragraph(format!("{purpose} {site} «{}»:", self.site.brand_name))
            .code(&*code)
            .paragraph("Код действует 5 минут. Если вы не запрашивали его, ничего не делайте.");
        let letter = self.site.letter(address, &format!("login-{id}"), &content);
        sqlx::query!(
            "update login_attempt set code_hash = $2 where id = $1",
            id,
            code_hash(&session_key, &code).to_vec()
        )
        .execute(self.pool)
        .await?;
        if let Err(error) = self.send(letter).await {
            return Err(self.undelivered(Channel::Email, id, error.into()).await);
        }
        Ok(session_key)
    }

    /// Has the provider expect a call from the user.
    pub async fn callback(&self, number: &str, origin: &Origin) -> ApiResult<BegunCallback> {
        let phone = phone(number)?;
        let session_key = access::random_token();
        let id = self
            .begin(Channel::Callback, &phone, &session_key, origin.address)
            .await?;
        let expected = match self.delivery.port().callback(&phone).await {
            Ok(expected) => expected,
            Err(error) => return Err(self.undelivered(Channel::Callback, id, error).await),
        };
        sqlx::query!(
            "update login_attempt set provider_reference = $2 where id = $1",
            id,
            expected.reference
        )
        .execute(self.pool)
        .await?;
        Ok(BegunCallback {
            reference: expected.reference,
            session_key,
            phone: expected.phone,
        })
    }

    /// Sends a letter that the reader is waiting for. Retries once if the server did not accept it.
    async fn send(&self, letter: Letter) -> Result<(), Undelivered> {
        match self.delivery.port().email(letter.clone()).await {
            Err(Undelivered::Failed(_)) => {
                tokio::time::sleep(PAUSE).await;
                self.delivery.port().email(letter).await
            }
            sent => sent,
        }
    }

    /// Ends an attempt that the provider failed to deliver. The user may choose another channel, or retry this one at
    /// once.
    async fn undelivered(&self, channel: Channel, id: i64, error: anyhow::Error) -> ApiError {
        tracing::error!(
            ?channel,
            error = format!("{error:#}"),
            "login: delivery failed"
        );
        let ended = sqlx::query!(
            "update login_attempt set consumed = $2 where id = $1",
            id,
            self.now
        )
        .execute(self.pool)
        .await;
        if let Err(error) = ended {
            return error.into();
        }
        let code = match channel {
            Channel::Call => Code::IncomingCallFailed,
            Channel::Callback => Code::OutgoingCallFailed,
            Channel::Email => Code::EmailFailed,
        };
        code.into()
    }

    /// Whether the expected call has arrived; if so, the attempt's key signs in.
    pub async fn callback_state(&self, reference: &str) -> ApiResult<CallbackState> {
        let attempt = sqlx::query!(
            "select id, confirmed, consumed, created from login_attempt where provider_reference = $1 and channel = 1",
            reference
        )
        .fetch_optional(self.pool)
        .await?
        .ok_or_else(ApiError::not_found)?;
        if attempt.created <= self.now - ATTEMPT || attempt.consumed.is_some() {
            return Ok(CallbackState::Expired);
        }
        if attempt.confirmed.is_some() {
            return Ok(CallbackState::Confirmed);
        }
        let state = self
            .delivery
            .port()
            .callback_state(reference)
            .await
            .map_err(ApiError::unavailable)?;
        if state == CallbackState::Confirmed {
            sqlx::query!(
                "update login_attempt set confirmed = $2 where id = $1 and confirmed is null",
                attempt.id,
                self.now
            )
            .execute(self.pool)
            .await?;
        }
        Ok(state)
    }

    /// Checks the code of a call.
    pub async fn verify_call(&self, session_key: &str, code: &str) -> ApiResult<()> {
        self.verify(Channel::Call, None, session_key, code).await
    }

    /// Checks the code of a letter, sent to the attempt's own address.
    pub async fn verify_letter(&self, session_key: &str, code: &str) -> ApiResult<()> {
        self.verify(Channel::Email, None, session_key, code).await
    }

    /// Checks the code of a letter sent to this address.
    pub async fn verify_email(
        &self,
        session_key: &str,
        address: &str,
        code: &str,
    ) -> ApiResult<()> {
        self.verify(Channel::Email, Some(&email(address)?), session_key, code)
            .await
    }

    /// Counts the attempt against every limit and stores it with a code hash that nothing matches yet.
    async fn begin(
        &self,
        channel: Channel,
        target: &str,
        session_key: &str,
        address: IpAddr,
    ) -> ApiResult<i64> {
        let mut tx = self.pool.begin().await?;
        let address = network(address).to_string();
        // Two attempts must not interleave counting and inserting. The fixed lock order prevents deadlock.
        lock(&mut tx, &format!("address {address}")).await?;
        lock(&mut tx, &format!("target {target}")).await?;
        if channel == Channel::Call || channel == Channel::Email {
            self.refuse_after_wrong_tries(&mut tx, channel, target)
                .await?;
        }
        let used = sqlx::query!(
            r#"select
                count(*) filter (where target = $1 and channel = $2 and created > $3) as "in_window!",
                count(*) filter (where target = $1 and channel = $2) as "in_day!",
                count(*) filter (where address = $4 and created > $3) as "of_address!",
                -- One whose code never went out keeps nobody waiting.
                max(created) filter (
                    where target = $1 and channel = $2 and (consumed is null or confirmed is not null)
                ) as last,
                min(created) filter (where target = $1 and channel = $2 and created > $3) as oldest_in_window,
                min(created) filter (where target = $1 and channel = $2) as oldest_in_day,
                min(created) filter (where address = $4 and created > $3) as oldest_of_address
            from login_attempt where (target = $1 or address = $4) and created > $5"#,
            target,
            channel as i16,
            self.now - WINDOW,
            address,
            self.now - DAY
        )
        .fetch_one(&mut *tx)
        .await?;
        let until = |from: Option<OffsetDateTime>, period: Duration| {
            let wait = from.map_or(period, |from| from + period - self.now);
            (wait.whole_milliseconds().max(0) as u64).div_ceil(1000)
        };
        let too_many = "Слишком много попыток входа, попробуйте позже";
        if used.in_day >= CODES_A_DAY {
            return Err(ApiError::too_many(until(used.oldest_in_day, DAY), too_many));
        }
        if used.in_window >= CODES_IN_WINDOW {
            return Err(ApiError::too_many(
                until(used.oldest_in_window, WINDOW),
                too_many,
            ));
        }
        if used.of_address >= CODES_OF_ADDRESS_IN_WINDOW {
            return Err(ApiError::too_many(
                until(used.oldest_of_address, WINDOW),
                too_many,
            ));
        }
        if channel != Channel::Callback && used.last.is_some_and(|last| last > self.now - RESEND) {
            return Err(ApiError::too_many(
                until(used.last, RESEND),
                "Новый код можно запросить через минуту",
            ));
        }
        // No code has this hash: it is random.
        let unmatched =
            (channel != Channel::Callback).then(|| access::hash(&access::random_token()).to_vec());
        let id = sqlx::query_scalar!(
            "insert into login_attempt (key_hash, channel, target, code_hash, address, created, account_id)
             values ($1, $2, $3, $4, $5, $6, $7) returning id",
            access::hash(session_key).to_vec(),
            channel as i16,
            target,
            unmatched,
            address,
            self.now,
            self.changing
        )
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(id)
    }

    async fn refuse_after_wrong_tries(
        &self,
        tx: &mut PgConnection,
        channel: Channel,
        target: &str,
    ) -> ApiResult<()> {
        let tries = sqlx::query!(
            r#"select count(*) as "count!", min(at) as oldest from login_failure where target = $1 and at > $2"#,
            target,
            self.now - DAY
        )
        .fetch_one(tx)
        .await?;
        if tries.count < WRONG_TRIES_A_DAY {
            return Ok(());
        }
        let wait = tries
            .oldest
            .map_or(DAY, |oldest| oldest + DAY - self.now)
            .whole_seconds()
            .max(1) as u64;
        let detail = match channel {
            Channel::Email => "Слишком много неверных кодов, попробуйте позже",
            _ => "Слишком много неверных кодов. Войдите с помощью исходящего звонка",
        };
        Err(ApiError::too_many(wait, detail).titled(Code::TooManyWrongCodes))
    }

    async fn verify(
        &self,
        channel: Channel,
        target: Option<&str>,
        session_key: &str,
        code: &str,
    ) -> ApiResult<()> {
        let mut tx = self.pool.begin().await?;
        let attempt = sqlx::query!(
            r#"select id, target, code_hash from login_attempt
             where key_hash = $1 and channel = $2 and consumed is null and created > $3
                and account_id is not distinct from $4"#,
            access::hash(session_key).to_vec(),
            channel as i16,
            self.now - ATTEMPT,
            self.changing
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(wrong_code)?;
        if target.is_some_and(|target| target != attempt.target) {
            return Err(wrong_code());
        }
        // Serialises tries at one target, so that concurrent ones are counted.
        lock(&mut tx, &format!("target {}", attempt.target)).await?;
        self.refuse_after_wrong_tries(&mut tx, channel, &attempt.target)
            .await?;
        let wrong_tries = sqlx::query_scalar!(
            "select wrong_tries from login_attempt where id = $1",
            attempt.id
        )
        .fetch_one(&mut *tx)
        .await?;
        if wrong_tries >= WRONG_TRIES {
            return Err(wrong_code());
        }
        if attempt.code_hash.as_deref() == Some(code_hash(session_key, code.trim()).as_slice()) {
            sqlx::query!(
                "update login_attempt set confirmed = coalesce(confirmed, $2) where id = $1",
                attempt.id,
                self.now
            )
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            return Ok(());
        }
        sqlx::query!(
            "update login_attempt set wrong_tries = wrong_tries + 1 where id = $1",
            attempt.id
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query!(
            "insert into login_failure (target, at) values ($1, $2)",
            attempt.target,
            self.now
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Err(wrong_code())
    }

    /// Turns a confirmed attempt into a session, once. The first sign-in with a number or address creates its account.
    /// `consent` is the version of the personal-data text that the owner agrees to.
    pub async fn sign_in(
        &self,
        session_key: &str,
        consent: Option<&str>,
        origin: &Origin,
    ) -> ApiResult<NewSession> {
        let consent = consent
            .map(|version| consents::version("personalDataConsent", version))
            .transpose()?;
        let mut tx = self.pool.begin().await?;
        let contact = self.use_up(&mut tx, session_key).await?;
        let by = By::of(None, origin, self.now);
        let Held { account_id, former } = holder::proved(&mut tx, &contact, by).await?;
        if let Some(version) = consent {
            let giver = Giver {
                account_id: Some(account_id),
                browser: None,
            };
            let kind = ConsentKind::PersonalData;
            consents::give(&mut tx, &giver, kind, &version, origin.address, self.now).await?;
        }
        let token = access::random_token();
        sqlx::query!(
            "insert into session (account_id, token_hash, address, user_agent, created, last_seen, expires)
             values ($1, $2, $3, $4, $5, $5, $6)",
            account_id,
            access::hash(&token).to_vec(),
            origin.address.to_string(),
            origin.user_agent,
            self.now,
            self.now + SESSION
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(NewSession {
            token,
            account_id,
            former,
        })
    }

    /// Consumes a confirmed attempt and returns the contact it proved.
    pub async fn use_up(&self, tx: &mut PgConnection, session_key: &str) -> ApiResult<Contact> {
        let attempt = sqlx::query!(
            "select id, channel, target, confirmed from login_attempt
             where key_hash = $1 and consumed is null and created > $2 and account_id is not distinct from $3
             for update",
            access::hash(session_key).to_vec(),
            self.now - ATTEMPT,
            self.changing
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(wrong_code)?;
        if attempt.confirmed.is_none() {
            return Err(match self.changing {
                None => Code::LoginNotConfirmed.into(),
                Some(_) => Code::ContactNotConfirmed.into(),
            });
        }
        sqlx::query!(
            "update login_attempt set consumed = $2 where id = $1",
            attempt.id,
            self.now
        )
        .execute(tx)
        .await?;
        Ok(if attempt.channel == Channel::Email as i16 {
            Contact::Email(attempt.target)
        } else {
            Contact::Phone(attempt.target)
        })
    }
}

async fn lock(tx: &mut PgConnection, name: &str) -> ApiResult<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("login {name}")
    )
    .execute(tx)
    .await?;
    Ok(())
}
