//! A node's deadline, on a clock that stands until the test moves it: past it a room neither decides, answers nor publishes until
//! the node has claimed it again.

use std::{sync::Arc, time::Duration};

use clock::Clock;
use cluster::{Directory, Redis, Settings};
use domain::Command;
use room_server::{
    Answer, Request, RoomError, Rooms,
    testing::{Recorder, Sale, SaleSetup, TestDatabase, WRITER_WAITS, bet, calm, is_accepted},
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, postgres::PgPoolOptions};
use tokio::task::JoinHandle;

/// How long a node may speak after it sent the query that confirmed its ownership.
const MAY_SPEAK: Duration = Duration::from_millis(4500);
const MOMENT: Duration = Duration::from_millis(1);

/// The claim waits for the room's row.
const CLAIM_WAITS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like 'select from catalog_trade where catalog_id%')";
/// The claim has the room's row, and waits to look whether its owner lives.
const CLAIM_LOOKS: &str =
    "select exists (select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like 'update catalog_trade set owner = $2%')";

/// The takeover of a claimed room waits to read it.
const TAKEOVER_WAITS: &str = "select exists (select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%room_snapshot%' and query not like '%lock table%')";

type Sent = JoinHandle<Result<Arc<Answer>, RoomError>>;

/// A node whose Redis is away, with a running sale of one lot.
struct Site {
    database: TestDatabase,
    clock: Clock,
    bus: Arc<Recorder>,
    rooms: Rooms,
    sale: Sale,
    bidders: Vec<i64>,
}

impl Site {
    async fn new() -> Self {
        // The first test of the process installs it, and the others fail to.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let database = TestDatabase::create().await;
        let sale = SaleSetup::parallel(1).create(&database).await;
        let clock = Clock::stopped_at(Clock::default().timestamp());
        let options = database.pool.connect_options().as_ref().clone();
        let pool = PgPoolOptions::new().connect_lazy_with(options);
        let settings = Settings {
            address: "127.0.0.1:1".to_owned(),
            secret: "known-to-all-the-nodes".to_owned(),
            tls: None,
            takes_rooms: true,
        };
        let redis = Redis::new("redis://127.0.0.1:1").unwrap();
        let directory = Directory::new(redis, &pool, clock.clone(), settings);
        let bus = Arc::new(Recorder::default());
        let rooms = Rooms::start(
            pool,
            bus.clone(),
            Arc::new(directory),
            clock.clone(),
            calm(),
        );
        let bidders = database.accounts(2).await;
        let site = Self {
            database,
            clock,
            bus,
            rooms,
            sale,
            bidders,
        };
        let start = Request::new(Command::Start);
        site.rooms.send(site.sale.catalog, start).await.unwrap();
        site
    }

    /// Sends a bet of the first or second bidder.
    fn bet(&self, bidder: usize, value: i64) -> Sent {
        let (rooms, catalog) = (self.rooms.clone(), self.sale.catalog);
        let bet = bet(self.sale.lots[0], self.bidders[bidder], value);
        actix::spawn(async move { rooms.send(catalog, bet).await })
    }

    async fn epoch(&self) -> i64 {
        sqlx::query_scalar("select epoch from catalog_trade")
            .fetch_one(&self.database.pool)
            .await
            .unwrap()
    }

    /// The stored bets.
    async fn bets(&self) -> Vec<i64> {
        sqlx::query_scalar("select value from bet order by id")
            .fetch_all(&self.database.pool)
            .await
            .unwrap()
    }

    /// How many bets viewers have been told of.
    fn told(&self) -> usize {
        let lots = self.bus.lots();
        lots.last().map_or(0, |lot| lot.bets_count)
    }

    async fn connection(&self) -> PgConnection {
        PgConnection::connect_with(&self.database.pool.connect_options())
            .await
            .unwrap()
    }

    /// Holds the room's row, so that a claim waits.
    async fn hold_room(&self) -> PgConnection {
        let mut hold = self.connection().await;
        run(&mut hold, "begin; select from catalog_trade for update").await;
        hold
    }
}

async fn run(connection: &mut PgConnection, statements: &str) {
    sqlx::raw_sql(AssertSqlSafe(statements))
        .execute(connection)
        .await
        .unwrap();
}

/// Makes a living node the room's owner.
const OWNED_BY_ANOTHER: &str = "
    insert into node (id, address, seen) values ('00000000-0000-0000-0000-000000000001', '127.0.0.1:1', now() + interval '1 hour');
    update catalog_trade set owner = '00000000-0000-0000-0000-000000000001'";

#[actix::test]
async fn before_the_deadline_a_room_decides_answers_and_publishes() {
    let site = Site::new().await;
    let epoch = site.epoch().await;
    site.clock.stand_still(MAY_SPEAK - MOMENT);
    let answer = site.bet(0, 1_000).await.unwrap().unwrap();
    assert!(is_accepted(&answer));
    site.bus.until("the bet", |_| site.told() == 1).await;
    assert_eq!(site.epoch().await, epoch, "it was not claimed again");
}

#[actix::test]
async fn past_the_deadline_nothing_is_decided_until_the_room_is_claimed_again() {
    let site = Site::new().await;
    let epoch = site.epoch().await;
    site.clock.stand_still(MAY_SPEAK);
    let mut hold = site.hold_room().await;
    let sent = site.bet(0, 1_000);
    site.database.until(CLAIM_WAITS).await;
    assert!(!sent.is_finished());
    assert_eq!((site.bets().await, site.told()), (vec![], 0));
    run(&mut hold, "rollback").await;
    // A busy machine may let the claim run out of time, and the next try succeeds.
    let answer = match sent.await.unwrap() {
        Err(RoomError::Unavailable) => loop {
            if let Ok(answer) = site.bet(0, 1_000).await.unwrap() {
                break answer;
            }
        },
        answer => answer.unwrap(),
    };
    assert!(is_accepted(&answer));
    assert!(site.epoch().await > epoch, "it was claimed again");
    site.bus.until("the bet", |_| site.told() == 1).await;
}

#[actix::test]
async fn past_the_deadline_a_room_that_another_node_took_decides_nothing() {
    let site = Site::new().await;
    site.clock.stand_still(MAY_SPEAK);
    let mut hold = site.hold_room().await;
    let sent = site.bet(0, 1_000);
    site.database.until(CLAIM_WAITS).await;
    run(&mut hold, &format!("{OWNED_BY_ANOTHER}; commit")).await;
    // Its new node is asked, and does not answer.
    assert_eq!(sent.await.unwrap(), Err(RoomError::Unavailable));
    assert_eq!((site.bets().await, site.told()), (vec![], 0));
    assert!(!site.rooms.is_loaded(site.sale.catalog));
}

/// A bet that is stored past the deadline, while the room's next claim waits: what was sent, and what holds the claim. The claim
/// will find a living owner or none.
async fn stored_too_late(site: &Site, is_owned: bool) -> (Sent, PgConnection) {
    let mut lot = site.connection().await;
    if is_owned {
        run(&mut lot, OWNED_BY_ANOTHER).await;
    }
    run(&mut lot, "begin; select from lot_trade for update").await;
    let sent = site.bet(0, 1_000);
    site.database.until(WRITER_WAITS).await;
    site.clock.stand_still(MAY_SPEAK);
    // What stores the bet does not read it.
    let mut hold = site.connection().await;
    run(&mut hold, "begin; lock table node in access exclusive mode").await;
    run(&mut lot, "rollback").await;
    site.database.until(CLAIM_LOOKS).await;
    assert_eq!(site.bets().await, [1_000], "it is stored");
    assert!(!sent.is_finished(), "and not answered");
    assert_eq!(site.told(), 0, "nor published");
    (sent, hold)
}

#[actix::test]
async fn what_was_stored_too_late_is_answered_and_published_once_the_room_is_claimed_again() {
    let site = Site::new().await;
    let (sent, mut hold) = stored_too_late(&site, false).await;
    run(&mut hold, "rollback").await;
    assert!(is_accepted(&sent.await.unwrap().unwrap()));
    site.bus.until("the bet", |_| site.told() == 1).await;
}

#[actix::test]
async fn what_was_stored_too_late_stays_in_doubt_if_another_node_took_the_room() {
    let site = Site::new().await;
    let (sent, mut hold) = stored_too_late(&site, true).await;
    run(&mut hold, "rollback").await;
    assert_eq!(sent.await.unwrap(), Err(RoomError::InDoubt));
    assert_eq!(site.told(), 0);
    assert!(!site.rooms.is_loaded(site.sale.catalog));
}

#[actix::test]
async fn a_process_that_stood_still_while_it_loaded_a_room_claims_it_again() {
    let site = Site::new().await;
    assert!(site.rooms.hand_over(site.sale.catalog, None).await);
    let epoch = site.epoch().await;
    let mut hold = site.connection().await;
    run(
        &mut hold,
        "begin; lock table room_snapshot in access exclusive mode",
    )
    .await;
    let sent = site.bet(0, 1_000);
    site.database.until(TAKEOVER_WAITS).await;
    site.clock.stand_still(MAY_SPEAK);
    run(&mut hold, "rollback").await;
    assert!(is_accepted(&sent.await.unwrap().unwrap()));
    assert_eq!(site.epoch().await, epoch + 2, "it was claimed twice");
}
