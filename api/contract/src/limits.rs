//! Maximum sizes of bodies, in bytes.

/// A JSON body.
pub const BODY_LIMIT: usize = 1 << 20;
/// An uploaded picture.
pub const IMAGE_LIMIT: usize = 20 << 20;
