//! The all-in-one server of the auction platform on a single machine.
//!
//! [`server`] combines the REST calls of [`routes`] with the gateway, the client's files and the pages for machines; [`serve`] starts
//! and stops everything.

pub mod client;
pub mod described;
pub mod nodes;
pub mod openapi;
pub mod pages;
pub mod response_cache;
pub mod serve;
pub mod server;
