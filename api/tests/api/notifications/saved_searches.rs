//! Saved searches, and letters about new lots of them.

use notifier::SavedSearches;
use serde_json::{Value, json};
use time::Duration;

use super::letters;
use crate::support::*;

const CALL: &str = "/api/saved-searches";

fn sea(letters: &str) -> Value {
    json!({"name": "Море", "path": "/lots?search=sea", "request": {"searchQuery": "бриг"}, "letters": letters})
}

async fn look(app: &App) {
    let state = &app.state;
    let searches = SavedSearches::new(app.pool.clone(), state.search.clone(), state.clock.clone());
    searches.look().await.unwrap();
}

#[actix_web::test]
async fn a_search_is_kept_once_by_its_address_and_only_for_its_owner() {
    let app = App::new().await;
    let all = async |who| app.get(who, CALL).await.ok();
    app.post(VISITOR, CALL, sea("daily")).await.expect(401);
    let refused = async |field: &str, change: Value| {
        let mut body = sea("daily");
        body.as_object_mut()
            .unwrap()
            .extend(change.as_object().unwrap().clone());
        app.post(TRUSTED, CALL, body).await.refused_field(field)
    };
    assert_eq!(
        refused("name", json!({"name": " "})).await,
        "Назовите поиск"
    );
    let elsewhere = "Адрес списка лотов на этом сайте";
    assert_eq!(
        refused("path", json!({"path": "//evil.example/lots"})).await,
        elsewhere
    );
    assert_eq!(
        refused(
            "request",
            json!({"request": {"searchQuery": " ", "showHiddenLots": true}})
        )
        .await,
        "Укажите слова или хотя бы один фильтр"
    );
    refused(
        "currency",
        json!({"request": {"searchQuery": "бриг", "currency": 99}}),
    )
    .await;
    assert_eq!(all(TRUSTED).await, json!([]));

    let saved = app.post(TRUSTED, CALL, sea("daily")).await.ok();
    assert_eq!(
        saved,
        json!({"id": saved["id"], "name": "Море", "path": "/lots?search=sea", "letters": "daily",
            "created": saved["created"]})
    );
    let again = app.post(TRUSTED, CALL, sea("atOnce")).await.ok();
    assert_eq!(
        (&again["id"], &again["letters"]),
        (&saved["id"], &json!("atOnce"))
    );
    assert_eq!(all(TRUSTED).await, json!([again]));
    assert_eq!(all(ACCEPTED).await, json!([]));

    let path = format!("{CALL}/{}", saved["id"]);
    let change = json!({"name": "Корабли", "letters": "never"});
    app.put(ACCEPTED, &path, change.clone()).await.expect(404);
    app.delete(ACCEPTED, &path).await.expect(404);
    let changed = app.put(TRUSTED, &path, change).await.ok();
    assert_eq!(
        (&changed["name"], &changed["letters"], &changed["path"]),
        (
            &json!("Корабли"),
            &json!("never"),
            &json!("/lots?search=sea")
        )
    );
    assert_eq!(all(TRUSTED).await, json!([changed]));
    app.delete(TRUSTED, &path).await.expect(204);
    assert_eq!(all(TRUSTED).await, json!([]));
    app.end().await;
}

#[actix_web::test]
async fn letters_name_the_lots_that_became_public_since_the_last_one() {
    let app = App::new().await;
    // Logins of the fixture last a day.
    app.sql("update session set expires = expires + interval '1 year'")
        .await;
    let saved = app.post(TRUSTED, CALL, sea("atOnce")).await.ok();
    // Someone else's search, which nothing listed here matches.
    let other = json!({"name": "Самовары", "path": "/lots?search=tea", "request": {"searchQuery": "самовар"}, "letters": "atOnce"});
    app.post(ACCEPTED, CALL, other).await.ok();
    // Catalog 17 is hidden.
    app.sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price) values
             (1601001, 1, 16, 13, 'Бриг на рейде', 5000), (1601002, 1, 16, 14, 'Ваза', 100), (1770, 1, 17, 2, 'Бриг', 100);
         insert into outbox (topic, key) values ('lot', '1601001'), ('lot', '1601002'), ('lot', '1770')",
    )
    .await;
    app.index().await;
    look(&app).await;
    assert_eq!(letters(&app).await, [], "the import may still go on");
    app.state.clock.advance(Duration::minutes(4));
    look(&app).await;
    look(&app).await;
    let written = letters(&app).await;
    let [(to, subject, text)] = written.as_slice() else {
        panic!("{written:?}");
    };
    assert_eq!(
        (&**to, &**subject),
        (
            "trusted@test.example",
            "1 новый лот по вашему поиску «Море»"
        )
    );
    assert!(
        text.contains("Лот 13 «Бриг на рейде» — 5\u{a0}000\u{a0}₽, Первый дом"),
        "{text}"
    );
    assert!(!text.contains("Ваза"), "{text}");

    // Daily from now on: nothing before the next morning.
    let path = format!("{CALL}/{}", saved["id"]);
    let daily = json!({"name": "Море", "letters": "daily"});
    app.put(TRUSTED, &path, daily).await.ok();
    app.sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price) values
             (1601003, 1, 16, 15, 'Бриг в шторм', 0);
         insert into outbox (topic, key) values ('lot', '1601003')",
    )
    .await;
    app.index().await;
    app.sql("update lot_first_seen set at = now() + interval '10 minutes' where lot_id = 1601003")
        .await;
    app.state.clock.advance(Duration::days(1));
    look(&app).await;
    let written = letters(&app).await;
    assert_eq!(written.len(), 2, "{written:?}");
    assert!(written[1].2.contains("«Бриг в шторм»"), "{written:?}");
    assert!(!written[1].2.contains("на рейде"), "{written:?}");

    // The letter ends itself, without a login.
    let end = app
        .value("select content -> 'unsubscribe' -> 'path' from letter order by id desc limit 1")
        .await;
    let end = end.as_str().unwrap();
    assert!(app.get(VISITOR, end).await.text().contains("Море"));
    assert_eq!(app.get(TRUSTED, CALL).await.ok()[0]["letters"], "daily");
    app.post(VISITOR, end, json!({})).await.expect(200);
    assert_eq!(app.get(TRUSTED, CALL).await.ok()[0]["letters"], "never");
    app.sql("update lot_first_seen set at = now() + interval '2 days' where lot_id = 1601003")
        .await;
    app.state.clock.advance(Duration::days(3));
    look(&app).await;
    assert_eq!(letters(&app).await.len(), 2);
    // Saved once more, it begins with lots that are new from now on.
    app.post(TRUSTED, CALL, sea("daily")).await.ok();
    app.state.clock.advance(Duration::days(1));
    look(&app).await;
    assert_eq!(letters(&app).await.len(), 2);
    // What a person looks for is not journalled.
    let journalled = app
        .value("select jsonb_agg(jsonb_build_array(event, before, after) order by id) from journal_record where event between 554 and 556 and account_id = 6")
        .await;
    assert!(!journalled.to_string().contains("sea"), "{journalled}");
    assert_eq!(journalled.as_array().unwrap().len(), 3, "{journalled}");
    app.end().await;
}
