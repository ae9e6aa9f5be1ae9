//! What rooms tell the outside, and what they are asked: requests, answers, and the public state as the protocol spells it.

pub mod bet_id;
pub mod instant;
pub mod payload;
pub mod request;
mod sockets;
mod state;

pub use payload::Payload;
pub use request::{Answer, Idempotency, Request, RoomError, RoomSnapshot};
pub use sockets::{CHAT_CHARACTERS, Refused};
pub use state::*;
