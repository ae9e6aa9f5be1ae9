//! The connection to Redis, and whether Redis answers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use metrics::{counter, gauge};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use redis::{
    AsyncConnectionConfig, Client, IntoConnectionInfo as _, ProtocolVersion, PushInfo, RedisResult,
    aio::{ConnectionManager, ConnectionManagerConfig, MultiplexedConnection},
};

/// Time between two checks of whether Redis answers.
const CHECK_EVERY: Duration = Duration::from_millis(500);
/// How long a check, or a connection, may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(1);

/// A handle to Redis. Clones share one connection, which reconnects by itself.
#[derive(Clone)]
pub struct Redis {
    commands: ConnectionManager,
    client: Client,
    up: Arc<AtomicBool>,
}

/// Redis did not answer, or not in time. The command may have been executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Away;

impl Redis {
    /// Prepares a connection to `redis://` or, with TLS, `rediss://`. Redis may be unreachable: [`Self::watch`] notices when
    /// it answers.
    pub fn new(url: &str) -> RedisResult<Self> {
        let info = url.into_connection_info()?;
        let settings = info.redis_settings().clone();
        let client =
            Client::open(info.set_redis_settings(settings.set_protocol(ProtocolVersion::RESP3)))?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CHECK_TIMEOUT))
            .set_response_timeout(Some(CHECK_TIMEOUT))
            .set_min_delay(CHECK_EVERY)
            .set_max_delay(CHECK_EVERY)
            .set_number_of_retries(1);
        Ok(Self {
            commands: ConnectionManager::new_lazy_with_config(client.clone(), config)?,
            client,
            up: Arc::default(),
        })
    }

    /// Whether Redis answered last time.
    pub fn is_up(&self) -> bool {
        self.up.load(Ordering::Relaxed)
    }

    /// Checks at short intervals whether Redis answers, until the task is dropped.
    pub async fn watch(self) {
        let mut every = tokio::time::interval(CHECK_EVERY);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut reported = None;
        loop {
            every.tick().await;
            let checked = self.look().await;
            let answers = checked.is_ok();
            gauge!("redis_up").set(f64::from(u8::from(answers)));
            if reported.replace(answers) != Some(answers) {
                match checked {
                    Ok(()) => tracing::info!("Redis answers"),
                    Err(error) => tracing::error!(
                        error,
                        "Redis does not answer; continuing with the local state of this node"
                    ),
                }
            }
        }
    }

    /// Checks whether Redis answers, and remembers it.
    pub async fn look(&self) -> Result<(), String> {
        let checked = self.check().await;
        self.up.store(checked.is_ok(), Ordering::Relaxed);
        checked
    }

    /// Whether Redis answers now; the error says why not.
    pub async fn check(&self) -> Result<(), String> {
        let mut commands = self.commands.clone();
        let ping = redis::cmd("PING");
        let ping = ping.query_async::<()>(&mut commands);
        match tokio::time::timeout(CHECK_TIMEOUT, ping).await {
            Ok(answer) => answer.map_err(|error| error.to_string()),
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    /// The server's version.
    pub async fn version(&self) -> RedisResult<String> {
        let mut commands = self.commands.clone();
        let info: redis::InfoDict = redis::cmd("INFO")
            .arg("server")
            .query_async(&mut commands)
            .await?;
        Ok(info.get("redis_version").unwrap_or_default())
    }

    /// Runs commands. While Redis does not answer, fails at once, so that nothing waits for it over and over.
    pub async fn run<T>(
        &self,
        within: Duration,
        commands: impl AsyncFnOnce(&mut ConnectionManager) -> RedisResult<T>,
    ) -> Result<T, Away> {
        if !self.is_up() {
            return Err(Away);
        }
        let mut connection = self.commands.clone();
        match tokio::time::timeout(within, commands(&mut connection)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                // The error of a connection does not contain the address's password.
                tracing::warn!(%error, "Redis failed");
                self.failed();
                Err(Away)
            }
            Err(_) => {
                self.failed();
                Err(Away)
            }
        }
    }

    /// Opens a connection of its own, whose messages arrive at the receiver. It does not reconnect: what is published
    /// meanwhile is lost, and the caller must know.
    pub(crate) async fn subscriber(
        &self,
    ) -> RedisResult<(MultiplexedConnection, UnboundedReceiver<PushInfo>)> {
        let (sender, messages) = unbounded_channel();
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CHECK_TIMEOUT))
            .set_response_timeout(Some(CHECK_TIMEOUT))
            .set_push_sender(sender);
        let connection = self
            .client
            .get_multiplexed_async_connection_with_config(&config)
            .await?;
        Ok((connection, messages))
    }

    /// Until the next check succeeds, nothing else waits for Redis.
    fn failed(&self) {
        counter!("redis_failures_total").increment(1);
        self.up.store(false, Ordering::Relaxed);
    }
}
