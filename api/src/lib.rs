//! The server binary: wires rooms, gateway, REST, outbox workers and the client's files into one process, for all roles of a
//! site or some of them.
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
