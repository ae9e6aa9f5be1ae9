//! Clients that read late, or nothing.

use std::io::{ErrorKind, Read, Write};

use room_server::gateway::{Hub, Settings};
use serde_json::json;

use crate::support::{Client, HANDSHAKE, House, Server, frame, raw};

#[actix_web::test]
async fn no_frame_overtakes_the_handshake_response() {
    let hub = Hub::new(Settings::default());
    let server = Server::auction(&hub, &House::new(&hub));
    let mut stream = raw(&server);
    // Their answers fill the socket, so that the handshake's waits in the HTTP connection.
    let mut requests = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40_000);
    requests.push_str(HANDSHAKE);
    let mut writer = stream.try_clone().unwrap();
    let writing = std::thread::spawn(move || {
        // The server may cut the connection before it has read everything.
        let _ = writer.write_all(requests.as_bytes());
    });
    let mut read = Vec::new();
    let mut some = [0; 4096];
    let is_frame = |read: &[u8]| read.windows(3).any(|bytes| bytes == b"0{\"");
    loop {
        match stream.read(&mut some) {
            Ok(0) => break,
            Ok(count) => {
                read.extend_from_slice(&some[..count]);
                if is_frame(&read[read.len().saturating_sub(count + 2)..]) {
                    break;
                }
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset);
                break;
            }
        }
    }
    writing.join().unwrap();
    let position = |needle: &[u8]| read.windows(needle.len()).position(|bytes| bytes == needle);
    if let Some(frame) = position(b"0{\"") {
        let response = position(b"HTTP/1.1 101").expect("a frame before the response");
        assert!(response < frame, "a frame before the response");
    }
}

#[actix_web::test]
async fn a_request_waits_until_the_client_has_read_earlier_answers() {
    const JOINS: usize = 17;
    let hub = Hub::new(Settings::default());
    let house = House::new(&hub);
    let filler = "x".repeat(1024);
    *house.snapshot.lock().unwrap() = (
        1,
        (0..4096)
            .map(|lot| json!({"lotId": lot, "version": 1, "filler": filler}))
            .collect(),
    );
    let server = Server::auction(&hub, &house);
    let mut stream = raw(&server);
    stream.write_all(HANDSHAKE.as_bytes()).unwrap();
    stream.write_all(&frame("40/Chat,")).unwrap();
    for ack in 0..JOINS {
        let join = format!(r#"42/Chat,{ack}["JoinAnon",1,"x"]"#);
        stream.write_all(&frame(&join)).unwrap();
    }
    house.join_begun.acquire().await.unwrap().forget();

    // As long as nothing is read, the first answer fills the queue. Both workers take part in these.
    let mut others = [
        Client::enter(&server, "/Chat").await,
        Client::enter(&server, "/Chat").await,
    ];
    for _ in 0..20 {
        for other in &mut others {
            other.call(json!(["JoinAnon", 404, "x"])).await;
        }
    }
    assert_eq!(house.join_begun.available_permits(), 0);

    let mut read = Vec::new();
    let mut some = [0; 65536];
    let last = format!("43/Chat,{}[", JOINS - 1);
    while !read
        .windows(last.len())
        .any(|bytes| bytes == last.as_bytes())
    {
        let count = stream.read(&mut some).unwrap();
        assert_ne!(count, 0, "the connection is closed");
        // Enough to find what lies across two reads.
        read.drain(..read.len().saturating_sub(last.len()));
        read.extend_from_slice(&some[..count]);
    }
    assert_eq!(house.join_begun.available_permits(), JOINS - 1);
}
