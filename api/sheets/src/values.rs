//! Parses cells as people write them: lot numbers, money, estimates, yes and no.

use domain::{Amount, Currency};

/// The value of a cell, or an error text in Russian.
pub type Read<T> = Result<T, String>;

/// Replaces every whitespace character with a plain space.
pub fn spaced(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .collect()
}

/// «27», «№ 27», «Лот 27».
pub fn lot_number(text: &str) -> Read<i32> {
    let text = spaced(text).to_lowercase();
    let digits = text
        .trim()
        .trim_start_matches("лот")
        .trim_start_matches("lot")
        .trim_start_matches(['№', '#', ' ', 'n']);
    // A spreadsheet number converted to text.
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    match digits.parse::<i32>() {
        Ok(number) if number > 0 && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            Ok(number)
        }
        _ => Err("Номер лота — целое число больше нуля".to_owned()),
    }
}

/// «1 500,00 руб.», «1 500», «€ 1,500», «1.500.-»: an amount in whole units of `currency`.
pub fn amount(text: &str, currency: Currency) -> Read<i64> {
    let text = spaced(text).to_lowercase();
    let text = text.trim();
    let wrong = || format!("Не сумма: «{}»", text.chars().take(40).collect::<String>());
    let is_part = |letter: char| letter.is_ascii_digit() || " .,'’".contains(letter);
    let begins = text
        .find(|letter: char| letter.is_ascii_digit())
        .ok_or_else(wrong)?;
    let length = text[begins..]
        .find(|letter| !is_part(letter))
        .unwrap_or(text.len() - begins);
    let (before, behind) = (&text[..begins], &text[begins + length..]);
    let number = &text[begins..begins + length];
    // A dash before the number makes it negative. One after it means no cents: «1500,–».
    let words = [
        before.trim_matches([' ', '.', ':', '=']),
        behind.trim_matches([' ', '.', ',', '-', '–', '—']),
    ];
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        match currency_word(word) {
            Some(named) if named == currency => {}
            Some(_) => {
                return Err(format!(
                    "Сумма не в валюте аукциона ({})",
                    currency_name(currency)
                ));
            }
            None => return Err(wrong()),
        }
    }
    let whole =
        whole_units(number.trim_matches([' ', '.', ',', '\'', '’'])).ok_or_else(wrong)??;
    in_range(whole)
}

/// The amount in a numeric cell.
pub fn amount_of_number(number: f64) -> Read<i64> {
    if number.fract() != 0.0 {
        return Err("Сумма должна быть целой".to_owned());
    }
    if !(0.0..=Amount::MAX.0 as f64).contains(&number) {
        return in_range(-1);
    }
    Ok(number as i64)
}

fn in_range(amount: i64) -> Read<i64> {
    if (0..=Amount::MAX.0).contains(&amount) {
        Ok(amount)
    } else {
        Err("Сумма должна быть от 0 до 1 000 000 000 000".to_owned())
    }
}

/// Parses digits with separators. `None`: not a number. An inner error: cents.
fn whole_units(number: &str) -> Option<Read<i64>> {
    let plain: String = number
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '\'' | '’'))
        .collect();
    let (whole, cents) = match plain.rfind([',', '.']) {
        None => (plain.as_str(), ""),
        Some(at) => {
            let (whole, behind) = (&plain[..at], &plain[at + 1..]);
            // Before three digits it separates thousands.
            if behind.len() == 3 {
                (plain.as_str(), "")
            } else {
                (whole, behind)
            }
        }
    };
    if cents.len() > 2 {
        return None;
    }
    let mut groups = whole.split([',', '.']);
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let grouped = rest.is_empty() || first.len() <= 3 && rest.iter().all(|group| group.len() == 3);
    let digits: String = std::iter::once(first).chain(rest).collect();
    if !grouped
        || digits.is_empty()
        || !digits
            .bytes()
            .chain(cents.bytes())
            .all(|digit| digit.is_ascii_digit())
    {
        return None;
    }
    if cents.bytes().any(|digit| digit != b'0') {
        return Some(Err("Сумма должна быть целой".to_owned()));
    }
    // More digits than `i64` holds are far above the limit.
    Some(Ok(digits.parse().unwrap_or(i64::MAX)))
}

/// «1000–2000», «от 1000 до 2000 руб.». «1000» alone is both ends.
pub fn estimate(text: &str, currency: Currency) -> Read<(Option<i64>, Option<i64>)> {
    let text = spaced(text).to_lowercase();
    let text = text.trim();
    let from = text.strip_prefix("от ").unwrap_or(text);
    if let Some((from, to)) = from.split_once(" до ") {
        return Ok((Some(amount(from, currency)?), Some(amount(to, currency)?)));
    }
    if let Some(to) = text.strip_prefix("до ") {
        return Ok((None, Some(amount(to, currency)?)));
    }
    let parts: Vec<&str> = from.split(['-', '–', '—', '−']).map(str::trim).collect();
    match parts.as_slice() {
        [one] => {
            let one = amount(one, currency)?;
            Ok((Some(one), (from == text).then_some(one)))
        }
        [from, to] if !from.is_empty() && !to.is_empty() => {
            Ok((Some(amount(from, currency)?), Some(amount(to, currency)?)))
        }
        _ => Err(format!(
            "Не эстимейт: «{}»",
            text.chars().take(40).collect::<String>()
        )),
    }
}

/// «Да», «нет», «1», «+».
pub fn flag(text: &str) -> Read<bool> {
    match text.trim().to_lowercase().as_str() {
        "да" | "yes" | "true" | "1" | "+" | "истина" | "приписывается" => {
            Ok(true)
        }
        "нет" | "no" | "false" | "0" | "-" | "–" | "ложь" => Ok(false),
        _ => Err("Укажите «да» или «нет»".to_owned()),
    }
}

/// The currency in a cell that contains nothing else.
pub fn currency(text: &str) -> Read<Currency> {
    currency_word(text.trim().to_lowercase().trim_matches([' ', '.']))
        .ok_or_else(|| "Укажите валюту: RUB, EUR или USD".to_owned())
}

/// The currency that a heading names.
pub fn currency_in(heading: &str) -> Option<Currency> {
    heading
        .to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric() && !"₽€$".contains(letter))
        .find_map(currency_word)
}

fn currency_word(word: &str) -> Option<Currency> {
    match word {
        "₽" | "р" | "руб" | "рубль" | "рубля" | "рублей" | "рубли" | "rub" | "rur" => {
            Some(Currency::Rub)
        }
        "€" | "eur" | "eu" | "евро" => Some(Currency::Eur),
        "$" | "usd" | "долл" | "доллар" | "доллара" | "долларов" | "доллары" => {
            Some(Currency::Usd)
        }
        _ => None,
    }
}

pub fn currency_name(currency: Currency) -> &'static str {
    match currency {
        Currency::Rub => "RUB",
        Currency::Eur => "EUR",
        Currency::Usd => "USD",
    }
}

/// The names of several authors, separated by lines or semicolons.
pub fn names(text: &str) -> Vec<String> {
    text.split([';', '\n'])
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Addresses separated by spaces, commas or semicolons. One without a scheme gets `http://`.
pub fn links(text: &str) -> Vec<String> {
    text.split(|letter: char| letter.is_whitespace() || letter == ';')
        .map(|link| link.trim_matches(','))
        .filter(|link| !link.is_empty())
        .map(|link| {
            if link.contains("://") {
                link.to_owned()
            } else {
                format!("http://{link}")
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_as_people_write_them() {
        for (text, value) in [
            ("1500", 1500),
            ("1 500", 1500),
            ("1\u{a0}500", 1500),
            ("1\u{202f}500", 1500),
            ("1 500,00 руб.", 1500),
            ("1500.00", 1500),
            ("1.500", 1500),
            ("1,500", 1500),
            ("1.500.000,00", 1_500_000),
            ("1,500,000.00", 1_500_000),
            ("1'500", 1500),
            ("₽ 1500", 1500),
            ("1500 р.", 1500),
            ("1500р", 1500),
            ("1500 RUB", 1500),
            ("1500.-", 1500),
            ("1500,–", 1500),
            (" 0 ", 0),
            ("1000000000000", 1_000_000_000_000),
        ] {
            assert_eq!(amount(text, Currency::Rub), Ok(value), "{text}");
        }
    }

    #[test]
    fn texts_other_than_whole_amounts_are_refused() {
        for (text, says) in [
            ("", "Не сумма"),
            ("по запросу", "Не сумма"),
            ("-500", "Не сумма"),
            ("– 500", "Не сумма"),
            ("1500 шт", "Не сумма"),
            ("1000-2000", "Не сумма"),
            ("15 00,5,0", "Не сумма"),
            ("1,50,000", "Не сумма"),
            ("12,3456", "Не сумма"),
            ("1500,50", "целой"),
            ("0.5", "целой"),
            ("1000000000001", "от 0 до"),
            ("99999999999999999999999", "от 0 до"),
            ("1500 €", "не в валюте аукциона (RUB)"),
            ("$100", "не в валюте аукциона (RUB)"),
            ("١٢٣", "Не сумма"),
        ] {
            let refused = amount(text, Currency::Rub).unwrap_err();
            assert!(refused.contains(says), "{text}: {refused}");
        }
        assert_eq!(amount("€ 1 500", Currency::Eur), Ok(1500));
        assert_eq!(amount_of_number(1500.0), Ok(1500));
        for number in [1500.5, -1.0, 1e13, f64::NAN, f64::INFINITY] {
            assert!(amount_of_number(number).is_err(), "{number}");
        }
    }

    #[test]
    fn estimates_are_one_amount_or_two() {
        for (text, value) in [
            ("1000–2000", (Some(1000), Some(2000))),
            ("1 000 - 2 000 руб.", (Some(1000), Some(2000))),
            ("от 1000 до 2000", (Some(1000), Some(2000))),
            ("1000 руб — 2000 руб", (Some(1000), Some(2000))),
            ("1000", (Some(1000), Some(1000))),
            ("от 1000", (Some(1000), None)),
            ("до 2000", (None, Some(2000))),
        ] {
            assert_eq!(estimate(text, Currency::Rub), Ok(value), "{text}");
        }
        for text in ["-1000", "1000-", "1000-2000-3000", "дорого", "1000–2000 €"] {
            assert!(estimate(text, Currency::Rub).is_err(), "{text}");
        }
    }

    #[test]
    fn lot_numbers_are_whole_and_positive() {
        for (text, number) in [
            ("27", 27),
            (" № 27 ", 27),
            ("Лот 27", 27),
            ("lot #27", 27),
            ("27.0", 27),
        ] {
            assert_eq!(lot_number(text), Ok(number), "{text}");
        }
        for text in [
            "",
            "0",
            "-1",
            "27А",
            "27.5",
            "+27",
            "3000000000",
            "двадцать",
        ] {
            assert!(lot_number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn links_get_a_scheme_and_names_are_split() {
        assert_eq!(
            links("https://a.example/1, b.example/2;\nhttp://c.example"),
            [
                "https://a.example/1",
                "http://b.example/2",
                "http://c.example"
            ]
        );
        assert_eq!(
            names(" Репин И.Е.; Серов В.А.\n"),
            ["Репин И.Е.", "Серов В.А."]
        );
    }
}
