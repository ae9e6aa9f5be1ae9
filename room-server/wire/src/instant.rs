//! Converts instants between the domain (Unix milliseconds), PostgreSQL (timestamptz) and the wire (RFC 3339 UTC).

use domain::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};

/// An instant in wire format: `2026-11-21T10:05:00.000Z`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub Timestamp);

impl From<Timestamp> for Instant {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        InstantText::from(datetime(self.0)).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let at = OffsetDateTime::parse(&text, &Rfc3339).map_err(D::Error::custom)?;
        Ok(Self(timestamp(at)))
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Instant {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::{KnownFormat, ObjectBuilder, SchemaFormat, schema::Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .description(Some("RFC 3339, UTC, milliseconds. Requests may name any time zone and the years 1900 to 9998."))
            .pattern(Some("^(19[0-9]{2}|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-"))
            .examples(["2026-11-21T10:05:00.000Z"])
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Instant {
    fn name() -> std::borrow::Cow<'static, str> {
        "Timestamp".into()
    }
}

/// The text of an instant on the wire, in UTC. Truncates to milliseconds; years have four digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstantText([u8; 24]);

impl InstantText {
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are ASCII")
    }
}

impl From<OffsetDateTime> for InstantText {
    fn from(at: OffsetDateTime) -> Self {
        let at = at.to_offset(UtcOffset::UTC);
        let mut text = *b"0000-00-00T00:00:00.000Z";
        put(&mut text[0..4], at.year().unsigned_abs());
        put(&mut text[5..7], u32::from(u8::from(at.month())));
        put(&mut text[8..10], u32::from(at.day()));
        put(&mut text[11..13], u32::from(at.hour()));
        put(&mut text[14..16], u32::from(at.minute()));
        put(&mut text[17..19], u32::from(at.second()));
        put(&mut text[20..23], u32::from(at.millisecond()));
        Self(text)
    }
}

impl fmt::Display for InstantText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for InstantText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

fn put(digits: &mut [u8], mut number: u32) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

/// Converts for the database. Clamps instants outside this crate's `timestamptz` range.
pub fn datetime(at: Timestamp) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.0) * 1_000_000).unwrap_or(if at.0 < 0 {
        time::macros::datetime!(0000-01-01 0:00 UTC)
    } else {
        time::macros::datetime!(9999-12-31 23:59:59.999 UTC)
    })
}

/// Converts from the database; truncates to milliseconds.
pub fn timestamp(at: OffsetDateTime) -> Timestamp {
    let ms = at
        .to_offset(UtcOffset::UTC)
        .unix_timestamp_nanos()
        .div_euclid(1_000_000);
    Timestamp(i64::try_from(ms).expect("a year of four digits in milliseconds fits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wire_shows_milliseconds_in_utc() {
        let text = |ms| serde_json::to_string(&Instant(Timestamp(ms))).unwrap();
        assert_eq!(text(0), "\"1970-01-01T00:00:00.000Z\"");
        assert_eq!(text(1_795_255_500_007), "\"2026-11-21T10:05:00.007Z\"");
        let back: Instant = serde_json::from_str("\"2026-11-21T13:05:00.007+03:00\"").unwrap();
        assert_eq!(back.0, Timestamp(1_795_255_500_007));
    }

    #[test]
    fn the_database_returns_what_was_stored() {
        for ms in [0, 1, 999, 1_795_255_500_007] {
            assert_eq!(timestamp(datetime(Timestamp(ms))), Timestamp(ms));
        }
    }
}
