//! Sign-in: attempts, codes, their limits, sessions.
//!
//! An attempt is one row. Its key goes to the client and is stored hashed. The code of a call or a letter is hashed together
//! with the key, so the table alone does not reveal it. Proving a number or an address signs the caller in and creates the account if
//! needed. Nothing before that step depends on whether an account exists, so no answer reveals it.
//!
//! The same attempts, codes and limits verify a new contact for a signed-in account. An attempt serves either sign-in
//! or a contact change, never both.
//!
//! A call from the user proves the number, not the browser. If several logins waited for it, a code sent by SMS tells which
//! of them is the owner's.
//!
//! How many codes may be sent and guessed: [`crate::login_limits`].

use std::time::{Duration as StdDuration, Instant};

use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::consents::{self, Giver};
use crate::contact::Contact;
pub use crate::contact::{email, phone};
use crate::devices::{self, Owner};
use crate::holder::{self, Held};
use crate::journal::{Action, By};
use crate::letters;
use crate::login_limits::{self, Asker, Channel};
use crate::origin::{Origin, network};
use crate::second_factor;
use crate::token::{self, TokenHash};
use contract::codes::Code;
use contract::dto::{CallbackState, ConsentKind};
use contract::error::{ApiError, ApiResult};
use mail::delivery::{Delivery, ExpectedCall, Letter, Undelivered};
use mail::letters::Content;
use mail::letters::template::Site;
use outbox::Notice;

/// Lifetime of an attempt. Four digits never guard anything longer.
const ATTEMPT: Duration = Duration::minutes(5);
/// Pause between two tries to send a code.
const PAUSE: StdDuration = StdDuration::from_millis(500);
const WRONG_TRIES: i16 = 5;
/// How long after its beginning an attempt may still be what the user calls for: they may dial when it has just ended, and the
/// provider goes on waiting.
const AWAITED: Duration = Duration::minutes(10);
/// Codes sent to one number by SMS in a day. Only calls from the number use them up.
const SMS_A_DAY: i64 = 20;
/// How often the provider is asked for a number to call that no other attempt waits for.
const NUMBERS: usize = 3;
/// The longest time between the beginning of a request and the provider's answer in it.
const ANSWERED_WITHIN: StdDuration = StdDuration::from_secs(30);
/// What the address of a pass begins with. Below `/api`, where browsers send their marks.
pub const PASS_PATH: &str = "/api/auth/pass/";
/// Lifetime of a session token, the same as of the client's cookie.
pub const SESSION: Duration = Duration::days(365);

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
    /// The browser's marks, with one for this account.
    pub marks: String,
}

/// One answer to a wrong code, an expired code and an unknown key.
fn wrong_code() -> ApiError {
    Code::WrongCode.into()
}

/// `scope` is the attempt's key, or the number that attempts share a code for.
fn code_hash(scope: &str, code: &str) -> TokenHash {
    token::hash(&format!("{scope}:{code}"))
}

impl<'a> Logins<'a> {
    /// Has the provider ring the number. Returns the attempt's key.
    pub async fn call(&self, number: &str, origin: &Origin) -> ApiResult<String> {
        let phone = phone(number)?;
        let session_key = token::random();
        let id = self
            .begin(Channel::Call, &phone, &session_key, origin)
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
        let session_key = token::random();
        let id = self
            .begin(Channel::Email, &address, &session_key, origin)
            .await?;
        let code = format!("{:06}", rand::random_range(0..1_000_000));
        let (purpose, site) = match self.changing {
            None => ("Код для входа", "на сайт"),
            Some(_) => ("Код для подтверждения e-mail", "на сайте"),
        };
        let mut content = Content::new(format!("{code} — {}", purpose.to_lowercase()))
            .paragraph(format!("{purpose} {site} «{}»:", self.site.brand_name))
            .code(&*code)
            .paragraph("Код действует 5 минут. Если вы не запрашивали его, ничего не делайте.");
        if let Some(pass) = self.pass(&address, id).await? {
            content = content
                .paragraph(
                    "Кодов на ваш адрес запросили много, и следующий придёт не сразу. Если входите вы, откройте ссылку на \
                     том устройстве, на котором входите: на него код придёт без ожидания.",
                )
                .button("Получать коды без ожидания", format!("{PASS_PATH}{pass}"));
        }
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

    /// A pass for the letter of an attempt that leaves strangers no more: without one, they could keep the owner's new
    /// devices waiting, by logins or by changes of their own contact alike. Only the mailbox's reader gets it.
    async fn pass(&self, address: &str, attempt_id: i64) -> ApiResult<Option<String>> {
        let mut conn = self.pool.acquire().await?;
        if !login_limits::is_last(&mut conn, attempt_id, self.now).await? {
            return Ok(None);
        }
        let contact = Contact::Email(address.to_owned());
        let Some(owner) = Owner::of(&mut conn, &contact).await? else {
            return Ok(None);
        };
        Ok(Some(
            devices::pass(&mut conn, owner.account_id, self.now).await?,
        ))
    }

    /// Has the provider expect a call from the user. `replaces` is the key of an attempt that the user gave up.
    pub async fn callback(
        &self,
        number: &str,
        replaces: Option<&str>,
        origin: &Origin,
    ) -> ApiResult<BegunCallback> {
        let phone = phone(number)?;
        let session_key = token::random();
        let id = self
            .begin(Channel::Callback, &phone, &session_key, origin)
            .await?;
        let line = self.line(id, replaces).await?;
        let expected = match self.expected_call(&phone, line).await {
            Ok(expected) => expected,
            Err(error) => return Err(self.undelivered(Channel::Callback, id, error).await),
        };
        sqlx::query!(
            "update login_attempt set provider_reference = $2, rings = $3 where id = $1",
            id,
            expected.reference,
            digits(&expected.phone)
        )
        .execute(self.pool)
        .await?;
        Ok(BegunCallback {
            reference: expected.reference,
            session_key,
            phone: expected.phone,
        })
    }

    /// Links an attempt to the one it replaces: the one the browser names, or the last of the same contact change. Linked attempts
    /// form a line, named by the id of the first. Returns the line.
    async fn line(&self, id: i64, replaces: Option<&str>) -> sqlx::Result<i64> {
        sqlx::query_scalar!(
            r#"update login_attempt set line = coalesce(
                (select earlier.line from login_attempt earlier, login_attempt this
                 where this.id = $1 and earlier.id <> $1 and earlier.channel = 1 and earlier.target = this.target
                    and earlier.created > $2
                    and (earlier.account_id = this.account_id or earlier.key_hash = $3)
                 order by earlier.id desc limit 1),
                $1)
             where id = $1 returning line as "line!""#,
            id,
            self.now - ATTEMPT,
            replaces.map(|key| token::hash(key).to_vec())
        )
        .fetch_one(self.pool)
        .await
    }

    /// Asks the provider to expect a call, to a number that no attempt of another line waits for if possible.
    async fn expected_call(&self, phone: &str, line: i64) -> anyhow::Result<ExpectedCall> {
        let mut expected = self.delivery.port().callback(phone).await?;
        for _ in 1..NUMBERS {
            let is_taken = sqlx::query_scalar!(
                r#"select exists (
                    select from login_attempt
                    where target = $1 and rings = $2 and created > $3 and line is distinct from $4
                ) as "is!""#,
                phone,
                digits(&expected.phone),
                self.now - AWAITED,
                line
            )
            .fetch_one(self.pool)
            .await?;
            if !is_taken {
                break;
            }
            match self.delivery.port().callback(phone).await {
                Ok(another) => expected = another,
                // The number we have may still do.
                Err(error) => {
                    tracing::warn!(error = format!("{error:#}"), "login: no other number");
                    break;
                }
            }
        }
        Ok(expected)
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

    /// Whether the expected call has arrived; if so, the attempt's key signs in, unless attempts of several lines waited for it.
    /// Then the attempt needs a code by SMS.
    pub async fn callback_state(&self, reference: &str) -> ApiResult<CallbackState> {
        let began = Instant::now();
        let attempt = sqlx::query!(
            "select id, target, confirmed, consumed, created, texted from login_attempt
             where provider_reference = $1 and channel = 1",
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
        if attempt.texted.is_some() {
            return Ok(CallbackState::Ambiguous);
        }
        let state = self
            .delivery
            .port()
            .callback_state(reference)
            .await
            .map_err(ApiError::unavailable)?;
        if state != CallbackState::Confirmed {
            return Ok(state);
        }
        if began.elapsed() > ANSWERED_WITHIN {
            return Err(ApiError::unavailable(anyhow::anyhow!(
                "the provider was slow"
            )));
        }
        let mut tx = self.pool.begin().await?;
        // Serialises concurrent polls: the second sees the outcome of the first.
        login_limits::lock_target(&mut tx, &attempt.target).await?;
        let rivals = self.rivals(&mut tx, attempt.id).await?;
        if rivals == 0 {
            sqlx::query!(
                "update login_attempt set confirmed = $2 where id = $1 and consumed is null and confirmed is null",
                attempt.id,
                self.now
            )
            .execute(&mut *tx)
            .await?;
            tx.commit().await?;
            return Ok(CallbackState::Confirmed);
        }
        let code = self
            .share_code(&mut tx, attempt.id, &attempt.target)
            .await?;
        tx.commit().await?;
        if let Some(code) = code {
            metrics::counter!("login_ambiguous_calls_total").increment(1);
            tracing::warn!(rivals, "login: several attempts waited for one call");
            self.text(attempt.id, &attempt.target, &code).await?;
        }
        Ok(CallbackState::Ambiguous)
    }

    /// Gives the attempt the code that was last sent to its number by SMS, or a new one, which is returned. One code for all
    /// attempts, so that strangers cannot make the owner's phone receive one each.
    async fn share_code(
        &self,
        tx: &mut PgConnection,
        id: i64,
        phone: &str,
    ) -> ApiResult<Option<String>> {
        let code = format!("{:08}", rand::random_range(0..100_000_000));
        // Attempts that ended unproved had a code that was refused, or that another attempt used.
        let sent = sqlx::query!(
            r#"select count(distinct texted) as "in_day!", min(texted) as oldest,
                max(texted) filter (where texted > $3 and confirmed is null) as shared
             from login_attempt
             where channel = 1 and target = $1 and texted > $2 and (consumed is null or confirmed is not null)"#,
            phone,
            self.now - Duration::DAY,
            self.now - ATTEMPT
        )
        .fetch_one(&mut *tx)
        .await?;
        if sent.shared.is_none() && sent.in_day >= SMS_A_DAY {
            let wait = login_limits::until(sent.oldest, Duration::DAY, self.now);
            let detail = "Слишком много попыток входа, попробуйте позже";
            return Err(ApiError::too_many(wait, detail));
        }
        let given = sqlx::query!(
            "update login_attempt set texted = coalesce($3::timestamptz, $4), code_hash = coalesce(
                (select code_hash from login_attempt
                 where channel = 1 and target = $2 and texted = $3 and consumed is null and confirmed is null limit 1),
                $5)
             where id = $1 and consumed is null and confirmed is null and texted is null",
            id,
            phone,
            sent.shared,
            self.now,
            code_hash(phone, &code).to_vec()
        )
        .execute(tx)
        .await?;
        let is_new = sent.shared.is_none() && given.rows_affected() > 0;
        Ok(is_new.then_some(code))
    }

    /// Sends a code by SMS. If the provider refuses, the attempts that wait for it end. If it fails, the message may be on its
    /// way, so they wait on.
    async fn text(&self, id: i64, phone: &str, code: &str) -> ApiResult<()> {
        let text = format!(
            "{code} — код подтверждения. Никому его не сообщайте. {}",
            self.site.brand_name
        );
        match self.delivery.port().sms(phone, code, &text).await {
            Ok(()) => Ok(()),
            Err(Undelivered::Failed(error)) => {
                tracing::error!(error, "login: delivery of an SMS failed");
                Ok(())
            }
            Err(error @ Undelivered::Refused(_)) => {
                let mut tx = self.pool.begin().await?;
                // Another attempt may be taking over the code.
                login_limits::lock_target(&mut tx, phone).await?;
                sqlx::query!(
                    "update login_attempt set consumed = $3
                     where channel = 1 and target = $1 and code_hash = $2 and consumed is null and confirmed is null",
                    phone,
                    code_hash(phone, code).to_vec(),
                    self.now
                )
                .execute(&mut *tx)
                .await?;
                tx.commit().await?;
                Err(self.undelivered(Channel::Callback, id, error.into()).await)
            }
        }
    }

    /// Ends the other attempts that waited for the call of this one, whose code was right: a code works once.
    async fn end_rivals(&self, tx: &mut PgConnection, id: i64) -> sqlx::Result<()> {
        sqlx::query!(
            "update login_attempt other set consumed = $2 from login_attempt this
             where this.id = $1 and other.id <> this.id and other.channel = 1 and other.target = this.target
                and (other.rings = this.rings or other.code_hash = this.code_hash)
                and other.consumed is null and other.confirmed is null",
            id,
            self.now
        )
        .execute(tx)
        .await?;
        Ok(())
    }

    /// Counts attempts of other lines that may have waited for the same call, ended ones too. An attempt confirmed well before
    /// this one began had a call of its own.
    async fn rivals(&self, tx: &mut PgConnection, id: i64) -> sqlx::Result<i64> {
        sqlx::query_scalar!(
            r#"select count(*) as "rivals!" from login_attempt other, login_attempt this
             where this.id = $1 and other.channel = 1 and other.target = this.target
                and other.line is distinct from this.line and other.rings = this.rings
                and other.created > this.created - make_interval(secs => $2)
                and (other.confirmed is null or other.confirmed > this.created - make_interval(secs => $3))"#,
            id,
            AWAITED.as_seconds_f64(),
            ANSWERED_WITHIN.as_secs_f64()
        )
        .fetch_one(tx)
        .await
    }

    /// Checks the code of a call or of an SMS.
    pub async fn verify_call(
        &self,
        session_key: &str,
        code: &str,
        origin: &Origin,
    ) -> ApiResult<()> {
        let channels = &[Channel::Call, Channel::Callback];
        self.verify(channels, None, session_key, code, origin).await
    }

    /// Checks the code of a letter, sent to the attempt's own address.
    pub async fn verify_letter(
        &self,
        session_key: &str,
        code: &str,
        origin: &Origin,
    ) -> ApiResult<()> {
        self.verify(&[Channel::Email], None, session_key, code, origin)
            .await
    }

    /// Checks the code of a letter sent to this address.
    pub async fn verify_email(
        &self,
        session_key: &str,
        address: &str,
        code: &str,
        origin: &Origin,
    ) -> ApiResult<()> {
        let address = email(address)?;
        self.verify(&[Channel::Email], Some(&address), session_key, code, origin)
            .await
    }

    /// Who asks for a code of this contact, or tries one. A change of contact proves one that the account has, or a new one,
    /// for which no browser has a mark.
    async fn asker(
        &self,
        tx: &mut PgConnection,
        owner: Option<&Owner>,
        origin: &Origin,
    ) -> ApiResult<Asker> {
        let device = match owner {
            Some(owner) if self.changing.is_none_or(|id| id == owner.account_id) => {
                owner.device(tx, origin, self.now).await?
            }
            _ => None,
        };
        Ok(Asker {
            network: network(origin.address).to_string(),
            device,
        })
    }

    /// Counts the attempt against the limits and stores it with a code hash that nothing matches yet.
    async fn begin(
        &self,
        channel: Channel,
        target: &str,
        session_key: &str,
        origin: &Origin,
    ) -> ApiResult<i64> {
        let mut tx = self.pool.begin().await?;
        let owner = Owner::of(&mut tx, &contact_of(channel, target)).await?;
        let asker = self.asker(&mut tx, owner.as_ref(), origin).await?;
        asker.lock(&mut tx).await?;
        // A call from the user is no code.
        if channel != Channel::Callback {
            asker.may_guess(&mut tx, channel, self.now).await?;
        }
        asker.may_begin(&mut tx, channel, target, self.now).await?;
        // No code has this hash: it is random.
        let unmatched =
            (channel != Channel::Callback).then(|| token::hash(&token::random()).to_vec());
        let id = sqlx::query_scalar!(
            "insert into login_attempt (key_hash, channel, target, code_hash, address, device, created, account_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
            token::hash(session_key).to_vec(),
            channel as i16,
            target,
            unmatched,
            asker.network,
            asker.device,
            self.now,
            self.changing
        )
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(id)
    }

    async fn verify(
        &self,
        channels: &[Channel],
        target: Option<&str>,
        session_key: &str,
        code: &str,
        origin: &Origin,
    ) -> ApiResult<()> {
        let mut tx = self.pool.begin().await?;
        let attempt = sqlx::query!(
            r#"select id, channel as "channel: Channel", target, code_hash from login_attempt
             where key_hash = $1 and channel = any($2) and consumed is null and created > $3
                and account_id is not distinct from $4"#,
            token::hash(session_key).to_vec(),
            &channels
                .iter()
                .map(|channel| *channel as i16)
                .collect::<Vec<_>>(),
            self.now - ATTEMPT,
            self.changing
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(wrong_code)?;
        if target.is_some_and(|target| target != attempt.target) {
            return Err(wrong_code());
        }
        let owner = Owner::of(&mut tx, &contact_of(attempt.channel, &attempt.target)).await?;
        let asker = self.asker(&mut tx, owner.as_ref(), origin).await?;
        asker.lock(&mut tx).await?;
        if attempt.channel == Channel::Callback {
            login_limits::lock_target(&mut tx, &attempt.target).await?;
        }
        asker.may_guess(&mut tx, attempt.channel, self.now).await?;
        // The lock makes concurrent tries from different networks count one by one.
        let wrong_tries = sqlx::query_scalar!(
            "select wrong_tries from login_attempt where id = $1 and consumed is null for update",
            attempt.id
        )
        .fetch_optional(&mut *tx)
        .await?;
        if wrong_tries.is_none_or(|tries| tries >= WRONG_TRIES) {
            return Err(wrong_code());
        }
        let scope = match attempt.channel {
            Channel::Callback => &*attempt.target,
            Channel::Call | Channel::Email => session_key,
        };
        if attempt.code_hash.as_deref() == Some(code_hash(scope, code.trim()).as_slice()) {
            sqlx::query!(
                "update login_attempt set confirmed = coalesce(confirmed, $2) where id = $1",
                attempt.id,
                self.now
            )
            .execute(&mut *tx)
            .await?;
            if attempt.channel == Channel::Callback {
                self.end_rivals(&mut tx, attempt.id).await?;
            }
            tx.commit().await?;
            return Ok(());
        }
        sqlx::query!(
            "update login_attempt set wrong_tries = wrong_tries + 1 where id = $1",
            attempt.id
        )
        .execute(&mut *tx)
        .await?;
        asker.guessed_wrong(&mut tx, self.now).await?;
        let subject = owner.map_or(0, |owner| owner.account_id);
        let what = json!({"isKnownDevice": asker.device.is_some()});
        By::of(self.changing, origin, self.now)
            .record_creation(&mut tx, Action::WrongCode, subject, &what)
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
        second_factor: Option<&str>,
        origin: &Origin,
    ) -> ApiResult<NewSession> {
        let consent = consent
            .map(|version| consents::version("personalDataConsent", version))
            .transpose()?;
        let mut tx = self.pool.begin().await?;
        let contact = self.use_up(&mut tx, session_key).await?;
        let by = By::of(None, origin, self.now);
        let Held { account_id, former } = holder::proved(&mut tx, &contact, by).await?;
        let has_second_factor = second_factor::is_on(&mut tx, account_id).await?;
        if has_second_factor {
            let code = second_factor
                .map(str::trim)
                .filter(|code| !code.is_empty())
                .ok_or(Code::SecondFactorRequired)?;
            let by = By::of(Some(account_id), origin, self.now);
            if let Err(wrong) = second_factor::prove(&mut tx, account_id, code, &by).await? {
                // The wrong code counts, and the attempt stays open.
                sqlx::query!(
                    "update login_attempt set consumed = null where key_hash = $1",
                    token::hash(session_key).to_vec()
                )
                .execute(&mut *tx)
                .await?;
                tx.commit().await?;
                return Err(wrong);
            }
        }
        if let Some(version) = consent {
            let giver = Giver {
                account_id: Some(account_id),
                browser: None,
            };
            let kind = ConsentKind::PersonalData;
            consents::give(&mut tx, &giver, kind, &version, origin.address, self.now).await?;
        }
        // A first login has no other device to send the warning to.
        let was_here = sqlx::query_scalar!(
            r#"select exists (select from session where account_id = $1 and name is null) as "is!""#,
            account_id
        )
        .fetch_one(&mut *tx)
        .await?;
        let marked = devices::mark(&mut tx, account_id, origin, self.now).await?;
        // A browser holds one login of an account, so a token it lost earlier dies here.
        sqlx::query!(
            "update session set ended = $3 where account_id = $1 and device = $2 and ended is null",
            account_id,
            marked.device,
            self.now
        )
        .execute(&mut *tx)
        .await?;
        let token = token::random();
        sqlx::query!(
            "insert into session (account_id, token_hash, address, user_agent, created, last_seen, expires, stepped_up, device)
             values ($1, $2, $3, $4, $5, $5, $6, $7, $8)",
            account_id,
            token::hash(&token).to_vec(),
            origin.address.to_string(),
            origin.user_agent,
            self.now,
            self.now + SESSION,
            has_second_factor.then_some(self.now),
            marked.device
        )
        .execute(&mut *tx)
        .await?;
        if marked.is_new && was_here {
            outbox::enqueue::notices(&mut tx, &[Notice::NewDevice { account_id }]).await?;
            letters::new_device(&mut tx, account_id, self.now).await?;
        }
        let what = json!({"isNewDevice": marked.is_new});
        By::of(Some(account_id), origin, self.now)
            .record_creation(&mut tx, Action::LoggedIn, account_id, &what)
            .await?;
        tx.commit().await?;
        Ok(NewSession {
            token,
            account_id,
            former,
            marks: marked.marks,
        })
    }

    /// Consumes a confirmed attempt and returns the contact it proved.
    pub async fn use_up(&self, tx: &mut PgConnection, session_key: &str) -> ApiResult<Contact> {
        let attempt = sqlx::query!(
            r#"select id, channel as "channel: Channel", target, confirmed from login_attempt
             where key_hash = $1 and consumed is null and created > $2 and account_id is not distinct from $3
             for update"#,
            token::hash(session_key).to_vec(),
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
        Ok(contact_of(attempt.channel, &attempt.target))
    }
}

fn contact_of(channel: Channel, target: &str) -> Contact {
    match channel {
        Channel::Email => Contact::Email(target.to_owned()),
        Channel::Call | Channel::Callback => Contact::Phone(target.to_owned()),
    }
}

/// The digits of a phone number, however it is written.
fn digits(phone: &str) -> String {
    phone.chars().filter(char::is_ascii_digit).collect()
}
