use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use wire::instant::{Instant, InstantText};

/// An instant on the wire: `2026-11-21T10:05:00.000Z`. Fractions of a millisecond are truncated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub OffsetDateTime);

impl Timestamp {
    /// From milliseconds since 1970.
    ///
    /// # Panics
    /// If the instant is outside the years −9999 to 9999. No stored instant is.
    pub fn from_unix_ms(ms: i64) -> Self {
        Self(
            OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000)
                .expect("the year is within −9999 to 9999"),
        )
    }

    /// Milliseconds since 1970.
    pub fn unix_ms(self) -> i64 {
        (self.0.unix_timestamp_nanos() / 1_000_000) as i64
    }
}

impl From<OffsetDateTime> for Timestamp {
    fn from(value: OffsetDateTime) -> Self {
        Self(value)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        InstantText::from(self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let at = OffsetDateTime::parse(&text, &Rfc3339).map_err(de::Error::custom)?;
        // Years with four digits in every time zone, as calendars show them.
        let utc = at.to_offset(UtcOffset::UTC);
        let is_shown = |at: OffsetDateTime| (1900..=9998).contains(&at.year());
        if !is_shown(at) || !is_shown(utc) {
            return Err(de::Error::custom("the year is outside 1900 to 9998"));
        }
        Ok(Self(utc))
    }
}

impl PartialSchema for Timestamp {
    fn schema() -> RefOr<Schema> {
        Instant::schema()
    }
}

impl ToSchema for Timestamp {
    fn name() -> Cow<'static, str> {
        Instant::name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_is_written_with_milliseconds_and_read_back() {
        let at = Timestamp::from_unix_ms(1_795_255_500_007);
        let text = serde_json::to_string(&at).unwrap();
        assert_eq!(text, "\"2026-11-21T10:05:00.007Z\"");
        assert_eq!(serde_json::from_str::<Timestamp>(&text).unwrap(), at);
        let moscow: Timestamp = serde_json::from_str("\"2026-11-21T13:05:00.007+03:00\"").unwrap();
        assert_eq!(moscow.unix_ms(), at.unix_ms());
        for wrong in [
            "21.11.2026",
            "0000-01-01T00:00:00Z",
            "1899-12-31T23:59:59Z",
            "9999-01-01T00:00:00Z",
        ] {
            let text = format!("\"{wrong}\"");
            assert!(serde_json::from_str::<Timestamp>(&text).is_err(), "{wrong}");
        }
    }
}
