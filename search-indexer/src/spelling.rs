//! The words of the listing that a misspelt word may stand for.

use sqlx::PgConnection;

/// A shorter word is too short to correct a typo in it.
const MIN_TYPO_LENGTH: usize = 4;
/// The most candidates for a misspelt word, of those that are equally near.
const MAX_MEANT: usize = 8;

/// A word of the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub term: String,
    pub lexeme: String,
}

/// The listed words with the fewest typos between them and this one, or the beginning of one, each in one form: that
/// whose ending is nearest. None if all have too many typos.
///
/// Call in a transaction that `postgres::settle` has set up.
pub async fn nearest(conn: &mut PgConnection, term: &str) -> sqlx::Result<Vec<Listed>> {
    let length = term.chars().count();
    if length < MIN_TYPO_LENGTH {
        return Ok(Vec::new());
    }
    let alike = alike(conn, term).await?;
    let nearest = alike
        .iter()
        .map(|listed| distance(term, &listed.term))
        .min()
        .filter(|distance| *distance <= forgiven(length));
    let mut found: Vec<Listed> = Vec::new();
    for listed in alike {
        if Some(distance(term, &listed.term)) != nearest {
            continue;
        }
        match found.iter_mut().find(|one| one.lexeme == listed.lexeme) {
            None => found.push(listed),
            Some(one) => {
                let whole = |listed: &Listed| strsim::osa_distance(term, &listed.term);
                if whole(&listed) < whole(one) {
                    *one = listed;
                }
            }
        }
    }
    found.truncate(MAX_MEANT);
    Ok(found)
}

/// Listed words that resemble this one, or begin with something like it, most similar first.
///
/// Call in a transaction that `postgres::settle` has set up.
pub async fn alike(conn: &mut PgConnection, term: &str) -> sqlx::Result<Vec<Listed>> {
    sqlx::query_file_as!(Listed, "queries/listing/like_terms.sql", term)
        .fetch_all(conn)
        .await
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
