//! Takes a room over: fences its previous owner and loads what is stored.

use domain::{Event, Room, Timestamp, apply};
use futures_util::TryStreamExt as _;
use sqlx::{Acquire as _, PgConnection, PgPool};
use std::collections::{HashMap, VecDeque};
use uuid::Uuid;
use wire::instant::{datetime, timestamp};

/// Maximum number of keys remembered per user and catalog; older ones are evicted. Far more than people use in a day,
/// it bounds the memory of a user whose bets are refused all day.
pub const KEYS_PER_USER: usize = 5_000;

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The catalog does not exist or has no room.
    #[error("catalog {0} has no room")]
    Unknown(i64),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The stored data does not decode to a room.
    #[error("the journal of catalog {catalog_id} cannot be read at {seq}: {error}")]
    Unreadable {
        catalog_id: i64,
        seq: i64,
        error: serde_json::Error,
    },
}

/// A room loaded from its journal.
#[derive(Debug)]
pub struct Loaded {
    pub room: Room,
    pub epoch: i64,
    pub seq: i64,
    /// Sequence number of the snapshot it was loaded from.
    pub snapshot_seq: i64,
    /// The last instant at which the room was known to be alive; `None` before its first heartbeat.
    pub last_alive: Option<Timestamp>,
    /// When the previous owner handed the room over with everything stored, if it did.
    pub handed_over: Option<Timestamp>,
    /// When the newest stored command was decided; `None` if the journal is empty.
    pub last_decided: Option<Timestamp>,
    /// Idempotency-Keys used since the requested instant, oldest first per user.
    pub keys: Vec<RememberedKey>,
    /// The stored commands after `known_seq`.
    pub stored: Vec<Uuid>,
}

/// A command that may be repeated under its key.
#[derive(Debug, Clone)]
pub struct RememberedKey {
    pub seq: i64,
    pub at: Timestamp,
    pub account_id: Option<i64>,
    pub key: String,
    pub request_hash: Vec<u8>,
}

/// Makes this process the room's owner and loads the room, in one transaction. Locking the row waits for a transaction
/// in doubt to end; the new epoch fences late writes.
///
/// `known_seq` is the sequence number that the journal is known to have reached; commands in doubt are looked up after
/// it.
pub async fn take_over(
    pool: &PgPool,
    catalog_id: i64,
    known_seq: Option<i64>,
    keys_since: Timestamp,
) -> Result<Loaded, LoadError> {
    let mut transaction = pool.begin().await?;
    let handed_over = sqlx::query_scalar!(
        "with before as (
             select catalog_id, handed_over from catalog_trade where catalog_id = $1 for no key update
         )
         update catalog_trade c set epoch = c.epoch + 1, handed_over = null
         from before where c.catalog_id = before.catalog_id
         returning before.handed_over",
        catalog_id
    )
    .fetch_optional(&mut *transaction)
    .await?
    .ok_or(LoadError::Unknown(catalog_id))?;
    let mut loaded = load(&mut transaction, catalog_id, known_seq, keys_since).await?;
    transaction.commit().await?;
    loaded.handed_over = handed_over.map(timestamp);
    Ok(loaded)
}

/// Loads a room without taking it over. The caller must hold the row of `catalog_trade`.
pub async fn load(
    connection: &mut PgConnection,
    catalog_id: i64,
    known_seq: Option<i64>,
    keys_since: Timestamp,
) -> Result<Loaded, LoadError> {
    let head = sqlx::query!(
        r#"select t.epoch, t.seq, t.version, t.heartbeat, c.at as "last_decided?",
               s.seq as snapshot_seq, s.state::text as "state!"
           from catalog_trade t
           join room_snapshot s on s.catalog_id = t.catalog_id
           left join room_command c on c.catalog_id = t.catalog_id and c.seq = t.seq
           where t.catalog_id = $1
           order by s.seq desc limit 1"#,
        catalog_id
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(LoadError::Unknown(catalog_id))?;
    let unreadable = |seq, error| LoadError::Unreadable {
        catalog_id,
        seq,
        error,
    };

    let mut room: Room =
        serde_json::from_str(&head.state).map_err(|error| unreadable(head.snapshot_seq, error))?;
    let mut rows = sqlx::query!(
        r#"select seq, events::text as "events!" from room_command where catalog_id = $1 and seq > $2 order by seq"#,
        catalog_id,
        head.snapshot_seq
    )
    .fetch(&mut *connection);
    while let Some(row) = rows.try_next().await? {
        let events: Vec<Event> =
            serde_json::from_str(&row.events).map_err(|error| unreadable(row.seq, error))?;
        for event in &events {
            apply(&mut room, event);
        }
    }
    drop(rows);
    if room.version() != head.version {
        tracing::error!(
            catalog_id,
            stored = head.version,
            replayed = room.version(),
            "the journal and the head differ"
        );
    }

    let mut rows = sqlx::query!(
        r#"select seq, at, account_id, idempotency_key as "key!", request_hash as "request_hash!" from room_command
           where catalog_id = $1 and at > $2 and idempotency_key is not null order by seq"#,
        catalog_id,
        datetime(keys_since),
    )
    .fetch(&mut *connection);
    let mut keys: HashMap<Option<i64>, VecDeque<RememberedKey>> = HashMap::new();
    while let Some(row) = rows.try_next().await? {
        let of_user = keys.entry(row.account_id).or_default();
        if of_user.len() == KEYS_PER_USER {
            of_user.pop_front();
        }
        of_user.push_back(RememberedKey {
            seq: row.seq,
            at: timestamp(row.at),
            account_id: row.account_id,
            key: row.key,
            request_hash: row.request_hash,
        });
    }
    drop(rows);
    let keys = keys.into_values().flatten().collect();
    let stored = match known_seq {
        Some(known) => {
            sqlx::query_scalar!(
                "select id from room_command where catalog_id = $1 and seq > $2",
                catalog_id,
                known
            )
            .fetch_all(&mut *connection)
            .await?
        }
        None => Vec::new(),
    };
    Ok(Loaded {
        room,
        epoch: head.epoch,
        seq: head.seq,
        snapshot_seq: head.snapshot_seq,
        last_alive: head.heartbeat.map(timestamp),
        handed_over: None,
        last_decided: head.last_decided.map(timestamp),
        keys,
        stored,
    })
}

/// Stores a snapshot, so that the next load starts there. The one at 0 stays: with the journal it preserves the
/// complete history.
pub async fn keep_snapshot(
    pool: &PgPool,
    catalog_id: i64,
    seq: i64,
    room: &str,
) -> sqlx::Result<()> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    sqlx::query!(
        "insert into room_snapshot (catalog_id, seq, state) values ($1, $2, $3::text::jsonb) on conflict do nothing",
        catalog_id,
        seq,
        room,
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "delete from room_snapshot where catalog_id = $1 and seq > 0 and seq < $2",
        catalog_id,
        seq
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await
}
