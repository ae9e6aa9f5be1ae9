//! Compares the index with the listing: on command, and every night.

use std::collections::{BTreeSet, HashMap};

use clock::Clock;
use meilisearch_sdk::documents::DocumentsQuery;
use serde::Deserialize;
use time::macros::offset;
use time::{Duration, OffsetDateTime, UtcOffset};

use super::document::documents;
use super::engine::Failure;
use super::index::{Index, Turn};
use super::{rebuild, registry};

/// The documents or lots read at a time.
const PAGE: usize = 10_000;

/// How often the time of the night is looked at.
const POLL: std::time::Duration = std::time::Duration::from_secs(600);
/// Less than a day, so that a check that began late does not move the next one out of the night.
const EVERY: Duration = Duration::hours(20);
/// The hours of the night, when nobody sells.
const NIGHT: std::ops::Range<u8> = 3..6;
const MOSCOW: UtcOffset = offset!(+3);

/// What differed.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Differences {
    pub lots: usize,
    pub documents: usize,
    /// Lots without a document.
    pub missing: usize,
    /// Documents that are not as the lot is now.
    pub outdated: usize,
    /// Documents without a lot.
    pub surplus: usize,
}

impl Differences {
    pub fn is_none(&self) -> bool {
        self.missing + self.outdated + self.surplus == 0
    }
}

#[derive(Deserialize)]
struct Indexed {
    id: i64,
    hash: String,
}

/// Checks the index every night. Runs until the task is dropped.
pub async fn check_nightly(index: Index, clock: Clock) {
    loop {
        tokio::time::sleep(POLL).await;
        match check_if_due(&index, clock.now()).await {
            Ok(None) => {}
            Ok(Some(differences)) if differences.is_none() => {
                tracing::info!(
                    lots = differences.lots,
                    "the search index is as the listing"
                );
            }
            Ok(Some(differences)) => {
                tracing::warn!(
                    ?differences,
                    "the search index differed from the listing; repaired"
                );
            }
            Err(error) => tracing::warn!(%error, "cannot check the search index until tomorrow"),
        }
    }
}

/// Checks the index if it is night and no server has checked it since yesterday. Finds what the feeder cannot notice: documents
/// that the engine lost, that an old copy of its folder brought back, or that a server sent late, having stood still.
pub async fn check_if_due(
    index: &Index,
    now: OffsetDateTime,
) -> Result<Option<Differences>, Failure> {
    if !NIGHT.contains(&now.to_offset(MOSCOW).hour())
        || !registry::begin_check(&index.pool, now, EVERY).await?
    {
        return Ok(None);
    }
    check(index).await.map(Some)
}

/// Compares ids and hashes, and enqueues what differs. The process that feeds the index repairs it, or this one if there is none.
/// A lot whose change waits is not a difference.
pub async fn check(index: &Index) -> Result<Differences, Failure> {
    registry::subscribe(&index.pool).await?;
    let mut indexed = read_index(index).await?;
    let mut differences = Differences {
        documents: indexed.len(),
        ..Differences::default()
    };
    let mut wrong: BTreeSet<i64> = BTreeSet::new();
    let mut last = i64::MIN;
    loop {
        let lots = sqlx::query_scalar!(
            "select lot_id from lot_listing where lot_id > $1 order by lot_id limit $2",
            last,
            PAGE as i64
        )
        .fetch_all(&index.pool)
        .await?;
        let Some(&end) = lots.last() else { break };
        last = end;
        let waiting = waiting(index, &lots).await?;
        for document in documents(&index.pool, &lots).await? {
            differences.lots += 1;
            let hash = indexed.remove(&document.id);
            if waiting.contains(&document.id) {
                continue;
            }
            match hash {
                Some(hash) if hash == document.hash => {}
                Some(_) => {
                    differences.outdated += 1;
                    wrong.insert(document.id);
                }
                None => {
                    differences.missing += 1;
                    wrong.insert(document.id);
                }
            }
        }
    }
    let surplus: Vec<i64> = indexed.into_keys().collect();
    let waiting = waiting(index, &surplus).await?;
    let surplus = surplus.into_iter().filter(|lot| !waiting.contains(lot));
    let before = wrong.len();
    wrong.extend(surplus);
    differences.surplus = wrong.len() - before;
    let wrong: Vec<i64> = wrong.into_iter().collect();
    rebuild::enqueue(&index.pool, &wrong).await?;
    if let Some(_turn) = Turn::take(&index.pool).await? {
        while index.batch().await?.is_full {}
    }
    Ok(differences)
}

async fn read_index(index: &Index) -> Result<HashMap<i64, String>, Failure> {
    let index = index.engine.admin().index(index.engine.live());
    let mut indexed = HashMap::new();
    loop {
        let read = indexed.len();
        let page = DocumentsQuery::new(&index)
            .with_fields(["id", "hash"])
            .with_offset(read)
            .with_limit(PAGE)
            .execute::<Indexed>()
            .await?;
        indexed.extend(
            page.results
                .into_iter()
                .map(|document| (document.id, document.hash)),
        );
        if indexed.len() == read {
            return Ok(indexed);
        }
    }
}

/// Which of the lots have changes that wait to be fed.
async fn waiting(index: &Index, lots: &[i64]) -> sqlx::Result<BTreeSet<i64>> {
    let keys: Vec<String> = lots.iter().map(ToString::to_string).collect();
    let waiting = sqlx::query_scalar!(
        r#"select key::bigint as "lot!" from outbox where topic = 'search' and key = any($1)"#,
        &keys
    )
    .fetch_all(&index.pool)
    .await?;
    Ok(waiting.into_iter().collect())
}
