//! The chat history.

use serde_json::{Value, json};

use crate::support::*;

#[actix_web::test]
async fn viewers_of_the_catalog_read_its_chat_history() {
    let app = App::new().await;
    app
        .sql(
            "insert into chat_message (catalog_id, account_id, name, is_controller, text)
             select 10, 4, 'Аукционист', true, 'Сообщение ' || n from generate_series(1, 45) as n;
             insert into chat_message (catalog_id, account_id, name, text) values (20, 11, 'Чужой', 'Не здесь')",
        )
        .await;
    let search = async |who, body: Value| app.post(who, "/api/chat/search", body).await;
    let page = search(VISITOR, json!({"catalogId": 10})).await.ok();
    assert_eq!(
        (&page["totalCount"], page["items"].as_array().unwrap().len()),
        (&json!(45), 20)
    );
    let latest = &page["items"][0];
    assert_eq!(
        (
            &latest["text"],
            &latest["userName"],
            &latest["isController"]
        ),
        (&json!("Сообщение 45"), &json!("Аукционист"), &json!(true))
    );
    assert_eq!(latest["catalogId"], 10);
    assert_eq!(latest.get("userId"), None, "a name, and no account");
    assert!(latest["timestamp"].as_i64().unwrap() > 1_700_000_000_000);
    let last = search(
        VISITOR,
        json!({"catalogId": 10, "pageNumber": 9, "pageSize": 20}),
    )
    .await
    .ok();
    assert_eq!(
        (&last["currentPage"], &last["items"][4]["text"]),
        (&json!(3), &json!("Сообщение 1"))
    );
    search(TRUSTED, json!({"catalogId": 17})).await.expect(404);
    assert_eq!(
        search(MANAGER, json!({"catalogId": 17})).await.ok()["totalCount"],
        0
    );
    search(VISITOR, json!({})).await.expect(422);

    assert_eq!(
        app.post(VISITOR, "/api/chat/10/count", json!({}))
            .await
            .ok(),
        json!({"count": 0})
    );
    app.post(VISITOR, "/api/chat/17/count", json!({}))
        .await
        .expect(404);
    app.end().await;
}
