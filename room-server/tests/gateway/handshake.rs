//! The handover of a connection from HTTP to its session.

use std::convert::Infallible;

use actix_web::{HttpResponse, web};
use bytes::Bytes;
use futures_util::stream;
use room_server::gateway::Hub;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    echo,
    support::{SOCKET, Server, handshake, read_head},
};

const PAGE: &str = "a page";

/// The page twice, as a body of unknown length.
async fn parts() -> HttpResponse {
    let part = || Ok::<_, Infallible>(Bytes::from_static(PAGE.as_bytes()));
    HttpResponse::Ok().streaming(stream::iter([part(), part()]))
}

/// Echoes beside pages.
async fn connect() -> (Server, TcpStream) {
    let hub = Hub::new(echo::settings());
    let server = Server::start(move || {
        let echoes = echo::routes(hub.clone());
        |config: &mut web::ServiceConfig| {
            config.route(
                "/page",
                web::get().to(async || HttpResponse::Ok().body(PAGE)),
            );
            config.route("/parts", web::get().to(parts));
            echoes(config);
        }
    });
    let stream = TcpStream::connect(server.address).await.unwrap();
    (server, stream)
}

/// Reads the page, and returns the head of the response.
async fn read_page(stream: &mut TcpStream) -> String {
    let head = read_head(stream).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut body = vec![0; PAGE.len()];
    stream.read_exact(&mut body).await.unwrap();
    assert_eq!(body, PAGE.as_bytes());
    head
}

/// Reads a short frame: its first byte and its payload.
async fn read_frame(stream: &mut TcpStream) -> (u8, Vec<u8>) {
    let opcode = stream.read_u8().await.unwrap();
    let length = match stream.read_u8().await.unwrap() {
        126 => stream.read_u16().await.unwrap(),
        length => u16::from(length),
    };
    let mut payload = vec![0; usize::from(length)];
    stream.read_exact(&mut payload).await.unwrap();
    (opcode, payload)
}

#[actix_web::test]
async fn frames_may_come_with_the_handshake() {
    let (_server, mut stream) = connect().await;
    let mut bytes = handshake(SOCKET);
    bytes.extend_from_slice(&[0x89, 0x82, 0, 0, 0, 0, b'h', b'i']);
    stream.write_all(&bytes).await.unwrap();
    let head = read_head(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    let (opcode, opened) = read_frame(&mut stream).await;
    assert_eq!((opcode, opened[0]), (0x81, b'0'));
    assert_eq!(read_frame(&mut stream).await, (0x8a, b"hi".to_vec()));
}

#[actix_web::test]
async fn a_connection_may_serve_pages_before_it_becomes_a_socket() {
    let (_server, mut stream) = connect().await;
    let request = b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(request).await.unwrap();
    read_page(&mut stream).await;
    // Pipelined.
    stream
        .write_all(&[request, handshake(SOCKET).as_slice()].concat())
        .await
        .unwrap();
    read_page(&mut stream).await;
    let head = read_head(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    assert_eq!(read_frame(&mut stream).await.1[0], b'0');
}

#[actix_web::test]
async fn a_page_requested_as_a_socket_is_answered_before_the_connection_closes() {
    let (_server, mut stream) = connect().await;
    stream.write_all(&handshake("/page")).await.unwrap();
    let head = read_page(&mut stream).await;
    assert!(head.contains("\r\nconnection: close\r\n"), "{head}");
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.unwrap();
    assert_eq!(rest, b"");
}

#[actix_web::test]
async fn a_body_of_unknown_length_ends_with_the_connection() {
    let (_server, mut stream) = connect().await;
    stream.write_all(&handshake("/parts")).await.unwrap();
    let head = read_head(&mut stream).await;
    assert!(!head.contains("transfer-encoding"), "{head}");
    let mut body = String::new();
    stream.read_to_string(&mut body).await.unwrap();
    assert_eq!(body, PAGE.repeat(2));
}

/// actix-http would keep a connection with a body or several protocols, and parse what a proxy tunnels after the 101 as
/// requests.
#[actix_web::test]
async fn a_malformed_handshake_is_refused() {
    const KEY: &str = "AAAAAAAAAAAAAAAAAAAAAA==";
    for (from, to) in [
        (
            "Host: localhost",
            "Host: localhost\r\nTransfer-Encoding: chunked",
        ),
        ("Host: localhost", "Host: localhost\r\nContent-Length: 4"),
        ("Upgrade: websocket", "Upgrade: websocket, h2c"),
        (
            "Host: localhost",
            "Host: localhost\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ),
        ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8"),
        (
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version: 99",
        ),
        (KEY, ""),
        (KEY, "AAAAAAAAAAAAAAAAAAAAAB=="),
        (KEY, "AAAAAAAAAAAAAAAAAAAA*A=="),
        (KEY, "AAAAAAAAAAAAAAAAAAAAAA"),
        (KEY, "AAAAAAAAAAAAAAAAAAAAAAA="),
        (KEY, "AAAAAAAAAAAAAAAAAAA="),
    ] {
        let (_server, mut stream) = connect().await;
        let request = String::from_utf8(handshake(SOCKET)).unwrap();
        let request = request.replace(from, to);
        stream.write_all(request.as_bytes()).await.unwrap();
        let head = read_head(&mut stream).await;
        assert!(head.starts_with("HTTP/1.1 400"), "{to}: {head}");
        assert_eq!(
            head.contains("sec-websocket-version: 13"),
            to.contains("Version"),
            "{to}: {head}"
        );
    }
}

#[actix_web::test]
async fn a_client_whose_upload_is_refused_gets_the_response() {
    let (_server, mut stream) = connect().await;
    // Exceeds the buffers of both sockets.
    let body = vec![b'x'; 16 << 20];
    let head = format!(
        "POST /page HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body).await.unwrap();
    let head = read_head(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}
