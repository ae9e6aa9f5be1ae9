//! Versions of the program and of what it depends on.

use std::future::Future;
use std::time::Duration;

use application::state;
use cluster::Redis;
use config::Config;
use sqlx::PgPool;

use super::database;

/// A part of the site and its version; None: it did not say in time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub name: &'static str,
    pub version: Option<String>,
}

/// `timeout` is the time limit of each.
pub async fn all(config: &Config, pool: &PgPool, timeout: Duration) -> Vec<Version> {
    let (schema, postgres, redis, engine) = tokio::join!(
        in_time(timeout, async { Ok(database::newest(pool).await?) }),
        in_time(timeout, async { Ok(database::version(pool).await?) }),
        async {
            let url = config.redis_url()?;
            Some(in_time(timeout, async { Ok(Redis::new(url)?.version().await?) }).await)
        },
        async {
            let engine = state::backend(config, pool)?;
            Some(in_time(timeout, async { Ok(engine.engine_version().await?) }).await)
        },
    );
    let mut all = vec![
        Version {
            name: "Программа",
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        },
        Version {
            name: "Схема базы",
            version: schema.flatten().map(|version| version.to_string()),
        },
        Version {
            name: "PostgreSQL",
            version: postgres,
        },
    ];
    let used = [("Redis", redis), ("Meilisearch", engine)];
    all.extend(
        used.into_iter()
            .filter_map(|(name, version)| version.map(|version| Version { name, version })),
    );
    all
}

async fn in_time<T>(
    timeout: Duration,
    reading: impl Future<Output = anyhow::Result<T>>,
) -> Option<T> {
    tokio::time::timeout(timeout, reading).await.ok()?.ok()
}
