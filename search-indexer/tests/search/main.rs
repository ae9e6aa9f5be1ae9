//! Tests of search and listing on a real PostgreSQL.

mod counts;
mod filters;
mod outbox;
mod pages;
mod support;
mod texts;
