//! The untrusted list, and finding registrations.

use serde_json::{Value, json};

use crate::support::*;

const NOBODY: [i64; 0] = [];

#[actix_web::test]
async fn a_reason_for_distrust_is_kept_shown_to_staff_and_journalled() {
    let app = App::new().await;
    let list = "/api/accounts/untrusted?houseId=1";
    let untrust = async |who, reason: Value| {
        let body = json!({"houseId": 1, "email": "accepted@test.example", "reason": reason});
        app.post(who, "/api/accounts/untrusted", body).await
    };
    assert_eq!(
        untrust(MANAGER, json!("я".repeat(2001)))
            .await
            .refused_field("reason"),
        "Не более 2000 символов"
    );
    let added = untrust(MANAGER, json!(" Не выкупил три лота ")).await.ok();
    assert_eq!(
        (&added["reason"], &added["addedBy"]),
        (&json!("Не выкупил три лота"), &json!("Менеджер"))
    );
    assert_eq!(app.get(OWNER, list).await.ok(), json!([added]));
    // Repeating it without a reason changes nothing; another reason is another entry's words.
    assert_eq!(untrust(OWNER, Value::Null).await.ok(), added);
    let changed = untrust(OWNER, json!("Не выкупил четыре лота")).await.ok();
    assert_eq!(
        (&changed["reason"], &changed["addedBy"]),
        (&json!("Не выкупил четыре лота"), &json!("Владелец"))
    );
    // Staff sees it with the person's request, the person does not.
    let orders =
        "/api/house/orders?houseId=1&search=%D0%BF%D1%80%D0%B8%D0%BD%D1%8F%D1%82%D1%8B%D0%B9";
    let order = app.get(MANAGER, orders).await.ok()["items"][0].clone();
    assert_eq!(
        order["untrusted"],
        json!({"reason": "Не выкупил четыре лота", "addedBy": "Владелец", "created": changed["created"]})
    );
    let own = app.get(ACCEPTED, "/api/house/orders/my").await.ok();
    assert_eq!(own[0]["untrusted"], Value::Null);
    app.delete(MANAGER, "/api/accounts/untrusted/1/8")
        .await
        .done();
    assert_eq!(
        app.value(
            "select jsonb_agg(jsonb_build_array(before ->> 'note', after ->> 'note') order by id) from journal_record
             where subject_id = 8 and coalesce(before, after) ? 'note'"
        )
        .await,
        // Words about a person are masked there.
        json!([[null, "•••"], ["•••", "•••"], ["•••", null]])
    );
    // Trust leaves no reason behind.
    untrust(MANAGER, json!("Ошибка")).await.ok();
    let trust = json!({"orderId": order["orderId"]});
    let trusted = app
        .post(MANAGER, "/api/house/orders/accept-and-trust", trust)
        .await
        .ok();
    assert_eq!(
        (&trusted["isTrusted"], &trusted["untrusted"]),
        (&json!(true), &Value::Null)
    );
    app.end().await;
}

#[actix_web::test]
async fn registrations_are_found_by_people_and_words() {
    let app = App::new().await;
    let note = json!({"houseId": 1, "note": "Собираю Ёлкина и графику"});
    app.post(NEWCOMER, "/api/house/orders/send", note)
        .await
        .ok();
    let found = async |query: &[(&str, &str)]| {
        let request = app
            .request(reqwest::Method::GET, MANAGER, "/api/house/orders")
            .query(&[("houseId", "1")])
            .query(query);
        let page = app.send(request).await.ok();
        let ids = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|order| order["userId"].as_i64().unwrap());
        let ids: Vec<i64> = ids.collect();
        assert_eq!(page["totalCount"], ids.len());
        ids
    };
    assert_eq!(found(&[("search", "елкина")]).await, [10]);
    assert_eq!(found(&[("search", " НОВИЧ")]).await, [10]);
    assert_eq!(found(&[("search", "new@TEST")]).await, [10]);
    assert_eq!(found(&[("search", "8 (900) 000-00-10")]).await, [10]);
    assert_eq!(
        found(&[("search", "accepted"), ("status", "1")])
            .await
            .len(),
        2
    );
    assert_eq!(
        found(&[("search", "accepted"), ("status", "0")]).await,
        NOBODY
    );
    assert_eq!(found(&[("search", "100%")]).await, NOBODY);
    assert_eq!(found(&[("search", " ")]).await.len(), 5);
    // A number that nobody proved finds nobody.
    app.sql("update account set unproved_phone = true, unproved_email = true where id = 10")
        .await;
    assert_eq!(found(&[("search", "8 (900) 000-00-10")]).await, NOBODY);
    assert_eq!(found(&[("search", "new@test")]).await, NOBODY);
    app.end().await;
}
