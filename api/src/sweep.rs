//! What nothing needs any more is taken away: pictures and documents that nothing names, and looks at lots of long ago.
//!
//! A picture is stored before the change that hangs it somewhere, and stays in the store when another one takes its place, so
//! pictures that are nobody's are ordinary. They are looked for by age, a day being far more than any upload takes.

use std::collections::HashSet;
use std::time::Duration as Pause;

use actix_web::web::Data;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::state::AppState;
use texts::moscow;

const EVERY: Pause = Pause::from_secs(6 * 3600);
/// What is younger may be about to be named.
const AGE: Duration = Duration::days(1);
/// How long «Вы ранее просматривали» remembers.
const LOOKS: Duration = Duration::days(180);
/// Pictures looked for by one statement, and looks forgotten by one.
const BATCH: i64 = 1000;

/// Runs until the task is dropped.
pub async fn run(state: Data<AppState>) {
    loop {
        if let Err(error) = sweep(&state, state.clock.now()).await {
            tracing::warn!(
                error = format!("{error:#}"),
                "sweep: not all was taken away; trying again in some hours"
            );
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Takes away whatever is due at `now`.
pub async fn sweep(state: &AppState, now: OffsetDateTime) -> anyhow::Result<()> {
    forget_looks(&state.pool, now - LOOKS).await?;
    remove_pictures(state, now - AGE).await?;
    let named = sqlx::query_scalar!("select object from house_info")
        .fetch_all(&state.pool)
        .await?;
    let named: HashSet<Uuid> = named.into_iter().collect();
    state.attachments.forget_unnamed(&named, now - AGE).await
}

async fn forget_looks(pool: &PgPool, before: OffsetDateTime) -> sqlx::Result<()> {
    loop {
        let forgotten = sqlx::query!(
            "delete from lot_view where ctid = any(array(select ctid from lot_view where day < $1 limit $2))",
            moscow::day(before),
            BATCH
        )
        .execute(pool)
        .await?;
        if (forgotten.rows_affected() as i64) < BATCH {
            return Ok(());
        }
    }
}

async fn remove_pictures(state: &AppState, before: OffsetDateTime) -> anyhow::Result<()> {
    let mut last = Uuid::nil();
    let mut removed = 0;
    loop {
        let unnamed = sqlx::query_scalar!(
            "select id from picture p where id > $1 and created < $2
                and not exists (select from lot_image where picture_id = p.id)
                and not exists (select from account where photo = p.id)
                and not exists (select from deleted_account where photo = p.id)
                and not exists (select from house where photo = p.id)
                and not exists (select from catalog where logo = p.id)
                and not exists (select from news where image = p.id)
                and not exists (select from author where logo = p.id)
                and not exists (select from author_image where picture_id = p.id)
                and not exists (select from banner where image = p.id)
             order by id limit $3",
            last,
            before,
            BATCH
        )
        .fetch_all(&state.pool)
        .await?;
        let Some(id) = unnamed.last() else { break };
        last = *id;
        for id in unnamed {
            removed += usize::from(remove_picture(state, id).await?);
        }
    }
    if removed > 0 {
        tracing::info!(removed, "sweep: pictures that nothing named are gone");
    }
    Ok(())
}

/// False: it is named after all. The foreign keys know of every place where one can be.
async fn remove_picture(state: &AppState, id: Uuid) -> anyhow::Result<bool> {
    let mut tx = state.pool.begin().await?;
    let deleted = sqlx::query!("delete from picture where id = $1", id)
        .execute(&mut *tx)
        .await;
    match deleted {
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    // Before it is forgotten which they are: should they stay, so does the row, and the next sweep finds it.
    state.pictures.remove_files(id).await?;
    tx.commit().await?;
    Ok(true)
}
