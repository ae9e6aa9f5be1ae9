//! Questions and answers, and the glossary.

use serde_json::{Value, json};

use crate::support::*;

fn titles(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn admins_edit_questions_and_terms_and_everyone_reads_them() {
    let app = App::new().await;
    for path in ["/api/faq", "/api/glossary"] {
        assert_eq!(app.get(VISITOR, path).await.ok(), json!([]));
        let body = json!({
            "title": " Что такое шаг? ", "content": "<p onclick=x>На сколько <b>выше</b></p><iframe></iframe>", "position": 2,
        });
        for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
            app.post(who, path, body.clone()).await.expect(status);
        }
        let made = app.post(ADMIN, path, body).await.ok();
        assert_eq!(
            made,
            json!({
                "id": made["id"], "slug": "chto-takoe-shag", "title": "Что такое шаг?",
                "content": "<p>На сколько <b>выше</b></p>", "position": 2, "changed": made["changed"],
            })
        );
        let first = json!({"title": "Как начать?", "content": "<p>Войдите</p>", "position": 1, "slug": "start"});
        let first = app.post(ADMIN, path, first).await.ok();
        assert_eq!(
            titles(&app.get(VISITOR, path).await.ok()),
            ["Как начать?", "Что такое шаг?"]
        );

        let address = format!("{path}/{}", made["id"]);
        let change =
            json!({"title": "Шаг", "content": "<p>Иначе</p>", "position": 0, "slug": "step"});
        for (who, status) in [(VISITOR, 401), (OWNER, 403)] {
            app.put(who, &address, change.clone()).await.expect(status);
            app.delete(who, &address).await.expect(status);
        }
        let changed = app.put(ADMIN, &address, change.clone()).await.ok();
        assert_eq!(
            (&changed["slug"], &changed["content"]),
            (&json!("step"), &json!("<p>Иначе</p>"))
        );
        assert_eq!(
            titles(&app.get(VISITOR, path).await.ok()),
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
                "Только строчные латинские буквы, цифры и дефисы между ними",
            ),
        ] {
            let mut wrong = change.clone();
            wrong[field] = value;
            assert_eq!(
                app.post(ADMIN, path, wrong.clone())
                    .await
                    .refused_field(field),
                message
            );
            assert_eq!(
                app.put(ADMIN, &address, wrong).await.refused_field(field),
                message
            );
        }
        // An address leads to one article.
        let taken = json!({"title": "Ещё", "content": "Текст", "slug": "start"});
        app.put(ADMIN, &address, taken.clone()).await.expect(409);
        app.post(ADMIN, path, taken).await.expect(409);
        assert_eq!(app.get(VISITOR, path).await.ok(), json!([changed, first]));

        app.put(ADMIN, &format!("{path}/999"), change)
            .await
            .expect(404);
        app.delete(ADMIN, &address).await.expect(204);
        app.delete(ADMIN, &address).await.expect(404);
        assert_eq!(app.get(VISITOR, path).await.ok(), json!([first]));
    }
    // A term is not listed as a question.
    let term = app.get(VISITOR, "/api/glossary").await.ok()[0]["id"].clone();
    app.delete(ADMIN, &format!("/api/faq/{term}"))
        .await
        .expect(404);
    // Without refusals, which have a test of their own.
    let events: Vec<i16> =
        sqlx::query_scalar("select event from journal_record where event <> 125 order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(events, [531, 531, 532, 533, 541, 541, 542, 543]);
    app.end().await;
}
