//! Pictures of other sites, fetched by us so that no page of ours asks foreign hosts.
//!
//! Whoever names an address makes this server connect to it, so it connects to public hosts alone. Names are resolved by
//! us, the addresses judged, and those very addresses connected to: there is no second resolution that could say
//! otherwise. Redirects are followed by hand, and judged the same. What comes back is read only as far as a picture may be
//! long, and encoded again: nothing of the file itself is passed on. Of a picture that cannot be had nobody learns why,
//! since the reasons would tell of the network this server stands in.

mod addresses;
mod cache;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION, VIA};
use reqwest::redirect;
use url::{Host, Url};

pub use addresses::is_public;

use crate::codec::Format;
use crate::size::Size;
use crate::store::Pictures;
use crate::workshop::Workshop;
use cache::Cache;

/// Of a file.
pub const LIMIT: usize = 10 << 20;
/// Of an address, in characters.
pub const ADDRESS_LIMIT: usize = 2000;
const REDIRECTS: usize = 3;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Of one fetch with all its redirects.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Files in memory at once: fetched, waiting to be worked on, worked on.
const AT_ONCE: usize = 8;
/// Says of a request that it is ours: who gets it and is ourselves does not answer it, so that no chain comes about.
const SIGNATURE: &str = "1.1 auction-image-proxy";

/// The net as the proxy sees it.
#[async_trait]
pub trait Network: Send + Sync {
    /// The addresses of a name. Port 0 is the conventional one.
    async fn resolve(&self, name: &str) -> io::Result<Vec<SocketAddr>>;

    /// Whether the proxy may connect to this address.
    fn permits(&self, address: IpAddr) -> bool;
}

/// The internet.
pub struct Internet;

#[async_trait]
impl Network for Internet {
    async fn resolve(&self, name: &str) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((name, 0)).await?.collect())
    }

    fn permits(&self, address: IpAddr) -> bool {
        is_public(address)
    }
}

/// Resolves names to addresses that may be connected to, or to nothing.
struct Guard(Arc<dyn Network>);

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let network = self.0.clone();
        Box::pin(async move {
            let addresses = network.resolve(name.as_str()).await?;
            // A name with a public address and another one is up to something.
            if addresses.is_empty() || !addresses.iter().all(|a| network.permits(a.ip())) {
                return Err("not a public host".into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Why an address is not even tried; the text is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    #[error("Адрес изображения должен начинаться с http:// или https://")]
    Unreadable,
    #[error("Слишком длинный адрес изображения")]
    TooLong,
    #[error("Адрес изображения не должен содержать имя пользователя и пароль")]
    Credentials,
    #[error("Недопустимый порт в адресе изображения")]
    Port,
}

/// The picture cannot be had: no public host, no answer, no picture, too large.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(&'static str);

pub struct ImageProxy {
    network: Arc<dyn Network>,
    http: reqwest::Client,
    fetching: Workshop,
    /// One of the two places where pictures are worked on stays free of foreign ones.
    working: Workshop,
    cache: Cache,
}

impl ImageProxy {
    pub fn new(network: Arc<dyn Network>) -> Self {
        let http = reqwest::Client::builder()
            .dns_resolver(Arc::new(Guard(network.clone())))
            .redirect(redirect::Policy::none())
            // A proxy of the environment would resolve names itself.
            .no_proxy()
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .referer(false)
            .build()
            .expect("TLS is set up before any state is");
        Self {
            network,
            http,
            fetching: Workshop::new(AT_ONCE),
            working: Workshop::new(1),
            cache: Cache::default(),
        }
    }

    /// Whether a request is one of this proxy's own, here or elsewhere.
    pub fn is_own<'a>(mut via: impl Iterator<Item = &'a str>) -> bool {
        via.any(|via| via.contains(SIGNATURE))
    }

    /// The picture at an address that [`address`] has read, encoded again.
    pub async fn get(
        &self,
        address: Url,
        size: Size,
        format: Format,
        pictures: &Pictures,
    ) -> anyhow::Result<Result<Bytes, Unavailable>> {
        let key = (address.to_string(), size, format);
        if let Some(picture) = self.cache.get(&key, Instant::now()) {
            return Ok(Ok(picture));
        }
        let fetching = self.fetching.place().await?;
        let fetched = match tokio::time::timeout(TIMEOUT, self.fetch(address)).await {
            Ok(Ok(fetched)) => fetched,
            Ok(Err(unavailable)) => return Ok(Err(unavailable)),
            Err(_) => return Ok(Err(Unavailable("timed out"))),
        };
        let working = self.working.place().await?;
        // Both are held until the work is done, though whoever asked be gone by then.
        let held = (fetching, working);
        match pictures.recode(fetched, size, format, held).await? {
            Ok(picture) => {
                self.cache.put(key, picture.clone(), Instant::now());
                Ok(Ok(picture))
            }
            Err(_) => Ok(Err(Unavailable("no picture"))),
        }
    }

    /// The bytes of what says it is a picture.
    async fn fetch(&self, mut address: Url) -> Result<Bytes, Unavailable> {
        for _ in 0..=REDIRECTS {
            // Addresses in place of names are not resolved, so the guard does not see them.
            let is_permitted = match address.host() {
                Some(Host::Ipv4(v4)) => self.network.permits(v4.into()),
                Some(Host::Ipv6(v6)) => self.network.permits(v6.into()),
                Some(Host::Domain(_)) => true,
                None => false,
            };
            if !is_permitted {
                return Err(Unavailable("not a public host"));
            }
            let answer = self
                .http
                .get(address.clone())
                .header(VIA, SIGNATURE)
                .send()
                .await
                .map_err(|_| Unavailable("no answer"))?;
            if answer.status().is_redirection() {
                let next = target(answer.headers(), &address);
                address = next.ok_or(Unavailable("a redirect to nowhere"))?;
                continue;
            }
            if answer.status() != reqwest::StatusCode::OK {
                return Err(Unavailable("another status than 200"));
            }
            return body(answer).await;
        }
        Err(Unavailable("too many redirects"))
    }
}

/// An address that may be asked for: http or https on their own ports, without credentials.
pub fn address(text: &str) -> Result<Url, BadAddress> {
    if text.chars().count() > ADDRESS_LIMIT {
        return Err(BadAddress::TooLong);
    }
    let mut url = Url::parse(text).map_err(|_| BadAddress::Unreadable)?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(BadAddress::Unreadable);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(BadAddress::Credentials);
    }
    if !matches!(url.port_or_known_default(), Some(80 | 443)) {
        return Err(BadAddress::Port);
    }
    url.set_fragment(None);
    Ok(url)
}

/// Where a redirect leads to, if it may be followed.
fn target(headers: &HeaderMap, from: &Url) -> Option<Url> {
    let location = headers.get(LOCATION)?.to_str().ok()?;
    address(from.join(location).ok()?.as_str()).ok()
}

async fn body(mut answer: reqwest::Response) -> Result<Bytes, Unavailable> {
    let is_picture = answer
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("image/"));
    if !is_picture {
        return Err(Unavailable("no picture"));
    }
    let too_large = Unavailable("too large");
    if answer
        .content_length()
        .is_some_and(|length| length > LIMIT as u64)
    {
        return Err(too_large);
    }
    let mut bytes = BytesMut::new();
    loop {
        match answer.chunk().await {
            Ok(Some(chunk)) if bytes.len() + chunk.len() > LIMIT => return Err(too_large),
            Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
            Ok(None) => return Ok(bytes.freeze()),
            Err(_) => return Err(Unavailable("broke off")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain_ones_of_the_web() {
        for text in [
            "http://pictures.example/a.jpg",
            "https://pictures.example:443/a.jpg?b=c",
            "http://pictures.example:80/",
            "https://pictures.example:80/",
            "HTTP://Pictures.Example",
        ] {
            assert!(address(text).is_ok(), "{text}");
        }
        for (text, why) in [
            ("", BadAddress::Unreadable),
            ("pictures.example/a.jpg", BadAddress::Unreadable),
            ("//pictures.example/a.jpg", BadAddress::Unreadable),
            ("ftp://pictures.example/a.jpg", BadAddress::Unreadable),
            ("file:///etc/passwd", BadAddress::Unreadable),
            ("data:image/png;base64,AAAA", BadAddress::Unreadable),
            ("javascript:alert(1)", BadAddress::Unreadable),
            ("http://", BadAddress::Unreadable),
            ("http://user@pictures.example/", BadAddress::Credentials),
            ("http://:secret@pictures.example/", BadAddress::Credentials),
            ("http://pictures.example:8080/", BadAddress::Port),
            ("http://pictures.example:22/", BadAddress::Port),
            ("http://pictures.example:0/", BadAddress::Port),
        ] {
            assert_eq!(address(text), Err(why), "{text}");
        }
        let long = format!("http://pictures.example/{}", "a".repeat(ADDRESS_LIMIT));
        assert_eq!(address(&long), Err(BadAddress::TooLong));
        assert_eq!(
            address("http://a.example/b#c").unwrap().as_str(),
            "http://a.example/b"
        );
    }

    #[test]
    fn other_ways_to_write_an_address_are_seen_through() {
        for text in [
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://127.0.0.1./",
            "http://[::ffff:127.0.0.1]/",
            "http://①②⑦.0.0.1/",
        ] {
            let host = address(text).unwrap();
            let ip: IpAddr = match host.host().unwrap() {
                Host::Ipv4(v4) => v4.into(),
                Host::Ipv6(v6) => v6.into(),
                Host::Domain(name) => panic!("{text}: {name}"),
            };
            assert!(!is_public(ip), "{text}");
        }
    }
}
