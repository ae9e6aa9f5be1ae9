//! The readable end of an address, the same as the client makes it.

use std::fmt::Write as _;

/// Characters of a slug.
const LIMIT: usize = 80;

/// «Рассвет на Волге» → `rassvet-na-volge`; `-` if nothing is left.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        let latin = match c {
            'а' => "a",
            'б' => "b",
            'в' => "v",
            'г' => "g",
            'д' => "d",
            'е' | 'ё' | 'э' => "e",
            'ж' => "zh",
            'з' => "z",
            'и' => "i",
            'й' | 'ы' => "y",
            'к' => "k",
            'л' => "l",
            'м' => "m",
            'н' => "n",
            'о' => "o",
            'п' => "p",
            'р' => "r",
            'с' => "s",
            'т' => "t",
            'у' => "u",
            'ф' => "f",
            'х' => "h",
            'ц' => "ts",
            'ч' => "ch",
            'ш' => "sh",
            'щ' => "sch",
            'ъ' | 'ь' => continue,
            'ю' => "yu",
            'я' => "ya",
            'a'..='z' | '0'..='9' => {
                if std::mem::take(&mut gap) && !slug.is_empty() {
                    slug.push('-');
                }
                let _ = slug.write_char(c);
                continue;
            }
            _ => {
                gap = true;
                continue;
            }
        };
        if std::mem::take(&mut gap) && !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(latin);
    }
    slug.truncate(LIMIT);
    if slug.is_empty() {
        "-".to_owned()
    } else {
        slug
    }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn a_slug_is_what_the_client_makes() {
        for (text, made) in [
            ("Рассвет на Волге", "rassvet-na-volge"),
            ("  «Щит», XIX век — копия ", "schit-xix-vek-kopiya"),
            ("Объявление №1: ёлка", "obyavlenie-1-elka"),
            ("…", "-"),
            ("", "-"),
            (
                "Ценный Эскиз; Юг; Ящик; Цирк; Чаша; Шар; Жар",
                "tsennyy-eskiz-yug-yaschik-tsirk-chasha-shar-zhar",
            ),
        ] {
            assert_eq!(slug(text), made, "{text}");
        }
        assert_eq!(slug(&"ш".repeat(60)).len(), 80);
    }
}
