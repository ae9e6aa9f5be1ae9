//! Socket.IO v5 on an Engine.IO connection: namespaces, events and their attachments.

use bytes::Bytes;
use bytestring::ByteString;

use super::{
    codec::{self, Kind, Packet},
    engine::{Connection, Link, Protocol, Violation},
};

/// Maximum number of attachments per event.
const MAX_ATTACHMENTS: usize = 16;

/// Maximum number of namespaces per connection; more than any server here has.
const MAX_NAMESPACES: usize = 8;

/// An event a client emitted.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientEvent {
    /// Namespace of the event.
    pub namespace: ByteString,
    /// The id under which the client awaits an acknowledgement, if any.
    pub ack_id: Option<u64>,
    /// JSON array of the event's name and arguments.
    pub arguments: ByteString,
    /// Binary arguments, in the order of their placeholders.
    pub attachments: Vec<Bytes>,
}

/// The server's side of the namespaces. One value serves one connection.
pub trait Namespaces: Sized + Unpin + 'static {
    /// Whether there is such a namespace.
    fn exists(&self, namespace: &str) -> bool;

    /// The client has entered a namespace, with this JSON object as `auth`.
    fn entered(&mut self, _namespace: &str, _auth: &str, _link: &mut Link<'_, SocketIo<Self>>) {}

    /// The client has emitted an event.
    fn event(
        &mut self,
        event: ClientEvent,
        link: &mut Link<'_, SocketIo<Self>>,
    ) -> Result<(), Violation>;

    /// The client has left a namespace; the connection stays open.
    fn left(&mut self, _namespace: &str, _connection: &Connection) {}
}

/// One connection's Socket.IO state.
pub struct SocketIo<N> {
    pub(super) namespaces: N,
    entered: Vec<ByteString>,
    /// A binary packet that still lacks attachments.
    incomplete: Option<(Packet, Vec<Bytes>)>,
    max_payload: usize,
}

impl<N: Namespaces> SocketIo<N> {
    /// A connection in no namespace. An event with its attachments may have up to `max_payload` bytes.
    pub fn new(namespaces: N, max_payload: usize) -> Self {
        Self {
            namespaces,
            entered: Vec::new(),
            incomplete: None,
            max_payload,
        }
    }

    fn enter(&mut self, packet: &Packet, link: &mut Link<'_, Self>) -> Result<(), Violation> {
        let namespace = &packet.namespace;
        if !self.namespaces.exists(namespace) {
            let reason = r#"{"message":"Invalid namespace"}"#;
            link.send(&codec::encode(Kind::ConnectError, namespace, None, reason));
            return Ok(());
        }
        if self.entered.contains(namespace) || self.entered.len() == MAX_NAMESPACES {
            return Err(Violation);
        }
        // A copy: the slice would keep the whole received message alive.
        self.entered.push(ByteString::from(&**namespace));
        link.connected();
        let id = uuid::Uuid::new_v4().simple();
        let answer = format!(r#"{{"sid":"{id}"}}"#);
        link.send(&codec::encode(Kind::Connect, namespace, None, &answer));
        let auth = if packet.data.is_empty() {
            "{}"
        } else {
            &*packet.data
        };
        self.namespaces.entered(namespace, auth, link);
        Ok(())
    }

    fn leave(&mut self, namespace: &str, connection: &Connection) {
        self.entered.retain(|entered| *entered != namespace);
        self.namespaces.left(namespace, connection);
    }

    fn deliver(
        &mut self,
        packet: Packet,
        attachments: Vec<Bytes>,
        link: &mut Link<'_, Self>,
    ) -> Result<(), Violation> {
        match packet.kind {
            Kind::Event | Kind::BinaryEvent => {
                let event = ClientEvent {
                    namespace: packet.namespace,
                    ack_id: packet.ack_id,
                    arguments: packet.data,
                    attachments,
                };
                self.namespaces.event(event, link)
            }
            // The server requests no acknowledgements; a client's is harmless.
            Kind::Ack | Kind::BinaryAck => Ok(()),
            Kind::Connect | Kind::Disconnect | Kind::ConnectError => Err(Violation),
        }
    }
}

impl<N: Namespaces> Protocol for SocketIo<N> {
    fn text(&mut self, text: ByteString, link: &mut Link<'_, Self>) -> Result<(), Violation> {
        if self.incomplete.is_some() {
            return Err(Violation);
        }
        let packet = codec::decode(&text).map_err(|_| Violation)?;
        if packet.kind == Kind::Connect {
            return self.enter(&packet, link);
        }
        if !self.entered.contains(&packet.namespace) {
            return Err(Violation);
        }
        if packet.kind == Kind::Disconnect {
            self.leave(&packet.namespace, link.connection);
            return Ok(());
        }
        match packet.attachments {
            0 => self.deliver(packet, Vec::new(), link),
            1..=MAX_ATTACHMENTS => {
                self.incomplete = Some((packet, Vec::new()));
                Ok(())
            }
            _ => Err(Violation),
        }
    }

    fn binary(&mut self, bytes: Bytes, link: &mut Link<'_, Self>) -> Result<(), Violation> {
        let (packet, mut attachments) = self.incomplete.take().ok_or(Violation)?;
        attachments.push(bytes);
        let size = packet.data.len() + attachments.iter().map(Bytes::len).sum::<usize>();
        if size > self.max_payload {
            return Err(Violation);
        }
        if attachments.len() < packet.attachments {
            self.incomplete = Some((packet, attachments));
            return Ok(());
        }
        self.deliver(packet, attachments, link)
    }

    fn closed(&mut self, connection: &Connection) {
        for namespace in std::mem::take(&mut self.entered) {
            self.namespaces.left(&namespace, connection);
        }
    }
}
