//! Event payloads: JSON that is encoded once, regardless of how many sockets receive it.

use bytestring::ByteString;
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::Error as _};
use serde_json::value::RawValue;

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

/// As the JSON it is, for serde_json alone.
impl Serialize for Payload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Payload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self(String::from(Box::<str>::from(raw)).into()))
    }
}
