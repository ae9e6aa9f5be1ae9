//! Event payloads: JSON that is encoded once, regardless of how many sockets receive it.

use bytestring::ByteString;
use serde::Serialize;

/// JSON text, encoded once and shared by all receivers. Clones are cheap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payload(ByteString);

impl Payload {
    /// Encodes `value`. Fails only if `value`'s own serialization does.
    pub fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        Ok(Self(serde_json::to_string(value)?.into()))
    }

    /// Validates text from elsewhere, such as another node, as JSON.
    pub fn parse(text: impl Into<ByteString>) -> Result<Self, serde_json::Error> {
        let text = text.into();
        serde_json::from_str::<serde::de::IgnoredAny>(&text)?;
        Ok(Self(text))
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
