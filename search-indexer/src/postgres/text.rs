//! Resolves typed text to words that the listing knows.

use sqlx::PgConnection;

use super::dictionary::{Cache, Dictionary};
use super::terms::terms;

/// A shorter word is too short to correct a typo in it.
const MIN_TYPO_LENGTH: usize = 4;
/// A shorter word is the beginning of too many words.
const MIN_BEGINNING_LENGTH: usize = 2;
/// The most candidates for a misspelt word, of those that are equally near.
const MAX_MEANT: usize = 8;

/// A resolved text. Every word must match: in any form, else as the beginning of a known word, else as a misspelt one; or
/// by a synonym.
#[derive(Debug, PartialEq, Eq)]
pub enum Text {
    /// No meaningful word: every lot matches.
    Any,
    /// An unknown word: no lot matches.
    Nothing,
    /// «№ 12» can only be a lot number.
    Number(i32),
    Words {
        /// A `tsquery` of all the words.
        all: String,
        /// A `tsquery` of any of them, to rank by.
        any: String,
        /// «12» is a word, and the lot number that ranks first.
        number: Option<i32>,
    },
}

impl Text {
    pub async fn resolve(
        conn: &mut PgConnection,
        text: &str,
        synonyms: &Cache,
    ) -> sqlx::Result<Self> {
        let (number, number_only) = lot_number(text);
        if let (Some(number), true) = (number, number_only) {
            return Ok(Self::Number(number));
        }
        let terms = terms(text);
        if terms.is_empty() {
            return Ok(Self::Any);
        }
        let known = sqlx::query_file_as!(Known, "queries/listing/known_terms.sql", &terms)
            .fetch_all(&mut *conn)
            .await?;
        // A stop word matches every text.
        let known: Vec<Known> = known
            .into_iter()
            .filter(|term| !term.lexemes.is_empty())
            .collect();
        let dictionary = synonyms.dictionary(&mut *conn).await?;
        let lexemes: Vec<&str> = known.iter().map(|term| term.lexemes.as_str()).collect();
        let mut words = Vec::new();
        let mut next = 0;
        while next < known.len() {
            let (length, others) = dictionary
                .longest(&lexemes[next..])
                .unwrap_or((1, Vec::new()));
            let mut typed = Vec::new();
            for term in &known[next..next + length] {
                let found = match term.query() {
                    Some(query) => query.to_owned(),
                    // No misspelling: it has synonyms.
                    None if !others.is_empty() => term.lexemes.clone(),
                    None => match meant(conn, &term.term, &dictionary).await? {
                        Some(query) => query,
                        None => return Ok(Self::Nothing),
                    },
                };
                typed.push(format!("({found})"));
            }
            let any: Vec<String> = [typed.join(" & ")].into_iter().chain(others).collect();
            words.push(any.join(" | "));
            next += length;
        }
        if words.is_empty() {
            return Ok(Self::Any);
        }
        let joined = |by: &str| {
            let words: Vec<_> = words.iter().map(|word| format!("({word})")).collect();
            words.join(by)
        };
        Ok(Self::Words {
            all: joined(" & "),
            any: joined(" | "),
            number,
        })
    }
}

/// What the listing knows about a typed word.
struct Known {
    term: String,
    /// A `tsquery` of its lexemes.
    lexemes: String,
    /// A `tsquery` of the words that begin with it.
    beginning: String,
    as_word: bool,
    as_beginning: bool,
}

impl Known {
    /// A `tsquery` of the word in any form, else as a beginning; none if the listing knows neither.
    fn query(&self) -> Option<&str> {
        let is_number = self.term.bytes().all(|byte| byte.is_ascii_digit());
        let is_long = self.term.chars().count() >= MIN_BEGINNING_LENGTH;
        if self.as_word || is_number {
            Some(&self.lexemes)
        } else if self.as_beginning && is_long {
            Some(&self.beginning)
        } else {
            None
        }
    }
}

/// The known words that a misspelt word, or the beginning of one, may stand for, and their synonyms: a `tsquery` of any
/// of them.
async fn meant(
    conn: &mut PgConnection,
    term: &str,
    dictionary: &Dictionary,
) -> sqlx::Result<Option<String>> {
    let length = term.chars().count();
    if length < MIN_TYPO_LENGTH {
        return Ok(None);
    }
    let alike = sqlx::query_file!("queries/listing/like_terms.sql", term)
        .fetch_all(conn)
        .await?;
    let nearest = alike
        .iter()
        .map(|known| distance(term, &known.term))
        .min()
        .filter(|distance| *distance <= forgiven(length));
    let Some(nearest) = nearest else {
        return Ok(None);
    };
    let mut lexemes: Vec<String> = Vec::new();
    for known in alike {
        let lexeme = quoted(&known.lexeme);
        if distance(term, &known.term) == nearest && !lexemes.contains(&lexeme) {
            lexemes.push(lexeme);
        }
    }
    lexemes.truncate(MAX_MEANT);
    let others: Vec<String> = lexemes
        .iter()
        .filter_map(|lexeme| dictionary.longest(&[lexeme]))
        .flat_map(|(_, others)| others)
        .collect();
    Ok(Some([lexemes, others].concat().join(" | ")))
}

/// The most typos accepted in a word of `length` letters.
fn forgiven(length: usize) -> usize {
    match length {
        0..MIN_TYPO_LENGTH => 0,
        MIN_TYPO_LENGTH..6 => 1,
        6..10 => 2,
        _ => 3,
    }
}

/// How many letters must be added, removed, replaced or swapped to turn the typed word into the known word or its
/// beginning.
fn distance(typed: &str, known: &str) -> usize {
    let length = typed.chars().count();
    let letters: Vec<char> = known.chars().collect();
    (length - 1..=length + 1)
        .chain([letters.len()])
        .filter(|end| *end <= letters.len())
        .map(|end| {
            let beginning: String = letters[..end].iter().collect();
            strsim::osa_distance(typed, &beginning)
        })
        .min()
        .unwrap_or(usize::MAX)
}

fn quoted(lexeme: &str) -> String {
    format!("'{}'", lexeme.replace('\\', "\\\\").replace('\'', "''"))
}

/// The lot number in a text, and whether it can mean nothing else: «12» can, «№ 12», «#12» and «лот 12» cannot.
fn lot_number(text: &str) -> (Option<i32>, bool) {
    let text = text.trim().to_lowercase();
    let mut rest = text.as_str();
    for prefix in ["лот", "№", "#"] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest).trim_start();
    }
    match rest.parse() {
        Ok(number) if number > 0 && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
            (Some(number), rest.len() < text.len())
        }
        _ => (None, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lot_numbers_are_recognized() {
        for (text, meant) in [
            ("12", (Some(12), false)),
            (" № 12 ", (Some(12), true)),
            ("лот №12", (Some(12), true)),
            ("Лот 7", (Some(7), true)),
            ("#3", (Some(3), true)),
            ("12 стульев", (None, false)),
            ("лоток", (None, false)),
            ("+12", (None, false)),
            ("0", (None, false)),
            ("99999999999", (None, false)),
            ("", (None, false)),
        ] {
            assert_eq!(lot_number(text), meant, "{text:?}");
        }
    }
}
