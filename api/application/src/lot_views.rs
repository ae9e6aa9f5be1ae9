//! Counts views of lots. Views are queued in memory and written in batches, so readers neither contend for a counter nor
//! invalidate the response cache with every request. A crash loses the views since the last batch.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use crate::limits::Limits;
use contract::error::ApiResult;
use texts::moscow;

/// Maximum length of the queue. Further views are dropped.
const MOST_QUEUED: usize = 100_000;

/// Someone who views lots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Viewer {
    Account(i64),
    /// A visitor's browser, by the key in `X-Visitor`.
    Browser {
        key: String,
        address: IpAddr,
    },
}

impl Viewer {
    /// The key in `lot_view.visitor`.
    pub fn key(&self) -> String {
        match self {
            Self::Account(id) => format!("account:{id}"),
            Self::Browser { key, .. } => format!("browser:{key}"),
        }
    }
}

/// A viewer's queued views of one lot.
#[derive(Debug, Clone, Copy)]
struct View {
    /// Position in the queue.
    place: usize,
    /// Time of the latest view.
    at: OffsetDateTime,
    /// None for accounts.
    address: Option<IpAddr>,
}

/// How a viewer's views are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Counted,
    /// Added to the viewer's history without being counted.
    Remembered,
    Dropped,
}

/// The queue of one process.
#[derive(Default)]
pub struct LotViews {
    /// By lot and viewer's key.
    queued: Mutex<HashMap<(i64, String), View>>,
    /// Held while a batch is written.
    writing: tokio::sync::Mutex<()>,
}

impl LotViews {
    /// Enqueues a view.
    pub fn note(&self, lot_id: i64, viewer: &Viewer, at: OffsetDateTime) {
        let address = match viewer {
            Viewer::Account(_) => None,
            Viewer::Browser { address, .. } => Some(*address),
        };
        let mut queued = self.queued();
        let place = queued.len();
        match queued.entry((lot_id, viewer.key())) {
            Entry::Occupied(mut view) => view.get_mut().at = at,
            Entry::Vacant(free) if place < MOST_QUEUED => {
                free.insert(View { place, at, address });
            }
            Entry::Vacant(_) => {}
        }
    }

    /// Writes the queue to the database, dated with the Moscow day of `now`. Returns after a batch in progress is written, too. If it
    /// fails, the views are lost.
    pub async fn store(
        &self,
        pool: &PgPool,
        limits: &Limits,
        now: OffsetDateTime,
    ) -> ApiResult<()> {
        let _writing = self.writing.lock().await;
        let mut views: Vec<_> = std::mem::take(&mut *self.queued()).into_iter().collect();
        if views.is_empty() {
            return Ok(());
        }
        views.sort_unstable_by_key(|(_, view)| view.place);
        let today = moscow::day(now);
        let verdicts = verdicts(pool, limits, &views, today).await?;
        let (mut lots, mut viewers, mut times, mut counted) = (vec![], vec![], vec![], vec![]);
        for ((lot, viewer), view) in &views {
            let verdict = verdicts[viewer.as_str()];
            if verdict != Verdict::Dropped {
                lots.push(*lot);
                viewers.push(viewer.clone());
                times.push(view.at);
                counted.push(verdict == Verdict::Counted);
            }
        }
        sqlx::query_file!(
            "queries/store_views.sql",
            &lots,
            &viewers,
            &times,
            &counted,
            today
        )
        .execute(pool)
        .await?;
        Ok(())
    }

    fn queued(&self) -> MutexGuard<'_, HashMap<(i64, String), View>> {
        self.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Decides by viewer's key. Limits new browsers per address: browsers generate their own keys, so one client could invent
/// keys to inflate a lot's views and fill the history table. A limited number of new browsers per address count; a larger
/// number are remembered.
async fn verdicts<'a>(
    pool: &PgPool,
    limits: &Limits,
    views: &'a [((i64, String), View)],
    today: Date,
) -> ApiResult<HashMap<&'a str, Verdict>> {
    let browsers: HashSet<&str> = views
        .iter()
        .filter(|(_, view)| view.address.is_some())
        .map(|((_, viewer), _)| viewer.as_str())
        .collect();
    let browsers: Vec<_> = browsers.into_iter().map(str::to_owned).collect();
    let known: HashMap<String, bool> = sqlx::query!(
        r#"select visitor, bool_or(counted) as "counted!" from lot_view
        where visitor = any($1) and day = $2 group by visitor"#,
        &browsers,
        today
    )
    .fetch_all(pool)
    .await?
    .into_iter()
    .map(|row| (row.visitor, row.counted))
    .collect();
    let mut verdicts = HashMap::new();
    for ((_, viewer), view) in views {
        if verdicts.contains_key(viewer.as_str()) {
            continue;
        }
        let verdict = match (view.address, known.get(viewer)) {
            (None, _) | (_, Some(true)) => Verdict::Counted,
            (Some(address), _) if limits.counts_new_browser(address).await => Verdict::Counted,
            (_, Some(false)) => Verdict::Remembered,
            (Some(address), None) if limits.remembers_new_browser(address).await => {
                Verdict::Remembered
            }
            (Some(_), None) => Verdict::Dropped,
        };
        verdicts.insert(viewer.as_str(), verdict);
    }
    Ok(verdicts)
}
