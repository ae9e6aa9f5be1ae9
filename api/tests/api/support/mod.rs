//! The one harness: a server for each test, the people who call it, and what they get back.

mod app;
mod door;
mod json;
mod people;
mod record;
mod redis;
mod reply;
mod schema;
pub mod smtp;
mod socket;
pub mod uploads;

pub use self::people::*;
pub use self::redis::RedisServer;
pub use app::{App, NODE_SECRET, until};
pub use door::Door;
pub use json::{ids, patched};
pub use reply::Reply;
pub use socket::{Socket, described_events};
