//! The writer on a session that the test answers for.

use super::*;
use crate::journal::{
    batch::{CommandRow, Head},
    heartbeat::LiveRoom,
};
use async_trait::async_trait;
use domain::{CatalogState, Timestamp};
use std::sync::atomic::AtomicBool;
use tokio::task::JoinHandle;
use uuid::Uuid;

type Reply = oneshot::Sender<Result<HashSet<i64>, NotStored>>;

/// What the writer asks of its session, about which catalogs.
enum Asked {
    Store(Vec<i64>, Reply),
    Beat(Vec<i64>, Reply),
}

struct Session {
    asked: mpsc::UnboundedSender<Asked>,
    is_connected: Arc<AtomicBool>,
}

impl Session {
    async fn ask(&self, asked: impl FnOnce(Reply) -> Asked) -> Result<HashSet<i64>, NotStored> {
        let (reply, answer) = oneshot::channel();
        self.asked
            .send(asked(reply))
            .unwrap_or_else(|_| panic!("the test listens"));
        answer.await.expect("the test answers")
    }
}

#[async_trait]
impl JournalSession for Session {
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored> {
        let catalogs = batches.iter().map(|batch| batch.catalog_id).collect();
        self.ask(|reply| Asked::Store(catalogs, reply)).await
    }

    async fn beat(&mut self, rooms: &[LiveRoom], _: Timestamp) -> Result<HashSet<i64>, NotStored> {
        let catalogs = rooms.iter().map(|room| room.catalog_id).collect();
        self.ask(|reply| Asked::Beat(catalogs, reply)).await
    }

    fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }
}

/// A writer at work, and what it asks.
struct Desk {
    journal: Journal,
    asked: mpsc::UnboundedReceiver<Asked>,
    is_connected: Arc<AtomicBool>,
}

impl Desk {
    fn start(commands_at_once: usize) -> Self {
        let (to_test, asked) = mpsc::unbounded_channel();
        let is_connected = Arc::new(AtomicBool::new(true));
        let session = Session {
            asked: to_test,
            is_connected: is_connected.clone(),
        };
        let settings = JournalSettings {
            commands_at_once,
            standstill_after: Duration::from_secs(3_600),
            ..JournalSettings::default()
        };
        let clock = Clock::starting_at(Timestamp(0));
        let (journal, writer) = Journal::new(session, clock, settings);
        tokio::spawn(writer);
        Self {
            journal,
            asked,
            is_connected,
        }
    }

    /// Submits a batch of one command.
    fn submit(&self, catalog_id: i64) -> JoinHandle<Result<(), NotStored>> {
        let journal = self.journal.clone();
        tokio::spawn(async move { journal.commit(batch(catalog_id), None).await })
    }

    /// Submits batches that meet in the writer's queue, behind one that is being stored.
    async fn submit_together(
        &mut self,
        catalogs: impl IntoIterator<Item = i64>,
    ) -> Vec<JoinHandle<Result<(), NotStored>>> {
        let first = self.submit(0);
        let (_, reply) = self.store().await;
        let submitted = catalogs.into_iter().map(|id| self.submit(id)).collect();
        tokio::task::yield_now().await;
        reply.send(Ok([0].into())).unwrap();
        assert_eq!(first.await.unwrap(), Ok(()));
        submitted
    }

    async fn store(&mut self) -> (Vec<i64>, Reply) {
        match self.asked.recv().await.expect("the writer runs") {
            Asked::Store(catalogs, reply) => (catalogs, reply),
            Asked::Beat(..) => panic!("a heartbeat instead of a batch"),
        }
    }

    async fn beat(&mut self) -> (Vec<i64>, Reply) {
        match self.asked.recv().await.expect("the writer runs") {
            Asked::Beat(catalogs, reply) => (catalogs, reply),
            Asked::Store(..) => panic!("a batch instead of a heartbeat"),
        }
    }

    fn make_live(&self, catalog_id: i64) {
        let room = LiveRoom {
            catalog_id,
            epoch: 1,
            standstills: 0,
        };
        self.journal.pulse().start(room, |_| {});
    }
}

fn batch(catalog_id: i64) -> Batch {
    Batch {
        catalog_id,
        epoch: 1,
        seq_before: 0,
        commands: vec![CommandRow {
            id: Uuid::nil(),
            at: Timestamp(0),
            account_id: None,
            address: None,
            request_id: None,
            command: "{}".into(),
            events: "[]".into(),
            outcome: "accepted",
            remembered: None,
        }],
        head: Head {
            version: 0,
            state: CatalogState::InProcess,
            current_lot_id: None,
            start_date: None,
            end_date: None,
            pause: None,
            next_wake: None,
            at: Timestamp(0),
        },
        bets: vec![],
        changed: vec![],
        orders: vec![],
        participants: vec![],
        lots: vec![],
        lots_gone: vec![],
        outbox: vec![],
    }
}

#[tokio::test(start_paused = true)]
async fn waiting_batches_share_a_statement_up_to_its_limit_of_commands() {
    let mut desk = Desk::start(3);
    let _submitted = desk.submit_together(1..=5).await;
    for together in [&[1, 2, 3][..], &[4, 5]] {
        let (catalogs, reply) = desk.store().await;
        assert_eq!(catalogs, together);
        reply.send(Ok(catalogs.into_iter().collect())).unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_heartbeat_that_is_due_goes_before_the_next_batch() {
    let mut desk = Desk::start(1);
    desk.make_live(9);
    let (catalogs, reply) = desk.beat().await;
    assert_eq!(catalogs, [9]);
    reply.send(Ok([9].into())).unwrap();

    let submitted: Vec<_> = (1..=3).map(|id| desk.submit(id)).collect();
    for (id, takes) in [(1, Duration::from_millis(100)), (2, Duration::from_secs(1))] {
        let (catalogs, reply) = desk.store().await;
        assert_eq!(catalogs, [id]);
        tokio::time::advance(takes).await;
        reply.send(Ok([id].into())).unwrap();
    }
    let (_, reply) = desk.beat().await;
    reply.send(Ok([9].into())).unwrap();
    let (_, reply) = desk.store().await;
    reply.send(Ok([3].into())).unwrap();
    for stored in submitted {
        assert_eq!(stored.await.unwrap(), Ok(()));
    }
}

#[tokio::test(start_paused = true)]
async fn batches_of_a_rejected_statement_are_stored_one_by_one() {
    for why in [NotStored::Refused, NotStored::Failed] {
        let mut desk = Desk::start(9);
        let submitted = desk.submit_together(1..=2).await;
        let (catalogs, reply) = desk.store().await;
        assert_eq!(catalogs, [1, 2]);
        reply.send(Err(why)).unwrap();
        for (id, outcome) in [(1, Err(why)), (2, Ok([2].into()))] {
            let (catalogs, reply) = desk.store().await;
            assert_eq!(catalogs, [id]);
            reply.send(outcome).unwrap();
        }
        let mut outcomes = Vec::new();
        for submitted in submitted {
            outcomes.push(submitted.await.unwrap());
        }
        assert_eq!(outcomes, [Err(why), Ok(())]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_batch_alone_and_batches_of_a_lost_session_are_not_sent_twice() {
    let mut desk = Desk::start(9);
    let alone = desk.submit(1);
    let (_, reply) = desk.store().await;
    reply.send(Err(NotStored::Refused)).unwrap();
    assert_eq!(alone.await.unwrap(), Err(NotStored::Refused));

    let submitted = desk.submit_together(1..=2).await;
    let (_, reply) = desk.store().await;
    desk.is_connected.store(false, Ordering::Relaxed);
    reply.send(Err(NotStored::Failed)).unwrap();
    for submitted in submitted {
        assert_eq!(submitted.await.unwrap(), Err(NotStored::Failed));
    }
    assert!(desk.asked.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn the_lag_counts_from_the_last_answer_while_something_waits_for_one() {
    let mut desk = Desk::start(9);
    let second = Duration::from_secs(1);
    tokio::time::advance(5 * second).await;
    assert_eq!(desk.journal.lag(), Duration::ZERO, "nothing to do");

    let stored = desk.submit(1);
    let (_, reply) = desk.store().await;
    tokio::time::advance(second).await;
    assert_eq!(desk.journal.lag(), 6 * second, "never heard of so far");
    reply.send(Ok([1].into())).unwrap();
    stored.await.unwrap().unwrap();
    assert_eq!(desk.journal.lag(), Duration::ZERO);

    desk.make_live(9);
    let (_, reply) = desk.beat().await;
    tokio::time::advance(2 * second).await;
    let since_stored = desk.journal.lag();
    assert!(
        since_stored >= 2 * second && since_stored < 4 * second,
        "{since_stored:?}"
    );
    reply.send(Ok([9].into())).unwrap();
    tokio::task::yield_now().await;
    assert_eq!(
        desk.journal.lag(),
        Duration::ZERO,
        "just heard, and a room lives"
    );
}

#[tokio::test(start_paused = true)]
async fn nothing_waits_for_a_room_that_has_left_memory() {
    let mut desk = Desk::start(9);
    let stored = desk.submit(1);
    let (_, reply) = desk.store().await;
    stored.abort();
    assert!(stored.await.unwrap_err().is_cancelled());
    reply.send(Err(NotStored::InDoubt)).unwrap();
    tokio::time::advance(Duration::from_secs(60)).await;
    assert_eq!(desk.journal.lag(), Duration::ZERO);
}
