//! Rate limits per user and per address, counted in this process and, if there are several nodes, over all of them.

use std::fmt::Display;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cluster::{Quotas, Rate};
use contract::error::{ApiError, ApiResult};
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use people::origin::network;

use config::Config;

type Limiter<K, C> = RateLimiter<K, HashMapStateStore<K>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// One quota per key.
struct Limit<K: Eq + Hash + Clone, C: Clock = MonotonicClock> {
    /// The limit's name in the keys of the shared counts.
    name: &'static str,
    /// None means unlimited.
    limiter: Option<Limiter<K, C>>,
    rate: Option<Rate>,
    /// Above this number of keys, keys with a replenished burst are dropped.
    sweep_above: AtomicUsize,
}

/// A person's chat messages over all nodes.
const CHAT: Rate = Rate {
    interval: Duration::from_secs(2),
    burst: 5,
};

const CONTROLS_A_SECOND: u32 = 50;

/// No keys are dropped up to this number.
const MANY: usize = 10_000;

impl<K: Eq + Hash + Clone> Limit<K> {
    fn new(name: &'static str, quota: Option<Quota>) -> Self {
        Self::with_clock(name, quota, MonotonicClock)
    }
}

impl<K: Eq + Hash + Clone, C: Clock> Limit<K, C> {
    fn with_clock(name: &'static str, quota: Option<Quota>, clock: C) -> Self {
        Self {
            name,
            rate: quota.map(|quota| Rate {
                interval: quota.replenish_interval(),
                burst: quota.burst_size().get(),
            }),
            limiter: quota.map(|quota| RateLimiter::hashmap_with_clock(quota, clock)),
            sweep_above: AtomicUsize::new(MANY),
        }
    }

    /// Counts one use over all nodes, or returns the wait until the next one is allowed. A use that this
    /// process refuses by its own count is not counted on the other nodes, so a flood stays local.
    async fn take_everywhere(&self, key: K, quotas: Option<&Quotas>) -> Result<(), Duration>
    where
        K: Display,
    {
        self.take(key.clone())?;
        match (quotas, self.rate) {
            (Some(quotas), Some(rate)) => quotas.take(self.name, key, rate).await,
            _ => Ok(()),
        }
    }

    /// Counts one use in this process, or returns the wait until the next one is allowed.
    fn take(&self, key: K) -> Result<(), Duration> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        if limiter.len() > self.sweep_above.load(Ordering::Relaxed) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
            // The next sweep waits until the remaining keys have doubled, which keeps the amortised cost per call
            // constant.
            self.sweep_above
                .store(MANY.max(2 * limiter.len()), Ordering::Relaxed);
        }
        limiter
            .check_key(&key)
            .map_err(|refused| refused.wait_time_from(limiter.clock().now()))
    }
}

/// Limits on actions that are frequent, expensive or reach other people. Per user: bets, uploads, price queries,
/// exports, controls of sales and people named. Per address: searches, suggestions, new browsers, consents and proxied pictures.
pub struct Limits {
    bets: Limit<i64>,
    controls: Limit<i64>,
    searches: Limit<IpAddr>,
    suggestions: Limit<IpAddr>,
    uploads: Limit<i64>,
    new_browsers: Limit<IpAddr>,
    remembered_browsers: Limit<IpAddr>,
    price_queries: Limit<i64>,
    proxied_images: Limit<IpAddr>,
    consents: Limit<IpAddr>,
    namings: Limit<i64>,
    exports: Limit<i64>,
    house_exports: Limit<i64>,
    refusals: Limit<i64>,
    quotas: Option<Quotas>,
}

impl Limits {
    /// `quotas` count over all nodes; None if there is only this one.
    pub fn new(config: &Config, quotas: Option<Quotas>) -> Self {
        Self {
            quotas,
            bets: Limit::new(
                "bets",
                unless_zero(config.bet_rate_per_second, |rate| {
                    Quota::per_second(rate).allow_burst(rate.saturating_mul(count(2)))
                }),
            ),
            // A desk may be run by a script, which acts in bursts.
            controls: Limit::new(
                "controls",
                Some(
                    Quota::per_second(count(CONTROLS_A_SECOND))
                        .allow_burst(count(2 * CONTROLS_A_SECOND)),
                ),
            ),
            searches: Limit::new(
                "searches",
                unless_zero(config.search_rate_per_second, search_quota),
            ),
            // Apart from searches: typing never uses up the lists that it leads to.
            suggestions: Limit::new(
                "suggestions",
                unless_zero(config.search_rate_per_second, search_quota),
            ),
            uploads: Limit::new(
                "uploads",
                unless_zero(config.upload_rate_per_minute, Quota::per_minute),
            ),
            // People in one saleroom may share an address, and so may customers of a mobile network.
            new_browsers: Limit::new(
                "new_browsers",
                Some(Quota::per_hour(count(120)).allow_burst(count(300))),
            ),
            remembered_browsers: Limit::new(
                "remembered_browsers",
                Some(Quota::per_second(count(1)).allow_burst(count(1000))),
            ),
            // A person reads and answers each query.
            price_queries: Limit::new("price_queries", Some(Quota::per_hour(count(20)))),
            // One page shows dozens of them.
            proxied_images: Limit::new(
                "proxied_images",
                Some(Quota::per_second(count(2)).allow_burst(count(120))),
            ),
            consents: Limit::new(
                "consents",
                Some(Quota::per_second(count(1)).allow_burst(count(200))),
            ),
            namings: Limit::new("namings", Some(Quota::per_hour(count(30)))),
            exports: Limit::new("exports", Some(Quota::per_hour(count(5)))),
            house_exports: Limit::new("house_exports", Some(Quota::per_hour(count(30)))),
            // A program that is refused all day fills no journal.
            refusals: Limit::new("refusals", Some(Quota::per_hour(count(60)))),
        }
    }

    /// Limits a user's bets and absentee orders.
    pub async fn bet(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.bets, account_id).await
    }

    /// Limits the acts of a user who runs a sale, hall bets included.
    pub async fn control(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.controls, account_id).await
    }

    pub async fn search(&self, address: IpAddr) -> ApiResult<()> {
        self.allowed(&self.searches, network(address)).await
    }

    /// Limits suggestions while a search is typed.
    pub async fn suggestion(&self, address: IpAddr) -> ApiResult<()> {
        self.allowed(&self.suggestions, network(address)).await
    }

    /// Whether views count from a browser that claims to be new today.
    pub async fn counts_new_browser(&self, address: IpAddr) -> bool {
        self.counts(&self.new_browsers, network(address)).await
    }

    /// Whether the server remembers the uncounted views of such a browser.
    pub async fn remembers_new_browser(&self, address: IpAddr) -> bool {
        self.counts(&self.remembered_browsers, network(address))
            .await
    }

    /// Limits a user's price queries.
    pub async fn price_query(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.price_queries, account_id).await
    }

    /// Limits pictures of other sites that the server fetches for an address.
    pub async fn proxied_image(&self, address: IpAddr) -> ApiResult<()> {
        self.allowed(&self.proxied_images, network(address)).await
    }

    /// Limits consents given from an address.
    pub async fn consent(&self, address: IpAddr) -> ApiResult<()> {
        self.allowed(&self.consents, network(address)).await
    }

    /// Limits how many people a house's staff member names by contact, which may create accounts.
    pub async fn naming(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.namings, account_id).await
    }

    /// Limits a user's exports of personal data.
    pub async fn export(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.exports, account_id).await
    }

    /// Limits a user's exports of a house's lists: there are several lists, each with its filters.
    pub async fn house_export(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.house_exports, account_id).await
    }

    /// Whether a refused call of the user is journalled; all are counted.
    pub async fn journals_refusal(&self, account_id: i64) -> bool {
        self.counts(&self.refusals, account_id).await
    }

    pub async fn upload(&self, account_id: i64) -> ApiResult<()> {
        self.allowed(&self.uploads, account_id).await
    }

    /// Whether this person may send another chat message. The gateway counts the messages of this node's sockets; this
    /// counts those of all nodes.
    pub async fn chat(&self, account_id: i64) -> bool {
        match &self.quotas {
            Some(quotas) => quotas.take("chat", account_id, CHAT).await.is_ok(),
            None => true,
        }
    }

    async fn counts<K: Eq + Hash + Clone + Display>(&self, limit: &Limit<K>, key: K) -> bool {
        limit
            .take_everywhere(key, self.quotas.as_ref())
            .await
            .is_ok()
    }

    async fn allowed<K: Eq + Hash + Clone + Display>(
        &self,
        limit: &Limit<K>,
        key: K,
    ) -> ApiResult<()> {
        limit
            .take_everywhere(key, self.quotas.as_ref())
            .await
            .map_err(|wait| {
                ApiError::too_many(
                    wait.as_secs_f64().ceil() as u64,
                    "Слишком много запросов, подождите немного",
                )
            })
    }
}

fn search_quota(rate: NonZeroU32) -> Quota {
    Quota::per_second(rate).allow_burst(rate.saturating_mul(count(3)))
}

/// Returns no quota, and so no limit, for a rate of zero.
fn unless_zero(rate: u32, quota: impl FnOnce(NonZeroU32) -> Quota) -> Option<Quota> {
    NonZeroU32::new(rate).map(quota)
}

const fn count(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("a quota is above zero")
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn limit<K: Eq + Hash + Clone>(
        per_second: u32,
        burst: u32,
    ) -> (Limit<K, FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        let quota = Quota::per_second(count(per_second)).allow_burst(count(burst));
        (Limit::with_clock("bets", Some(quota), clock.clone()), clock)
    }

    #[test]
    fn a_limit_allows_its_burst_then_its_rate() {
        let (limit, clock) = limit(2, 4);
        for _ in 0..4 {
            limit.take(1).unwrap();
        }
        assert_eq!(limit.take(1).unwrap_err(), Duration::from_millis(500));
        limit.take(2).unwrap();
        clock.advance(Duration::from_millis(500));
        limit.take(1).unwrap();
        clock.advance(Duration::from_millis(100));
        assert!(limit.take(1).is_err());
        clock.advance(Duration::from_secs(60));
        for _ in 0..4 {
            limit.take(1).unwrap();
        }
        assert!(limit.take(1).is_err());
    }

    #[test]
    fn sweeps_are_rare_and_drop_keys_with_a_replenished_burst() {
        let (limit, clock) = limit(1, 10);
        for key in 0..=MANY + 1 {
            limit.take(key).unwrap();
        }
        let sweep_above = || limit.sweep_above.load(Ordering::Relaxed);
        assert_eq!(sweep_above(), 2 * (MANY + 1));
        for key in 0..=2 * MANY {
            limit.take(key).unwrap();
        }
        assert_eq!(sweep_above(), 2 * (MANY + 1), "not on every call");
        clock.advance(Duration::from_secs(10));
        for key in 2 * MANY + 1..=2 * MANY + 4 {
            limit.take(key).unwrap();
        }
        assert_eq!(sweep_above(), MANY);
        assert!(limit.limiter.as_ref().unwrap().len() < 10);
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let of = |address: &str| network(address.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn a_rate_of_zero_means_unlimited() {
        let limit = Limit::new("bets", unless_zero(0, Quota::per_second));
        assert!((0..1000).all(|_| limit.take(()).is_ok()));
    }
}
