//! Auctions of another site.
//!
//! All callers are answered from memory. A listing older than five minutes is refreshed in the background and stays
//! usable for a day. Callers wait only if there is no usable listing, and they all wait for the same fetch.

use std::sync::{Arc, PoisonError, RwLock};

use reqwest::Client;
use serde::Deserialize;
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use url::Url;

use crate::answer::{body, shown};
use contract::dto::{ExternalAuction, Timestamp};

const FRESH: Duration = Duration::minutes(5);
const SHOWN: Duration = Duration::hours(24);
/// Wait before the next fetch after a failed one.
const PAUSE: Duration = Duration::seconds(30);
/// Maximum size of an answer in bytes.
const ANSWER_LIMIT: usize = 1 << 20;
/// Maximum number of auctions shown.
const MOST: usize = 200;
/// Maximum length of a title or house name, in characters.
const TEXT_LIMIT: usize = 300;
/// Maximum length of an address.
const ADDRESS_LIMIT: usize = 2000;

pub struct Auctions {
    http: Client,
    url: String,
    cache: RwLock<Cache>,
    /// Held during a fetch.
    fetching: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Cache {
    listing: Option<Listing>,
    /// Time of the last failed fetch.
    failed: Option<OffsetDateTime>,
}

/// The other site's listing, and when it was fetched.
#[derive(Clone)]
pub struct Listing {
    pub items: Arc<Vec<ExternalAuction>>,
    pub fetched: OffsetDateTime,
}

/// An auction as the other site sends it; an invalid optional field is dropped.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Theirs {
    /// A number or a string.
    id: Value,
    title: String,
    url: String,
    house_name: Option<String>,
    start_date: Option<Value>,
    end_date: Option<Value>,
    image_url: Option<String>,
}

impl Auctions {
    pub fn new(http: Client, url: String) -> Self {
        Self {
            http,
            url,
            cache: RwLock::default(),
            fetching: tokio::sync::Mutex::new(()),
        }
    }

    /// Returns the listing; None if the other site has not answered lately.
    pub async fn get(self: &Arc<Self>, now: OffsetDateTime) -> Option<Listing> {
        if let Some(listing) = self.shown(now) {
            if now - listing.fetched >= FRESH && !self.failed_just_now(now) {
                let auctions = self.clone();
                tokio::spawn(async move {
                    // Another task's fetch suffices, whether in progress or already done.
                    if let Ok(_turn) = auctions.fetching.try_lock()
                        && auctions
                            .shown(now)
                            .is_none_or(|listing| now - listing.fetched >= FRESH)
                    {
                        auctions.fetch(now).await;
                    }
                });
            }
            return Some(listing);
        }
        let _turn = self.fetching.lock().await;
        if self.shown(now).is_none() && !self.failed_just_now(now) {
            self.fetch(now).await;
        }
        self.shown(now)
    }

    fn shown(&self, now: OffsetDateTime) -> Option<Listing> {
        let cache = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        cache
            .listing
            .clone()
            .filter(|listing| now - listing.fetched < SHOWN)
    }

    fn failed_just_now(&self, now: OffsetDateTime) -> bool {
        let cache = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        cache.failed.is_some_and(|failed| now - failed < PAUSE)
    }

    async fn fetch(&self, now: OffsetDateTime) {
        let items = self.ask().await;
        let mut cache = self.cache.write().unwrap_or_else(PoisonError::into_inner);
        match items {
            Ok(items) => {
                let items = Arc::new(items);
                *cache = Cache {
                    listing: Some(Listing {
                        items,
                        fetched: now,
                    }),
                    failed: None,
                };
            }
            Err(error) => {
                tracing::warn!(error, "cannot fetch the external listing");
                cache.failed = Some(now);
            }
        }
    }

    async fn ask(&self) -> Result<Vec<ExternalAuction>, &'static str> {
        let answer = self.http.get(&self.url).send().await;
        let answer = answer.map_err(|_| "no answer")?;
        if !answer.status().is_success() {
            return Err("unsuccessful status");
        }
        let body = body(answer, ANSWER_LIMIT).await;
        let body = body.ok_or("answer cut off or too long")?;
        read(&body).ok_or("unreadable answer")
    }
}

/// Parses a list, or an object with a list in `items`. Skips invalid entries.
fn read(body: &[u8]) -> Option<Vec<ExternalAuction>> {
    let items = match serde_json::from_slice(body).ok()? {
        Value::Array(items) => items,
        Value::Object(mut object) => match object.remove("items")? {
            Value::Array(items) => items,
            _ => return None,
        },
        _ => return None,
    };
    Some(items.into_iter().filter_map(auction).take(MOST).collect())
}

fn auction(item: Value) -> Option<ExternalAuction> {
    let theirs: Theirs = serde_json::from_value(item).ok()?;
    let id = match theirs.id {
        Value::Number(id) => id.to_string(),
        Value::String(id) => shown(&id, 100)?,
        _ => return None,
    };
    let instant = |date: Option<Value>| serde_json::from_value::<Timestamp>(date?).ok();
    Some(ExternalAuction {
        id,
        title: shown(&theirs.title, TEXT_LIMIT)?,
        url: link(&theirs.url)?,
        house_name: theirs.house_name.and_then(|name| shown(&name, TEXT_LIMIT)),
        start_date: instant(theirs.start_date),
        end_date: instant(theirs.end_date),
        // Our pages make no requests to foreign hosts, so images go through the proxy.
        image_url: theirs.image_url.as_deref().and_then(link).map(|image| {
            let image: String = url::form_urlencoded::byte_serialize(image.as_bytes()).collect();
            format!("/api/image?url={image}")
        }),
    })
}

/// Accepts an http or https address without credentials.
fn link(text: &str) -> Option<String> {
    let url = Url::parse(text.trim()).ok()?;
    let fits = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.as_str().len() <= ADDRESS_LIMIT;
    fits.then(|| url.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn invalid_auctions_are_skipped() {
        let items = json!({"items": [
            {"id": 1, "title": " Осенние\nторги ", "url": "https://other.example/1", "houseName": "Дом",
                "startDate": "2026-11-21T10:00:00Z", "endDate": null, "imageUrl": "https://other.example/a b.jpg?c=d"},
            {"id": "x", "title": "Без дат", "url": "http://other.example", "startDate": "завтра", "imageUrl": "javascript:alert(1)"},
            {"id": 2, "title": "", "url": "https://other.example/2"},
            {"id": 3, "title": "Скрипт", "url": "javascript:alert(1)"},
            {"id": 4, "title": "С паролем", "url": "https://a:b@other.example"},
            {"id": [5], "title": "Без номера", "url": "https://other.example"},
            {"title": "Без номера", "url": "https://other.example"},
            "лот", null, 7
        ]});
        let read = read(items.to_string().as_bytes()).unwrap();
        let titles: Vec<&str> = read.iter().map(|auction| auction.title.as_str()).collect();
        assert_eq!(titles, ["Осенние торги", "Без дат"]);
        assert_eq!(
            read[0].image_url.as_deref(),
            Some("/api/image?url=https%3A%2F%2Fother.example%2Fa%2520b.jpg%3Fc%3Dd")
        );
        assert!(read[0].start_date.is_some() && read[0].end_date.is_none());
        assert_eq!(
            (&read[1].image_url, read[1].start_date.is_none()),
            (&None, true)
        );
    }

    #[test]
    fn a_listing_must_be_a_list() {
        for body in ["", "<html>", "{}", "null", "7", r#"{"items": 1}"#] {
            assert!(read(body.as_bytes()).is_none(), "{body}");
        }
        assert_eq!(read(b"[]").unwrap().len(), 0);
        let many: Vec<Value> = (0..MOST + 1)
            .map(|id| json!({"id": id, "title": "Торги", "url": "https://other.example"}))
            .collect();
        assert_eq!(
            read(json!(many).to_string().as_bytes()).unwrap().len(),
            MOST
        );
    }
}
