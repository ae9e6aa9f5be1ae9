//! One run: a sale with bidders, an auctioneer and viewers, on a store that fails and in a process that dies, all by the
//! seed.

use crate::{
    check::{self, Sent, Tally},
    dice::Dice,
    faults::{FaultyArchive, FaultySession, Rate, Sessions},
    store::Tables,
    viewer::{Client, Connection, Head, Joined, Seen, Stored, number},
};
use actix::{Arbiter, System};
use async_trait::async_trait;
use clock::Clock;
use domain::{Amount, BetNo, Command, Eligibility, LotId, Participant, Revoker, Timestamp, UserId};
use futures_util::future::LocalBoxFuture;
use room_server::{
    Idempotency, JournalSettings, Payload, Request, RoomError, RoomSettings, Rooms, Store,
    gateway::{Backend, Hub, Identity, Refused, Settings, Snapshot, testing::Worker},
    journal::Archive,
    ports::OneMachine,
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{runtime::Handle, time::sleep};
use uuid::Uuid;

/// Where a run takes place: a store with one sale.
pub struct Ground {
    pub catalog: i64,
    pub lots: Vec<i64>,
    pub accounts: Vec<i64>,
    /// Connections end with the runtime they were made in, so each life of the process has its own.
    pub connect: Box<dyn Fn() -> (Sessions, Arc<dyn Archive>)>,
    /// The stored version, and whether a command is stored, where that can be asked without waiting.
    pub stored: Stored,
    pub contains: Rc<dyn Fn(Uuid) -> bool>,
    pub tables: Box<dyn Fn() -> LocalBoxFuture<'static, Tables>>,
}

/// When every sale of a simulation is due.
pub const START: Timestamp = Timestamp(1_795_255_500_000);

const VIEWERS: usize = 3;

struct Run {
    ground: Ground,
    dice: Dice,
    rate: Rate,
    sent: Rc<RefCell<Vec<Sent>>>,
    clients: Vec<Arc<Mutex<Client>>>,
    /// The least next bets, as far as anyone was told.
    minimums: Rc<RefCell<HashMap<i64, i64>>>,
    complaint: Rc<RefCell<Option<String>>>,
    /// Connections the gateway gave up.
    cut: Cell<usize>,
}

/// Plays a run on its ground.
pub fn play(dice: Dice, ground: Ground) -> Result<Tally, String> {
    let rate = Rate::default();
    let run = Run {
        ground,
        rate: rate.clone(),
        sent: Rc::default(),
        clients: (0..VIEWERS).map(|_| Arc::default()).collect(),
        minimums: Rc::default(),
        complaint: Rc::default(),
        cut: Cell::default(),
        dice,
    };
    // A third of the runs has a sound store and dies all the more.
    let faults = *run.dice.one_of(&[0, 20, 100]);
    let lives = 1 + run.dice.below(4);
    let mut now = START;
    let mut tally = Tally::new();
    for life in 0..=lives {
        rate.set(if life == lives { 0 } else { faults });
        let system = System::with_tokio_rt(|| {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .start_paused(true)
                .build()
                .expect("a runtime is made")
        });
        let mut runtime = None;
        now = system.block_on(async {
            runtime = Some(Handle::current());
            let clock = Clock::starting_at(now);
            let mut process = Life::begin(&run, clock.clone()).await;
            if life == lives {
                tally = process.settle().await?;
            } else {
                process.live().await;
                // Every other life ends after its faults have: what they broke has to mend itself.
                if life % 2 == 0 {
                    rate.set(0);
                    process.come_back().await?;
                    process.rest().await?;
                }
            }
            Ok::<_, String>(clock.timestamp())
        })?;
        // Dropping the runtime kills the process: nothing of it runs on. A connection that is dropped with its task
        // wants to be closed by another one, so the runtime must still be at hand.
        let at_hand = runtime.as_ref().map(Handle::enter);
        drop(system);
        drop(at_hand);
        // The next life's clock may be behind this one's: it was set back, or another machine's clock is slow.
        now = if run.dice.chance(20) {
            now.plus_ms(-(run.dice.below(5_000) as i64))
        } else {
            now.plus_ms(run.dice.below(20_000) as i64)
        };
        if let Some(complaint) = run.complaint.take() {
            return Err(complaint);
        }
    }
    tally.insert("connections cut", run.cut.get());
    Ok(tally)
}

/// One life of the process.
struct Life<'a> {
    run: &'a Run,
    rooms: Rooms,
    clock: Clock,
    archive: Arc<dyn Archive>,
    worker: Worker,
    connections: Vec<Option<Connection>>,
    /// How many requests were sent before this life.
    sent_before: usize,
}

impl<'a> Life<'a> {
    async fn begin(run: &'a Run, clock: Clock) -> Self {
        let (sessions, archive) = (run.ground.connect)();
        let hub = Hub::new(Settings::default());
        let store = Store {
            session: FaultySession {
                inner: sessions(),
                sessions,
                archive: archive.clone(),
                dice: run.dice.clone(),
                rate: run.rate.clone(),
                connected: false,
            },
            archive: Arc::new(FaultyArchive {
                inner: archive.clone(),
                dice: run.dice.clone(),
                rate: run.rate.clone(),
            }),
        };
        let settings = RoomSettings {
            journal: JournalSettings::default(),
            waiting_limit: 8,
            idle_after: Duration::from_secs(5),
            longest_tail: 10,
            snapshot_every: 3,
            ..RoomSettings::default()
        };
        let rooms = Rooms::start_on(
            store,
            Arbiter::current(),
            Arc::new(hub.clone()),
            Arc::new(OneMachine),
            clock.clone(),
            settings,
        );
        rooms.boot().await.expect("the rooms are listed");
        let house = House {
            rooms: rooms.clone(),
            clock: clock.clone(),
        };
        Self {
            run,
            rooms,
            clock,
            archive,
            worker: Worker::start(hub, Arc::new(house)),
            connections: (0..VIEWERS).map(|_| None).collect(),
            sent_before: run.sent.borrow().len(),
        }
    }

    async fn live(&mut self) {
        let dice = &self.run.dice;
        for _ in 0..dice.below(60) {
            match dice.below(100) {
                0..70 => self.send(self.request()),
                70..80 => {
                    if let Some(request) = self.repetition() {
                        self.send(request);
                    }
                }
                80..96 => self.move_a_viewer(),
                96..98 => {
                    let (catalog, now) = (self.run.ground.catalog, START);
                    let taken = self.archive.take_over(catalog, None, now).await;
                    taken.expect("another process reads the room");
                }
                _ => tokio::time::advance(Duration::from_millis(dice.below(10_000))).await,
            }
            match dice.below(10) {
                0..5 => {}
                5..9 => sleep(Duration::from_millis(dice.below(500))).await,
                _ => sleep(Duration::from_millis(dice.below(40_000))).await,
            }
        }
    }

    /// Waits until the room answers again.
    async fn come_back(&self) -> Result<(), String> {
        for _ in 0..1_000 {
            let asked = Request::new(Command::Tick);
            if self
                .rooms
                .send(self.run.ground.catalog, asked)
                .await
                .is_ok()
            {
                return Ok(());
            }
            sleep(Duration::from_millis(500)).await;
        }
        Err("the room never comes back".into())
    }

    /// Lets everything come to rest: every request is answered, and nothing that is due waits.
    async fn rest(&self) -> Result<(), String> {
        sleep(Duration::from_secs(15)).await;
        let sent = self.run.sent.borrow();
        let mut of_this_life = sent[self.sent_before..].iter();
        if let Some(unanswered) = of_this_life.find(|sent| sent.outcome.is_none()) {
            return Err(format!("{:?} is never answered", unanswered.request));
        }
        Ok(())
    }

    /// Lets everything come to rest, and compares what was told with what is stored.
    async fn settle(mut self) -> Result<Tally, String> {
        self.come_back().await?;
        for place in 0..VIEWERS {
            self.connect(place, true);
        }
        for _ in 0..self.run.dice.below(10) {
            self.send(self.request());
            sleep(Duration::from_millis(self.run.dice.below(3_000))).await;
        }
        self.rest().await?;
        let listening: Vec<_> = (0..VIEWERS)
            .filter(|place| {
                let connection = self.connections[*place].as_ref();
                connection.is_some_and(|connection| !connection.has_ended())
            })
            .collect();
        if listening.len() < VIEWERS {
            return Err("a client that reads is cut off".into());
        }
        let in_memory = self
            .rooms
            .snapshot(self.run.ground.catalog, Some(0))
            .await
            .map_err(|error| format!("no snapshot: {error}"))?;
        let tables = (self.run.ground.tables)().await;
        let mut clients: Vec<_> = self
            .run
            .clients
            .iter()
            .map(|client| client.lock().unwrap().clone())
            .collect();
        clients.push(whole(&in_memory));
        let mut all = listening;
        all.push(VIEWERS);
        if let Some(due) = tables.head.next_wake
            && due < self.clock.timestamp()
        {
            return Err(format!("what was due at {due:?} never happens"));
        }
        let sent = self.run.sent.borrow();
        check::check(&tables, &sent, &clients, &all)
    }

    /// A random command, valid or not.
    fn request(&self) -> Request {
        let (dice, ground) = (&self.run.dice, &self.run.ground);
        let lot = *dice.one_of(&ground.lots);
        let account = *dice.one_of(&ground.accounts);
        let minimum = *self.run.minimums.borrow().get(&lot).unwrap_or(&100);
        let (lot_id, user) = (LotId(lot), UserId(account));
        let command = match dice.below(100) {
            0..58 => Command::PlaceBet {
                lot: lot_id,
                by: Participant::User(user),
                value: Amount(minimum + dice.one_of(&[-10, 0, 0, 0, 5, 10, 200])),
                eligibility: ELIGIBLE,
            },
            58..66 => Command::PlaceOrder {
                lot: lot_id,
                user,
                maximum: Amount(minimum + 10 * dice.below(100) as i64),
                eligibility: ELIGIBLE,
            },
            66..68 => Command::Join {
                lot: lot_id,
                with: vec![LotId(*dice.one_of(&ground.lots))],
                choice: dice.chance(50),
            },
            68..71 => Command::WithdrawOrder {
                lot: lot_id,
                user,
                eligibility: ELIGIBLE,
            },
            71 => Command::DropOrders { user },
            72..80 => Command::Start,
            80..88 => Command::Next { lot: None },
            88..92 => Command::Sell {
                lot: None,
                take: match dice.below(3) {
                    0 => Vec::new(),
                    lots => (0..lots)
                        .map(|_| LotId(*dice.one_of(&ground.lots)))
                        .collect(),
                },
                bet: dice.chance(20).then(|| BetNo(dice.below(50))),
            },
            92..94 => Command::Skip { lot: None },
            94..97 => Command::Revoke {
                lot: lot_id,
                by: Revoker::Admin,
                entitled: true,
            },
            97 => Command::Return { lot: lot_id },
            98 => dice
                .one_of(&[
                    Command::Previous,
                    Command::Warn { lot: None },
                    Command::Pause { reason: None },
                    Command::Resume,
                    Command::Resume,
                    Command::Jump {
                        lot: lot_id,
                        from: None,
                    },
                ])
                .clone(),
            _ if dice.chance(10) => Command::Cancel,
            _ => Command::MarkPaid { lot: lot_id },
        };
        let request = Request::new(command).by(account);
        if dice.chance(50) {
            return request;
        }
        let number = self.run.sent.borrow().len();
        Request {
            idempotency: Some(Idempotency {
                key: format!("key {number}"),
                request_hash: hash(number),
            }),
            ..request
        }
    }

    /// An earlier request again, under its key; now and then with another body.
    fn repetition(&self) -> Option<Request> {
        let sent = self.run.sent.borrow();
        let keyed: Vec<_> = sent
            .iter()
            .filter(|sent| sent.request.idempotency.is_some())
            .collect();
        if keyed.is_empty() {
            return None;
        }
        let mut request = Request {
            id: Uuid::new_v4(),
            ..self.run.dice.one_of(&keyed).request.clone()
        };
        if let Some(idempotency) = &mut request.idempotency
            && self.run.dice.chance(10)
        {
            idempotency.request_hash = hash(sent.len());
        }
        Some(request)
    }

    fn send(&self, request: Request) {
        let (rooms, catalog) = (self.rooms.clone(), self.run.ground.catalog);
        let (sent, minimums) = (self.run.sent.clone(), self.run.minimums.clone());
        let (contains, complaint) = (self.run.ground.contains.clone(), self.run.complaint.clone());
        let place = sent.borrow().len();
        sent.borrow_mut().push(Sent {
            request: request.clone(),
            outcome: None,
        });
        actix::spawn(async move {
            let (id, keyed) = (request.id, request.idempotency.is_some());
            let outcome = rooms.send(catalog, request).await;
            if let Ok(answer) = &outcome {
                if answer.bet.is_some() && !keyed && !contains(id) {
                    *complaint.borrow_mut() =
                        Some(format!("{answer:?} is given before it is stored"));
                }
                if let Some(lot) = &answer.lot {
                    minimums.borrow_mut().insert(lot.lot_id, lot.min_bet);
                }
            }
            sent.borrow_mut()[place].outcome = Some(outcome);
        });
    }

    fn move_a_viewer(&mut self) {
        let dice = &self.run.dice;
        let place = dice.below(VIEWERS as u64) as usize;
        let connection = &mut self.connections[place];
        if connection.as_ref().is_some_and(Connection::has_ended) {
            *connection = None;
            self.run.cut.update(|cut| cut + 1);
        }
        match connection {
            None => self.connect(place, dice.chance(70)),
            // It stays connected, and takes nothing any more.
            Some(connection) if connection.is_reading() && dice.chance(60) => {
                connection.read(false);
            }
            Some(connection) if dice.chance(70) => connection.read(true),
            Some(_) => *connection = None,
        }
    }

    fn connect(&mut self, place: usize, resumes: bool) {
        let client = &self.run.clients[place];
        let stored = self.run.ground.stored.clone();
        let catalog = self.run.ground.catalog;
        self.connections[place] = Some(Connection::open(
            &self.worker,
            catalog,
            client,
            resumes,
            stored,
        ));
    }
}

const ELIGIBLE: Eligibility = Eligibility {
    accepted: true,
    trusted: true,
    controller: false,
};

fn hash(number: usize) -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&number.to_le_bytes());
    hash
}

/// The room's memory, as a client that was sent all of it.
fn whole(snapshot: &room_server::RoomSnapshot) -> Client {
    let lot = |payload: &Payload| serde_json::from_str(payload.as_str()).unwrap();
    let joined = Joined {
        catalog: Head {
            version: number(snapshot.catalog.version),
            state: snapshot.catalog.state,
            current_lot_id: snapshot.catalog.current_lot_id,
        },
        lots: snapshot.lots.iter().map(lot).collect(),
    };
    Client {
        lots: joined
            .lots
            .iter()
            .map(|lot: &wire::LotUpdate| (lot.lot_id, lot.clone()))
            .collect(),
        sessions: vec![vec![Seen::Joined(joined)]],
        base: Some(0),
        ..Client::default()
    }
}

/// The application behind the gateway.
struct House {
    rooms: Rooms,
    clock: Clock,
}

#[async_trait]
impl Backend for House {
    async fn authenticate(&self, _token: &str) -> Result<Identity, Refused> {
        Err(Refused::NotAuthenticated)
    }

    async fn join(
        &self,
        catalog_id: i64,
        _identity: Option<&Identity>,
        since_version: Option<i64>,
    ) -> Result<Snapshot, Refused> {
        let snapshot = self.rooms.snapshot(catalog_id, since_version).await;
        let snapshot = snapshot.map_err(|error| match error {
            RoomError::NotFound => Refused::NotFound,
            _ => Refused::Unavailable,
        })?;
        Ok(Snapshot {
            server_time: self.clock.now(),
            catalog: snapshot.catalog.into(),
            lots: snapshot.lots,
            my_participant: None,
            remote_members: 0,
        })
    }

    async fn send_chat(
        &self,
        _catalog_id: i64,
        _identity: &Identity,
        _text: &str,
    ) -> Result<Payload, Refused> {
        Err(Refused::NotFound)
    }
}
