//! Suggestions while a search is typed.

use serde_json::{Value, json};

use crate::support::*;

const FIXTURE: &str = "
insert into category (id, code, name, parent_id, position) values (1902, '10.2', 'Морской пейзаж', 1866, 2);
insert into author (name, life_years, is_typed) values
    ('Репин Илья Ефимович', '1844–1930', false), ('Пейзажный Никто', null, true);
insert into news (news_type, slug, title, content, publisher_id, created, published) values
    (3, 'vesna', 'Весенние пейзажи: что увидят гости', '', 1, now(), now() - interval '1 day'),
    (3, 'chernovik', 'Пейзаж, о котором ещё рано', '', 1, now(), null),
    (3, 'zavtra', 'Пейзаж завтрашнего дня', '', 1, now(), now() + interval '1 day');
insert into news (house_id, news_type, slug, title, content, publisher_id, created, published) values
    (3, 3, 'net', 'Пейзажи закрытого дома', '', 1, now(), now() - interval '1 day');
update lot set title_ru = 'Тёмная ель' where id = 1003;
";

async fn app() -> App {
    let app = App::new().await;
    app.sql("insert into house (id, name_ru, deleted) values (3, 'Третий дом', now())")
        .await;
    app.sql(FIXTURE).await;
    app.sql("insert into outbox (topic, key) values ('lot', '1003')")
        .await;
    app.index().await;
    app
}

async fn suggest(app: &App, text: &str) -> Value {
    app.get(VISITOR, &format!("/api/search/suggest?q={text}"))
        .await
        .ok()
}

fn ids_of(found: &Value, kind: &str) -> Vec<i64> {
    let rows = found[kind].as_array().unwrap().iter();
    rows.map(|row| row["id"].as_i64().unwrap()).collect()
}

/// «Рассвет на [Волге]».
fn marked(pieces: &Value) -> String {
    let pieces = pieces.as_array().unwrap().iter();
    pieces
        .map(|piece| {
            let text = piece["text"].as_str().unwrap();
            match piece["isMarked"].as_bool().unwrap() {
                true => format!("[{text}]"),
                false => text.to_owned(),
            }
        })
        .collect()
}

fn marked_rows(found: &Value, kind: &str, field: &str) -> Vec<String> {
    let rows = found[kind].as_array().unwrap().iter();
    rows.map(|row| marked(&row[field])).collect()
}

#[actix_web::test]
async fn a_few_of_every_kind_with_the_words_marked() {
    let app = app().await;
    let found = suggest(&app, "пейзажи").await;
    assert_eq!(ids_of(&found, "lots")[0], 1001);
    let lot = &found["lots"][0];
    assert_eq!(marked(&lot["titlePieces"]), "Морской [пейзаж] с парусником");
    assert_eq!(
        marked(&lot["authorPieces"][0]),
        "Айвазовский Иван Константинович"
    );
    // As in lists.
    let page = app
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"searchQuery": "пейзажи"}),
        )
        .await
        .ok();
    assert_eq!(found["lotsCount"], page["totalCount"]);
    assert_eq!(lot["price"], page["items"][0]["price"]);
    assert_eq!(
        marked_rows(&found, "categories", "namePieces"),
        ["Морской [пейзаж]", "[Пейзаж]"]
    );
    assert_eq!(found["categories"][1]["parents"], json!(["Живопись"]));
    assert_eq!(found["categories"][1]["lotsCount"], 5);
    assert_eq!(found["categories"][0]["lotsCount"], 0);
    // Neither drafts nor what is to come, nor a closed house's.
    assert_eq!(
        marked_rows(&found, "news", "titlePieces"),
        ["Весенние [пейзажи]: что увидят гости"]
    );
    // Nobody may see a lot of the other one.
    assert_eq!(found["artists"], json!([]));
    assert_eq!(found["meant"], Value::Null);
    assert_eq!(found["near"], json!([]));

    let found = suggest(&app, "перв").await;
    assert_eq!(
        marked_rows(&found, "houses", "namePieces"),
        ["[Перв]ый дом"]
    );
    assert_eq!(
        marked_rows(&found, "auctions", "titlePieces"),
        ["Галерея [перв]ого дома"]
    );
    // Hidden catalogs, drafts and closed houses are never suggested.
    let found = app.get(ADMIN, "/api/search/suggest?q=торги").await.ok();
    assert_eq!(found["auctions"].as_array().unwrap().len(), 3);
    for text in ["закрытые торги", "черновик", "скрытый", "третий"]
    {
        let found = app
            .get(ADMIN, &format!("/api/search/suggest?q={text}"))
            .await
            .ok();
        for kind in ["lots", "houses", "auctions", "artists"] {
            assert_eq!(ids_of(&found, kind), Vec::<i64>::new(), "{text}: {kind}");
        }
    }
}

#[actix_web::test]
async fn what_is_meant_is_found() {
    let app = app().await;
    let author = |name: &str| vec![name.to_owned()];
    for (text, lot, meant) in [
        ("айвазовский", Some(1001), Value::Null),
        ("айвазовского", Some(1001), Value::Null),
        ("айвоз", Some(1001), json!("айвазовский")),
        ("айвозовский", Some(1001), json!("айвазовский")),
        ("fqdfpjdcrbq", Some(1001), json!("айвазовский")),
        ("fqdjpjdcrbq", Some(1001), json!("айвазовский")),
        ("иван айвазовский", Some(1001), Value::Null),
        ("Айвазовский Иван", Some(1001), Value::Null),
        ("самовар", Some(1201), Value::Null),
        ("темная", Some(1003), Value::Null),
        ("тёмной ели", Some(1003), Value::Null),
        ("ntvyfz tkm", Some(1003), json!("темная ель")),
        ("лот 12", Some(1601), Value::Null),
        ("kjn 12", Some(1601), Value::Null),
        ("№12", Some(1601), Value::Null),
        ("репин", None, Value::Null),
    ] {
        let found = suggest(&app, text).await;
        let first = found["lots"][0]["id"].as_i64();
        match lot {
            // Both lots of one author match as well.
            Some(1001) => assert!(ids_of(&found, "lots").contains(&1001), "{text}"),
            lot => assert_eq!(first, lot, "{text}"),
        }
        assert_eq!(found["meant"], meant, "{text}");
    }
    for (text, name) in [
        ("репин", "[Репин] Илья Ефимович"),
        ("илья репин", "[Репин] [Илья] Ефимович"),
        ("htgby", "[Репин] Илья Ефимович"),
        ("айвазовскому", "[Айвазовский] Иван Константинович"),
        ("айвозовский", "[Айвазовский] Иван Константинович"),
        ("айваз", "[Айваз]овский Иван Константинович"),
    ] {
        let found = suggest(&app, text).await;
        assert_eq!(
            marked_rows(&found, "artists", "namePieces"),
            author(name),
            "{text}"
        );
    }
    // No lot has the word, so nothing corrects it but the artist's name.
    assert_eq!(
        suggest(&app, "рипин илья").await["artists"][0]["lifeYears"],
        "1844–1930"
    );
    let numbered = suggest(&app, "лот 12").await;
    assert_eq!(ids_of(&numbered, "lots"), [1601]);
    assert_eq!(ids_of(&numbered, "auctions"), Vec::<i64>::new());
}

#[actix_web::test]
async fn where_nothing_is_found_near_words_are_offered() {
    let app = app().await;
    // Each of the words is known, but no lot has both.
    let found = suggest(&app, "fqdfpjdcrbq cfvjdfh").await;
    assert_eq!(found["lots"], json!([]));
    assert_eq!(found["meant"], "айвазовский самовар");
    assert_eq!(
        found["near"],
        json!([{"text": "айвазовский", "lotsCount": 2}, {"text": "самовар", "lotsCount": 1}])
    );
    // Too far to be meant, near enough to be offered.
    let found = suggest(&app, "самоворчик").await;
    assert_eq!(found["lots"], json!([]));
    assert_eq!(
        found["near"],
        json!([{"text": "самоваром", "lotsCount": 1}])
    );
    // A Latin name is spelt in Russian.
    let found = suggest(&app, "Aivazovsky").await;
    assert_eq!(
        found["near"],
        json!([{"text": "айвазовский", "lotsCount": 2}])
    );
    // Without one of its words, the text finds lots.
    let found = suggest(&app, "живопись маслом 50000").await;
    assert_eq!(
        found["near"],
        json!([{"text": "живопись маслом", "lotsCount": 6}])
    );
    for text in ["", "   ", "«»", "и", "ъ", "кщшгу"] {
        let found = suggest(&app, text).await;
        assert_eq!(found["lots"], json!([]), "{text}");
        assert_eq!(found["lotsCount"], 0, "{text}");
        assert_eq!(found["near"], json!([]), "{text}");
    }
    app.get(VISITOR, "/api/search/suggest").await.ok();
}

#[actix_web::test]
async fn words_of_hidden_lots_are_offered_once_the_lots_are_shown() {
    let app = app().await;
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    app.sql("update lot set title_ru = 'Барабашка' where id = 1001")
        .await;
    app.sql("insert into outbox (topic, key) values ('lot', '1001')")
        .await;
    app.index().await;
    let found = suggest(&app, "барабошка").await;
    assert_eq!(
        (&found["meant"], &found["near"]),
        (&Value::Null, &json!([]))
    );
    app.control(MANAGER, "/api/catalog/10/show").await.ok();
    app.index().await;
    assert_eq!(suggest(&app, "барабошка").await["meant"], "барабашка");
}

#[actix_web::test]
async fn lots_on_sale_come_before_those_that_are_over() {
    let app = app().await;
    // It would be the best match.
    app.sql("update lot set title_ru = 'Морской пейзаж' where id = 1501")
        .await;
    app.sql("insert into outbox (topic, key) values ('lot', '1501')")
        .await;
    app.index().await;
    let found = suggest(&app, "морской пейзаж").await;
    assert_eq!(ids_of(&found, "lots"), [1001, 1501]);
    assert_eq!(found["lotsCount"], 2);
}

#[actix_web::test]
async fn suggestions_are_bounded_and_have_a_limit_of_their_own() {
    let app = App::with(&[("SEARCH_RATE_PER_SECOND", "1")]).await;
    let long = "я".repeat(301);
    let reply = app
        .get(VISITOR, &format!("/api/search/suggest?q={long}"))
        .await;
    assert_eq!(
        (reply.status, &reply.json()["errors"]),
        (422, &json!({"q": ["Не более 300 символов"]}))
    );
    let quotes = "'\\:*&|!() ".repeat(20);
    app.get(
        VISITOR,
        &format!("/api/search/suggest?q=ваза{}", quotes.replace('&', "%26")),
    )
    .await
    .ok();
    // Three at once are free, and one more a second.
    let mut answered = 0;
    loop {
        let reply = app.get(VISITOR, "/api/search/suggest?q=ваза").await;
        if reply.status != 200 {
            reply.expect(429);
            break;
        }
        answered += 1;
        assert!(answered < 20, "suggestions have no limit");
    }
    app.post(VISITOR, "/api/lots/search", json!({})).await.ok();
}
