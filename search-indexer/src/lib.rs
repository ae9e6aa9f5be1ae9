//! search-indexer
