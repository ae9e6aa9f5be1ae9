//! What the routes of the API share: the application's state, who calls, rate limits, bodies, uploads and downloads; and
//! the application as the sockets use it.

pub mod backend;
pub mod caller;
pub mod controls;
pub mod cookies;
pub mod download;
pub mod extractors;
pub mod files;
pub mod gap;
pub mod json;
pub mod limits;
pub mod lot_views;
pub mod picture;
pub mod response_cache;
pub mod state;
pub mod upload;
