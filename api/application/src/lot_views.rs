//! Views of lots. They are stored once a second in one statement, so that no reader waits for a row that others count in, and
//! cached responses stay valid meanwhile. A crash loses the views of that second.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use crate::limits::Limits;
use contract::error::ApiResult;
use texts::moscow;

pub const STORED_EVERY: Duration = Duration::from_secs(1);
/// Maximum number of views that wait to be stored. More are not counted.
const MOST_WAITING: usize = 100_000;

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
    /// What their views are stored under.
    pub fn key(&self) -> String {
        match self {
            Self::Account(id) => format!("account:{id}"),
            Self::Browser { key, .. } => format!("browser:{key}"),
        }
    }
}

/// The views of a lot by a viewer.
#[derive(Debug, Clone, Copy)]
struct View {
    /// Counts the views that wait, in the order in which they began to.
    place: usize,
    /// The latest.
    at: OffsetDateTime,
    /// None: the viewer has an account.
    address: Option<IpAddr>,
}

/// What becomes of a viewer's views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Counted,
    /// Added to the viewer's history without being counted.
    Remembered,
    Forgotten,
}

/// The views of this process that wait to be stored.
#[derive(Default)]
pub struct LotViews {
    /// By lot and by the viewer's key.
    waiting: Mutex<HashMap<(i64, String), View>>,
}

impl LotViews {
    pub fn note(&self, lot_id: i64, viewer: &Viewer, at: OffsetDateTime) {
        let address = match viewer {
            Viewer::Account(_) => None,
            Viewer::Browser { address, .. } => Some(*address),
        };
        let mut waiting = self.waiting();
        let place = waiting.len();
        if place < MOST_WAITING {
            let view = View { place, at, address };
            let view = waiting.entry((lot_id, viewer.key())).or_insert(view);
            view.at = at;
        }
    }

    /// Stores what waits, as views of the Moscow day of `now`.
    pub async fn store(
        &self,
        pool: &PgPool,
        limits: &Limits,
        now: OffsetDateTime,
    ) -> ApiResult<()> {
        let mut views: Vec<_> = std::mem::take(&mut *self.waiting()).into_iter().collect();
        if views.is_empty() {
            return Ok(());
        }
        views.sort_unstable_by_key(|(_, view)| view.place);
        let today = moscow::day(now);
        let verdicts = verdicts(pool, limits, &views, today).await?;
        let mut rows = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ((lot, viewer), view) in &views {
            let verdict = verdicts[viewer.as_str()];
            if verdict != Verdict::Forgotten {
                rows.0.push(*lot);
                rows.1.push(viewer.clone());
                rows.2.push(view.at);
                rows.3.push(verdict == Verdict::Counted);
            }
        }
        let (lots, viewers, times, counted) = rows;
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

    fn waiting(&self) -> MutexGuard<'_, HashMap<(i64, String), View>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Limits new browsers per address. Browsers generate their own keys, so one client could invent keys to inflate a
/// lot's views and fill the history table. A limited number of new browsers per address count; a larger number are
/// remembered.
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
            (Some(_), None) => Verdict::Forgotten,
        };
        verdicts.insert(viewer.as_str(), verdict);
    }
    Ok(verdicts)
}
