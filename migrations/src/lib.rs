//! The database schema, compiled in: the numbered SQL files beside this crate's manifest.
//!
//! An applied file is frozen, because the database stores its checksum. Every change needs a new file.

use sqlx::migrate::Migrator;

#[cfg(feature = "testing")]
pub mod testing;

/// Every migration, in order.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");
