//! The search and its listing against a real PostgreSQL.

mod filters;
mod outbox;
mod pages;
mod support;
mod texts;
