//! Room leases in Redis, and the load of each node. Every decision is one script, on Redis's clock.
//!
//! Leases name nodes by id. Addresses are only in PostgreSQL, so writing to Redis cannot redirect commands to a stranger.

use std::{sync::LazyLock, time::Duration};

use redis::Script;
use uuid::Uuid;

use crate::redis::{Away, Redis};

/// Lifetime of a lease without renewal.
pub(crate) const TERM: Duration = Duration::from_secs(6);
/// A node that has not reported for this long is given no more rooms, even if its leases are still valid.
const LATE_AFTER: Duration = Duration::from_secs(3);
/// Timeout of one call.
const TIMEOUT: Duration = Duration::from_millis(500);
/// Hash: node id → number of rooms, time of the last report.
const NODES: &str = "nodes:load";

/// Takes or renews leases. KEYS: the leases; ARGV: node id, term in ms, then one epoch per lease. A lease is
/// `epoch node`. The later epoch wins, because the journal fences the earlier one; a room that is still loading
/// has epoch 0 and never displaces another node. Returns, per key, the lease that another node holds, or an empty string.
static TAKE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local me, term = ARGV[1], ARGV[2]
local others = {}
for i, key in ipairs(KEYS) do
  local epoch = tonumber(ARGV[2 + i])
  local lease = redis.call('GET', key)
  local held, node = 0, me
  if lease then
    held, node = string.match(lease, '^(%d+) (%S+)$')
    held, node = tonumber(held) or 0, node or me
  end
  if node ~= me and held >= epoch then
    others[i] = lease
  else
    if node == me and held > epoch then epoch = held end
    redis.call('SET', key, string.format('%.0f %s', epoch, me), 'PX', term)
    others[i] = ''
  end
end
return others",
    )
});

/// Places an unleased room (KEYS[1]) on the node with the fewest rooms; on a tie, the caller wins. Counts it there at once, so
/// that simultaneous placements spread. A lease of the node ARGV[4] counts for nothing. Returns the lease, or an empty string if
/// no node takes rooms.
static PLACE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local lease = redis.call('GET', KEYS[1])
if lease and string.match(lease, '^%d+ (%S+)$') ~= ARGV[4] then return lease end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local me, term, late_after = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local best, fewest, seen_best
local nodes = redis.call('HGETALL', KEYS[2])
for i = 1, #nodes, 2 do
  local node = nodes[i]
  local rooms, seen = string.match(nodes[i + 1], '^(%d+) (%d+)$')
  rooms, seen = tonumber(rooms), tonumber(seen)
  if not seen or now - seen > term then
    redis.call('HDEL', KEYS[2], node)
  elseif now - seen <= late_after and (not best or rooms < fewest or (rooms == fewest and node == me)) then
    best, fewest, seen_best = node, rooms, seen
  end
end
if not best then return '' end
redis.call('HSET', KEYS[2], best, string.format('%.0f %.0f', fewest + 1, seen_best))
lease = string.format('0 %s', best)
redis.call('SET', KEYS[1], lease, 'PX', term)
return lease",
    )
});

/// Records how many rooms a node has.
static REPORT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], ARGV[1], string.format('%s %.0f', ARGV[2], now))",
    )
});

/// Passes a lease on to another node (ARGV[3]) or deletes it, unless another node or a later epoch holds it.
static RELEASE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local lease = redis.call('GET', KEYS[1])
if not lease then return end
local held, node = string.match(lease, '^(%d+) (%S+)$')
if node ~= ARGV[1] or tonumber(held) > tonumber(ARGV[2]) then return end
if ARGV[3] then
  redis.call('SET', KEYS[1], string.format('0 %s', ARGV[3]), 'KEEPTTL')
else
  redis.call('DEL', KEYS[1])
end",
    )
});

/// One node's client for the leases.
#[derive(Clone)]
pub struct Leases {
    redis: Redis,
    me: Uuid,
}

impl Leases {
    pub fn new(redis: Redis, me: Uuid) -> Self {
        Self { redis, me }
    }

    /// Takes or renews leases, each under its epoch (0 before the room is loaded). Returns the rooms leased by other
    /// nodes.
    pub async fn take(&self, rooms: &[(i64, i64)]) -> Result<Vec<(i64, Uuid)>, Away> {
        if rooms.is_empty() {
            return Ok(Vec::new());
        }
        let mut call = TAKE.prepare_invoke();
        call.arg(self.me.to_string()).arg(millis(TERM));
        for (catalog_id, epoch) in rooms {
            call.key(key(*catalog_id)).arg(*epoch);
        }
        let leases: Vec<String> = self
            .redis
            .run(TIMEOUT, async |redis| call.invoke_async(redis).await)
            .await?;
        let others = rooms.iter().zip(&leases);
        Ok(others
            .filter_map(|((catalog_id, _), lease)| Some((*catalog_id, holder_of(lease)?)))
            .collect())
    }

    /// The node that holds the room's lease.
    pub async fn holder(&self, catalog_id: i64) -> Result<Option<Uuid>, Away> {
        let lease: Option<String> = self
            .redis
            .run(TIMEOUT, async |redis| {
                redis::cmd("GET")
                    .arg(key(catalog_id))
                    .query_async(redis)
                    .await
            })
            .await?;
        Ok(lease.as_deref().and_then(holder_of))
    }

    /// Returns the holder of the room's lease. Places the room on the node with the fewest rooms if there is none, or if it is
    /// `silent`.
    pub async fn place(&self, catalog_id: i64, silent: Option<Uuid>) -> Result<Option<Uuid>, Away> {
        let mut call = PLACE.prepare_invoke();
        call.key(key(catalog_id))
            .key(NODES)
            .arg(self.me.to_string())
            .arg(millis(TERM))
            .arg(millis(LATE_AFTER))
            .arg(silent.map(|node| node.to_string()).unwrap_or_default());
        let lease: String = self
            .redis
            .run(TIMEOUT, async |redis| call.invoke_async(redis).await)
            .await?;
        Ok(holder_of(&lease))
    }

    /// Passes the lease on to another node, or deletes it. Without an epoch, any epoch of this node matches.
    pub async fn release(
        &self,
        catalog_id: i64,
        epoch: Option<i64>,
        to: Option<Uuid>,
    ) -> Result<(), Away> {
        let mut call = RELEASE.prepare_invoke();
        call.key(key(catalog_id))
            .arg(self.me.to_string())
            .arg(epoch.unwrap_or(i64::MAX));
        if let Some(node) = to {
            call.arg(node.to_string());
        }
        self.redis
            .run(TIMEOUT, async |redis| call.invoke_async(redis).await)
            .await
    }

    /// Reports this node's number of rooms, which makes it eligible for more.
    pub async fn report(&self, rooms: usize) -> Result<(), Away> {
        let mut call = REPORT.prepare_invoke();
        call.key(NODES).arg(self.me.to_string()).arg(rooms);
        self.redis
            .run(TIMEOUT, async |redis| call.invoke_async(redis).await)
            .await
    }

    /// Makes this node ineligible for more rooms.
    pub async fn sign_off(&self) -> Result<(), Away> {
        self.redis
            .run(TIMEOUT, async |redis| {
                redis::cmd("HDEL")
                    .arg(NODES)
                    .arg(self.me.to_string())
                    .query_async(redis)
                    .await
            })
            .await
    }
}

fn key(catalog_id: i64) -> String {
    format!("owner:{{{catalog_id}}}")
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The node named by a lease; `None` for an empty one.
fn holder_of(lease: &str) -> Option<Uuid> {
    let (_, node) = lease.split_once(' ')?;
    Uuid::parse_str(node).ok()
}
