//! Phrases of notifications and letters.

/// The text, cut to at most `most` characters with an ellipsis.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most - 1).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// The text in guillemets. Quotation marks inside become „ and “: «Дом „Покровский и сыновья“».
pub fn quoted(text: &str) -> String {
    let mut is_open = false;
    let inner: String = text
        .chars()
        .map(|letter| match letter {
            '«' | '„' => '„',
            '»' | '“' | '”' => '“',
            '"' => {
                is_open = !is_open;
                if is_open { '„' } else { '“' }
            }
            _ => letter,
        })
        .collect();
    format!("«{inner}»")
}

/// «Лот 12 «Морской пейзаж»».
pub fn lot(number: Option<i32>, title: &str) -> String {
    let title = quoted(&shortened(title, 120));
    match number {
        Some(number) => format!("Лот {number} {title}"),
        None => format!("Лот {title}"),
    }
}

/// «вместе с лотами 15 и 16».
pub fn with_lots(numbers: &[i32]) -> String {
    let names: Vec<_> = numbers.iter().map(i32::to_string).collect();
    match &*names {
        [all @ .., one, last] => {
            let first: String = all.iter().map(|name| format!("{name}, ")).collect();
            format!("вместе с лотами {first}{one} и {last}")
        }
        _ => format!("вместе с лотом {}", names.concat()),
    }
}

/// A title as pages show it, as `typeset` of the client does: a preposition or conjunction of one or two letters stays with the
/// next word, a number sign with its number, a dash with the word before it.
pub fn typeset(title: &str) -> String {
    const OPENING: [char; 10] = ['«', '„', '“', '"', '\'', '(', '[', '—', '–', '-'];
    let mut line = String::new();
    let mut before = "";
    for (place, word) in title.split(' ').enumerate() {
        let letters = before.chars().count();
        let is_short = (1..=2).contains(&letters)
            && (before.chars()).all(|letter| matches!(letter, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё'));
        let is_dash = matches!(word, "—" | "–") && !before.is_empty();
        if place > 0 {
            line.push(if is_short || before == "№" || is_dash {
                '\u{a0}'
            } else {
                ' '
            });
        }
        line.push_str(word);
        before = word.trim_start_matches(OPENING);
    }
    line
}

/// The form of a noun that agrees with `count`: as after one, two or five.
pub fn plural<'a>(count: usize, one: &'a str, few: &'a str, many: &'a str) -> &'a str {
    match (count % 10, count % 100) {
        (_, 11..=19) => many,
        (1, _) => one,
        (2..=4, _) => few,
        _ => many,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_stay_with_the_next() {
        for (title, shown) in [
            ("Корабль в море и луна", "Корабль в~море и~луна"),
            ("Этюд к «Прогулке» № 7", "Этюд к~«Прогулке» №~7"),
            ("И в саду у дома", "И~в~саду у~дома"),
            ("«В лесу» (с рамой)", "«В~лесу» (с~рамой)"),
            ("Дом — это мы", "Дом~— это мы"),
            ("Сад, до дождя", "Сад, до~дождя"),
            ("Она", "Она"),
            ("", ""),
        ] {
            assert_eq!(typeset(title), shown.replace('~', "\u{a0}"));
        }
    }

    #[test]
    fn lots_and_plurals_are_worded_in_russian() {
        assert_eq!(lot(Some(12), "Ваза"), "Лот 12 «Ваза»");
        assert_eq!(lot(Some(12), "Афиша «Спящей»"), "Лот 12 «Афиша „Спящей“»");
        assert_eq!(
            quoted("Салон \"Опал\" и „Яхонт“"),
            "«Салон „Опал“ и „Яхонт“»"
        );
        assert_eq!(lot(None, &"а".repeat(500)).chars().count(), 126);
        assert_eq!(with_lots(&[7]), "вместе с лотом 7");
        assert_eq!(with_lots(&[7, 9]), "вместе с лотами 7 и 9");
        assert_eq!(with_lots(&[7, 9, 12]), "вместе с лотами 7, 9 и 12");
        assert_eq!(shortened("два слова", 5), "два…");
        let forms = |count| plural(count, "лот", "лота", "лотов");
        assert_eq!(
            [1, 3, 5, 11, 21, 112].map(forms),
            ["лот", "лота", "лотов", "лотов", "лот", "лотов"]
        );
    }
}
