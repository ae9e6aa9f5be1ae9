//! Reads from the database what was lost on its way from another node: once a second, the versions of the rooms watched
//! here are compared with the journal's.

use std::{collections::HashMap, time::Duration};

use metrics::counter;
use room_server::{
    Payload, RoomError, Rooms,
    gateway::{Hub, News},
    journal,
};
use sqlx::PgPool;
use wire::LotUpdate;

const EVERY: Duration = Duration::from_secs(1);

/// Sends this node's sockets what the relay lost.
pub struct CatchUp {
    pub pool: PgPool,
    pub rooms: Rooms,
    pub hub: Hub,
}

impl CatchUp {
    /// Runs until the task is dropped.
    pub async fn run(self) {
        let mut every = tokio::time::interval(EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            if let Err(error) = self.compare().await {
                tracing::warn!(%error, "cannot compare versions with the journal");
            }
        }
    }

    async fn compare(&self) -> sqlx::Result<()> {
        let watched: HashMap<i64, i64> = self.hub.incomplete().into_iter().collect();
        if watched.is_empty() {
            return Ok(());
        }
        let catalogs: Vec<i64> = watched.keys().copied().collect();
        for (catalog_id, version) in journal::versions(&self.pool, &catalogs).await? {
            let Some(&since) = watched.get(&catalog_id) else {
                continue;
            };
            if version > since
                && let Err(error) = self.read(catalog_id, since).await
            {
                tracing::warn!(catalog_id, %error, "cannot read what changed in a room");
            }
        }
        Ok(())
    }

    /// Delivers everything newer than `since`; what has been published here already is dropped.
    async fn read(&self, catalog_id: i64, since: i64) -> Result<(), RoomError> {
        let snapshot = self.rooms.snapshot(catalog_id, Some(since)).await?;
        let version = snapshot.catalog.version;
        if version <= since {
            return Ok(());
        }
        counter!("relay_catch_ups_total").increment(1);
        for state in snapshot.lots {
            let lot: LotUpdate = serde_json::from_str(state.as_str()).map_err(unreadable)?;
            self.hub.deliver(&News::Lot {
                catalog_id,
                lot_id: lot.lot_id,
                version: lot.version,
                state,
            });
        }
        self.hub.deliver(&News::Catalog {
            catalog_id,
            version,
            state: Payload::encode(&snapshot.catalog).map_err(unreadable)?,
        });
        self.hub.completed(catalog_id, since, version);
        Ok(())
    }
}

fn unreadable(error: serde_json::Error) -> RoomError {
    tracing::error!(%error, "a room's state cannot be read");
    RoomError::Unavailable
}
