//! Several nodes on one database and one Redis.

mod limits;
mod relay;
