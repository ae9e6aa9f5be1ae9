//! Formats, encodings and cells.

use encoding_rs::WINDOWS_1251;
use serde_json::json;

use super::{TABLE, counts, import, semicolons, spreadsheet, stored, xlsx, zip};
use crate::support::*;

#[actix_web::test]
async fn every_format_and_encoding_imports_the_same() {
    let app = App::new().await;
    let text = semicolons(TABLE);
    let turned: Vec<Vec<&str>> = TABLE
        .iter()
        .map(|row| row.iter().rev().copied().collect())
        .collect();
    let turned: Vec<&[&str]> = turned.iter().map(Vec::as_slice).collect();
    let english = text
        .replace("Название", "Title")
        .replace("Описание", "Description")
        .replace("Стартовая цена", "Start price, RUB")
        .replace("Примечания", "Notes")
        .replace("Категория", "Category")
        .replace('№', "Lot #");
    let commas = |text: &str| {
        let cells: Vec<String> = text
            .split("\r\n")
            .map(|line| {
                line.split(';')
                    .map(|cell| format!("\"{cell}\""))
                    .collect::<Vec<_>>()
                    .join(",")
            })
            .collect();
        cells.join("\n")
    };
    let mut first = Vec::new();
    for (file, format, encoding) in [
        (text.clone().into_bytes(), "csv", Some("UTF-8")),
        (
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            "csv",
            Some("UTF-8"),
        ),
        (
            WINDOWS_1251.encode(&text).0.into_owned(),
            "csv",
            Some("windows-1251"),
        ),
        (commas(&text).into_bytes(), "csv", Some("UTF-8")),
        (commas(&english).into_bytes(), "csv", Some("UTF-8")),
        (semicolons(&turned).into_bytes(), "csv", Some("UTF-8")),
        (spreadsheet(TABLE), "xlsx", None),
        (
            zip(&[("папка/лоты.csv", text.as_bytes()), ("Thumbs.db", b"x")]),
            "zip",
            Some("UTF-8"),
        ),
        (zip(&[("лоты.xlsx", &spreadsheet(TABLE))]), "zip", None),
    ] {
        let catalog = app.draft().await;
        let trial = import(&app, catalog, "?dryRun=true", &file).await;
        assert_eq!(
            counts(&trial),
            [2, 0, 0, 0],
            "{format} {encoding:?} {trial:#}"
        );
        assert_eq!(
            (trial["format"].as_str(), trial["encoding"].as_str()),
            (Some(format), encoding)
        );
        assert_eq!(
            (&trial["dryRun"], &trial["applied"]),
            (&json!(true), &json!(false))
        );
        assert!(stored(&app, catalog).await.is_empty());
        let report = import(&app, catalog, "", &file).await;
        assert_eq!(counts(&report), [2, 0, 0, 0]);
        assert_eq!(
            (&report["dryRun"], &report["applied"]),
            (&json!(false), &json!(true))
        );
        let lots = stored(&app, catalog).await;
        if first.is_empty() {
            first.clone_from(&lots);
        }
        assert_eq!(lots, first, "{format} {encoding:?}");
    }
    assert_eq!(first[0]["title"], "Морской вид");
    assert_eq!(
        (&first[0]["size"], &first[0]["period"]),
        (&json!("45×60 см"), &json!("XIX век"))
    );
    assert_eq!(
        (&first[0]["notes"], &first[0]["category"]),
        (&json!("Реставрация"), &json!(1901))
    );
    assert_eq!(
        (&first[1]["title"], &first[1]["authors"]),
        (&json!("Бурлаки"), &json!(["Репин И.Е."]))
    );
    assert_eq!(
        (&first[1]["size"], &first[1]["period"]),
        (&json!("20×30 см"), &json!("1870 г."))
    );
    assert_eq!(first[1]["start"], 2000);
    app.end().await;
}

#[actix_web::test]
async fn formulas_dates_and_errors_of_a_spreadsheet_are_read() {
    let app = App::new().await;
    let catalog = app.draft().await;
    let headings = ["№", "Название", "Цена", "Период", "Вес"];
    let file = xlsx(&[
        headings
            .iter()
            .map(|heading| ("inline", *heading))
            .collect(),
        vec![
            ("n", "1"),
            ("s", "Ваза & чаша"),
            ("f", "1500"),
            ("d", "4709"),
            ("n", "1.5"),
        ],
        vec![("n", "2"), ("s", "Ложка"), ("e", "#N/A")],
        vec![("n", "3"), ("s", "Вилка"), ("d", "46000")],
        vec![("d", "4"), ("s", "Нож"), ("n", "10")],
        vec![("n", "5.5"), ("s", "Нож"), ("n", "10")],
        vec![("n", "6"), ("s", "Нож"), ("n", "10.25")],
    ]);
    let report = import(&app, catalog, "?skipRefused=true", &file).await;
    assert_eq!(
        (report["sheet"].as_str(), counts(&report)),
        (Some("Лоты"), [1, 0, 0, 5])
    );
    let reasons: Vec<_> = report["refusedRows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            format!(
                "{} {}",
                row["row"],
                row["errors"][0]["message"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "3 Ошибка в ячейке: #N/A",
            "4 Вместо суммы дата: 09.12.2025",
            "5 Вместо номера дата: 04.01.1900",
            "6 Номер лота — целое число больше нуля",
            "7 Сумма должна быть целой",
        ]
    );
    let lots = stored(&app, catalog).await;
    assert_eq!(
        (&lots[0]["title"], &lots[0]["start"]),
        (&json!("Ваза & чаша"), &json!(1500))
    );
    assert_eq!(lots[0]["period"], "21.11.1912");
    app.end().await;
}

#[actix_web::test]
async fn the_demonstration_table_can_be_imported() {
    let app = App::new().await;
    app
        .sql("insert into category (id, code, name) values (1867, '11', 'Графика'), (1875, '13', 'Скульптура'),
              (1868, '12', 'Керамика'), (1869, '16', 'Серебро и металл')")
        .await;
    let catalog = app.draft().await;
    let sample = include_bytes!("../../../../ops/demo/import.csv");
    let report = import(&app, catalog, "", sample).await;
    assert_eq!(counts(&report), [10, 0, 0, 0], "{report:#}");
    assert_eq!(report["unknownColumns"], json!([]));
    let lots = stored(&app, catalog).await;
    assert_eq!(lots[1]["title"], "Мартовский снег");
    assert_eq!(lots[1]["authors"], json!(["Берёзов П.Н."]));
    assert_eq!(lots[4]["size"], "Высота 32 см");
    app.end().await;
}
