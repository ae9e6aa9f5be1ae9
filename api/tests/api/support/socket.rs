//! A raw client of the gateway: enough of WebSocket and Socket.IO for short messages.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::App;

const UPGRADE: &str = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n\
    Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// How long an awaited message may take.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Socket {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Socket {
    /// Opens a socket and joins a namespace.
    pub async fn open(app: &App, namespace: &str) -> Self {
        let mut socket = Self::handshake(app, "").await;
        socket.send(&format!("40/{namespace},")).await;
        socket
    }

    /// Asks for a socket with these further header lines.
    pub async fn handshake(app: &App, headers: &str) -> Self {
        let mut stream = TcpStream::connect(app.address()).await.unwrap();
        let request = format!("{UPGRADE}{headers}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        Self {
            stream,
            heard: Vec::new(),
        }
    }

    /// Sends a text of less than 126 bytes. The mask of zeros changes nothing.
    pub async fn send(&mut self, text: &str) {
        let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        self.stream.write_all(&frame).await.unwrap();
    }

    /// Waits until `text` has been heard, and gives everything heard so far.
    pub async fn until(&mut self, text: &str) -> String {
        loop {
            let heard = String::from_utf8_lossy(&self.heard).into_owned();
            if heard.contains(text) {
                return heard;
            }
            let read = self.stream.read_buf(&mut self.heard);
            let read = tokio::time::timeout(PATIENCE, read).await;
            let read = read.unwrap_or_else(|_| panic!("«{text}» is not heard: {heard}"));
            assert!(read.unwrap() > 0, "{heard}");
        }
    }

    /// Waits until the server closes the socket.
    pub async fn closed(mut self) {
        let rest = self.stream.read_to_end(&mut self.heard);
        tokio::time::timeout(PATIENCE, rest)
            .await
            .expect("the socket is closed")
            .unwrap();
    }
}
