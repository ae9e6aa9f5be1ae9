//! Search over lots: the port, its backends, and the indexer.
//!
//! `lot_listing` holds one row per lot with everything that lists filter and sort by. It is a projection: a change of a
//! lot or a catalog enqueues a row of topic `lot` or `catalog` in the outbox, and the [`indexer`] rewrites the listing
//! from the tables within a second. The [`Search`] port returns the ids of lots in order, and their number; the caller
//! loads the lots. This crate knows nothing about HTTP, rooms, or permissions beyond the [`Hidden`] the caller passes.

mod dictionary;
pub mod fallback;
pub mod indexer;
pub mod listing;
pub mod meaning;
pub mod meilisearch;
pub mod postgres;
pub mod query;
mod spelling;
pub mod synonyms;
mod words;

pub use fallback::{Fallback, Probe};
pub use meaning::{Meaning, Meant, Piece};
pub use meilisearch::MeiliSearch;
pub use postgres::{PgSearch, Thresholds};
pub use query::{
    AuctionScope, COUNT_CAP, Counts, Facet, FirstSeen, Found, Hidden, LotQuery, Paging, PriceRange,
    RUBLES, Search, SearchError, Sorting,
};
