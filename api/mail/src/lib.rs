//! Mail and calls: delivery to people ([`delivery`]) and the queue of letters ([`letters`]).
//!
//! This crate does not know why a letter is written or who wants it.

pub mod delivery;
pub mod letters;
