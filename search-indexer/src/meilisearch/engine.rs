//! The connection to the engine: keys, tasks and indexes.

use std::fmt;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use meilisearch_sdk::client::Client;
use meilisearch_sdk::errors::{Error, ErrorCode, ErrorType, MeilisearchError};
use meilisearch_sdk::indexes::IndexesQuery;
use meilisearch_sdk::key::{Action, KeyBuilder};
use meilisearch_sdk::task_info::TaskInfo;
use meilisearch_sdk::tasks::{Task, TasksCancelQuery};
use reqwest::redirect;
use secrecy::SecretString;
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::http::Http;

/// The index of a site that has the engine to itself.
pub const INDEX: &str = "lots";

const CONNECT_LIMIT: Duration = Duration::from_secs(2);
/// Time limit of a search. Its callers give up earlier.
const SEARCH_LIMIT: Duration = Duration::from_secs(5);
/// Time limit of a request with a change, which may carry many documents.
const CHANGE_LIMIT: Duration = Duration::from_secs(60);
/// Time limit of a task. The engine runs one at a time, and retries a task that damaged files prevent without end.
const TASK_LIMIT: Duration = Duration::from_secs(300);
/// The pause between two polls of a task: it grows from the first value to the second.
const LOOK: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(250));

/// Where the engine is.
#[derive(Debug, Clone)]
pub struct Settings {
    pub url: String,
    /// The engine's master key or one that may do everything. None: the engine has no keys.
    pub key: Option<SecretString>,
    /// The name of the index, [`INDEX`] but in tests.
    pub index: String,
}

/// Why the engine did not do what was requested.
#[derive(Debug, Error)]
pub enum Failure {
    /// It is out of reach, or answered something unexpected.
    #[error("{0}")]
    Engine(#[from] Error),
    /// It accepted a task and failed to do it.
    #[error("a task failed: {0}")]
    Task(MeilisearchError),
    /// It accepted a task and does not get it done.
    #[error("a task takes longer than {} s", TASK_LIMIT.as_secs())]
    Stuck,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl Failure {
    /// A word for the metrics.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Engine(_) => "engine",
            Self::Task(_) | Self::Stuck => "task",
            Self::Database(_) => "database",
        }
    }

    /// Whether the engine says that the documents are at fault.
    pub fn is_of_documents(&self) -> bool {
        match self {
            Self::Task(error) => {
                error.error_type == ErrorType::InvalidRequest && !is_missing(error)
            }
            Self::Engine(Error::Meilisearch(error)) => {
                error.error_type == ErrorType::InvalidRequest && !is_missing(error)
            }
            Self::Engine(Error::MeilisearchCommunication(error)) => error.status_code == 413,
            _ => false,
        }
    }
}

fn is_unreadable(error: &Error) -> bool {
    matches!(error, Error::Meilisearch(error) if error.error_type == ErrorType::Internal)
}

fn is_missing(error: &MeilisearchError) -> bool {
    error.error_code == ErrorCode::IndexNotFound
}

/// What the engine knows of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// There is none of that name.
    None,
    /// Its files are damaged.
    Unreadable,
    /// When the engine created it: no other index of its name has the same.
    Mark(String),
}

pub struct Engine {
    settings: Settings,
    http: reqwest::Client,
    /// May do everything.
    admin: Client<Http>,
    /// May only search. None until connected.
    searching: RwLock<Option<Client<Http>>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// TLS must be set up.
    pub fn new(settings: Settings) -> Self {
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_LIMIT)
            // The key is meant for the configured address alone.
            .redirect(redirect::Policy::none())
            .build()
            .expect("TLS is set up before any state is");
        let admin = client(&settings.url, &http, settings.key.clone(), CHANGE_LIMIT);
        Self {
            settings,
            http,
            admin,
            searching: RwLock::default(),
        }
    }

    pub async fn version(&self) -> Result<String, Failure> {
        Ok(self.admin.get_version().await?.pkg_version)
    }

    /// The name of the index that answers searches.
    pub fn live(&self) -> &str {
        &self.settings.index
    }

    /// A name for a new index. Names are never reused: an unreadable index keeps its name.
    pub fn fresh(&self) -> String {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.unwrap_or_default().as_millis();
        format!("{}-{now}", self.live())
    }

    pub fn admin(&self) -> &Client<Http> {
        &self.admin
    }

    /// The client for searches, once there is one.
    pub fn searching(&self) -> Option<Client<Http>> {
        let searching = self.searching.read();
        searching.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Gets the key that may only search, and makes it first if need be.
    pub async fn connect(&self) -> Result<(), Error> {
        let refused = |error: &Error, code: ErrorCode| matches!(error, Error::Meilisearch(error) if error.error_code == code);
        let id = key_id(self.live());
        let key = match &self.settings.key {
            None => None,
            Some(_) => match self.admin.get_key(&id).await {
                Ok(key) => Some(key.key),
                Err(error) if refused(&error, ErrorCode::ApiKeyNotFound) => {
                    let mut wanted = KeyBuilder::new();
                    wanted
                        .with_uid(&id)
                        .with_name("searches of lots")
                        .with_action(Action::Search)
                        .with_index(self.live());
                    Some(self.admin.create_key(&wanted).await?.key)
                }
                // A key is set here, but the engine knows of none.
                Err(error) if refused(&error, ErrorCode::MissingMasterKey) => None,
                Err(error) => return Err(error),
            },
        };
        let key = key.map(SecretString::from);
        self.set_searching(Some(client(
            &self.settings.url,
            &self.http,
            key,
            SEARCH_LIMIT,
        )));
        Ok(())
    }

    /// Forgets the key for searches, for instance because the engine no longer knows it.
    pub fn disconnect(&self) {
        self.set_searching(None);
    }

    fn set_searching(&self, client: Option<Client<Http>>) {
        *self
            .searching
            .write()
            .unwrap_or_else(PoisonError::into_inner) = client;
    }

    /// Waits until the engine has done a task.
    pub async fn done(&self, task: TaskInfo) -> Result<(), Failure> {
        let (mut pause, longest) = LOOK;
        let began = Instant::now();
        while began.elapsed() < TASK_LIMIT {
            match self.admin.get_task(&task).await? {
                Task::Succeeded { .. } => return Ok(()),
                Task::Failed { content } => return Err(Failure::Task(content.error)),
                Task::Enqueued { .. } | Task::Processing { .. } => {}
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 3 / 2).min(longest);
        }
        Err(Failure::Stuck)
    }

    pub async fn identity(&self, index: &str) -> Result<Identity, Failure> {
        match self.admin.get_index(index).await {
            Ok(found) => {
                let created = found.created_at.map(|at| at.unix_timestamp_nanos());
                Ok(Identity::Mark(created.unwrap_or_default().to_string()))
            }
            Err(Error::Meilisearch(error)) if is_missing(&error) => Ok(Identity::None),
            Err(error) if is_unreadable(&error) => Ok(Identity::Unreadable),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes what interrupted builds left. An index that the engine cannot read stays: deleting it would block the queue.
    pub async fn clear(&self) -> Result<(), Failure> {
        for index in self.indexes().await? {
            if index != self.live() && self.identity(&index).await? != Identity::Unreadable {
                self.delete(&index).await?;
            }
        }
        Ok(())
    }

    /// Empties the engine's queue, which a task on a damaged index blocks.
    pub async fn abandon_tasks(&self) -> Result<(), Failure> {
        let indexes = self.indexes().await?;
        let mut waiting = TasksCancelQuery::new(&self.admin);
        waiting
            .with_index_uids(indexes.iter().map(String::as_str))
            .with_statuses(["enqueued", "processing"]);
        self.done(self.admin.cancel_tasks_with(&waiting).await?)
            .await
    }

    /// The live index, and those that are or were being built.
    async fn indexes(&self) -> Result<Vec<String>, Failure> {
        let mut query = IndexesQuery::new(&self.admin);
        let all = self.admin.list_all_indexes_with(query.with_limit(1_000));
        let built = format!("{}-", self.live());
        let all = all.await?.results.into_iter().map(|index| index.uid);
        Ok(all
            .filter(|name| name == self.live() || name.starts_with(&built))
            .collect())
    }

    pub async fn create(&self, index: &str) -> Result<(), Failure> {
        self.done(self.admin.create_index(index, Some("id")).await?)
            .await
    }

    pub async fn delete(&self, index: &str) -> Result<(), Failure> {
        let task = self.admin.delete_index(index).await?;
        match self.done(task).await {
            Err(Failure::Task(error)) if is_missing(&error) => Ok(()),
            done => done,
        }
    }
}

/// The id of the key that may only search an index. All servers of a site share the key.
fn key_id(index: &str) -> String {
    let digest = Sha256::digest(index);
    let hex = data_encoding::HEXLOWER.encode(&digest[..16]);
    // The engine takes random UUIDs (version 4).
    format!(
        "{}-{}-4{}-a{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[13..16],
        &hex[17..20],
        &hex[20..]
    )
}

fn client(
    url: &str,
    http: &reqwest::Client,
    key: Option<SecretString>,
    limit: Duration,
) -> Client<Http> {
    let http = Http {
        client: http.clone(),
        key,
        limit,
    };
    // Without the key, which the SDK would print.
    Client::new_with_client(url, None::<String>, http)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_key_is_a_uuid() {
        let id = key_id(INDEX);
        let parts: Vec<usize> = id.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_ne!(id, key_id("other"));
    }

    #[test]
    fn the_key_is_not_printed() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let settings = Settings {
            url: "http://127.0.0.1:1".to_owned(),
            key: Some("the-master-key".to_owned().into()),
            index: INDEX.to_owned(),
        };
        let engine = Engine::new(settings.clone());
        let printed = format!("{settings:?} {engine:?} {:?}", engine.admin());
        assert!(!printed.contains("the-master-key"), "{printed}");
    }
}
