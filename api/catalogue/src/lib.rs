//! Houses, catalogs and lots as people edit them: checked forms, their rows, and the commands for a catalog's room.
//!
//! This crate owns the rows of `house`, `catalog` and `lot`; trading of a lot belongs to the catalog's room. Where a
//! change concerns both, the functions here write the rows on the caller's connection and return the
//! [`domain::Command`]s that the room must decide. [`Change::commit`] has the room decide them and stores them in the
//! same transaction. A refusal therefore rolls everything back, and a room never sees a command that was not stored.

mod catalogs;
mod change;
mod editor;
pub mod grid;
mod houses;
pub mod import;
pub mod listing;
mod lot_form;
pub mod lot_pictures;
mod lots;
pub mod moves;
pub mod paddles;
pub mod participants;
mod places;
pub mod real;
pub mod rehearsals;
pub mod sweep;

pub use catalogs::{CatalogFields, StoredCatalog, insert_catalog, lock_catalog, update_catalog};
pub use change::Change;
pub use editor::Editor;
pub use houses::{HouseFields, StoredHouse, insert_house, lock_house, update_house};
pub use lot_form::{LotFields, LotForm, is_web_address};
pub use lots::{
    Inserted, LotChange, NewLot, StoredLot, Target, add_command, announce_listed, announce_lot,
    announce_lots, change_lots, fixed_commission, insert_lots, lock_lots, lock_lots_of_catalog,
};
pub use places::{fits, keep_results, next_number, put_in, require_storage, take_out};

/// The most pictures of a lot.
pub const LOT_PICTURES: usize = 7;
