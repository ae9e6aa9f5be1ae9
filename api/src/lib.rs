//! REST API of the auction platform, and the all-in-one server for a single machine.
//!
//! [`routes`] holds the routes by resource; [`server`] combines them with the gateway and the client's files. Errors
//! are [`contract::error::ApiError`], callers [`application::caller::Caller`] and [`application::caller::Member`], bodies [`contract::dto`].

pub mod client;
pub mod database_log;
pub mod described;
pub mod openapi;
pub mod pages;
pub mod routes;
pub mod serve;
pub mod server;
