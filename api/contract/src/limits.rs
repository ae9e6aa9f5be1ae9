//! Maximum sizes of bodies, in bytes.

/// A JSON body.
pub const BODY_LIMIT: usize = 1 << 20;
/// An uploaded picture.
pub const IMAGE_LIMIT: usize = 20 << 20;
/// An upload in parts.
pub const UPLOAD_LIMIT: u64 = sheets::file::ARCHIVE_LIMIT;
/// How many uploads in parts an account may have under way, and their bytes.
pub const UNFINISHED_UPLOADS: usize = 50;
pub const UNFINISHED_UPLOADS_BYTES: i64 = 2 * UPLOAD_LIMIT as i64;
