//! Secrets that a bearer shows: random, and stored only as hashes.

use sha2::{Digest, Sha256};

/// SHA-256 of a token.
pub type TokenHash = [u8; 32];

pub fn hash(text: &str) -> TokenHash {
    Sha256::digest(text.as_bytes()).into()
}

/// 256 random bits, as 64 hexadecimal digits.
pub fn random() -> String {
    use std::fmt::Write as _;
    let bytes: [u8; 32] = rand::random();
    bytes
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}
