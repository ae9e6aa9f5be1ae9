//! What a socket may not do, and how many there may be.

use std::{sync::Arc, time::Duration};

use room_server::gateway::{Hub, Origins, Settings};
use serde_json::json;
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

use crate::support::{Client, House, Server, connect};

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
    for origin in ["https://auction.example", &*same_host] {
        assert!(
            connect(&url, &[("origin", origin)]).await.is_ok(),
            "{origin}"
        );
    }
    for origin in [
        "https://evil.example",
        "http://auction.example",
        "https://auction.example.evil.example",
        "null",
        "",
    ] {
        let refused = connect(&url, &[("origin", origin)]).await.err();
        assert_eq!(refused, Some(403), "{origin}");
    }
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
    // Joining again, or after leaving another, is no further join.
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
