//! REST API of the auction platform, and the all-in-one server for a single machine.
//!
//! [`routes`] holds the routes by resource; [`server`] combines them with the gateway and the client's files. Errors
//! are [`contract::error::ApiError`], callers [`caller::Caller`] and [`caller::Member`], bodies [`contract::dto`].

pub mod backend;
pub mod caller;
pub mod client;
pub mod database_log;
pub mod described;
pub mod download;
pub mod extractors;
pub mod limits;
pub mod openapi;
pub mod pages;
pub mod routes;
pub mod serve;
pub mod server;
pub mod sockets;
pub mod state;
pub mod upload;
