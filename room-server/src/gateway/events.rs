//! The namespaces, and the events the server sends there.

use bytestring::ByteString;

use super::codec::{self, Kind};

/// Namespace of the rooms.
pub(super) const CHAT: &str = "/Chat";
/// Namespace of the notifications.
pub(super) const NOTIFY: &str = "/Notify";

/// The packet of an event with one argument, which is JSON.
pub(super) fn event(namespace: &str, name: &str, argument: &str) -> ByteString {
    codec::encode(
        Kind::Event,
        namespace,
        None,
        &format!(r#"["{name}",{argument}]"#),
    )
}
