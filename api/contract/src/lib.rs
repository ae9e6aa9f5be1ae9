//! What the API says: the bodies of requests and answers, the problems it answers with, the checking of fields, and limits.
//!
//! This crate knows nothing of SQL statements, routes or the application's state.

pub mod codes;
pub mod dto;
pub mod error;
pub mod fields;
pub mod limits;
