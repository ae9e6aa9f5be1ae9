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

/// A message is hidden from the room while the controllers still see it, and its author is silenced.
#[actix_web::test]
async fn controllers_moderate_the_chat() {
    let app = App::new().await;
    let mut bidder = Socket::open(&app, "Chat").await;
    let join = format!(r#"42/Chat,1["Join",10,"",{:?}]"#, token(8));
    bidder.send(&join).await;
    bidder.until(r#"43/Chat,1[{"ok":true"#).await;
    bidder.send(r#"42/Chat,2["Send",10,"","Rude"]"#).await;
    let heard = bidder.until(r#"43/Chat,2[{"ok":true"#).await;
    assert!(heard.contains(r#""isHidden":false"#), "{heard}");
    let texts = async |who| {
        let page = app
            .post(who, "/api/chat/search", json!({"catalogId": 10}))
            .await
            .ok();
        page["items"].clone()
    };
    let message = texts(VISITOR).await[0]["id"].as_i64().unwrap();
    let hide = async |hidden: bool| {
        let body = json!({"messageId": message, "isHidden": hidden});
        app.put(AUCTIONEER, "/api/chat/10/message", body)
            .await
            .expect(204);
    };
    hide(true).await;
    bidder
        .until(&format!(
            r#"42/Chat,["Hide",{{"catalogId":10,"id":{message}}}]"#
        ))
        .await;
    assert_eq!(texts(VISITOR).await, json!([]));
    assert_eq!(texts(AUCTIONEER).await[0]["isHidden"], json!(true));
    hide(true).await;
    hide(false).await;
    assert_eq!(texts(VISITOR).await[0]["text"], "Rude");

    let mute = async |muted: bool, message: i64| {
        let body = json!({"messageId": message, "isMuted": muted});
        app.put(AUCTIONEER, "/api/chat/10/mute", body).await
    };
    mute(true, message).await.expect(204);
    bidder.send(r#"42/Chat,3["Send",10,"","Again"]"#).await;
    bidder
        .until(r#"43/Chat,3[{"ok":false,"error":"muted"}]"#)
        .await;
    assert_eq!(texts(MANAGER).await[0]["isMuted"], json!(true));
    assert_eq!(texts(ACCEPTED).await[0]["isMuted"], json!(false));
    mute(false, message).await.expect(204);
    bidder.send(r#"42/Chat,4["Send",10,"","Sorry"]"#).await;
    bidder.until(r#"43/Chat,4[{"ok":true"#).await;
    let later = texts(VISITOR).await[0]["id"].as_i64().unwrap();

    let mut auctioneer = Socket::open(&app, "Chat").await;
    auctioneer
        .send(&format!(r#"42/Chat,1["Join",10,"",{:?}]"#, token(4)))
        .await;
    auctioneer.until(r#"43/Chat,1[{"ok":true"#).await;
    auctioneer.send(r#"42/Chat,2["Send",10,"","Hello"]"#).await;
    auctioneer.until(r#"43/Chat,2[{"ok":true"#).await;
    let own = texts(VISITOR).await[0]["id"].as_i64().unwrap();
    mute(true, own).await.expect(409);
    // Someone appointed to conduct the sale is no longer silenced.
    mute(true, later).await.expect(204);
    app.sql("insert into catalog_auctioneer (catalog_id, account_id) values (10, 8)")
        .await;
    app.state.access.account_changed(8);
    bidder.send(r#"42/Chat,5["Send",10,"","Lot 2"]"#).await;
    bidder.until(r#"43/Chat,5[{"ok":true"#).await;
    assert_eq!(
        app.value(
            "select jsonb_agg(event order by id) from journal_record where event in (341, 342)"
        )
        .await,
        json!([341, 341, 342, 342, 342])
    );

    // A message that is shown again bears the name its author has by then, as in the history.
    hide(true).await;
    app.sql("update account set deleted = now(), display_name = 'Удалённый' where id = 8")
        .await;
    hide(false).await;
    let again = format!(r#"42/Chat,["Send",{{"id":{message},"#);
    let shown = auctioneer.until(&again).await;
    assert!(shown.contains("Удалённый"), "{shown}");
    app.end().await;
}

/// The auctioneer sees how many look at the lot, and how many reach for the button.
#[actix_web::test]
async fn looks_at_a_lot_are_counted_without_names() {
    let app = App::new().await;
    let mut bidder = Socket::open(&app, "Chat").await;
    bidder.send(r#"42/Chat,1["Look",10,1001,true]"#).await;
    bidder
        .until(r#"43/Chat,1[{"ok":false,"error":"not_found"}]"#)
        .await;
    bidder
        .send(&format!(r#"42/Chat,2["Join",10,"",{:?}]"#, token(8)))
        .await;
    bidder.until(r#"43/Chat,2[{"ok":true"#).await;
    bidder.send(r#"42/Chat,3["Look",10,1001,true]"#).await;
    bidder.until(r#"43/Chat,3[{"ok":true}]"#).await;
    bidder.send(r#"42/Chat,4["Look",10,"1001"]"#).await;
    bidder
        .until(r#"43/Chat,4[{"ok":false,"error":"validation_failed"}]"#)
        .await;
    let mut visitor = Socket::open(&app, "Chat").await;
    visitor.send(r#"42/Chat,1["JoinAnon",10,""]"#).await;
    visitor.until(r#"43/Chat,1[{"ok":true"#).await;
    visitor.send(r#"42/Chat,2["Look",10,1001,false]"#).await;
    visitor.until(r#"43/Chat,2[{"ok":true}]"#).await;
    let attention = async |lot: i64| {
        let path = format!("/api/trade/attention/10?lotId={lot}");
        app.get(AUCTIONEER, &path).await.ok()
    };
    assert_eq!(
        attention(1001).await,
        json!({"members": 2, "watching": 2, "signedIn": 1, "reaching": 1})
    );
    assert_eq!(
        attention(1002).await,
        json!({"members": 2, "watching": 0, "signedIn": 0, "reaching": 0})
    );
    app.end().await;
}
