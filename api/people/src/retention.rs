//! Retention limits: erases old addresses, login attempts, notifications and deleted accounts.
//!
//! One job runs at start and then hourly. It changes rows in batches, each in a transaction of its own, so that other
//! work does not wait long. The next run picks up what one run did not finish.

use std::sync::Arc;
use std::time::Duration as Pause;

use clock::Clock;
use serde_json::json;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::access;
use crate::journal::{Action, By};
use crate::personal_data;
use pictures::Pictures;

/// How long addresses are kept, together with the login attempts made from them, and how long a session's user agent is
/// kept once the session has ended.
pub const ADDRESSES: Duration = Duration::days(90);
/// How long a read notification is kept.
const READ: Duration = Duration::days(180);
/// How long any notification is kept. No one reads older ones, and for broadcasts the readers are not recorded.
const UNREAD: Duration = Duration::days(365);
/// How long it is kept who held which paddle, after the end of the sale.
pub const PADDLES: Duration = Duration::days(365);
/// How long a house finds the report of an import.
const IMPORTS: Duration = Duration::days(30);
/// Wrong codes tell for a week how many are usual.
const FAILURES: Duration = crate::login_limits::USUAL;
const EVERY: Pause = Pause::from_secs(3600);
/// How long a push message stays after its time, so that its event is not enqueued again.
const PUSHED: Duration = Duration::days(1);
/// Span of the rooms' journal processed at once.
const SLICE: Duration = Duration::hours(1);
/// Rows per transaction.
const BATCH: i64 = 5000;

/// Runs until the task is dropped.
pub async fn run(pool: PgPool, pictures: Arc<Pictures>, clock: Clock) {
    loop {
        if let Err(error) = sweep(&pool, &pictures, clock.now()).await {
            tracing::warn!(
                error = format!("{error:#}"),
                "retention: run incomplete; retrying in an hour"
            );
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Erases everything due at `now`.
pub async fn sweep(pool: &PgPool, pictures: &Pictures, now: OffsetDateTime) -> anyhow::Result<()> {
    forget_addresses(pool, now - ADDRESSES).await?;
    forget_attempts(pool, now).await?;
    forget_invitations(pool, now).await?;
    // A login that ends by itself takes its browser's subscription along.
    sqlx::query!(
        "delete from push_subscription p using session s
         where s.id = p.session_id and (s.expires <= $1 or s.last_seen <= $2)",
        now,
        now - access::IDLE
    )
    .execute(pool)
    .await?;
    forget_push_messages(pool, now - PUSHED).await?;
    sqlx::query!("delete from developer_leave where until <= $1", now)
        .execute(pool)
        .await?;
    forget_notifications(pool, now).await?;
    forget_paddles(pool, now).await?;
    forget_imports(pool, now - IMPORTS).await?;
    erase_deleted(pool, pictures, now).await
}

/// Repeats a statement that changes at most [`BATCH`] rows until it changes fewer.
macro_rules! in_batches {
    ($pool:expr, $sql:literal, $before:expr) => {
        while sqlx::query!($sql, $before, BATCH)
            .execute($pool)
            .await?
            .rows_affected() as i64
            == BATCH
        {}
    };
}

async fn forget_push_messages(pool: &PgPool, before: OffsetDateTime) -> sqlx::Result<()> {
    let unsent = sqlx::query_scalar!(
        r#"with old as (delete from push_message where until < $1 returning done)
         select count(*) as "count!" from old where done is null"#,
        before
    )
    .fetch_one(pool)
    .await?;
    metrics::counter!("push_messages_expired_total").increment(unsent.unsigned_abs());
    Ok(())
}

async fn forget_addresses(pool: &PgPool, before: OffsetDateTime) -> anyhow::Result<()> {
    in_batches!(
        pool,
        "update session set address = null where id in (
            select id from session where created < $1 and address is not null limit $2)",
        before
    );
    in_batches!(
        pool,
        "update session set user_agent = null, device = null where id in (
            select id from session where least(ended, expires) < $1 and user_agent is not null limit $2)",
        before
    );
    in_batches!(
        pool,
        "update consent set address = null where id in (
            select id from consent where given < $1 and address is not null limit $2)",
        before
    );
    in_batches!(
        pool,
        "update consent set withdrawn_address = null where id in (
            select id from consent where withdrawn < $1 and withdrawn_address is not null limit $2)",
        before
    );
    in_batches!(
        pool,
        "update journal_record set address = null where id in (
            select id from journal_record where at < $1 and address is not null limit $2)",
        before
    );
    forget_addresses_of_rooms(pool, before).await
}

/// Walks the rooms' journal an hour at a time, from where the last run stopped.
async fn forget_addresses_of_rooms(pool: &PgPool, before: OffsetDateTime) -> anyhow::Result<()> {
    let since = sqlx::query_scalar!(
        "select coalesce((select at from forgotten_until where journal = 'rooms'), (select min(at) from room_command))"
    )
    .fetch_one(pool)
    .await?;
    // `None`: no room has received a command yet.
    let Some(mut since) = since else {
        return Ok(());
    };
    while since < before {
        let until = before.min(since + SLICE);
        while room_server::journal::forget_addresses(pool, since, until, BATCH).await? as i64
            == BATCH
        {}
        sqlx::query!(
            "insert into forgotten_until (journal, at) values ('rooms', $1)
             on conflict (journal) do update set at = greatest(forgotten_until.at, excluded.at)",
            until
        )
        .execute(pool)
        .await?;
        since = until;
    }
    Ok(())
}

async fn forget_attempts(pool: &PgPool, now: OffsetDateTime) -> anyhow::Result<()> {
    in_batches!(
        pool,
        "delete from login_attempt where id in (select id from login_attempt where created < $1 limit $2)",
        now - ADDRESSES
    );
    in_batches!(
        pool,
        "delete from login_failure where ctid in (select ctid from login_failure where at < $1 limit $2)",
        now - FAILURES
    );
    in_batches!(
        pool,
        "delete from second_factor_failure where ctid in (select ctid from second_factor_failure where at < $1 limit $2)",
        now - FAILURES
    );
    Ok(())
}

async fn forget_invitations(pool: &PgPool, now: OffsetDateTime) -> anyhow::Result<()> {
    in_batches!(
        pool,
        "delete from staff_invitation where id in (select id from staff_invitation where expires <= $1 limit $2)",
        now
    );
    Ok(())
}

async fn forget_imports(pool: &PgPool, before: OffsetDateTime) -> anyhow::Result<()> {
    in_batches!(
        pool,
        "delete from import_run where id in (select id from import_run where started < $1 limit $2)",
        before
    );
    Ok(())
}

/// A sale that is over is settled long before. The last heartbeat of its room is its last sign of life.
async fn forget_paddles(pool: &PgPool, now: OffsetDateTime) -> anyhow::Result<()> {
    in_batches!(
        pool,
        "delete from paddle where id in (
            select p.id from paddle p join catalog_trade t on t.catalog_id = p.catalog_id
            where catalog_is_finished(t.state) and t.heartbeat < $1 limit $2)",
        now - PADDLES
    );
    Ok(())
}

/// Keeps notifications whose letter still waits for the end of a sale.
async fn forget_notifications(pool: &PgPool, now: OffsetDateTime) -> anyhow::Result<()> {
    in_batches!(
        pool,
        "delete from notification where id in (
            select id from notification where read is not null and created < $1 and not awaits_completion limit $2)",
        now - READ
    );
    in_batches!(
        pool,
        "delete from notification where id in (
            select id from notification where created < $1 and not awaits_completion limit $2)",
        now - UNREAD
    );
    Ok(())
}

/// Erases the accounts whose restoration period is over. A failure with one account does not stop the others.
async fn erase_deleted(
    pool: &PgPool,
    pictures: &Pictures,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let due = sqlx::query_scalar!(
        "select account_id from deleted_account where erase_after <= $1 order by erase_after",
        now
    )
    .fetch_all(pool)
    .await?;
    let mut failed = Ok(());
    for account_id in due {
        if let Err(error) = erase(pool, pictures, account_id, now).await {
            failed = Err(error.context(format!("account {account_id}")));
        }
    }
    failed
}

async fn erase(
    pool: &PgPool,
    pictures: &Pictures,
    account_id: i64,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    // Another process may be erasing this account, or have erased it.
    let kept = sqlx::query_scalar!(
        "select photo from deleted_account where account_id = $1 for update skip locked",
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(photo) = kept else {
        return Ok(());
    };
    personal_data::erase(&mut tx, account_id).await?;
    let before = json!({});
    By::server(now)
        .record_deletion(&mut tx, Action::AccountErased, account_id, &before)
        .await?;
    sqlx::query!(
        "delete from deleted_account where account_id = $1",
        account_id
    )
    .execute(&mut *tx)
    .await?;
    if let Some(photo) = photo {
        sqlx::query!("delete from picture where id = $1", photo)
            .execute(&mut *tx)
            .await?;
        // Delete the files before the commit drops the only reference to them. Files already missing are no error.
        pictures.remove_files(photo).await?;
    }
    tx.commit().await?;
    tracing::info!(account_id, "retention: deleted account erased");
    Ok(())
}
