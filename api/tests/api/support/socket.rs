//! A raw client of the gateway: enough of WebSocket and Socket.IO for short messages. It holds everything it hears against
//! the description of the API.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use serde_json::Value;

use super::App;
use super::schema::{description, differences};

const UPGRADE: &str = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n\
    Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// How long an awaited message may take.
const TIMEOUT: Duration = Duration::from_secs(10);

pub struct Socket {
    stream: TcpStream,
    heard: Vec<u8>,
    /// How much of it was held against the description.
    checked: usize,
    /// The requests that were sent, by the ids of their acknowledgements: namespace and event.
    asked: HashMap<String, (String, String)>,
    /// The described events heard so far, such as «/Chat sends LotUpdate» and «/Chat takes Join».
    pub seen: BTreeSet<String>,
}

impl Socket {
    /// Opens a socket and joins a namespace.
    pub async fn open(app: &App, namespace: &str) -> Self {
        let mut socket = Self::handshake(app, "").await;
        socket.send(&format!("40/{namespace},")).await;
        socket
    }

    /// Opens an anonymous visitor's socket in a catalog's room.
    pub async fn visitor(app: &App, catalog: i64) -> Self {
        let mut socket = Self::open(app, "Chat").await;
        socket
            .send(&format!(r#"42/Chat,0["JoinAnon",{catalog},"Гость"]"#))
            .await;
        socket.until(r#"43/Chat,0[{"ok":true"#).await;
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
            checked: 0,
            asked: HashMap::new(),
            seen: BTreeSet::new(),
        }
    }

    /// Sends a text of less than 126 bytes. The mask of zeros changes nothing.
    pub async fn send(&mut self, text: &str) {
        if let Some((namespace, id, arguments)) = event(text, "42")
            && let Some(name) = arguments[0].as_str()
        {
            let request = (namespace.to_owned(), name.to_owned());
            self.asked.insert(id.to_owned(), request);
        }
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
            let read = tokio::time::timeout(TIMEOUT, read).await;
            let read = read.unwrap_or_else(|_| panic!("«{text}» is not heard: {heard}"));
            assert!(read.unwrap() > 0, "{heard}");
            self.check();
        }
    }

    /// Holds the new frames against the description.
    fn check(&mut self) {
        if self.checked == 0 {
            let head = self.heard.windows(4).position(|end| end == b"\r\n\r\n");
            let Some(head) = head else { return };
            self.checked = head + 4;
        }
        while let Some((text, length)) = frame(&self.heard[self.checked..]) {
            self.checked += length;
            let events = &description()["x-socket-events"];
            if let Some((namespace, _, said)) = event(&text, "42") {
                let name = said[0].as_str().unwrap();
                let described = &events[namespace]["sends"][name]["arguments"];
                let described = described
                    .as_array()
                    .unwrap_or_else(|| panic!("{namespace} {name} is described"));
                let arguments = &said.as_array().unwrap()[1..];
                assert_eq!(arguments.len(), described.len(), "{text}");
                for (argument, described) in arguments.iter().zip(described) {
                    must_be(argument, &described["schema"], &text);
                }
                self.seen.insert(format!("{namespace} sends {name}"));
            } else if let Some((namespace, id, answer)) = event(&text, "43") {
                let Some((_, name)) = self.asked.get(id) else {
                    continue;
                };
                let described = &events[namespace]["takes"][name]["acknowledgement"];
                if answer[0]["ok"] == true {
                    must_be(&answer[0], described, &text);
                    self.seen.insert(format!("{namespace} takes {name}"));
                } else {
                    let refusal = &description()["components"]["schemas"]["SocketRefusal"];
                    must_be(&answer[0], refusal, &text);
                }
            }
        }
    }

    /// Waits until the server closes the socket.
    pub async fn closed(mut self) {
        let rest = self.stream.read_to_end(&mut self.heard);
        tokio::time::timeout(TIMEOUT, rest)
            .await
            .expect("the socket is closed")
            .unwrap();
    }
}

/// The events of the description, as [`Socket::seen`] has them.
pub fn described_events() -> BTreeSet<String> {
    let namespaces = description()["x-socket-events"].as_object().unwrap();
    let named = |namespace: &str, way: &str, events: &Value| -> Vec<String> {
        let names = events[way].as_object().unwrap().keys();
        names
            .map(|name| format!("{namespace} {way} {name}"))
            .collect()
    };
    namespaces
        .iter()
        .flat_map(|(namespace, events)| {
            [
                named(namespace, "sends", events),
                named(namespace, "takes", events),
            ]
            .concat()
        })
        .collect()
}

fn must_be(value: &Value, schema: &Value, text: &str) {
    let differences = differences(value, schema);
    assert!(differences.is_empty(), "{differences:#?} in {text}");
}

/// The text of the first frame, and its length with its head. A server's frames are not masked.
fn frame(bytes: &[u8]) -> Option<(String, usize)> {
    let (head, length) = match *bytes.get(1)? {
        126 => (
            4,
            usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().unwrap())),
        ),
        127 => panic!("no test hears so much at once"),
        length => (2, usize::from(length)),
    };
    let text = bytes.get(head..head + length)?;
    Some((String::from_utf8_lossy(text).into_owned(), head + length))
}

/// Namespace, acknowledgement id and content of a Socket.IO packet of this type (42: an event, 43: an acknowledgement).
fn event<'a>(text: &'a str, packet: &str) -> Option<(&'a str, &'a str, Value)> {
    let (namespace, rest) = text.strip_prefix(packet)?.split_once(',')?;
    let content = rest.find('[')?;
    let (id, content) = rest.split_at(content);
    Some((namespace, id, serde_json::from_str(content).ok()?))
}
