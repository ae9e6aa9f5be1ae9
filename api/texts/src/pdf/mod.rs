//! PDF documents for print: text, pictures and links flow across A4 pages.
//!
//! Embeds the glyphs in use, Cyrillic included, so a document looks the same everywhere and its text can be searched
//! and copied.

mod flow;
mod text;

pub use flow::{Flow, PictureBox};
pub use text::Weight;

pub const CONTENT_TYPE: &str = "application/pdf";
