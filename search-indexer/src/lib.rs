//! Search over lots: the port, its backends, and what keeps them up to date.
//!
//! `lot_listing` holds one row a lot with everything that lists filter and sort by. It is a projection: a change of a lot
//! or a catalog enqueues a row of topic `lot` or `catalog` in the outbox, and the [`indexer`] rewrites the listing from the
//! tables within a second. The [`Search`] port answers which lots, in which order, and how many; the caller reads what a
//! lot looks like. This crate knows nothing of HTTP, of rooms, or of permissions beyond the [`Hidden`] the caller passes.

pub mod indexer;
pub mod listing;
pub mod postgres;
pub mod query;

pub use postgres::{PgSearch, Thresholds};
pub use query::{AuctionScope, Found, Hidden, LotQuery, Paging, Search, SearchError, Sorting};
