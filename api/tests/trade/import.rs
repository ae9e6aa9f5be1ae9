//! Importing tables of lots, with pictures, over real HTTP.

use std::io::{Cursor, Write as _};

use encoding_rs::{IBM866, KOI8_R, WINDOWS_1251};
use futures_util::StreamExt as _;
use image::{ImageFormat, Rgb, RgbImage};
use object_store::ObjectStore as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::world::*;

const BOUNDARY: &str = "limit";

fn form(file: &[u8]) -> Vec<u8> {
    let mut body = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    body
}

async fn send(world: &World, who: Who, path: &str, file: &[u8]) -> Reply {
    world.upload(who, path, &[file]).await
}

/// The lines of an answer, the last one apart.
#[track_caller]
fn lines(reply: &Reply) -> (Vec<Value>, Value) {
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.headers["content-type"], "application/x-ndjson");
    let mut lines: Vec<Value> = reply
        .text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let end = lines.pop().unwrap();
    (lines, end)
}

/// Imports into a catalog; the report of what went well.
async fn import(world: &World, catalog: i64, query: &str, file: &[u8]) -> Value {
    let path = format!("/api/catalog/{catalog}/import{query}");
    let reply = send(world, MANAGER, &path, file).await;
    let (_, end) = lines(&reply);
    assert_eq!(end["problem"], Value::Null, "{end:#}");
    end["result"].clone()
}

/// The report of an import that was refused.
async fn refused(world: &World, catalog: i64, file: &[u8]) -> Value {
    let path = format!("/api/catalog/{catalog}/import");
    let reply = send(world, MANAGER, &path, file).await;
    let (_, end) = lines(&reply);
    assert_eq!(end["problem"]["title"], "import_refused", "{end:#}");
    assert_eq!(end["problem"]["status"], 422);
    assert_eq!(end["result"]["applied"], false);
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

/// What is stored of a catalog's lots, in order.
async fn stored(world: &World, catalog: i64) -> Vec<Value> {
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
    .fetch_all(&world.pool)
    .await
    .unwrap();
    lots.into_iter().map(|(lot,)| lot).collect()
}

/// Everything that an import could leave behind, files of pictures at last.
async fn traces(world: &World) -> Vec<i64> {
    let mut counts: Vec<i64> = sqlx::query_scalar(
        "select count(*) from lot union all select count(*) from picture union all select count(*) from staged_picture
         union all select count(*) from lot_image union all select count(*) from room_command
         union all select count(*) from catalog where is_imported union all select count(*) from journal_record
         union all select count(*) from author union all select count(*) from outbox",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    counts.push(world.store.list(None).count().await as i64);
    counts
}

// ---- files

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Where the nth place of these bytes is.
fn place(of: &[u8], bytes: &[u8], nth: usize) -> usize {
    let mut places = bytes
        .windows(of.len())
        .enumerate()
        .filter(|(_, found)| *found == of);
    places.nth(nth).unwrap().0
}

/// The archive with its nth entry encrypted, as far as it says.
fn encrypted(archive: &[u8], nth: usize) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    bytes[place(b"PK\x03\x04", archive, nth) + 6] |= 1;
    bytes[place(b"PK\x01\x02", archive, nth) + 8] |= 1;
    bytes
}

/// The archive whose nth entry is said to unpack to so many bytes.
fn declared(archive: &[u8], nth: usize, size: u32) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    let at = place(b"PK\x01\x02", archive, nth) + 24;
    bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
    bytes
}

/// The archive whose second entry lies where the first does.
fn overlapping(archive: &[u8]) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    let at = place(b"PK\x01\x02", archive, 1) + 42;
    bytes[at..at + 4].fill(0);
    bytes
}

/// A picture that says it is 20 000 pixels wide and high.
fn vast() -> Vec<u8> {
    let mut bytes = picture(1);
    let at = place(b"\xff\xc0", &bytes, 0) + 5;
    for side in bytes[at..at + 4].chunks_mut(2) {
        side.copy_from_slice(&20_000_u16.to_be_bytes());
    }
    bytes
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

// ---- tests

#[actix_web::test]
async fn every_format_and_encoding_says_the_same() {
    let world = World::new().await;
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
        let catalog = world.draft().await;
        let trial = import(&world, catalog, "?dryRun=true", &file).await;
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
        assert!(stored(&world, catalog).await.is_empty());
        let report = import(&world, catalog, "", &file).await;
        assert_eq!(counts(&report), [2, 0, 0, 0]);
        assert_eq!(
            (&report["dryRun"], &report["applied"]),
            (&json!(false), &json!(true))
        );
        let lots = stored(&world, catalog).await;
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
    world.end().await;
}

#[actix_web::test]
async fn importing_again_changes_what_changed() {
    let world = World::new().await;
    let text = semicolons(TABLE);
    let first = import(&world, 14, "?skipRefused=true", text.as_bytes()).await;
    // Lot 1 was there before, with another title.
    assert_eq!(counts(&first), [1, 1, 0, 0]);
    let again = import(&world, 14, "", text.as_bytes()).await;
    assert_eq!(
        (counts(&again), &again["changedRows"]),
        ([0, 0, 2, 0], &json!([]))
    );

    let other = text
        .replace("2000", "2500")
        .replace("20х30", "25х30")
        .replace("Реставрация", "");
    let trial = import(&world, 14, "?dryRun=true", other.as_bytes()).await;
    let report = import(&world, 14, "", other.as_bytes()).await;
    for report in [&trial, &report] {
        assert_eq!(counts(report), [0, 2, 0, 0]);
        assert_eq!(
            report["changedRows"],
            json!([
                {"row": 2, "catalogLotId": 1, "fields": ["notes"]},
                {"row": 3, "catalogLotId": 2, "fields": ["descriptionRu", "size", "price.start"]},
            ])
        );
    }
    let lots = stored(&world, 14).await;
    assert_eq!(
        (&lots[0]["notes"], &lots[1]["start"], &lots[1]["size"]),
        (&Value::Null, &json!(2500), &json!("25×30 см"))
    );
    // The room knows it too.
    world.index().await;
    let catalog = world.get(MANAGER, "/api/catalog/14/lots").await.ok();
    assert_eq!(catalog["items"][1]["price"]["minBet"], 2500);

    // One lot alone: the other stays, and so do columns that are not there.
    let one = "№;Название;Цена\n1;Морской вид;1500";
    assert_eq!(
        counts(&import(&world, 14, "", one.as_bytes()).await),
        [0, 0, 1, 0]
    );
    assert_eq!(stored(&world, 14).await, lots);
    world.end().await;
}

#[actix_web::test]
async fn bets_of_a_sale_that_runs_are_not_touched() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    assert_eq!(world.bet(ACCEPTED, 12, 1201, 2000).await.code(), 0);
    let bets = || async { world.get(ADMIN, "/api/trade/bet/lot/1201").await.ok() };
    let before = bets().await;

    let table = "№;Название;Описание;Цена;Резерв\n\
        1;Натюрморт с самоваром;Новое описание;2000;\n\
        2;Вечерний звон;;150;3000\n\
        3;Лот, которого не было;;300;\n";
    let trial = import(&world, 12, "?dryRun=true", table.as_bytes()).await;
    assert_eq!(counts(&trial), [1, 2, 0, 0]);
    let report = import(&world, 12, "", table.as_bytes()).await;
    assert_eq!(counts(&report), [1, 2, 0, 0]);
    assert_eq!(bets().await, before);
    let lots = stored(&world, 12).await;
    assert_eq!(
        (&lots[0]["description"], &lots[1]["start"]),
        (&json!("Новое описание"), &json!(150))
    );
    // A lot that comes into a parallel sale is open at once.
    let shown = world.get(VISITOR, "/api/catalog/12").await.ok();
    assert_eq!(shown["isImported"], true);
    let new: i64 =
        sqlx::query_scalar("select id from lot where catalog_id = 12 and catalog_lot_id = 3")
            .fetch_one(&world.pool)
            .await
            .unwrap();
    assert_eq!(world.bet(ACCEPTED, 12, new, 300).await.code(), 0);

    // The start price of a lot that has bets stays: that row is refused, and with it the table, unless it is left out.
    let table = table
        .replace(";2000;\n", ";2500;\n")
        .replace(";150;", ";160;");
    let trial = import(&world, 12, "?dryRun=true", table.as_bytes()).await;
    let report = refused(&world, 12, table.as_bytes()).await;
    for report in [&trial, &report] {
        assert_eq!(counts(report), [0, 1, 1, 1]);
        assert_eq!(report["refusedRows"][0]["row"], 2);
        assert_eq!(
            report["refusedRows"][0]["errors"][0]["message"],
            "Действие невозможно в текущем состоянии"
        );
    }
    assert_eq!(stored(&world, 12).await[1]["start"], 150);
    let report = import(&world, 12, "?skipRefused=true", table.as_bytes()).await;
    assert_eq!(
        (counts(&report), &report["applied"]),
        ([0, 1, 1, 1], &json!(true))
    );
    let lots = stored(&world, 12).await;
    assert_eq!(
        (&lots[0]["start"], &lots[1]["start"]),
        (&json!(2000), &json!(160))
    );
    assert_eq!(bets().await, before);
    world.end().await;
}

#[actix_web::test]
async fn notes_of_an_imported_auction_reach_the_client() {
    let world = World::new().await;
    assert_eq!(
        world.get(VISITOR, "/api/catalog/16").await.ok()["isImported"],
        false
    );
    import(
        &world,
        16,
        "",
        "№;Название;Цена;Примечания\n5;Ваза;100;Скол на венчике".as_bytes(),
    )
    .await;
    world.index().await;
    let catalog = world.get(VISITOR, "/api/catalog/16").await.ok();
    assert_eq!(catalog["isImported"], true);
    let lots = world.get(VISITOR, "/api/catalog/16/lots").await.ok();
    let id = lots["items"][0]["id"].as_i64().unwrap();
    let lot = world.get(VISITOR, &format!("/api/lots/{id}")).await.ok();
    assert_eq!(
        (&lot["catalogLotId"], &lot["notes"]),
        (&json!(5), &json!("Скол на венчике"))
    );
    world.end().await;
}

#[actix_web::test]
async fn pictures_are_hung_in_order_and_not_twice() {
    let world = World::new().await;
    let table = "№;Название;Цена\n27;Ваза;100\n28;Ложка;50\n";
    let files = |pictures: &[(&str, &[u8])]| {
        let mut files = vec![("лоты.csv", table.as_bytes())];
        files.extend_from_slice(pictures);
        zip(&files)
    };
    let (a, b, c, d) = (picture(1), picture(50), picture(100), picture(150));
    let first = files(&[
        ("фото/27A.jpg", &c),
        ("фото/27_2.jpg", &b),
        ("фото/27.jpg", &a),
        ("28.JPG", &d),
        ("28_2.jpg", &d),
        ("99.jpg", &d),
        ("обложка.jpg", &d),
        ("читайте.txt", b"x"),
    ]);
    let catalog = world.draft().await;
    let trial = import(&world, catalog, "?dryRun=true", &first).await;
    assert_eq!(traces(&world).await[2], 0);
    let report = import(&world, catalog, "", &first).await;
    for report in [&trial, &report] {
        assert_eq!(
            report["pictures"],
            json!({"found": 6, "added": 4, "unchanged": 1, "refused": 0, "unmatched": 1})
        );
        assert_eq!(report["unmatchedPictures"], json!(["99.jpg"]));
        assert_eq!(
            report["ignoredFiles"],
            json!(["обложка.jpg", "читайте.txt"])
        );
    }
    let pictures = |lots: &[Value]| {
        lots.iter()
            .map(|lot| lot["pictures"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        pictures(&stored(&world, catalog).await),
        [json!(["27.jpg", "27_2.jpg", "27a.jpg"]), json!(["28.jpg"])]
    );
    let before = traces(&world).await;
    assert_eq!(before[2], 0);

    // The same again changes nothing; another file of the same name takes the place; a new one comes between.
    let again = import(&world, catalog, "", &first).await;
    assert_eq!(counts(&again), [0, 0, 2, 0]);
    assert_eq!(again["pictures"]["unchanged"], 5);
    let other = files(&[
        ("27.jpg", &d),
        ("27_2.jpg", &b),
        ("27_3.jpg", &picture(200)),
    ]);
    let report = import(&world, catalog, "", &other).await;
    assert_eq!(counts(&report), [0, 1, 1, 0]);
    assert_eq!(report["changedRows"][0]["fields"], json!(["images"]));
    assert_eq!(
        pictures(&stored(&world, catalog).await)[0],
        json!(["27.jpg", "27_2.jpg", "27_3.jpg", "27a.jpg"])
    );
    // The one whose place was taken is gone.
    let after = traces(&world).await;
    assert_eq!((after[1], after[2]), (before[1] + 1, 0));

    // They are real pictures, shown to whoever may see the draft.
    let id: i64 =
        sqlx::query_scalar("select id from lot where catalog_id = $1 and catalog_lot_id = 27")
            .bind(catalog)
            .fetch_one(&world.pool)
            .await
            .unwrap();
    let lot = world.get(MANAGER, &format!("/api/lots/{id}")).await.ok();
    let image = world
        .get(
            MANAGER,
            lot["gallery"]["images"][0]["preview"].as_str().unwrap(),
        )
        .await;
    assert_eq!(image.status, 200);

    // Eight are one too many, and a text is none: nothing is stored, unless they are left out.
    let mut many: Vec<(String, Vec<u8>)> = (1..=8)
        .map(|n| (format!("28_{n}.jpg"), picture(n * 3)))
        .collect();
    many.push(("28_9.jpg".into(), b"no picture at all".to_vec()));
    many.push(("28_10.png".into(), picture(7)[..100].to_vec()));
    let many: Vec<(&str, &[u8])> = many
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let before = traces(&world).await;
    let report = refused(&world, catalog, &files(&many)).await;
    let reasons: Vec<_> = report["refusedPictures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            format!(
                "{}: {}",
                fault["name"].as_str().unwrap(),
                fault["reason"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "28_7.jpg: Не более 7 изображений лота",
            "28_8.jpg: Не более 7 изображений лота",
            "28_9.jpg: Не более 7 изображений лота",
            "28_10.png: Не более 7 изображений лота",
        ]
    );
    assert_eq!(traces(&world).await, before);
    // Good ones among those that are none, and their paths say nothing.
    let few = files(&[
        ("../../27_5.jpg", &picture(5)),
        ("28_3.jpg", b"no picture at all"),
        ("28_4.jpg", &picture(7)[..100]),
        ("28_5.jpg", b""),
        ("28_6.gif", b"GIF89a\x01\x00\x01\x00"),
        ("28_7.jpg", &vast()),
        ("/etc/28_8.jpg", &picture(8)),
        ("a/28_9.jpg", &picture(9)),
        ("b/28_9.jpg", &picture(10)),
    ]);
    let few = declared(&few, 7, 100);
    let trial = import(&world, catalog, "?dryRun=true", &few).await;
    let report = refused(&world, catalog, &few).await;
    assert_eq!(trial["refusedPictures"], report["refusedPictures"]);
    let reasons: Vec<_> = report["refusedPictures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            format!(
                "{} {}",
                fault["name"].as_str().unwrap(),
                fault["reason"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "28_3.jpg Нужно изображение JPEG, PNG или WebP",
            "28_4.jpg Файл изображения повреждён",
            "28_5.jpg Нужно изображение JPEG, PNG или WebP",
            "28_6.gif Нужно изображение JPEG, PNG или WebP",
            "28_7.jpg Изображение больше 50 мегапикселей",
            "28_8.jpg Файл в архиве повреждён",
            "28_9.jpg Такое имя файла встречается дважды",
        ]
    );
    assert_eq!(
        (&report["pictures"]["found"], &report["pictures"]["added"]),
        (&json!(9), &json!(2))
    );
    assert_eq!(traces(&world).await, before);
    let report = import(&world, catalog, "?skipRefused=true", &files(&many)).await;
    assert_eq!(
        (&report["pictures"]["added"], &report["pictures"]["refused"]),
        (&json!(6), &json!(4))
    );
    let after = traces(&world).await;
    assert_eq!(
        (after[1], after[2], after.last()),
        (
            before[1] + 6,
            0,
            before.last().map(|files| files + 6).as_ref()
        )
    );
    world.end().await;
}

#[actix_web::test]
async fn a_row_that_is_refused_keeps_all_others_from_being_stored() {
    let world = World::new().await;
    let table = "№;Название;Цена;Категория\n\
        1;Лот черновика;100;Живопись\n\
        2;Ваза;дорого;\n\
        3;Чаша;50;Мебель\n\
        4;Ложка;10;\n\
        4;Вилка;20;\n\
        ;Нож;30;\n";
    let before = traces(&world).await;
    let trial = import(&world, 14, "?dryRun=true", table.as_bytes()).await;
    let report = refused(&world, 14, table.as_bytes()).await;
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
    assert_eq!(traces(&world).await, before);
    let report = import(&world, 14, "?skipRefused=true", table.as_bytes()).await;
    assert_eq!(counts(&report), [0, 0, 1, 5]);
    world.end().await;
}

#[actix_web::test]
async fn broken_files_are_refused_whole_and_leave_nothing() {
    let world = World::with(&[("UPLOAD_RATE_PER_MINUTE", "0")]).await;
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
    // A text of 1 MiB that a hundred cells share.
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
    let before = traces(&world).await;
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
            let reply = send(&world, MANAGER, &path, &file).await;
            assert_eq!(reply.problem().0, status, "{what}: {}", reply.text);
            let problem = reply.json();
            let detail = match status {
                422 => problem["errors"]["file"][0].as_str().unwrap(),
                _ => problem["detail"].as_str().unwrap(),
            };
            assert!(detail.contains(says), "{what}: {detail}");
        }
    }
    assert_eq!(traces(&world).await, before);
    // And the next one finds its turn.
    assert_eq!(
        counts(&import(&world, 14, "", archive.as_slice()).await),
        [1, 1, 0, 0]
    );
    world.end().await;
}

#[actix_web::test]
async fn formulas_dates_and_errors_of_a_spreadsheet() {
    let world = World::new().await;
    let catalog = world.draft().await;
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
    let report = import(&world, catalog, "?skipRefused=true", &file).await;
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
    let lots = stored(&world, catalog).await;
    assert_eq!(
        (&lots[0]["title"], &lots[0]["start"]),
        (&json!("Ваза & чаша"), &json!(1500))
    );
    assert_eq!(lots[0]["period"], "21.11.1912");
    world.end().await;
}

#[actix_web::test]
async fn the_sample_can_be_imported() {
    let world = World::new().await;
    world
        .sql("insert into category (id, code, name) values (1867, '11', 'Графика'), (1875, '13', 'Скульптура'),
              (1868, '12', 'Керамика'), (1869, '16', 'Серебро и металл')")
        .await;
    let catalog = world.draft().await;
    let sample = include_bytes!("../../../ops/demo/import.csv");
    let report = import(&world, catalog, "", sample).await;
    assert_eq!(counts(&report), [10, 0, 0, 0], "{report:#}");
    assert_eq!(report["unknownColumns"], json!([]));
    let lots = stored(&world, catalog).await;
    assert_eq!(lots[1]["title"], "Мартовский снег");
    assert_eq!(lots[1]["authors"], json!(["Берёзов П.Н."]));
    assert_eq!(lots[4]["size"], "Высота 32 см");
    world.end().await;
}

#[actix_web::test]
async fn the_journal_says_what_was_imported() {
    let world = World::new().await;
    import(&world, 14, "?dryRun=true", semicolons(TABLE).as_bytes()).await;
    import(&world, 14, "", semicolons(TABLE).as_bytes()).await;
    type Record = (i16, i64, i64, Option<Value>, Value);
    let records = || async {
        let records: Vec<Record> = sqlx::query_as(
            "select event, subject_id, account_id, before, after from journal_record order by event, id",
        )
        .fetch_all(&world.pool)
        .await
        .unwrap();
        records
    };
    let lots: Vec<i64> =
        sqlx::query_scalar("select id from lot where catalog_id = 14 order by catalog_lot_id")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    let first = records().await;
    let by = MANAGER.unwrap();
    let told: Vec<_> = first
        .iter()
        .map(|(event, subject, account, ..)| (*event, *subject, *account))
        .collect();
    assert_eq!(
        told,
        [(311, 14, by), (401, lots[1], by), (402, lots[0], by)]
    );
    assert_eq!(
        (&first[0].4["new"], &first[0].4["changed"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (
            &first[1].3,
            &first[1].4["titleRu"],
            &first[1].4["catalogLotId"]
        ),
        (&None, &json!("Бурлаки"), &json!(2))
    );
    assert_eq!(first[2].3.as_ref().unwrap()["titleRu"], "Лот черновика");
    assert_eq!(first[2].4["titleRu"], "Морской вид");
    assert_eq!(first[2].4.get("catalogLotId"), None);

    // Pictures have a record of their own, as when they are hung by hand.
    let file = zip(&[
        ("a.csv", semicolons(TABLE).as_bytes()),
        ("2.jpg", &picture(1)),
    ]);
    import(&world, 14, "", &file).await;
    let again = records().await;
    assert_eq!(again.len(), first.len() + 2);
    let (event, subject, _, before, after) = again.last().unwrap();
    assert_eq!(
        (*event, *subject, before),
        (402, lots[1], &Some(json!({"images": []})))
    );
    assert_eq!(after["images"].as_array().unwrap().len(), 1);
    world.end().await;
}

#[actix_web::test]
async fn a_sale_that_is_over_takes_no_lots() {
    let world = World::new().await;
    let reply = send(&world, MANAGER, "/api/catalog/15/import", b"x").await;
    assert_eq!(reply.problem().0, 409);
    world.control(MANAGER, "/api/catalog/16/cancel").await.ok();
    let reply = send(&world, MANAGER, "/api/catalog/16/import", b"x").await;
    assert_eq!(reply.problem().0, 409);
    world.end().await;
}

/// Begins an upload of `length` bytes and sends the first of them.
async fn begin(world: &World, length: usize) -> TcpStream {
    let mut socket = TcpStream::connect(world.address()).await.unwrap();
    let head = format!(
        "POST /api/catalog/14/import HTTP/1.1\r\nHost: a\r\nX-Token: {:064x}\r\nContent-Length: {length}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n\
         --{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n",
        MANAGER.unwrap()
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    socket
}

#[actix_web::test]
async fn a_house_imports_once_at_a_time_and_an_upload_that_breaks_off_leaves_nothing() {
    let world = World::with(&[("UPLOAD_RATE_PER_MINUTE", "0")]).await;
    let body = form(semicolons(TABLE).as_bytes());
    let socket = begin(&world, 1000).await;
    // Asked before its turn has come, somebody else of the house would take that. It has come when there is a place on disk.
    let uploads = world.state.config.data_dir.join("imports");
    while !uploads.exists() {
        tokio::task::yield_now().await;
    }
    let reply = send(
        &world,
        OWNER,
        "/api/catalog/16/import?dryRun=true",
        semicolons(TABLE).as_bytes(),
    )
    .await;
    assert_eq!(reply.status, 409);
    drop(socket);
    loop {
        let reply = send(
            &world,
            OWNER,
            "/api/catalog/16/import?dryRun=true",
            semicolons(TABLE).as_bytes(),
        )
        .await;
        if reply.status == 200 {
            break;
        }
        assert_eq!(reply.status, 409);
    }
    assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 0);
    assert_eq!(stored(&world, 14).await.len(), 1);

    // Too large is said before anything is read.
    let mut socket = begin(&world, 3 << 30).await;
    let mut answer = vec![0; 12];
    socket.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 413");

    // Who hangs up when everything has been sent gets his import.
    let begun =
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n").len();
    let mut rest = semicolons(TABLE).into_bytes();
    rest.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    rest.resize(body.len() - begun, b' ');
    loop {
        let mut socket = begin(&world, body.len()).await;
        socket.write_all(&rest).await.unwrap();
        let mut answer = vec![0; 12];
        socket.read_exact(&mut answer).await.unwrap();
        if answer == b"HTTP/1.1 200" {
            break;
        }
        // The turn of the import before ends just after its answer.
        assert_eq!(answer, b"HTTP/1.1 409");
    }
    while stored(&world, 14).await.len() < 2 {
        tokio::task::yield_now().await;
    }
    world.end().await;
}

#[actix_web::test]
async fn what_a_killed_process_left_behind_is_swept_away() {
    let world = World::new().await;
    let catalog = world.draft().await;
    let file = zip(&[
        ("a.csv", "№;Название;Цена\n1;Ваза;5".as_bytes()),
        ("1.jpg", &picture(1)),
    ]);
    import(&world, catalog, "", &file).await;
    let before = traces(&world).await;
    // One that was stored for an import that never ended, one of an import that may go on, and one that hangs.
    let now = world.state.clock.now();
    let mut staged = Vec::new();
    for (seed, hours) in [(9, 7), (10, 1)] {
        let at = now - time::Duration::hours(hours);
        let id = world
            .state
            .pictures
            .stage(picture(seed).into(), 3, "x.jpg", at)
            .await
            .unwrap()
            .unwrap();
        staged.push(id);
    }
    let hanging: uuid::Uuid = sqlx::query_scalar(
        "insert into staged_picture (id, at) select picture_id, now() - interval '7 hours' from lot_image
         where picture_id <> '00000000-0000-4000-8000-000000000001' returning id",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(
        catalogue::import::sweep(&world.pool, &world.state.pictures, now)
            .await
            .unwrap(),
        2
    );
    let left: Vec<uuid::Uuid> = sqlx::query_scalar("select id from staged_picture")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    assert_eq!(left, [staged[1]]);
    let there = |id: uuid::Uuid| {
        let pictures = &world.state.pictures;
        async move {
            pictures
                .get(id, pictures::Size::Icon, pictures::Format::WebP)
                .await
                .unwrap()
                .is_some()
        }
    };
    assert!(!there(staged[0]).await && there(staged[1]).await && there(hanging).await);
    assert_eq!(traces(&world).await[1], before[1] + 1);
    world.end().await;
}

#[actix_web::test]
async fn progress_comes_before_the_report() {
    let world = World::new().await;
    let file = zip(&[
        ("a.csv", semicolons(TABLE).as_bytes()),
        ("1.jpg", &picture(1)),
    ]);
    let reply = send(&world, MANAGER, "/api/catalog/14/import", &file).await;
    assert!(
        reply
            .headers
            .get("content-encoding")
            .is_none_or(|encoding| encoding == "identity")
    );
    let (progress, end) = lines(&reply);
    let mut stages: Vec<_> = progress
        .iter()
        .map(|line| line["stage"].as_str().unwrap())
        .collect();
    stages.dedup();
    assert_eq!(stages, ["rows", "pictures", "saving"]);
    for line in &progress {
        assert!(line["done"].as_u64() <= line["total"].as_u64());
    }
    assert_eq!(end["problem"], Value::Null);
    world.end().await;
}
