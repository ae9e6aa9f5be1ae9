//! Time-based one-time passwords (RFC 6238), as authenticators make them: SHA-1, six digits, steps of 30 seconds.

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use time::OffsetDateTime;
use url::form_urlencoded::byte_serialize;

/// Seconds in a step.
const STEP: i64 = 30;
const DIGITS: usize = 6;
/// Steps by which the clocks of a phone and of the server may differ.
const DRIFT: i64 = 1;

pub type Secret = [u8; 20];

/// The secret as a person types it into an authenticator.
pub fn base32(secret: &Secret) -> String {
    BASE32_NOPAD.encode(secret)
}

/// The content of the QR code that an authenticator scans.
pub fn uri(secret: &Secret, site: &str, account: &str) -> String {
    let plain = |text: &str| {
        byte_serialize(text.as_bytes())
            .collect::<String>()
            .replace('+', "%20")
    };
    let (site, account) = (plain(site), plain(account));
    let secret = base32(secret);
    format!(
        "otpauth://totp/{site}:{account}?secret={secret}&issuer={site}&algorithm=SHA1&digits={DIGITS}&period={STEP}"
    )
}

/// The step whose code this is, if it is one of now and of a step after `used`. A code works once, so its step is the next
/// `used`.
pub fn step_of(secret: &Secret, code: &str, now: OffsetDateTime, used: i64) -> Option<i64> {
    let now = now.unix_timestamp().div_euclid(STEP);
    let steps = now - DRIFT..=now + DRIFT;
    steps
        .filter(|step| *step > used)
        .find(|step| code_at(secret, *step) == code)
}

pub fn code_at(secret: &Secret, step: i64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let offset = usize::from(hash[19] & 0xf);
    let number = u32::from_be_bytes([
        hash[offset] & 0x7f,
        hash[offset + 1],
        hash[offset + 2],
        hash[offset + 3],
    ]);
    format!("{:0DIGITS$}", number % 10_u32.pow(DIGITS as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: Secret = *b"12345678901234567890";

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).unwrap()
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        // RFC 6238, appendix B, the last six of its eight digits.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code_at(&SECRET, seconds / STEP), code);
            assert_eq!(step_of(&SECRET, code, at(seconds), 0), Some(seconds / STEP));
        }
    }

    #[test]
    fn a_code_works_once_and_for_a_minute_and_a_half() {
        let code = code_at(&SECRET, 1000);
        for step in [999, 1000, 1001] {
            assert_eq!(step_of(&SECRET, &code, at(step * STEP), 999), Some(1000));
        }
        for step in [998, 1002] {
            assert_eq!(step_of(&SECRET, &code, at(step * STEP), 0), None);
        }
        assert_eq!(step_of(&SECRET, &code, at(1000 * STEP), 1000), None);
        assert_eq!(step_of(&SECRET, "", at(1000 * STEP), 0), None);
    }

    #[test]
    fn an_authenticator_reads_the_address() {
        assert_eq!(
            uri(&SECRET, "Зал", "a+b@c.example"),
            "otpauth://totp/%D0%97%D0%B0%D0%BB:a%2Bb%40c.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=%D0%97%D0%B0%D0%BB&algorithm=SHA1&digits=6&period=30"
        );
    }
}
