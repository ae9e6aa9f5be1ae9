//! The durable queue of letters.
//!
//! [`queue`] enqueues a letter in the transaction that causes it. [`sender`] sends it after the commit and retries with
//! growing pauses, under one Message-ID. [`Content`] holds what a letter says; [`template`] renders it as text and as
//! HTML. Login codes bypass the queue: they expire soon, and their user is waiting.

mod content;
mod queue;
pub mod sender;
pub mod template;

pub use content::{Block, Content, Unsubscribe};
pub use queue::{NewLetter, Recipient, queue};
