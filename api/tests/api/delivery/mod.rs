//! Calls and letters that leave the server.

mod letters;
mod outbox;
mod providers;
