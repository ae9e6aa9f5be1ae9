//! The key that identifies this site to push services (VAPID, RFC 8292).

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use serde_json::json;
use time::{Duration, OffsetDateTime};
use url::Url;
use web_push_native::p256::ecdsa::signature::Signer as _;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::p256::elliptic_curve::rand_core::OsRng;

/// Lifetime of a signature. Push services accept at most a day.
const VALID: Duration = Duration::hours(12);

/// A P-256 key pair. Its text is the private key in base64url, as generators of VAPID keys write it.
#[derive(Clone)]
pub struct VapidKey(SigningKey);

/// The text is no private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a private key as `api vapid` prints it: 43 characters in base64url")]
pub struct BadKey;

impl VapidKey {
    pub fn generate() -> Self {
        Self(SigningKey::random(&mut OsRng))
    }

    /// The private key as text.
    pub fn private(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0.to_bytes())
    }

    /// The public key as browsers take it when they subscribe: an uncompressed point in base64url.
    pub fn public(&self) -> String {
        let point = self.0.verifying_key().to_encoded_point(false);
        BASE64URL_NOPAD.encode(point.as_bytes())
    }
}

impl FromStr for VapidKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bytes = BASE64URL_NOPAD
            .decode(text.trim_end_matches('=').as_bytes())
            .map_err(|_| BadKey)?;
        // `SigningKey` reads shorter keys too, as if zeros stood before them.
        let bytes: [u8; 32] = bytes.try_into().map_err(|_| BadKey)?;
        SigningKey::from_slice(&bytes).map(Self).map_err(|_| BadKey)
    }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VapidKey").field(&self.public()).finish()
    }
}

/// Who sends messages: the site's key, and where push services reach its operator.
#[derive(Debug, Clone)]
pub struct Identity {
    pub key: VapidKey,
    /// A `mailto:` or `https:` address.
    pub contact: String,
}

impl Identity {
    /// The `Authorization` header of a request to this endpoint.
    pub fn authorization(&self, endpoint: &Url, now: OffsetDateTime) -> String {
        let part = |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let header = part(json!({"typ": "JWT", "alg": "ES256"}));
        let claims = part(json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": (now + VALID).unix_timestamp(),
            "sub": self.contact,
        }));
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.key.0.sign(signed.as_bytes());
        let signature = BASE64URL_NOPAD.encode(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.key.public())
    }
}

#[cfg(test)]
mod tests {
    use web_push_native::p256::ecdsa::VerifyingKey;
    use web_push_native::p256::ecdsa::signature::Verifier as _;

    use super::*;

    #[test]
    fn a_key_is_read_as_it_was_written() {
        let key = VapidKey::generate();
        let text = key.private();
        assert_eq!(text.len(), 43);
        let read: VapidKey = text.parse().unwrap();
        assert_eq!(read.public(), key.public());
        assert_eq!(key.public().len(), 87);
        assert!(!format!("{key:?}").contains(&text));
    }

    #[test]
    fn other_texts_are_no_keys() {
        let zero = BASE64URL_NOPAD.encode(&[0; 32]);
        let short = BASE64URL_NOPAD.encode(&[7; 31]);
        let long = BASE64URL_NOPAD.encode(&[7; 33]);
        for text in ["", "key", &"ы".repeat(43), &zero, &short, &long] {
            assert_eq!(text.parse::<VapidKey>().unwrap_err(), BadKey, "{text}");
        }
    }

    #[test]
    fn a_signature_is_for_one_service_and_half_a_day() {
        let identity = Identity {
            key: VapidKey::generate(),
            contact: "mailto:info@example.org".to_owned(),
        };
        let now = time::macros::datetime!(2026-11-21 10:00 UTC);
        let endpoint = Url::parse("https://push.example:8443/send/secret?x=1").unwrap();
        let header = identity.authorization(&endpoint, now);
        let (token, key) = header
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        assert_eq!(key, identity.key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let verifier = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
        let signature = Signature::from_slice(&decode(signature)).unwrap();
        verifier.verify(signed.as_bytes(), &signature).unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(
            claims,
            json!({"aud": "https://push.example:8443", "exp": (now + VALID).unix_timestamp(), "sub": "mailto:info@example.org"})
        );
    }
}
