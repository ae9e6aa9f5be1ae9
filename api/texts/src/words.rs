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
