//! Limits on codes: how many are sent, and how many may be wrong.
//!
//! A stranger's wrong codes count against the attempt and against the stranger's network,
//! never against the contact alone. A browser that has logged in to the account (see [`crate::devices`]) shares no limit
//! with strangers. Callbacks send nothing to the contact and cannot be guessed, so they stay open when codes are refused. An
//! SMS that tells a callback from its rivals follows a call from the owner's phone, at most once in five minutes.
//! `docs/security.md` computes how many logins an attacker may expect to break.

use std::time::Duration as Pause;

use clock::Clock;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};

use crate::journal::{Action, By};
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// Pause before the same browser, or the same network, may request a new code for a contact.
const RESEND: Duration = Duration::seconds(59);
const WINDOW: Duration = Duration::minutes(10);
const HOUR: Duration = Duration::hours(1);
const DAY: Duration = Duration::days(1);
/// Codes sent to one contact at the request of unknown devices.
const CODES_IN_WINDOW: i64 = 5;
const CODES_A_DAY: i64 = 20;
/// Attempts by unknown devices in one network before it gets no more codes.
const OF_NETWORK_IN_WINDOW: i64 = 60;
/// The same before it gets no more callbacks. They send nothing, so a saleroom whose codes are used up can still log in.
const CALLBACKS_OF_NETWORK_IN_WINDOW: i64 = 600;
/// Wrong codes of a network without known devices, or of one known device.
const WRONG_AN_HOUR: i64 = 20;
const WRONG_A_DAY: i64 = 100;
/// Wrong four-digit codes of a network during an alarm.
const WRONG_A_DAY_IN_ALARM: i64 = 3;

/// Wrong codes in an hour, over the whole site, that raise the alarm: this many times the usual number …
const ALARM_TIMES: i64 = 10;
/// … but at least this many, since mistakes come in clusters on a small site …
const ALARM_LEAST: i64 = 30;
/// … and at most this many, so that a long attack does not raise its own threshold.
const ALARM_MOST: i64 = 200;
/// The period before the last hour that the usual number is taken from.
pub const USUAL: Duration = Duration::days(7);
/// Pause between two looks at whether the alarm is over.
const EVERY: Pause = Pause::from_secs(60);

/// How a code reaches the person, or what replaces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[repr(i16)]
pub enum Channel {
    Call = 0,
    Callback = 1,
    Email = 2,
}

/// Who asks for codes and tries them.
pub struct Asker {
    /// The address, or the IPv6 network that one customer has.
    pub network: String,
    /// The device, if it has logged in to the account before.
    pub device: Option<String>,
}

/// Wrong codes over the whole site.
struct Rate {
    last_hour: i64,
    /// The number in an hour that raises the alarm.
    alarm_at: i64,
}

impl Rate {
    async fn at(conn: &mut PgConnection, now: OffsetDateTime) -> sqlx::Result<Self> {
        let hours = USUAL.whole_hours() - 1;
        let counted = sqlx::query!(
            r#"select
                (select count(*) from (select from login_failure where at > $1 limit $3) recent) as "last_hour!",
                (select count(*) from (select from login_failure where at > $2 and at <= $1 limit $4) before) as "before!""#,
            now - HOUR,
            now - USUAL,
            ALARM_MOST,
            // More than these change nothing.
            ALARM_MOST * hours / ALARM_TIMES
        )
        .fetch_one(conn)
        .await?;
        let usual = counted.before * ALARM_TIMES / hours;
        Ok(Self {
            last_hour: counted.last_hour,
            alarm_at: usual.clamp(ALARM_LEAST, ALARM_MOST),
        })
    }

    fn is_alarming(&self) -> bool {
        self.last_hour >= self.alarm_at
    }

    fn show(&self) {
        metrics::gauge!("login_wrong_codes_alarm").set(f64::from(u8::from(self.is_alarming())));
    }
}

/// Keeps the metric of the alarm, until the task is dropped. An alarm ends without another wrong code, and one that began
/// before a restart or in another process goes on.
pub async fn run(pool: PgPool, clock: Clock) {
    loop {
        if let Err(error) = measure(&pool, clock.now()).await {
            tracing::warn!(%error, "login: the wrong codes were not counted");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Shows in the metrics whether the alarm lasts.
pub async fn measure(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<()> {
    let mut conn = pool.acquire().await?;
    Rate::at(&mut conn, now).await?.show();
    Ok(())
}

impl Asker {
    /// Serialises the requests of a device or a network, so that concurrent attempts and tries are all counted.
    pub async fn lock(&self, tx: &mut PgConnection) -> ApiResult<()> {
        let name = match &self.device {
            Some(device) => format!("login device {device}"),
            None => format!("login address {}", self.network),
        };
        lock(tx, &name).await
    }

    /// Refuses an attempt beyond the limits, with the time to wait.
    pub async fn may_begin(
        &self,
        tx: &mut PgConnection,
        channel: Channel,
        target: &str,
        now: OffsetDateTime,
    ) -> ApiResult<()> {
        let last = if let Some(device) = &self.device {
            // An attempt whose code was never sent does not count.
            sqlx::query_scalar!(
                "select max(created) from login_attempt
                 where device = $1 and target = $2 and channel = $3 and created > $4
                    and (consumed is null or confirmed is not null)",
                device,
                target,
                channel as i16,
                now - RESEND
            )
            .fetch_one(tx)
            .await?
        } else {
            self.may_begin_unknown(tx, channel, target, now).await?
        };
        if channel != Channel::Callback && last.is_some_and(|last| last > now - RESEND) {
            return Err(ApiError::too_many(
                until(last, RESEND, now),
                "Новый код можно запросить через минуту",
            ));
        }
        Ok(())
    }

    /// Refuses if the contact or the network had too many codes; returns when the network last requested one for the contact.
    async fn may_begin_unknown(
        &self,
        tx: &mut PgConnection,
        channel: Channel,
        target: &str,
        now: OffsetDateTime,
    ) -> ApiResult<Option<OffsetDateTime>> {
        // After the network's lock, everywhere: the fixed order prevents deadlock.
        lock_target(tx, target).await?;
        let used = sqlx::query!(
            r#"select
                count(*) filter (where target = $1 and channel = $2 and created > $3) as "in_window!",
                count(*) filter (where target = $1 and channel = $2) as "in_day!",
                count(*) filter (where address = $4 and created > $3) as "of_network!",
                -- One whose code never went out keeps nobody waiting.
                max(created) filter (
                    where target = $1 and channel = $2 and address = $4 and (consumed is null or confirmed is not null)
                ) as last,
                min(created) filter (where target = $1 and channel = $2 and created > $3) as oldest_in_window,
                min(created) filter (where target = $1 and channel = $2) as oldest_in_day,
                min(created) filter (where address = $4 and created > $3) as oldest_of_network
            from login_attempt where (target = $1 or address = $4) and created > $5 and device is null"#,
            target,
            channel as i16,
            now - WINDOW,
            self.network,
            now - DAY
        )
        .fetch_one(tx)
        .await?;
        let too_many = |from, period| {
            let detail = "Слишком много попыток входа, попробуйте позже";
            Err(ApiError::too_many(until(from, period, now), detail))
        };
        let most = match channel {
            Channel::Callback => CALLBACKS_OF_NETWORK_IN_WINDOW,
            Channel::Call | Channel::Email => OF_NETWORK_IN_WINDOW,
        };
        if used.of_network >= most {
            return too_many(used.oldest_of_network, WINDOW);
        }
        // A callback sends nothing.
        if channel != Channel::Callback {
            if used.in_day >= CODES_A_DAY {
                return too_many(used.oldest_in_day, DAY);
            }
            if used.in_window >= CODES_IN_WINDOW {
                return too_many(used.oldest_in_window, WINDOW);
            }
        }
        Ok(used.last)
    }

    /// Refuses codes after too many wrong ones.
    pub async fn may_guess(
        &self,
        tx: &mut PgConnection,
        channel: Channel,
        now: OffsetDateTime,
    ) -> ApiResult<()> {
        let wrong = sqlx::query!(
            r#"select count(*) as "in_day!", count(*) filter (where at > $3) as "in_hour!",
                min(at) as oldest_in_day, min(at) filter (where at > $3) as oldest_in_hour
             from login_failure
             where at > $4 and (device = $2 or $2::text is null and device is null and address = $1)"#,
            self.network,
            self.device,
            now - HOUR,
            now - DAY
        )
        .fetch_one(&mut *tx)
        .await?;
        let wait = if wrong.in_day >= WRONG_A_DAY {
            until(wrong.oldest_in_day, DAY, now)
        } else if wrong.in_hour >= WRONG_AN_HOUR {
            until(wrong.oldest_in_hour, HOUR, now)
        } else if self.device.is_none()
            && channel == Channel::Call
            && wrong.in_day >= WRONG_A_DAY_IN_ALARM
            && Rate::at(tx, now).await?.is_alarming()
        {
            HOUR.whole_seconds() as u64
        } else {
            return Ok(());
        };
        let detail = match channel {
            Channel::Email | Channel::Callback => "Слишком много неверных кодов, попробуйте позже",
            Channel::Call => "Слишком много неверных кодов. Войдите с помощью исходящего звонка",
        };
        Err(ApiError::too_many(wait.max(1), detail).titled(Code::TooManyWrongCodes))
    }

    /// Counts a wrong code, and raises the alarm if there are too many over the site.
    pub async fn guessed_wrong(&self, tx: &mut PgConnection, now: OffsetDateTime) -> ApiResult<()> {
        sqlx::query!(
            "insert into login_failure (address, device, at) values ($1, $2, $3)",
            self.network,
            self.device,
            now
        )
        .execute(&mut *tx)
        .await?;
        let rate = Rate::at(tx, now).await?;
        rate.show();
        if rate.is_alarming() {
            alarm(tx, &rate, now).await?;
        }
        Ok(())
    }
}

/// Whether the attempt of an unknown device uses up what may be sent to its contact at the request of such devices.
pub async fn is_last(
    conn: &mut PgConnection,
    attempt_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select count(*) filter (where t.created > $2) >= $4 or count(*) >= $5 as "is!"
        from login_attempt this join login_attempt t on t.target = this.target and t.channel = this.channel
            and t.device is null and t.created > $3
        where this.id = $1 and this.device is null"#,
        attempt_id,
        now - WINDOW,
        now - DAY,
        CODES_IN_WINDOW,
        CODES_A_DAY
    )
    .fetch_one(conn)
    .await
}

/// Journals an alarm, once an hour while it lasts.
async fn alarm(tx: &mut PgConnection, rate: &Rate, now: OffsetDateTime) -> ApiResult<()> {
    lock(tx, "login alarm").await?;
    let is_journalled = sqlx::query_scalar!(
        r#"select exists (select from journal_record where event = $1 and at > $2) as "is!""#,
        Action::LoginAlarm.number(),
        now - HOUR
    )
    .fetch_one(&mut *tx)
    .await?;
    if is_journalled {
        return Ok(());
    }
    tracing::warn!(
        wrong_codes = rate.last_hour,
        alarm_at = rate.alarm_at,
        "login: far more wrong codes than usual; four-digit codes of unknown devices are limited"
    );
    let after = serde_json::json!({"wrongCodes": rate.last_hour, "alarmAt": rate.alarm_at});
    By::server(now)
        .record_creation(tx, Action::LoginAlarm, 0, &after)
        .await?;
    Ok(())
}

/// Seconds until what happened at `from` is a whole period ago.
pub fn until(from: Option<OffsetDateTime>, period: Duration, now: OffsetDateTime) -> u64 {
    let wait = from.map_or(period, |from| from + period - now);
    (wait.whole_milliseconds().max(0) as u64).div_ceil(1000)
}

/// Serialises what is decided about the attempts of one contact.
pub async fn lock_target(tx: &mut PgConnection, target: &str) -> ApiResult<()> {
    lock(tx, &format!("login target {target}")).await
}

async fn lock(tx: &mut PgConnection, name: &str) -> ApiResult<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        name
    )
    .execute(tx)
    .await?;
    Ok(())
}
