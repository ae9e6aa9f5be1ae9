//! Stores one room's batch in a caller's transaction and commits it.

use super::{batch::Batch, settings::JournalSettings, statement::store};
use metrics::{counter, histogram};
use sqlstate::Cause;
use sqlx::{Postgres, Transaction};
use std::{
    future::Future,
    io,
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// Outcome of the transaction.
#[derive(Debug)]
pub enum Ended {
    Stored,
    /// Nothing was stored, and no lock on the room remains.
    NotStored(sqlx::Error),
    /// Nothing was stored: the room has another owner.
    Fenced,
    /// Nothing was stored, but a lost session may hold the room's row for a while.
    Lost,
    /// The commit was sent, but its outcome is unknown.
    InDoubt,
}

/// Extra time for each command of a batch.
const FOR_EACH_COMMAND: Duration = Duration::from_millis(1);

/// Stores the batch, if any, together with the transaction's other writes, and commits. The room's row stays locked
/// only from storing until the commit.
pub async fn store_within(
    transaction: Transaction<'static, Postgres>,
    batch: Option<&Batch>,
    settings: &JournalSettings,
) -> Ended {
    let since = Instant::now();
    let ended = attempt(transaction, batch, settings).await;
    if batch.is_some() {
        histogram!("journal_commit_seconds").record(since.elapsed().as_secs_f64());
        let outcome = match &ended {
            Ended::Stored => "stored",
            Ended::NotStored(error) if Cause::of(error).is_data() => "refused",
            Ended::NotStored(_) | Ended::Lost => "failed",
            Ended::Fenced => "fenced",
            Ended::InDoubt => "in_doubt",
        };
        counter!("journal_batches_total", "outcome" => outcome).increment(1);
    }
    ended
}

async fn attempt(
    mut transaction: Transaction<'static, Postgres>,
    batch: Option<&Batch>,
    settings: &JournalSettings,
) -> Ended {
    let commands = batch.map_or(0, |batch| batch.commands.len());
    let more = FOR_EACH_COMMAND * u32::try_from(commands).unwrap_or(u32::MAX);
    let limit = settings.answer_timeout + more;

    let preparing = prepare(&mut transaction, settings.statement_timeout + more);
    if let Err(error) = within(limit, preparing).await {
        roll_back(transaction, limit).await;
        return Ended::NotStored(error);
    }
    if let Some(batch) = batch {
        let storing = store(&mut transaction, std::slice::from_ref(batch));
        match within(limit, storing).await {
            Ok(stored) if stored.contains(&batch.catalog_id) => {}
            Ok(_) => {
                roll_back(transaction, limit).await;
                return Ended::Fenced;
            }
            Err(error) if Cause::of(&error).is_rejection() => {
                roll_back(transaction, limit).await;
                return Ended::NotStored(error);
            }
            Err(_) => return Ended::Lost,
        }
    }
    match within(limit, transaction.commit()).await {
        Ok(()) => Ended::Stored,
        Err(error) if Cause::of(&error).is_rejection() => Ended::NotStored(error),
        Err(_) => Ended::InDoubt,
    }
}

/// Applies the journal's timeouts to the rest of the transaction. Fails if an earlier statement of the transaction
/// failed: committing such a transaction rolls it back but looks like success.
async fn prepare(
    transaction: &mut Transaction<'static, Postgres>,
    statement_timeout: Duration,
) -> sqlx::Result<()> {
    // A process that stops between storing and commit must not block the room's next owner.
    let terms = format!(
        "set local statement_timeout = {0}; set local idle_in_transaction_session_timeout = {0};
         set local plan_cache_mode = force_generic_plan; set local jit = off",
        statement_timeout.as_millis()
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(terms))
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Rolls the transaction back. If that fails, the session rolls back when it returns to the pool.
pub async fn roll_back(transaction: Transaction<'static, Postgres>, limit: Duration) {
    if let Err(error) = within(limit, transaction.rollback()).await {
        tracing::warn!(%error, "cannot roll back a transaction");
    }
}

async fn within<T>(
    limit: Duration,
    asking: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    let answer = timeout(limit, asking).await.unwrap_or_else(|_| {
        Err(sqlx::Error::Io(io::Error::new(
            io::ErrorKind::TimedOut,
            "the database timed out",
        )))
    });
    if let Err(error) = &answer {
        tracing::warn!(%error, "a statement in a caller's transaction failed");
    }
    answer
}
