//! Device marks: what a browser keeps to show that it has logged in to an account before.
//!
//! A mark is not a credential: it opens nothing. It only gives its browser its own limits on codes, so that strangers who
//! use up the limits of everyone else cannot keep the owner out. It is signed for one account, and a browser keeps the
//! newest few in one cookie that scripts cannot read.
//!
//! A new device whose owner strangers keep waiting gets a mark before its first login by a pass: a link in a letter, which
//! only the reader of the account's mail can open.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::contact::Contact;
use crate::origin::Origin;

/// Lifetime of a mark; each login renews it.
pub const LIFETIME: Duration = Duration::days(365);
/// Accounts that one browser remembers.
const MARKS: usize = 10;
const BETWEEN: char = '~';
/// Lifetime of a pass: as long as the limits that it lifts.
const PASS: Duration = Duration::days(1);
/// Prefix of a device id that came from a pass and has not logged in yet.
const BY_PASS: &str = "pass-";

/// What a signature is for, so that one cannot be used as another.
#[derive(Clone, Copy)]
enum Purpose {
    Mark,
    Pass,
}

/// A mark as the cookie holds it: `account.device.issued.signature`; the last two parts are hexadecimal.
#[derive(Debug, PartialEq, Eq)]
struct Mark<'a> {
    account_id: i64,
    /// 64 hexadecimal digits.
    device: &'a str,
    issued: OffsetDateTime,
}

type Key = [u8; 32];

fn signature(key: &Key, purpose: Purpose, signed: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(match purpose {
        Purpose::Mark => b"device mark ",
        Purpose::Pass => b"device pass ",
    });
    mac.update(signed.as_bytes());
    mac
}

impl<'a> Mark<'a> {
    /// Reads a mark that the site has signed.
    fn read(text: &'a str, purpose: Purpose, key: &Key) -> Option<Self> {
        let (signed, given) = text.rsplit_once('.')?;
        let given = bytes(given)?;
        signature(key, purpose, signed).verify_slice(&given).ok()?;
        let mut parts = signed.split('.');
        Some(Self {
            account_id: parts.next()?.parse().ok()?,
            device: parts.next()?,
            issued: OffsetDateTime::from_unix_timestamp(parts.next()?.parse().ok()?).ok()?,
        })
    }

    fn write(&self, purpose: Purpose, key: &Key) -> String {
        let issued = self.issued.unix_timestamp();
        let signed = format!("{}.{}.{issued}", self.account_id, self.device);
        let signature = signature(key, purpose, &signed).finalize().into_bytes();
        format!("{signed}.{}", hexadecimal(&signature))
    }

    /// Marks are exact to the second; one of the same second counts as older.
    fn is_of(&self, account_id: i64, since: Option<OffsetDateTime>) -> bool {
        self.account_id == account_id && since.is_none_or(|since| self.issued > since)
    }

    fn has_logged_in(&self) -> bool {
        !self.device.starts_with(BY_PASS)
    }

    fn is_valid(&self, now: OffsetDateTime) -> bool {
        self.issued > now - LIFETIME
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    if hexadecimal.len() != 64 || !hexadecimal.is_ascii() {
        return None;
    }
    (0..hexadecimal.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hexadecimal[at..at + 2], 16).ok())
        .collect()
}

/// The key that signs marks, made at its first use.
async fn key(conn: &mut PgConnection) -> sqlx::Result<Key> {
    let stored = sqlx::query_scalar!("select value from server_secret where name = 'device marks'")
        .fetch_optional(&mut *conn)
        .await?;
    let stored = match stored {
        Some(key) => key,
        None => {
            let fresh: Key = rand::random();
            // If two processes create the key at once, both use the first.
            sqlx::query_scalar!(
                "insert into server_secret (name, value) values ('device marks', $1)
                 on conflict (name) do update set value = server_secret.value returning value",
                fresh.as_slice()
            )
            .fetch_one(&mut *conn)
            .await?
        }
    };
    stored
        .try_into()
        .map_err(|_| sqlx::Error::Decode("the key of device marks has another length".into()))
}

/// When the account's owner last ended every login, and with them the marks of every device.
async fn since(conn: &mut PgConnection, account_id: i64) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "select devices_since from account where id = $1",
        account_id
    )
    .fetch_one(conn)
    .await
}

/// The marks of the request's browser that are the site's, newest first.
fn marks<'a>(origin: &'a Origin, key: &Key, now: OffsetDateTime) -> Vec<Mark<'a>> {
    let text = origin.marks.as_deref().unwrap_or_default();
    text.split(BETWEEN)
        .take(MARKS)
        .filter_map(|mark| Mark::read(mark, Purpose::Mark, key))
        .filter(|mark| mark.is_valid(now))
        .collect()
}

/// The account whose owner proved a contact.
pub struct Owner {
    pub account_id: i64,
    since: Option<OffsetDateTime>,
}

impl Owner {
    pub async fn of(conn: &mut PgConnection, contact: &Contact) -> sqlx::Result<Option<Self>> {
        sqlx::query_as!(
            Self,
            "select id as account_id, devices_since as since from account where deleted is null
                and (phone = $1 and not unproved_phone or email = $2 and not unproved_email)",
            contact.phone(),
            contact.email()
        )
        .fetch_optional(conn)
        .await
    }

    /// The device of the request, if it has logged in to the account before.
    pub async fn device(
        &self,
        conn: &mut PgConnection,
        origin: &Origin,
        now: OffsetDateTime,
    ) -> sqlx::Result<Option<String>> {
        if origin.marks.is_none() {
            return Ok(None);
        }
        let key = key(conn).await?;
        Ok(marks(origin, &key, now)
            .into_iter()
            .find(|mark| mark.is_of(self.account_id, self.since))
            .map(|mark| mark.device.to_owned()))
    }
}

/// The account that the request's browser has logged in to last, by its newest mark that still counts.
pub async fn latest(
    conn: &mut PgConnection,
    origin: &Origin,
    now: OffsetDateTime,
) -> sqlx::Result<Option<i64>> {
    if origin.marks.is_none() {
        return Ok(None);
    }
    let key = key(conn).await?;
    for mark in marks(origin, &key, now) {
        let owner = sqlx::query_scalar!(
            "select devices_since from account where id = $1 and deleted is null",
            mark.account_id
        );
        let since = owner.fetch_optional(&mut *conn).await?;
        if since.is_some_and(|since| mark.is_of(mark.account_id, since)) {
            return Ok(Some(mark.account_id));
        }
    }
    Ok(None)
}

/// What a login leaves in its browser.
pub struct Marked {
    /// The marks that the browser is to keep.
    pub marks: String,
    /// The browser's id, which all its marks of this account carry.
    pub device: String,
    /// Whether it had no mark of this account before.
    pub is_new: bool,
}

/// Marks the browser that has logged in to the account.
pub async fn mark(
    conn: &mut PgConnection,
    account_id: i64,
    origin: &Origin,
    now: OffsetDateTime,
) -> sqlx::Result<Marked> {
    let key = key(conn).await?;
    let since = since(conn, account_id).await?;
    let (same, others): (Vec<_>, Vec<_>) = marks(origin, &key, now)
        .into_iter()
        .partition(|mark| mark.account_id == account_id);
    let known = same
        .iter()
        .find(|mark| mark.is_of(account_id, since) && mark.has_logged_in());
    let fresh = crate::token::random();
    let renewed = Mark {
        account_id,
        device: known.map_or(&*fresh, |mark| mark.device),
        issued: now,
    };
    Ok(Marked {
        marks: cookie(&renewed, &others, &key),
        device: renewed.device.to_owned(),
        is_new: known.is_none(),
    })
}

/// The cookie of a browser with one more mark.
fn cookie(newest: &Mark, others: &[Mark], key: &Key) -> String {
    let kept = std::iter::once(newest).chain(others).take(MARKS);
    let kept: Vec<String> = kept.map(|mark| mark.write(Purpose::Mark, key)).collect();
    kept.join(&BETWEEN.to_string())
}

/// A pass to a mark of the account, for a letter to its owner.
pub async fn pass(
    conn: &mut PgConnection,
    account_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<String> {
    let device = format!("{BY_PASS}{}", crate::token::random());
    let pass = Mark {
        account_id,
        device: &device,
        issued: now,
    };
    Ok(pass.write(Purpose::Pass, &key(conn).await?))
}

/// The marks that a browser is to keep once its owner has opened a pass in it. `None` if the pass is forged, too old, or
/// from before its account ended every login.
pub async fn admit(
    conn: &mut PgConnection,
    pass: &str,
    origin: &Origin,
    now: OffsetDateTime,
) -> sqlx::Result<Option<String>> {
    let key = key(conn).await?;
    let Some(pass) = Mark::read(pass, Purpose::Pass, &key) else {
        return Ok(None);
    };
    let since = since(conn, pass.account_id).await?;
    if pass.issued <= now - PASS || !pass.is_of(pass.account_id, since) {
        return Ok(None);
    }
    let others: Vec<Mark> = marks(origin, &key, now)
        .into_iter()
        .filter(|mark| mark.account_id != pass.account_id || mark.has_logged_in())
        .collect();
    let admitted = Mark {
        issued: now,
        ..pass
    };
    Ok(Some(cookie(&admitted, &others, &key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [7; 32];

    fn written(account_id: i64) -> String {
        let mark = Mark {
            account_id,
            device: "d",
            issued: OffsetDateTime::UNIX_EPOCH + Duration::days(20_000),
        };
        mark.write(Purpose::Mark, &KEY)
    }

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        let text = written(12);
        let mark = Mark::read(&text, Purpose::Mark, &KEY).unwrap();
        assert_eq!((mark.account_id, mark.device), (12, "d"));
        assert!(mark.is_valid(mark.issued + LIFETIME - Duration::SECOND));
        assert!(!mark.is_valid(mark.issued + LIFETIME));
    }

    #[test]
    fn a_mark_of_another_key_or_account_is_refused() {
        let text = written(12);
        assert_eq!(Mark::read(&text, Purpose::Mark, &[8; 32]), None);
        assert_eq!(
            Mark::read(&text.replacen("12", "13", 1), Purpose::Mark, &KEY),
            None
        );
        // A pass does not work as a mark, nor a mark as a pass.
        assert_eq!(Mark::read(&text, Purpose::Pass, &KEY), None);
        let (signed, _) = text.rsplit_once('.').unwrap();
        for forged in [
            signed.to_owned(),
            format!("{signed}."),
            format!("{signed}.{}", "я".repeat(32)),
            String::new(),
        ] {
            assert_eq!(Mark::read(&forged, Purpose::Mark, &KEY), None, "{forged}");
        }
    }
}
