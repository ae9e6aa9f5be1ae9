//! Resolves typed text to words that the listing knows.

use sqlx::PgConnection;

use crate::dictionary::{Cache, Dictionary, quoted, quoted_all};
use crate::spelling;
use crate::words::{self, KnownTerm, Sought, Word};

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
        let (number, number_only) = words::lot_number(text);
        if let (Some(number), true) = (number, number_only) {
            return Ok(Self::Number(number));
        }
        let read = words::read(&mut *conn, text).await?;
        if read.is_empty() {
            return Ok(Self::Any);
        }
        let dictionary = synonyms.dictionary(&mut *conn).await?;
        let lexemes: Vec<String> = read
            .iter()
            .map(|word| quoted_all(&word.known.lexemes))
            .collect();
        let lexemes: Vec<&str> = lexemes.iter().map(String::as_str).collect();
        let mut words = Vec::new();
        let mut next = 0;
        while next < read.len() {
            let (length, others) = dictionary
                .longest(&lexemes[next..])
                .unwrap_or((1, Vec::new()));
            let mut typed = Vec::new();
            for word in &read[next..next + length] {
                let found = match clause(&word.known) {
                    Some(clause) => clause,
                    // No misspelling: it has synonyms.
                    None if !others.is_empty() => quoted_all(&word.known.lexemes),
                    None => match corrected(conn, word, &dictionary).await? {
                        Some(clause) => clause,
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

/// A `tsquery` of a word in any form, else as a beginning; none if the listing knows neither.
fn clause(known: &KnownTerm) -> Option<String> {
    match known.sought() {
        Sought::Word => Some(quoted_all(&known.lexemes)),
        Sought::Beginning => {
            let begun: Vec<String> = known
                .lexemes
                .iter()
                .map(|lexeme| format!("{}:*", quoted(lexeme)))
                .collect();
            Some(format!("{} | {}:*", begun.join(" & "), quoted(&known.term)))
        }
        Sought::Unknown => None,
    }
}

/// A `tsquery` of what a misspelt word may stand for, in either layout.
async fn corrected(
    conn: &mut PgConnection,
    word: &Word,
    dictionary: &Dictionary,
) -> sqlx::Result<Option<String>> {
    for known in [Some(&word.known), word.other.as_ref()]
        .into_iter()
        .flatten()
    {
        let meant = meant(conn, &known.term, dictionary).await?;
        if meant.is_some() {
            return Ok(meant);
        }
    }
    Ok(None)
}

/// The known words that a misspelt word, or the beginning of one, may stand for, and their synonyms: a `tsquery` of any
/// of them.
async fn meant(
    conn: &mut PgConnection,
    term: &str,
    dictionary: &Dictionary,
) -> sqlx::Result<Option<String>> {
    let lexemes: Vec<String> = spelling::nearest(conn, term)
        .await?
        .iter()
        .map(|known| quoted(&known.lexeme))
        .collect();
    if lexemes.is_empty() {
        return Ok(None);
    }
    let others: Vec<String> = lexemes
        .iter()
        .filter_map(|lexeme| dictionary.longest(&[lexeme]))
        .flat_map(|(_, others)| others)
        .collect();
    Ok(Some([lexemes, others].concat().join(" | ")))
}
