//! Documents as PDF: the agreement, the data policy, and lots.

use image::{DynamicImage, ImageFormat, RgbImage};
use lopdf::{Document, Object};
use serde_json::json;
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

use crate::support::*;

/// The text of all pages, with runs of whitespace as one space.
fn text(document: &Document) -> String {
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    let text = document.extract_text(&pages).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The names of the fonts embedded, and how large the largest is.
fn fonts(document: &Document) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    let mut largest = 0;
    for object in document.objects.values() {
        let Ok(descriptor) = object.as_dict() else {
            continue;
        };
        if !descriptor.has_type(b"FontDescriptor") {
            continue;
        }
        let name = descriptor.get(b"FontName").unwrap().as_name().unwrap();
        names.push(String::from_utf8(name.to_vec()).unwrap());
        let file = [b"FontFile2".as_slice(), b"FontFile3"]
            .into_iter()
            .find_map(|key| descriptor.get(key).ok())
            .expect("the font is embedded");
        let file = document.dereference(file).unwrap().1.as_stream().unwrap();
        largest = largest.max(file.content.len());
    }
    names.sort();
    (names, largest)
}

/// The target of an annotation.
fn link(object: &Object) -> Option<String> {
    let action = object.as_dict().ok()?.get(b"A").ok()?.as_dict().ok()?;
    let address = action.get(b"URI").ok()?.as_str().ok()?;
    Some(String::from_utf8(address.to_vec()).unwrap())
}

fn pictures(document: &Document) -> usize {
    let is_picture = |object: &&Object| {
        object.as_stream().is_ok_and(|stream| {
            stream.dict.get(b"Subtype").and_then(Object::as_name).ok() == Some(b"Image")
        })
    };
    document.objects.values().filter(is_picture).count()
}

#[actix_web::test]
async fn the_agreement_and_the_policy_name_the_site() {
    let app = App::with(&[
        ("BRAND_NAME", "Торговый дом «Волга»"),
        ("PUBLIC_URL", "https://auction.example"),
        ("CONTACT_EMAIL", "office@auction.example"),
        ("CONTACT_PHONE", "+7 (800) 000-00-00"),
    ])
    .await;
    for (path, title, version, part) in [
        (
            "/docs/agreement.pdf",
            "Пользовательское соглашение",
            documents::AGREEMENT_VERSION,
            "Сделанная ставка обязательна для пользователя",
        ),
        (
            "/docs/datapolicy.pdf",
            "Политика обработки персональных данных",
            documents::DATA_POLICY_VERSION,
            "№ 152-ФЗ",
        ),
    ] {
        let reply = app.get(VISITOR, path).await;
        let (headers, bytes) = (&reply.expect(200).headers, &reply.bytes);
        assert_eq!(headers["content-type"], "application/pdf");
        assert_eq!(headers["cache-control"], "public, max-age=3600");
        let document = Document::load_mem(bytes).unwrap();
        let text = text(&document);
        let day: Vec<&str> = version.split('-').rev().collect();
        let edition = format!("Редакция от {}", day.join("."));
        for said in [
            title,
            &edition,
            part,
            "Торговый дом «Волга»",
            "https://auction.example",
            "office@auction.example",
            "+7 (800) 000-00-00",
        ] {
            assert!(text.contains(said), "{said} in {text}");
        }
        assert!(document.get_pages().len() > 1);
        assert!(text.contains(&format!("Страница 2 из {}", document.get_pages().len())));
        // Only the used glyphs are embedded.
        let (names, largest) = fonts(&document);
        assert_eq!(names.len(), 2);
        assert!(
            names.iter().all(|name| name.contains("+GolosText")),
            "{names:?}"
        );
        assert!(largest < 40_000, "{largest}");
        // A second request gives the same document.
        let tag = headers["etag"].to_str().unwrap();
        assert!(tag.starts_with(&format!("\"{version}-")));
        let again = app
            .call(
                reqwest::Method::GET,
                VISITOR,
                path,
                &[("If-None-Match", tag)],
                None,
            )
            .await;
        assert_eq!(again.status, 304);
    }
    app.get(VISITOR, "/docs/other.pdf").await.expect(404);
    // What an admin writes takes the place of the settings, in documents made already too.
    let contacts = json!({"email": "zal@auction.example"});
    app.put(ADMIN, "/api/config/contacts", contacts).await.ok();
    for path in ["/docs/agreement.pdf", "/docs/datapolicy.pdf"] {
        let reply = app.get(VISITOR, path).await;
        let text = text(&Document::load_mem(&reply.bytes).unwrap());
        assert!(text.contains("zal@auction.example"), "{text}");
        assert!(!text.contains("+7 (800) 000-00-00"), "{text}");
    }
    app.end().await;
}

#[actix_web::test]
async fn a_lot_is_printed_with_its_picture() {
    let app = App::with(&[
        ("BRAND_NAME", "Торговый дом"),
        ("PUBLIC_URL", "https://auction.example"),
    ])
    .await;
    let picture: DynamicImage =
        RgbImage::from_fn(900, 600, |x, y| image::Rgb([x as u8, y as u8, 90])).into();
    let mut png = Vec::new();
    picture
        .write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png)
        .unwrap();
    for _ in 0..2 {
        let (id, ..) = app
            .state
            .pictures
            .add(pictures::Upload::Memory(png.clone().into()), 1)
            .await
            .unwrap()
            .unwrap();
        sqlx::query("insert into lot_image (lot_id, position, picture_id) select 1002, count(*), $1 from lot_image where lot_id = 1002")
            .bind(id)
            .execute(&app.pool)
            .await
            .unwrap();
    }
    app
        .sql(
            "update lot set description_ru = E'Доска, левкас.\\n\\nРеставрация & укрепление, подпись <И. Ш.>🏺',
                size = '31 × 27 см', period = 'XIX век', weight = '1,2 кг', source_country_ru = 'Россия',
                estimated_from = 6000, estimated_to = 9000, is_attributed_authorship = true where id = 1002",
        )
        .await;
    app.bet(ACCEPTED, 10, 1002, 1500).await.expect_code(0);
    let day = |at: OffsetDateTime| {
        at.to_offset(UtcOffset::from_hms(3, 0, 0).unwrap())
            .format(format_description!("[day].[month].[year]"))
            .unwrap()
    };
    let before = day(app.state.clock.now());
    let reply = app.get(VISITOR, "/api/lots/1002/pdf").await;
    let after = day(app.state.clock.now());
    let (headers, bytes) = (&reply.expect(200).headers, &reply.bytes);
    assert_eq!(headers["content-type"], "application/pdf");
    let named = headers["content-disposition"].to_str().unwrap();
    assert!(
        [before, after].iter().any(|day| named
            == format!("attachment; filename=\"{day}.pdf\"; filename*=UTF-8''{day}.pdf")),
        "{named}"
    );
    let document = Document::load_mem(bytes).unwrap();
    let text = text(&document);
    for said in [
        "Лот 2 · Весенние торги · Первый дом",
        "Неизвестный мастер",
        "Икона Божией Матери",
        "Текущая цена 1 500 ₽",
        "Стартовая цена 1 000 ₽",
        "Эстимейт 6 000 – 9 000 ₽",
        "Период XIX век",
        "Материалы дерево, темпера",
        "Размер 31 × 27 см",
        "Вес 1,2 кг",
        "Регион Россия",
        "Авторство Приписывается",
        "Описание Доска, левкас. Реставрация & укрепление, подпись <И. Ш.>",
        "https://auction.example/lot/1002/ikona-bozhiey-materi",
        "(МСК)",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    // Neither the reserve of 5000 nor the bidders are in it.
    assert!(
        !text.contains("5 000") && !text.contains("Принятый"),
        "{text}"
    );
    assert_eq!(pictures(&document), 2);
    let (names, largest) = fonts(&document);
    assert!(
        names.iter().all(|name| name.contains("+GolosText")),
        "{names:?}"
    );
    assert!(largest < 40_000, "{largest}");
    let links: Vec<String> = document.objects.values().filter_map(link).collect();
    assert_eq!(
        links,
        ["https://auction.example/lot/1002/ikona-bozhiey-materi"]
    );
    // An admin's copy does not show the reserve either.
    let copy = app.get(ADMIN, "/api/lots/1002/pdf").await.bytes;
    assert!(!self::text(&Document::load_mem(&copy).unwrap()).contains("5 000"));
    app.end().await;
}

#[actix_web::test]
async fn a_lots_pdf_is_as_visible_as_the_lot() {
    let app = App::new().await;
    app
        .sql("update lot set description_ru = repeat('Длинное описание предмета. ', 1500) where id = 1001")
        .await;
    // A missing picture does not break the rest, and a long text takes more pages.
    let reply = app.get(VISITOR, "/api/lots/1001/pdf").await;
    let document = Document::load_mem(&reply.expect(200).bytes).unwrap();
    assert!(document.get_pages().len() > 5);
    assert_eq!(pictures(&document), 0);
    for lot in [1004, 1401, 1701, 999] {
        let path = format!("/api/lots/{lot}/pdf");
        for who in [VISITOR, ACCEPTED, STRANGER] {
            app.get(who, &path).await.expect_problem(404, "not_found");
        }
        if lot != 999 {
            app.get(MANAGER, &path).await.expect(200);
        }
    }
    app.get(VISITOR, "/api/lots/x/pdf").await.expect(404);
    app.end().await;
}
