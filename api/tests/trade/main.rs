//! The calls of bidding, catalogs and lots over real HTTP, with a real database and real rooms.

mod absentee;
mod artists;
mod auctioneer;
mod banners_and_help;
mod bets;
mod catalog_changes;
mod catalogs;
mod chat_and_favourites;
mod deletion;
mod documents;
mod house_changes;
mod journal;
mod lot_changes;
mod lots;
mod news;
mod notifications;
mod pages;
mod price_queries;
mod report;
mod roles;
mod search;
mod sockets;
mod staff;
mod subscriptions;
mod tokens;
mod world;
