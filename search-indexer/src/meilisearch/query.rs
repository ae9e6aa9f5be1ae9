//! A search in the engine's terms: words, filter and order.

use std::fmt::Display;

use super::document::spelt;
use crate::dictionary::{Dictionary, quoted_all};
use crate::query::{AuctionScope, Hidden, LotQuery, Sorting};
use crate::words::{Sought, Word};

/// The words of a search, as the engine reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// Every lot matches.
    Any,
    Words(String),
    /// The engine knows one beginning of a word, the last; these words have more.
    Unfit,
}

/// Writes the words. A quoted word is searched for exactly, without typos and longer words. A word with synonyms is
/// written without quotes; the settings rule out typos in it, and a space after it rules out longer words.
pub fn text(words: &[Word], dictionary: &Dictionary) -> Text {
    if words.is_empty() {
        return Text::Any;
    }
    let lexemes: Vec<String> = words
        .iter()
        .map(|word| quoted_all(&word.known.lexemes))
        .collect();
    let lexemes: Vec<&str> = lexemes.iter().map(String::as_str).collect();
    let mut written: Vec<String> = Vec::new();
    let mut beginnings: Vec<String> = Vec::new();
    let mut misspelt = false;
    let mut next = 0;
    while next < words.len() {
        let synonyms = dictionary.longest(&lexemes[next..]);
        let length = synonyms.as_ref().map_or(1, |(length, _)| *length);
        for word in &words[next..next + length] {
            let known = &word.known;
            let is_last = next + length == words.len();
            match known.sought() {
                _ if synonyms.is_some() => written.extend(known.lexemes.iter().cloned()),
                Sought::Word => {
                    written.extend(known.lexemes.iter().map(|lexeme| format!("\"{lexeme}\"")));
                }
                Sought::Beginning => beginnings.push(beginning(word)),
                Sought::Unknown => {
                    misspelt = is_last;
                    written.extend(known.lexemes.iter().cloned());
                }
            }
        }
        next += length;
    }
    match beginnings.as_slice() {
        // A misspelt last word may be the beginning of one.
        [] if misspelt => Text::Words(spelt(&written.join(" "))),
        [] => Text::Words(spelt(&written.join(" ")) + " "),
        [beginning] => {
            written.push(beginning.clone());
            Text::Words(spelt(&written.join(" ")))
        }
        _ => Text::Unfit,
    }
}

/// What all words of this beginning begin with: its stem, if that is a part of it.
fn beginning(word: &Word) -> String {
    match word.known.lexemes.as_slice() {
        [stem] if word.known.term.starts_with(stem) => stem.clone(),
        _ => word.known.term.clone(),
    }
}

/// The filter of a query. `number`: only lots of this number.
pub fn filter(query: &LotQuery, number: Option<i32>) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut part = |text: String| parts.push(text);
    match (&query.hidden, query.catalog_id) {
        (Hidden::None, _) => part("hidden = 0".to_owned()),
        (Hidden::OfHouses(houses), None) => part(format!(
            "(hidden = 0 OR hidden = 1 AND house IN {})",
            list(houses)
        )),
        (Hidden::OfHouses(houses), Some(_)) => {
            part(format!("(hidden = 0 OR house IN {})", list(houses)));
        }
        // Rehearsals are in no list but their own.
        (Hidden::All, None) => part("hidden < 2".to_owned()),
        (Hidden::All, Some(_)) => {}
    }
    if let Some(number) = number {
        part(format!("number = {number}"));
    }
    if let Some(catalog) = query.catalog_id {
        part(format!("catalog = {catalog}"));
    }
    if let Some(house) = query.house_id {
        part(format!("house = {house}"));
    }
    if !query.house_ids.is_empty() {
        part(format!("house IN {}", list(&query.house_ids)));
    }
    if !query.ages.is_empty() {
        part(format!("ages IN {}", list(&query.ages)));
    }
    if !query.materials.is_empty() {
        let materials: Vec<String> = query.materials.iter().map(|name| quoted(name)).collect();
        part(format!("material IN {}", list(&materials)));
    }
    if let Some(range) = query.price {
        part(format!("currency = {}", range.currency));
        part(format!("price >= {}", range.from.unwrap_or(0)));
        if let Some(to) = range.to {
            part(format!("price <= {to}"));
        }
    }
    if !query.lot_numbers.is_empty() {
        part(format!("number IN {}", list(&query.lot_numbers)));
    }
    if !query.states.is_empty() {
        part(format!("state IN {}", list(&query.states)));
    }
    if let Some(over) = query.is_bidding_over {
        part(format!("over = {over}"));
    }
    if let Some(has_bets) = query.has_bets {
        part(format!("bets = {has_bets}"));
    }
    if !query.catalog_types.is_empty() {
        part(format!("type IN {}", list(&query.catalog_types)));
    }
    if let Some(categories) = &query.category_ids {
        part(format!("category IN {}", list(categories)));
    }
    if let Some(scope) = query.scope {
        part(format!("scope = {}", number_of(scope)));
    }
    (!parts.is_empty()).then(|| parts.join(" AND "))
}

fn list(values: &[impl Display]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("[{}]", values.join(", "))
}

/// A text as a value of a filter.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// As `documents.sql` writes it.
fn number_of(scope: AuctionScope) -> i32 {
    match scope {
        AuctionScope::Past => 0,
        AuctionScope::Future => 1,
        AuctionScope::Current => 2,
        AuctionScope::Galleries => 3,
        AuctionScope::PostAuction => 4,
    }
}

/// The order; none by relevance, which only words have. Lots without a number come last either way.
pub fn order(sorting: Sorting, has_words: bool) -> Option<[&'static str; 2]> {
    Some(match sorting {
        Sorting::Relevant if has_words => return None,
        Sorting::CreatedAsc => ["created:asc", "id:asc"],
        Sorting::CreatedDesc | Sorting::Relevant => ["created:desc", "id:desc"],
        Sorting::NameAsc => ["name:asc", "id:asc"],
        Sorting::NameDesc => ["name:desc", "id:desc"],
        Sorting::StartPriceAsc => ["start:asc", "id:asc"],
        Sorting::StartPriceDesc => ["start:desc", "id:desc"],
        Sorting::LotNumberAsc => ["number:asc", "id:asc"],
        Sorting::LotNumberDesc => ["number:desc", "id:desc"],
        Sorting::PriceAsc => ["price:asc", "id:asc"],
        Sorting::PriceDesc => ["price:desc", "id:desc"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::PriceRange;
    use crate::words::KnownTerm;

    fn word(term: &str, lexeme: &str, sought: Sought) -> Word {
        Word {
            known: KnownTerm::of(term, &[lexeme], sought),
            other: None,
        }
    }

    #[test]
    fn words_are_sought_as_the_listing_knows_them() {
        let dictionary = Dictionary::of_words(&[(&["мертв натур"], &["натюрморт"])]);
        let icon = || word("иконы", "икон", Sought::Word);
        let sail = || word("парус", "парус", Sought::Beginning);
        let aivaz = || word("айвазов", "айваз", Sought::Beginning);
        let wrong = || word("айвозовск", "айвозовск", Sought::Unknown);
        let dead = || word("мертвая", "мертв", Sought::Word);
        let nature = || word("натура", "натур", Sought::Unknown);
        for (words, written) in [
            (vec![], Text::Any),
            (vec![icon()], Text::Words("\"икон\" ".to_owned())),
            (
                vec![sail(), icon()],
                Text::Words("\"икон\" парус".to_owned()),
            ),
            (
                vec![icon(), aivaz()],
                Text::Words("\"икон\" ајваз".to_owned()),
            ),
            (vec![sail(), aivaz()], Text::Unfit),
            (
                vec![icon(), wrong()],
                Text::Words("\"икон\" ајвозовск".to_owned()),
            ),
            (
                vec![wrong(), icon()],
                Text::Words("ајвозовск \"икон\" ".to_owned()),
            ),
            (
                vec![dead(), nature()],
                Text::Words("мертв натур ".to_owned()),
            ),
            (
                vec![word("чайный", "чайн", Sought::Word)],
                Text::Words("\"чајн\" ".to_owned()),
            ),
            (
                vec![word("12", "12", Sought::Word)],
                Text::Words("\"12\" ".to_owned()),
            ),
        ] {
            assert_eq!(text(&words, &dictionary), written, "{words:?}");
        }
    }

    #[test]
    fn filters_combine() {
        let query = LotQuery::default;
        for (query, number, written) in [
            (query(), None, Some("hidden = 0")),
            (query(), Some(7), Some("hidden = 0 AND number = 7")),
            (
                LotQuery {
                    hidden: Hidden::All,
                    ..query()
                },
                None,
                Some("hidden < 2"),
            ),
            (
                LotQuery {
                    hidden: Hidden::All,
                    catalog_id: Some(3),
                    ..query()
                },
                None,
                Some("catalog = 3"),
            ),
            (
                LotQuery {
                    hidden: Hidden::OfHouses(vec![1, 2]),
                    ..query()
                },
                None,
                Some("(hidden = 0 OR hidden = 1 AND house IN [1, 2])"),
            ),
            (
                LotQuery {
                    hidden: Hidden::OfHouses(vec![1]),
                    catalog_id: Some(3),
                    ..query()
                },
                None,
                Some("(hidden = 0 OR house IN [1]) AND catalog = 3"),
            ),
            (
                LotQuery {
                    house_id: Some(2),
                    lot_numbers: vec![1, 2],
                    states: vec![1],
                    is_bidding_over: Some(false),
                    has_bets: Some(true),
                    catalog_types: vec![0, 1],
                    category_ids: Some(vec![]),
                    scope: Some(AuctionScope::Current),
                    house_ids: vec![2, 3],
                    ages: vec![1850],
                    materials: vec!["холст".to_owned(), "\"сталь\"".to_owned()],
                    price: Some(PriceRange {
                        from: None,
                        to: Some(500),
                        currency: 1,
                    }),
                    ..query()
                },
                None,
                Some(
                    "hidden = 0 AND house = 2 AND house IN [2, 3] AND ages IN [1850] AND material IN [\"холст\", \"\\\"сталь\\\"\"] \
                     AND currency = 1 AND price >= 0 AND price <= 500 AND number IN [1, 2] AND state IN [1] AND over = false AND bets = true \
                     AND type IN [0, 1] AND category IN [] AND scope = 2",
                ),
            ),
        ] {
            assert_eq!(filter(&query, number).as_deref(), written);
        }
    }

    #[test]
    fn only_relevance_has_no_order() {
        for sorting in Sorting::ALL {
            assert!(order(sorting, false).is_some());
            assert_eq!(order(sorting, true).is_none(), sorting == Sorting::Relevant);
        }
    }
}
