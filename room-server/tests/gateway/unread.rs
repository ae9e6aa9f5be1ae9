//! Clients that read late or not at all.

use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

use room_server::gateway::{Hub, Settings};
use serde_json::json;

use crate::support::{Client, HANDSHAKE, House, Server, frame, raw};

/// Makes each snapshot hold so many lots of 1 KiB.
fn fill(house: &House, lots: i64) {
    let filler = "x".repeat(1024);
    let lot = |id| json!({"lotId": id, "version": 1, "filler": filler});
    *house.snapshot.lock().unwrap() = (1, (0..lots).map(lot).collect());
}

#[actix_web::test]
async fn a_request_waits_until_the_client_has_read_earlier_answers() {
    const JOINS: usize = 17;
    let hub = Hub::new(Settings::default());
    let house = House::new(&hub);
    fill(&house, 4096);
    let server = Server::auction(&hub, &house);
    let mut stream = raw(&server);
    stream.write_all(HANDSHAKE.as_bytes()).unwrap();
    stream.write_all(&frame("40/Chat,")).unwrap();
    for ack in 0..JOINS {
        let join = format!(r#"42/Chat,{ack}["JoinAnon",1,"x"]"#);
        stream.write_all(&frame(&join)).unwrap();
    }
    house.join_begun.acquire().await.unwrap().forget();

    // Nothing is read yet, so the queue stays full. These round trips pass through both workers and give a second join time
    // to start.
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
        // Keeps enough to match across two reads.
        read.drain(..read.len().saturating_sub(last.len()));
        read.extend_from_slice(&some[..count]);
    }
    assert_eq!(house.join_begun.available_permits(), JOINS - 1);
}

#[actix_web::test]
async fn a_message_that_waits_for_the_client_to_read_is_dropped_with_its_session() {
    assert_eq!(sent_before_reading(false).await, 1);
    assert_eq!(sent_before_reading(true).await, 0);
}

/// How many messages are stored of a client that sent one before it read a large snapshot, and reads then; its session is closed
/// in between if `closes`.
async fn sent_before_reading(closes: bool) -> usize {
    let hub = Hub::new(Settings {
        stall_timeout: Duration::from_secs(600),
        ..Settings::default()
    });
    let house = House::new(&hub);
    fill(&house, 256);
    // The message arrives before the join is answered; afterwards it would not be read.
    house.joins.forget_permits(usize::MAX);
    let server = Server::auction(&hub, &house);
    let mut stream = raw(&server);
    stream.write_all(HANDSHAKE.as_bytes()).unwrap();
    let mut requests = frame("40/Chat,");
    for call in [
        r#"42/Chat,1["Join",1,"x","7"]"#,
        r#"42/Chat,2["Send",1,"x","Добрый день"]"#,
    ] {
        requests.extend(frame(call));
    }
    stream.write_all(&requests).unwrap();
    house.join_begun.acquire().await.unwrap().forget();
    // Round trips give the server time to go as far as it can.
    let mut other = Client::enter(&server, "/Chat").await;
    let mut round_trips = async || {
        for _ in 0..20 {
            other.call(json!(["JoinAnon", 404, "x"])).await;
        }
    };
    round_trips().await;
    house.joins.add_permits(1);
    round_trips().await;
    let sent = || house.sent.lock().unwrap().len();
    assert_eq!(sent(), 0, "it waits for the client to read");
    if closes {
        hub.close_session(7);
        round_trips().await;
    }
    // Slowly enough for the message to get its turn before the session ends.
    let mut some = [0; 2048];
    while sent() == 0 {
        match stream.read(&mut some) {
            Ok(0) => break,
            Ok(_) => round_trips().await,
            // Frames of the client that the server did not read any more.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}"),
        }
    }
    sent()
}
