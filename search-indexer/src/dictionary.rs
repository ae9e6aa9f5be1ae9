//! Synonyms by lexemes, as `tsquery` clauses, cached between searches.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use sqlx::PgConnection;

use crate::synonyms::{self, Group};
use crate::words::terms;

/// The most clauses that synonyms add to a word or phrase.
const MOST_CLAUSES: usize = 30;
/// How long changes by other processes may stay unseen.
const FRESH: Duration = Duration::from_secs(60);

/// What a typed phrase finds as well, by the lexemes of its words.
#[derive(Debug, Default)]
pub struct Dictionary {
    /// By the first lexeme.
    phrases: HashMap<String, Vec<Phrase>>,
}

#[derive(Debug)]
struct Phrase {
    /// The lexemes after the first.
    rest: Vec<String>,
    /// A `tsquery` clause for each phrase it finds.
    finds: Arc<[String]>,
}

impl Dictionary {
    async fn load(conn: &mut PgConnection) -> sqlx::Result<Self> {
        let groups = synonyms::read(&mut *conn).await?;
        let written = groups.iter().flat_map(|group| [&group.words, &group.finds]);
        let terms: BTreeSet<String> = written.flatten().flat_map(|text| terms(text)).collect();
        let terms: Vec<String> = terms.into_iter().collect();
        let known = sqlx::query_file!("queries/listing/lexemes.sql", &terms)
            .fetch_all(conn)
            .await?;
        let lexemes = known
            .into_iter()
            .map(|known| (known.term, quoted_all(&known.lexemes)))
            .collect();
        Ok(Self::of(&groups, &lexemes))
    }

    /// `lexemes` has each term's, joined; a stop word has none.
    fn of(groups: &[Group], lexemes: &HashMap<String, String>) -> Self {
        let mut dictionary = Self::default();
        for group in groups {
            let clauses = group.found().iter().filter_map(|text| {
                let words = stemmed(text, lexemes);
                (!words.is_empty()).then(|| format!("({})", words.join(" & ")))
            });
            let finds: Arc<[String]> = clauses.collect();
            for text in &group.words {
                let mut words = stemmed(text, lexemes).into_iter();
                let Some(first) = words.next() else { continue };
                dictionary.phrases.entry(first).or_default().push(Phrase {
                    rest: words.collect(),
                    finds: finds.clone(),
                });
            }
        }
        dictionary
    }

    /// A dictionary of these groups: each word is its own lexeme, and «и» is a stop word.
    #[cfg(test)]
    pub fn of_words(groups: &[(&[&str], &[&str])]) -> Self {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let groups: Vec<Group> = groups
            .iter()
            .map(|(words, finds)| Group {
                words: owned(words),
                finds: owned(finds),
            })
            .collect();
        let written = groups.iter().flat_map(|group| [&group.words, &group.finds]);
        let lexeme = |term: &str| {
            if term == "и" {
                String::new()
            } else {
                quoted(term)
            }
        };
        let lexemes = written
            .flatten()
            .flat_map(|text| terms(text))
            .map(|term| (term.clone(), lexeme(&term)))
            .collect();
        Self::of(&groups, &lexemes)
    }

    /// The longest phrase that the words begin with: how many words it has, and the clauses of what it finds.
    pub fn longest(&self, words: &[&str]) -> Option<(usize, Vec<String>)> {
        let (first, after) = words.split_first()?;
        let begun = self.phrases.get(*first)?.iter().filter(|phrase| {
            after.len() >= phrase.rest.len()
                && phrase.rest.iter().zip(after).all(|(one, word)| one == word)
        });
        let begun: Vec<&Phrase> = begun.collect();
        let length = begun.iter().map(|phrase| phrase.rest.len()).max()?;
        let mut clauses: Vec<String> = Vec::new();
        for phrase in begun.iter().filter(|phrase| phrase.rest.len() == length) {
            for clause in phrase.finds.iter() {
                if clauses.len() < MOST_CLAUSES && !clauses.contains(clause) {
                    clauses.push(clause.clone());
                }
            }
        }
        Some((length + 1, clauses))
    }
}

/// A `tsquery` of a lexeme.
pub fn quoted(lexeme: &str) -> String {
    format!("'{}'", lexeme.replace('\\', "\\\\").replace('\'', "''"))
}

/// A `tsquery` of all these lexemes; empty for a stop word, which has none.
pub fn quoted_all(lexemes: &[String]) -> String {
    let quoted: Vec<String> = lexemes.iter().map(|lexeme| quoted(lexeme)).collect();
    quoted.join(" & ")
}

/// The lexemes of a text's words, without stop words.
fn stemmed(text: &str, lexemes: &HashMap<String, String>) -> Vec<String> {
    terms(text)
        .iter()
        .filter_map(|term| lexemes.get(term))
        .filter(|lexeme| !lexeme.is_empty())
        .cloned()
        .collect()
}

/// The dictionary, kept until synonyms change.
#[derive(Debug, Default)]
pub struct Cache {
    kept: RwLock<Option<(Instant, Arc<Dictionary>)>>,
    /// Grows with every change. A dictionary loaded under an older generation is not kept.
    generation: AtomicU64,
}

impl Cache {
    pub async fn dictionary(&self, conn: &mut PgConnection) -> sqlx::Result<Arc<Dictionary>> {
        if let Some((loaded, dictionary)) =
            &*self.kept.read().unwrap_or_else(PoisonError::into_inner)
            && loaded.elapsed() < FRESH
        {
            return Ok(dictionary.clone());
        }
        let generation = self.generation.load(Ordering::SeqCst);
        let dictionary = Arc::new(Dictionary::load(conn).await?);
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        // Compared under the lock that `forget` takes after raising the generation.
        if self.generation.load(Ordering::SeqCst) == generation {
            *kept = Some((Instant::now(), dictionary.clone()));
        }
        Ok(dictionary)
    }

    /// Call after the commit of a change.
    pub fn forget(&self) {
        self.generation.fetch_add(1, Ordering::SeqCst);
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_phrase_is_meant() {
        let dictionary = Dictionary::of_words(&[
            (&["комод", "тумба"], &[]),
            (&["серебро"], &["столовое серебро", "и"]),
            (&["холодное оружие", "холодное", "шпаги и сабли"], &[]),
            (&["комод"], &["мебель"]),
        ]);
        let longest = |words: &[&str]| dictionary.longest(words);
        let found = |length, clauses: &[&str]| {
            Some((
                length,
                clauses.iter().map(|&clause| clause.to_owned()).collect(),
            ))
        };
        assert_eq!(
            longest(&["'комод'", "'дуб'"]),
            found(1, &["('комод')", "('тумба')", "('мебель')"])
        );
        assert_eq!(longest(&["'тумба'"]), found(1, &["('комод')", "('тумба')"]));
        // One way only, and a stop word finds nothing.
        assert_eq!(
            longest(&["'серебро'"]),
            found(1, &["('столовое' & 'серебро')"])
        );
        assert_eq!(longest(&["'столовое'", "'серебро'"]), None);
        let weapons = &[
            "('холодное' & 'оружие')",
            "('холодное')",
            "('шпаги' & 'сабли')",
        ];
        assert_eq!(longest(&["'холодное'", "'оружие'"]), found(2, weapons));
        assert_eq!(longest(&["'холодное'", "'блюдо'"]), found(1, weapons));
        assert_eq!(longest(&["'шпаги'"]), None);
        assert_eq!(longest(&[]), None);
    }

    #[test]
    fn the_clauses_of_a_word_are_bounded() {
        let words: Vec<String> = (0..20).map(|n| format!("слово{n}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let others: Vec<String> = (20..40).map(|n| format!("слово{n}")).collect();
        let mut others: Vec<&str> = others.iter().map(String::as_str).collect();
        others.push("слово0");
        let dictionary = Dictionary::of_words(&[(&words, &[]), (&others, &[])]);
        let (_, clauses) = dictionary.longest(&["'слово0'"]).unwrap();
        assert_eq!(clauses.len(), MOST_CLAUSES);
    }
}
