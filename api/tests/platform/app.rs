//! A whole server for a test, on a port of its own.

use std::sync::Arc;

use api::config::Config;
use api::serve::{self, Running};
use contract::clock::Clock;
use contract::codes::Code;
use migrations::testing::TestDatabase;
use object_store::memory::InMemory;
use reqwest::header::HeaderMap;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::PgPool;

#[path = "../support/record.rs"]
mod record;

pub struct App {
    pub pool: PgPool,
    pub clock: Clock,
    pub base: String,
    pub http: reqwest::Client,
    pub running: Running,
    _database: TestDatabase,
}

pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }

    #[track_caller]
    pub fn done(&self) {
        assert_eq!(self.status, 204, "{}", self.text());
    }

    /// Status and title of a problem.
    #[track_caller]
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(
            self.headers["content-type"],
            "application/problem+json",
            "{} {}",
            self.status,
            self.text()
        );
        let body = self.json();
        assert_eq!(body["status"], self.status);
        let title = body["title"].as_str().unwrap();
        assert!(
            Code::ALL.iter().any(|code| code.title() == title),
            "{title} is not in the table of errors"
        );
        (self.status, title.to_owned())
    }

    /// Seconds of `Retry-After`.
    #[track_caller]
    pub fn retry_after(&self) -> u64 {
        self.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap()
    }
}

impl App {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    pub async fn with(variables: &[(&str, &str)]) -> Self {
        // Fails from the second test of a process on; the first one's holds.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let database = TestDatabase::create().await;
        let pool = database.pool.clone();
        let database_url = std::env::var("TEST_DATABASE_URL").unwrap();
        let config = Config::read(|name| {
            let given = variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned());
            given.or_else(|| match name {
                "DATABASE_URL" => Some(database_url.clone()),
                "AUTH_DELIVERY" => Some("outbox".into()),
                "LISTEN" => Some("127.0.0.1:0".into()),
                _ => None,
            })
        })
        .unwrap();
        let clock = Clock::default();
        let running = serve::start_with(
            config,
            pool.clone(),
            clock.clone(),
            Arc::new(InMemory::new()),
        )
        .await
        .unwrap();
        let base = format!("http://{}", running.address);
        Self {
            pool,
            clock,
            base,
            http: reqwest::Client::new(),
            running,
            _database: database,
        }
    }

    pub async fn end(self) {
        self.running.stop().await;
        self.pool.close().await;
    }

    pub fn request(&self, method: Method, token: Option<&str>, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match token {
            Some(token) => request.header("X-Token", token),
            None => request,
        }
    }

    pub async fn send(&self, request: RequestBuilder) -> Reply {
        let request = request.build().unwrap();
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = self.http.execute(request).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let reply = Reply {
            status,
            headers,
            bytes: response.bytes().await.unwrap().to_vec(),
        };
        record::answered(method.as_str(), &path, status, &reply.bytes);
        reply
    }

    pub async fn get(&self, token: Option<&str>, path: &str) -> Reply {
        self.send(self.request(Method::GET, token, path)).await
    }

    pub async fn delete(&self, token: Option<&str>, path: &str) -> Reply {
        self.send(self.request(Method::DELETE, token, path)).await
    }

    pub async fn post(&self, token: Option<&str>, path: &str, body: Value) -> Reply {
        let request = self
            .request(Method::POST, token, path)
            .header("Content-Type", "application/json");
        self.send(request.body(body.to_string())).await
    }

    /// Messages to a phone or e-mail, newest first.
    pub async fn outbox(&self, to: &str) -> Vec<Value> {
        let to = to.replace('+', "%2B");
        self.get(None, &format!("/dev/outbox?to={to}"))
            .await
            .ok()
            .as_array()
            .unwrap()
            .clone()
    }

    /// The code of the newest message.
    pub async fn code(&self, to: &str) -> String {
        self.outbox(to).await[0]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Logs in by e-mail: token and user.
    pub async fn login(&self, email: &str) -> (String, Value) {
        let key = self
            .post(None, "/api/auth/email", json!({"email": email}))
            .await
            .ok()["sessionKey"]
            .clone();
        let body = json!({"sessionKey": key, "email": email, "code": self.code(email).await});
        let answer = self.post(None, "/api/auth/email/signin", body).await.ok();
        (
            answer["token"].as_str().unwrap().to_owned(),
            answer["user"].clone(),
        )
    }

    /// Waits until the server has heard of rights that were written by hand: a field of the user and its value.
    pub async fn knows(&self, token: &str, field: &str, value: Value) {
        while self.post(Some(token), "/api/whoami", json!({})).await.ok()[field] != value {}
    }

    /// Runs hand-written SQL.
    pub async fn sql(&self, text: &'static str) {
        sqlx::raw_sql(text).execute(&self.pool).await.unwrap();
    }
}
