//! What a lot's description says of it: author, title, period and size, read out of the text as Russian houses write it.
//!
//! For imports whose table has no columns of their own for these. Where a text leaves room for doubt nothing is said: an
//! empty field is filled in by a person, a wrong one is believed.

mod author;
mod period;
mod size;
mod title;

/// What a description says. Texts are tidied: one kind of dash, quotes and multiplication sign, single spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    pub author: Option<String>,
    /// The author's name comes with «приписывается», «круг», «школа» or a question mark.
    pub is_attributed: bool,
    /// None only of a text without words.
    pub title: Option<String>,
    pub period: Option<String>,
    pub size: Option<String>,
}

/// What is read of a description, in characters: what it says of these comes first.
const READ: usize = 4_000;
/// What is looked at of each kind, so that a text made of nothing else takes no longer.
const CANDIDATES: usize = 20;

/// Reads a description, plain text.
pub fn parse(description: &str) -> Parsed {
    let read = description.char_indices().nth(READ);
    let text = tidy(&description[..read.map_or(description.len(), |(end, _)| end)]);
    let text = without_number(&text);
    let (author, rest) = author::find(text);
    Parsed {
        is_attributed: author.is_some() && author::is_attributed(text),
        title: title::find(rest, author.is_some()),
        author,
        period: period::find(text),
        size: size::find(text),
    }
}

/// One line a paragraph, with single spaces, «–» between numbers and words, «×» left to whoever looks for sizes.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        if !tidy.is_empty() {
            tidy.push('\n');
        }
        tidy.push_str(&words.join(" "));
    }
    // U+00AD is a hyphen that may be, U+FEFF the mark of a file's beginning.
    tidy.retain(|letter| !matches!(letter, '\u{ad}' | '\u{feff}' | '\u{200b}'));
    tidy.replace(['—', '‒', '―', '−'], "–")
        .replace(" - ", " – ")
        .replace(['“', '”', '„', '‟'], "\"")
}

/// «Лот 27.», «№ 27.» at the beginning say nothing of the thing.
fn without_number(text: &str) -> &str {
    let pattern =
        pattern!(r"(?i)^(?:лот\s*)?(?:№|N)?\s*\d{1,6}\s*[.:)–-]\s+|^лот\s*(?:№|N)?\s*\d{1,6}\s+");
    match pattern.find(text) {
        Some(number) if number.as_str().to_lowercase().contains(['л', '№']) => {
            &text[number.end()..]
        }
        _ => text,
    }
}

/// A regular expression, compiled once.
macro_rules! pattern {
    ($text:expr) => {{
        static PATTERN: std::sync::LazyLock<regex::Regex> =
            std::sync::LazyLock::new(|| regex::Regex::new($text).expect("patterns are right"));
        &*PATTERN
    }};
}
use pattern;

/// The sentence that holds this place of the text, from its beginning to the place.
fn sentence_before(text: &str, at: usize) -> &str {
    let before = &text[..at];
    let begins = sentence_ends(before).last().unwrap_or(0);
    &before[begins..]
}

/// The whole sentence around this place of the text.
fn sentence_around(text: &str, at: usize) -> &str {
    let begins = at - sentence_before(text, at).len();
    let ends = sentence_ends(&text[begins..])
        .map(|end| begins + end)
        .find(|end| *end > at);
    &text[begins..ends.unwrap_or(text.len())]
}

/// Where sentences end: after the full stop and what follows it. Abbreviations, initials and numbers end none.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
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

/// Short words with a full stop that a name follows: «им. Грабаря».
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

/// Short words that are written with a full stop.
fn is_abbreviation(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "г", "гг", "в", "вв", "см", "мм", "м", "ок", "нач", "кон", "сер", "пол", "четв", "чет",
        "тр", "т", "д", "п", "инв", "ил", "стр", "экз", "пр", "др", "род", "р", "ум", "напр",
        "наст", "выс", "диам", "шир", "дл", "гл", "кол", "шт", "ст", "лев", "прав", "верх", "ниж",
        "губ", "проб", "общ",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests;
