//! Letters that must get out.
//!
//! [`queue`] joins the transaction that causes a letter; [`sender`] sends it after the commit and retries with growing
//! pauses, under one Message-ID. [`Content`] is what a letter says; [`template`] is how it looks, as text and as HTML. Login
//! codes are not queued: they are worthless later, and are sent while their user waits.

mod content;
mod queue;
pub mod sender;
pub mod template;

pub use content::{Block, Content, Unsubscribe};
pub use queue::{NewLetter, Recipient, queue};
