//! Decoding of any format.

use crate::decoded::Decoded;
use crate::kind::{Kind, Unreadable};
use crate::{jpeg, png, webp};

/// Decodes a surveyed picture. Recovers what it can of a broken JPEG.
pub fn decode(bytes: &[u8], kind: Kind) -> Result<Decoded, Unreadable> {
    match kind {
        Kind::Jpeg => jpeg::decode(bytes),
        Kind::Png => png::decode(bytes),
        Kind::WebP => webp::decode(bytes),
    }
}
