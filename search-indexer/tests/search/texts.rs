//! Results for typed text: word forms, beginnings, typos, numbers.

use search_indexer::{Paging, PgSearch, Search as _};

use crate::support::{Site, text};

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
        // The beginning of a word.
        ("парус", &[1101]),
        ("айвазов", &[1101]),
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
        // Materials and the category are searched too, and every word must match.
        ("масло холст", &[1201, 1101]),
        ("пейзаж масло", &[1101]),
        ("пейзаж самовар", &[]),
        ("репин", &[]),
        // The words of a description, even joined by a hyphen, but not its markup.
        ("рамы", &[1112]),
        ("1930", &[1112]),
        ("1920-1930", &[1112]),
        ("large", &[]),
        ("nbsp", &[]),
        // A stop word matches every lot, nonsense none.
        ("ёлка в лесу", &[1112]),
        ("вжщцфыр", &[]),
        // A number is a lot number first, and can be a word.
        ("12", &[1112, 1301]),
        ("№ 12", &[1112]),
        ("лот 2", &[1102]),
        // Typed with the English keyboard layout: a known word, a beginning, a misspelt one, a number.
        ("fqdfpjdcrbq", &[1101]),
        ("gtqpf;", &[1301, 1101]),
        ("bdfy fqdfp", &[1101]),
        ("yfn.hvjhn", &[1201]),
        ("kjn 2", &[1102]),
        // Query syntax has no effect.
        ("' | !:* &", &[1501, 1301, 1201, 1112, 1102, 1101]),
    ];
    for (query, expected) in table {
        let mut found = site.find(text(query)).await;
        let mut expected = expected.to_vec();
        if *query != "12" {
            found.sort_unstable();
            expected.sort_unstable();
        }
        assert_eq!(found, expected, "{query}");
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
    for (query, expected) in table {
        let mut found = site.find(text(query)).await;
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{query}");
    }
    // One way only: the word that is found does not find those typed for it.
    site.execute(
        "insert into search_synonym (words, finds, changed) values (array['самовар'], array['портрет'], now())",
    )
    .await;
    assert_eq!(site.find(text("портрет")).await, [1501]);
    assert_eq!(site.find(text("самовар")).await.len(), 2);
}

#[tokio::test]
async fn a_change_of_synonyms_is_used_by_the_next_search() {
    let site = Site::create().await;
    let search = PgSearch::new(site.pool().clone());
    let found = async || -> Vec<i64> {
        let paging = Paging { page: 1, size: 20 };
        search.find(&text("образ"), paging).await.unwrap().ids
    };
    assert!(found().await.is_empty());
    site.execute(
        "insert into search_synonym (words, finds, changed) values (array['образ', 'икона'], '{}', now())",
    )
    .await;
    // The former synonyms stay in memory until then.
    assert!(found().await.is_empty());
    search.synonyms_changed();
    assert_eq!(found().await, [1102]);
}
