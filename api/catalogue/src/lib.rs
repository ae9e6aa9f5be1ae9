//! Houses, catalogs and lots as people change them: forms that are checked, the rows they become, and the commands that
//! tell a catalog's room.
//!
//! This crate owns the rows of `house`, `catalog` and `lot`; how a lot is traded belongs to the catalog's room. Where a
//! change concerns both, the functions here write the rows on the caller's connection and give the [`domain::Command`]s
//! that the room has to decide; [`Change::commit`] has it decide them and store them in the same transaction, so a
//! refusal leaves nothing behind, and a room never learns of what is not stored.

mod catalogs;
mod change;
mod editor;
mod houses;
pub mod import;
pub mod listing;
mod lot_form;
pub mod lot_pictures;
mod lots;
pub mod moves;
mod places;

pub use catalogs::{CatalogFields, StoredCatalog, insert_catalog, lock_catalog, update_catalog};
pub use change::Change;
pub use editor::Editor;
pub use houses::{HouseFields, insert_house, lock_house, update_house};
pub use lot_form::{LotFields, LotForm, is_web_address};
pub use lots::{
    Inserted, LotChange, NewLot, StoredLot, Target, add_command, announce_listed, announce_lot,
    announce_lots, change_lots, fixed_commission, insert_lots, lock_lots, lock_lots_of_catalog,
};
pub use places::{fits, next_number, put_in, require_storage, take_out};
