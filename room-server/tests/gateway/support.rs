//! A server with the gateway on a thread of its own, a raw WebSocket client, and an application
//! that a test holds in its hands.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, mpsc},
    thread::JoinHandle,
    time::Duration,
};

use actix_web::{
    App,
    dev::{self, ServerHandle},
    web::ServiceConfig,
};
use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use room_server::{
    Payload,
    gateway::{self, Backend, CatalogHead, Hub, Identity, Refused, Snapshot},
};
use serde_json::{Value, json};
use socket2::{Domain, Socket, Type};
use time::OffsetDateTime;
use tokio::{io::AsyncReadExt as _, net::TcpStream, sync::Semaphore};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// Beyond this an awaited message is taken not to come, and the test fails.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server on a free loopback port; stops when dropped.
pub struct Server {
    pub address: SocketAddr,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub fn start<C>(routes: impl Fn() -> C + Clone + Send + 'static) -> Self
    where
        C: FnOnce(&mut ServiceConfig),
    {
        let (started, address) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let listeners = gateway::listen(("127.0.0.1", 0)).expect("a free port");
                let address = listeners[0].local_addr().expect("a bound listener");
                let builder = dev::Server::build().workers(2).disable_signals();
                let server =
                    gateway::serve(listeners, builder, move || App::new().configure(routes()))
                        .expect("a listener");
                started
                    .send((address, server.handle()))
                    .expect("the test waits");
                server.await.expect("the server runs");
            });
        });
        let (address, handle) = address.recv().expect("the server starts");
        Self {
            address,
            handle,
            thread: Some(thread),
        }
    }

    /// With the auction's namespaces on `hub`.
    pub fn auction(hub: &Hub, backend: &Arc<House>) -> Self {
        let (hub, backend) = (hub.clone(), Arc::clone(backend));
        Self::start(move || gateway::routes(hub.clone(), Arc::clone(&backend) as _))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The command is sent when `stop` is called; the answer is the thread's end.
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The gateway's address for a handshake.
pub const SOCKET: &str = "/socket.io/?EIO=4&transport=websocket";

/// A handshake request.
pub fn handshake(path: &str) -> Vec<u8> {
    format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    .into_bytes()
}

/// Reads exactly the head of a response.
pub async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("a whole head"));
    }
    String::from_utf8(head).expect("ASCII")
}

/// A WebSocket that knows nothing of the protocol but to answer pings.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Whether `2` is answered with `3`, and not shown.
    pub answers_pings: bool,
}

pub async fn connect(url: &str, headers: &[(&'static str, &str)]) -> Result<Client, u16> {
    let mut request = url.into_client_request().expect("a good url");
    for (name, value) in headers {
        let value = value.parse().expect("a header's value");
        request.headers_mut().append(*name, value);
    }
    match connect_async(request).await {
        Ok((socket, _)) => Ok(Client {
            socket,
            answers_pings: true,
        }),
        Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("no answer: {error}"),
    }
}

impl Client {
    /// Past the Engine.IO handshake at `path`.
    pub async fn open(server: &Server, path: &str) -> Self {
        let url = format!("ws://{}{path}?EIO=4&transport=websocket", server.address);
        let mut client = connect(&url, &[]).await.expect("an open socket");
        let opened = client.text().await;
        assert!(opened.starts_with("0{"), "{opened}");
        client
    }

    /// In a namespace of the auction.
    pub async fn enter(server: &Server, namespace: &str) -> Self {
        let mut client = Self::open(server, "/socket.io/").await;
        client.send(&format!("40{namespace},")).await;
        let answer = client.text().await;
        assert!(
            answer.starts_with(&format!("40{namespace},{{\"sid\":")),
            "{answer}"
        );
        client
    }

    pub async fn send(&mut self, text: &str) {
        self.socket
            .send(Message::text(text))
            .await
            .expect("an open socket");
    }

    pub async fn send_message(&mut self, message: Message) {
        self.socket.send(message).await.expect("an open socket");
    }

    /// The next message; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            let next = tokio::time::timeout(TIMEOUT, self.socket.next());
            match next.await.expect("a message in time") {
                Some(Ok(Message::Text(text))) if text == "2" && self.answers_pings => {
                    // The connection may be closing already.
                    let _ = self.socket.send(Message::text("3")).await;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(message)) => return Some(message),
            }
        }
    }

    pub async fn text(&mut self) -> String {
        match self.next().await {
            Some(Message::Text(text)) => text.to_string(),
            other => panic!("no text: {other:?}"),
        }
    }

    /// Emits an event of `/Chat` with an acknowledgement, and awaits that. Events that come first
    /// are dropped.
    pub async fn call(&mut self, arguments: Value) -> Value {
        self.call_in("/Chat", arguments).await
    }

    pub async fn call_in(&mut self, namespace: &str, arguments: Value) -> Value {
        self.send(&format!("42{namespace},7{arguments}")).await;
        let prefix = format!("43{namespace},7");
        loop {
            let text = self.text().await;
            if let Some(answer) = text.strip_prefix(&prefix) {
                let answer: Value = serde_json::from_str(answer).expect("JSON");
                return answer[0].clone();
            }
        }
    }

    /// The next event, of whichever namespace: its array.
    pub async fn event(&mut self) -> Value {
        let text = self.text().await;
        let start = text.find('[').expect("an event");
        assert!(text.starts_with("42/"), "{text}");
        serde_json::from_str(&text[start..]).expect("JSON")
    }

    /// Reads until the connection ends.
    pub async fn ended(&mut self) {
        while self.next().await.is_some() {}
    }
}

/// The application: tokens are `<user>` or `<user>.<session>`; catalog 404 is unknown.
pub struct House {
    pub hub: Hub,
    /// Version and lots of the snapshots given.
    pub snapshot: Mutex<(i64, Vec<Value>)>,
    /// A join takes one; a test that takes them first decides when a join goes on.
    pub joins: Semaphore,
    /// Told before a join waits for its permit.
    pub join_begun: Semaphore,
    pub sent: Mutex<HashMap<i64, Vec<String>>>,
}

impl House {
    pub fn new(hub: &Hub) -> Arc<Self> {
        Arc::new(Self {
            hub: hub.clone(),
            snapshot: Mutex::default(),
            joins: Semaphore::new(Semaphore::MAX_PERMITS >> 1),
            join_begun: Semaphore::new(0),
            sent: Mutex::default(),
        })
    }
}

#[async_trait]
impl Backend for House {
    async fn authenticate(&self, token: &str) -> Result<Identity, Refused> {
        let (user, session) = token.split_once('.').unwrap_or((token, token));
        match (user.parse(), session.parse()) {
            (Ok(user_id), Ok(session_id)) => Ok(Identity {
                user_id,
                session_id,
            }),
            _ => Err(Refused::NotAuthenticated),
        }
    }

    async fn join(
        &self,
        catalog_id: i64,
        _identity: Option<&Identity>,
        since_version: Option<i64>,
    ) -> Result<Snapshot, Refused> {
        if catalog_id == 404 {
            return Err(Refused::NotFound);
        }
        let (version, lots) = self.snapshot.lock().unwrap().clone();
        self.join_begun.add_permits(1);
        self.joins.acquire().await.expect("open").forget();
        let since = since_version.unwrap_or(-1);
        Ok(Snapshot {
            server_time: OffsetDateTime::from_unix_timestamp(1_763_719_500).unwrap(),
            catalog: CatalogHead {
                current_lot_id: Some(5),
                ..CatalogHead::running(catalog_id, version)
            },
            lots: lots
                .iter()
                .filter(|lot| lot["version"].as_i64() > Some(since))
                .map(|lot| Payload::encode(lot).unwrap())
                .collect(),
            my_participant: None,
            remote_members: 0,
        })
    }

    async fn send_chat(
        &self,
        catalog_id: i64,
        identity: &Identity,
        text: &str,
    ) -> Result<Payload, Refused> {
        if identity.user_id == 13 {
            return Err(Refused::NotRegisteredInHouse);
        }
        let mut sent = self.sent.lock().unwrap();
        sent.entry(catalog_id).or_default().push(text.to_owned());
        let message = json!({"catalogId": catalog_id, "userId": identity.user_id, "text": text});
        let message = Payload::encode(&message).unwrap();
        self.hub.publish_chat(catalog_id, &message);
        Ok(message)
    }
}

/// A lot's state, as a room publishes it.
pub fn lot(lot_id: i64, version: i64) -> Value {
    json!({"catalogId": 1, "lotId": lot_id, "version": version, "price": version * 100})
}

pub fn publish(hub: &Hub, lot_id: i64, version: i64) {
    let update = Payload::encode(&lot(lot_id, version)).unwrap();
    hub.publish_lot(1, lot_id, version, &update);
}

pub const HANDSHAKE: &str = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\n\
    Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// A short masked text frame with a mask of zeros.
pub fn frame(text: &str) -> Vec<u8> {
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(text.as_bytes());
    frame
}

/// A connection without a handshake, with a small receive buffer.
pub fn raw(server: &Server) -> std::net::TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&server.address.into()).unwrap();
    let stream = std::net::TcpStream::from(socket);
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
}
