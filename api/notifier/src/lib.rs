//! Notifies people: stores notifications, pushes them to sockets at once, and sends e-mail to those who want it.
//!
//! Events come from the outbox's topic `notify`, where rooms and calls enqueue them in the transaction that causes
//! them ([`event`]), and from the clock ([`ahead`]). One transaction takes an event, stores a notification for each
//! recipient ([`store`]) and enqueues the letters ([`letters`]). A unique key on event and person makes this
//! idempotent, however often the event is read. [`mod@push`] sends stored notifications to the sockets; after a crash the
//! next process sends the rest. Urgent ones also go to the browsers in which people switched that on ([`web_push`]), with
//! a notice of lots that come up soon ([`near`]). [`SavedSearches`] writes letters about new lots.

mod ahead;
mod event;
mod kind;
mod letter;
mod letters;
mod message;
mod near;
mod next_lots;
mod outbid;
pub mod place;
mod push;
mod saved_searches;
mod settings;
mod store;
mod unsubscribe;
mod web_push;
mod wins;

use std::time::Duration;

use async_trait::async_trait;
use outbox::{Job, Topic, Worker};
use room_server::gateway::Hub;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use clock::Clock;

use self::push::Pusher;

pub use kind::{Kind, Setting};
pub use saved_searches::SavedSearches;
pub use unsubscribe::Ending;

/// The most rows of the outbox per transaction. A contested lot causes as many events as it gets bets, and of a large batch only
/// the last one for each bidder and lot is stored.
const BATCH: i64 = 500;
/// The pause when no event is due.
const POLL: Duration = Duration::from_millis(200);
/// How often [`Notifier::look_ahead`] runs.
const LOOK_AHEAD: Duration = Duration::from_secs(5);
/// The pause after an error, such as an unreachable database.
const RETRY: Duration = Duration::from_secs(1);

/// Runs the notifier. Several instances in several processes can share the work.
#[derive(Clone)]
pub struct Notifier {
    pool: PgPool,
    hub: Hub,
    clock: Clock,
}

impl Notifier {
    pub fn new(pool: PgPool, hub: Hub, clock: Clock) -> Self {
        Self { pool, hub, clock }
    }

    /// Runs until the task is dropped.
    pub async fn run(self) {
        let ahead = self.clone();
        tokio::join!(self.deliver_forever(), ahead.look_ahead_forever());
    }

    async fn deliver_forever(&self) {
        loop {
            let pause = match self.deliver().await {
                Ok(true) => continue,
                Ok(false) => POLL,
                Err(error) => {
                    tracing::warn!(%error, "cannot deliver notifications; retrying");
                    RETRY
                }
            };
            tokio::time::sleep(pause).await;
        }
    }

    async fn look_ahead_forever(&self) {
        let mut every = tokio::time::interval(LOOK_AHEAD);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            if let Err(error) = self.look_ahead().await {
                tracing::warn!(%error, "cannot notify of what begins or ends soon; retrying");
            }
        }
    }

    /// Stores one batch of due notifications and pushes one to the sockets. Returns whether more may be due.
    pub async fn deliver(&self) -> sqlx::Result<bool> {
        let (stored, pushed) = (self.store().await, self.push().await);
        Ok(stored? >= BATCH as usize || pushed?)
    }

    /// Stores the notifications of one batch of due events. Returns how many rows of the outbox it took, as [`outbox::drain`]
    /// counts them.
    pub async fn store(&self) -> sqlx::Result<usize> {
        outbox::drain(&self.pool, self).await
    }

    /// Pushes one batch of stored notifications to the sockets. Returns whether more may be due.
    pub async fn push(&self) -> sqlx::Result<bool> {
        let pusher = Pusher {
            hub: self.hub.clone(),
            clock: self.clock.clone(),
        };
        let taken = outbox::drain(&self.pool, &pusher).await?;
        Ok(taken as i64 >= pusher.batch())
    }

    /// Stores the notifications due by the clock, then enqueues notices of lots that come up soon, held letters, and letters
    /// to the winners of sales that are over. Each step runs even if another fails.
    pub async fn look_ahead(&self) -> sqlx::Result<()> {
        let sales = self.look_at_sales().await;
        let held = outbid::write_held(&self.pool, self.now()).await;
        let wins = wins::write(&self.pool).await;
        sales.and(held).and(wins)
    }

    async fn look_at_sales(&self) -> sqlx::Result<()> {
        let next = next_lots::next_lots(&self.pool, near::AHEAD).await;
        let lots = next.as_deref().unwrap_or_default();
        let stored = ahead::look(&self.pool, lots, self.now()).await;
        let pushed = near::look(&self.pool, lots, self.now()).await;
        next.and(stored).and(pushed)
    }

    fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }
}

#[async_trait]
impl Worker for Notifier {
    fn topics(&self) -> &'static [Topic] {
        &[Topic::Notify]
    }

    fn batch(&self) -> i64 {
        BATCH
    }

    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()> {
        let outgoing = event::compose(conn, jobs).await?;
        for letter in &outgoing.letters {
            mail::letters::queue(conn, letter).await?;
        }
        store::store(conn, outgoing.messages, self.now()).await
    }
}
