//! Refused rows and broken files.

use encoding_rs::{IBM866, KOI8_R};

use super::{
    TABLE, counts, declared, import, package, picture, place, refused, semicolons, send,
    spreadsheet, traces, zip,
};
use crate::support::*;

/// The archive, with its nth entry claiming to be encrypted.
fn encrypted(archive: &[u8], nth: usize) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    bytes[place(b"PK\x03\x04", archive, nth) + 6] |= 1;
    bytes[place(b"PK\x01\x02", archive, nth) + 8] |= 1;
    bytes
}

/// The archive, with its second entry at the position of the first.
fn overlapping(archive: &[u8]) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    let at = place(b"PK\x01\x02", archive, 1) + 42;
    bytes[at..at + 4].fill(0);
    bytes
}

#[actix_web::test]
async fn a_refused_row_refuses_the_whole_table() {
    let app = App::new().await;
    let table = "№;Название;Цена;Категория\n\
        1;Лот черновика;100;Живопись\n\
        2;Ваза;дорого;\n\
        3;Чаша;50;Мебель\n\
        4;Ложка;10;\n\
        4;Вилка;20;\n\
        ;Нож;30;\n";
    let before = traces(&app).await;
    let trial = import(&app, 14, "?dryRun=true", table.as_bytes()).await;
    let report = refused(&app, 14, table.as_bytes()).await;
    assert_eq!(trial["refusedRows"], report["refusedRows"]);
    assert_eq!(counts(&report), counts(&trial));
    let rows: Vec<_> = report["refusedRows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let error = &row["errors"][0];
            format!(
                "{} {} {}: {}",
                row["row"],
                row["number"],
                error["column"].as_str().unwrap(),
                error["message"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            "3 \"2\" Цена: Не сумма: «дорого»",
            "4 \"3\" Категория: Нет категории «Мебель»",
            "5 \"4\" №: Номер 4 есть и в строке 6",
            "6 \"4\" №: Номер 4 есть и в строке 5",
            "7 null №: Укажите номер лота",
        ]
    );
    assert_eq!(report["rowsRead"], 6);
    assert_eq!(traces(&app).await, before);
    let report = import(&app, 14, "?skipRefused=true", table.as_bytes()).await;
    assert_eq!(counts(&report), [0, 0, 1, 5]);
    app.end().await;
}

#[actix_web::test]
async fn broken_files_are_refused_and_leave_nothing() {
    let app = App::with(&[("UPLOAD_RATE_PER_MINUTE", "0")]).await;
    let text = semicolons(TABLE);
    let book = spreadsheet(TABLE);
    let archive = zip(&[("лоты.csv", text.as_bytes()), ("1.jpg", &picture(1))]);
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bomb = zip(&[("лоты.csv", text.as_bytes()), ("1.jpg", &vec![0; 8 << 20])]);
    let huge_strings = package(
        "<sst uniqueCount=\"99999999999999\" xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"></sst>",
        "",
    );
    let blown_up = package(
        "<sst/>",
        &format!(
            "<row><c t=\"inlineStr\"><is><t>{}</t></is></c></row>",
            "а".repeat(20 << 20)
        ),
    );
    // A hundred cells share a text of 1 MiB.
    let shared = package(
        &format!(
            "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><si><t>{}</t></si></sst>",
            (0..1 << 18)
                .map(|n| format!("{:04x}", n & 0xffff))
                .collect::<String>()
        ),
        &format!(
            "<row r=\"1\">{}</row>",
            "<c t=\"s\"><v>0</v></c>".repeat(100)
        ),
    );
    let mut flipped = book.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 40].fill(0x55);
    let text_document = zip(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("word/document.xml", b"<w:document/>"),
    ]);
    let two = zip(&[
        ("лоты.csv", text.as_bytes()),
        ("1.jpg", &picture(1)),
        ("1_2.jpg", &picture(2)),
    ]);
    let many: Vec<String> = (0..=20_000).map(|n| format!("{n}.jpg")).collect();
    let many: Vec<(&str, &[u8])> = many
        .iter()
        .map(|name| (name.as_str(), b"".as_slice()))
        .collect();
    let before = traces(&app).await;
    let unreadable: Vec<(&str, Vec<u8>, u16, &str)> = vec![
        ("nothing", Vec::new(), 422, "Нет прикрепленного файла"),
        ("spaces", b" \n \n".to_vec(), 422, "Таблица пуста"),
        (
            "headings alone",
            semicolons(&TABLE[..1]).into_bytes(),
            422,
            "нет строк с лотами",
        ),
        (
            "no price",
            "№;Название\n1;Ваза".into(),
            422,
            "не хватает столбцов: «Стартовая цена»",
        ),
        (
            "no number",
            "Название;Цена\nВаза;1".into(),
            422,
            "«Номер лота»",
        ),
        (
            "another currency",
            "№;Название;Цена, EUR\n1;Ваза;5".into(),
            422,
            "не в валюте аукциона (RUB)",
        ),
        (
            "KOI8-R",
            KOI8_R.encode(&text).0.into_owned(),
            422,
            "Кодировка",
        ),
        (
            "CP866",
            IBM866.encode(&text).0.into_owned(),
            422,
            "Кодировка",
        ),
        ("UTF-16", wide, 422, "Кодировка"),
        (
            "noise",
            (0..=255).cycle().take(5000).collect(),
            422,
            "Кодировка",
        ),
        ("a PDF", b"%PDF-1.7 ...".to_vec(), 415, ""),
        ("a picture", picture(1), 415, ""),
        (
            "XLS",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1........".to_vec(),
            415,
            "",
        ),
        ("RAR", b"Rar!\x1a\x07\x01\x00........".to_vec(), 415, ""),
        (
            "a torn spreadsheet",
            book[..book.len() - 30].to_vec(),
            422,
            "повреждён",
        ),
        ("a spreadsheet with a hole", flipped, 422, "повреждён"),
        ("a spreadsheet of promises", huge_strings, 413, ""),
        ("a spreadsheet blown up", blown_up.clone(), 413, ""),
        (
            "a text that all cells share",
            shared,
            413,
            "В таблице больше 64 МиБ текста",
        ),
        (
            "an empty spreadsheet",
            spreadsheet(&[]),
            422,
            "Таблица пуста",
        ),
        (
            "a torn archive",
            archive[..archive.len() - 10].to_vec(),
            422,
            "Архив повреждён",
        ),
        ("an empty archive", zip(&[]), 422, "Архив пуст"),
        (
            "pictures alone",
            zip(&[("1.jpg", &picture(1))]),
            422,
            "нет таблицы",
        ),
        (
            "two tables",
            zip(&[("a.csv", text.as_bytes()), ("b.xlsx", &book)]),
            422,
            "одна таблица",
        ),
        (
            "an archive in an archive",
            zip(&[("a.csv", text.as_bytes()), ("b.zip", &archive)]),
            422,
            "Вложенные архивы",
        ),
        (
            "an archive of XLS",
            zip(&[("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")]),
            415,
            "",
        ),
        (
            "an archive of RAR",
            zip(&[("a.rar", b"Rar!\x1a\x07\x01\x00")]),
            415,
            "",
        ),
        (
            "an archive with an empty table",
            zip(&[("a.csv", b"")]),
            422,
            "Файл пуст",
        ),
        (
            "an archive with a wrong encoding",
            zip(&[("a.csv", &KOI8_R.encode(&text).0)]),
            422,
            "Кодировка",
        ),
        (
            "a text that calls itself XLSX",
            zip(&[("a.xlsx", text.as_bytes())]),
            422,
            "«a.xlsx» в архиве не читается как XLSX",
        ),
        ("a document", text_document.clone(), 422, "повреждён"),
        (
            "a document in an archive",
            zip(&[("a.xlsx", &text_document)]),
            422,
            "повреждён",
        ),
        (
            "a table behind a password",
            encrypted(&two, 0),
            422,
            "защищён паролем",
        ),
        (
            "a picture behind a password",
            encrypted(&two, 1),
            422,
            "защищён паролем",
        ),
        (
            "a spreadsheet behind a password",
            encrypted(&book, 3),
            422,
            "защищён паролем",
        ),
        ("a bomb", bomb, 413, "слишком велико"),
        (
            "a bomb in a spreadsheet in an archive",
            zip(&[("a.xlsx", &blown_up)]),
            413,
            "слишком велико",
        ),
        (
            "a bomb of entries that are one",
            overlapping(&two),
            422,
            "накладываются",
        ),
        ("a bomb of entries", zip(&many), 413, "больше 20000 файлов"),
        (
            "a table larger than it says",
            declared(&two, 0, 10),
            422,
            "Архив повреждён",
        ),
        (
            "a table that says it is huge",
            declared(&two, 0, 300 << 20),
            413,
            "",
        ),
        (
            "a picture that says it is huge",
            declared(&two, 1, 3 << 30),
            413,
            "слишком велико",
        ),
    ];
    for (what, file, status, says) in unreadable {
        for query in ["", "?dryRun=true"] {
            let path = format!("/api/catalog/14/import{query}");
            let reply = send(&app, MANAGER, &path, &file).await;
            assert_eq!(reply.problem().0, status, "{what}: {}", reply.text());
            let problem = reply.json();
            let detail = match status {
                422 => problem["errors"]["file"][0].as_str().unwrap(),
                _ => problem["detail"].as_str().unwrap(),
            };
            assert!(detail.contains(says), "{what}: {detail}");
        }
    }
    assert_eq!(traces(&app).await, before);
    // The next import gets its turn.
    assert_eq!(
        counts(&import(&app, 14, "", archive.as_slice()).await),
        [1, 1, 0, 0]
    );
    app.end().await;
}
