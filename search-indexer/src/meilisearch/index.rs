//! Writing the index: one process at a time has the right to, and changes come from the outbox.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use meilisearch_sdk::task_info::TaskInfo;
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};

use super::document::{Document, documents};
use super::engine::{Engine, Failure, Identity};
use super::registry;
use super::settings::{Synonyms, version};

/// The advisory lock of the one who writes.
const LOCK: i64 = 0x6d65_696c;
/// The most lots of a batch.
const BATCH: usize = 1_000;
/// The most rows of the outbox that a batch looks at: a lot in trade has many.
const ROWS: i64 = 5_000;
/// The pause, in seconds, after a lot's document was refused for the first time. It doubles each time.
const FIRST_PAUSE_S: f64 = 30.0;
const LONGEST_PAUSE_S: f64 = 3600.0;

/// The right to write, for as long as its connection lasts.
pub struct Turn(PoolConnection<Postgres>);

impl Turn {
    /// None while another process has it.
    pub async fn take(pool: &PgPool) -> sqlx::Result<Option<Self>> {
        let mut connection = pool.acquire().await?;
        let taken = sqlx::query_scalar!(r#"select pg_try_advisory_lock($1) as "taken!""#, LOCK)
            .fetch_one(&mut *connection)
            .await?;
        if taken {
            // The lock ends with the connection, which must not go back to the pool with it.
            connection.close_on_drop();
        }
        Ok(taken.then_some(Self(connection)))
    }

    /// Fails if the connection was lost, and the right with it.
    pub async fn check(&mut self) -> sqlx::Result<()> {
        sqlx::query_scalar!("select 1 as one")
            .fetch_one(&mut *self.0)
            .await?;
        Ok(())
    }
}

/// What a batch did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Fed {
    pub lots: usize,
    /// Of these, whose documents the engine refused.
    pub refused: usize,
    /// Whether more may wait.
    pub is_full: bool,
}

/// The index and the changes that wait for it.
#[derive(Debug, Clone)]
pub struct Index {
    pub(super) pool: PgPool,
    pub(super) engine: Arc<Engine>,
}

impl Index {
    pub fn new(engine: Arc<Engine>, pool: PgPool) -> Self {
        Self { pool, engine }
    }

    /// Why the index must be built, if it must.
    pub(super) async fn must_build(&self) -> Result<Option<&'static str>, Failure> {
        let Some(known) = registry::read(&self.pool).await? else {
            return Ok(None);
        };
        let mark = self.engine.identity(self.engine.live()).await?;
        Ok(if known.is_wanted {
            Some("it was asked for")
        } else if known.settings.is_none() {
            Some("there is none")
        } else if known.settings != Some(version()) {
            Some("it has settings of another version")
        } else if mark == Identity::Unreadable {
            Some("the engine cannot read it")
        } else if known.mark.map(Identity::Mark) != Some(mark) {
            Some("the engine has lost it")
        } else {
            None
        })
    }

    /// Writes the synonyms into an index unless it has them: any change of settings makes the engine go through all
    /// documents.
    pub(super) async fn write_synonyms(&self, index: &str) -> Result<(), Failure> {
        let mut conn = self.pool.acquire().await?;
        let synonyms = Synonyms::read(&mut conn).await?;
        drop(conn);
        let index = self.engine.admin().index(index);
        if index.get_synonyms().await? != synonyms.finds {
            let task = index.set_settings(&synonyms.settings()).await?;
            self.engine.done(task).await?;
        }
        Ok(())
    }

    /// Feeds the changes of one batch into the index.
    pub async fn batch(&self) -> Result<Fed, Failure> {
        self.batch_into(&[self.engine.live()]).await
    }

    /// Feeds the changes of one batch into these indexes.
    pub(super) async fn batch_into(&self, indexes: &[&str]) -> Result<Fed, Failure> {
        let rows = sqlx::query!(
            r#"select id, key as "key!" from outbox where topic = 'search' and not_before <= now() order by id limit $1"#,
            ROWS
        )
        .fetch_all(&self.pool)
        .await?;
        let looked_at = rows.len();
        let mut lots: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        let mut done: Vec<i64> = Vec::new();
        for row in rows {
            match row.key.parse() {
                Ok(lot) if lots.len() < BATCH || lots.contains_key(&lot) => {
                    lots.entry(lot).or_default().push(row.id);
                }
                Ok(_) => {}
                Err(_) => {
                    tracing::error!(row.id, row.key, "an outbox key is not an id; dropped");
                    done.push(row.id);
                }
            }
        }
        let ids: Vec<i64> = lots.keys().copied().collect();
        let mut refused = BTreeSet::new();
        if !ids.is_empty() {
            let documents = documents(&self.pool, &ids).await?;
            for index in indexes {
                refused.extend(self.write(index, &ids, &documents).await?);
            }
        }
        let (put_off, fed): (Vec<_>, Vec<_>) =
            lots.into_iter().partition(|(lot, _)| refused.contains(lot));
        done.extend(fed.into_iter().flat_map(|(_, rows)| rows));
        if !done.is_empty() {
            sqlx::query!("delete from outbox where id = any($1)", &done)
                .execute(&self.pool)
                .await?;
        }
        self.put_off(put_off.into_iter().flat_map(|(_, rows)| rows).collect())
            .await?;
        Ok(Fed {
            lots: ids.len(),
            refused: refused.len(),
            is_full: ids.len() == BATCH || looked_at as i64 == ROWS,
        })
    }

    async fn put_off(&self, rows: Vec<i64>) -> sqlx::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "update outbox set attempts = attempts + 1,
                not_before = now() + make_interval(secs => least($2 * power(2, least(attempts, 20)), $3))
             where id = any($1)",
            &rows,
            FIRST_PAUSE_S,
            LONGEST_PAUSE_S
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Writes the documents of these lots into an index, and deletes those of lots that have none. Returns the lots whose
    /// documents the engine refuses.
    pub(super) async fn write(
        &self,
        index: &str,
        lots: &[i64],
        documents: &[Document],
    ) -> Result<BTreeSet<i64>, Failure> {
        let listed: BTreeSet<i64> = documents.iter().map(|document| document.id).collect();
        let unlisted: Vec<i64> = lots
            .iter()
            .copied()
            .filter(|lot| !listed.contains(lot))
            .collect();
        let deleting = if unlisted.is_empty() {
            None
        } else {
            let index = self.engine.admin().index(index);
            Some(index.delete_documents(&unlisted).await?)
        };
        let mut refused = BTreeSet::new();
        let mut parts = vec![documents];
        while let Some(part) = parts.pop() {
            if part.is_empty() {
                continue;
            }
            match self.add(index, part).await {
                Ok(()) => {}
                Err(failure) if !failure.is_of_documents() => return Err(failure),
                Err(failure) => match part {
                    [document] => {
                        metrics::counter!("search_feed_failures_total", "kind" => "document")
                            .increment(1);
                        tracing::error!(
                            error = %failure,
                            lot = document.id,
                            "the search engine refuses a lot; postponed"
                        );
                        refused.insert(document.id);
                    }
                    _ => {
                        let (first, second) = part.split_at(part.len() / 2);
                        parts.extend([second, first]);
                    }
                },
            }
        }
        if let Some(deleting) = deleting {
            self.engine.done(deleting).await?;
        }
        Ok(refused)
    }

    async fn add(&self, index: &str, documents: &[Document]) -> Result<(), Failure> {
        let task: TaskInfo = self
            .engine
            .admin()
            .index(index)
            .add_or_replace(documents, Some("id"))
            .await?;
        self.engine.done(task).await
    }
}
