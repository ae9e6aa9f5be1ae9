//! A store whose questions are late, fail, or end in doubt, as the seed has it.

use crate::dice::Dice;
use async_trait::async_trait;
use domain::Timestamp;
use room_server::{
    RoomError, RoomSnapshot,
    journal::{Archive, Batch, JournalSession, LiveRoom, LoadError, Loaded, NotStored},
};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::time::sleep;
use wire::LotUpdate;

/// How often a question goes wrong, in a thousand. Shared by all that ask, so that a run can end without faults.
#[derive(Clone, Default)]
pub struct Rate(Arc<AtomicU32>);

impl Rate {
    pub fn set(&self, per_thousand: u32) {
        self.0.store(per_thousand, Ordering::Relaxed);
    }

    fn strikes(&self, dice: &Dice) -> bool {
        dice.below(1000) < u64::from(self.0.load(Ordering::Relaxed))
    }
}

/// What may become of a batch on its way.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// Stored, but seconds later.
    Slow,
    /// The server refuses the statement and keeps the session.
    Failed,
    /// The server refuses the data.
    Refused,
    /// The server cannot be reached.
    Unreached,
    /// Stored; the answer is lost.
    AnswerLost,
    /// Not stored; nobody knows.
    QuestionLost,
    /// In doubt, and the statement arrives later, if the room's next owner has not fenced it by then.
    Late,
    /// Another process takes the rooms over just before.
    Fenced,
}

const FAULTS: [Fault; 8] = [
    Fault::Slow,
    Fault::Failed,
    Fault::Refused,
    Fault::Unreached,
    Fault::AnswerLost,
    Fault::QuestionLost,
    Fault::Late,
    Fault::Fenced,
];

pub type Sessions = Arc<dyn Fn() -> Box<dyn JournalSession> + Send + Sync>;

pub struct FaultySession {
    pub inner: Box<dyn JournalSession>,
    /// Makes further sessions with the same store.
    pub sessions: Sessions,
    pub archive: Arc<dyn Archive>,
    pub dice: Dice,
    pub rate: Rate,
    pub connected: bool,
}

#[async_trait]
impl JournalSession for FaultySession {
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored> {
        self.connected = true;
        sleep(Duration::from_millis(self.dice.below(30))).await;
        if !self.rate.strikes(&self.dice) {
            return self.inner.store(batches).await;
        }
        let delay = Duration::from_millis(self.dice.below(4_000));
        match *self.dice.one_of(&FAULTS) {
            Fault::Slow => {
                sleep(delay).await;
                self.inner.store(batches).await
            }
            Fault::Failed => Err(NotStored::Failed),
            Fault::Refused => Err(NotStored::Refused),
            Fault::Unreached => {
                self.connected = false;
                Err(NotStored::Failed)
            }
            Fault::AnswerLost => {
                // Whatever it says is lost.
                let _ = self.inner.store(batches).await;
                sleep(delay).await;
                self.connected = false;
                Err(NotStored::InDoubt)
            }
            Fault::QuestionLost => {
                self.connected = false;
                Err(NotStored::InDoubt)
            }
            Fault::Late => {
                let (mut session, batches) = ((self.sessions)(), batches.to_vec());
                tokio::spawn(async move {
                    sleep(delay / 100).await;
                    session.store(&batches).await
                });
                self.connected = false;
                Err(NotStored::InDoubt)
            }
            Fault::Fenced => {
                for batch in batches {
                    let taken = self
                        .archive
                        .take_over(batch.catalog_id, None, batch.head.at);
                    taken.await.expect("the room can be read");
                }
                self.inner.store(batches).await
            }
        }
    }

    async fn beat(&mut self, rooms: &[LiveRoom], at: Timestamp) -> Result<HashSet<i64>, NotStored> {
        self.connected = true;
        if self.rate.strikes(&self.dice) {
            self.connected = false;
            return Err(NotStored::Failed);
        }
        self.inner.beat(rooms, at).await
    }

    fn is_connected(&self) -> bool {
        self.connected
    }
}

pub struct FaultyArchive {
    pub inner: Arc<dyn Archive>,
    pub dice: Dice,
    pub rate: Rate,
}

impl FaultyArchive {
    async fn ask(&self) -> sqlx::Result<()> {
        sleep(Duration::from_millis(self.dice.below(50))).await;
        if self.rate.strikes(&self.dice) {
            // Now and then longer than anyone waits.
            sleep(Duration::from_millis(self.dice.below(20_000))).await;
            return Err(sqlx::Error::PoolTimedOut);
        }
        Ok(())
    }
}

#[async_trait]
impl Archive for FaultyArchive {
    async fn due(&self) -> sqlx::Result<Vec<i64>> {
        self.inner.due().await
    }

    async fn take_over(
        &self,
        catalog_id: i64,
        known_seq: Option<i64>,
        keys_since: Timestamp,
    ) -> Result<Loaded, LoadError> {
        self.ask().await?;
        let loaded = self
            .inner
            .take_over(catalog_id, known_seq, keys_since)
            .await?;
        // The room may be taken over without its owner learning of it.
        self.ask().await?;
        Ok(loaded)
    }

    async fn keep_snapshot(&self, catalog_id: i64, seq: i64, room: &str) -> sqlx::Result<()> {
        self.ask().await?;
        self.inner.keep_snapshot(catalog_id, seq, room).await
    }

    async fn answer(&self, catalog_id: i64, seq: i64) -> sqlx::Result<String> {
        self.ask().await?;
        self.inner.answer(catalog_id, seq).await
    }

    async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<i64>,
        now: Timestamp,
    ) -> Result<RoomSnapshot, RoomError> {
        self.ask().await.map_err(|_| RoomError::Unavailable)?;
        self.inner.snapshot(catalog_id, since, now).await
    }

    async fn lot(
        &self,
        catalog_id: i64,
        lot_id: i64,
        now: Timestamp,
    ) -> Result<Option<LotUpdate>, RoomError> {
        self.ask().await.map_err(|_| RoomError::Unavailable)?;
        self.inner.lot(catalog_id, lot_id, now).await
    }
}
