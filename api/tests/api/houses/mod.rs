//! Houses.

mod decisions;
mod delete;
mod distrust;
mod export;
mod grid;
mod images;
mod info;
mod list;
mod registrations;
mod save;
mod staff;
mod storage;
mod switches;
