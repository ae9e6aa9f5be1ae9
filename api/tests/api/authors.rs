//! Authors by name.

use serde_json::{Value, json};

use crate::support::*;

fn names(list: &Value) -> Vec<String> {
    let names = list.as_array().expect("a list");
    let name = |author: &Value| author["name"].as_str().expect("a name").to_owned();
    names.iter().map(name).collect()
}

#[actix_web::test]
async fn authors_are_listed_and_looked_up_by_cached_names() {
    let app = App::new().await;
    sqlx::raw_sql(
        "insert into author (name) values ('Иванов Александр Андреевич'), ('Иванова Антонина Николаевна'),
            ('Ёлкин Пётр'), ('Петров-Водкин Кузьма Сергеевич')",
    )
    .execute(&app.pool)
    .await
    .unwrap();

    let look_up = async |name: &str| {
        let reply = app
            .post(VISITOR, "/api/author", json!({"name": name}))
            .await;
        names(&reply.ok())
    };
    let first = [
        (
            "Айвазовский Иван Константинович",
            "Айвазовский Иван Константинович",
        ),
        ("айваз", "Айвазовский Иван Константинович"),
        ("Айвозовский", "Айвазовский Иван Константинович"),
        ("иван айвазовский", "Айвазовский Иван Константинович"),
        ("Иванов", "Иванов Александр Андреевич"),
        ("иванова", "Иванова Антонина Николаевна"),
        ("Александр Иванов", "Иванов Александр Андреевич"),
        ("елкин", "Ёлкин Пётр"),
        ("петров водкин", "Петров-Водкин Кузьма Сергеевич"),
        ("петровводкин", "Петров-Водкин Кузьма Сергеевич"),
    ];
    for (typed, expected) in first {
        let found = look_up(typed).await;
        assert_eq!(
            found.first().map(String::as_str),
            Some(expected),
            "{typed}: {found:?}"
        );
    }
    assert_eq!(look_up("Рембрандт").await, [] as [String; 0]);

    for (name, why) in [
        (json!(""), "Укажите имя автора"),
        (json!(" \u{200b} "), "Укажите имя автора"),
        (json!("я".repeat(301)), "Не более 300 символов"),
    ] {
        let reply = app
            .post(VISITOR, "/api/author/", json!({"name": name}))
            .await;
        assert_eq!(
            (reply.status, &reply.json()["errors"]["name"]),
            (422, &json!([why]))
        );
    }
    let reply = app.post(VISITOR, "/api/author", json!({})).await;
    assert_eq!(
        (reply.status, &reply.json()["errors"]["name"]),
        (422, &json!(["Обязательное поле"]))
    );

    let page = app
        .get(VISITOR, "/api/author?pageSize=2&pageNumber=2")
        .await
        .ok();
    assert_eq!(
        (names(&page["items"]), &page["totalCount"], &page["hasNext"]),
        (
            vec![
                "Иванов Александр Андреевич".to_owned(),
                "Иванова Антонина Николаевна".to_owned()
            ],
            &json!(6),
            &json!(true)
        )
    );
    app.end().await;
}

#[actix_web::test]
async fn an_author_typed_into_a_form_is_public_with_the_lot_and_goes_with_the_last_one() {
    const NAME: &str = "Тайный Мастер";
    let app = App::new().await;
    let make = async |place: Value| {
        let lot = patched(
            json!({"houseId": 1, "titleRu": "Этюд", "author": [{"name": NAME}], "price": {"start": 100}}),
            place,
        );
        app.post(MANAGER, "/api/lots", lot).await.ok()["id"]
            .as_i64()
            .unwrap()
    };
    let hidden =
        make(json!({"catalogId": 10, "catalogLotId": 50, "categoryId": 1901, "hidden": true}))
            .await;
    let stored = make(json!({})).await;
    app.index().await;
    let id = app
        .value("select to_jsonb(id) from author where name = 'Тайный Мастер'")
        .await;
    let page = format!("/api/artists/{id}");
    let finds = async |who: Who| {
        let found = app.post(who, "/api/author", json!({"name": NAME})).await;
        names(&found.ok()).contains(&NAME.to_owned())
    };
    let is_public = async || {
        let listed = app.get(VISITOR, "/api/author?pageSize=100").await.ok();
        let artists = app.get(VISITOR, "/api/artists?pageSize=100").await.ok();
        let shown = [
            names(&listed["items"]).contains(&NAME.to_owned()),
            names(&artists["items"]).contains(&NAME.to_owned()),
            app.get(STRANGER, &page).await.status == 200,
            finds(VISITOR).await,
        ];
        assert!(shown.iter().all(|one| *one == shown[0]), "{shown:?}");
        shown[0]
    };
    assert!(!is_public().await);
    let subscription = json!({"authorId": id, "durationDays": 30});
    app.post(STRANGER, "/api/subscription", subscription)
        .await
        .expect(404);
    // Those who work with the lots find the name again.
    for (who, found) in [
        (MANAGER, true),
        (ADMIN, true),
        (STRANGER, false),
        (TRUSTED, false),
    ] {
        assert_eq!(finds(who).await, found, "{who:?}");
    }
    app.get(ADMIN, &page).await.expect(200);

    let act = async |act: &str| {
        let path = format!("/api/lots/{hidden}/{act}");
        app.post(MANAGER, &path, json!({})).await.ok();
        app.index().await;
    };
    act("show").await;
    assert!(is_public().await);
    act("hide").await;
    assert!(!is_public().await);

    let sweep = async || {
        let now = app.state.clock.now();
        catalogue::sweep::sweep(&app.pool, &app.state.pictures, now)
            .await
            .unwrap();
        app.value("select to_jsonb(count(*)) from author where name = 'Тайный Мастер'")
            .await
    };
    let rename = async |lot: i64| {
        let form = app.get(ADMIN, &format!("/api/lots/{lot}")).await.ok();
        let form = patched(form, json!({"author": [{"name": "Неизвестный мастер"}]}));
        app.put(ADMIN, "/api/lots", form).await.expect(200);
    };
    rename(hidden).await;
    assert_eq!(sweep().await, 1, "a stored lot still names them");
    app.delete(MANAGER, &format!("/api/lots/{stored}"))
        .await
        .done();
    assert_eq!(sweep().await, 0);

    // An admin who describes an artist keeps them, and shows them.
    let stored = make(json!({})).await;
    let id = app
        .value("select to_jsonb(id) from author where name = 'Тайный Мастер'")
        .await;
    let described = json!({"id": id, "name": NAME, "biography": "Родился в Твери."});
    app.post(ADMIN, "/api/artists", described).await.expect(200);
    app.delete(MANAGER, &format!("/api/lots/{stored}"))
        .await
        .done();
    assert_eq!(sweep().await, 1);
    assert!(finds(VISITOR).await);
    app.end().await;
}
