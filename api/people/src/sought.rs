//! What staff type to find a person or a request.

/// The most characters of a search that count.
const LONGEST: usize = 200;
/// The fewest digits that are looked for in phone numbers.
const FEWEST_DIGITS: usize = 3;

/// A search text, as the statements take it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sought {
    /// In lower case and without «ё». None: everything.
    pub text: Option<String>,
    /// For phone numbers, if it may be a part of one: digits, without the prefix of the country.
    pub digits: Option<String>,
}

impl Sought {
    pub fn new(typed: Option<&str>) -> Self {
        let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
            return Self::default();
        };
        let typed: String = typed.chars().take(LONGEST).collect();
        let may_be_phone = typed
            .chars()
            .all(|c| c.is_ascii_digit() || " +-()".contains(c));
        let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
        // People write 8 for +7.
        let digits = match digits.strip_prefix(['7', '8']) {
            Some(rest) if rest.len() == 10 => rest.to_owned(),
            _ => digits,
        };
        Self {
            text: Some(typed.to_lowercase().replace('ё', "е")),
            digits: Some(digits).filter(|digits| may_be_phone && digits.len() >= FEWEST_DIGITS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_are_found_however_they_are_written() {
        for (typed, digits) in [
            ("8 (900) 000-00-05", Some("9000000005")),
            ("+7 900 000", Some("7900000")),
            ("000-05", Some("00005")),
            ("12", None),
            ("№ 12345", None),
            ("Ёлкин", None),
        ] {
            assert_eq!(
                Sought::new(Some(typed)).digits.as_deref(),
                digits,
                "{typed}"
            );
        }
        let text = |typed| Sought::new(typed).text;
        assert_eq!(text(Some(" Ёлкин ")).as_deref(), Some("елкин"));
        assert_eq!(text(Some("  ")), None);
        assert_eq!(text(None), None);
    }
}
