//! Auctions of another site.
//!
//! Everybody is answered from memory. What is older than five minutes is still shown while it is fetched anew, for a day;
//! only who comes when there is nothing waits, and all who do wait for the same fetch.

use std::sync::{Arc, PoisonError, RwLock};

use reqwest::Client;
use serde::Deserialize;
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use url::Url;

use super::{body, shown};
use contract::dto::{ExternalAuction, Timestamp};

const FRESH: Duration = Duration::minutes(5);
const SHOWN: Duration = Duration::hours(24);
/// Between two fetches, when the first one failed.
const PAUSE: Duration = Duration::seconds(30);
/// Of an answer.
const ANSWER_LIMIT: usize = 1 << 20;
/// Auctions shown.
const MOST: usize = 200;
/// Of a title or a house's name, in characters.
const TEXT_LIMIT: usize = 300;
/// Of an address.
const ADDRESS_LIMIT: usize = 2000;

pub struct Auctions {
    http: Client,
    url: String,
    known: RwLock<Known>,
    /// Held by the one who fetches.
    fetching: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Known {
    listing: Option<Listing>,
    /// The last fetch that failed.
    failed: Option<OffsetDateTime>,
}

/// What the other site said, and when.
#[derive(Clone)]
pub struct Listing {
    pub items: Arc<Vec<ExternalAuction>>,
    pub fetched: OffsetDateTime,
}

/// Fields as the other site is to name them; what is not understood of an optional one is left out.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Theirs {
    /// A number or a text.
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
            known: RwLock::default(),
            fetching: tokio::sync::Mutex::new(()),
        }
    }

    /// The listing; none if the other site has not answered lately.
    pub async fn get(self: &Arc<Self>, now: OffsetDateTime) -> Option<Listing> {
        if let Some(listing) = self.shown(now) {
            if now - listing.fetched >= FRESH && !self.failed_just_now(now) {
                let auctions = self.clone();
                tokio::spawn(async move {
                    // Somebody else's fetch will do, under way or done meanwhile.
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
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known
            .listing
            .clone()
            .filter(|listing| now - listing.fetched < SHOWN)
    }

    fn failed_just_now(&self, now: OffsetDateTime) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.failed.is_some_and(|failed| now - failed < PAUSE)
    }

    async fn fetch(&self, now: OffsetDateTime) {
        let items = self.ask().await;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        match items {
            Ok(items) => {
                let items = Arc::new(items);
                *known = Known {
                    listing: Some(Listing {
                        items,
                        fetched: now,
                    }),
                    failed: None,
                };
            }
            Err(error) => {
                tracing::warn!(error, "the external listing cannot be fetched");
                known.failed = Some(now);
            }
        }
    }

    async fn ask(&self) -> Result<Vec<ExternalAuction>, &'static str> {
        let answer = self.http.get(&self.url).send().await;
        let answer = answer.map_err(|_| "no answer")?;
        if !answer.status().is_success() {
            return Err("no success");
        }
        let body = body(answer, ANSWER_LIMIT).await;
        let body = body.ok_or("an answer that broke off or is too long")?;
        read(&body).ok_or("an answer that cannot be read")
    }
}

/// A list, or an object with one as `items`. What is no auction in it is left out.
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
        // Pages ask no foreign host for anything.
        image_url: theirs.image_url.as_deref().and_then(link).map(|image| {
            let image: String = url::form_urlencoded::byte_serialize(image.as_bytes()).collect();
            format!("/api/image?url={image}")
        }),
    })
}

/// An address that can be followed: http or https, without credentials.
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
    fn what_is_no_auction_is_left_out() {
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
    fn a_listing_is_a_list() {
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
