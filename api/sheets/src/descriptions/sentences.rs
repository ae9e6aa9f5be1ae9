//! Patterns and sentences, shared by the parsers of descriptions.

/// The most candidates checked per pattern. Bounds the time for a hostile text.
pub const CANDIDATES: usize = 20;

/// A regular expression, compiled once.
macro_rules! pattern {
    ($text:expr) => {{
        static PATTERN: std::sync::LazyLock<regex::Regex> =
            std::sync::LazyLock::new(|| regex::Regex::new($text).expect("the pattern is valid"));
        &*PATTERN
    }};
}
pub(crate) use pattern;

/// The sentence around `at`, from its beginning up to `at`.
pub fn sentence_before(text: &str, at: usize) -> &str {
    let before = &text[..at];
    let begins = sentence_ends(before).last().unwrap_or(0);
    &before[begins..]
}

/// The whole sentence around `at`.
pub fn sentence_around(text: &str, at: usize) -> &str {
    let begins = at - sentence_before(text, at).len();
    let ends = sentence_ends(&text[begins..])
        .map(|end| begins + end)
        .find(|end| *end > at);
    &text[begins..ends.unwrap_or(text.len())]
}

/// The ends of sentences, after the full stop and the space behind it. Abbreviations, initials and numbers end none.
pub fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    let stop = pattern!(r"[.!?;]+[»\x22)]?(?:\s+|$)|\n");
    stop.find_iter(text).filter_map(|found| {
        if found.as_str().starts_with(['\n', '!', '?', ';']) {
            return Some(found.end());
        }
        let word = text[..found.start()]
            .rsplit(|letter: char| !letter.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let next = text[found.end()..].chars().next();
        let goes_on = next.is_some_and(|letter| letter.is_lowercase());
        let named = next.is_some_and(char::is_uppercase);
        let abbreviated = is_before_name(word) || is_abbreviation(word) && !named;
        let initial = word.chars().count() == 1
            && word.chars().all(char::is_uppercase)
            && !word.contains(['X', 'V', 'I']);
        (!goes_on && !abbreviated && !initial).then_some(found.end())
    })
}

/// Whether a word is an abbreviation before a name: «им. Грабаря».
fn is_before_name(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "им",
        "св",
        "проф",
        "акад",
        "худ",
        "ул",
        "тип",
        "изд",
        "собр",
        "скульп",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
}

/// Whether a word is an abbreviation with a full stop.
fn is_abbreviation(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "г", "гг", "в", "вв", "см", "мм", "м", "ок", "нач", "кон", "сер", "пол", "четв", "чет",
        "тр", "т", "д", "п", "инв", "ил", "стр", "экз", "пр", "др", "род", "р", "ум", "напр",
        "наст", "выс", "диам", "шир", "дл", "гл", "кол", "шт", "ст", "лев", "прав", "верх", "ниж",
        "губ", "проб", "общ",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
}
