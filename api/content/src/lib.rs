//! What admins write for everybody: banners, partners, help articles, the operator's contacts, synonyms of the search.
//!
//! Each change is one transaction with its journal record. Callers check that the author is an admin.

pub mod banners;
pub mod contacts;
pub mod help;
mod links;
pub mod partners;
pub mod synonyms;
