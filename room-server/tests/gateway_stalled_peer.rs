//! A peer that stops reading, on a process of its own: its memory is measured.

#[path = "gateway/support.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use room_server::{
    Payload,
    gateway::{Hub, Settings},
};
use serde_json::json;
use support::{Client, HANDSHAKE, House, Server, frame, raw};

/// A raw peer in the room of catalog 1, which reads nothing more.
fn stalled_peer(server: &Server, hub: &Hub) -> TcpStream {
    let mut stream = raw(server);
    stream.write_all(HANDSHAKE.as_bytes()).unwrap();
    let members = hub.member_count(1);
    for text in ["40/Chat,", r#"42/Chat,1["JoinAnon",1,"x"]"#] {
        stream.write_all(&frame(text)).unwrap();
    }
    // The answer to the join is the last that is read.
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(b"}]") {
        stream.read_exact(&mut byte).unwrap();
        read.push(byte[0]);
    }
    assert_eq!(hub.member_count(1), members + 1);
    stream
}

fn resident_bytes() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

/// Reads what is left; the server must have ended the connection.
fn assert_ended(mut stream: TcpStream) {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset),
    }
}

struct Room {
    hub: Hub,
    server: Server,
    healthy: Client,
    version: i64,
}

impl Room {
    /// With one member that reads.
    async fn open(settings: Settings) -> Self {
        let hub = Hub::new(settings);
        let server = Server::auction(&hub, &House::new(&hub));
        let mut healthy = Client::enter(&server, "/Chat").await;
        healthy.call(json!(["JoinAnon", 1, "Гость"])).await;
        Self {
            hub,
            server,
            healthy,
            version: 0,
        }
    }

    /// Publishes one more update. The healthy member sets the pace and misses nothing.
    async fn publish(&mut self) {
        self.version += 1;
        let filler = "x".repeat(UPDATE_BYTES);
        let update = json!({"version": self.version, "filler": filler});
        self.hub
            .publish_lot(1, 5, self.version, &Payload::encode(&update).unwrap());
        assert_eq!(self.healthy.event().await[1]["version"], self.version);
    }

    async fn chat(&mut self) {
        self.version += 1;
        let message = json!({"version": self.version, "text": "x".repeat(1000)});
        self.hub
            .publish_chat(1, &Payload::encode(&message).unwrap());
        assert_eq!(self.healthy.event().await[1]["version"], self.version);
    }

    fn has_stalled_member(&self) -> bool {
        self.hub.member_count(1) == 2
    }
}

const UPDATE_BYTES: usize = 16 * 1024;
const PUBLISHED_BYTES: usize = 64 * 1024 * 1024;

#[actix_web::test]
async fn a_peer_that_stops_reading_costs_little_and_is_cut() {
    let settings = Settings {
        stall_timeout: Duration::from_secs(2),
        ..Settings::default()
    };
    // Before the kernel would give it up, which is another test.
    let within = settings.ping_timeout * 3 / 4;
    let mut room = Room::open(settings).await;

    let stalled = stalled_peer(&room.server, &room.hub);
    let (started, before) = (Instant::now(), resident_bytes());
    while room.has_stalled_member() {
        room.publish().await;
        assert!(started.elapsed() < within, "the peer is still there");
    }
    assert_ended(stalled);

    // A newer chat message does not replace an older one, so a peer that misses some is cut, not skipped.
    let stalled = stalled_peer(&room.server, &room.hub);
    let started = Instant::now();
    while room.has_stalled_member() {
        room.chat().await;
        assert!(started.elapsed() < within, "the peer is still there");
    }
    assert_ended(stalled);

    // One that is always there keeps nothing of what it does not take.
    let patient = Settings {
        stall_timeout: Duration::from_secs(3600),
        ping_interval: Duration::from_secs(3600),
        ping_timeout: Duration::from_secs(3600),
        ..Settings::default()
    };
    let mut room = Room::open(patient).await;
    let _stalled = stalled_peer(&room.server, &room.hub);
    while (room.version as usize) * UPDATE_BYTES < PUBLISHED_BYTES {
        room.publish().await;
    }
    assert!(room.has_stalled_member());
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < PUBLISHED_BYTES / 4, "grew by {grown} bytes");
}

#[actix_web::test]
async fn the_kernel_gives_up_a_peer_that_stops_reading() {
    let mut room = Room::open(Settings {
        stall_timeout: Duration::from_secs(3600),
        ping_interval: Duration::from_secs(3600),
        ping_timeout: Duration::from_secs(3),
        ..Settings::default()
    })
    .await;
    let stalled = stalled_peer(&room.server, &room.hub);
    let started = Instant::now();
    while room.has_stalled_member() {
        room.publish().await;
        assert!(
            started.elapsed() < Duration::from_secs(45),
            "the peer is still there"
        );
    }
    assert_ended(stalled);
}
