//! Importing tables of lots, with pictures.

mod again;
mod edits;
mod formats;
mod pictures;
mod refusals;
mod runs;
mod sales;
mod turns;

use std::io::{Cursor, Write as _};

use futures_util::StreamExt as _;
use image::{ImageFormat, Rgb, RgbImage};
use object_store::ObjectStore as _;
use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::*;

async fn send(app: &App, who: Who, path: &str, file: &[u8]) -> Reply {
    app.upload(who, path, &[file]).await
}

/// The lines of an answer, with the last one apart.
#[track_caller]
fn lines(reply: &Reply) -> (Vec<Value>, Value) {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.headers["content-type"], "application/x-ndjson");
    let mut lines: Vec<Value> = reply
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let end = lines.pop().unwrap();
    (lines, end)
}

/// Imports into a catalog, and gives the report.
async fn import(app: &App, catalog: i64, query: &str, file: &[u8]) -> Value {
    let path = format!("/api/catalog/{catalog}/import{query}");
    let reply = send(app, MANAGER, &path, file).await;
    let (_, end) = lines(&reply);
    assert_eq!(end["problem"], Value::Null, "{end:#}");
    end["result"].clone()
}

/// new, changed, unchanged, refused.
#[track_caller]
fn counts(report: &Value) -> [u64; 4] {
    ["new", "changed", "unchanged", "refused"].map(|name| report[name].as_u64().unwrap())
}

fn semicolons(rows: &[&[&str]]) -> String {
    let lines: Vec<String> = rows.iter().map(|row| row.join(";")).collect();
    lines.join("\r\n")
}

const TABLE: &[&[&str]] = &[
    &[
        "№",
        "Название",
        "Описание",
        "Стартовая цена",
        "Примечания",
        "Категория",
    ],
    &[
        "1",
        "Морской вид",
        "Холст, масло. 45х60 см. XIX век",
        "1 500",
        "Реставрация",
        "Пейзаж",
    ],
    &[
        "2",
        "",
        "Репин И.Е. (1844–1930) «Бурлаки». 1870 г. Бумага, карандаш. 20х30 см",
        "2000",
        "",
        "",
    ],
];

/// A catalog's lots as stored, in order.
async fn stored(app: &App, catalog: i64) -> Vec<Value> {
    let lots: Vec<(Value,)> = sqlx::query_as(
        "select jsonb_build_object('number', catalog_lot_id, 'title', title_ru, 'start', start_price, 'size', size,
            'period', period, 'notes', notes, 'reserve', reserve_price, 'category', category_id, 'description', description_ru,
            'authors', array(select a.name from lot_author x join author a on a.id = x.author_id where x.lot_id = lot.id
                order by x.position),
            'pictures', array(select p.import_name from lot_image i join picture p on p.id = i.picture_id
                where i.lot_id = lot.id order by i.position))
         from lot where catalog_id = $1 and deleted is null order by catalog_lot_id",
    )
    .bind(catalog)
    .fetch_all(&app.pool)
    .await
    .unwrap();
    lots.into_iter().map(|(lot,)| lot).collect()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A cell of a spreadsheet: its type (`s` shared, `inline`, `n`, `d` a date, `e` an error, `f` a formula) and its value.
type SheetCell<'a> = (&'a str, &'a str);

fn xlsx(rows: &[Vec<SheetCell<'_>>]) -> Vec<u8> {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let (mut strings, mut sheet) = (Vec::new(), String::new());
    for (row, cells) in rows.iter().enumerate() {
        sheet += &format!("<row r=\"{}\">", row + 1);
        for (column, (kind, value)) in cells.iter().enumerate() {
            let at = format!("{}{}", (b'A' + column as u8) as char, row + 1);
            sheet += &match *kind {
                "s" => {
                    strings.push(escape(value));
                    format!("<c r=\"{at}\" t=\"s\"><v>{}</v></c>", strings.len() - 1)
                }
                "inline" => format!(
                    "<c r=\"{at}\" t=\"inlineStr\"><is><t>{}</t></is></c>",
                    escape(value)
                ),
                "d" => format!("<c r=\"{at}\" s=\"1\"><v>{value}</v></c>"),
                "e" => format!("<c r=\"{at}\" t=\"e\"><v>{value}</v></c>"),
                "f" => format!("<c r=\"{at}\"><f>500*3</f><v>{value}</v></c>"),
                _ => format!("<c r=\"{at}\"><v>{value}</v></c>"),
            };
        }
        sheet += "</row>";
    }
    let strings: String = strings
        .iter()
        .map(|text| format!("<si><t>{text}</t></si>"))
        .collect();
    package(
        &format!(
            "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">{strings}</sst>"
        ),
        &sheet,
    )
}

fn package(strings: &str, sheet: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let packages = "http://schemas.openxmlformats.org/package/2006";
    zip(&[
        (
            "[Content_Types].xml",
            format!("<Types xmlns=\"{packages}/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>").as_bytes(),
        ),
        (
            "_rels/.rels",
            format!("<Relationships xmlns=\"{packages}/relationships\"><Relationship Id=\"r1\" Type=\"{relations}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>").as_bytes(),
        ),
        (
            "xl/workbook.xml",
            format!("<workbook xmlns=\"{main}\" xmlns:r=\"{relations}\"><sheets><sheet name=\"Лоты\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>").as_bytes(),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "<Relationships xmlns=\"{packages}/relationships\"><Relationship Id=\"r1\" Type=\"{relations}/worksheet\" Target=\"worksheets/sheet1.xml\"/>\
                 <Relationship Id=\"r2\" Type=\"{relations}/sharedStrings\" Target=\"sharedStrings.xml\"/>\
                 <Relationship Id=\"r3\" Type=\"{relations}/styles\" Target=\"styles.xml\"/></Relationships>"
            )
            .as_bytes(),
        ),
        ("xl/sharedStrings.xml", strings.as_bytes()),
        (
            "xl/styles.xml",
            format!("<styleSheet xmlns=\"{main}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>").as_bytes(),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{main}\"><sheetData>{sheet}</sheetData></worksheet>").as_bytes(),
        ),
    ])
}

fn spreadsheet(rows: &[&[&str]]) -> Vec<u8> {
    let rows: Vec<Vec<SheetCell<'_>>> = rows
        .iter()
        .map(|row| row.iter().map(|text| ("s", *text)).collect())
        .collect();
    xlsx(&rows)
}

fn picture(seed: u8) -> Vec<u8> {
    let image = RgbImage::from_fn(40, 30, |x, y| Rgb([(x * 6) as u8, (y * 8) as u8, seed]));
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Jpeg)
        .unwrap();
    bytes
}

/// Imports into a catalog that refuses it, and gives the report.
async fn refused(app: &App, catalog: i64, file: &[u8]) -> Value {
    let path = format!("/api/catalog/{catalog}/import");
    let reply = send(app, MANAGER, &path, file).await;
    let (_, end) = lines(&reply);
    assert_eq!(end["problem"]["title"], "import_refused", "{end:#}");
    assert_eq!(end["problem"]["status"], 422);
    assert_eq!(end["result"]["applied"], false);
    end["result"].clone()
}

/// Counts everything that an import could leave behind; picture files come last.
async fn traces(app: &App) -> Vec<i64> {
    let mut counts: Vec<i64> = sqlx::query_scalar(
        "select count(*) from lot union all select count(*) from picture union all select count(*) from staged_picture
         union all select count(*) from lot_image union all select count(*) from room_command
         union all select count(*) from catalog where is_imported union all select count(*) from journal_record
         union all select count(*) from author union all select count(*) from outbox",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    counts.push(app.store.list(None).count().await as i64);
    counts
}

/// The nth position of these bytes.
fn place(of: &[u8], bytes: &[u8], nth: usize) -> usize {
    let mut places = bytes
        .windows(of.len())
        .enumerate()
        .filter(|(_, found)| *found == of);
    places.nth(nth).unwrap().0
}

/// The archive, with its nth entry claiming to unpack to so many bytes.
fn declared(archive: &[u8], nth: usize, size: u32) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    let at = place(b"PK\x01\x02", archive, nth) + 24;
    bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
    bytes
}
