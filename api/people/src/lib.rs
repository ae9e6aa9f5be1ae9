//! People: their accounts, contacts, logins and rights, what houses think of them, what they consented to, how long their
//! data is kept, and the journal of what they change.
//!
//! This crate knows nothing of routes or of what is sold.

pub mod access;
pub mod admin;
pub mod consents;
pub mod contact;
pub mod deletion;
pub mod holder;
pub mod journal;
pub mod letters;
pub mod login;
pub mod origin;
pub mod personal_data;
pub mod retention;
pub mod staff;
pub mod standing;
