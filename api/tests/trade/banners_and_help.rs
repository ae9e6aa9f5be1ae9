//! What admins hang up and explain: banners, questions and answers, the glossary.

use serde_json::{Value, json};
use time::Duration;

use crate::world::*;

fn titles(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_banner_hangs_with_its_picture_within_its_time() {
    let world = World::new().await;
    let at = |hours: i64| {
        let at = world.state.clock.now() + Duration::hours(hours);
        serde_json::to_value(contract::dto::Timestamp(at)).unwrap()
    };
    let body = json!({
        "title": " Осенние торги ", "link": "/auction/16/osennie", "position": 2, "from": at(-1), "to": at(5), "visible": true,
    });
    for (who, status) in [(VISITOR, 401), (OWNER, 403)] {
        assert_eq!(
            world.post(who, "/api/banner", body.clone()).await.status,
            status
        );
        assert_eq!(world.get(who, "/api/banner").await.status, status);
    }
    let made = world.post(ADMIN, "/api/banner/", body.clone()).await.ok();
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        made,
        json!({
            "id": id, "title": "Осенние торги", "link": "/auction/16/osennie", "position": 2, "from": body["from"],
            "to": body["to"], "visible": true, "image": null, "created": made["created"],
        })
    );
    let visible = || async { world.get(VISITOR, "/api/banner/visible").await.ok() };
    // Without a picture there is nothing to hang.
    assert_eq!(visible().await, json!([]));
    let images = format!("/api/banner/{id}/images");
    assert_eq!(
        world.upload(OWNER, &images, &[png_of(8, 8)]).await.status,
        403
    );
    assert_eq!(
        world
            .upload(ADMIN, "/api/banner/999/images", &[png_of(8, 8)])
            .await
            .status,
        404
    );
    let hung = world.upload(ADMIN, &images, &[png_of(640, 200)]).await.ok();
    let picture = hung["image"]["preview"].as_str().unwrap().to_owned();
    assert_eq!(visible().await, json!([hung]));
    assert_eq!(world.get(VISITOR, &picture).await.status, 200);

    // A second one before it; one that is not to be seen yet, one that is not to be seen at all.
    for (title, position, from, is_visible) in [
        ("Первый", 1, Value::Null, true),
        ("Завтрашний", 0, at(24), true),
        ("Снятый", 0, Value::Null, false),
    ] {
        let other =
            json!({"title": title, "position": position, "from": from, "visible": is_visible});
        let other = world.post(ADMIN, "/api/banner", other).await.ok();
        world
            .upload(
                ADMIN,
                &format!("/api/banner/{}/images", other["id"]),
                &[png_of(8, 8)],
            )
            .await
            .ok();
    }
    assert_eq!(titles(&visible().await), ["Первый", "Осенние торги"]);
    let all = world.get(ADMIN, "/api/banner").await.ok();
    assert_eq!(
        titles(&all),
        ["Завтрашний", "Снятый", "Первый", "Осенние торги"]
    );
    let hidden = all[1]["image"]["icon"].as_str().unwrap();
    assert_eq!(world.get(OWNER, hidden).await.status, 404);
    assert_eq!(world.get(ADMIN, hidden).await.status, 200);

    // Its time over, it is there for admins alone.
    world.state.clock.advance(Duration::hours(6));
    assert_eq!(titles(&visible().await), ["Первый"]);
    assert_eq!(world.get(VISITOR, &picture).await.status, 404);
    let change = json!({"title": "Снова", "position": 0, "visible": true});
    assert_eq!(
        world
            .put(OWNER, &format!("/api/banner/{id}"), change.clone())
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .put(ADMIN, "/api/banner/999", change.clone())
            .await
            .status,
        404
    );
    let changed = world
        .put(ADMIN, &format!("/api/banner/{id}"), change)
        .await
        .ok();
    assert_eq!(
        (&changed["link"], &changed["to"], &changed["image"]),
        (&Value::Null, &Value::Null, &hung["image"])
    );
    assert_eq!(titles(&visible().await), ["Снова", "Первый"]);

    for (field, value, message) in [
        ("title", json!(" "), "Обязательное поле"),
        ("title", json!("а".repeat(301)), "Не более 300 символов"),
        (
            "link",
            json!("javascript:alert(1)"),
            "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
        ),
        (
            "link",
            json!("//example.org"),
            "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
        ),
        (
            "link",
            json!(format!("/{}", "a".repeat(1000))),
            "Не более 1000 символов",
        ),
        ("to", at(-48), "Окончание показа должно быть позже начала"),
    ] {
        let mut wrong = json!({"title": "Баннер", "from": at(-1), "visible": true});
        wrong[field] = value;
        assert_eq!(
            world
                .put(ADMIN, &format!("/api/banner/{id}"), wrong.clone())
                .await
                .refused_field(field),
            message
        );
        assert_eq!(
            world
                .post(ADMIN, "/api/banner", wrong)
                .await
                .refused_field(field),
            message
        );
    }
    assert_eq!(titles(&visible().await), ["Снова", "Первый"]);
    assert_eq!(
        world
            .delete(OWNER, &format!("/api/banner/{id}"))
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .delete(ADMIN, &format!("/api/banner/{id}"))
            .await
            .status,
        204
    );
    assert_eq!(
        world
            .delete(ADMIN, &format!("/api/banner/{id}"))
            .await
            .status,
        404
    );
    assert_eq!(titles(&visible().await), ["Первый"]);
    world.end().await;
}

#[actix_web::test]
async fn questions_and_terms_are_written_by_admins_and_read_by_everybody() {
    let world = World::new().await;
    for path in ["/api/faq", "/api/glossary"] {
        assert_eq!(world.get(VISITOR, path).await.ok(), json!([]));
        let body = json!({
            "title": " Что такое шаг? ", "content": "<p onclick=x>На сколько <b>выше</b></p><iframe></iframe>", "position": 2,
        });
        for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
            assert_eq!(world.post(who, path, body.clone()).await.status, status);
        }
        let made = world.post(ADMIN, path, body).await.ok();
        assert_eq!(
            made,
            json!({
                "id": made["id"], "slug": "chto-takoe-shag", "title": "Что такое шаг?",
                "content": "<p>На сколько <b>выше</b></p>", "position": 2, "changed": made["changed"],
            })
        );
        let first = json!({"title": "Как начать?", "content": "<p>Войдите</p>", "position": 1, "slug": "start"});
        let first = world.post(ADMIN, path, first).await.ok();
        assert_eq!(
            titles(&world.get(VISITOR, path).await.ok()),
            ["Как начать?", "Что такое шаг?"]
        );

        let address = format!("{path}/{}", made["id"]);
        let change =
            json!({"title": "Шаг", "content": "<p>Иначе</p>", "position": 0, "slug": "step"});
        for (who, status) in [(VISITOR, 401), (OWNER, 403)] {
            assert_eq!(
                world.put(who, &address, change.clone()).await.status,
                status
            );
            assert_eq!(world.delete(who, &address).await.status, status);
        }
        let changed = world.put(ADMIN, &address, change.clone()).await.ok();
        assert_eq!(
            (&changed["slug"], &changed["content"]),
            (&json!("step"), &json!("<p>Иначе</p>"))
        );
        assert_eq!(
            titles(&world.get(VISITOR, path).await.ok()),
            ["Шаг", "Как начать?"]
        );

        for (field, value, message) in [
            ("title", json!(""), "Обязательное поле"),
            ("title", json!("а".repeat(301)), "Не более 300 символов"),
            ("content", json!(" <script></script>"), "Обязательное поле"),
            (
                "content",
                json!("а".repeat(50_001)),
                "Не более 50000 символов",
            ),
            (
                "slug",
                json!("a--b"),
                "Только строчные латинские буквы, цифры и дефисы между ними, не более 80 символов",
            ),
        ] {
            let mut wrong = change.clone();
            wrong[field] = value;
            assert_eq!(
                world
                    .post(ADMIN, path, wrong.clone())
                    .await
                    .refused_field(field),
                message
            );
            assert_eq!(
                world.put(ADMIN, &address, wrong).await.refused_field(field),
                message
            );
        }
        // An address leads to one article.
        let taken = json!({"title": "Ещё", "content": "Текст", "slug": "start"});
        assert_eq!(world.put(ADMIN, &address, taken.clone()).await.status, 409);
        assert_eq!(world.post(ADMIN, path, taken).await.status, 409);
        assert_eq!(world.get(VISITOR, path).await.ok(), json!([changed, first]));

        assert_eq!(
            world
                .put(ADMIN, &format!("{path}/999"), change)
                .await
                .status,
            404
        );
        assert_eq!(world.delete(ADMIN, &address).await.status, 204);
        assert_eq!(world.delete(ADMIN, &address).await.status, 404);
        assert_eq!(world.get(VISITOR, path).await.ok(), json!([first]));
    }
    // A term is no question.
    let term = world.get(VISITOR, "/api/glossary").await.ok()[0]["id"].clone();
    assert_eq!(
        world
            .delete(ADMIN, &format!("/api/faq/{term}"))
            .await
            .status,
        404
    );
    let events: Vec<i16> = sqlx::query_scalar("select event from journal_record order by id")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    assert_eq!(events, [531, 531, 532, 533, 541, 541, 542, 543]);
    world.end().await;
}
