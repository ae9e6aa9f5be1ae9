//! What a socket may not do, and how many there may be.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use room_server::gateway::{Hub, Opener, Origins, Settings};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

use crate::support::{Client, House, SOCKET, Server, connect, handshake, read_head};

fn server(settings: Settings) -> (Server, Arc<House>) {
    let hub = Hub::new(settings);
    let house = House::new(&hub);
    (Server::auction(&hub, &house), house)
}

#[actix_web::test]
async fn the_defaults_are_the_protocol_s() {
    let settings = Settings::default();
    assert_eq!(settings.ping_interval, Duration::from_secs(25));
    assert_eq!(settings.ping_timeout, Duration::from_secs(20));
    assert_eq!(settings.stall_timeout, Duration::from_secs(10));
    assert_eq!(settings.max_payload, 65_536);
    assert_eq!(settings.sockets_per_address, 100);
    assert_eq!(settings.sockets_of_known, 50);
    assert_eq!(settings.joins_per_socket, 20);
    assert_eq!(
        (settings.chat_burst, settings.chat_window),
        (5, Duration::from_secs(10))
    );
}

#[actix_web::test]
async fn only_our_pages_may_connect() {
    let ours = vec!["https://auction.example".to_owned()];
    let (server, _) = server(Settings {
        origins: Origins::Ours(ours),
        ..Settings::default()
    });
    let url = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        server.address
    );
    let same_host = format!("http://{}", server.address);
    let of_the_socket = format!("wss://{}", server.address);
    for origin in ["https://auction.example", &*same_host, &*of_the_socket] {
        assert!(
            connect(&url, &[("origin", origin)]).await.is_ok(),
            "{origin}"
        );
    }
    let same_host_by_ftp = format!("ftp://{}", server.address);
    for origin in [
        &*same_host_by_ftp,
        "https://evil.example",
        "http://auction.example",
        "https://auction.example.evil.example",
        "null",
        "",
    ] {
        let refused = connect(&url, &[("origin", origin)]).await.err();
        assert_eq!(refused, Some(403), "{origin}");
    }
    let two = [("origin", &*same_host), ("origin", "https://evil.example")];
    assert_eq!(connect(&url, &two).await.err(), Some(403), "{two:?}");
    assert!(connect(&url, &[]).await.is_ok(), "no page at all");
}

#[actix_web::test]
async fn sockets_of_one_address_are_counted() {
    let (server, _) = server(Settings {
        sockets_per_address: 2,
        ..Settings::default()
    });
    let url = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        server.address
    );
    let mut first = Client::enter(&server, "/Chat").await;
    let _second = Client::enter(&server, "/Chat").await;
    assert_eq!(connect(&url, &[]).await.err(), Some(429));
    first.send("1").await;
    first.ended().await;
    // The place is free once the server has let the session go, which it does before its close
    // frame leaves.
    assert!(connect(&url, &[]).await.is_ok());
}

/// The application says by what it knows someone; here it is a header.
#[actix_web::test]
async fn sockets_of_someone_known_are_counted_apart() {
    let (server, _) = server(Settings {
        sockets_per_address: 1,
        sockets_of_known: 1,
        opener: |request| Opener {
            address: request.peer_addr().map(|address| address.ip()),
            known: request
                .headers()
                .get("known")
                .and_then(|id| id.to_str().ok()?.parse().ok()),
        },
        ..Settings::default()
    });
    let url = format!(
        "ws://{}/socket.io/?EIO=4&transport=websocket",
        server.address
    );
    let open = async |headers| connect(&url, headers).await;
    let stranger = open(&[]).await.ok().unwrap();
    assert_eq!(open(&[]).await.err(), Some(429));
    let _first = open(&[("known", "1")]).await.ok().unwrap();
    let _other = open(&[("known", "2")]).await.ok().unwrap();
    assert_eq!(open(&[("known", "1")]).await.err(), Some(429));
    // Above their own number they are counted by their address.
    drop(stranger);
    let mut second = open(&[("known", "1")]).await;
    while second.is_err() {
        second = open(&[("known", "1")]).await;
    }
    assert_eq!(open(&[]).await.err(), Some(429));
}

#[actix_web::test]
async fn joins_of_one_socket_are_counted() {
    let (server, _) = server(Settings::default());
    let mut client = Client::enter(&server, "/Chat").await;
    for catalog_id in 1..=20 {
        let answer = client.call(json!(["JoinAnon", catalog_id, "Гость"])).await;
        assert_eq!(answer["ok"], true);
    }
    let refused = json!({"ok": false, "error": "too_many_requests"});
    assert_eq!(client.call(json!(["JoinAnon", 21, "Гость"])).await, refused);
    // Joining again, or after leaving another, does not count as a further join.
    assert_eq!(
        client.call(json!(["JoinAnon", 20, "Гость"])).await["ok"],
        true
    );
    client.call(json!(["Leave", 1])).await;
    assert_eq!(
        client.call(json!(["JoinAnon", 21, "Гость"])).await["ok"],
        true
    );
}

#[actix_web::test]
async fn chat_messages_of_one_person_are_counted() {
    let (server, house) = server(Settings {
        chat_window: Duration::from_secs(2),
        ..Settings::default()
    });
    let mut sockets = Vec::new();
    for token in ["21", "21", "22"] {
        let mut client = Client::enter(&server, "/Chat").await;
        client.call(json!(["Join", 1, "Имя", token])).await;
        sockets.push(client);
    }
    let started = tokio::time::Instant::now();
    for index in 0..5 {
        let answer = sockets[index % 2]
            .call(json!(["Send", 1, "Имя", "текст"]))
            .await;
        assert_eq!(answer["ok"], true);
    }
    let refused = json!({"ok": false, "error": "too_many_requests"});
    for socket in &mut sockets[..2] {
        assert_eq!(socket.call(json!(["Send", 1, "Имя", "ещё"])).await, refused);
    }
    assert_eq!(
        sockets[2].call(json!(["Send", 1, "Имя", "другой"])).await["ok"],
        true
    );
    // Refused messages do not count, so the next is taken when the first is out of the window.
    while sockets[0].call(json!(["Send", 1, "Имя", "снова"])).await == refused {}
    assert!(started.elapsed() >= Duration::from_secs(2));
    assert_eq!(house.sent.lock().unwrap()[&1].len(), 7);
}

#[actix_web::test]
async fn long_messages_close_the_connection() {
    let (server, _) = server(Settings::default());
    let send = |length: usize| format!(r#"42/Chat,1["x","{}"]"#, "x".repeat(length - 17));

    let mut client = Client::enter(&server, "/Chat").await;
    client.send(&send(65_536)).await;
    assert!(
        client.text().await.contains("validation_failed"),
        "the longest allowed"
    );
    // The server may be gone before all of it is written.
    let mut client = Client::enter(&server, "/Chat").await;
    client.send(&send(65_537)).await;
    client.ended().await;

    let mut client = Client::enter(&server, "/Chat").await;
    let fragment = |code, is_final| {
        Message::Frame(Frame::message(
            vec![b'4'; 40_000],
            OpCode::Data(code),
            is_final,
        ))
    };
    client.send_message(fragment(Data::Text, false)).await;
    client.send_message(fragment(Data::Continue, true)).await;
    client.ended().await;
}

/// A WebSocket spoken byte by byte, after its handshake.
async fn raw(server: &Server) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(&handshake(SOCKET)).await.unwrap();
    let head = read_head(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    stream
}

/// Writes until the server has closed the connection; returns how many bytes it took.
async fn flood(stream: &mut TcpStream, mut left: usize) -> usize {
    let (mut reader, mut writer) = stream.split();
    let block = [b'x'; 16 * 1024];
    let mut taken = 0;
    let closed = async {
        let mut end = Vec::new();
        // A reset is an end too: the server leaves our bytes unread.
        let _ = reader.read_to_end(&mut end).await;
    };
    let write = async {
        while left > 0 {
            let Ok(written) = writer.write(&block).await else {
                break;
            };
            taken += written;
            left = left.saturating_sub(written);
        }
    };
    timeout(Duration::from_secs(10), async {
        tokio::join!(closed, write)
    })
    .await
    .expect("the server closes the connection");
    taken
}

/// What the kernel and actix-http may have taken before they hear of the end.
const ON_THE_WAY: usize = 16 * 1024 * 1024;

#[actix_web::test]
async fn a_frame_is_refused_by_the_length_it_announces() {
    let (server, _) = server(Settings::default());
    // Text, continuation and ping of 2^62 bytes, and a text one byte too long. All masked.
    let endless = [0x40, 0, 0, 0, 0, 0, 0, 0];
    let one_too_long = 65_537_u64.to_be_bytes();
    for (first, length) in [
        (0x81, endless),
        (0x80, endless),
        (0x89, endless),
        (0x81, one_too_long),
    ] {
        let mut stream = raw(&server).await;
        let mut header = vec![first, 0xff];
        header.extend(length);
        header.extend([1, 2, 3, 4]);
        stream.write_all(&header).await.unwrap();
        let taken = flood(&mut stream, 400 * 1024 * 1024).await;
        assert!(taken < ON_THE_WAY, "{taken} bytes were taken");
    }
}

#[actix_web::test]
async fn sockets_of_one_address_hold_little_unread() {
    let (server, _) = server(Settings {
        unread_together: 200 * 1024,
        ..Settings::default()
    });
    // Each announces 65 535 bytes and leaves out the last; three of them fit.
    let mut unfinished = vec![0x81, 0xfe, 0xff, 0xff, 1, 2, 3, 4];
    unfinished.resize(8 + 65_534, b'x');
    let mut streams = Vec::new();
    for _ in 0..8 {
        let mut stream = raw(&server).await;
        stream.write_all(&unfinished).await.unwrap();
        streams.push(stream);
    }
    // The first fragment of a message counts too.
    let mut fragment = raw(&server).await;
    unfinished[0] = 0x01;
    unfinished.push(b'x');
    fragment.write_all(&unfinished).await.unwrap();
    streams.push(fragment);
    let mut ends: FuturesUnordered<_> = streams
        .into_iter()
        .map(|mut stream| async move {
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
        })
        .collect();
    for cut in 0..6 {
        let end = timeout(Duration::from_secs(10), ends.next()).await;
        assert!(end.is_ok(), "only {cut} connections are cut");
    }
    drop(ends);
    // The places are free again: nothing is counted for connections that are gone.
    let mut client = Client::enter(&server, "/Chat").await;
    let answer = client.call(json!(["JoinAnon", 1, "Гость"])).await;
    assert_eq!(answer["ok"], true);
}

#[actix_web::test]
async fn frames_that_arrive_together_are_all_handled_in_order() {
    let (server, _) = server(Settings::default());
    let mut stream = raw(&server).await;
    // Pings with an empty mask, in one write and cut at an odd place.
    let pings: Vec<u8> = (0..2_000_u16)
        .flat_map(|number| {
            let [high, low] = number.to_be_bytes();
            [0x89, 0x82, 0, 0, 0, 0, high, low]
        })
        .collect();
    stream.write_all(&pings[..4_003]).await.unwrap();
    stream.write_all(&pings[4_003..]).await.unwrap();
    let mut next = 0;
    while next < 2_000_u16 {
        let opcode = stream.read_u8().await.unwrap();
        let length = usize::from(stream.read_u8().await.unwrap());
        let mut payload = vec![0; length];
        assert!(length < 126 || opcode == 0x81, "a short frame");
        if length == 126 {
            payload.resize(usize::from(stream.read_u16().await.unwrap()), 0);
        }
        stream.read_exact(&mut payload).await.unwrap();
        if opcode == 0x8a {
            assert_eq!(payload, next.to_be_bytes());
            next += 1;
        }
    }
}
