//! How large a body may be.

/// Of a JSON body.
pub const BODY_LIMIT: usize = 1 << 20;
/// Of an uploaded picture.
pub const IMAGE_LIMIT: usize = 20 << 20;
