//! Sends commands to rooms on other nodes: HTTP/2 to their internal listener, authenticated by a shared secret and, with TLS, by
//! certificates. All requests to a node share one connection.

use std::{sync::Arc, time::Duration};

use metrics::counter;
use reqwest::{
    Client, Response,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
    redirect,
};
use room_server::{
    Answer, Request, RoomError,
    ports::{Node, NotAnswered, RemoteRoom},
};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use traces::TRACEPARENT;

use crate::{known::Known, peers::Peers, tls::Tls};

/// Header: milliseconds the sender will wait.
pub const TIME_LIMIT_HEADER: &str = "x-patience-ms";
/// A living node accepts at once.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// How often a connection with a request on it is checked, and how long that may take. All requests to a node are lost with the
/// connection, so a busy node gets as much time as until it counts as silent.
const PING_EVERY: Duration = Duration::from_secs(2);
const PONG_TIMEOUT: Duration = Duration::from_secs(5);
/// A node says at once who it is, and a failed port refuses at once. But rooms must not move because a machine is busy.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);
/// Must be below the receiver's keep-alive.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
/// The receiver gives up this much earlier than the sender, so that its answer still arrives.
const MARGIN: Duration = Duration::from_millis(200);
/// Interval of checks for the other node's silence.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// The answer to a forwarded command.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply<A> {
    Answer(A),
    Refused(RoomError),
    /// The node does not own the room; nothing was decided.
    NotThere,
}

/// Path for commands to a room.
pub fn commands(catalog_id: impl std::fmt::Display) -> String {
    format!("/rooms/{catalog_id}/commands")
}

/// Path for requesting a hand-over.
pub fn hand_over(catalog_id: impl std::fmt::Display) -> String {
    format!("/rooms/{catalog_id}/hand-over")
}

/// Path at which a node says who it is.
pub const SENDER_HEADER: &str = "/who";

/// The HTTP client for other nodes.
pub(crate) struct Calls {
    client: Client,
    /// Opens a connection for each request, as a node must that has none yet.
    fresh: Client,
    scheme: &'static str,
}

impl Calls {
    pub fn new(secret: &str, tls: Option<&Tls>) -> Self {
        let mut headers = HeaderMap::new();
        let mut bearer = HeaderValue::try_from(format!("Bearer {secret}"))
            .expect("the settings allow only visible characters");
        bearer.set_sensitive(true);
        headers.insert(AUTHORIZATION, bearer);
        let builder = || {
            let builder = Client::builder()
                .default_headers(headers.clone())
                .redirect(redirect::Policy::none())
                .no_proxy()
                // Nothing else is spoken at these addresses, and one connection carries all requests from the first on.
                .http2_prior_knowledge();
            match tls {
                Some(tls) => builder.tls_backend_preconfigured(tls.client()),
                None => builder,
            }
        };
        let client = builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .pool_idle_timeout(IDLE_TIMEOUT)
            .http2_keep_alive_interval(PING_EVERY)
            .http2_keep_alive_timeout(PONG_TIMEOUT);
        let built = "the client's settings suit each other";
        Self {
            client: client.build().expect(built),
            fresh: builder().pool_max_idle_per_host(0).build().expect(built),
            scheme: if tls.is_some() { "https" } else { "http" },
        }
    }

    fn url(&self, node: &Node, path: &str) -> String {
        format!("{}://{}{path}", self.scheme, node.address)
    }

    /// Whether a new connection to the node's address reaches it, and not another process.
    pub async fn reaches(&self, node: &Node) -> bool {
        let asking = async {
            let asking = self.fresh.get(self.url(node, SENDER_HEADER));
            let answer = asking.timeout(PROBE_TIMEOUT).send().await?;
            answer.error_for_status()?.text().await
        };
        match asking.await {
            Ok(id) => id == node.id.to_string(),
            Err(error) => {
                tracing::debug!(node = %node.id, %error, "a node cannot be reached");
                false
            }
        }
    }
}

/// A room on another node.
pub(crate) struct Remote {
    pub catalog_id: i64,
    pub node: Node,
    pub me: Node,
    pub calls: Arc<Calls>,
    pub known: Arc<Known>,
    pub peers: Arc<Peers>,
}

#[async_trait::async_trait]
impl RemoteRoom for Remote {
    async fn send(&self, request: &Request, limit: Duration) -> Result<Answer, NotAnswered> {
        let answer = self.ask(request, limit).await;
        let result = match &answer {
            Ok(_) => "answered",
            Err(NotAnswered::NotThere) => "not_there",
            Err(NotAnswered::Refused(RoomError::InDoubt)) => "in_doubt",
            Err(NotAnswered::Refused(_)) => "refused",
        };
        counter!("room_forwards_total", "result" => result).increment(1);
        match &answer {
            Ok(_) => {}
            Err(NotAnswered::NotThere) => self.known.misplaced(self.catalog_id),
            Err(NotAnswered::Refused(_)) => self.known.forget(self.catalog_id),
        }
        answer
    }

    async fn bring(&self, limit: Duration) -> Result<(), RoomError> {
        let path = hand_over(self.catalog_id);
        let given = self.post(&path, &self.me, limit).await;
        self.known.forget(self.catalog_id);
        // Nothing was decided either way, so the edit can be retried.
        given.map(drop).map_err(|error| {
            tracing::warn!(node = %self.node.id, catalog_id = self.catalog_id, %error, "a node did not hand a room over");
            RoomError::Unavailable
        })
    }

    fn node(&self) -> &Node {
        &self.node
    }
}

impl Remote {
    async fn ask(&self, request: &Request, limit: Duration) -> Result<Answer, NotAnswered> {
        if self.peers.is_silent(self.node.id) {
            return Err(NotAnswered::Refused(RoomError::Unavailable));
        }
        let path = commands(self.catalog_id);
        let asking = async {
            let answer = self.post(&path, request, limit).await?;
            answer.json::<Reply<Answer>>().await
        };
        let reply = tokio::select! {
            reply = asking => reply,
            () = self.silence() => {
                tracing::warn!(node = %self.node.id, catalog_id = self.catalog_id, "a node fell silent over a command");
                return Err(NotAnswered::Refused(RoomError::InDoubt));
            }
        };
        match reply {
            Ok(Reply::Answer(answer)) => Ok(answer),
            Ok(Reply::Refused(error)) => Err(NotAnswered::Refused(error)),
            Ok(Reply::NotThere) => Err(NotAnswered::NotThere),
            Err(error) => {
                // Nothing happened only if the request was not sent or not accepted.
                let is_not_accepted = error
                    .status()
                    .is_some_and(|status| status.is_client_error());
                let is_nothing = error.is_connect() || error.is_builder() || is_not_accepted;
                tracing::warn!(node = %self.node.id, catalog_id = self.catalog_id, %error, "a node did not answer");
                Err(NotAnswered::Refused(if is_nothing {
                    RoomError::Unavailable
                } else {
                    RoomError::InDoubt
                }))
            }
        }
    }

    async fn post(
        &self,
        path: &str,
        body: &impl Serialize,
        limit: Duration,
    ) -> reqwest::Result<Response> {
        let url = self.calls.url(&self.node, path);
        let rest = limit.saturating_sub(MARGIN).as_millis();
        let mut posting = self.calls.client.post(url).timeout(limit);
        if let Some(span) = traces::traceparent() {
            posting = posting.header(TRACEPARENT, span);
        }
        posting
            .header(TIME_LIMIT_HEADER, rest.to_string())
            .json(body)
            .send()
            .await?
            .error_for_status()
    }

    /// Completes once the node is silent, which means it is dead or suspended.
    async fn silence(&self) {
        loop {
            sleep(CHECK_EVERY).await;
            if self.peers.is_silent(self.node.id) {
                return;
            }
        }
    }
}
