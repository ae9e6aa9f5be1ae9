//! The server behaviour that the official suites expect.

use std::time::Duration;

use actix_web::web::ServiceConfig;
use bytes::Bytes;
use bytestring::ByteString;
use room_server::gateway::{
    Hub, Origins, Settings,
    codec::{self, Kind},
    engine::{self, Link, Protocol, Violation},
    socket_io::{ClientEvent, Namespaces, SocketIo},
};
use serde_json::{Value, value::RawValue};

/// Settings that match the suites' timeouts.
pub fn settings() -> Settings {
    Settings {
        ping_interval: Duration::from_millis(300),
        ping_timeout: Duration::from_millis(200),
        connect_timeout: Duration::from_secs(1),
        max_payload: 1_000_000,
        origins: Origins::Any,
        ..Settings::default()
    }
}

const AUTH_DELAY: Duration = Duration::from_millis(10);

/// Serves Engine.IO messages at `/engine.io/` and Socket.IO events at `/socket.io/`.
pub fn routes(hub: Hub) -> impl FnOnce(&mut ServiceConfig) {
    move |config| {
        let max_payload = hub.settings().max_payload;
        let socket_io = move || SocketIo::new(EventEcho, max_payload);
        config
            .configure(engine::endpoint("/engine.io", hub.clone(), || MessageEcho))
            .configure(engine::endpoint("/socket.io", hub, socket_io));
    }
}

/// Echoes every message.
struct MessageEcho;

impl Protocol for MessageEcho {
    fn opened(&mut self, link: &mut Link<'_, Self>) {
        // Engine.IO alone has no namespaces to enter.
        link.connected();
    }

    fn text(&mut self, text: ByteString, link: &mut Link<'_, Self>) -> Result<(), Violation> {
        link.send(&format!("4{text}"));
        Ok(())
    }

    fn binary(&mut self, bytes: Bytes, link: &mut Link<'_, Self>) -> Result<(), Violation> {
        link.send_binary(&bytes);
        Ok(())
    }
}

/// Answers `message` with `message-back`, and acknowledges `message-with-ack` with its arguments.
struct EventEcho;

impl Namespaces for EventEcho {
    fn exists(&self, namespace: &str) -> bool {
        matches!(namespace, "/" | "/custom")
    }

    fn entered(&mut self, namespace: &str, auth: &str, link: &mut Link<'_, SocketIo<Self>>) {
        let arguments = format!(r#"["auth",{auth}]"#);
        let packet = codec::encode(Kind::Event, namespace, None, &arguments);
        // The suites start listening for this packet only after the handshake's answer, and miss it if their client
        // receives both in one read.
        link.spawn(tokio::time::sleep(AUTH_DELAY), move |_, (), link| {
            link.send(&packet);
            Ok(())
        });
    }

    fn event(
        &mut self,
        event: ClientEvent,
        link: &mut Link<'_, SocketIo<Self>>,
    ) -> Result<(), Violation> {
        let arguments: Vec<Box<RawValue>> =
            serde_json::from_str(&event.arguments).map_err(|_| Violation)?;
        let name: Value = serde_json::from_str(arguments[0].get()).map_err(|_| Violation)?;
        let is_binary = !event.attachments.is_empty();
        let rest = arguments[1..].iter().map(|argument| argument.get());
        let (kind, values): (_, Vec<&str>) = match name.as_str() {
            Some("message") if is_binary => (Kind::BinaryEvent, with_name(rest)),
            Some("message") => (Kind::Event, with_name(rest)),
            Some("message-with-ack") if is_binary => (Kind::BinaryAck, rest.collect()),
            Some("message-with-ack") => (Kind::Ack, rest.collect()),
            _ => return Ok(()),
        };
        let ack_id = event
            .ack_id
            .filter(|_| matches!(kind, Kind::Ack | Kind::BinaryAck));
        let data = format!("[{}]", values.join(","));
        let attachments = event.attachments.len();
        link.send(&codec::encode_binary(
            kind,
            attachments,
            &event.namespace,
            ack_id,
            &data,
        ));
        for bytes in event.attachments {
            link.send_binary(&bytes);
        }
        Ok(())
    }
}

fn with_name<'a>(arguments: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    std::iter::once(r#""message-back""#)
        .chain(arguments)
        .collect()
}
