//! Ownership of rooms in PostgreSQL. Used only by multi-node sites.
//!
//! Ownership routes commands. It may be stale at any moment: the epoch fences an owner that lost its room without noticing.

use crate::instant::datetime;
use domain::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use std::{collections::HashSet, time::Duration};
use uuid::Uuid;

/// A node without a heartbeat for this long is silent, and any other node may claim its rooms.
pub const SILENT_AFTER: Duration = Duration::from_secs(5);

/// A node of the site. Each process start is a new node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    pub id: Uuid,
    /// Address of its internal listener.
    pub address: String,
}

/// Records a heartbeat with what this node's clock shows. Returns the silent nodes.
pub async fn report(pool: &PgPool, node: &Node, at: Timestamp) -> sqlx::Result<HashSet<Uuid>> {
    let silent = sqlx::query_scalar!(
        "with alive as (
             insert into node (id, address, seen, clock) values ($1, $2, now(), $4)
             on conflict (id) do update set address = excluded.address, seen = excluded.seen, clock = excluded.clock
         ), gone as (
             delete from node where id <> $1 and seen < now() - interval '1 day'
         )
         select id from node where id <> $1 and seen < now() - make_interval(secs => $3)",
        node.id,
        node.address,
        SILENT_AFTER.as_secs_f64(),
        datetime(at),
    )
    .fetch_all(pool)
    .await?;
    Ok(silent.into_iter().collect())
}

/// Whether another node is alive.
pub async fn has_others(pool: &PgPool, node: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from node where id <> $1 and seen >= now() - make_interval(secs => $2)) as "has!""#,
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
        let claimed = sqlx::query_scalar!(
            "update catalog_trade set owner = $2
         where catalog_id = $1 and not exists (
             select from node
             where node.id = catalog_trade.owner and node.id <> $2 and node.seen >= now() - make_interval(secs => $3)
         )
         returning epoch",
            catalog_id,
            node,
            SILENT_AFTER.as_secs_f64(),
        )
        .fetch_optional(pool)
        .await?;
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

/// Returns the rooms whose epochs are still current.
pub async fn confirm(pool: &PgPool, held: &[(i64, i64)]) -> sqlx::Result<HashSet<i64>> {
    let (catalogs, epochs): (Vec<_>, Vec<_>) = held.iter().copied().unzip();
    let current = sqlx::query_scalar!(
        r#"select c.catalog_id from catalog_trade c
           join unnest($1::bigint[], $2::bigint[]) as held (catalog_id, epoch)
               on held.catalog_id = c.catalog_id and held.epoch = c.epoch"#,
        &catalogs,
        &epochs,
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
