//! Lots and catalogs as lists and pages show them: read from the tables that hold the truth, cut to what the viewer may
//! see (protocol.md, «What others may see»).
//!
//! Which lots, in which order and how many is the [`search_indexer::Search`] port's answer; what they look like is read
//! here by id, so a list never shows a price older than its query.

pub mod catalogs;
pub mod houses_of_catalogs;
pub mod lots;
pub mod viewer;
