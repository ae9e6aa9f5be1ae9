//! Deletes data that is no longer needed: pictures and documents without references, and old lot views.
//!
//! A picture is stored before the change that references it, and stays in the store when another one replaces it, so
//! unreferenced pictures are normal. The sweep finds them by age; a day is far longer than any upload takes.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration as Pause;

use clock::Clock;
use pictures::Pictures;
use pictures::attachments::Attachments;
use sqlstate::Cause;
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use texts::moscow;

const EVERY: Pause = Pause::from_secs(6 * 3600);
/// Younger pictures may belong to a change that has not committed yet.
const AGE: Duration = Duration::days(1);
/// How long «Вы ранее просматривали» keeps a view.
const LOOKS: Duration = Duration::days(180);
/// Maximum number of pictures selected, or views deleted, by one statement.
const BATCH: i64 = 1000;

/// Sweeps periodically until the task is dropped.
pub async fn run(pool: PgPool, pictures: Arc<Pictures>, clock: Clock) {
    loop {
        if let Err(error) = sweep(&pool, &pictures, clock.now()).await {
            tracing::warn!(
                error = format!("{error:#}"),
                "sweep incomplete; will retry in a few hours"
            );
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Deletes everything due at `now`.
pub async fn sweep(pool: &PgPool, pictures: &Pictures, now: OffsetDateTime) -> anyhow::Result<()> {
    forget_looks(pool, now - LOOKS).await?;
    remove_authors(pool).await?;
    remove_pictures(pool, pictures, now - AGE).await?;
    let named = sqlx::query_scalar!("select object from house_info")
        .fetch_all(pool)
        .await?;
    let named: HashSet<Uuid> = named.into_iter().collect();
    Attachments::new(pictures.object_store())
        .forget_unnamed(&named, now - AGE)
        .await
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

/// Deletes the authors that were only typed into forms of lots that are gone.
async fn remove_authors(pool: &PgPool) -> sqlx::Result<()> {
    let mut tx = pool.begin().await?;
    // A form that names one of them meanwhile waits for its lock, and creates it again.
    let unnamed = sqlx::query_scalar!(
        "select id from author where is_typed and not exists (
            select from lot_author x join lot on lot.id = x.lot_id where x.author_id = author.id and lot.deleted is null
         ) order by name collate \"C\" for update skip locked"
    )
    .fetch_all(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from lot_author using lot
         where lot_author.author_id = any($1) and lot.id = lot_author.lot_id and lot.deleted is not null",
        &unnamed
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from author where id = any($1) and not exists (select from lot_author where author_id = author.id)",
        &unnamed
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

async fn remove_pictures(
    pool: &PgPool,
    pictures: &Pictures,
    before: OffsetDateTime,
) -> anyhow::Result<()> {
    let mut last = Uuid::nil();
    let mut removed = 0;
    loop {
        let unnamed = sqlx::query_scalar!(
            "select id from picture p where id > $1 and created < $2
                and not exists (select from lot_image where picture_id = p.id)
                and not exists (select from picture where source_id = p.id)
                and not exists (select from account where photo = p.id)
                and not exists (select from deleted_account where photo = p.id)
                and not exists (select from house where photo = p.id)
                and not exists (select from catalog where logo = p.id)
                and not exists (select from news where image = p.id)
                and not exists (select from author where logo = p.id)
                and not exists (select from author_image where picture_id = p.id)
                and not exists (select from banner where image = p.id)
                and not exists (select from partner where image = p.id)
             order by id limit $3",
            last,
            before,
            BATCH
        )
        .fetch_all(pool)
        .await?;
        let Some(id) = unnamed.last() else { break };
        last = *id;
        for id in unnamed {
            removed += usize::from(remove_picture(pool, pictures, id).await?);
        }
    }
    if removed > 0 {
        tracing::info!(removed, "sweep: removed unreferenced pictures");
    }
    Ok(())
}

/// Deletes an unreferenced picture. Returns false if it is referenced after all: foreign keys cover every place that
/// can reference a picture.
async fn remove_picture(pool: &PgPool, pictures: &Pictures, id: Uuid) -> anyhow::Result<bool> {
    let mut tx = pool.begin().await?;
    let deleted = sqlx::query!("delete from picture where id = $1", id)
        .execute(&mut *tx)
        .await;
    match deleted {
        Ok(_) => {}
        Err(error) if Cause::of(&error) == Cause::ForeignKey => return Ok(false),
        Err(error) => return Err(error.into()),
    }
    // Files go before the commit: if removing them fails, the row stays and the next sweep finds it.
    pictures.remove_files(id).await?;
    tx.commit().await?;
    Ok(true)
}
