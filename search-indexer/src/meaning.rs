//! What a typed text was understood as, for those who show it: the words searched for, and where texts contain them.

use std::collections::{BTreeSet, HashMap};

use sqlx::{PgConnection, Postgres, Transaction};

use crate::dictionary::{Cache, quoted, quoted_all};
use crate::postgres::settle;
use crate::spelling;
use crate::words::{self, KnownTerm, Sought, Word, terms};

/// The most words offered in place of one that nothing resembles closely.
const MOST_ALIKE: usize = 3;

/// A typed text as every backend understands it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meaning {
    /// The text can only be a lot number.
    pub lot_number: Option<i32>,
    /// Its words, without those that match every text.
    pub words: Vec<Meant>,
}

/// What a typed word means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// As typed, or as the same keys type in the Russian layout if the listing knows only that.
    read: String,
    /// The known word that is searched for in its place, if that is another.
    corrected: Option<String>,
    /// If no known word is near: the word in both layouts, and a Latin one as it sounds.
    unknown: Vec<String>,
    /// Words match that have one of these lexemes,
    lexemes: BTreeSet<String>,
    /// or that begin with `read` or one of these stems.
    stems: Option<Vec<String>>,
    /// Other kinds of things than lots have words of their own: any form, beginning or correction finds those.
    anywhere: String,
}

impl Meant {
    /// The word searched for.
    pub fn word(&self) -> &str {
        self.corrected.as_deref().unwrap_or(&self.read)
    }
}

/// A part of a text, marked if it contains a word searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub is_marked: bool,
}

impl Meaning {
    /// Reads a text. The transaction keeps the settings of a search.
    pub async fn read(tx: &mut Transaction<'_, Postgres>, text: &str) -> sqlx::Result<Self> {
        settle(tx).await?;
        if let (Some(number), true) = words::lot_number(text) {
            return Ok(Self {
                lot_number: Some(number),
                words: Vec::new(),
            });
        }
        let read = words::read(tx, text).await?;
        let has_synonyms = with_synonyms(tx, &read).await?;
        let mut meant = Vec::new();
        for (word, has_synonyms) in read.into_iter().zip(has_synonyms) {
            meant.push(if has_synonyms || word.known.sought() != Sought::Unknown {
                known(word)
            } else {
                corrected(tx, word).await?
            });
        }
        Ok(Self {
            lot_number: None,
            words: meant,
        })
    }

    /// Whether the text has no words to search for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.lot_number.is_none()
    }

    /// The words searched for, if they are not those of the text.
    pub fn instead_of(&self, text: &str) -> Option<String> {
        let typed = terms(text);
        let is_typed = |word: &Meant| typed.iter().any(|typed| typed == word.word());
        let is_another = !self.words.iter().all(is_typed);
        is_another.then(|| {
            let words: Vec<&str> = self.words.iter().map(Meant::word).collect();
            words.join(" ")
        })
    }

    /// A `tsquery` for the words of anything but lots: each in any form, as a beginning, or corrected.
    pub fn anywhere(&self) -> String {
        let words: Vec<&str> = self
            .words
            .iter()
            .map(|word| word.anywhere.as_str())
            .collect();
        words.join(" & ")
    }

    /// Texts in pieces, with the words searched for marked: in any form, corrected, or the beginning that was typed.
    pub async fn mark(
        &self,
        conn: &mut PgConnection,
        texts: &[&str],
    ) -> sqlx::Result<Vec<Vec<Piece>>> {
        let cut: Vec<Vec<Part>> = texts.iter().map(|text| cut(text)).collect();
        let spelt: BTreeSet<String> = cut
            .iter()
            .flatten()
            .filter(|part| part.is_word)
            .map(|part| plain(&part.text))
            .collect();
        let spelt: Vec<String> = spelt.into_iter().collect();
        let lexemes: HashMap<String, Vec<String>> =
            sqlx::query_file!("queries/listing/lexemes.sql", &spelt)
                .fetch_all(conn)
                .await?
                .into_iter()
                .map(|known| (known.term, known.lexemes))
                .collect();
        let marked = |parts: Vec<Part>| {
            let pieces = parts.into_iter().flat_map(|part| {
                let lexemes = lexemes.get(&plain(&part.text)).filter(|_| part.is_word);
                let marked = lexemes.map_or(0, |lexemes| self.marked(&part.text, lexemes));
                divided(&part.text, marked)
            });
            joined(pieces)
        };
        Ok(cut.into_iter().map(marked).collect())
    }

    /// Listed words like those that the listing does not know, most alike first.
    pub async fn alike(&self, tx: &mut Transaction<'_, Postgres>) -> sqlx::Result<Vec<String>> {
        let mut found = Vec::new();
        for reading in self.words.iter().flat_map(|word| &word.unknown) {
            let alike = spelling::alike(tx, reading).await?;
            found.extend(alike.into_iter().map(|one| one.term).take(MOST_ALIKE));
        }
        Ok(found)
    }

    /// How many letters of a text's word to mark.
    fn marked(&self, word: &str, lexemes: &[String]) -> usize {
        let letters = word.chars().count();
        let word = plain(word);
        let marked = self.words.iter().map(|meant| {
            let is_beginning = meant.stems.is_some() && word.starts_with(&meant.read);
            let has_lexeme = || lexemes.iter().any(|lexeme| meant.lexemes.contains(lexeme));
            if !is_beginning && has_lexeme() {
                return letters;
            }
            let begins = |stem: &String| lexemes.iter().any(|lexeme| lexeme.starts_with(stem));
            if is_beginning || meant.stems.iter().flatten().any(begins) {
                common(&word, &meant.read)
            } else {
                0
            }
        });
        marked.max().unwrap_or(0)
    }
}

/// Which words are of a phrase that has synonyms.
async fn with_synonyms(conn: &mut PgConnection, words: &[Word]) -> sqlx::Result<Vec<bool>> {
    let mut has_synonyms = vec![false; words.len()];
    // Only words that the listing does not know need to be found there.
    if words
        .iter()
        .all(|word| word.known.sought() != Sought::Unknown)
    {
        return Ok(has_synonyms);
    }
    let dictionary = Cache::default().dictionary(conn).await?;
    let lexemes: Vec<String> = words
        .iter()
        .map(|word| quoted_all(&word.known.lexemes))
        .collect();
    let lexemes: Vec<&str> = lexemes.iter().map(String::as_str).collect();
    let mut next = 0;
    while next < words.len() {
        let length = match dictionary.longest(&lexemes[next..]) {
            Some((length, _)) => {
                has_synonyms[next..next + length].fill(true);
                length
            }
            None => 1,
        };
        next += length;
    }
    Ok(has_synonyms)
}

fn known(word: Word) -> Meant {
    let known = word.known;
    let stems = (known.sought() == Sought::Beginning).then(|| known.lexemes.clone());
    Meant {
        anywhere: anywhere(std::slice::from_ref(&known.term), &known.lexemes),
        corrected: None,
        unknown: Vec::new(),
        lexemes: match stems {
            Some(_) => BTreeSet::new(),
            None => known.lexemes.into_iter().collect(),
        },
        stems,
        read: known.term,
    }
}

/// A misspelt word, in either layout.
async fn corrected(conn: &mut PgConnection, word: Word) -> sqlx::Result<Meant> {
    let mut nearest = spelling::nearest(conn, &word.known.term).await?;
    if let (true, Some(other)) = (nearest.is_empty(), &word.other) {
        nearest = spelling::nearest(conn, &other.term).await?;
    }
    let readings: Vec<&KnownTerm> = [Some(&word.known), word.other.as_ref()]
        .into_iter()
        .flatten()
        .collect();
    let terms: Vec<String> = readings.iter().map(|known| known.term.clone()).collect();
    let lexemes: Vec<String> = readings
        .iter()
        .flat_map(|known| known.lexemes.clone())
        .chain(nearest.iter().map(|listed| listed.lexeme.clone()))
        .collect();
    Ok(Meant {
        anywhere: anywhere(&terms, &lexemes),
        unknown: if nearest.is_empty() {
            let sounded = words::transliterated(&word.known.term);
            terms.into_iter().chain(sounded).collect()
        } else {
            Vec::new()
        },
        corrected: nearest.into_iter().next().map(|listed| listed.term),
        lexemes: lexemes.into_iter().collect(),
        stems: Some(Vec::new()),
        read: word.known.term,
    })
}

/// A `tsquery` of words that begin with one of these terms or lexemes.
fn anywhere(terms: &[String], lexemes: &[String]) -> String {
    let either: Vec<String> = terms
        .iter()
        .chain(lexemes)
        .map(|beginning| format!("{}:*", quoted(beginning)))
        .collect();
    format!("({})", either.join(" | "))
}

/// A word as lexemes are made of it.
fn plain(word: &str) -> String {
    word.to_lowercase().replace('ё', "е")
}

/// How many letters two words begin with together.
fn common(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(one, other)| one == other).count()
}

/// A word of a text, or what is between two.
struct Part {
    text: String,
    is_word: bool,
}

fn cut(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for letter in text.chars() {
        let is_word = letter.is_alphanumeric();
        match parts.last_mut() {
            Some(part) if part.is_word == is_word => part.text.push(letter),
            _ => parts.push(Part {
                text: letter.into(),
                is_word,
            }),
        }
    }
    parts
}

/// A word with its first letters marked.
fn divided(word: &str, marked: usize) -> [Piece; 2] {
    let end = word
        .char_indices()
        .nth(marked)
        .map_or(word.len(), |(place, _)| place);
    let (beginning, rest) = word.split_at(end);
    [(beginning, true), (rest, false)].map(|(text, is_marked)| Piece {
        text: text.to_owned(),
        is_marked,
    })
}

/// The pieces without empty ones, neighbours of a kind as one.
fn joined(pieces: impl Iterator<Item = Piece>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces.filter(|piece| !piece.text.is_empty()) {
        match all.last_mut() {
            Some(last) if last.is_marked == piece.is_marked => last.text.push_str(&piece.text),
            _ => all.push(piece),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(meaning: &Meaning, text: &str, lexemes: &[(&str, &str)]) -> String {
        let pieces = cut(text).into_iter().flat_map(|part| {
            let lexeme = lexemes.iter().find(|(word, _)| *word == plain(&part.text));
            let lexemes: Vec<String> = lexeme
                .map(|(_, lexeme)| (*lexeme).to_owned())
                .into_iter()
                .collect();
            divided(&part.text, meaning.marked(&part.text, &lexemes))
        });
        let written = joined(pieces).into_iter().map(|piece| {
            if piece.is_marked {
                format!("[{}]", piece.text)
            } else {
                piece.text
            }
        });
        written.collect()
    }

    fn of(words: Vec<Meant>) -> Meaning {
        Meaning {
            lot_number: None,
            words,
        }
    }

    fn word(term: &str, lexeme: &str, sought: Sought) -> Meant {
        known(Word {
            known: KnownTerm::of(term, &[lexeme], sought),
            other: None,
        })
    }

    #[test]
    fn words_are_marked_in_any_form_and_beginnings_as_far_as_typed() {
        let lexemes = [
            ("зеленые", "зелен"),
            ("елки", "елк"),
            ("никола", "никол"),
            ("николаи", "никола"),
        ];
        for (meaning, text, written) in [
            (
                of(vec![word("елка", "елк", Sought::Word)]),
                "Зелёные ёлки.",
                "Зелёные [ёлки].",
            ),
            (
                of(vec![word("никола", "никол", Sought::Word)]),
                "«Никола», Елки",
                "«[Никола]», Елки",
            ),
            (
                of(vec![word("зел", "зел", Sought::Beginning)]),
                "Зелёные ёлки",
                "[Зел]ёные ёлки",
            ),
            // The ending belongs to the stem that was found.
            (
                of(vec![word("зеленую", "зелен", Sought::Beginning)]),
                "Зелёные",
                "[Зелён]ые",
            ),
            (of(vec![]), "Зелёные ёлки", "Зелёные ёлки"),
        ] {
            assert_eq!(marked(&meaning, text, &lexemes), written);
        }
    }

    #[test]
    fn another_reading_is_named() {
        let wrong = Meant {
            corrected: Some("айвазовский".to_owned()),
            ..word("айвозовский", "айвозовск", Sought::Unknown)
        };
        let case = of(vec![wrong, word("портсигар", "портсигар", Sought::Word)]);
        assert_eq!(
            case.instead_of("айвозовский портсигар").as_deref(),
            Some("айвазовский портсигар")
        );
        let right = of(vec![word("елка", "елк", Sought::Word)]);
        assert_eq!(right.instead_of("и Ёлка"), None);
        assert_eq!(right.instead_of("`krf").as_deref(), Some("елка"));
        assert_eq!(of(vec![]).instead_of("и"), None);
    }
}
