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
        (json!(" «» "), "Укажите имя автора"),
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
