//! A live catalog: one actor that owns its state, decides what comes through its mailbox in the order of arrival, and
//! answers after the commit.

mod actor;
mod desk;
mod gathering;
mod keys;
mod mailbox;
mod notices;
mod request;
mod view;
mod within;

pub(crate) use actor::Host;
pub(crate) use gathering::lot_row;
pub(crate) use mailbox::{Entrance, Registry};
pub use notices::NoticeKind;
pub use request::{Answer, Idempotency, Request, RoomError};
pub use view::{Payload, RoomSnapshot};
pub use within::WithinError;
pub(crate) use within::{Bundle, NotPlayed, play};
