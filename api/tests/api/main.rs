//! Every call over real HTTP, on a real PostgreSQL: a module a resource, a server a test.
//!
//! `TEST_DATABASE_URL` names a superuser's maintenance database; every test makes a database of its own there.

mod accounts;
mod artists;
mod auth;
mod authors;
mod banners;
mod bidders;
mod catalogs;
mod chat;
mod classificator;
mod concurrency;
mod consents;
mod delivery;
mod docs;
mod documents;
mod edges;
mod errors;
mod external;
mod favourites;
mod help;
mod houses;
mod images;
mod import;
mod journal;
mod listing;
mod logs;
mod lots;
mod news;
mod notifications;
mod openapi;
mod pages;
mod partners;
mod picture_attacks;
mod price_queries;
mod retention;
mod roles;
mod seed;
mod sockets;
mod subscriptions;
mod support;
mod sweep;
mod synonyms;
mod text;
mod trade;
mod uploads;
