use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::PgPool;

/// Timeout of a check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Counts the checks from 1.
    check: u64,
    snapshot: Arc<str>,
}

impl Moment {
    /// Whether what was read after this check is as new as the other.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        self.snapshot == other.snapshot || self.check >= other.check
    }
}

#[cfg(test)]
impl Moment {
    pub(crate) fn new(check: u64, snapshot: &str) -> Self {
        Self {
            check,
            snapshot: snapshot.into(),
        }
    }
}

/// Asks PostgreSQL whether anything was written.
pub struct Snapshots {
    pool: PgPool,
    /// Number of checks started.
    started: AtomicU64,
    /// Held during a check.
    turn: tokio::sync::Mutex<()>,
    checks: Mutex<Checks>,
}

#[derive(Default)]
struct Checks {
    latest: Moment,
    /// The latest check that failed.
    failed: u64,
}

impl Snapshots {
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            started: AtomicU64::new(0),
            turn: tokio::sync::Mutex::new(()),
            checks: Mutex::default(),
        }
    }

    /// Returns a check that started after this call; None if it failed.
    pub(crate) async fn check(&self) -> Option<Moment> {
        let before = self.started.load(Ordering::SeqCst);
        let _turn = self.turn.lock().await;
        {
            let checks = self.checks();
            if checks.latest.check > before {
                return Some(checks.latest.clone());
            }
            // One failure is enough for all that waited for it.
            if checks.failed > before {
                return None;
            }
        }
        let check = self.started.fetch_add(1, Ordering::SeqCst) + 1;
        let snapshot = sqlx::query_scalar!(r#"select pg_current_snapshot()::text as "text!""#)
            .fetch_one(&self.pool);
        let snapshot = tokio::time::timeout(CHECK_TIMEOUT, snapshot).await;
        let mut checks = self.checks();
        match snapshot {
            Ok(Ok(snapshot)) => {
                checks.latest = Moment {
                    check,
                    snapshot: snapshot.into(),
                };
                return Some(checks.latest.clone());
            }
            Ok(Err(error)) => tracing::warn!(%error, "shared reads are bypassed"),
            Err(_) => tracing::warn!("shared reads are bypassed: the database is slow"),
        }
        checks.failed = check;
        None
    }

    /// The latest check that succeeded.
    pub(crate) fn latest(&self) -> Moment {
        self.checks().latest.clone()
    }

    #[cfg(test)]
    pub(crate) fn started(&self) -> u64 {
        self.started.load(Ordering::SeqCst)
    }

    fn checks(&self) -> MutexGuard<'_, Checks> {
        self.checks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
