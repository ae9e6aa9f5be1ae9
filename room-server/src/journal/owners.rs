//! Ownership of rooms in PostgreSQL. Used only by multi-node sites.
//!
//! Ownership routes commands. It may be stale at any moment: the epoch fences an owner that lost its room without noticing.

use crate::ports::Node;
use domain::Timestamp;
use sqlx::PgPool;
use std::{collections::HashSet, time::Duration};
use uuid::Uuid;
use wire::instant::datetime;

/// A node without a heartbeat for this long is silent, and any other node may claim its rooms.
pub const SILENT_AFTER: Duration = Duration::from_secs(5);

/// What a node says of itself with each heartbeat.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Whether it may own rooms.
    pub takes_rooms: bool,
    /// Nodes whose internal listener it cannot reach, itself included.
    pub cannot_reach: Vec<Uuid>,
}

/// Another node, as it last reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer {
    pub node: Node,
    pub takes_rooms: bool,
    pub cannot_reach: Vec<Uuid>,
    /// It has sent no heartbeat for [`SILENT_AFTER`].
    pub is_silent: bool,
}

/// Records a heartbeat with what this node's clock shows. Returns the other nodes.
pub async fn report(
    pool: &PgPool,
    node: &Node,
    report: &Report,
    at: Timestamp,
) -> sqlx::Result<Vec<Peer>> {
    let peers = sqlx::query!(
        r#"with alive as (
             insert into node (id, address, takes_rooms, cannot_reach, seen, clock) values ($1, $2, $3, $4, now(), $6)
             on conflict (id) do update set address = excluded.address, takes_rooms = excluded.takes_rooms,
                 cannot_reach = excluded.cannot_reach, seen = excluded.seen, clock = excluded.clock
         ), gone as (
             delete from node where id <> $1 and seen < now() - interval '1 day'
         )
         select id, address, takes_rooms, cannot_reach, seen < now() - make_interval(secs => $5) as "is_silent!"
         from node where id <> $1"#,
        node.id,
        node.address,
        report.takes_rooms,
        &report.cannot_reach,
        SILENT_AFTER.as_secs_f64(),
        datetime(at),
    )
    .fetch_all(pool)
    .await?;
    let peers = peers.into_iter().map(|row| Peer {
        node: Node {
            id: row.id,
            address: row.address,
        },
        takes_rooms: row.takes_rooms,
        cannot_reach: row.cannot_reach,
        is_silent: row.is_silent,
    });
    Ok(peers.collect())
}

/// Returns a node by its id, silent or not.
pub async fn node(pool: &PgPool, id: Uuid) -> sqlx::Result<Option<Node>> {
    sqlx::query_as!(Node, "select id, address from node where id = $1", id)
        .fetch_optional(pool)
        .await
}

/// Whether another node is alive to take rooms.
pub async fn has_others(pool: &PgPool, node: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
            select from node where id <> $1 and takes_rooms and seen >= now() - make_interval(secs => $2)
        ) as "has!""#,
        node,
        SILENT_AFTER.as_secs_f64(),
    )
    .fetch_one(pool)
    .await
}

/// Unregisters a node. Others may claim its remaining rooms at once.
pub async fn sign_off(pool: &PgPool, node: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from node where id = $1", node)
        .execute(pool)
        .await?;
    Ok(())
}

/// Returns the room's owner if it is alive.
pub async fn owner(pool: &PgPool, catalog_id: i64) -> sqlx::Result<Option<Node>> {
    sqlx::query_as!(
        Node,
        "select node.id, node.address from catalog_trade join node on node.id = catalog_trade.owner
         where catalog_trade.catalog_id = $1 and node.seen >= now() - make_interval(secs => $2)",
        catalog_id,
        SILENT_AFTER.as_secs_f64(),
    )
    .fetch_optional(pool)
    .await
}

/// The outcome of a claim.
pub enum Claim {
    /// This node owns the room, but has yet to start a new epoch.
    Taken {
        epoch: i64,
    },
    Owned(Node),
    /// The room does not exist.
    NoRoom,
}

/// Makes the node the room's owner unless its present owner is alive. Waits for a transaction that is storing a batch of
/// the room.
pub async fn claim(pool: &PgPool, catalog_id: i64, node: Uuid) -> sqlx::Result<Claim> {
    for _ in 0..2 {
        let mut transaction = pool.begin().await?;
        // In a statement of its own: one that had to wait for the row would judge the owner by what it saw before it waited.
        sqlx::query!(
            "select from catalog_trade where catalog_id = $1 for no key update",
            catalog_id
        )
        .execute(&mut *transaction)
        .await?;
        let claimed = sqlx::query_scalar!(
            "update catalog_trade set owner = $2
         where catalog_id = $1 and not exists (
             select from node
             where node.id = catalog_trade.owner and node.id <> $2
                 and node.seen >= statement_timestamp() - make_interval(secs => $3)
         )
         returning epoch",
            catalog_id,
            node,
            SILENT_AFTER.as_secs_f64(),
        )
        .fetch_optional(&mut *transaction)
        .await?;
        transaction.commit().await?;
        if let Some(epoch) = claimed {
            return Ok(Claim::Taken { epoch });
        }
        if let Some(owner) = owner(pool, catalog_id).await? {
            return Ok(Claim::Owned(owner));
        }
        // Either the room does not exist, or its owner released it or fell silent between the two statements.
    }
    Ok(Claim::NoRoom)
}

/// Returns the rooms that the node still owns under these epochs. Without an epoch, which a room that is being loaded has yet to
/// start, any matches.
pub async fn confirm(
    pool: &PgPool,
    node: Uuid,
    held: &[(i64, Option<i64>)],
) -> sqlx::Result<HashSet<i64>> {
    let (catalogs, epochs): (Vec<_>, Vec<_>) = held.iter().copied().unzip();
    let current = sqlx::query_scalar!(
        r#"select c.catalog_id from catalog_trade c
           join unnest($1::bigint[], $2::bigint[]) as held (catalog_id, epoch)
               on held.catalog_id = c.catalog_id and coalesce(held.epoch, c.epoch) = c.epoch
           where c.owner = $3"#,
        &catalogs,
        &epochs as &[Option<i64>],
        node,
    )
    .fetch_all(pool)
    .await?;
    Ok(current.into_iter().collect())
}

/// Releases the room to `to`, or to the next node that claims it. Everything decided under `epoch` must be stored, because the
/// next owner will not treat the gap as an outage. Pass no epoch for a room that is not in memory.
pub async fn hand_over(
    pool: &PgPool,
    catalog_id: i64,
    node: Uuid,
    epoch: Option<i64>,
    to: Option<Uuid>,
    at: Timestamp,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update catalog_trade set owner = $4, handed_over = case when $3::bigint is not null then $5::timestamptz end
         where catalog_id = $1 and owner = $2 and ($3::bigint is null or epoch = $3)",
        catalog_id,
        node,
        epoch,
        to,
        datetime(at),
    )
    .execute(pool)
    .await?;
    Ok(())
}
