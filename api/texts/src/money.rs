//! Formatting of amounts.

use domain::Currency;

/// `1 500 000`, thousands separated by no-break spaces.
pub fn thousands(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    if value < 0 {
        text.push('−');
    }
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{a0}');
        }
        text.push(digit);
    }
    text
}

/// `1 500 ₽`
pub fn amount(value: i64, currency: Currency) -> String {
    format!("{}\u{a0}{}", thousands(value), sign(currency))
}

pub fn sign(currency: Currency) -> &'static str {
    match currency {
        Currency::Rub => "₽",
        Currency::Eur => "€",
        Currency::Usd => "$",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_by_no_break_spaces() {
        for (value, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1\u{a0}000"),
            (1_234_567, "1\u{a0}234\u{a0}567"),
            (-12_345, "−12\u{a0}345"),
        ] {
            assert_eq!(thousands(value), text);
        }
        assert_eq!(amount(1500, Currency::Eur), "1\u{a0}500\u{a0}€");
    }
}
