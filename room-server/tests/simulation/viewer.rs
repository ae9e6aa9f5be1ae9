//! Clients of the gateway. Each remembers what it was sent, over all its connections.

use bytes::Bytes;
use room_server::gateway::testing::{Wire, Worker};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    rc::Rc,
    sync::{Arc, Mutex},
};
use tokio::sync::{mpsc, watch};
use wire::{CatalogStatusUpdate, LotUpdate};

/// What a client was sent.
#[derive(Debug, Clone)]
pub enum Seen {
    /// The answer to a join.
    Joined(Joined),
    Lot(LotUpdate),
    Catalog(CatalogStatusUpdate),
}

#[derive(Debug, Clone, Deserialize)]
pub struct Joined {
    pub catalog: Head,
    pub lots: Vec<LotUpdate>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    pub version: i64,
    pub state: domain::CatalogState,
    pub current_lot_id: Option<i64>,
}

/// How far the store is known to go, if it can be asked at once.
pub type Stored = std::rc::Rc<dyn Fn() -> Option<i64>>;

#[derive(Debug, Clone, Default)]
pub struct Client {
    /// By connection.
    pub sessions: Vec<Vec<Seen>>,
    /// The newest version it knows.
    pub version: Option<i64>,
    /// The version from which on it knows of every change.
    pub base: Option<i64>,
    pub lots: BTreeMap<i64, LotUpdate>,
    /// What was wrong with a message the moment it came.
    pub complaint: Option<String>,
}

impl Client {
    fn sees(&mut self, seen: Seen, since: Option<i64>, stored: Option<i64>) {
        let version = match &seen {
            Seen::Joined(joined) => joined.catalog.version,
            Seen::Lot(lot) => version_of(lot),
            Seen::Catalog(catalog) => number(catalog.version),
        };
        if stored.is_some_and(|stored| version > stored) {
            self.complaint = Some(format!("version {version} is sent before it is stored"));
        }
        let lots = match &seen {
            Seen::Joined(joined) => {
                if self.version.is_some_and(|known| version < known) {
                    self.complaint = Some(format!("a join is answered with old version {version}"));
                }
                if since.is_none() {
                    self.base = Some(version);
                }
                &joined.lots[..]
            }
            Seen::Lot(lot) => std::slice::from_ref(lot),
            Seen::Catalog(_) => &[],
        };
        for lot in lots {
            self.lots.insert(lot.lot_id, lot.clone());
        }
        self.version = self.version.max(Some(version));
        self.sessions
            .last_mut()
            .expect("the client is connected")
            .push(seen);
    }
}

/// Versions have one type or another on the wire's side.
pub fn number(version: impl TryInto<i64>) -> i64 {
    version.try_into().ok().expect("a version fits")
}

pub fn version_of(lot: &LotUpdate) -> i64 {
    number(lot.version)
}

/// A connection of a client.
pub struct Connection {
    reads: watch::Sender<bool>,
    ended: watch::Receiver<bool>,
    wire: Rc<Wire>,
}

impl Connection {
    /// Connects and joins; with the version the client knows, if it `resumes`.
    pub fn open(
        worker: &Worker,
        catalog: i64,
        client: &Arc<Mutex<Client>>,
        resumes: bool,
        stored: Stored,
    ) -> Self {
        let since = {
            let mut client = client.lock().unwrap();
            client.sessions.push(Vec::new());
            client.version.filter(|_| resumes && client.base.is_some())
        };
        let since_text = since.map_or("null".to_owned(), |since| since.to_string());
        let join = format!(r#"42/Chat,0["JoinAnon",{catalog},null,{since_text}]"#);
        let (to_server, mut frames) = mpsc::unbounded_channel::<Bytes>();
        let incoming = futures_util::stream::poll_fn(move |cx| {
            frames.poll_recv(cx).map(|frame| frame.map(Ok))
        });
        let wire = Rc::new(worker.connect(incoming).expect("a connection is opened"));
        let (reads, mut may_read) = watch::channel(true);
        let (end, ended) = watch::channel(false);
        let client = client.clone();
        let read_from = wire.clone();
        actix::spawn(async move {
            let mut received = Received::default();
            while may_read.wait_for(|reads| *reads).await.is_ok() {
                tokio::select! {
                    biased;
                    // A client that has left does not read what is still in transit.
                    changed = may_read.changed() => match changed {
                        Ok(()) => continue,
                        Err(_) => break,
                    },
                    read = read_from.read(&mut received.0) => {
                        if !matches!(read, Ok(true)) {
                            break;
                        }
                    }
                }
                while let Some(text) = received.text() {
                    let answer = match text.as_str() {
                        "2" => Some("3"),
                        _ if text.starts_with('0') => Some("40/Chat,"),
                        _ if text.starts_with("40") => Some(join.as_str()),
                        _ => {
                            if let Some(seen) = seen(&text) {
                                client.lock().unwrap().sees(seen, since, stored());
                            }
                            None
                        }
                    };
                    if let Some(answer) = answer {
                        let _ = to_server.send(frame(answer));
                    }
                }
            }
            let _ = end.send(true);
        });
        Self { reads, ended, wire }
    }

    pub fn read(&self, reads: bool) {
        let _ = self.reads.send(reads);
    }

    pub fn is_reading(&self) -> bool {
        *self.reads.borrow()
    }

    pub fn has_ended(&self) -> bool {
        *self.ended.borrow() || self.wire.is_cut()
    }
}

/// What a message says, if it is one of those a viewer listens for.
fn seen(text: &str) -> Option<Seen> {
    let array = text.find('[').map(|start| &text[start..])?;
    let values: Vec<Value> = serde_json::from_str(array).expect("messages are JSON");
    let mut values = values.into_iter();
    let first = values.next()?;
    if text.starts_with("43") {
        // A refused join is none.
        return serde_json::from_value(first).ok().map(Seen::Joined);
    }
    let argument = values.next()?;
    let known = "an event's argument is what its name says";
    Some(match first.as_str()? {
        "LotUpdate" => Seen::Lot(serde_json::from_value(argument).expect(known)),
        "CatalogStatusUpdate" => Seen::Catalog(serde_json::from_value(argument).expect(known)),
        _ => return None,
    })
}

/// A client's text frame; its mask is zero.
fn frame(text: &str) -> Bytes {
    let length = u8::try_from(text.len()).expect("a short message");
    assert!(length < 126);
    let mut bytes = vec![0x81, 0x80 | length, 0, 0, 0, 0];
    bytes.extend_from_slice(text.as_bytes());
    bytes.into()
}

/// The server's frames, as far as they have come.
#[derive(Default)]
struct Received(Vec<u8>);

impl Received {
    /// The next whole text; other frames are passed over.
    fn text(&mut self) -> Option<String> {
        loop {
            let (header, length) = match *self.0.get(1)? {
                126 => (
                    4,
                    usize::from(u16::from_be_bytes(self.0.get(2..4)?.try_into().ok()?)),
                ),
                127 => (
                    10,
                    u64::from_be_bytes(self.0.get(2..10)?.try_into().ok()?) as usize,
                ),
                short => (2, usize::from(short)),
            };
            let payload = self.0.get(header..header + length)?.to_vec();
            let is_text = self.0[0] & 0x0f == 1;
            self.0.drain(..header + length);
            if is_text {
                return Some(String::from_utf8(payload).expect("text is UTF-8"));
            }
        }
    }
}
