//! Russian texts and formats: amounts, Moscow time, plain and rich text, slugs, phrases and PDF documents.
//!
//! Pure functions, independent of HTTP, SQL and the application's state.

pub mod characters;
pub mod markup;
pub mod money;
pub mod moscow;
pub mod pdf;
pub mod plain_text;
pub mod rich_text;
pub mod slug;
pub mod words;
