//! Engine.IO v4 over a WebSocket: the handshake, one actor per connection, heartbeat and closing.

use std::{cell::OnceCell, future::Future, rc::Rc};

use actix::{Actor, ActorContext, ActorFutureExt, AsyncContext, StreamHandler, fut::wrap_future};
use actix_http::ws::Codec;
use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    error::PayloadError,
    http::{
        Method, StatusCode,
        header::{self, HeaderName},
    },
    web,
};
use actix_web_actors::ws;
use bytes::{Bytes, BytesMut};
use bytestring::ByteString;
use futures_util::{Stream, StreamExt as _};
use uuid::Uuid;

use super::{
    frames::Frames,
    hub::{Admission, Hub, Unread},
    outlet::{Frame, Written},
    peer::Peer,
    server::{Accepted, Leaving},
    settings::Origins,
    shard::{End, Handle, Shard, Wake, Wakes},
};

/// The peer violated the protocol or lost its right to stay; its connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Violation;

/// The protocol on top of Engine.IO messages. One value serves one connection.
pub trait Protocol: Sized + Unpin + 'static {
    /// The connection is open, and the Engine.IO handshake is sent.
    fn opened(&mut self, _link: &mut Link<'_, Self>) {}

    /// A text message, without its Engine.IO `4`.
    fn text(&mut self, text: ByteString, link: &mut Link<'_, Self>) -> Result<(), Violation>;

    /// A binary message.
    fn binary(&mut self, bytes: Bytes, link: &mut Link<'_, Self>) -> Result<(), Violation>;

    /// The connection has ended.
    fn closed(&mut self, _connection: &Connection) {}
}

/// A connection and its worker.
pub struct Connection {
    pub(super) handle: Rc<Handle>,
    pub(super) shard: Rc<Shard>,
}

/// A [`Protocol`]'s handle to its connection.
pub struct Link<'a, P: Protocol> {
    context: &'a mut ws::WebsocketContext<Session<P>>,
    pub(super) connection: &'a Connection,
}

impl<P: Protocol> Link<'_, P> {
    /// Queues a complete Engine.IO packet, including its type digit. Packets queued while one message is handled are
    /// sent in one write.
    pub fn send(&mut self, packet: &str) {
        self.connection.handle.outlet.queue(Frame::text(packet));
    }

    /// Queues a binary message.
    pub fn send_binary(&mut self, bytes: &[u8]) {
        self.connection.handle.outlet.queue(Frame::binary(bytes));
    }

    /// Cancels the connect timeout: the peer has entered a namespace.
    pub fn connected(&mut self) {
        self.connection.handle.connected();
    }

    /// Runs `future` beside the connection, then calls `done` with its result. Drops the future if the connection ends
    /// first.
    pub fn spawn<F: Future + 'static>(
        &mut self,
        future: F,
        done: impl FnOnce(&mut P, F::Output, &mut Link<'_, P>) -> Result<(), Violation> + 'static,
    ) {
        let task = wrap_future::<_, Session<P>>(future).map(|output, session, context| {
            session.run(context, |protocol, link| done(protocol, output, link));
        });
        self.context.spawn(task);
    }
}

/// The actor of one connection.
pub(super) struct Session<P: Protocol> {
    protocol: P,
    connection: Connection,
    /// Fragments of the message being received.
    fragments: Option<Fragments>,
    admission: Admission,
}

struct Fragments {
    is_text: bool,
    bytes: BytesMut,
    unread: Unread,
}

impl<P: Protocol> Session<P> {
    pub(super) fn new(protocol: P, peer: &Peer, shard: &Rc<Shard>, admission: Admission) -> Self {
        Self {
            protocol,
            connection: Connection {
                handle: shard.open(peer),
                shard: Rc::clone(shard),
            },
            fragments: None,
            admission,
        }
    }

    /// Runs the actor on the client's input until it stops.
    pub(super) async fn run_on<S>(self, incoming: S)
    where
        S: Stream<Item = Result<Bytes, PayloadError>> + Unpin + 'static,
    {
        let longest = self.connection.shard.hub().settings().max_payload;
        let handle = Rc::clone(&self.connection.handle);
        let frames = Frames::new(incoming, handle, longest, self.admission.unread());
        let codec = Codec::new().max_size(longest);
        // Polling its output runs the actor. The output is empty, since the outlet does the sending.
        let mut output = ws::WebsocketContext::with_codec(self, frames, codec);
        while output.next().await.is_some() {}
    }

    fn run(
        &mut self,
        context: &mut ws::WebsocketContext<Self>,
        act: impl FnOnce(&mut P, &mut Link<'_, P>) -> Result<(), Violation>,
    ) {
        let mut link = Link {
            context,
            connection: &self.connection,
        };
        match act(&mut self.protocol, &mut link) {
            Ok(()) => {
                let Connection { handle, shard } = &self.connection;
                shard.pump(handle);
            }
            Err(Violation) => self.close(context),
        }
    }

    /// Ends the session once everything queued and a close frame are written. Messages that arrive meanwhile are ignored.
    fn close(&self, context: &mut ws::WebsocketContext<Self>) {
        let Connection { handle, shard } = &self.connection;
        handle.closing();
        if shard.pump(handle) != Written::Blocked {
            context.stop();
        }
    }

    /// Ends the session without a close frame, because the client sends more than it may: to wait until it has read
    /// one is to go on reading what it sends.
    fn cut(&self, context: &mut ws::WebsocketContext<Self>) {
        self.connection.handle.cut();
        context.stop();
    }

    /// Handles one Engine.IO packet in a text message.
    fn packet(&mut self, packet: ByteString, context: &mut ws::WebsocketContext<Self>) {
        match packet.as_bytes().first() {
            Some(b'4') => {
                let text = packet.slice_ref(&packet[1..]);
                self.run(context, |protocol, link| protocol.text(text, link));
            }
            Some(b'3') if packet.len() == 1 => self.connection.handle.ponged(),
            // `1` requests a close; clients may not send any other type.
            _ => self.close(context),
        }
    }

    fn fragments(&self, is_text: bool) -> Fragments {
        Fragments {
            is_text,
            bytes: BytesMut::new(),
            unread: self.admission.unread(),
        }
    }

    /// Reassembles a fragmented message, within the size limit of a whole one.
    fn fragment(&mut self, item: FragmentItem, context: &mut ws::WebsocketContext<Self>) {
        use actix_http::ws::Item;
        let (mut fragments, bytes, last) = match (item, self.fragments.take()) {
            (Item::FirstText(bytes), None) => (self.fragments(true), bytes, false),
            (Item::FirstBinary(bytes), None) => (self.fragments(false), bytes, false),
            (Item::Continue(bytes), Some(fragments)) => (fragments, bytes, false),
            (Item::Last(bytes), Some(fragments)) => (fragments, bytes, true),
            _ => return self.close(context),
        };
        let limit = self.connection.shard.hub().settings().max_payload;
        let length = fragments.bytes.len() + bytes.len();
        if length > limit || !fragments.unread.hold(length) {
            return self.cut(context);
        }
        fragments.bytes.extend_from_slice(&bytes);
        if !last {
            self.fragments = Some(fragments);
            return;
        }
        let bytes = fragments.bytes.freeze();
        if !fragments.is_text {
            self.run(context, |protocol, link| protocol.binary(bytes, link));
        } else if let Ok(text) = ByteString::try_from(bytes) {
            self.packet(text, context);
        } else {
            self.close(context);
        }
    }
}

type FragmentItem = actix_http::ws::Item;

impl<P: Protocol> Actor for Session<P> {
    type Context = ws::WebsocketContext<Self>;

    fn started(&mut self, context: &mut Self::Context) {
        let settings = self.connection.shard.hub().settings();
        let open = serde_json::json!({
            "sid": Uuid::new_v4().simple().to_string(),
            "upgrades": [],
            "pingInterval": settings.ping_interval.as_millis() as u64,
            "pingTimeout": settings.ping_timeout.as_millis() as u64,
            "maxPayload": settings.max_payload,
        });
        let handle = &self.connection.handle;
        handle.outlet.queue(Frame::text(&format!("0{open}")));
        context.add_stream(Wakes(Rc::clone(handle)));
        self.run(context, |protocol, link| {
            protocol.opened(link);
            Ok(())
        });
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        self.protocol.closed(&self.connection);
        self.connection.shard.closed(&self.connection.handle);
    }
}

impl<P: Protocol> StreamHandler<Wake> for Session<P> {
    fn handle(&mut self, _: Wake, context: &mut Self::Context) {
        match self.connection.handle.ends() {
            Some(End::Closed) => self.close(context),
            Some(End::Cut) => context.stop(),
            None => {}
        }
    }
}

impl<P: Protocol> StreamHandler<Result<ws::Message, ws::ProtocolError>> for Session<P> {
    fn handle(
        &mut self,
        message: Result<ws::Message, ws::ProtocolError>,
        context: &mut Self::Context,
    ) {
        if self.connection.handle.ends().is_some() {
            return;
        }
        match message {
            Ok(ws::Message::Text(packet)) if self.fragments.is_none() => {
                self.packet(packet, context)
            }
            Ok(ws::Message::Binary(bytes)) if self.fragments.is_none() => {
                self.run(context, |protocol, link| protocol.binary(bytes, link));
            }
            Ok(ws::Message::Continuation(item)) => self.fragment(item, context),
            Ok(ws::Message::Ping(bytes)) => self.run(context, |_, link| {
                link.connection.handle.outlet.queue(Frame::pong(&bytes));
                Ok(())
            }),
            Ok(ws::Message::Pong(_) | ws::Message::Nop) => {}
            // The bytes or the frames are too many, or the connection is gone.
            Err(ws::ProtocolError::Io(_)) => self.cut(context),
            Ok(ws::Message::Close(_) | ws::Message::Text(_) | ws::Message::Binary(_)) | Err(_) => {
                self.close(context);
            }
        }
    }

    fn finished(&mut self, context: &mut Self::Context) {
        context.stop();
    }
}

/// Serves `path`, with and without a trailing slash. `make` creates the protocol of each connection.
pub fn endpoint<P: Protocol>(
    path: &'static str,
    hub: Hub,
    make: impl Fn() -> P + Clone + 'static,
) -> impl FnOnce(&mut web::ServiceConfig) {
    move |config| {
        let path = path.trim_end_matches('/');
        // Created with the first socket, which is certain to be on the worker's event loop.
        let shard = Rc::new(OnceCell::new());
        let handler = move |request: HttpRequest| {
            let shard = Rc::clone(shard.get_or_init(|| Shard::start(hub.clone())));
            let response = open(&request, shard, make.clone());
            async move { response.unwrap_or_else(HandshakeError::response) }
        };
        config
            .route(path, web::route().to(handler.clone()))
            .route(&format!("{path}/"), web::route().to(handler));
    }
}

/// The only version of RFC 6455. actix-web-actors takes its drafts 7 and 8 too.
const WEBSOCKET_VERSION: &str = "13";

/// Why no session was opened. Codes and texts are Engine.IO's.
#[derive(Debug, Clone, Copy)]
enum HandshakeError {
    UnknownTransport,
    UnknownSession,
    BadMethod,
    BadRequest,
    OtherWebSocketVersion,
    ForeignOrigin,
    UnsupportedVersion,
    TooManySockets,
}

impl HandshakeError {
    fn response(self) -> HttpResponse {
        let (status, code, message) = match self {
            Self::UnknownTransport => (StatusCode::BAD_REQUEST, 0, "Transport unknown"),
            Self::UnknownSession => (StatusCode::BAD_REQUEST, 1, "Session ID unknown"),
            Self::BadMethod => (StatusCode::BAD_REQUEST, 2, "Bad handshake method"),
            Self::BadRequest | Self::OtherWebSocketVersion => {
                (StatusCode::BAD_REQUEST, 3, "Bad request")
            }
            Self::ForeignOrigin => (StatusCode::FORBIDDEN, 4, "Forbidden"),
            Self::UnsupportedVersion => {
                (StatusCode::BAD_REQUEST, 5, "Unsupported protocol version")
            }
            Self::TooManySockets => (StatusCode::TOO_MANY_REQUESTS, 4, "Forbidden"),
        };
        let mut response = HttpResponse::build(status);
        if matches!(self, Self::OtherWebSocketVersion) {
            response.insert_header((header::SEC_WEBSOCKET_VERSION, WEBSOCKET_VERSION));
        }
        response.json(serde_json::json!({"code": code, "message": message}))
    }
}

fn open<P: Protocol>(
    request: &HttpRequest,
    shard: Rc<Shard>,
    make: impl FnOnce() -> P + 'static,
) -> Result<HttpResponse, HandshakeError> {
    let settings = shard.hub().settings();
    check_query(request)?;
    let is_whole = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING]
        .iter()
        .all(|announced| !request.headers().contains_key(announced));
    if !is_whole || !has_key(request) || !request.extensions().contains::<Leaving>() {
        return Err(HandshakeError::BadRequest);
    }
    if only(request, header::SEC_WEBSOCKET_VERSION) != Some(WEBSOCKET_VERSION.as_bytes()) {
        return Err(HandshakeError::OtherWebSocketVersion);
    }
    if !origin_is_ours(request, &settings.origins) {
        return Err(HandshakeError::ForeignOrigin);
    }
    let mut response = ws::handshake(request).map_err(|_| HandshakeError::BadRequest)?;

    let admission = shard
        .hub()
        .admit((settings.opener)(request))
        .ok_or(HandshakeError::TooManySockets)?;
    let mut response = response.finish();
    let accepted = Accepted::new(async move |peer: Peer, incoming| {
        if let Err(error) = peer.prepare(shard.hub().settings().ping_timeout) {
            tracing::warn!(%error, "cannot set up a socket");
            return;
        }
        let session = Session::new(make(), &peer, &shard, admission);
        session.run_on(incoming).await;
    });
    response.extensions_mut().insert(accepted);
    Ok(response)
}

/// The value of a header that must not be repeated.
fn only(request: &HttpRequest, name: HeaderName) -> Option<&[u8]> {
    let mut values = request.headers().get_all(name);
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    Some(value.as_bytes())
}

/// Whether `Sec-WebSocket-Key` is 16 bytes in base64, once (RFC 6455, 4.2.1). actix-web-actors checks only that there is one.
fn has_key(request: &HttpRequest) -> bool {
    let Some((&last, digits)) = only(request, header::SEC_WEBSOCKET_KEY)
        .and_then(|key| key.strip_suffix(b"=="))
        .and_then(|unpadded| unpadded.split_last())
    else {
        return false;
    };
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    // The last digit holds two bits.
    digits.len() == 21 && digits.iter().all(is_digit) && matches!(last, b'A' | b'Q' | b'g' | b'w')
}

fn check_query(request: &HttpRequest) -> Result<(), HandshakeError> {
    let query = |name: &str| {
        request
            .query_string()
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find_map(|(key, value)| (key == name).then_some(value))
    };
    if query("transport") != Some("websocket") {
        return Err(HandshakeError::UnknownTransport);
    }
    if query("EIO") != Some("4") {
        return Err(HandshakeError::UnsupportedVersion);
    }
    // Only polling sessions can be upgraded, and this server has none.
    if query("sid").is_some() {
        return Err(HandshakeError::UnknownSession);
    }
    if *request.method() != Method::GET {
        return Err(HandshakeError::BadMethod);
    }
    Ok(())
}

fn origin_is_ours(request: &HttpRequest, origins: &Origins) -> bool {
    let Origins::Ours(ours) = origins else {
        return true;
    };
    if !request.headers().contains_key(header::ORIGIN) {
        return true;
    }
    let Some(origin) =
        only(request, header::ORIGIN).and_then(|origin| std::str::from_utf8(origin).ok())
    else {
        return false;
    };
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    // A proxy in front may speak https with the client and http with this server. Some native clients name the socket's own URL.
    let same_host = ["https://", "http://", "wss://", "ws://"]
        .iter()
        .filter_map(|scheme| origin.strip_prefix(scheme))
        .any(|authority| host.is_some_and(|host| host.eq_ignore_ascii_case(authority)));
    same_host || ours.iter().any(|known| known.eq_ignore_ascii_case(origin))
}
