//! Days and hours as people of the site read them: Moscow's, without summer time (protocol.md, «Conventions»).

use time::{Date, OffsetDateTime, UtcOffset, macros::format_description, macros::offset};

pub const OFFSET: UtcOffset = offset!(+3);

/// The day it is then.
pub fn day(at: OffsetDateTime) -> Date {
    at.to_offset(OFFSET).date()
}

/// `21.11.2026`
pub fn date(at: OffsetDateTime) -> String {
    at.to_offset(OFFSET)
        .format(format_description!("[day].[month].[year]"))
        .expect("a date can always be written")
}

/// `21.11.2026, 13:05 (МСК)`
pub fn instant(at: OffsetDateTime) -> String {
    at.to_offset(OFFSET)
        .format(format_description!(
            "[day].[month].[year], [hour]:[minute] (МСК)"
        ))
        .expect("an instant can always be written")
}

/// The name of a file made at that moment: its date and what it is.
pub fn file_name(at: OffsetDateTime, extension: &str) -> String {
    format!("{}.{extension}", date(at))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn the_day_begins_at_nine_in_the_evening_of_greenwich() {
        assert_eq!(
            file_name(datetime!(2026-11-20 20:59:59 UTC), "pdf"),
            "20.11.2026.pdf"
        );
        assert_eq!(
            file_name(datetime!(2026-11-20 21:00 UTC), "pdf"),
            "21.11.2026.pdf"
        );
    }
}
