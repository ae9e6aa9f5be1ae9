//! The namespaces, and the server's events in them.

use bytestring::ByteString;

use super::codec::{self, Kind};

/// Namespace of the rooms.
pub(super) const CHAT: &str = "/Chat";
/// Namespace of the notifications.
pub(super) const NOTIFY: &str = "/Notify";

/// Builds the packet of an event with one JSON argument.
pub(super) fn event(namespace: &str, name: &str, argument: &str) -> ByteString {
    codec::encode(
        Kind::Event,
        namespace,
        None,
        &format!(r#"["{name}",{argument}]"#),
    )
}
