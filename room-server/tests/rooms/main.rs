//! Rooms on a real PostgreSQL: a module a topic, a database and a process of rooms a test.
//!
//! `TEST_DATABASE_URL` names a superuser's maintenance database.

mod harness;

mod answers;
mod at_rest;
mod commands;
mod elsewhere;
mod journal;
mod keys;
mod memory;
mod notices;
mod ownership;
mod projections;
mod recovery;
mod rejections;
mod timers;
mod within;
