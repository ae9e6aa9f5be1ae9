//! The readable end of a URL: «Рассвет на Волге» → `rassvet-na-volge`.
//!
//! The client builds the same slugs. Both are tested against the cases in `client/src/lib/slugs.json`.

/// In characters. Longer slugs are cut between words where possible.
pub const LONGEST: usize = 80;

/// The slug of a text, or `otherwise` if no letter or digit of the text can be transliterated.
pub fn of(text: &str, otherwise: &str) -> String {
    let mut slug = String::new();
    let mut word = false;
    for c in text.to_lowercase().chars() {
        match latin(c) {
            // Hard and soft signs are silent and do not separate words.
            Some("") => {}
            Some(letters) => {
                if !word && !slug.is_empty() {
                    slug.push('-');
                }
                word = true;
                slug.push_str(letters);
            }
            None => word = false,
        }
    }
    if slug.len() > LONGEST {
        slug.truncate(LONGEST + 1);
        let end = slug.rfind('-').unwrap_or(LONGEST);
        slug.truncate(end);
    }
    if slug.is_empty() {
        otherwise.clone_into(&mut slug);
    }
    slug
}

/// Whether [`of`] could return this text.
pub fn is_slug(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= LONGEST
        && text.split('-').all(|word| {
            !word.is_empty()
                && word
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}

fn latin(c: char) -> Option<&'static str> {
    const ASCII: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    if let Some(at) = ASCII.find(c) {
        return Some(&ASCII[at..=at]);
    }
    Some(match c {
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
        'ъ' | 'ь' => "",
        'ю' => "yu",
        'я' => "ya",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_the_same_slugs_as_in_the_client() {
        for (text, slug) in [
            ("Рассвет на Волге", "rassvet-na-volge"),
            ("  «Объявление» № 7: съезд  ", "obyavlenie-7-sezd"),
            ("Щука — в Ёлках!", "schuka-v-elkah"),
            ("日本", "news"),
            ("", "news"),
        ] {
            assert_eq!(of(text, "news"), slug, "{text}");
            assert!(is_slug(&of(text, "news")));
        }
        let cases = include_str!("../../../client/src/lib/slugs.json");
        let cases: Vec<(String, String)> = serde_json::from_str(cases).unwrap();
        for (text, slug) in cases {
            assert_eq!(of(&text, "-"), slug, "{text}");
        }
        let long = of(&"слово ".repeat(40), "news");
        assert!(long.len() <= LONGEST && long.ends_with("slovo"), "{long}");
        assert_eq!(of(&"а".repeat(200), "news"), "a".repeat(LONGEST));
        for text in ["", "-", "a-", "-a", "a--b", "A", "а", "a b"] {
            assert!(!is_slug(text), "{text}");
        }
    }
}
