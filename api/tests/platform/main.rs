//! Logging in, houses, pictures, the seed and what holds for every call: over real HTTP, on a real PostgreSQL.
//!
//! `TEST_DATABASE_URL` names a superuser's maintenance database; every test makes a database of its own there.

mod accounts;
mod app;
mod consents;
mod contacts;
mod delivery;
mod errors;
mod external;
mod houses;
mod letters;
mod login;
mod logs;
mod openapi;
mod pictures;
mod seed;
mod smtp;
mod text;
