//! The process-wide writer: collects the rooms' gathered batches and stores them together.

use super::{
    batch::Batch,
    heartbeat::{Alarm, Pulse},
    session::{JournalSession, NotStored},
    settings::JournalSettings,
    watch::Watch,
};
use crate::spans;
use clock::Clock;
use metrics::{counter, gauge, histogram};
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
use tracing::{Instrument as _, Span};

/// Handle to the writer. Clones are cheap.
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
    /// Batches submitted and not yet answered.
    waiting: AtomicUsize,
    /// When the database last answered the writer, in milliseconds since `began`.
    last_heard: AtomicU64,
}

/// Counts a batch until it is answered, or until its room leaves memory and asks no more.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Job {
    batch: Batch,
    since: Instant,
    /// The batch, if its commands are traced.
    span: Option<Span>,
    done: oneshot::Sender<Result<(), NotStored>>,
}

impl Journal {
    /// Creates the journal and the writer's future; spawn the future on the runtime that should run it. It completes
    /// when every clone of the journal is dropped.
    pub fn new(
        session: impl JournalSession,
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
            session,
            settings,
            clock: clock.clone(),
            inbox,
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
                    biased;
                    () = writer.run() => {}
                    () = watch.keep() => {}
                }
            },
        )
    }

    /// Stores one room's batch. A room submits its next batch only after this one is answered.
    /// `span` lasts until then.
    pub async fn commit(&self, batch: Batch, span: Option<Span>) -> Result<(), NotStored> {
        let (done, answer) = oneshot::channel();
        let _waiting = Waiting::new(&self.gauges.waiting);
        let handed_in = self.jobs.send(Job {
            batch,
            since: self.clock.monotonic(),
            span,
            done,
        });
        match handed_in {
            Ok(()) => answer.await.unwrap_or(Err(NotStored::InDoubt)),
            Err(_) => Err(NotStored::InDoubt),
        }
    }

    /// The rooms whose heartbeat is stored every second.
    pub fn pulse(&self) -> &Pulse {
        &self.pulse
    }

    /// The process's standstill detector.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Time since the database last answered; zero while the writer has no work.
    pub fn lag(&self) -> Duration {
        if self.gauges.waiting.load(Ordering::Relaxed) == 0 && self.pulse.is_empty() {
            return Duration::ZERO;
        }
        let heard = Duration::from_millis(self.gauges.last_heard.load(Ordering::Relaxed));
        (self.clock.monotonic() - self.gauges.began).saturating_sub(heard)
    }
}

struct Writer<S> {
    session: S,
    settings: JournalSettings,
    clock: Clock,
    inbox: mpsc::UnboundedReceiver<Job>,
    pulse: Pulse,
    watch: Watch,
    gauges: Arc<Gauges>,
    last_heartbeat: Option<Instant>,
}

impl<S: JournalSession> Writer<S> {
    async fn run(mut self) {
        let mut jobs = Vec::new();
        loop {
            let heartbeat_at = self.heartbeat_at();
            tokio::select! {
                // Simulations replay events that are due at once in a fixed order.
                biased;
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
        let commit = spans::commit(jobs.iter().filter_map(|job| job.span.as_ref()));
        let commit = commit.unwrap_or_else(Span::none);
        let (batches, waiters): (Vec<_>, Vec<_>) = jobs
            .into_iter()
            .map(|job| (job.batch, (job.since, job.done, job.span)))
            .unzip();
        let outcomes = match self.outcomes(&batches).instrument(commit).await {
            Ok(outcomes) => outcomes,
            Err(NotStored::Refused | NotStored::Failed)
                if batches.len() > 1 && self.session.is_connected() =>
            {
                // The database rejected the statement. One room's error must not block the others.
                let mut alone = Vec::with_capacity(batches.len());
                for batch in &batches {
                    let outcome = self.outcomes(std::slice::from_ref(batch)).await;
                    alone.push(outcome.and_then(|outcomes| outcomes[0]));
                }
                alone
            }
            Err(error) => vec![Err(error); batches.len()],
        };
        for ((outcome, batch), (since, done, _span)) in
            outcomes.into_iter().zip(&batches).zip(waiters)
        {
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
            // The room may be gone; its answer is dropped.
            let _ = done.send(outcome);
        }
        gauge!("journal_waiting_batches").set(self.gauges.waiting.load(Ordering::Relaxed) as f64);
        if !self.session.is_connected() {
            // The outage concerns every room, including those with nothing to store.
            let notified: HashSet<i64> = batches.iter().map(|batch| batch.catalog_id).collect();
            self.notify_outage(&notified);
        }
    }

    /// Reports an outage: every live room starts over, except those already `notified`.
    fn notify_outage(&self, notified: &HashSet<i64>) {
        let rooms = self.pulse.rooms();
        for room in rooms
            .iter()
            .filter(|room| !notified.contains(&room.catalog_id))
        {
            self.pulse.alarm(*room, Alarm::Outage);
        }
    }

    /// The outcome of each batch, or of all of them.
    async fn outcomes(
        &mut self,
        batches: &[Batch],
    ) -> Result<Vec<Result<(), NotStored>>, NotStored> {
        let stored = self.session.store(batches).await?;
        self.record_answer();
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
        // The instant before the query: the rooms were alive then, unless they have stood still since.
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
        match self.session.beat(&rooms, at).await {
            Ok(owned) => {
                self.record_answer();
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
                    "cannot store the heartbeat; treating it as an outage"
                );
                self.notify_outage(&HashSet::new());
            }
        }
    }

    /// Records that the database has answered.
    fn record_answer(&self) {
        let heard = self.clock.monotonic() - self.gauges.began;
        self.gauges
            .last_heard
            .store(heard.as_millis() as u64, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
