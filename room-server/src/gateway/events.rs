//! The namespaces, and the server's events in them.

use super::{
    codec::{self, Kind},
    outlet::Frame,
};

/// Namespace of the rooms.
pub(super) const CHAT: &str = "/Chat";
/// Namespace of the notifications.
pub(super) const NOTIFY: &str = "/Notify";

/// Builds the frame of an event with one JSON argument.
pub(super) fn event(namespace: &str, name: &str, argument: &str) -> Frame {
    let arguments = format!(r#"["{name}",{argument}]"#);
    Frame::text(&codec::encode(Kind::Event, namespace, None, &arguments))
}
