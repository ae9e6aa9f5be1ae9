//! What the first HTML of every page says of it: title, description, Open Graph, JSON-LD, its one address. Everything is
//! read as a visitor sees it.
//!
//! The site's map is made here as well. This crate knows nothing of requests or of the client's files.

pub mod content;
pub mod head;
pub mod route;
pub mod screen;
pub mod sitemap;
