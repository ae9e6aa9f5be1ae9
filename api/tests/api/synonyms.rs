//! Synonyms of the search.

use serde_json::{Value, json};

use crate::support::*;

#[actix_web::test]
async fn searches_use_the_synonyms_that_admins_write() {
    let app = App::new().await;
    app.index().await;
    let path = "/api/search/synonyms";
    let found = async |text: &str| -> Vec<i64> {
        let query = json!({"searchQuery": text});
        let page = app.post(VISITOR, "/api/lots/search", query).await.ok();
        let items = page["items"].as_array().unwrap();
        items
            .iter()
            .map(|lot| lot["id"].as_i64().unwrap())
            .collect()
    };
    // A word of some lot, which another that no lot has is to find.
    let known = app.get(VISITOR, "/api/lots/1001").await.ok();
    let known = known["titleRu"].as_str().unwrap().to_owned();
    let expected = found(&known).await;
    assert!(expected.contains(&1001));
    assert!(found("кунштюк").await.is_empty());

    let body = json!({"words": [" Кунштюк ", "кунштюк"], "finds": [known]});
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.get(who, path).await.expect(status);
        app.post(who, path, body.clone()).await.expect(status);
    }
    let made = app.post(ADMIN, path, body).await.ok();
    assert_eq!(
        made,
        json!({
            "id": made["id"], "words": ["кунштюк"], "finds": [known.to_lowercase()], "changed": made["changed"],
        })
    );
    assert_eq!(found("кунштюки").await, expected);

    let address = format!("{path}/{}", made["id"]);
    let change = json!({"words": ["редкость", "диковина"]});
    app.put(OWNER, &address, change.clone()).await.expect(403);
    app.put(ADMIN, &format!("{path}/999"), change.clone())
        .await
        .expect(404);
    let changed = app.put(ADMIN, &address, change).await.ok();
    assert_eq!(changed["finds"], json!([]));
    assert!(found("кунштюк").await.is_empty());
    assert_eq!(app.get(ADMIN, path).await.ok(), json!([changed]));

    let many: Vec<String> = (0..21).map(|n| format!("слово{n}")).collect();
    for (field, wrong, message) in [
        ("words", json!({"words": []}), "Обязательное поле"),
        (
            "words",
            json!({"words": ["комод", " Комод"]}),
            "Нужны хотя бы два слова",
        ),
        (
            "words",
            json!({"words": many}),
            "Не более 20 слов и выражений",
        ),
        (
            "words",
            json!({"words": ["а".repeat(101), "б"]}),
            "Не более 100 символов",
        ),
        (
            "words",
            json!({"words": ["«—»", "тире"]}),
            "««—»» — не слово",
        ),
        (
            "finds",
            json!({"words": ["комод"], "finds": ["раз два три четыре пять"]}),
            "«раз два три четыре пять»: не более 4 слов в выражении",
        ),
        (
            "finds",
            json!({"words": ["комод"], "finds": ["тумба", "комод"]}),
            "Эти слова уже названы слева",
        ),
    ] {
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
    app.delete(OWNER, &address).await.expect(403);
    app.delete(ADMIN, &address).await.expect(204);
    app.delete(ADMIN, &address).await.expect(404);
    assert_eq!(app.get(ADMIN, path).await.ok(), json!([]));
    let events: Vec<(i16, Value)> = sqlx::query_as(
        "select event, coalesce(after, before) from journal_record where event between 591 and 593 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(
        events.iter().map(|(event, _)| *event).collect::<Vec<_>>(),
        [591, 592, 593]
    );
    assert_eq!(events[2].1["words"], json!(["редкость", "диковина"]));
    app.end().await;
}
