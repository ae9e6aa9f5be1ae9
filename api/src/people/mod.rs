//! People: their contacts and accounts, what they agreed to, and what becomes of their data.

pub mod consents;
pub mod contact;
pub mod deletion;
pub mod holder;
pub mod letters;
pub mod personal_data;
pub mod retention;
pub mod staff;
