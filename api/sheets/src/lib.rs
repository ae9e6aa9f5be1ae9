//! Readers of untrusted input: tables of lots (XLSX, CSV, archives with pictures), the descriptions in them, and PDFs.
//!
//! All input is checked before it is trusted, and every size is bounded. This crate knows nothing about HTTP or SQL;
//! the caller applies the rows to stored lots.

pub mod archive;
pub mod bytes;
pub mod csv;
pub mod descriptions;
pub mod file;
pub mod headings;
pub mod pdf;
pub mod pictures;
pub mod sheet;
pub mod text;
pub mod unusable;
pub mod values;
pub mod xlsx;
