//! The schema, compiled in: the numbered SQL files beside this crate's manifest.
//!
//! An applied file is frozen, since its checksum is stored with the database. A change is a new file.

use sqlx::migrate::Migrator;

#[cfg(feature = "testing")]
pub mod testing;

/// Every migration, in order.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");
