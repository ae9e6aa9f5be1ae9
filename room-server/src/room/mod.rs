//! A live catalog: an actor that owns its state, decides commands in the order of arrival, and answers after the commit.

mod actor;
mod desk;
mod flight;
mod gathering;
mod host;
mod keys;
mod mailbox;
mod notices;
mod registry;
mod view;
mod within;

pub(crate) use actor::RoomActor;
pub(crate) use gathering::lot_row;
pub(crate) use host::Host;
pub(crate) use mailbox::WithinOutcome;
pub use notices::NoticeKind;
pub(crate) use registry::{Entrance, Registry, RoomHandle};
pub use within::WithinError;
pub(crate) use within::{Bundle, NotPlayed, play};
