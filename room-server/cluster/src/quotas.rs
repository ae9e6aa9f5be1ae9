//! Rate limits that hold over all nodes.

use std::{fmt::Display, sync::LazyLock, time::Duration};

use metrics::counter;
use redis::Script;

use crate::redis::Redis;

/// How long a request may wait for the count.
const TIMEOUT: Duration = Duration::from_millis(100);

/// The generic cell rate algorithm, which each node also runs locally, on Redis's own clock. A key's value is
/// the time in microseconds at which its uses are paid off; the key expires then.
static TAKE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local paid_off = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local wait = paid_off - interval * (burst - 1) - now
if wait > 0 then
  return wait
end
paid_off = paid_off + interval
redis.call('SET', KEYS[1], string.format('%.0f', paid_off), 'PX', math.ceil((paid_off - now) / 1000))
return 0",
    )
});

/// One use per interval, in bursts of up to `burst`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub interval: Duration,
    pub burst: u32,
}

/// Counts uses over all nodes.
#[derive(Clone)]
pub struct Quotas(Redis);

impl Quotas {
    pub fn new(redis: Redis) -> Self {
        Self(redis)
    }

    /// Counts one use by `whom`, or returns the wait until the next one is allowed. While Redis is away, allows what the
    /// node's own count allows.
    pub async fn take(&self, what: &str, whom: impl Display, rate: Rate) -> Result<(), Duration> {
        let key = format!("limit:{{{what}:{whom}}}");
        let counted = self
            .0
            .run(TIMEOUT, async |connection| {
                TAKE.key(key)
                    .arg(u64::try_from(rate.interval.as_micros()).unwrap_or(u64::MAX))
                    .arg(rate.burst)
                    .invoke_async::<u64>(connection)
                    .await
            })
            .await;
        match counted {
            Ok(0) => Ok(()),
            Ok(wait) => Err(Duration::from_micros(wait)),
            Err(_) => {
                counter!("limits_local_total").increment(1);
                Ok(())
            }
        }
    }
}
