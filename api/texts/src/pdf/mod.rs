//! Documents to print: text, pictures and links flow from page to page of A4. The fonts are embedded with the glyphs that
//! are used, Cyrillic ones among them, so that a document looks the same everywhere and its text can be found and copied.

mod flow;
mod text;

pub use flow::{Flow, Place};
pub use text::Weight;

pub const CONTENT_TYPE: &str = "application/pdf";
