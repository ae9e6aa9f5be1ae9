//! Pictures: decodes and encodes them, stores them in several sizes, fetches them from other sites. Also stores
//! attached PDF files.
//!
//! This crate does not know what a picture belongs to or who may see it.

pub mod attachments;
pub mod codec;
pub mod image_proxy;
pub mod size;
pub mod store;
pub mod workshop;

/// The most pictures of a lot.
pub const LOT_PICTURES: usize = 7;

pub use codec::{Format, MAX_PIXELS, Unreadable, dimensions};
pub use size::Size;
pub use store::{Pictures, S3Config};
