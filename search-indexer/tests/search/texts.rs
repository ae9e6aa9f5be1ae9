//! Results for typed text: word forms, beginnings, typos, numbers.

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
