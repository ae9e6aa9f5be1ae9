//! The state of a room: a catalog, its lots, their standing bets and absentee orders.

mod apply;
mod catalog;
mod lot;
mod orders;
mod state;
mod views;

pub use apply::apply;
pub use catalog::{Caps, Catalog, Pause, Phase};
pub use lot::{Bet, Lot, LotPhase};
pub use orders::{Order, Orders, Rank};
pub use state::Room;
pub use views::{CatalogView, LeadingView, LotView};
