//! People: accounts, contacts, sign-in, rights, standing with houses, consents, data retention, and the journal of
//! changes.
//!
//! This crate knows nothing of routes or of what is sold.

pub mod access;
pub mod account;
pub mod admin;
pub mod consents;
pub mod contact;
pub mod contact_change;
pub mod deletion;
pub mod devices;
pub mod eligibility;
pub mod holder;
pub mod invitations;
pub mod journal;
pub mod letters;
pub mod lock;
pub mod login;
pub mod login_limits;
pub mod merging;
pub mod origin;
pub mod personal_data;
pub mod records;
pub mod registrations;
pub mod retention;
pub mod roster;
pub mod second_factor;
pub mod settings;
pub mod sought;
pub mod staff;
pub mod token;
pub mod totp;
pub mod untrusted;
