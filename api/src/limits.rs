//! How often somebody may do something: token buckets, in this process.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::config::Config;
use contract::error::{ApiError, ApiResult};
use people::origin::network;

/// Buckets of `burst` tokens that refill at `per_second`, one for each key.
struct Buckets<K> {
    per_second: f64,
    burst: f64,
    buckets: Mutex<Known<K>>,
}

struct Known<K> {
    /// Tokens, and when they were counted.
    of: HashMap<K, (f64, Instant)>,
    /// Above this number, buckets that are full again are dropped.
    many: usize,
}

/// Below this number nothing is dropped.
const MANY: usize = 10_000;

impl<K: Eq + Hash> Buckets<K> {
    /// Zero tokens a second is no limit.
    fn new(per_second: f64, burst: f64) -> Self {
        Self {
            per_second,
            burst,
            buckets: Mutex::new(Known {
                of: HashMap::new(),
                many: MANY,
            }),
        }
    }

    fn take(&self, key: K, now: Instant) -> Result<(), Duration> {
        if self.per_second == 0.0 {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.of.len() > buckets.many {
            let refill = Duration::from_secs_f64(self.burst / self.per_second);
            buckets
                .of
                .retain(|_, (_, at)| now.saturating_duration_since(*at) < refill);
            // Those that stay are looked through again only when there are twice as many.
            buckets.many = MANY.max(2 * buckets.of.len());
        }
        let (tokens, at) = buckets.of.entry(key).or_insert((self.burst, now));
        *tokens = (*tokens + now.saturating_duration_since(*at).as_secs_f64() * self.per_second)
            .min(self.burst);
        *at = now;
        if *tokens >= 1.0 {
            *tokens -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((1.0 - *tokens) / self.per_second))
    }
}

/// Limits on what hammers or reaches far: bets, uploads, price queries and exports of a user; searches, made-up visitors,
/// consents and fetched pictures of an address; whom somebody of a house names.
pub struct Limits {
    bets: Buckets<i64>,
    searches: Buckets<IpAddr>,
    uploads: Buckets<i64>,
    new_browsers: Buckets<IpAddr>,
    remembered_browsers: Buckets<IpAddr>,
    price_queries: Buckets<i64>,
    proxied_images: Buckets<IpAddr>,
    consents: Buckets<IpAddr>,
    namings: Buckets<i64>,
    exports: Buckets<i64>,
}

impl Limits {
    pub fn new(config: &Config) -> Self {
        let bets = f64::from(config.bet_rate_per_second);
        let searches = f64::from(config.search_rate_per_second);
        let uploads = f64::from(config.upload_rate_per_minute) / 60.0;
        Self {
            bets: Buckets::new(bets, bets * 2.0),
            searches: Buckets::new(searches, searches * 3.0),
            uploads: Buckets::new(uploads, (uploads * 60.0).max(1.0)),
            // A saleroom full of people may sit behind one address, or the customers of a mobile network.
            new_browsers: Buckets::new(120.0 / 3600.0, 300.0),
            remembered_browsers: Buckets::new(1.0, 1000.0),
            // Every one of them is read and answered by a person.
            price_queries: Buckets::new(20.0 / 3600.0, 20.0),
            // A page shows some dozens of them at once.
            proxied_images: Buckets::new(2.0, 120.0),
            consents: Buckets::new(1.0, 200.0),
            namings: Buckets::new(30.0 / 3600.0, 30.0),
            exports: Buckets::new(5.0 / 3600.0, 5.0),
        }
    }

    /// Bets, absentee orders and auctioneer's commands of a user.
    pub fn bet(&self, account_id: i64) -> ApiResult<()> {
        allowed(self.bets.take(account_id, Instant::now()))
    }

    pub fn search(&self, address: IpAddr) -> ApiResult<()> {
        allowed(self.searches.take(network(address), Instant::now()))
    }

    /// A browser that was not here today, as it says itself: whether what it looks at counts.
    pub fn counts_new_browser(&self, address: IpAddr) -> bool {
        self.new_browsers
            .take(network(address), Instant::now())
            .is_ok()
    }

    /// The same: whether what it looks at is kept for itself, where it does not count.
    pub fn remembers_new_browser(&self, address: IpAddr) -> bool {
        self.remembered_browsers
            .take(network(address), Instant::now())
            .is_ok()
    }

    /// Price queries of a user: 20 at once, 20 an hour.
    pub fn price_query(&self, account_id: i64) -> ApiResult<()> {
        allowed(self.price_queries.take(account_id, Instant::now()))
    }

    /// Pictures of other sites, which this server fetches for an address.
    pub fn proxied_image(&self, address: IpAddr) -> ApiResult<()> {
        allowed(self.proxied_images.take(network(address), Instant::now()))
    }

    /// Consents of whoever comes from an address.
    pub fn consent(&self, address: IpAddr) -> ApiResult<()> {
        allowed(self.consents.take(network(address), Instant::now()))
    }

    /// People whom somebody of a house names by their contacts, accounts made so among them.
    pub fn naming(&self, account_id: i64) -> ApiResult<()> {
        allowed(self.namings.take(account_id, Instant::now()))
    }

    /// All that is stored about a user.
    pub fn export(&self, account_id: i64) -> ApiResult<()> {
        allowed(self.exports.take(account_id, Instant::now()))
    }

    pub fn upload(&self, account_id: i64) -> ApiResult<()> {
        allowed(self.uploads.take(account_id, Instant::now()))
    }
}

fn allowed(taken: Result<(), Duration>) -> ApiResult<()> {
    taken.map_err(|wait| {
        ApiError::too_many(
            wait.as_secs_f64().ceil() as u64,
            "Слишком много запросов, подождите немного",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_then_its_rate() {
        let buckets = Buckets::new(2.0, 4.0);
        let start = Instant::now();
        for _ in 0..4 {
            buckets.take(1, start).unwrap();
        }
        assert_eq!(
            buckets.take(1, start).unwrap_err(),
            Duration::from_millis(500)
        );
        buckets.take(2, start).unwrap();
        buckets.take(1, start + Duration::from_millis(500)).unwrap();
        assert!(buckets.take(1, start + Duration::from_millis(600)).is_err());
        let later = start + Duration::from_secs(60);
        for _ in 0..4 {
            buckets.take(1, later).unwrap();
        }
        assert!(buckets.take(1, later).is_err());
    }

    #[test]
    fn many_buckets_are_looked_through_seldom_and_forgotten_when_full() {
        let buckets = Buckets::new(1.0, 10.0);
        let start = Instant::now();
        for key in 0..=MANY + 1 {
            buckets.take(key, start).unwrap();
        }
        let many = || buckets.buckets.lock().unwrap().many;
        assert_eq!(many(), 2 * (MANY + 1));
        for key in 0..=2 * MANY {
            buckets.take(key, start).unwrap();
        }
        assert_eq!(many(), 2 * (MANY + 1), "not at each call");
        let later = start + Duration::from_secs(10);
        for key in 2 * MANY + 1..=2 * MANY + 4 {
            buckets.take(key, later).unwrap();
        }
        assert_eq!(many(), MANY);
        assert!(buckets.buckets.lock().unwrap().of.len() < 10);
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let of = |address: &str| network(address.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn zero_is_no_limit() {
        let buckets = Buckets::new(0.0, 0.0);
        assert!((0..1000).all(|_| buckets.take((), Instant::now()).is_ok()));
    }
}
