//! Extracts author, title, period and size from a lot's description, as Russian houses write it.
//!
//! For imports whose table has no such columns. A doubtful text gives no value: people fill in an empty field, but
//! trust a wrong one.

mod author;
mod period;
mod sentences;
mod size;
mod title;

use sentences::pattern;

/// The fields of a description. Texts are normalized: one kind of dash, quotes and multiplication sign, single spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    pub author: Option<String>,
    /// The author's name has «приписывается», «круг», «школа» or a question mark.
    pub is_attributed: bool,
    /// `None` only for a text without words.
    pub title: Option<String>,
    pub period: Option<String>,
    pub size: Option<String>,
}

/// How much of a description is read, in characters. These fields come first in it.
const READ: usize = 4_000;

/// Parses a plain-text description.
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

/// Normalizes the text: one line a paragraph, single spaces, «–» for dashes, one kind of quotes.
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
    // U+00AD is a soft hyphen, U+FEFF a byte order mark, U+200B a zero-width space.
    tidy.retain(|letter| !matches!(letter, '\u{ad}' | '\u{feff}' | '\u{200b}'));
    tidy.replace(['—', '‒', '―', '−'], "–")
        .replace(" - ", " – ")
        .replace(['“', '”', '„', '‟'], "\"")
}

/// Drops «Лот 27.» or «№ 27.» from the beginning.
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

#[cfg(test)]
mod tests;
