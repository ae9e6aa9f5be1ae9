//! Search over lots: the port, its backends, and what keeps them up to date.
//!
//! `lot_listing` holds one row a lot with all that lists filter and sort by. It is never the truth: whoever changes a
//! lot or a catalog leaves a row of topic `lot` or `catalog` in the outbox with its own commit, and the
//! [`indexer`] rewrites the listing from the tables within a second. The [`Search`] port answers which lots, in which
//! order, and how many; what a lot looks like is the caller's to read. This crate knows nothing of HTTP, of rooms, or of
//! who may see what beyond the [`Hidden`] the caller passes.

pub mod indexer;
pub mod listing;
pub mod outbox;
pub mod postgres;
pub mod query;

pub use postgres::{PgSearch, Thresholds};
pub use query::{AuctionScope, Found, Hidden, LotQuery, Paging, Search, SearchError, Sorting};
