//! Fetches pictures from other sites, so that our pages make no requests to foreign hosts.
//!
//! Anyone who submits an address makes this server connect to it, so the proxy connects only to public hosts
//! ([`outgoing`]). It follows redirects itself, with the same checks. It reads a response only up to the size limit and
//! encodes the picture again, so no byte of the file is passed on. Users never learn why a picture is unavailable,
//! because the reason would reveal the network of this server.

mod cache;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION, VIA};
use tokio::sync::Semaphore;
use url::Url;

use crate::store::Pictures;
use cache::Cache;
use outgoing::Network;
use picture_codec::Format;
use picture_codec::Size;

/// The largest file, in bytes.
pub const LIMIT: usize = 10 << 20;
/// The longest address, in characters.
pub const ADDRESS_LIMIT: usize = 2000;
const REDIRECTS: usize = 3;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Bounds one fetch with all its redirects.
const TIMEOUT: Duration = Duration::from_secs(15);
/// The most files in memory at once: fetched, waiting, or being processed.
const AT_ONCE: usize = 8;
/// Marks the proxy's own requests. An instance refuses a request with this mark, which prevents loops.
const SIGNATURE: &str = "1.1 auction-image-proxy";

/// Why an address is refused before any connection. The messages are for users.
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

/// The picture is unavailable: not a public host, no response, not a picture, or too large.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(&'static str);

pub struct ImageProxy {
    network: Arc<dyn Network>,
    http: reqwest::Client,
    fetching: Arc<Semaphore>,
    /// One foreign picture is processed at a time.
    working: Arc<Semaphore>,
    cache: Cache,
}

impl ImageProxy {
    pub fn new(network: Arc<dyn Network>) -> Self {
        let http = outgoing::client(network.clone())
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT)
            .build()
            .expect("TLS is set up before any state");
        Self {
            network,
            http,
            fetching: Arc::new(Semaphore::new(AT_ONCE)),
            working: Arc::new(Semaphore::new(1)),
            cache: Cache::default(),
        }
    }

    /// Whether a request comes from an instance of this proxy.
    pub fn is_own<'a>(mut via: impl Iterator<Item = &'a str>) -> bool {
        via.any(|via| via.contains(SIGNATURE))
    }

    /// Fetches and encodes the picture at an address that [`address`] accepted.
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
        let fetching = self.fetching.clone().acquire_owned().await?;
        let fetched = match tokio::time::timeout(TIMEOUT, self.fetch(address)).await {
            Ok(Ok(fetched)) => fetched,
            Ok(Err(unavailable)) => return Ok(Err(unavailable)),
            Err(_) => return Ok(Err(Unavailable("timed out"))),
        };
        let working = self.working.clone().acquire_owned().await?;
        // Both are held until the work is done, even if the caller is gone by then.
        let held = (fetching, working);
        match pictures.recode(fetched, size, format, held).await? {
            Ok(picture) => {
                self.cache.put(key, picture.clone(), Instant::now());
                Ok(Ok(picture))
            }
            Err(_) => Ok(Err(Unavailable("not a picture"))),
        }
    }

    /// Downloads a response whose content type is a picture.
    async fn fetch(&self, mut address: Url) -> Result<Bytes, Unavailable> {
        for _ in 0..=REDIRECTS {
            if !outgoing::permits(&*self.network, &address) {
                return Err(Unavailable("not a public host"));
            }
            let answer = self
                .http
                .get(address.clone())
                .header(VIA, SIGNATURE)
                .send()
                .await
                .map_err(|_| Unavailable("no response"))?;
            if answer.status().is_redirection() {
                let next = target(answer.headers(), &address);
                address = next.ok_or(Unavailable("invalid redirect"))?;
                continue;
            }
            if answer.status() != reqwest::StatusCode::OK {
                return Err(Unavailable("status is not 200"));
            }
            return body(answer).await;
        }
        Err(Unavailable("too many redirects"))
    }
}

/// Parses an address that the proxy may fetch: http or https on ports 80 or 443, without credentials.
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

/// The target of a redirect, if the proxy may fetch it.
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
        return Err(Unavailable("not a picture"));
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
            Err(_) => return Err(Unavailable("connection lost")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use outgoing::is_public;
    use url::Host;

    use super::*;

    #[test]
    fn only_plain_web_addresses_are_accepted() {
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
    fn disguised_local_addresses_are_not_public() {
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
