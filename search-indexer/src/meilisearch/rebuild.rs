//! Builds the index from the listing while searches go on.

use sqlx::PgPool;

use super::document::documents;
use super::engine::{Failure, Identity};
use super::index::{Index, Turn};
use super::registry;
use super::settings::{settings, version};
use meilisearch_sdk::client::SwapIndexes;

/// The lots of a batch. A larger one is indexed faster, but changes wait for it.
const BATCH: i64 = 5_000;

/// Copies every listed lot into a new index, with changes going to both, and replaces the live one with it.
/// `is_broken`: the engine cannot work on the live one.
pub(super) async fn build(index: &Index, turn: &mut Turn, is_broken: bool) -> Result<(), Failure> {
    let (pool, engine) = (&index.pool, &index.engine);
    let (live, new) = (engine.live(), engine.fresh());
    let new = new.as_str();
    let former = match engine.identity(live).await? {
        Identity::Mark(_) if is_broken => Identity::Unreadable,
        former => former,
    };
    if former == Identity::Unreadable {
        engine.abandon_tasks().await?;
    } else {
        engine.clear().await?;
    }
    engine.create(new).await?;
    let next = engine.admin().index(new);
    engine.done(next.set_settings(&settings()).await?).await?;
    index.write_synonyms(new).await?;
    let Identity::Mark(mark) = engine.identity(new).await? else {
        return Err(Failure::Database(sqlx::Error::RowNotFound));
    };
    // The former index is kept fresh if it serves.
    let both = [new, live];
    let indexes = match former {
        Identity::Mark(_) => &both[..],
        Identity::None | Identity::Unreadable => &both[..1],
    };
    registry::copied(pool, 0).await?;
    let (mut last, mut copied) = (i64::MIN, 0);
    loop {
        turn.check().await?;
        let lots = sqlx::query_scalar!(
            "select lot_id from lot_listing where lot_id > $1 order by lot_id limit $2",
            last,
            BATCH
        )
        .fetch_all(pool)
        .await?;
        let Some(&end) = lots.last() else { break };
        let read = documents(pool, &lots).await?;
        let refused = index.write(new, &lots, &read).await?;
        enqueue(pool, &refused.into_iter().collect::<Vec<_>>()).await?;
        last = end;
        copied += lots.len() as i64;
        registry::copied(pool, copied).await?;
        // After the copy of a lot only a change that is read later goes to it.
        while index.batch_into(indexes).await?.is_full {}
    }
    while index.batch_into(indexes).await?.is_full {}
    if former == Identity::None {
        engine.create(live).await?;
    }
    let swap = SwapIndexes {
        indexes: (live.to_owned(), new.to_owned()),
        rename: None,
    };
    engine
        .done(engine.admin().swap_indexes([&swap]).await?)
        .await?;
    registry::built(pool, &version(), &mark).await?;
    tracing::info!(lots = copied, "built the search index");
    if former == Identity::Unreadable {
        tracing::warn!(
            index = new,
            "the search engine cannot read the former index, nor delete it"
        );
        return Ok(());
    }
    engine.delete(new).await
}

/// Enqueues lots for the index.
pub(super) async fn enqueue(pool: &PgPool, lots: &[i64]) -> sqlx::Result<()> {
    if lots.is_empty() {
        return Ok(());
    }
    let mut conn = pool.acquire().await?;
    outbox::enqueue::search(&mut conn, lots).await
}

/// Builds the index, or has the server that feeds it do so, and waits for the end. Reports how many lots are copied.
pub async fn rebuild(index: &Index, mut report: impl FnMut(i64)) -> Result<(), Failure> {
    registry::subscribe(&index.pool).await?;
    registry::want(&index.pool).await?;
    loop {
        if let Some(mut turn) = Turn::take(&index.pool).await? {
            if index.must_build().await?.is_some() {
                build(index, &mut turn, false).await?;
            }
            return Ok(());
        }
        let known = registry::read(&index.pool).await?;
        match known {
            Some(known) if known.is_wanted => {
                if let Some(copied) = known.copied {
                    report(copied);
                }
            }
            _ => return Ok(()),
        }
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    }
}
