//! REST of the auction platform, and the all-in-one server of a single machine.
//!
//! Routes by resource lie in [`routes`]; [`server`] puts them together with the gateway and the client's files. Errors
//! are [`error::ApiError`], callers [`caller::Caller`] and [`caller::Member`], bodies [`dto`].

pub mod access;
pub mod admin;
pub mod attachments;
pub mod backend;
pub mod bet_report;
pub mod caller;
pub mod catalogue;
pub mod client;
pub mod clock;
pub mod codes;
pub mod config;
pub mod delivery;
pub mod documents;
pub mod download;
pub mod dto;
pub mod error;
pub mod external;
pub mod fields;
pub mod image_proxy;
pub mod import;
pub mod journal;
pub mod letters;
pub mod limits;
pub mod listing;
pub mod login;
pub mod notifier;
pub mod openapi;
pub mod pages;
pub mod people;
pub mod pictures;
pub mod routes;
pub mod seed;
pub mod serve;
pub mod server;
pub mod standing;
pub mod state;
pub mod sweep;
pub mod upload;
