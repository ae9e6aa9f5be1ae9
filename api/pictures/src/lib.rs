//! Pictures: decodes and encodes them, stores them in several sizes, fetches them from other sites. Also stores
//! attached PDF files.
//!
//! This crate does not know what a picture belongs to or who may see it.

pub mod attachments;
pub mod image_proxy;
mod lanes;
mod making;
mod pace;
pub mod store;

use actix_web::http::header::{ACCEPT, HeaderMap};

pub use lanes::{Busy, Turn};
pub use making::Shown;
pub use picture_codec::{Cut, Format, Kind, Part, Size, Unreadable, Wanted, dimensions};
pub use store::{Pictures, Ready, Refused, S3Config, Stored, Upload};

/// Chooses the format of a view by the `Accept` header.
pub fn accepted(headers: &HeaderMap) -> Format {
    let accept = headers
        .get(ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .unwrap_or_default();
    if accept.contains("image/webp") || accept.contains("*/*") {
        Format::WebP
    } else {
        Format::Jpeg
    }
}
