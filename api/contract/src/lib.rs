//! The API's contract: bodies of requests and answers, problems, field checks and limits.
//!
//! This crate knows nothing of SQL statements, routes or the application's state.

pub mod answers;
pub mod bounds;
pub mod codes;
pub mod description;
pub mod dto;
pub mod error;
pub mod fields;
pub mod limits;
pub mod sockets;
