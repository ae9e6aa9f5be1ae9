//! Lapsed ownership, and rooms owned by another node.

use crate::harness::{Hold, Process, Sent, WRITER_WAITS, begin, bets, calm, keyed};
use async_trait::async_trait;
use room_server::{
    Answer, Request, RoomError,
    ports::{Location, Node, NotAnswered, NotClaimed, Reach, RemoteRoom, RoomDirectory},
    testing::{Recorder, Sale, TestDatabase, bet, is_accepted},
};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::sync::Notify;
use uuid::Uuid;

/// A directory under the test's control.
#[derive(Default)]
struct Told {
    lapsed: AtomicBool,
    elsewhere: AtomicBool,
    /// The next claim finds the room elsewhere.
    lost: AtomicBool,
    /// This process may have no rooms.
    borrows: AtomicBool,
    /// To whom rooms were handed over.
    handed_over: Mutex<Vec<Option<Uuid>>>,
    gave: Notify,
    other: Arc<Other>,
}

/// Another node that refuses every command.
#[derive(Default)]
struct Other {
    asked: Mutex<Vec<Request>>,
    brought: AtomicBool,
    asked_to_bring: Notify,
    /// While the test holds this, a room does not come.
    door: tokio::sync::Mutex<()>,
}

#[async_trait]
impl RoomDirectory for Told {
    async fn locate(&self, _: i64) -> Result<Location, RoomError> {
        Ok(if self.elsewhere.load(Ordering::SeqCst) {
            let node = Node {
                id: Uuid::from_u128(1),
                address: "other:7000".to_owned(),
            };
            Location::Node(Arc::new(Remote(self.other.clone(), node)))
        } else {
            Location::Here
        })
    }

    async fn claim(&self, _: i64) -> Result<(), NotClaimed> {
        if self.lost.load(Ordering::SeqCst) {
            self.elsewhere.store(true, Ordering::SeqCst);
            return Err(NotClaimed::Elsewhere);
        }
        self.lapsed.store(false, Ordering::SeqCst);
        Ok(())
    }

    fn loaded(&self, _: i64, _: i64) {}

    fn holds(&self, _: i64) -> bool {
        !self.lapsed.load(Ordering::SeqCst)
    }

    async fn hand_over(&self, _: i64, _: Option<i64>, to: Option<&Node>) {
        let to = to.map(|node| node.id);
        self.handed_over.lock().unwrap().push(to);
        self.gave.notify_one();
    }

    fn forget(&self, _: i64) {}

    fn takes_rooms(&self) -> bool {
        !self.borrows.load(Ordering::SeqCst)
    }

    fn reach(&self) -> Reach {
        Reach::Reached
    }
}

struct Remote(Arc<Other>, Node);

#[async_trait]
impl RemoteRoom for Remote {
    async fn send(&self, request: &Request, _: Duration) -> Result<Answer, NotAnswered> {
        self.0.asked.lock().unwrap().push(request.clone());
        Err(NotAnswered::Refused(RoomError::Busy))
    }

    async fn bring(&self, _: Duration) -> Result<(), RoomError> {
        self.0.brought.store(true, Ordering::SeqCst);
        self.0.asked_to_bring.notify_one();
        let _open = self.0.door.lock().await;
        Err(RoomError::Unavailable)
    }

    fn node(&self) -> &Node {
        &self.1
    }
}

fn node(database: &TestDatabase) -> (Process, Arc<Told>) {
    let directory = Arc::<Told>::default();
    let bus = Recorder::default();
    let process = Process::start_among(database, bus, directory.clone(), calm());
    (process, directory)
}

/// Sends a command on the sale's first lot, whose batch cannot be stored until the hold is released.
async fn held(
    database: &TestDatabase,
    process: &Process,
    sale: &Sale,
    request: Request,
) -> (Sent, Hold) {
    let hold = Hold::lot(database, sale.lots[0]).await;
    let storing = process.post(sale, request);
    database.until(WRITER_WAITS).await;
    (storing, hold)
}

#[actix::test]
async fn a_node_that_lost_its_room_answers_and_announces_nothing_of_what_it_stored() {
    let database = TestDatabase::create().await;
    let (process, directory) = node(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(1).await;
    let published = process.bus.lots().len();

    let first = keyed(bet(sale.lots[0], accounts[0], 1_000), "key", 1);
    let (storing, hold) = held(&database, &process, &sale, first.clone()).await;
    directory.lapsed.store(true, Ordering::SeqCst);
    directory.lost.store(true, Ordering::SeqCst);
    hold.release().await;
    assert_eq!(storing.await.unwrap(), Err(RoomError::InDoubt));
    assert_eq!(process.bus.lots().len(), published);
    process.until_left(&sale).await;

    // A retry at the next owner reveals the outcome.
    let next = Process::start(&database);
    let answer = next.ask(&sale, first).await.unwrap();
    assert!(is_accepted(&answer));
    assert_eq!(bets(&database).await, [1_000]);
}

#[actix::test]
async fn a_node_that_may_still_have_its_room_claims_it_and_answers() {
    let database = TestDatabase::create().await;
    let (process, directory) = node(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(2).await;
    let first = bet(sale.lots[0], accounts[0], 1_000);
    let (storing, hold) = held(&database, &process, &sale, first).await;
    directory.lapsed.store(true, Ordering::SeqCst);
    hold.release().await;
    assert!(is_accepted(&storing.await.unwrap().unwrap()));
    let updates = |bus: &Recorder| bus.lots().iter().any(|lot| lot.bets_count == 1);
    process.bus.until("the bet is announced", updates).await;

    directory.lapsed.store(true, Ordering::SeqCst);
    let next = bet(sale.lots[0], accounts[1], 2_000);
    assert!(is_accepted(&process.ask(&sale, next).await.unwrap()));
    assert_eq!(bets(&database).await, [1_000, 2_000]);
}

#[actix::test]
async fn undecided_commands_follow_their_room() {
    let database = TestDatabase::create().await;
    let (process, directory) = node(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(1).await;
    directory.lapsed.store(true, Ordering::SeqCst);
    directory.lost.store(true, Ordering::SeqCst);
    let followed = process
        .ask(&sale, bet(sale.lots[0], accounts[0], 1_000))
        .await;
    assert_eq!(followed, Err(RoomError::Busy), "the other node's answer");
    assert_eq!(directory.other.asked.lock().unwrap().len(), 1);
    assert_eq!(bets(&database).await, [0; 0]);
}

#[actix::test]
async fn a_room_that_is_given_up_drains_first() {
    let database = TestDatabase::create().await;
    let (process, directory) = node(&database);
    let sale = process.running(&database, 1).await;
    let accounts = database.accounts(2).await;
    let first = bet(sale.lots[0], accounts[0], 1_000);
    let (storing, hold) = held(&database, &process, &sale, first).await;
    let rooms = process.rooms.clone();
    let catalog = sale.catalog;
    let giving = begin(async move { rooms.hand_over(catalog, None).await });
    let late = process.post(&sale, bet(sale.lots[0], accounts[1], 2_000));
    directory.elsewhere.store(true, Ordering::SeqCst);
    hold.release().await;
    assert!(
        is_accepted(&storing.await.unwrap().unwrap()),
        "it was stored"
    );
    assert!(giving.await.unwrap());
    assert_eq!(late.await.unwrap(), Err(RoomError::Busy), "it followed");
    assert!(!process.is_loaded(sale.catalog));
    assert_eq!(bets(&database).await, [1_000]);
}

#[actix::test]
async fn an_edit_whose_room_does_not_come_is_rolled_back() {
    let database = TestDatabase::create().await;
    let (process, directory) = node(&database);
    let sale = process.running(&database, 1).await;
    directory.elsewhere.store(true, Ordering::SeqCst);
    let transaction = database.pool.begin().await.unwrap();
    let edit = Request::new(domain::Command::SetHidden { hidden: true });
    let ended = process.send_within(sale.catalog, vec![edit], transaction);
    assert!(ended.await.is_err());
    assert!(directory.other.brought.load(Ordering::SeqCst));
}

#[actix::test]
async fn a_borrowed_room_goes_back_even_if_its_borrower_has_left() {
    let database = TestDatabase::create().await;
    let lender = Process::start(&database);
    let sale = lender.running(&database, 1).await;
    let (process, directory) = node(&database);
    directory.elsewhere.store(true, Ordering::SeqCst);
    directory.borrows.store(true, Ordering::SeqCst);
    let closed = directory.other.door.lock().await;

    let transaction = database.pool.begin().await.unwrap();
    let edit = Request::new(domain::Command::SetHidden { hidden: true });
    tokio::select! {
        _ = process.send_within(sale.catalog, vec![edit], transaction) => panic!("the room came"),
        () = directory.other.asked_to_bring.notified() => {}
    }
    assert!(directory.handed_over.lock().unwrap().is_empty());
    drop(closed);
    directory.gave.notified().await;
    let lent_by = Uuid::from_u128(1);
    assert_eq!(*directory.handed_over.lock().unwrap(), [Some(lent_by)]);
}

#[actix::test]
async fn a_room_that_came_too_late_is_given_up_by_the_next_command() {
    let database = TestDatabase::create().await;
    let lender = Process::start(&database);
    let sale = lender.running(&database, 1).await;
    let accounts = database.accounts(1).await;
    let (process, directory) = node(&database);
    directory.borrows.store(true, Ordering::SeqCst);
    let asked = bet(sale.lots[0], accounts[0], 1_000);
    let answer = process.rooms.send_here(sale.catalog, asked).await;
    assert_eq!(answer.err(), Some(NotAnswered::NotThere));
    assert_eq!(*directory.handed_over.lock().unwrap(), [None]);
}
