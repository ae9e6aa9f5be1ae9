//! What a lot's description says of it: author, title, period and size, read out of the text as Russian houses write it.
//!
//! For imports whose table has no columns of their own for these. Where a text leaves room for doubt nothing is said: an
//! empty field is filled in by a person, a wrong one is believed.

mod author;
mod period;
mod sentences;
mod size;
mod title;

use sentences::pattern;

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

#[cfg(test)]
mod tests;
