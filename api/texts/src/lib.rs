//! Russian texts and formats: amounts, Moscow time, plain and rich text, slugs, words, and pages to print.
//!
//! Pure functions. This crate knows nothing of HTTP, SQL or the application's state.

pub mod money;
pub mod moscow;
pub mod pdf;
pub mod plain_text;
pub mod rich_text;
pub mod slug;
pub mod storable;
pub mod words;
