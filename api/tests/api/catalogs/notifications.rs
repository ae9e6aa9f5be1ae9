//! Subscriptions to catalogs, and followers of authors.

use serde_json::{Value, json};

use super::stored;
use crate::support::*;

#[actix_web::test]
async fn followers_of_an_author_hear_of_a_lot_once_it_is_public() {
    let app = App::new().await;
    let announced = async || {
        let notices = app
            .value(
                "select coalesce(jsonb_agg(payload -> 'lotId' order by id), '[]') from outbox_job
                 where topic = 'notify' and payload ->> 'kind' = 'lot_listed'",
            )
            .await;
        app.sql("delete from outbox where topic = 'notify'").await;
        notices
    };
    // Followers hear of a draft's lot when the draft is scheduled.
    let lot = json!({"houseId": 1, "catalogId": 14, "titleRu": "Этюд", "author": [{"name": "Поленов"}],
        "price": {"start": 100}});
    let id = app.post(MANAGER, "/api/lots", lot.clone()).await.ok()["id"].clone();
    assert_eq!(announced().await, json!([]));
    app.control(MANAGER, "/api/catalog/14/scheduled").await.ok();
    assert_eq!(announced().await, json!([id]));
    // Of a public sale's lot at once; of a hidden lot when it is shown.
    let hidden = patched(lot.clone(), json!({"catalogId": 10, "hidden": true}));
    let hidden = app.post(MANAGER, "/api/lots", hidden).await.ok()["id"].clone();
    let open = patched(lot, json!({"catalogId": 10}));
    let open = app.post(MANAGER, "/api/lots", open).await.ok()["id"].clone();
    assert_eq!(announced().await, json!([open]));
    app.post(MANAGER, &format!("/api/lots/{hidden}/show"), json!({}))
        .await
        .ok();
    assert_eq!(announced().await, json!([hidden]));
    // Of a hidden sale's lots when the sale is shown.
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    app.get(VISITOR, "/api/catalog/10").await.expect(404);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(4);
    assert_eq!(announced().await, json!([]));
    app.control(MANAGER, "/api/catalog/10/show").await.ok();
    assert_eq!(announced().await, json!([hidden, open, 1001, 1002]));
    let (row, room) = stored(&app, 10).await;
    assert_eq!((&row["hidden"], &room["state"]), (&json!(false), &json!(0)));
    app.end().await;
}

#[actix_web::test]
async fn people_subscribe_to_catalogs() {
    let app = App::new().await;
    let path = "/api/catalog/notifications/";
    let mine = async |who| {
        let catalogs = app.get(who, path).await.ok();
        catalogs
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].clone())
            .collect::<Vec<_>>()
    };
    for catalog in [10, 12, 10] {
        let subscribed = app
            .post(TRUSTED, path, json!({"catalogId": catalog}))
            .await
            .ok();
        assert_eq!(subscribed["id"], catalog);
    }
    assert_eq!(mine(TRUSTED).await, [12, 10]);
    assert_eq!(mine(TRUSTED2).await, Vec::<Value>::new());
    app.post(TRUSTED, path, json!({"catalogId": 17}))
        .await
        .expect(404);
    app.post(TRUSTED, path, json!({"catalogId": 99}))
        .await
        .expect(404);
    assert_eq!(
        app.post(TRUSTED, path, json!({})).await.faults(),
        json!({"catalogId": ["Обязательное поле"]})
    );
    app.post(VISITOR, path, json!({"catalogId": 10}))
        .await
        .expect(401);
    // A subscription to a hidden catalog is not listed until the catalog is shown again.
    app.control(MANAGER, "/api/catalog/12/hide").await.ok();
    assert_eq!(mine(TRUSTED).await, [10]);
    app.control(MANAGER, "/api/catalog/12/show").await.ok();
    for _ in 0..2 {
        app.delete(TRUSTED, "/api/catalog/notifications/catalog/10")
            .await
            .done();
    }
    assert_eq!(mine(TRUSTED).await, [12]);
    assert_eq!(
        app.value(
            "select jsonb_agg(jsonb_build_array(event, subject_id) order by id) from journal_record
                 where account_id = 6"
        )
        .await,
        json!([[331, 10], [331, 12], [332, 10]])
    );
    // The list is bounded, and so is what it takes.
    app
        .sql(
            "insert into catalog (id, house_id, title, catalog_type)
                select 1000 + n, 1, 'К', 0 from generate_series(1, 500) as n;
             insert into catalog_subscription (account_id, catalog_id) select 8, id from catalog where title = 'К'",
        )
        .await;
    let full = app.post(ACCEPTED, path, json!({"catalogId": 10})).await;
    assert_eq!(
        full.refused(409),
        "Можно подписаться не более чем на 500 аукционов"
    );
    app.end().await;
}
