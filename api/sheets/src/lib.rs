//! Readers of untrusted input: tables of lots (XLSX, CSV, archives with pictures) and the descriptions in them.
//!
//! Nothing is believed before it is checked, and every size is bounded. This crate knows nothing of HTTP or SQL; its caller
//! decides what the rows change of stored lots.

pub mod archive;
pub mod bytes;
pub mod csv;
pub mod descriptions;
pub mod file;
pub mod headings;
pub mod pictures;
pub mod sheet;
pub mod text;
pub mod unusable;
pub mod values;
pub mod xlsx;
