//! Lots and catalogs for lists and pages, read from the source tables and restricted to what the viewer may see
//! (docs/protocol.md, «What others may see»).
//!
//! The [`search_indexer::Search`] port decides which lots a list holds, their order and their number. Their contents
//! are read here by id, so a list never shows a price older than its query.

pub mod artists;
pub mod catalogs;
mod counts;
pub mod found;
pub mod hall;
pub mod houses_of_catalogs;
pub mod lots;
pub mod news;
pub mod price_queries;
pub mod reads;
pub mod request;
pub mod results;
pub mod suggestions;
pub mod viewer;
