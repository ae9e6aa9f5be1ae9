//! Web Push (RFC 8030): notices to browsers whose owner switched them on, the site's tab open or not.
//!
//! [`queue`] enqueues a notice in the transaction that causes it. [`Sender`] encrypts it for the browser (RFC 8291),
//! signs the request with the site's key (RFC 8292) and hands it to the push service that the browser named. Every
//! notice has an expiry time and is never delivered after it.
//!
//! This crate does not know why a notice is sent or who wants it.

mod queue;
mod sender;
mod subscription;
mod vapid;

pub use queue::{BrowserNotice, NewMessage, queue, withdraw};
pub use sender::Sender;
pub use subscription::{BadSubscription, Subscription};
pub use vapid::{BadKey, Identity, VapidKey};
