//! A peer that stops reading, on a process of its own: its memory is measured.

#[path = "gateway/support.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::{
    io::{ErrorKind, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use room_server::gateway::{Hub, Json, Settings};
use serde_json::json;
use socket2::{Domain, Socket, Type};
use support::{Client, House, Server};

/// A raw peer in the room of catalog 1 with a small receive buffer, which reads nothing more.
fn stalled_peer(server: &Server, hub: &Hub) -> TcpStream {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(&server.address.into()).unwrap();
    let mut stream = TcpStream::from(socket);
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let handshake = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\n\
        Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(handshake.as_bytes()).unwrap();
    let members = hub.member_count(1);
    for text in ["40/Chat,", r#"42/Chat,1["JoinAnon",1,"x"]"#] {
        // A masked text frame with a mask of zeros.
        let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        stream.write_all(&frame).unwrap();
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

#[actix_web::test]
async fn a_peer_that_stops_reading_costs_little_and_is_cut() {
    const UPDATE_BYTES: usize = 16 * 1024;
    const PUBLISHED_BYTES: usize = 64 * 1024 * 1024;
    let stall_timeout = Duration::from_secs(2);
    let hub = Hub::new(Settings {
        stall_timeout,
        ..Settings::default()
    });
    let house = House::new(&hub);
    let server = Server::auction(&hub, &house);
    let mut healthy = Client::enter(&server, "/Chat").await;
    healthy.call(json!(["JoinAnon", 1, "Гость"])).await;
    let stalled = stalled_peer(&server, &hub);

    let started = Instant::now();
    let before = resident_bytes();
    let mut version = 0;
    // The healthy member sets the pace and misses nothing.
    while hub.member_count(1) == 2 || version as usize * UPDATE_BYTES < PUBLISHED_BYTES {
        version += 1;
        let update = json!({"version": version, "filler": "x".repeat(UPDATE_BYTES)});
        hub.publish_lot(1, 5, version, &Json::encode(&update).unwrap());
        assert_eq!(healthy.event().await[1]["version"], version);
        assert!(
            started.elapsed() < Duration::from_secs(45),
            "the peer is still there"
        );
    }
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < PUBLISHED_BYTES / 4, "grew by {grown} bytes");
    assert_ended(stalled);

    // Chat does not replace itself: whoever misses some of it is cut as well, not skipped.
    let stalled = stalled_peer(&server, &hub);
    let mut number = 0;
    while hub.member_count(1) == 2 {
        number += 1;
        let message = json!({"number": number, "text": "x".repeat(1000)});
        hub.publish_chat(1, &Json::encode(&message).unwrap());
        assert_eq!(healthy.event().await[1]["number"], number);
    }
    assert!(resident_bytes().saturating_sub(before) < PUBLISHED_BYTES / 4);
    assert_ended(stalled);
}
