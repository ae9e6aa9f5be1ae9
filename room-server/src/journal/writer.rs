//! The process-wide writer: takes every room's gathered batch and stores them together.

use super::{
    batch::Batch,
    heartbeat::{Alarm, Pulse},
    statement::store,
    watch::Watch,
};
use clock::Clock;
use metrics::{counter, gauge, histogram};
use sqlx::{Connection as _, PgConnection, postgres::PgConnectOptions};
use std::{
    collections::HashSet,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, oneshot};

/// Why a batch cannot be called stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotStored {
    /// Nothing was written: the room has another owner, or its journal went on without this process.
    #[error("the room is no longer owned by this process")]
    Fenced,
    /// Nothing was written: the database does not take what one of the commands says. The others are sound.
    #[error("the database refused the data")]
    Refused,
    /// Nothing was written: the database refused it, or was not even asked.
    #[error("the database did not take the transaction")]
    Failed,
    /// Nobody knows whether it was written.
    #[error("the outcome of the transaction is unknown")]
    InDoubt,
}

#[derive(Debug, Clone)]
pub struct JournalSettings {
    /// How long the server may work on one statement, waiting for locks included.
    pub statement_timeout: Duration,
    /// How long this side waits for the answer before it gives the connection up; longer than `statement_timeout`.
    pub answer_timeout: Duration,
    /// How often live rooms store that they are alive.
    pub heartbeat_every: Duration,
    /// How many commands one statement takes at most.
    pub commands_at_once: usize,
    /// A process that did nothing for so long stood still.
    pub standstill_after: Duration,
}

impl Default for JournalSettings {
    fn default() -> Self {
        Self {
            statement_timeout: Duration::from_secs(4),
            answer_timeout: Duration::from_secs(5),
            heartbeat_every: Duration::from_secs(1),
            commands_at_once: 4096,
            standstill_after: Duration::from_secs(3),
        }
    }
}

/// The way to the writer. Clones are cheap.
#[derive(Clone)]
pub struct Journal {
    jobs: mpsc::UnboundedSender<Job>,
    clock: Clock,
    pulse: Pulse,
    watch: Watch,
    gauges: Arc<Gauges>,
}

struct Gauges {
    began: Instant,
    /// Batches handed in and not answered.
    waiting: AtomicUsize,
    /// When the writer last heard from the database, in milliseconds since `began`.
    last_heard: AtomicU64,
}

struct Job {
    batch: Batch,
    since: Instant,
    done: oneshot::Sender<Result<(), NotStored>>,
}

impl Journal {
    /// The journal, and the writer's work, to be spawned on the runtime that shall do it. The work ends when every
    /// clone of the journal is gone.
    pub fn new(
        options: PgConnectOptions,
        clock: Clock,
        settings: JournalSettings,
    ) -> (Self, impl Future<Output = ()> + Send) {
        let (jobs, inbox) = mpsc::unbounded_channel();
        let pulse = Pulse::default();
        let watch = Watch::new(clock.clone(), settings.standstill_after);
        let gauges = Arc::new(Gauges {
            began: clock.monotonic(),
            waiting: AtomicUsize::new(0),
            last_heard: AtomicU64::new(0),
        });
        let writer = Writer {
            options: session_options(options, &settings),
            settings,
            clock: clock.clone(),
            inbox,
            connection: None,
            pulse: pulse.clone(),
            watch: watch.clone(),
            gauges: gauges.clone(),
            last_heartbeat: None,
        };
        (
            Self {
                jobs,
                clock,
                pulse,
                watch: watch.clone(),
                gauges,
            },
            async move {
                tokio::select! {
                    () = writer.run() => {}
                    () = watch.keep() => {}
                }
            },
        )
    }

    /// Stores one room's batch. A room hands in its next batch after this one's answer.
    pub async fn commit(&self, batch: Batch) -> Result<(), NotStored> {
        let (done, answer) = oneshot::channel();
        self.gauges.waiting.fetch_add(1, Ordering::Relaxed);
        let handed_in = self.jobs.send(Job {
            batch,
            since: self.clock.monotonic(),
            done,
        });
        let outcome = match handed_in {
            Ok(()) => answer.await.unwrap_or(Err(NotStored::InDoubt)),
            Err(_) => Err(NotStored::InDoubt),
        };
        self.gauges.waiting.fetch_sub(1, Ordering::Relaxed);
        outcome
    }

    /// The rooms whose life is noted in the database each second.
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// Whether the process stood still.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// How long ago the writer last heard from the database, when it has something to do there.
    pub fn lag(&self) -> Duration {
        if self.gauges.waiting.load(Ordering::Relaxed) == 0 && self.pulse.is_empty() {
            return Duration::ZERO;
        }
        let heard = Duration::from_millis(self.gauges.last_heard.load(Ordering::Relaxed));
        (self.clock.monotonic() - self.gauges.began).saturating_sub(heard)
    }
}

/// A session of its own: plans are made once, and nothing waits for ever.
fn session_options(options: PgConnectOptions, settings: &JournalSettings) -> PgConnectOptions {
    let timeout = settings.statement_timeout.as_millis().to_string();
    options.application_name("rooms-journal").options([
        ("statement_timeout", timeout.as_str()),
        ("plan_cache_mode", "force_generic_plan"),
        ("jit", "off"),
    ])
}

struct Writer {
    options: PgConnectOptions,
    settings: JournalSettings,
    clock: Clock,
    inbox: mpsc::UnboundedReceiver<Job>,
    connection: Option<PgConnection>,
    pulse: Pulse,
    watch: Watch,
    gauges: Arc<Gauges>,
    last_heartbeat: Option<Instant>,
}

impl Writer {
    async fn run(mut self) {
        let mut jobs = Vec::new();
        loop {
            let heartbeat_at = self.heartbeat_at();
            tokio::select! {
                job = self.inbox.recv() => match job {
                    Some(job) => jobs.push(job),
                    None => return,
                },
                () = tokio::time::sleep_until(heartbeat_at.into()) => {
                    self.beat().await;
                    continue;
                }
            }
            let mut commands = jobs[0].batch.commands.len();
            while commands < self.settings.commands_at_once
                && let Ok(job) = self.inbox.try_recv()
            {
                commands += job.batch.commands.len();
                jobs.push(job);
            }
            self.store_together(std::mem::take(&mut jobs), commands)
                .await;
            if self.heartbeat_at() <= self.clock.monotonic() {
                self.beat().await;
            }
        }
    }

    fn heartbeat_at(&self) -> Instant {
        self.last_heartbeat.map_or_else(
            || self.clock.monotonic(),
            |last| last + self.settings.heartbeat_every,
        )
    }

    async fn store_together(&mut self, jobs: Vec<Job>, commands: usize) {
        histogram!("journal_batch_commands").record(commands as f64);
        histogram!("journal_batch_rooms").record(jobs.len() as f64);
        let (batches, waiters): (Vec<_>, Vec<_>) = jobs
            .into_iter()
            .map(|job| (job.batch, (job.since, job.done)))
            .unzip();
        let outcomes = match self.outcomes(&batches).await {
            Ok(outcomes) => outcomes,
            Err(NotStored::Refused | NotStored::Failed)
                if batches.len() > 1 && self.connection.is_some() =>
            {
                // The database refused the statement. One room's fault must not stop the others.
                let mut alone = Vec::with_capacity(batches.len());
                for batch in &batches {
                    let outcome = self.outcomes(std::slice::from_ref(batch)).await;
                    alone.push(outcome.and_then(|outcomes| outcomes[0]));
                }
                alone
            }
            Err(error) => vec![Err(error); batches.len()],
        };
        for ((outcome, batch), (since, done)) in outcomes.into_iter().zip(&batches).zip(waiters) {
            histogram!("journal_commit_seconds")
                .record((self.clock.monotonic() - since).as_secs_f64());
            match outcome {
                Ok(()) => counter!("journal_batches_total", "outcome" => "stored").increment(1),
                Err(NotStored::Fenced) => {
                    counter!("journal_batches_total", "outcome" => "fenced").increment(1);
                    tracing::warn!(
                        catalog_id = batch.catalog_id,
                        epoch = batch.epoch,
                        seq_before = batch.seq_before,
                        "the room has another owner"
                    );
                }
                Err(NotStored::Refused) => {
                    counter!("journal_batches_total", "outcome" => "refused").increment(1);
                }
                Err(NotStored::Failed) => {
                    counter!("journal_batches_total", "outcome" => "failed").increment(1);
                }
                Err(NotStored::InDoubt) => {
                    counter!("journal_batches_total", "outcome" => "in_doubt").increment(1);
                }
            }
            // A room that is gone does not wait.
            let _ = done.send(outcome);
        }
        gauge!("journal_waiting_batches").set(self.gauges.waiting.load(Ordering::Relaxed) as f64);
        if self.connection.is_none() {
            // An outage for every room, for those that had nothing to store too.
            let told: HashSet<i64> = batches.iter().map(|batch| batch.catalog_id).collect();
            self.tell_outage(&told);
        }
    }

    /// The store cannot be reached: every live room but those that were `told` already starts over.
    fn tell_outage(&self, told: &HashSet<i64>) {
        let rooms = self.pulse.rooms();
        for room in rooms.iter().filter(|room| !told.contains(&room.catalog_id)) {
            self.pulse.alarm(*room, Alarm::Outage);
        }
    }

    /// What became of each batch, or of all of them.
    async fn outcomes(
        &mut self,
        batches: &[Batch],
    ) -> Result<Vec<Result<(), NotStored>>, NotStored> {
        let stored: HashSet<i64> = self
            .ask(async |connection| store(connection, batches).await)
            .await?;
        let outcome = |batch: &Batch| {
            if stored.contains(&batch.catalog_id) {
                Ok(())
            } else {
                Err(NotStored::Fenced)
            }
        };
        Ok(batches.iter().map(outcome).collect())
    }

    async fn beat(&mut self) {
        self.last_heartbeat = Some(self.clock.monotonic());
        // The instant before the question: at that one the rooms were surely alive, unless they stood still since.
        let at = self.clock.timestamp();
        let standstills = self.watch.standstills();
        let (rooms, stood): (Vec<_>, Vec<_>) = self
            .pulse
            .rooms()
            .into_iter()
            .partition(|room| room.standstills == standstills);
        for room in stood {
            self.pulse.alarm(room, Alarm::Outage);
        }
        if rooms.is_empty() {
            return;
        }
        let owned = self
            .ask(async |connection| super::heartbeat::beat(connection, &rooms, at).await)
            .await;
        match owned {
            Ok(owned) => {
                for room in rooms
                    .iter()
                    .filter(|room| !owned.contains(&room.catalog_id))
                {
                    self.pulse.alarm(*room, Alarm::Fenced);
                }
            }
            Err(_) => {
                tracing::error!(
                    rooms = rooms.len(),
                    "the heartbeat could not be stored: an outage"
                );
                self.tell_outage(&HashSet::new());
            }
        }
    }

    /// Asks the database something, within the time that is allowed. Whatever leaves the outcome of the question
    /// unknown costs the connection.
    async fn ask<T>(
        &mut self,
        question: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<T>,
    ) -> Result<T, NotStored> {
        let mut was_asked = false;
        let asking = async {
            let mut connection = match self.connection.take() {
                Some(connection) => connection,
                None => PgConnection::connect_with(&self.options).await?,
            };
            was_asked = true;
            let answer = question(&mut connection).await;
            if answer.as_ref().err().is_none_or(leaves_connection_usable) {
                self.connection = Some(connection);
            }
            answer
        };
        let error = match tokio::time::timeout(self.settings.answer_timeout, asking).await {
            Ok(Ok(answer)) => {
                let heard = self.clock.monotonic() - self.gauges.began;
                self.gauges
                    .last_heard
                    .store(heard.as_millis() as u64, Ordering::Relaxed);
                return Ok(answer);
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "the journal's statement failed");
                Some(error)
            }
            Err(_) => {
                tracing::error!(timeout = ?self.settings.answer_timeout, "the journal's database does not answer");
                None
            }
        };
        let refused = error.as_ref().is_some_and(leaves_connection_usable);
        Err(if error.as_ref().is_some_and(is_about_the_data) {
            NotStored::Refused
        } else if refused || !was_asked {
            NotStored::Failed
        } else {
            NotStored::InDoubt
        })
    }
}

/// Whether it is what the statement says that the database does not take: a text it cannot hold, a reference to nothing.
pub(super) fn is_about_the_data(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    error
        .code()
        .is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// Whether the server itself refused the statement and goes on serving this session: then nothing was stored.
pub(super) fn leaves_connection_usable(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    // 08: the connection; 57P: the server is being stopped or the session was ended.
    error
        .code()
        .is_some_and(|code| !code.starts_with("08") && !code.starts_with("57P"))
}
