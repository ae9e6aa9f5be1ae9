//! Socket.IO v5 packets inside Engine.IO v4 text messages.
//!
//! `<type>[<attachments>-][<namespace>,][<ack id>][JSON]`. The JSON part is checked for syntax and for the shape
//! required by the packet type, but stays text: a decoded [`Packet`] consists of slices of the received buffer, and a
//! broadcast is encoded once. Any protocol violation is an error and closes the connection.

use std::fmt::Write as _;

use bytestring::ByteString;
use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};

/// Event names reserved by Socket.IO.
const RESERVED_EVENTS: [&str; 6] = [
    "connect",
    "connect_error",
    "disconnect",
    "disconnecting",
    "newListener",
    "removeListener",
];

/// Number of digits of 2^53 - 1, the largest integer that JavaScript represents exactly.
const MAX_NUMBER_DIGITS: usize = 16;

/// The packet types of the protocol, `0` to `6` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A request to enter a namespace, or its confirmation.
    Connect,
    /// The end of one namespace's session.
    Disconnect,
    /// A named event with its arguments.
    Event,
    /// The acknowledgement of an event.
    Ack,
    /// The refusal of a `Connect`.
    ConnectError,
    /// An event whose binary arguments follow as attachments.
    BinaryEvent,
    /// An acknowledgement whose binary arguments follow as attachments.
    BinaryAck,
}

impl Kind {
    fn from_digit(digit: u8) -> Option<Self> {
        Some(match digit {
            b'0' => Self::Connect,
            b'1' => Self::Disconnect,
            b'2' => Self::Event,
            b'3' => Self::Ack,
            b'4' => Self::ConnectError,
            b'5' => Self::BinaryEvent,
            b'6' => Self::BinaryAck,
            _ => return None,
        })
    }

    fn digit(self) -> char {
        match self {
            Self::Connect => '0',
            Self::Disconnect => '1',
            Self::Event => '2',
            Self::Ack => '3',
            Self::ConnectError => '4',
            Self::BinaryEvent => '5',
            Self::BinaryAck => '6',
        }
    }
}

/// A decoded packet. Its strings share the buffer of the received message.
#[derive(Debug, Clone, PartialEq)]
pub struct Packet {
    /// Packet type.
    pub kind: Kind,
    /// `/` if the packet names none.
    pub namespace: ByteString,
    /// The id that links an event to its acknowledgement.
    pub ack_id: Option<u64>,
    /// JSON text: an object for `Connect`, an array for events and acks, empty when absent.
    pub data: ByteString,
    /// Number of binary messages that belong to this packet and follow it.
    pub attachments: usize,
}

/// Why a message is not a valid packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Nothing after the Engine.IO type.
    #[error("empty packet")]
    Empty,
    /// The first character is not a packet type.
    #[error("unknown packet type")]
    UnknownType,
    /// A binary packet without `<count>-`.
    #[error("missing or bad attachment count")]
    Attachments,
    /// An ack without the id it answers, or an id where none is allowed.
    #[error("missing or misplaced ack id")]
    AckId,
    /// The payload is not JSON or does not have the shape its type requires.
    #[error("bad payload")]
    Payload,
}

/// Decodes the text after the Engine.IO `4` without copying.
pub fn decode(text: &ByteString) -> Result<Packet, DecodeError> {
    let (&first, _) = text.as_bytes().split_first().ok_or(DecodeError::Empty)?;
    let kind = Kind::from_digit(first).ok_or(DecodeError::UnknownType)?;
    let mut rest = &text[1..];

    let mut attachments = 0;
    if matches!(kind, Kind::BinaryEvent | Kind::BinaryAck) {
        let (count, tail) = leading_number(rest).ok_or(DecodeError::Attachments)?;
        attachments = usize::try_from(count).map_err(|_| DecodeError::Attachments)?;
        rest = tail.strip_prefix('-').ok_or(DecodeError::Attachments)?;
    }

    let mut namespace = ByteString::from_static("/");
    if rest.starts_with('/') {
        let (name, tail) = rest.split_once(',').unwrap_or((rest, ""));
        namespace = text.slice_ref(name);
        rest = tail;
    }

    let mut ack_id = None;
    if let Some((number, tail)) = leading_number(rest) {
        ack_id = Some(number);
        rest = tail;
    }

    check_shape(kind, ack_id, rest)?;
    Ok(Packet {
        kind,
        namespace,
        ack_id,
        data: text.slice_ref(rest),
        attachments,
    })
}

/// Encodes a packet as a complete Engine.IO message, including the leading `4`. `data` is JSON text.
pub fn encode(kind: Kind, namespace: &str, ack_id: Option<u64>, data: &str) -> ByteString {
    encode_binary(kind, 0, namespace, ack_id, data)
}

/// Works like [`encode`], and announces `attachments` binary messages if `kind` is binary.
pub fn encode_binary(
    kind: Kind,
    attachments: usize,
    namespace: &str,
    ack_id: Option<u64>,
    data: &str,
) -> ByteString {
    let mut text = String::with_capacity(data.len() + namespace.len() + 24);
    text.push('4');
    text.push(kind.digit());
    if matches!(kind, Kind::BinaryEvent | Kind::BinaryAck) {
        // Writing to a String cannot fail.
        let _ = write!(text, "{attachments}-");
    }
    if namespace != "/" {
        text.push_str(namespace);
        text.push(',');
    }
    if let Some(id) = ack_id {
        let _ = write!(text, "{id}");
    }
    text.push_str(data);
    text.into()
}

/// Splits a leading number off `text`.
fn leading_number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > MAX_NUMBER_DIGITS {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    Some((number.parse().ok()?, rest))
}

fn check_shape(kind: Kind, ack_id: Option<u64>, data: &str) -> Result<(), DecodeError> {
    let must_have_id = matches!(kind, Kind::Ack | Kind::BinaryAck);
    let may_have_id = must_have_id || matches!(kind, Kind::Event | Kind::BinaryEvent);
    if must_have_id && ack_id.is_none() || !may_have_id && ack_id.is_some() {
        return Err(DecodeError::AckId);
    }
    let well_formed = match kind {
        Kind::Connect => data.is_empty() || data.starts_with('{') && is_json(data),
        Kind::Disconnect => data.is_empty(),
        Kind::ConnectError => data.starts_with(['{', '"']) && is_json(data),
        Kind::Event | Kind::BinaryEvent => serde_json::from_str::<EventArgs>(data).is_ok(),
        Kind::Ack | Kind::BinaryAck => data.starts_with('[') && is_json(data),
    };
    if well_formed {
        Ok(())
    } else {
        Err(DecodeError::Payload)
    }
}

fn is_json(data: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(data).is_ok()
}

/// Validates an event's array: a name that is a non-reserved string or a number, then any arguments.
struct EventArgs;

impl<'de> Deserialize<'de> for EventArgs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Args;
        impl<'de> Visitor<'de> for Args {
            type Value = EventArgs;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an array that begins with an event's name")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut args: A) -> Result<EventArgs, A::Error> {
                args.next_element::<EventName>()?
                    .ok_or_else(|| de::Error::invalid_length(0, &self))?;
                while args.next_element::<IgnoredAny>()?.is_some() {}
                Ok(EventArgs)
            }
        }
        deserializer.deserialize_seq(Args)
    }
}

struct EventName;

impl<'de> Deserialize<'de> for EventName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = EventName;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string that is not reserved, or a number")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<EventName, E> {
                if RESERVED_EVENTS.contains(&name) {
                    return Err(E::invalid_value(de::Unexpected::Str(name), &self));
                }
                Ok(EventName)
            }

            fn visit_u64<E>(self, _: u64) -> Result<EventName, E> {
                Ok(EventName)
            }

            fn visit_i64<E>(self, _: i64) -> Result<EventName, E> {
                Ok(EventName)
            }

            fn visit_f64<E>(self, _: f64) -> Result<EventName, E> {
                Ok(EventName)
            }
        }
        deserializer.deserialize_any(Name)
    }
}
