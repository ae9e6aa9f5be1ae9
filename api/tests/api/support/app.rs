//! A server of its own for each test: real PostgreSQL, real rooms, real HTTP on a loopback port.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::web;
use api::described::Described;
use api::serve::{self, Running};
use application::state::{AppState, Live};
use clock::Clock;
use config::Config;
use domain::{Caps, CatalogState, LotState};
use mail::delivery::Delivery;
use migrations::testing::TestDatabase;
use object_store::memory::InMemory;
use pictures::Pictures;
use reqwest::{Method, RequestBuilder};
use room_server::gateway::{self, Hub};
use room_server::ports::{NoBus, OneMachine};
use room_server::{RoomSettings, Rooms, setup};
use search_indexer::{indexer::Indexer, listing};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use shared_reads::{Freshness, Lookup};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use super::people::{AUCTIONEER, Caller, VISITOR, Who, token};
use super::uploads::{BOUNDARY, form};
use super::{Reply, record};

/// How long a condition may stay false before a test fails.
const TIMEOUT: Duration = Duration::from_secs(30);

/// What the nodes of a test know.
pub const NODE_SECRET: &str = "a-secret-of-all-the-nodes";

pub struct App {
    pub state: web::Data<AppState>,
    pub pool: PgPool,
    pub clock: Clock,
    /// Holds the pictures.
    pub store: Arc<InMemory>,
    /// The marks of the browsers in which people logged in, by e-mail.
    marks: Mutex<HashMap<String, String>>,
    http: reqwest::Client,
    base: String,
    serving: Serving,
    database: Arc<TestDatabase>,
}

enum Serving {
    /// Nothing runs but the calls and the rooms.
    Calls(ServerHandle),
    /// With the work in the background, as `api serve` starts it.
    Everything(Running),
}

impl App {
    /// A site with the people, houses and sales of `fixture.sql`. Nothing happens in the background: a test indexes and
    /// notifies when it wants to.
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// The same with these variables of the environment.
    pub async fn with(variables: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await;
        fill(&database.pool).await;
        let config = config(
            &database,
            &[&[("BET_RATE_PER_SECOND", "0")], variables].concat(),
        );
        let (pool, clock, store) = (database.pool.clone(), Clock::default(), Arc::default());
        let delivery = Delivery::new(&config.delivery, clock.clone()).unwrap();
        let rooms = Rooms::start(
            pool.clone(),
            Arc::new(NoBus),
            Arc::new(OneMachine),
            clock.clone(),
            RoomSettings::default(),
        );
        let pictures = Pictures::new(Arc::<InMemory>::clone(&store), pool.clone()).unwrap();
        let live = Live {
            rooms,
            hub: Hub::new(serve::socket_settings(&config)),
            redis: None,
        };
        let state = web::Data::new(AppState::new(config, pool, delivery, clock, live, pictures));
        let (app_state, described) = (state.clone(), Described::new());
        let listeners = gateway::listen("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listeners[0].local_addr().unwrap());
        let builder = Server::build().workers(1).disable_signals();
        let app = move || api::app!(app_state, described);
        let server = gateway::serve(listeners, builder, app).unwrap();
        let serving = Serving::Calls(server.handle());
        actix_web::rt::spawn(server);
        Self::at(base, state, store, serving, Arc::new(database))
    }

    /// An empty site with its work in the background, as `api serve` starts it.
    pub async fn empty() -> Self {
        Self::empty_with(&[]).await
    }

    pub async fn empty_with(variables: &[(&str, &str)]) -> Self {
        let database = Arc::new(TestDatabase::create().await);
        let config = config(&database, variables);
        let pool = database.pool.clone();
        Self::serve(config, pool, Arc::default(), database).await
    }

    /// The site of `fixture.sql` with its work in the background, which keeps pictures where its settings say.
    pub async fn with_its_store(variables: &[(&str, &str)]) -> Self {
        let database = Arc::new(TestDatabase::create().await);
        fill(&database.pool).await;
        let config = config(&database, variables);
        Self::start(config, database.pool.clone(), database).await
    }

    /// Stops such a site and starts it again.
    pub async fn restart(self) -> Self {
        let Serving::Everything(running) = self.serving else {
            panic!("nothing but the calls runs");
        };
        let config = self.state.config.clone();
        let options = self.pool.connect_options().as_ref().clone();
        running.stop().await;
        self.pool.close().await;
        let pool = PgPoolOptions::new().connect_lazy_with(options);
        Self::start(config, pool, self.database).await
    }

    async fn start(config: Config, pool: PgPool, database: Arc<TestDatabase>) -> Self {
        let running = serve::start(config, pool, Clock::default()).await.unwrap();
        let base = format!("http://{}", running.address);
        let state = running.state.clone();
        let serving = Serving::Everything(running);
        Self::at(base, state, Arc::default(), serving, database)
    }

    /// One of several nodes, with its work in the background, and the site of `fixture.sql`.
    pub async fn node(variables: &[(&str, &str)]) -> Self {
        Self::node_as(variables, |_| {}).await
    }

    /// The same with settings of its own.
    pub async fn node_as(variables: &[(&str, &str)], change: impl FnOnce(&mut Config)) -> Self {
        let database = Arc::new(TestDatabase::create().await);
        fill(&database.pool).await;
        let mut config = config(&database, variables);
        change(&mut config);
        let pool = database.pool.clone();
        Self::serve(config, pool, Arc::default(), database).await
    }

    /// Another node of the same site.
    pub async fn beside(&self) -> Self {
        self.beside_as(|_| {}).await
    }

    /// Another node with settings of its own.
    pub async fn beside_as(&self, change: impl FnOnce(&mut Config)) -> Self {
        let options = self.pool.connect_options().as_ref().clone();
        let pool = PgPoolOptions::new()
            .max_connections(8)
            .connect_with(options)
            .await
            .unwrap();
        let (mut config, store) = (self.state.config.clone(), Arc::clone(&self.store));
        change(&mut config);
        Self::serve(config, pool, store, Arc::clone(&self.database)).await
    }

    async fn serve(
        config: Config,
        pool: PgPool,
        store: Arc<InMemory>,
        database: Arc<TestDatabase>,
    ) -> Self {
        let running = serve::start_with(
            config,
            pool,
            Clock::default(),
            Arc::<InMemory>::clone(&store),
        )
        .await
        .unwrap();
        let base = format!("http://{}", running.address);
        let state = running.state.clone();
        Self::at(base, state, store, Serving::Everything(running), database)
    }

    fn at(
        base: String,
        state: web::Data<AppState>,
        store: Arc<InMemory>,
        serving: Serving,
        database: Arc<TestDatabase>,
    ) -> Self {
        Self {
            pool: state.pool.clone(),
            clock: state.clock.clone(),
            state,
            store,
            marks: Mutex::default(),
            http: client(),
            base,
            serving,
            database,
        }
    }

    pub async fn end(self) {
        match self.serving {
            Serving::Calls(server) => {
                server.stop(false).await;
                self.state.rooms.stop();
            }
            Serving::Everything(running) => running.stop().await,
        }
        self.pool.close().await;
        // It exists only after an upload.
        let _ = std::fs::remove_dir_all(&self.state.config.data_dir);
    }

    /// Where another process finds the test's database.
    pub fn database_url(&self) -> String {
        let server = std::env::var("TEST_DATABASE_URL").expect("TEST_DATABASE_URL is set");
        let mut url = url::Url::parse(&server).expect("it is a URL");
        url.set_path(self.database.name());
        url.into()
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    pub fn request(&self, method: Method, who: impl Caller, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match who.token() {
            Some(token) => request.header("X-Token", token),
            None => request,
        }
    }

    pub async fn send(&self, request: RequestBuilder) -> Reply {
        let request = request.build().unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let token = request.headers().get("X-Token");
        // The fixture's tokens are ids of accounts, in hexadecimal.
        let who = token.map_or("a visitor", |token| {
            token.to_str().unwrap().trim_start_matches('0')
        });
        let call = format!("{who}: {method} {}", request.url());
        let response = self.http.execute(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await.unwrap().to_vec();
        record::answered(method.as_str(), &path, status, &bytes);
        Reply {
            call,
            status,
            headers,
            bytes,
        }
    }

    /// A request with these headers and this JSON.
    pub async fn call(
        &self,
        method: Method,
        who: impl Caller,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Reply {
        let mut request = self.request(method, who, path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request
                .header("Content-Type", "application/json")
                .body(body);
        }
        self.send(request).await
    }

    pub async fn get(&self, who: impl Caller, path: &str) -> Reply {
        self.call(Method::GET, who, path, &[], None).await
    }

    /// Whether the response to a visitor's call is cached and still valid.
    pub async fn is_cached(&self, path: &str) -> bool {
        let key = format!("{path}  ");
        let found = self.state.responses.lookup(&key, Freshness::Current).await;
        matches!(found, Lookup::Hit(_))
    }

    /// Repeats a visitor's `call` of `path` until its response is cached. Snapshots cover the whole cluster, so writes by
    /// other tests invalidate the cache too.
    pub async fn until_cached<T>(&self, path: &str, call: impl AsyncFn() -> T) -> T {
        for _ in 0..1000 {
            let reply = call().await;
            if self.is_cached(path).await {
                return reply;
            }
        }
        panic!("{path} is never cached");
    }

    pub async fn delete(&self, who: impl Caller, path: &str) -> Reply {
        self.call(Method::DELETE, who, path, &[], None).await
    }

    pub async fn post(&self, who: impl Caller, path: &str, body: Value) -> Reply {
        self.call(Method::POST, who, path, &[], Some(body.to_string()))
            .await
    }

    pub async fn put(&self, who: impl Caller, path: &str, body: Value) -> Reply {
        self.call(Method::PUT, who, path, &[], Some(body.to_string()))
            .await
    }

    /// A PUT without a body, as clients send the controls of a sale.
    pub async fn control(&self, who: Who, path: &str) -> Reply {
        self.call(Method::PUT, who, path, &[], None).await
    }

    /// A POST of files under the name `file`.
    pub async fn upload(&self, who: impl Caller, path: &str, files: &[impl AsRef<[u8]>]) -> Reply {
        let request = self.request(Method::POST, who, path).header(
            "Content-Type",
            format!("multipart/form-data; boundary={BOUNDARY}"),
        );
        self.send(request.body(form(files))).await
    }

    pub async fn bet(&self, who: Who, catalog: i64, lot: i64, value: i64) -> Reply {
        let bet = json!({"catalogId": catalog, "lotId": lot, "betValue": value});
        self.post(who, "/api/trade/bet", bet).await
    }

    pub async fn hall_bet(
        &self,
        who: Who,
        catalog: i64,
        lot: i64,
        value: i64,
        paddle: &str,
    ) -> Reply {
        let bet =
            json!({"catalogId": catalog, "lotId": lot, "betValue": value, "FromUserId": paddle});
        self.post(who, "/api/trade/bet", bet).await
    }

    /// An absentee order.
    pub async fn order(&self, who: Who, catalog: i64, lot: i64, value: i64) -> Reply {
        let order = json!({"catalogId": catalog, "lotId": lot, "value": value});
        self.post(who, "/api/trade/bet/absentee", order).await
    }

    /// The hammer on the current lot.
    pub async fn next(&self, catalog: i64) -> Reply {
        let next = json!({"catalogId": catalog});
        self.put(AUCTIONEER, "/api/trade/classic/next", next).await
    }

    /// A draft of house 1 without lots: a catalog's id.
    pub async fn draft(&self) -> i64 {
        let mut conn = self.pool.acquire().await.unwrap();
        let id = sqlx::query_scalar(
            "insert into catalog (house_id, title, catalog_type) values (1, 'Импорт', 0) returning id",
        )
        .fetch_one(&mut *conn)
        .await
        .unwrap();
        let (state, none) = (CatalogState::Temporary, HashMap::new());
        setup::create_room(&mut conn, id, state, Caps::default(), &none)
            .await
            .unwrap();
        id
    }

    /// Messages to a phone or e-mail, newest first.
    pub async fn outbox(&self, to: &str) -> Vec<Value> {
        let path = format!("/dev/outbox?to={}", to.replace('+', "%2B"));
        let messages = self.get(VISITOR, &path).await.ok();
        messages.as_array().unwrap().clone()
    }

    /// The newest code.
    pub async fn code(&self, to: &str) -> String {
        let messages = self.outbox(to).await;
        // Notices have none.
        let mut codes = messages
            .iter()
            .filter_map(|message| message["code"].as_str());
        codes.next().expect("a code was sent").to_owned()
    }

    /// The device marks of the browser that logged in with this e-mail.
    pub fn marks(&self, email: &str) -> String {
        self.marks.lock().unwrap()[email].clone()
    }

    /// Logs in by e-mail in the same browser as before: token and user.
    pub async fn login(&self, email: &str) -> (String, Value) {
        let marks = self.marks.lock().unwrap().get(email).cloned();
        let cookie = format!("device={}", marks.unwrap_or_default());
        let headers = [("Cookie", cookie.as_str())];
        let post = |path, body: Value| {
            self.call(
                Method::POST,
                VISITOR,
                path,
                &headers,
                Some(body.to_string()),
            )
        };
        let begun = post("/api/auth/email", json!({"email": email})).await.ok();
        let code = self.code(email).await;
        let body = json!({"sessionKey": begun["sessionKey"], "email": email, "code": code});
        let reply = post("/api/auth/email/signin", body).await;
        let answer = reply.ok();
        let cookie = reply.headers["set-cookie"].to_str().unwrap();
        let (marks, _) = cookie.split_once(';').unwrap();
        let marks = marks.trim_start_matches("device=").to_owned();
        self.marks.lock().unwrap().insert(email.to_owned(), marks);
        let token = answer["token"].as_str().unwrap().to_owned();
        (token, answer["user"].clone())
    }

    /// The person gets a new browser.
    pub fn forget_browser(&self, email: &str) {
        self.marks.lock().unwrap().remove(email);
    }

    /// Waits until the server has noticed rights that were written by hand: a field of the user has this value.
    pub async fn knows(&self, token: &str, field: &str, value: Value) {
        while self.post(token, "/api/whoami", json!({})).await.ok()[field] != value {}
    }

    /// The wire's instant so many seconds from now.
    pub fn later(&self, seconds: i64) -> Value {
        let now = contract::dto::Timestamp(self.clock.now()).unix_ms();
        serde_json::to_value(contract::dto::Timestamp::from_unix_ms(now + seconds * 1000)).unwrap()
    }

    /// Runs hand-written statements.
    pub async fn sql(&self, statements: &'static str) {
        self.database.execute(statements).await;
    }

    /// The one value of a hand-written query, as JSON.
    pub async fn value(&self, sql: &'static str) -> Value {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }

    /// Waits until a query's one value is true.
    pub async fn until(&self, question: &str) {
        self.database.until(question).await;
    }

    /// Waits until so many sessions wait for a lock.
    pub async fn until_waiting(&self, sessions: i64) {
        self.until(&format!(
            "select count(*) = {sessions} from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'"
        ))
        .await;
    }

    /// Updates the listing with what has been committed, as the indexer does in the background.
    pub async fn index(&self) {
        while outbox::drain(&self.pool, &Indexer).await.unwrap() > 0 {}
    }

    /// Event numbers of the journal's records about a subject, in order, without those of security: logins, wrong codes,
    /// refusals and exports.
    pub async fn journalled(&self, subject: i64) -> Vec<i16> {
        let mut events = self.all_journalled(subject).await;
        events.retain(|event| ![118, 119, 125, 126].contains(event));
        events
    }

    /// Event numbers of all the journal's records about a subject, in order.
    pub async fn all_journalled(&self, subject: i64) -> Vec<i16> {
        let events = "select event from journal_record where subject_id = $1 order by id";
        sqlx::query_scalar(events)
            .bind(subject)
            .fetch_all(&self.pool)
            .await
            .unwrap()
    }
}

/// Waits until this is true.
pub async fn until(mut is_true: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_true().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, waiting)
        .await
        .expect("it becomes true");
}

/// A client that reuses no connection the server may be about to close. The server closes an idle one after five seconds,
/// and a test that computes for longer would send its next request into it.
fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .pool_idle_timeout(Duration::from_secs(2))
        .build()
        .unwrap()
}

fn config(database: &TestDatabase, variables: &[(&str, &str)]) -> Config {
    // The first test of the process installs it, and the others fail to.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let data_dir = std::env::temp_dir().join(database.name());
    let given = |name: &str| variables.iter().rfind(|(key, _)| *key == name);
    let mut config = Config::read(|name| {
        let given = given(name);
        match name {
            // Set below: the development outbox refuses an address beyond loopback.
            "PUBLIC_URL" => None,
            _ if given.is_some() => given.map(|(_, value)| (*value).to_owned()),
            // Required, and not used: the pool is the test's.
            "DATABASE_URL" => Some("postgres://unused".to_owned()),
            "DATA_DIR" => Some(data_dir.to_string_lossy().into_owned()),
            "AUTH_DELIVERY" => Some("outbox".to_owned()),
            "LISTEN" => Some("127.0.0.1:0".to_owned()),
            // Only a site with a Redis reads them.
            "NODE_ADDRESS" => Some("127.0.0.1:0".to_owned()),
            "NODE_SECRET" => Some(NODE_SECRET.to_owned()),
            // Elsewhere, admins and owners can do nothing before they have a second factor.
            "DEMO" => Some("on".to_owned()),
            _ => None,
        }
    })
    .unwrap();
    if let Some((_, public_url)) = given("PUBLIC_URL") {
        config.public_url = (*public_url).to_owned();
    }
    config
}

async fn fill(pool: &PgPool) {
    sqlx::raw_sql(include_str!("fixture.sql"))
        .execute(pool)
        .await
        .unwrap();
    let mut conn = pool.acquire().await.unwrap();
    for account in 1..=12 {
        sqlx::query("insert into session (account_id, token_hash, expires) values ($1, $2, now() + interval '1 day')")
            .bind(account)
            .bind(Sha256::digest(token(account).as_bytes()).to_vec())
            .execute(&mut *conn)
            .await
            .unwrap();
    }
    let rooms = [
        (10, CatalogState::Scheduled),
        (12, CatalogState::Scheduled),
        (13, CatalogState::Scheduled),
        (14, CatalogState::Temporary),
        (15, CatalogState::Completed),
        (16, CatalogState::Scheduled),
        (17, CatalogState::Scheduled),
        (20, CatalogState::Scheduled),
    ];
    let sold = HashMap::from([(1501, LotState::Sold)]);
    for (catalog, state) in rooms {
        setup::create_room(&mut conn, catalog, state, Caps::default(), &sold)
            .await
            .unwrap();
    }
    drop(conn);
    listing::rebuild(pool).await.unwrap();
}
