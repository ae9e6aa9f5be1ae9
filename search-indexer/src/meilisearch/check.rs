//! Compares the index with the listing: on command, and every night.

use std::collections::{BTreeMap, BTreeSet};

use meilisearch_sdk::documents::DocumentsQuery;
use serde::Deserialize;
use time::macros::offset;
use time::{Duration, OffsetDateTime, UtcOffset};

use super::document::documents;
use super::engine::Failure;
use super::index::{Index, Turn};
use super::settings::version;
use super::{rebuild, registry};

/// The lots compared at a time.
const LOTS: usize = 1_000;
/// The ids read from the index at a time.
const IDS: usize = 10_000;
/// How often the time of the night is looked at.
const POLL: std::time::Duration = std::time::Duration::from_secs(600);
/// Less than a day, so that a check that began late does not move the next one out of the night.
const EVERY: Duration = Duration::hours(20);
/// After a check that failed, or whose server died, another begins.
const CLAIM: Duration = Duration::minutes(45);
/// The hours of the night, when the fewest people search and bid.
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

/// Checks the index every night by this clock. Runs until the task is dropped.
pub async fn check_nightly(index: Index, now: impl Fn() -> OffsetDateTime) {
    loop {
        tokio::time::sleep(POLL).await;
        match check_if_due(&index, now()).await {
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
                    "the search index differed from the listing; enqueued what did"
                );
            }
            Err(error) => tracing::warn!(%error, "cannot check the search index; retrying"),
        }
    }
}

/// Checks the index if it is night and no server has since yesterday. Finds what the feeder cannot notice: documents that the
/// engine lost or got back from an old copy of its folder, and those that a stalled server sent after losing its turn.
pub async fn check_if_due(
    index: &Index,
    now: OffsetDateTime,
) -> Result<Option<Differences>, Failure> {
    if !NIGHT.contains(&now.to_offset(MOSCOW).hour())
        || !registry::claim_check(&index.pool, &version(), now, EVERY, CLAIM).await?
    {
        return Ok(None);
    }
    let differences = compare(index).await?;
    registry::checked(&index.pool, now).await?;
    Ok(Some(differences))
}

/// Compares ids and hashes, and enqueues what differs. The process that feeds the index repairs it, or this one if there is
/// none.
pub async fn check(index: &Index) -> Result<Differences, Failure> {
    registry::subscribe(&index.pool).await?;
    let differences = compare(index).await?;
    if let Some(mut turn) = Turn::take(&index.pool).await? {
        while index.batch().await?.is_full {
            turn.check().await?;
        }
    }
    Ok(differences)
}

async fn compare(index: &Index) -> Result<Differences, Failure> {
    let mut differences = Differences::default();
    let mut last = i64::MIN;
    loop {
        let lots = sqlx::query_scalar!(
            "select lot_id from lot_listing where lot_id > $1 order by lot_id limit $2",
            last,
            LOTS as i64
        )
        .fetch_all(&index.pool)
        .await?;
        let Some(&end) = lots.last() else { break };
        last = end;
        differences.lots += lots.len();
        compare_lots(index, &lots, &mut differences).await?;
    }
    loop {
        let ids = indexed_ids(index, differences.documents).await?;
        if ids.is_empty() {
            return Ok(differences);
        }
        differences.documents += ids.len();
        let unlisted = sqlx::query_scalar!(
            r#"select id as "id!" from unnest($1::bigint[]) as indexed (id)
             where not exists (select from lot_listing where lot_id = id)"#,
            &ids
        )
        .fetch_all(&index.pool)
        .await?;
        compare_lots(index, &unlisted, &mut differences).await?;
    }
}

/// Compares some lots, which may be unlisted, and enqueues those that differ.
///
/// Lots change meanwhile. A change that was committed before the listing is read either waits in the outbox or is in the index
/// when that is read afterwards; a later one shows when the listing is read again. None of them is a difference.
async fn compare_lots(
    index: &Index,
    lots: &[i64],
    differences: &mut Differences,
) -> Result<(), Failure> {
    let listed = listed(index, lots).await?;
    let waiting = waiting(index, lots).await?;
    let indexed = indexed(index, lots).await?;
    let suspects: Vec<i64> = lots
        .iter()
        .copied()
        .filter(|lot| !waiting.contains(lot) && listed.get(lot) != indexed.get(lot))
        .collect();
    if suspects.is_empty() {
        return Ok(());
    }
    let again = self::listed(index, &suspects).await?;
    let wrong: Vec<i64> = suspects
        .into_iter()
        .filter(|lot| listed.get(lot) == again.get(lot))
        .collect();
    for lot in &wrong {
        match (listed.contains_key(lot), indexed.contains_key(lot)) {
            (true, false) => differences.missing += 1,
            (false, _) => differences.surplus += 1,
            (true, true) => differences.outdated += 1,
        }
    }
    rebuild::enqueue(&index.pool, &wrong).await?;
    Ok(())
}

/// The hashes of the documents that these lots should have.
async fn listed(index: &Index, lots: &[i64]) -> sqlx::Result<BTreeMap<i64, String>> {
    let documents = documents(&index.pool, lots).await?;
    Ok(documents
        .into_iter()
        .map(|document| (document.id, document.hash))
        .collect())
}

/// The hashes of the documents that these lots have.
async fn indexed(index: &Index, lots: &[i64]) -> Result<BTreeMap<i64, String>, Failure> {
    if lots.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ids: Vec<String> = lots.iter().map(ToString::to_string).collect();
    let live = index.engine.admin().index(index.engine.live());
    let page = DocumentsQuery::new(&live)
        .with_ids(ids.iter().map(String::as_str))
        .with_fields(["id", "hash"])
        .with_limit(lots.len())
        .execute::<Indexed>()
        .await?;
    Ok(page
        .results
        .into_iter()
        .map(|document| (document.id, document.hash))
        .collect())
}

/// A page of the documents' ids. Changes move documents between pages, so one may be missed until the next check.
async fn indexed_ids(index: &Index, after: usize) -> Result<Vec<i64>, Failure> {
    #[derive(Deserialize)]
    struct Id {
        id: i64,
    }
    let live = index.engine.admin().index(index.engine.live());
    let page = DocumentsQuery::new(&live)
        .with_fields(["id"])
        .with_offset(after)
        .with_limit(IDS)
        .execute::<Id>()
        .await?;
    Ok(page
        .results
        .into_iter()
        .map(|document| document.id)
        .collect())
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
