//! What somebody typed, as the listing can answer it.

use sqlx::PgConnection;

/// Words beyond these add nothing but cost.
const MAX_TERMS: usize = 12;
/// A word shorter than this is too short to guess what it should have been …
const MIN_TYPO_LENGTH: usize = 4;
/// … and one shorter than this is the beginning of too many.
const MIN_BEGINNING_LENGTH: usize = 2;
/// Of words that are equally near to a misspelt one, so many are tried.
const MAX_MEANT: usize = 8;

/// A text. Every word of it must match: as a word in any form; if no lot knows it, as the beginning of one; if that
/// neither, as a misspelt one.
#[derive(Debug, PartialEq, Eq)]
pub enum Text {
    /// Says nothing: every lot matches.
    Any,
    /// Holds a word that is nothing anybody wrote: no lot matches.
    Nothing,
    /// «№ 12» means nothing but the number.
    Number(i32),
    Words {
        /// A `tsquery` of all the words.
        all: String,
        /// A `tsquery` of any of them, to rank by.
        any: String,
        /// «12» is a word, and the number of lots that come first.
        number: Option<i32>,
    },
}

impl Text {
    pub async fn resolve(conn: &mut PgConnection, text: &str) -> sqlx::Result<Self> {
        let (number, number_only) = lot_number(text);
        if let (Some(number), true) = (number, number_only) {
            return Ok(Self::Number(number));
        }
        let terms = terms(text);
        if terms.is_empty() {
            return Ok(Self::Any);
        }
        let known = sqlx::query_file!("queries/listing/known_terms.sql", &terms)
            .fetch_all(&mut *conn)
            .await?;
        let mut words = Vec::new();
        for term in known {
            let length = term.term.chars().count();
            let is_number = term.term.bytes().all(|byte| byte.is_ascii_digit());
            if term.lexemes.is_empty() {
                continue; // a stop word is in every text
            }
            words.push(if term.as_word || is_number {
                term.lexemes
            } else if term.as_beginning && length >= MIN_BEGINNING_LENGTH {
                term.beginning
            } else {
                match meant(conn, &term.term).await? {
                    Some(meant) => meant,
                    None => return Ok(Self::Nothing),
                }
            });
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

/// The words a misspelt one may have been meant to be, or to begin: a `tsquery` of any of them.
async fn meant(conn: &mut PgConnection, term: &str) -> sqlx::Result<Option<String>> {
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
    Ok(Some(lexemes.join(" | ")))
}

/// How many slips of the finger are forgiven in a word of so many letters.
fn forgiven(length: usize) -> usize {
    match length {
        0..MIN_TYPO_LENGTH => 0,
        MIN_TYPO_LENGTH..6 => 1,
        6..10 => 2,
        _ => 3,
    }
}

/// So many letters must be added, left out, replaced or swapped to make what was typed the known word, or its beginning.
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

/// The words of a text, lower-cased, letters and digits only, so that they are safe inside a `tsquery`.
fn terms(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('ё', "е")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|term| !term.is_empty())
        .map(|term| term.chars().take(64).collect())
        .take(MAX_TERMS)
        .collect()
}

/// The lot number a text means, and whether it can mean nothing else: «12» may, «№ 12», «#12» and «лот 12» do.
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
    fn what_means_a_lot_number() {
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

    #[test]
    fn terms_hold_nothing_that_a_query_language_would_read() {
        assert_eq!(
            terms("Ёлка, «сос'на» & (дуб:*)!"),
            ["елка", "сос", "на", "дуб"]
        );
        assert_eq!(terms(&"слово ".repeat(40)).len(), MAX_TERMS);
    }
}
