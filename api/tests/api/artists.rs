//! Artists: found despite typos, edited by admins, never taken from the lots that name them.

use serde_json::{Value, json};

use crate::support::uploads::png_of;
use crate::support::*;

fn names(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn artists_are_listed_and_found_despite_typos() {
    let app = App::new().await;
    app.sql(
        "insert into author (name) values ('Репин Илья Ефимович'), ('Шишкин Иван Иванович'),
                 ('Петров-Водкин Кузьма Сергеевич'), ('Фёдоров-Давыдов Алексей'), ('Claude Monet')",
    )
    .await;
    let page = app.get(VISITOR, "/api/artists?pageSize=3").await.ok();
    assert_eq!(
        (&page["totalCount"], &page["totalPages"]),
        (&json!(7), &json!(3))
    );
    assert_eq!(
        names(&page),
        [
            "Айвазовский Иван Константинович",
            "Фёдоров-Давыдов Алексей",
            "Петров-Водкин Кузьма Сергеевич"
        ]
    );
    // Both of their lots are public.
    let aivazovsky = &page["items"][0];
    assert_eq!(
        (
            &aivazovsky["lotsCount"],
            &aivazovsky["images"],
            &aivazovsky["logo"]["previewId"]
        ),
        (&json!(2), &json!([]), &Value::Null)
    );
    for (query, first) in [
        ("айвазовский", "Айвазовский Иван Константинович"),
        ("Айвозовский", "Айвазовский Иван Константинович"),
        ("иван айвазовский", "Айвазовский Иван Константинович"),
        ("айваз", "Айвазовский Иван Константинович"),
        ("ренин", "Репин Илья Ефимович"),
        ("водкин", "Петров-Водкин Кузьма Сергеевич"),
        ("федоров", "Фёдоров-Давыдов Алексей"),
        ("фёдоров", "Фёдоров-Давыдов Алексей"),
        ("MONET", "Claude Monet"),
    ] {
        let found = app
            .post(VISITOR, "/api/artists/search", json!({"query": query}))
            .await
            .ok();
        assert_eq!(names(&found).first(), Some(&first), "{query}: {found}");
        assert!(names(&found).len() < 7, "{query}");
    }
    for (query, count) in [("ъьэ", 0), ("%", 0), ("_______", 0), ("", 7), ("   ", 7)] {
        let found = app
            .post(VISITOR, "/api/artists/search", json!({"query": query}))
            .await
            .ok();
        assert_eq!(found["totalCount"], count, "{query:?}");
    }
    let long = json!({"query": "а".repeat(201)});
    assert_eq!(
        app.post(VISITOR, "/api/artists/search", long)
            .await
            .refused_field("query"),
        "Не более 200 символов"
    );
    app.end().await;
}

#[actix_web::test]
async fn an_artists_works_are_on_offer_until_the_hammer_sells_them() {
    let app = App::new().await;
    let works = async |is_sold: bool| {
        let path = format!("/api/artists/1/works?isSold={is_sold}");
        let page = app.get(VISITOR, &path).await.ok();
        let items = page["items"].as_array().unwrap();
        let ids: Vec<i64> = items
            .iter()
            .map(|lot| lot["id"].as_i64().unwrap())
            .collect();
        assert_eq!(page["totalCount"], ids.len());
        ids
    };
    let summary = async || app.get(VISITOR, "/api/artists/1/summary").await.ok();
    app.index().await;
    assert_eq!(
        (works(false).await, works(true).await),
        (vec![1001, 1601], vec![])
    );
    assert_eq!(summary().await, json!({"followers": 0, "sales": []}));

    let subscription = json!({"authorId": 1, "durationDays": 90});
    app.post(TRUSTED, "/api/subscription", subscription)
        .await
        .ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.next(10).await.expect_code(0);
    app.index().await;
    assert_eq!(
        (works(false).await, works(true).await),
        (vec![1601], vec![1001])
    );
    let now = summary().await;
    assert_eq!(now["followers"], 1);
    assert_eq!(now["sales"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&now["sales"][0]["lotId"], &now["sales"][0]["price"]),
        (&json!(1001), &json!(1000))
    );

    // A hidden sale shows neither its works nor its prices.
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    app.index().await;
    assert_eq!(works(true).await, Vec::<i64>::new());
    assert_eq!(summary().await["sales"], json!([]));
    for call in ["works", "summary"] {
        app.get(VISITOR, &format!("/api/artists/999/{call}"))
            .await
            .expect(404);
    }
    app.end().await;
}

#[actix_web::test]
async fn admins_edit_artists_and_lots_follow_the_name() {
    let app = App::new().await;
    let body = json!({
        "name": " Репин   Илья ", "lifeYears": "1844–1930", "biography": "<p>Художник<script>x()</script></p>",
    });
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.post(who, "/api/artists", body.clone())
            .await
            .expect(status);
    }
    let made = app.post(ADMIN, "/api/artists/", body).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = json!({
        "id": id, "name": "Репин Илья", "lifeYears": "1844–1930", "biography": "<p>Художник</p>",
        "logo": {"previewId": null}, "images": [], "work": null, "lotsCount": 0, "offeredCount": 0, "soldCount": 0,
    });
    assert_eq!(made, expected);
    assert_eq!(
        app.get(VISITOR, &format!("/api/artists/{id}")).await.ok(),
        expected
    );
    app.get(VISITOR, "/api/artists/999").await.expect(404);

    let edit = |id: i64, field: &str, value: Value| {
        let mut body = json!({"id": id, "name": "Репин Илья"});
        body[field] = value;
        body
    };
    for (field, value, message) in [
        ("name", json!(" "), "Обязательное поле"),
        ("name", json!("а".repeat(301)), "Не более 300 символов"),
        ("lifeYears", json!("1".repeat(101)), "Не более 100 символов"),
        (
            "biography",
            json!("а".repeat(50_001)),
            "Не более 50000 символов",
        ),
        (
            "logoId",
            json!("00000000-0000-4000-8000-000000000001"),
            "Выберите одно из изображений художника",
        ),
    ] {
        let reply = app
            .post(ADMIN, "/api/artists", edit(id, field, value))
            .await;
        assert_eq!(reply.refused_field(field), message);
    }
    let taken = edit(id, "name", json!("Неизвестный мастер"));
    app.post(ADMIN, "/api/artists", taken).await.expect(409);
    app.post(ADMIN, "/api/artists", json!({"name": "Репин Илья"}))
        .await
        .expect(409);
    app.post(ADMIN, "/api/artists", edit(999, "name", json!("Никто")))
        .await
        .expect(404);
    assert_eq!(
        app.get(VISITOR, &format!("/api/artists/{id}")).await.ok(),
        expected
    );

    // Lots that name author 1 are found under the new name.
    app.post(
        ADMIN,
        "/api/artists",
        edit(1, "name", json!("Гайвазовский Ованес")),
    )
    .await
    .ok();
    app.index().await;
    let found = app
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"searchQuery": "гайвазовский"}),
        )
        .await
        .ok();
    assert_eq!(found["totalCount"], 2, "{found}");
    assert_eq!(
        found["items"][0]["author"][0]["name"],
        "Гайвазовский Ованес"
    );

    // A deleted lot does not prevent it.
    app
        .sql(
            "insert into lot (id, house_id, title_ru, start_price, deleted) values (9001, 1, 'Забытый', 100, now());
             insert into lot_author (lot_id, author_id) select 9001, max(id) from author",
        )
        .await;
    for (who, id, status) in [
        (VISITOR, 1, 401),
        (OWNER, 1, 403),
        (ADMIN, 999, 404),
        (ADMIN, 1, 409),
        (ADMIN, id, 204),
    ] {
        app.delete(who, &format!("/api/artists/{id}"))
            .await
            .expect(status);
    }
    app.get(VISITOR, &format!("/api/artists/{id}"))
        .await
        .expect(404);
    app.get(VISITOR, "/api/artists/1").await.expect(200);
    // Without refusals, which have a test of their own.
    let events: Vec<i16> =
        sqlx::query_scalar("select event from journal_record where event <> 125 order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(events, [511, 512, 513]);
    app.end().await;
}

#[actix_web::test]
async fn an_artist_has_up_to_seven_pictures_and_a_logo() {
    let app = App::new().await;
    let images = "/api/artists/1/images";
    for (who, path, status) in [
        (VISITOR, images, 401),
        (OWNER, images, 403),
        (ADMIN, "/api/artists/999/images", 404),
    ] {
        app.upload(who, path, &[png_of(8, 8)]).await.expect(status);
    }
    let added = app
        .upload(ADMIN, images, &[png_of(30, 20), png_of(20, 30)])
        .await
        .ok();
    let picture = |at: usize| added[at]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        added[0]["icon"],
        format!("/api/artists/image/{}/?size=icon", picture(0))
    );
    app.get(VISITOR, added[1]["full"].as_str().unwrap())
        .await
        .expect(200);
    let artist = || async { app.get(VISITOR, "/api/artists/1").await.ok() };
    // The first picture, until another is chosen.
    assert_eq!(artist().await["logo"]["previewId"], picture(0));
    let name = artist().await["name"].clone();
    let logo = json!({"id": 1, "name": name, "logoId": picture(1)});
    assert_eq!(
        app.post(ADMIN, "/api/artists", logo).await.ok()["logo"]["previewId"],
        picture(1)
    );

    let six = vec![png_of(8, 8); 6];
    assert_eq!(
        app.upload(ADMIN, images, &six).await.refused_field("file"),
        "Не более 7 изображений художника"
    );
    assert_eq!(artist().await["images"].as_array().unwrap().len(), 2);
    app.upload(ADMIN, images, &six[..5]).await.ok();
    assert_eq!(
        app.upload(ADMIN, images, &six[..1])
            .await
            .refused_field("file"),
        "Не более 7 изображений художника"
    );

    let one = |id: &str| format!("{images}?imageId={id}");
    app.delete(OWNER, &one(&picture(1))).await.expect(403);
    app.delete(ADMIN, &one("00000000-0000-4000-8000-000000000001"))
        .await
        .expect(404);
    app.delete(ADMIN, &one(&picture(1))).await.expect(204);
    app.get(VISITOR, added[1]["full"].as_str().unwrap())
        .await
        .expect(404);
    assert_eq!(artist().await["logo"]["previewId"], picture(0));
    // There is room for one more, at the end.
    let last = app.upload(ADMIN, images, &[png_of(9, 9)]).await.ok();
    assert_eq!(
        (last.as_array().unwrap().len(), &last[6]["width"]),
        (7, &json!(9))
    );
    app.delete(ADMIN, images).await.expect(204);
    assert_eq!(artist().await["images"], json!([]));
    app.end().await;
}

#[actix_web::test]
async fn two_artists_become_one_with_all_that_points_there() {
    let app = App::new().await;
    // Author 1 is named by lots 1001 and 1002; the double by 1002 and 1003.
    app.sql(
        "delete from lot_author;
         insert into author (id, name, biography) overriding system value values (900, 'Айвазовский И. К.', '<p>Маринист</p>');
         insert into lot_author (lot_id, author_id) values (1001, 1), (1002, 1), (1002, 900), (1003, 900);
         insert into artist_subscription (account_id, author_id, created, expires) values
             (7, 1, now(), now() + interval '30 days'), (7, 900, now(), now() + interval '90 days'),
             (8, 900, now(), now() + interval '30 days')",
    )
    .await;
    let own = app
        .upload(ADMIN, "/api/artists/1/images", &[png_of(8, 8)])
        .await
        .ok();
    let others = app
        .upload(ADMIN, "/api/artists/900/images", &[png_of(9, 9)])
        .await
        .ok();
    let body = json!({
        "otherId": 900, "name": "Айвазовский И. К.", "lifeYears": "1817–1900", "biography": "<p>Маринист</p>",
        "logoId": others[0]["id"],
    });
    let merge = "/api/artists/1/merge";
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.post(who, merge, body.clone()).await.expect(status);
    }
    let with = |field: &str, value: Value| {
        let mut body = body.clone();
        body[field] = value;
        body
    };
    for (field, value, message) in [
        ("otherId", json!(1), "Выберите другого художника"),
        ("name", json!(""), "Обязательное поле"),
        (
            "logoId",
            json!("00000000-0000-4000-8000-000000000001"),
            "Выберите одно из изображений художника",
        ),
    ] {
        let reply = app.post(ADMIN, merge, with(field, value)).await;
        assert_eq!(reply.refused_field(field), message);
    }
    app.post(ADMIN, merge, with("otherId", json!(999)))
        .await
        .expect(404);
    app.post(ADMIN, "/api/artists/999/merge", body.clone())
        .await
        .expect(404);
    app.post(ADMIN, merge, with("name", json!("Неизвестный мастер")))
        .await
        .expect(409);
    // Nothing moved so far.
    app.get(VISITOR, "/api/artists/900").await.expect(200);

    let merged = app.post(ADMIN, merge, body).await.ok();
    assert_eq!(
        (&merged["id"], &merged["name"], &merged["biography"]),
        (
            &json!(1),
            &json!("Айвазовский И. К."),
            &json!("<p>Маринист</p>")
        )
    );
    assert_eq!(merged["logo"]["previewId"], others[0]["id"]);
    assert_eq!(merged["images"], json!([own[0], others[0]]));
    app.get(VISITOR, "/api/artists/900").await.expect(404);
    let named: Vec<i64> =
        sqlx::query_scalar("select lot_id from lot_author where author_id = 1 order by 1")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(named, [1001, 1002, 1003]);
    // A subscriber to both keeps the longer one.
    let subscribed: Vec<(i64, bool)> = sqlx::query_as(
        "select account_id, expires > now() + interval '60 days' from artist_subscription where author_id = 1 order by 1",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(subscribed, [(7, true), (8, false)]);
    app.index().await;
    let found = app
        .post(VISITOR, "/api/lots/search", json!({"catalogId": 10}))
        .await
        .ok();
    let third = found["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|lot| lot["id"] == 1003)
        .unwrap();
    assert_eq!(third["author"][0]["name"], "Айвазовский И. К.");
    let record: Value = sqlx::query_scalar("select after from journal_record where event = 514")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    let mut moved: Vec<i64> = serde_json::from_value(record["lotIds"].clone()).unwrap();
    moved.sort_unstable();
    assert_eq!(moved, [1002, 1003]);
    app.end().await;
}

#[actix_web::test]
async fn artists_are_listed_by_surname_and_under_letters() {
    let app = App::empty().await;
    app.sql(
        "insert into author (name) values ('Илья Репин'), ('Репин, Антон'), ('Юст ван Херенберг (младший)'), ('Ван Клеве, Йос'),
            ('Артель «Красный гончар»'), ('Мастерская Г. Рябцева'), ('Жан-Батист Грёз мл.'), ('Айвазовский Иван Константинович'),
            ('Иван Иванович Войнович'), ('Репин И. Е.'), ('Claude Monet'), ('1-й завод'), ('Неизвестный художник'),
            ('Ёлкин'), ('Неизвестный мастер, XIX век')",
    )
    .await;
    let all = app.get(VISITOR, "/api/artists?pageSize=100").await.ok();
    assert_eq!(
        names(&all),
        [
            "Айвазовский Иван Константинович",
            "Артель «Красный гончар»",
            "Ван Клеве, Йос",
            "Иван Иванович Войнович",
            "Жан-Батист Грёз мл.",
            "Ёлкин",
            "Мастерская Г. Рябцева",
            "Репин, Антон",
            "Репин И. Е.",
            "Илья Репин",
            "Юст ван Херенберг (младший)",
            "Claude Monet",
            "1-й завод",
            "Неизвестный мастер, XIX век",
            "Неизвестный художник",
        ]
    );
    let letters = app.get(VISITOR, "/api/artists/letters").await.ok();
    let letters: Vec<String> = (letters.as_array().unwrap().iter())
        .map(|one| format!("{}{}", one["letter"].as_str().unwrap(), one["artists"]))
        .collect();
    assert_eq!(
        letters,
        ["А2", "В2", "Г1", "Е1", "М1", "Р3", "Х1", "M1", "#1", "…2"]
    );
    for (letter, listed) in [
        ("Х", vec!["Юст ван Херенберг (младший)"]),
        ("%23", vec!["1-й завод"]),
        ("Ъ", vec![]),
    ] {
        let path = format!("/api/artists?letter={letter}");
        assert_eq!(names(&app.get(VISITOR, &path).await.ok()), listed);
    }
    app.get(VISITOR, "/api/artists?letter=Ха")
        .await
        .expect_problem(422, "validation_failed");
    app.end().await;
}

#[actix_web::test]
async fn an_artist_without_a_picture_has_one_of_their_lots() {
    let app = App::new().await;
    let find = async |name: &str| {
        let body = json!({"query": name});
        let page = app.post(VISITOR, "/api/artists/search", body).await.ok();
        page["items"][0].clone()
    };
    let artist = find("айвазовский").await;
    assert_eq!(artist["work"]["id"], "00000000-0000-4000-8000-000000000001");
    assert_eq!(
        [
            &artist["offeredCount"],
            &artist["soldCount"],
            &artist["lotsCount"]
        ],
        [&json!(2), &json!(0), &json!(2)]
    );
    app.sql("insert into author_image select id, 0, (select id from picture limit 1) from author where name like 'Айв%'")
        .await;
    assert_eq!(find("айвазовский").await["work"], Value::Null);
    app.end().await;
}
