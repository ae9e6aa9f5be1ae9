//! Tests of search and listing on a real PostgreSQL.

mod counts;
mod engine;
mod fallback;
mod filters;
mod outbox;
mod pages;
mod server;
mod stub;
mod support;
mod texts;
