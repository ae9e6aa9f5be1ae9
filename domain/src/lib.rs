//! The rules of bidding and of the auction room.
//!
//! Everything here is a pure function of (state, command, now): no clock, no I/O, no randomness (`clippy.toml` enforces
//! it). A live room is driven by [`execute`]: it runs the timers that are due, decides the command and applies the
//! events; [`next_wake`] says when to come again. Replaying the events over the same initial catalog and lots gives
//! the same [`Room`]. `docs/rules.md` states the rules and names the file of each.

mod bidding;
mod command;
mod decide;
mod event;
mod execute;
mod ids;
mod kinds;
mod money;
pub mod numbered;
mod refusal;
pub mod room;
#[cfg(feature = "schema")]
pub mod schema;
pub mod steps;
pub mod timers;

pub use command::{CatalogPatch, Command, Eligibility, LotPatch, LotSetup, Revoker};
pub use decide::decide;
pub use event::{DropReason, Event, MissedStart};
pub use execute::{Executed, Outcome, execute};
pub use ids::{BetNo, CatalogId, HouseId, LotId, LotNumber, Paddle, Participant, UserId};
pub use kinds::{
    CalculationType, CatalogState, CatalogType, Cause, Currency, LotState, ReserveState,
};
pub use money::{Amount, Commission, Timestamp};
pub use numbered::UnknownNumber;
pub use refusal::{CodeSet, Invalid, Refusal};
pub use room::{
    Bet, Caps, Catalog, CatalogView, LeadingView, Lot, LotView, Order, Pause, Phase, Room, apply,
};
pub use steps::{Ladder, StepRow, StepTable};
pub use timers::next_wake;
