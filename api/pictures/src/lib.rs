//! Pictures: decoding and encoding them, keeping them in their sizes, fetching those of other sites, and the PDF files that
//! lie beside them.
//!
//! This crate knows nothing of what a picture hangs on or who may see it.

pub mod attachments;
pub mod codec;
pub mod image_proxy;
pub mod size;
pub mod store;
pub mod workshop;

/// Pictures a lot may have.
pub const LOT_PICTURES: usize = 7;

pub use codec::{Format, MAX_PIXELS, Unreadable, dimensions};
pub use size::Size;
pub use store::{Pictures, S3Config};
