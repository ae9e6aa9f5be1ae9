//! Pictures: decodes and encodes them, stores them in several sizes, fetches them from other sites. Also stores
//! attached PDF files.
//!
//! This crate does not know what a picture belongs to or who may see it.

pub mod attachments;
pub mod codec;
pub mod image_proxy;
mod lanes;
mod making;
mod pace;
mod size;
pub mod store;

/// The most pictures of a lot.
pub const LOT_PICTURES: usize = 7;

pub use codec::{Format, Kind, Unreadable, dimensions};
pub use lanes::{Busy, Turn};
pub use making::Shown;
pub use size::{Size, Wanted};
pub use store::{Pictures, Ready, Refused, S3Config, Stored, Upload};
