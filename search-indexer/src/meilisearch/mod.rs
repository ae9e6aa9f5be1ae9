//! The backend for large sites: Meilisearch, fed from the outbox.
//!
//! Its documents hold the lexemes of `lot_listing`, so that words are the same words in both backends. It answers with
//! ids, which are checked against the listing: a lot that was hidden or deleted a moment ago is never shown.

pub mod check;
mod counts;
mod document;
mod engine;
mod feeder;
mod http;
mod index;
mod query;
pub mod rebuild;
mod registry;
mod settings;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use meilisearch_sdk::client::Client;
use meilisearch_sdk::errors::{Error, ErrorType};
use meilisearch_sdk::search::{MatchingStrategies, SearchResults, Selectors};
use serde::Deserialize;
use sqlx::PgPool;
use tokio::sync::Notify;

use crate::dictionary::Cache;
use crate::fallback::Probe;
use crate::query::{COUNT_CAP, Counts, Found, Hidden, LotQuery, Paging, Search, SearchError};
use crate::words::{self, Sought};
use counts::Pass;
use engine::Identity;
use http::Http;
use query::Text;

pub use engine::{Engine, Failure, INDEX, Settings};
pub use feeder::Feeder;
pub use index::Index;
pub use registry::{subscribe, unsubscribe};
pub use settings::version;

/// A longer probe means that searches would be slow.
const PROBE_LIMIT: Duration = Duration::from_secs(1);
/// The index answers searches again once it lags less than the first, and until it lags more than the second.
const LAG_S: (f64, f64) = (5.0, 30.0);
/// Pages that begin after this many lots are PostgreSQL's. The engine ranks every lot before them, and is the slower one
/// by far: docs/search.md.
const DEEPEST: i64 = 500;

#[derive(Debug)]
pub struct MeiliSearch {
    engine: Arc<Engine>,
    pool: PgPool,
    synonyms: Cache,
    /// The feeder writes changed synonyms into the index.
    changed: Arc<Notify>,
}

impl MeiliSearch {
    pub fn new(engine: Arc<Engine>, pool: PgPool) -> Self {
        Self {
            engine,
            pool,
            synonyms: Cache::default(),
            changed: Arc::default(),
        }
    }

    /// What feeds the index of this backend. One of all servers' does.
    pub fn feeder(&self) -> Feeder {
        Feeder::new(self.index(), self.changed.clone())
    }

    /// The index of this backend.
    pub fn index(&self) -> Index {
        Index::new(self.engine.clone(), self.pool.clone())
    }

    /// The engine's version.
    pub async fn engine_version(&self) -> Result<String, Failure> {
        self.engine.version().await
    }

    /// What a text means: as typed, and in the other keyboard layout if the listing knows neither.
    async fn readings(&self, query: &LotQuery) -> Result<(Reading, Option<Reading>), SearchError> {
        // Documents do not say when lots became public: only letters ask for it, and can wait for PostgreSQL.
        if query.first_seen.is_some() {
            return Err(SearchError::Unfit);
        }
        let text = query.text.as_deref().unwrap_or_default();
        if let (Some(number), true) = words::lot_number(text) {
            let reading = Reading {
                number: Some(number),
                text: Text::Any,
                is_misspelt: false,
            };
            return Ok((reading, None));
        }
        let mut conn = self.pool.acquire().await?;
        let mut words = words::read(&mut conn, text).await?;
        let is_misspelt = words
            .iter()
            .any(|word| word.known.sought() == Sought::Unknown);
        let reading = |text| Reading {
            number: None,
            text,
            is_misspelt,
        };
        if words.is_empty() {
            return Ok((reading(Text::Any), None));
        }
        let dictionary = self.synonyms.dictionary(&mut conn).await?;
        let typed = reading(query::text(&words, &dictionary));
        let mut has_other = false;
        for word in &mut words {
            if let Some(other) = word.other.take() {
                word.known = other;
                has_other = true;
            }
        }
        let other = has_other.then(|| reading(query::text(&words, &dictionary)));
        Ok((typed, other))
    }

    async fn page(
        &self,
        query: &LotQuery,
        reading: &Reading,
        paging: Paging,
    ) -> Result<Found, SearchError> {
        let words = reading.words()?;
        let filter = query::filter(query, reading.number);
        let order = query::order(query.effective_sorting(), words.is_some());
        let mut page = paging.page.clamp(1, COUNT_CAP / paging.size.max(1) + 1);
        loop {
            let answer = self
                .ask(words, filter.as_deref(), order, Paging { page, ..paging })
                .await?;
            let total = answer.total_hits.unwrap_or_default() as i64;
            let total = total.min(COUNT_CAP);
            let last = paging.clamp(total);
            if last < page {
                page = last;
                continue;
            }
            let ids = answer.hits.into_iter().map(|hit| hit.result.id).collect();
            return Ok(Found { ids, total, page });
        }
    }

    /// The counts, and how many lots match.
    async fn tally(
        &self,
        query: &LotQuery,
        reading: &Reading,
    ) -> Result<(Counts, usize), SearchError> {
        let words = reading.words()?;
        let passes = counts::passes(query, reading.number);
        let attributes: Vec<_> = passes.iter().map(Pass::attributes).collect();
        let searching = self.searching()?;
        let index = searching.index(self.engine.live());
        let mut request = searching.multi_search();
        for (pass, attributes) in passes.iter().zip(&attributes) {
            let mut search = index.search();
            search.query = words;
            search.page = Some(1);
            search.hits_per_page = Some(1);
            search.attributes_to_retrieve = Some(Selectors::Some(&["id"]));
            search.with_matching_strategy(MatchingStrategies::ALL);
            search.with_facets(Selectors::Some(attributes));
            if let Some(filter) = &pass.filter {
                search.with_filter(filter);
            }
            request.with_search_query(search);
        }
        let answer = request.execute::<Hit>().await;
        let answers = answer.map_err(|error| self.failed(&error))?.results;
        let total = answers.iter().filter_map(|answer| answer.total_hits).max();
        let counted = answers
            .into_iter()
            .map(|answer| answer.facet_distribution.unwrap_or_default());
        let counts = counts::of(&passes, counted.collect(), query.counted_currency());
        Ok((counts, total.unwrap_or_default()))
    }

    /// The client for searches.
    fn searching(&self) -> Result<Client<Http>, SearchError> {
        let searching = self.engine.searching();
        searching.ok_or_else(|| SearchError::Engine("not connected".to_owned()))
    }

    /// Notes the failure of a search. Its key may be one that the engine no longer knows.
    fn failed(&self, error: &Error) -> SearchError {
        if matches!(error, Error::Meilisearch(error) if error.error_type == ErrorType::Auth) {
            self.engine.disconnect();
        }
        SearchError::Engine(error.to_string())
    }

    async fn ask(
        &self,
        words: Option<&str>,
        filter: Option<&str>,
        order: Option<[&str; 2]>,
        paging: Paging,
    ) -> Result<SearchResults<Hit>, SearchError> {
        let searching = self.searching()?;
        let index = searching.index(self.engine.live());
        let mut search = index.search();
        search.query = words;
        search.page = Some(paging.page as usize);
        search.hits_per_page = Some(paging.size as usize);
        search.attributes_to_retrieve = Some(Selectors::Some(&["id"]));
        search.with_matching_strategy(MatchingStrategies::ALL);
        if let Some(filter) = filter {
            search.with_filter(filter);
        }
        if let Some(order) = &order {
            search.with_sort(order);
        }
        let answer = search.execute().await;
        answer.map_err(|error| self.failed(&error))
    }

    /// Leaves out what the listing no longer shows to the searcher. A commit is in the listing before it is in the index.
    async fn still_listed(&self, query: &LotQuery, ids: Vec<i64>) -> sqlx::Result<Vec<i64>> {
        if ids.is_empty() {
            return Ok(ids);
        }
        let (all, houses) = match &query.hidden {
            Hidden::None => (false, &[][..]),
            Hidden::OfHouses(houses) => (false, houses.as_slice()),
            Hidden::All => (true, &[][..]),
        };
        sqlx::query_file_scalar!("queries/listing/still_listed.sql", &ids, all, houses)
            .fetch_all(&self.pool)
            .await
    }
}

/// What a text means.
struct Reading {
    /// Lots of this number alone.
    number: Option<i32>,
    text: Text,
    /// If the engine finds nothing, PostgreSQL may: it looks for the nearest word in each place, the engine for the beginning of
    /// one in the last alone.
    is_misspelt: bool,
}

impl Reading {
    /// The words as the engine takes them; none match every lot.
    fn words(&self) -> Result<Option<&str>, SearchError> {
        match &self.text {
            Text::Any => Ok(None),
            Text::Words(words) => Ok(Some(words)),
            Text::Unfit => Err(SearchError::Unfit),
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Hit {
    id: i64,
}

#[async_trait]
impl Search for MeiliSearch {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError> {
        if paging.page.saturating_sub(1).saturating_mul(paging.size) > DEEPEST {
            return Err(SearchError::Unfit);
        }
        let (typed, other) = self.readings(query).await?;
        let mut found = self.page(query, &typed, paging).await?;
        if let (0, Some(other)) = (found.total, other) {
            found = self.page(query, &other, paging).await?;
        }
        if found.total == 0 && typed.is_misspelt {
            return Err(SearchError::Unfit);
        }
        found.ids = self.still_listed(query, found.ids).await?;
        Ok(found)
    }

    async fn counts(&self, query: &LotQuery) -> Result<Counts, SearchError> {
        let (typed, other) = self.readings(query).await?;
        let (mut counts, mut total) = self.tally(query, &typed).await?;
        if let (0, Some(other)) = (total, other) {
            (counts, total) = self.tally(query, &other).await?;
        }
        if total == 0 && typed.is_misspelt {
            return Err(SearchError::Unfit);
        }
        Ok(counts)
    }

    fn synonyms_changed(&self) {
        self.synonyms.forget();
        self.changed.notify_one();
    }
}

#[async_trait]
impl Probe for MeiliSearch {
    /// Whether the index is the one that was built, with these settings, and caught up, and the engine is quick.
    async fn check(&self, serves: bool) -> Result<(), String> {
        let known = registry::read(&self.pool)
            .await
            .map_err(|error| error.to_string())?;
        let lag = registry::lag(&self.pool)
            .await
            .map_err(|error| error.to_string())?;
        metrics::gauge!("search_feed_rows").set(lag.rows as f64);
        metrics::gauge!("search_feed_lag_seconds").set(lag.seconds);
        metrics::gauge!("search_feed_refused_rows").set(lag.refused as f64);
        let Some(known) = known else {
            return Err("the index has no subscription".to_owned());
        };
        let is_current = known.settings.as_deref() == Some(version().as_str());
        if !is_current {
            let copied = known.copied.unwrap_or_default();
            return Err(format!("the index is being built, {copied} lots so far"));
        }
        let allowed = if serves { LAG_S.1 } else { LAG_S.0 };
        if lag.seconds > allowed {
            return Err(format!("the index lags {:.0} s", lag.seconds));
        }
        let answer = async {
            if self.engine.searching().is_none() {
                self.engine
                    .connect()
                    .await
                    .map_err(|error| error.to_string())?;
            }
            let mark = self.engine.identity(self.engine.live()).await;
            let mark = mark.map_err(|error| error.to_string())?;
            if known.mark.map(Identity::Mark) != Some(mark) {
                return Err("the index is not the one that was built".to_owned());
            }
            let first = Paging { page: 1, size: 1 };
            let found = self.ask(None, Some("hidden = 0"), None, first).await;
            found.map(drop).map_err(|error| error.to_string())
        };
        match tokio::time::timeout(PROBE_LIMIT, answer).await {
            Ok(answered) => answered,
            Err(_) => Err("the engine is slow".to_owned()),
        }
    }
}
