//! Results for typed text: word forms, beginnings, typos, numbers.

use std::time::Duration;

use search_indexer::{Paging, SearchError};

use crate::support::{Backend, Site, text};

/// A text and the lots it finds, in any order.
type Case = (&'static str, &'static [i64]);

/// Texts that Meilisearch leaves to PostgreSQL, and why.
const LEFT: &[(&str, &str)] = &[
    ("айваз парус", "it knows one beginning of a word"),
    ("айвозавзкий", "it forgives two typos at most"),
    ("пзйзж", "it finds nothing near it"),
    ("репин", "it finds nothing near it"),
    ("large", "it finds nothing near it"),
    ("nbsp", "it finds nothing near it"),
    ("вжщцфыр", "it finds nothing near it"),
    (
        "образ масло",
        "no lot has the first word, only its synonyms",
    ),
    ("натура мертвая", "no lot has the words"),
];

/// Runs a table against a backend and names all that it finds wrongly, or leaves to PostgreSQL without need.
async fn check(backend: &Backend, table: &[Case]) {
    let mut wrong = Vec::new();
    for (query, expected) in table {
        let paging = Paging { page: 1, size: 20 };
        let is_left = match backend.search.find(&text(query), paging).await {
            Ok(_) => false,
            Err(SearchError::Unfit) => true,
            Err(error) => panic!("{query}, {}: {error}", backend.name),
        };
        let may_be_left = LEFT.iter().any(|(left, _)| left == query);
        if is_left != (may_be_left && backend.is_meilisearch()) {
            wrong.push(format!("{query}: left to PostgreSQL: {is_left}"));
        }
        let found = sorted(&backend.find(&text(query)).await);
        if found != sorted(expected) {
            wrong.push(format!("{query}: {found:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", backend.name);
}

fn sorted(ids: &[i64]) -> Vec<i64> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn texts_find_lots_in_any_form() {
    let site = Site::create().await;
    let table: &[(&str, &[i64])] = &[
        // Endings.
        ("пейзажи", &[1301, 1101]),
        ("морского пейзажа", &[1101]),
        ("иконы", &[1102]),
        // «Ё» equals «е», upper case equals lower case.
        ("елка", &[1112]),
        ("ЁЛКИ", &[1112]),
        // The author, in another grammatical case and with a first name.
        ("Айвазовского", &[1101]),
        ("иван айвазовский", &[1101]),
        ("Айвазовский Иван", &[1101]),
        // The beginning of a word.
        ("парус", &[1101]),
        ("айвазов", &[1101]),
        ("айваз парус", &[1101]),
        // Typos.
        ("айвозовский", &[1101]),
        ("натюрмотр", &[1201]),
        ("икнона", &[1102]),
        ("игона", &[1102]),
        ("портет", &[1501]),
        ("пейжаз", &[1301, 1101]),
        ("айвозовск", &[1101]),
        ("айвазовскяи", &[1101]),
        ("пзйзж", &[]),
        ("пезаж", &[1301, 1101]),
        ("морскй пейзаш", &[1101]),
        ("айвозавзкий", &[1101]),
        // Materials and the category are searched too, and every word must match.
        ("масло холст", &[1201, 1101]),
        ("пейзаж масло", &[1101]),
        ("пейзаж самовар", &[]),
        // Parent categories match too.
        ("живопись маслом", &[1201, 1112, 1101]),
        ("живопись этюды", &[1301]),
        ("репин", &[]),
        // The words of a description, even joined by a hyphen, but not its markup.
        ("рамы", &[1112]),
        ("1930", &[1112]),
        ("1931", &[]),
        ("1920-1930", &[1112]),
        ("large", &[]),
        ("nbsp", &[]),
        // A stop word matches every lot, nonsense none.
        ("ёлка в лесу", &[1112]),
        ("вжщцфыр", &[]),
        // Nothing but stop words: the last may be the beginning of a word, unless it is one letter.
        ("на", &[1201]),
        ("и на", &[1201]),
        ("с и", &[1501, 1301, 1201, 1112, 1102, 1101]),
        // A number is a lot number first, and can be a word.
        ("12", &[1112, 1301]),
        ("№ 12", &[1112]),
        ("лот 2", &[1102]),
        // Typed with the English keyboard layout: a known word, a beginning, a misspelt one, a number.
        ("fqdfpjdcrbq", &[1101]),
        // «На», with the English layout.
        ("yf", &[1201]),
        ("gtqpf;", &[1301, 1101]),
        ("bdfy fqdfp", &[1101]),
        ("yfn.hvjhn", &[1201]),
        ("kjn 2", &[1102]),
        // Query syntax has no effect.
        ("' | !:* &", &[1501, 1301, 1201, 1112, 1102, 1101]),
    ];
    for backend in site.backends().await {
        check(&backend, table).await;
        // The lot of this number first.
        let found = backend.find(&text("12")).await;
        assert_eq!(found, [1112, 1301], "{}", backend.name);
    }
}

#[tokio::test]
async fn synonyms_find_what_was_not_typed() {
    let site = Site::create().await;
    site.execute(
        "insert into search_synonym (words, finds, changed) values
            (array['образ', 'икона', 'оклад'], '{}', now()),
            (array['мёртвая натура', 'бодегон'], array['натюрморт'], now()),
            (array['марина'], array['морской пейзаж'], now()),
            (array['и'], array['портрет'], now())",
    )
    .await;
    let table: &[(&str, &[i64])] = &[
        // Words that no lot has, in any form.
        ("образ", &[1102]),
        ("образы", &[1102]),
        ("оклады", &[1102]),
        // They find each other, and themselves.
        ("икона", &[1102]),
        // All words must still match.
        ("образ темпера", &[1102]),
        ("образ масло", &[]),
        // A phrase is several words, in this order, among others.
        ("мертвая натура", &[1201]),
        ("холст мертвая натура масло", &[1201]),
        ("натура мертвая", &[]),
        ("бодегон", &[1201]),
        // What is found may be a phrase.
        ("марина", &[1101]),
        ("марина иван", &[1101]),
        // A misspelt known word is corrected first.
        ("игона", &[1102]),
        // A stop word finds nothing of its own.
        ("и", &[1501, 1301, 1201, 1112, 1102, 1101]),
    ];
    for backend in site.backends().await {
        check(&backend, table).await;
    }
    // One way only: the word that is found does not find those typed for it.
    site.execute(
        "insert into search_synonym (words, finds, changed) values (array['самовар'], array['портрет'], now())",
    )
    .await;
    for backend in site.backends().await {
        let found = async |word| backend.find(&text(word)).await.len();
        let lots = (found("портрет").await, found("самовар").await);
        assert_eq!(lots, (1, 2), "{}", backend.name);
    }
}

#[tokio::test]
async fn a_change_of_synonyms_is_used_by_the_next_search() {
    let site = Site::create().await;
    let backends = site.backends().await;
    for backend in &backends {
        assert!(
            backend.find(&text("образ")).await.is_empty(),
            "{}",
            backend.name
        );
    }
    site.execute(
        "insert into search_synonym (words, finds, changed) values (array['образ', 'икона'], '{}', now())",
    )
    .await;
    for backend in &backends {
        // The former synonyms stay in memory until then.
        assert!(
            backend.find(&text("образ")).await.is_empty(),
            "{}",
            backend.name
        );
        backend.search.synonyms_changed();
        if let Some(feeder) = backend.feeder() {
            // The feeder writes them into the index.
            let feeding = tokio::spawn(feeder.run());
            let found = async {
                while backend.find(&text("образ")).await.is_empty() {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(Duration::from_secs(20), found)
                .await
                .unwrap();
            feeding.abort();
        }
        assert_eq!(
            backend.find(&text("образ")).await,
            [1102],
            "{}",
            backend.name
        );
    }
}
