//! The readers survive any upload: they neither panic nor take long.

use domain::Currency;
use proptest::prelude::*;
use sheets::bytes;
use sheets::sheet::{Categories, Edits, Terms};

fn terms() -> Terms {
    Terms {
        currency: Currency::Rub,
        on_request: false,
        categories: Categories::default(),
        edits: Edits::default(),
    }
}

/// Beginnings that pass a reader's first check.
fn beginning() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        Just(Vec::new()),
        Just(b"PK\x03\x04".to_vec()),
        Just(b"PK\x05\x06".to_vec()),
        Just("Номер;Название;Описание;Старт\n1;".as_bytes().to_vec()),
        Just("\u{feff}номер,название,старт\n\"".as_bytes().to_vec()),
    ]
}

fn input() -> impl Strategy<Value = Vec<u8>> {
    (beginning(), prop::collection::vec(any::<u8>(), 0..400)).prop_map(|(mut bytes, rest)| {
        bytes.extend(rest);
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_reader_survives_any_bytes(input in input()) {
        let terms = terms();
        if let Ok(opened) = bytes::upload(&input, &terms) {
            let table = opened.table;
            prop_assert!(table.drafts.len() + table.faults.len() <= table.rows);
        }
        let _ = bytes::csv(&input, &terms);
        prop_assert!(bytes::xlsx(&input, &terms).is_err());
        let _ = bytes::archive(&input);
    }

    #[test]
    fn a_parsed_title_is_never_blank(text in "[а-яА-Я0-9 .,«»()xх×/-]{0,300}") {
        let parsed = bytes::description(text.as_bytes()).expect("the text is UTF-8");
        prop_assert!(parsed.title.is_none_or(|title| !title.trim().is_empty()));
    }
}

#[test]
fn a_table_is_read_from_bytes() {
    let table = "Номер;Название;Стартовая цена\n1;Ваза;1000\n2;Чаша;\n";
    let table = bytes::csv(table.as_bytes(), &terms()).unwrap();
    assert_eq!(
        (table.rows, table.drafts.len(), table.faults.len()),
        (2, 1, 1)
    );
    assert!(bytes::description(&[0xff]).is_err());
}
