//! PostgreSQL as the journal's store.

use super::{
    archive::Archive,
    batch::Batch,
    heartbeat::{self, LiveRoom},
    projection,
    session::{JournalSession, NotStored},
    settings::JournalSettings,
    statement,
    takeover::{self, LoadError, Loaded},
};

use async_trait::async_trait;
use domain::Timestamp;
use sqlstate::Cause;
use sqlx::{
    Connection as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::collections::HashSet;
use wire::{LotUpdate, RoomError, RoomSnapshot};

/// Maximum number of rooms loaded concurrently.
const READING_AT_ONCE: u32 = 8;

/// The writer's connection.
pub struct PgSession {
    options: PgConnectOptions,
    settings: JournalSettings,
    connection: Option<PgConnection>,
}

impl PgSession {
    pub fn new(options: PgConnectOptions, settings: &JournalSettings) -> Self {
        Self {
            options: session_options(options, settings),
            settings: settings.clone(),
            connection: None,
        }
    }

    /// Runs a query within the allowed time. Drops the connection if the outcome is unknown.
    async fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, NotStored> {
        let mut was_asked = false;
        let asking = async {
            let mut connection = match self.connection.take() {
                Some(connection) => connection,
                None => PgConnection::connect_with(&self.options).await?,
            };
            was_asked = true;
            let answer = question(&mut connection).await;
            if answer
                .as_ref()
                .err()
                .is_none_or(|error| Cause::of(error).is_rejection())
            {
                self.connection = Some(connection);
            }
            answer
        };
        let error = match tokio::time::timeout(self.settings.answer_timeout, asking).await {
            Ok(Ok(answer)) => return Ok(answer),
            Ok(Err(error)) => {
                tracing::error!(%error, "journal statement failed");
                Some(error)
            }
            Err(_) => {
                tracing::error!(timeout = ?self.settings.answer_timeout, "journal database timed out");
                None
            }
        };
        let cause = error.as_ref().map(Cause::of);
        let refused = cause.is_some_and(Cause::is_rejection);
        Err(if cause.is_some_and(Cause::is_data) {
            NotStored::Refused
        } else if refused || !was_asked {
            NotStored::Failed
        } else {
            NotStored::InDoubt
        })
    }
}

#[async_trait]
impl JournalSession for PgSession {
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored> {
        self.ask(async |connection| statement::store(connection, batches).await)
            .await
    }

    async fn beat(&mut self, rooms: &[LiveRoom], at: Timestamp) -> Result<HashSet<i64>, NotStored> {
        self.ask(async |connection| heartbeat::beat(connection, rooms, at).await)
            .await
    }

    fn is_connected(&self) -> bool {
        self.connection.is_some()
    }
}

/// Connection options that limit statements and idle transactions in time, and plan each statement only once.
fn session_options(options: PgConnectOptions, settings: &JournalSettings) -> PgConnectOptions {
    let timeout = settings.statement_timeout.as_millis().to_string();
    options.application_name("rooms-journal").options([
        ("statement_timeout", timeout.as_str()),
        // A process that stops before the commit must not block the room's next owner.
        ("idle_in_transaction_session_timeout", timeout.as_str()),
        ("plan_cache_mode", "force_generic_plan"),
        ("jit", "off"),
    ])
}

/// The journal's tables, accessed outside the writer.
pub struct PgArchive {
    pool: PgPool,
    /// Reserved for loading rooms: callers that wait for a room may occupy every connection of `pool`.
    reading: PgPool,
}

impl PgArchive {
    pub fn new(pool: PgPool) -> Self {
        let options = pool.connect_options().as_ref().clone();
        let reading = PgPoolOptions::new()
            .max_connections(READING_AT_ONCE)
            .connect_lazy_with(options);
        Self { pool, reading }
    }
}

#[async_trait]
impl Archive for PgArchive {
    async fn due(&self) -> sqlx::Result<Vec<i64>> {
        // State 0 is Scheduled; 1 and 5 are running.
        sqlx::query_scalar!(
            "select catalog_id from catalog_trade where catalog_is_unfinished(state) and (state <> 0 or next_wake is not null)"
        )
        .fetch_all(&self.pool)
        .await
    }

    async fn take_over(
        &self,
        catalog_id: i64,
        known_seq: Option<i64>,
        keys_since: Timestamp,
    ) -> Result<Loaded, LoadError> {
        takeover::take_over(&self.reading, catalog_id, known_seq, keys_since).await
    }

    async fn keep_snapshot(&self, catalog_id: i64, seq: i64, room: &str) -> sqlx::Result<()> {
        takeover::keep_snapshot(&self.pool, catalog_id, seq, room).await
    }

    async fn answer(&self, catalog_id: i64, seq: i64) -> sqlx::Result<String> {
        sqlx::query_scalar!(
            r#"select answer::text as "answer!" from room_command where catalog_id = $1 and seq = $2"#,
            catalog_id,
            seq
        )
        .fetch_one(&self.pool)
        .await
    }

    async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<i64>,
        now: Timestamp,
    ) -> Result<RoomSnapshot, RoomError> {
        projection::snapshot(&self.pool, catalog_id, since, now).await
    }

    async fn lot(
        &self,
        catalog_id: i64,
        lot_id: i64,
        now: Timestamp,
    ) -> Result<Option<LotUpdate>, RoomError> {
        projection::lot(&self.pool, catalog_id, lot_id, now).await
    }
}
