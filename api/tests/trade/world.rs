//! A server of its own for each test: real PostgreSQL, real rooms, real HTTP on a loopback port.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{HttpServer, web};
use api::config::Config;
use api::server::Described;
use api::state::AppState;
use contract::clock::Clock;
use contract::codes::Code;
use domain::{Caps, CatalogState, LotState};
use mail::delivery::Delivery;
use migrations::testing::TestDatabase;
use object_store::memory::InMemory;
use pictures::Pictures;
use room_server::gateway::{Hub, Settings};
use room_server::ports::{NoBus, OneMachine};
use room_server::{RoomSettings, Rooms, setup};
use search_indexer::{indexer::Indexer, listing};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, PgPool};

pub const ADMIN: Who = Some(1);
pub const OWNER: Who = Some(2);
pub const MANAGER: Who = Some(3);
pub const AUCTIONEER: Who = Some(4);
pub const NEWSMAKER: Who = Some(5);
pub const TRUSTED: Who = Some(6);
pub const TRUSTED2: Who = Some(7);
pub const ACCEPTED: Who = Some(8);
pub const ACCEPTED2: Who = Some(9);
pub const NEWCOMER: Who = Some(10);
pub const STRANGER: Who = Some(11);
pub const DEVELOPER: Who = Some(12);
pub const VISITOR: Who = None;

/// The account that asks; `None` is a visitor.
pub type Who = Option<i64>;

#[path = "../support/record.rs"]
mod record;

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error} in {} {}", self.status, self.text))
    }

    /// The body of a 200.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json()
    }

    /// Status and code of an answer of the room.
    #[track_caller]
    pub fn code(&self) -> i64 {
        self.ok()["code"].as_i64().expect("answers have a code")
    }

    /// A 204.
    #[track_caller]
    pub fn done(&self) {
        assert_eq!(self.status, 204, "{}", self.text);
    }

    /// Field → texts of a 422.
    #[track_caller]
    pub fn faults(&self) -> Value {
        assert_eq!(self.status, 422, "{}", self.text);
        self.json()["errors"].clone()
    }

    /// The Russian text of a refusal, with its status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()["detail"]
            .as_str()
            .expect("problems have a detail")
            .to_owned()
    }

    /// The only message about a field of a 422.
    #[track_caller]
    pub fn refused_field(&self, field: &str) -> String {
        assert_eq!(self.status, 422, "{}", self.text);
        let errors = self.json()["errors"].clone();
        assert_eq!(
            errors[field].as_array().map(Vec::len),
            Some(1),
            "{field}: {errors}"
        );
        errors[field][0]
            .as_str()
            .expect("messages are texts")
            .to_owned()
    }

    /// Status and title of a problem.
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(
            self.headers["content-type"], "application/problem+json",
            "{}",
            self.text
        );
        let body = self.json();
        let title = body["title"].as_str().expect("problems have a title");
        assert!(
            Code::ALL.iter().any(|code| code.title() == title),
            "{title} is not in the table of errors"
        );
        (self.status, title.to_owned())
    }
}

pub struct World {
    pub state: web::Data<AppState>,
    pub pool: PgPool,
    /// Where pictures are.
    pub store: Arc<InMemory>,
    http: reqwest::Client,
    base: String,
    server: ServerHandle,
    _database: TestDatabase,
}

impl World {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// With these settings beside the usual ones.
    pub async fn with(variables: &[(&str, &str)]) -> Self {
        // Fails from the second test of a process on; the first one's holds.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let database_url = std::env::var("TEST_DATABASE_URL")
            .expect("TEST_DATABASE_URL names a PostgreSQL superuser");
        let database = TestDatabase::create().await;
        let pool = database.pool.clone();
        fill(&pool).await;

        let data_dir = std::env::temp_dir().join(database.name());
        let config = Config::read(|name| {
            let given = variables.iter().find(|(key, _)| *key == name);
            match name {
                _ if given.is_some() => given.map(|(_, value)| (*value).to_owned()),
                "DATABASE_URL" => Some(database_url.clone()),
                "DATA_DIR" => Some(data_dir.to_string_lossy().into_owned()),
                "AUTH_DELIVERY" => Some("outbox".to_owned()),
                "BET_RATE_PER_SECOND" => Some("0".to_owned()),
                _ => None,
            }
        })
        .unwrap();
        let clock = Clock::default();
        let delivery = Delivery::new(&config.delivery, clock.clone()).unwrap();
        let rooms = Rooms::start(
            pool.clone(),
            Arc::new(NoBus),
            Arc::new(OneMachine),
            RoomSettings::default(),
        );
        let hub = Hub::new(Settings::default());
        let store = Arc::new(InMemory::new());
        let state = web::Data::new(AppState::new(
            config,
            pool.clone(),
            delivery,
            clock,
            rooms,
            hub,
            Pictures::new(store.clone(), pool.clone()),
        ));
        let (app_state, described) = (state.clone(), Described::new());
        let server = HttpServer::new(move || api::app!(app_state, described))
            .on_connect(room_server::gateway::on_connect)
            .workers(1)
            .bind("127.0.0.1:0")
            .unwrap();
        let base = format!("http://{}", server.addrs()[0]);
        let server = server.disable_signals().run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self {
            state,
            pool,
            store,
            http: reqwest::Client::new(),
            base,
            server: handle,
            _database: database,
        }
    }

    pub async fn send(
        &self,
        method: reqwest::Method,
        who: Who,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Reply {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(account) = who {
            request = request.header("X-Token", token(account));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request
                .header("Content-Type", "application/json")
                .body(body);
        }
        reply(request).await
    }

    /// A POST of files under the name `file`.
    pub async fn upload(&self, who: Who, path: &str, files: &[impl AsRef<[u8]>]) -> Reply {
        let mut body = Vec::new();
        for file in files {
            body.extend_from_slice(
                b"--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n",
            );
            body.extend_from_slice(file.as_ref());
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--limit--\r\n");
        let mut request = self
            .http
            .post(format!("{}{path}", self.base))
            .header("Content-Type", "multipart/form-data; boundary=limit");
        if let Some(account) = who {
            request = request.header("X-Token", token(account));
        }
        reply(request.body(body)).await
    }

    /// The wire's instant so many seconds from now.
    pub fn later(&self, seconds: i64) -> Value {
        let now = contract::dto::Timestamp(self.state.clock.now()).unix_ms();
        serde_json::to_value(contract::dto::Timestamp::from_unix_ms(now + seconds * 1000)).unwrap()
    }

    /// The one value of a query written by hand, as JSON.
    pub async fn value(&self, sql: &'static str) -> Value {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }

    /// Waits until this query's one value is true.
    pub async fn until(&self, sql: &str) {
        let true_at_last = async {
            loop {
                let value = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()));
                if value.fetch_one(&self.pool).await.unwrap() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), true_at_last)
            .await
            .unwrap_or_else(|_| panic!("never true: {sql}"));
    }

    /// Waits until so many sessions wait for somebody's lock.
    pub async fn until_waiting(&self, sessions: i64) {
        self.until(&format!(
            "select count(*) = {sessions} from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'"
        ))
        .await;
    }

    /// A file: status, headers, bytes.
    pub async fn download(
        &self,
        who: Who,
        path: &str,
    ) -> (u16, reqwest::header::HeaderMap, Vec<u8>) {
        let mut request = self.http.get(format!("{}{path}", self.base));
        if let Some(account) = who {
            request = request.header("X-Token", token(account));
        }
        answer(request).await
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

    /// Where it listens.
    pub fn address(&self) -> &str {
        self.base.trim_start_matches("http://")
    }

    pub async fn get(&self, who: Who, path: &str) -> Reply {
        self.send(reqwest::Method::GET, who, path, &[], None).await
    }

    pub async fn post(&self, who: Who, path: &str, body: Value) -> Reply {
        self.send(
            reqwest::Method::POST,
            who,
            path,
            &[],
            Some(body.to_string()),
        )
        .await
    }

    pub async fn put(&self, who: Who, path: &str, body: Value) -> Reply {
        self.send(reqwest::Method::PUT, who, path, &[], Some(body.to_string()))
            .await
    }

    /// A PUT without a body, as the specification's clients send their controls.
    pub async fn control(&self, who: Who, path: &str) -> Reply {
        self.send(reqwest::Method::PUT, who, path, &[], None).await
    }

    /// The hammer, for whatever lot is current.
    pub async fn next(&self, catalog: i64) -> Reply {
        let next = serde_json::json!({"catalogId": catalog});
        self.put(AUCTIONEER, "/api/trade/classic/next", next).await
    }

    pub async fn delete(&self, who: Who, path: &str) -> Reply {
        self.send(reqwest::Method::DELETE, who, path, &[], None)
            .await
    }

    pub async fn bet(&self, who: Who, catalog: i64, lot: i64, value: i64) -> Reply {
        self.post(
            who,
            "/api/trade/bet",
            serde_json::json!({"catalogId": catalog, "lotId": lot, "betValue": value}),
        )
        .await
    }

    pub async fn hall_bet(
        &self,
        who: Who,
        catalog: i64,
        lot: i64,
        value: i64,
        paddle: &str,
    ) -> Reply {
        let bet = serde_json::json!({"catalogId": catalog, "lotId": lot, "betValue": value, "FromUserId": paddle});
        self.post(who, "/api/trade/bet", bet).await
    }

    pub async fn order(&self, who: Who, catalog: i64, lot: i64, value: i64) -> Reply {
        let order = serde_json::json!({"catalogId": catalog, "lotId": lot, "value": value});
        self.post(who, "/api/trade/bet/absentee", order).await
    }

    /// Brings lists up to date with what has been committed, as the indexer does within a second.
    pub async fn index(&self) {
        while outbox::drain(&self.pool, &Indexer).await.unwrap() > 0 {}
    }

    pub async fn sql(&self, sql: &'static str) {
        sqlx::raw_sql(sql).execute(&self.pool).await.unwrap();
    }

    pub async fn end(self) {
        self.server.stop(false).await;
        self.state.rooms.stop();
        self.pool.close().await;
        // Made by whoever uploads to it.
        let _ = std::fs::remove_dir_all(&self.state.config.data_dir);
    }
}

async fn reply(request: reqwest::RequestBuilder) -> Reply {
    let (status, headers, bytes) = answer(request).await;
    Reply {
        status,
        headers,
        text: String::from_utf8_lossy(&bytes).into_owned(),
    }
}

async fn answer(request: reqwest::RequestBuilder) -> (u16, reqwest::header::HeaderMap, Vec<u8>) {
    let (client, request) = request.build_split();
    let request = request.unwrap();
    let (method, path) = (request.method().clone(), request.url().path().to_owned());
    let response = client.execute(request).await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = response.bytes().await.unwrap().to_vec();
    record::answered(method.as_str(), &path, status, &bytes);
    (status, headers, bytes)
}

/// A PNG of this size.
pub fn png_of(width: u32, height: u32) -> Vec<u8> {
    let image = image::RgbImage::from_fn(width, height, |x, y| {
        image::Rgb([(x % 256) as u8, (y % 256) as u8, 120])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// The token of an account's login: 64 hexadecimal digits.
pub fn token(account: i64) -> String {
    format!("{account:064x}")
}

/// A small picture.
pub fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(8, 6, image::Rgb([200, 120, 40]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
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
    let imported = HashMap::from([(1501, LotState::Sold)]);
    for (catalog, state) in rooms {
        setup::create_room(&mut conn, catalog, state, Caps::default(), &imported)
            .await
            .unwrap();
    }
    drop(conn);
    listing::rebuild(pool).await.unwrap();
}
