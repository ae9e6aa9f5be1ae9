//! What a browser gives to be sent messages: an address at its push service, and its keys.

use data_encoding::BASE64URL_NOPAD;
use url::{Host, Url};
use web_push_native::{Auth, p256::PublicKey};

/// The longest endpoint in bytes, percent-encoded: PostgreSQL indexes nothing longer.
const LONGEST_ENDPOINT: usize = 2000;

/// A browser's push subscription. The endpoint is a secret: it lets its holder push to the browser.
#[derive(Debug, Clone)]
pub struct Subscription {
    pub endpoint: Url,
    /// The browser's public key: an uncompressed point.
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
}

/// What is wrong with a subscription: the field, and a text for its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct BadSubscription {
    pub field: &'static str,
    pub text: &'static str,
}

const ENDPOINT: BadSubscription = BadSubscription {
    field: "endpoint",
    text: "Адрес службы уведомлений должен начинаться с https:// и вести на открытый сервер",
};
const P256DH: BadSubscription = BadSubscription {
    field: "p256dh",
    text: "Это не открытый ключ подписки",
};
const AUTH: BadSubscription = BadSubscription {
    field: "auth",
    text: "Это не секрет подписки",
};

impl Subscription {
    /// Reads a subscription as browsers give it, keys in base64url.
    ///
    /// The endpoint is on the standard port of https: push services use no other, and other ports would let users probe
    /// foreign servers. Names are checked when a message is sent, because they may lead elsewhere by then.
    pub fn read(endpoint: &str, p256dh: &str, auth: &str) -> Result<Self, BadSubscription> {
        let endpoint = Url::parse(endpoint).map_err(|_| ENDPOINT)?;
        let is_public = match endpoint.host() {
            Some(Host::Domain(_)) => true,
            Some(Host::Ipv4(v4)) => outgoing::is_public(v4.into()),
            Some(Host::Ipv6(v6)) => outgoing::is_public(v6.into()),
            None => false,
        };
        let is_plain = endpoint.username().is_empty() && endpoint.password().is_none();
        // `port` is None for the scheme's own.
        let is_short = endpoint.as_str().len() <= LONGEST_ENDPOINT;
        let is_https = endpoint.scheme() == "https" && endpoint.port().is_none();
        if !(is_https && is_public && is_plain && is_short) {
            return Err(ENDPOINT);
        }
        let read = Self {
            endpoint,
            p256dh: bytes(p256dh).ok_or(P256DH)?,
            auth: bytes(auth).ok_or(AUTH)?,
        };
        if read.p256dh.len() != 65 || PublicKey::from_sec1_bytes(&read.p256dh).is_err() {
            return Err(P256DH);
        }
        if read.auth.len() != 16 {
            return Err(AUTH);
        }
        Ok(read)
    }

    /// Encrypts a message so that only the browser can read it. `None` if the keys are not what [`Self::read`] accepts.
    pub fn encrypt(&self, message: Vec<u8>) -> Option<Vec<u8>> {
        let key = PublicKey::from_sec1_bytes(&self.p256dh).ok()?;
        let auth: [u8; 16] = self.auth.as_slice().try_into().ok()?;
        web_push_native::encrypt(message, &key, &Auth::from(auth)).ok()
    }
}

fn bytes(base64url: &str) -> Option<Vec<u8>> {
    let text = base64url.trim_end_matches('=');
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use web_push_native::p256::SecretKey;
    use web_push_native::p256::elliptic_curve::rand_core::OsRng;
    use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;

    use super::*;

    const SERVICE: &str = "https://push.example/send/secret";

    fn key(secret: &SecretKey) -> String {
        let point = secret.public_key().to_encoded_point(false);
        BASE64URL_NOPAD.encode(point.as_bytes())
    }

    #[test]
    fn what_is_encrypted_only_its_browser_reads() {
        let browser = SecretKey::random(&mut OsRng);
        let auth = BASE64URL_NOPAD.encode(&[7; 16]);
        let subscription = Subscription::read(SERVICE, &key(&browser), &auth).unwrap();
        let encrypted = subscription.encrypt(b"notice".to_vec()).unwrap();
        let read = |auth: [u8; 16], browser: &SecretKey| {
            web_push_native::decrypt(encrypted.clone(), browser, &Auth::from(auth)).ok()
        };
        assert_eq!(read([7; 16], &browser).as_deref(), Some(&b"notice"[..]));
        assert_eq!(read([8; 16], &browser), None);
        assert_eq!(read([7; 16], &SecretKey::random(&mut OsRng)), None);
    }

    #[test]
    fn only_services_on_public_hosts_are_accepted() {
        let browser = key(&SecretKey::random(&mut OsRng));
        let auth = BASE64URL_NOPAD.encode(&[7; 16]);
        let fault = |endpoint: &str| {
            let read = Subscription::read(endpoint, &browser, &auth);
            read.err().map(|bad| bad.field)
        };
        for endpoint in [
            SERVICE,
            "https://push.example:443/",
            "https://8.8.8.8/send?key=1",
        ] {
            assert_eq!(fault(endpoint), None, "{endpoint}");
        }
        let long = format!("https://push.example/{}", "щ".repeat(400));
        for endpoint in [
            "",
            &long,
            "push.example/send",
            "http://push.example/send",
            "https://push.example:8443/send",
            "https://user@push.example/send",
            "https://:secret@push.example/send",
            "https://127.0.0.1/send",
            "https://2130706433/send",
            "https://[::1]/send",
            "https://[::ffff:10.0.0.1]/send",
            "https://169.254.169.254/latest/meta-data/",
            "file:///etc/passwd",
            "javascript:alert(1)",
        ] {
            assert_eq!(fault(endpoint), Some("endpoint"), "{endpoint}");
        }
    }

    #[test]
    fn keys_have_their_length_and_form() {
        let browser = key(&SecretKey::random(&mut OsRng));
        let auth = BASE64URL_NOPAD.encode(&[7; 16]);
        let fault = |p256dh: &str, auth: &str| {
            let read = Subscription::read(SERVICE, p256dh, auth);
            read.err().map(|bad| bad.field)
        };
        assert_eq!(fault(&format!("{browser}="), &format!("{auth}==")), None);
        let off_the_curve = BASE64URL_NOPAD.encode(&[4; 65]);
        for p256dh in ["", "ключ", &browser[1..], &off_the_curve, &auth] {
            assert_eq!(fault(p256dh, &auth), Some("p256dh"), "{p256dh}");
        }
        for auth in ["", "секрет", &auth[..20], &browser] {
            assert_eq!(fault(&browser, auth), Some("auth"), "{auth}");
        }
    }
}
