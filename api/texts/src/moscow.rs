//! Dates and times in Moscow time: UTC+3, without daylight saving (docs/protocol.md, «Conventions»).

use time::{Date, OffsetDateTime, UtcOffset, macros::format_description, macros::offset};

pub const OFFSET: UtcOffset = offset!(+3);

/// The date in Moscow at that instant.
pub fn day(at: OffsetDateTime) -> Date {
    at.to_offset(OFFSET).date()
}

/// `21.11.2026`
pub fn date(at: OffsetDateTime) -> String {
    at.to_offset(OFFSET)
        .format(format_description!("[day].[month].[year]"))
        .expect("every date can be formatted")
}

/// `21.11.2026, 13:05 (МСК)`
pub fn instant(at: OffsetDateTime) -> String {
    at.to_offset(OFFSET)
        .format(format_description!(
            "[day].[month].[year], [hour]:[minute] (МСК)"
        ))
        .expect("every instant can be formatted")
}

/// `13:05 (МСК)`, preceded by the date unless it is today.
pub fn time_or_instant(at: OffsetDateTime, now: OffsetDateTime) -> String {
    if day(at) != day(now) {
        return instant(at);
    }
    at.to_offset(OFFSET)
        .format(format_description!("[hour]:[minute] (МСК)"))
        .expect("every instant can be formatted")
}

/// The day of the month in Moscow, and its month: `(21, "ноября")`.
pub fn day_month(at: OffsetDateTime) -> (u8, &'static str) {
    const MONTHS: [&str; 12] = [
        "января",
        "февраля",
        "марта",
        "апреля",
        "мая",
        "июня",
        "июля",
        "августа",
        "сентября",
        "октября",
        "ноября",
        "декабря",
    ];
    let day = day(at);
    (day.day(), MONTHS[usize::from(u8::from(day.month())) - 1])
}

/// The name of a file created at that instant: the date and the extension.
pub fn file_name(at: OffsetDateTime, extension: &str) -> String {
    format!("{}.{extension}", date(at))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn the_day_begins_at_21_00_utc() {
        assert_eq!(
            file_name(datetime!(2026-11-20 20:59:59 UTC), "pdf"),
            "20.11.2026.pdf"
        );
        assert_eq!(
            file_name(datetime!(2026-11-20 21:00 UTC), "pdf"),
            "21.11.2026.pdf"
        );
        assert_eq!(day_month(datetime!(2026-11-30 21:00 UTC)), (1, "декабря"));
    }

    #[test]
    fn times_of_today_have_no_date() {
        let at = datetime!(2026-11-20 21:05 UTC);
        assert_eq!(
            time_or_instant(at, datetime!(2026-11-21 20:59 UTC)),
            "00:05 (МСК)"
        );
        assert_eq!(
            time_or_instant(at, datetime!(2026-11-21 21:00 UTC)),
            "21.11.2026, 00:05 (МСК)"
        );
    }
}
