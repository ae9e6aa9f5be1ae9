//! Every WebSocket case of the official Engine.IO and Socket.IO protocol suites, and the cases
//! that the same rules imply.

use room_server::gateway::Hub;
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

use crate::{
    echo,
    support::{Client, Server, connect},
};

const PATHS: [&str; 2] = ["/engine.io/", "/socket.io/"];

fn server() -> Server {
    let hub = Hub::new(echo::settings());
    Server::start(move || echo::routes(hub.clone()))
}

/// In the main namespace, its `auth` event read.
async fn in_main_namespace(server: &Server) -> Client {
    let mut client = Client::open(server, "/socket.io/").await;
    client.send("40").await;
    assert!(client.text().await.starts_with("40{"));
    assert_eq!(client.text().await, r#"42["auth",{}]"#);
    client
}

fn fragment(bytes: &'static [u8], code: Data, is_final: bool) -> Message {
    Message::Frame(Frame::message(bytes, OpCode::Data(code), is_final))
}

#[actix_web::test]
async fn opens_a_session() {
    let server = server();
    for path in PATHS {
        let url = format!("ws://{}{path}?EIO=4&transport=websocket", server.address);
        let mut client = connect(&url, &[]).await.unwrap();
        let opened = client.text().await;
        let mut session: Value = serde_json::from_str(opened.strip_prefix('0').unwrap()).unwrap();
        let id = session["sid"].take();
        assert!(id.as_str().is_some_and(|id| id.len() >= 20), "{id}");
        let expected = json!({
            "sid": null, "upgrades": [], "pingInterval": 300, "pingTimeout": 200,
            "maxPayload": 1_000_000,
        });
        assert_eq!(session, expected);
    }
}

#[actix_web::test]
async fn refuses_bad_handshakes() {
    let server = server();
    let queries = [
        "transport=websocket",
        "EIO=abc&transport=websocket",
        "EIO=3&transport=websocket",
        "EIO=4",
        "EIO=4&transport=abc",
        "EIO=4&transport=polling",
        "EIO=4&transport=websocket&sid=unknown",
    ];
    for path in PATHS {
        for query in queries {
            let url = format!("ws://{}{path}?{query}", server.address);
            assert_eq!(connect(&url, &[]).await.err(), Some(400), "{url}");
        }
    }
}

#[actix_web::test]
async fn echoes_text() {
    let server = server();
    let mut client = Client::open(&server, "/engine.io/").await;
    client.send("4hello").await;
    assert_eq!(client.text().await, "4hello");
}

#[actix_web::test]
async fn echoes_binary() {
    let server = server();
    let mut client = Client::open(&server, "/engine.io/").await;
    client.send_message(Message::binary(vec![1, 2, 3, 4])).await;
    assert_eq!(client.next().await, Some(Message::binary(vec![1, 2, 3, 4])));
}

#[actix_web::test]
async fn puts_fragments_together() {
    let server = server();
    let mut client = Client::open(&server, "/engine.io/").await;
    client
        .send_message(fragment("4при".as_bytes(), Data::Text, false))
        .await;
    client
        .send_message(fragment("ве".as_bytes(), Data::Continue, false))
        .await;
    client
        .send_message(fragment("т".as_bytes(), Data::Continue, true))
        .await;
    assert_eq!(client.text().await, "4привет");
    client
        .send_message(fragment(&[1], Data::Binary, false))
        .await;
    client
        .send_message(fragment(&[2], Data::Continue, true))
        .await;
    assert_eq!(client.next().await, Some(Message::binary(vec![1, 2])));
}

#[actix_web::test]
async fn closes_upon_bad_packets() {
    let server = server();
    for packet in ["abc", "", "0", "2", "5", "6", "3probe", "\u{416}"] {
        let mut client = Client::open(&server, "/engine.io/").await;
        client.send(packet).await;
        client.ended().await;
    }
}

#[actix_web::test]
async fn pings() {
    let server = server();
    for path in PATHS {
        let mut client = Client::open(&server, path).await;
        client.answers_pings = false;
        let opened = Instant::now();
        for _ in 0..3 {
            assert_eq!(client.text().await, "2");
            client.send("3").await;
        }
        assert!(opened.elapsed() >= 3 * echo::settings().ping_interval * 9 / 10);
    }
}

#[actix_web::test]
async fn closes_upon_an_unanswered_ping() {
    let server = server();
    for path in PATHS {
        let mut client = Client::open(&server, path).await;
        client.answers_pings = false;
        let opened = Instant::now();
        assert_eq!(client.text().await, "2");
        assert_eq!(client.next().await, None);
        let settings = echo::settings();
        assert!(opened.elapsed() >= settings.ping_interval + settings.ping_timeout / 2);
    }
}

#[actix_web::test]
async fn closes_when_asked() {
    let server = server();
    for path in PATHS {
        let mut client = Client::open(&server, path).await;
        client.send("1").await;
        client.ended().await;
    }
}

#[actix_web::test]
async fn enters_namespaces() {
    let server = server();
    let rows = [
        ("40", "40{", r#"42["auth",{}]"#),
        (
            r#"40{"token":"123"}"#,
            "40{",
            r#"42["auth",{"token":"123"}]"#,
        ),
        ("40/custom,", "40/custom,{", r#"42/custom,["auth",{}]"#),
        (
            r#"40/custom,{"token":"abc"}"#,
            "40/custom,{",
            r#"42/custom,["auth",{"token":"abc"}]"#,
        ),
    ];
    for (request, answer, auth) in rows {
        let mut client = Client::open(&server, "/socket.io/").await;
        client.send(request).await;
        let text = client.text().await;
        assert!(text.starts_with(answer), "{text}");
        let body: Value = serde_json::from_str(&text[answer.len() - 1..]).unwrap();
        assert_eq!(
            body.as_object().unwrap().keys().collect::<Vec<_>>(),
            ["sid"]
        );
        assert_eq!(client.text().await, auth);
    }
}

#[actix_web::test]
async fn refuses_unknown_namespaces() {
    let server = server();
    let mut client = Client::open(&server, "/socket.io/").await;
    client.send("40/random").await;
    assert_eq!(
        client.text().await,
        r#"44/random,{"message":"Invalid namespace"}"#
    );
}

#[actix_web::test]
async fn closes_upon_a_bad_first_packet() {
    let server = server();
    // The last ones speak in a namespace that was not entered.
    for packet in ["4abc", "40[]", "41", r#"42["message",1]"#] {
        let mut client = Client::open(&server, "/socket.io/").await;
        client.send(packet).await;
        client.ended().await;
    }
}

#[actix_web::test]
async fn closes_when_no_namespace_is_entered() {
    let server = server();
    let mut client = Client::open(&server, "/socket.io/").await;
    let opened = Instant::now();
    // Pings are answered, so it is the connect timeout that ends this.
    client.ended().await;
    assert!(opened.elapsed() >= echo::settings().connect_timeout * 9 / 10);
}

#[actix_web::test]
async fn leaves_the_main_namespace() {
    let server = server();
    let mut client = in_main_namespace(&server).await;
    client.answers_pings = false;
    client.send("41").await;
    assert_eq!(client.text().await, "2");
}

#[actix_web::test]
async fn leaves_one_namespace_and_stays_in_the_other() {
    let server = server();
    let mut client = in_main_namespace(&server).await;
    client.send("40/custom").await;
    assert!(client.text().await.starts_with("40/custom,{"));
    assert_eq!(client.text().await, r#"42/custom,["auth",{}]"#);
    client.send("41/custom").await;
    client
        .send(r#"42["message","message to main namespace"]"#)
        .await;
    let answer = r#"42["message-back","message to main namespace"]"#;
    assert_eq!(client.text().await, answer);
}

#[actix_web::test]
async fn entering_twice_is_a_violation() {
    let server = server();
    let mut client = in_main_namespace(&server).await;
    client.send("40").await;
    client.ended().await;
}

#[actix_web::test]
async fn echoes_events() {
    let server = server();
    let mut client = in_main_namespace(&server).await;
    client.send(r#"42["message",1,"2",{"3":[true]}]"#).await;
    assert_eq!(
        client.text().await,
        r#"42["message-back",1,"2",{"3":[true]}]"#
    );
    client
        .send(r#"42456["message-with-ack",1,"2",{"3":[false]}]"#)
        .await;
    assert_eq!(client.text().await, r#"43456[1,"2",{"3":[false]}]"#);
}

#[actix_web::test]
async fn echoes_attachments() {
    const PLACES: &str = r#"{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}"#;
    let server = server();
    let mut client = in_main_namespace(&server).await;
    let rows = [
        (
            format!(r#"452-["message",{PLACES}]"#),
            format!(r#"452-["message-back",{PLACES}]"#),
        ),
        (
            format!(r#"452-789["message-with-ack",{PLACES}]"#),
            format!("462-789[{PLACES}]"),
        ),
    ];
    for (request, answer) in rows {
        client.send(&request).await;
        for bytes in [vec![1, 2, 3], vec![4, 5, 6]] {
            client.send_message(Message::binary(bytes)).await;
        }
        assert_eq!(client.text().await, answer);
        assert_eq!(client.next().await, Some(Message::binary(vec![1, 2, 3])));
        assert_eq!(client.next().await, Some(Message::binary(vec![4, 5, 6])));
    }
}

#[actix_web::test]
async fn closes_upon_bad_events() {
    let server = server();
    let ack = r#"42abc["message-with-ack",1,"2",{"3":[false]}]"#;
    // The last two: text where an attachment is due, and more attachments than are allowed.
    let packets = ["4abc", "42{}", ack, r#"451-["m"]"#, r#"4517-["m"]"#];
    for packet in packets {
        let mut client = in_main_namespace(&server).await;
        client.send(packet).await;
        if packet.starts_with("451-") {
            client.send(r#"42["message"]"#).await;
        }
        client.ended().await;
    }
}

#[actix_web::test]
async fn closes_upon_unannounced_binary() {
    let server = server();
    let mut client = in_main_namespace(&server).await;
    client.send_message(Message::binary(vec![1])).await;
    client.ended().await;
}
