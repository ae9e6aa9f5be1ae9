//! What happens on one node is seen on the others.

use serde_json::json;

use super::{end, nodes};
use crate::support::*;

/// Joins the room of catalog 10 as an account of the fixture.
async fn join(app: &App, account: i64) -> Socket {
    let mut socket = Socket::open(app, "Chat").await;
    let token = token(account);
    socket
        .send(&format!(r#"42/Chat,0["Join",10,"","{token}"]"#))
        .await;
    socket.until(r#"43/Chat,0[{"ok":true"#).await;
    socket
}

/// Puts a lot on the block: a state that every viewer gets.
async fn start(app: &App) {
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
}

#[actix_web::test]
async fn a_bet_is_seen_through_every_node() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let mut viewer = Socket::visitor(&there, 10).await;
    start(&here).await;
    viewer.until("CatalogStatusUpdate").await;
    here.bet(ACCEPTED, 10, 1001, 1000).await.ok();
    viewer.until(r#""value":1000"#).await;
    end([here, there]).await;
}

#[actix_web::test]
async fn chat_notifications_and_hiding_reach_every_node() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let mut viewer = Socket::visitor(&there, 10).await;
    let mut writer = join(&here, 8).await;
    until(async || there.state.hub.member_count(10) == 2).await;
    let counted = there.post(VISITOR, "/api/chat/10/count", json!({})).await;
    assert_eq!(counted.ok()["count"], 2);
    writer.send(r#"42/Chat,1["Send",10,"","Hello"]"#).await;
    viewer.until("Hello").await;

    let mut notified = Socket::open(&there, "Notify").await;
    notified
        .send(&format!(r#"42/Notify,0["Subscribe","{}"]"#, token(8)))
        .await;
    notified.until(r#"43/Notify,0[{"ok":true"#).await;
    here.state.hub.notify_user(8, "Subject", "Text");
    notified.until("Subject").await;

    here.control(MANAGER, "/api/catalog/10/hide").await.ok();
    viewer.closed().await;
    writer.closed().await;
    end([here, there]).await;
}

#[actix_web::test]
async fn staff_stay_in_a_hidden_room() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let visitor = Socket::visitor(&there, 10).await;
    here.control(MANAGER, "/api/catalog/10/hide").await.ok();
    // A socket that joins before the other node hears of it may be disconnected along with the visitors.
    visitor.closed().await;
    let mut manager = join(&there, 3).await;
    let mut writer = join(&here, 3).await;
    writer.send(r#"42/Chat,1["Send",10,"","Among us"]"#).await;
    manager.until("Among us").await;
    end([here, there]).await;
}

#[actix_web::test]
async fn a_person_at_two_nodes_looks_once() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let mut sockets = Vec::new();
    for app in [&here, &there] {
        let mut socket = join(app, 8).await;
        socket.send(r#"42/Chat,1["Look",10,1001,true]"#).await;
        socket.until(r#"43/Chat,1[{"ok":true"#).await;
        sockets.push(socket);
    }
    let seen = async |app: &App| {
        let attention = app
            .get(AUCTIONEER, "/api/trade/attention/10?lotId=1001")
            .await;
        attention.ok()
    };
    let expected = json!({"members": 2, "watching": 1, "signedIn": 1, "reaching": 1});
    for app in [&here, &there] {
        until(async || seen(app).await == expected).await;
    }
    end([here, there]).await;
}

#[actix_web::test]
async fn without_redis_states_come_from_the_journal_and_chat_once_it_is_back() {
    let Some(mut server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let mut viewer = Socket::visitor(&there, 10).await;
    server.kill();
    start(&here).await;
    viewer.until("CatalogStatusUpdate").await;
    here.bet(ACCEPTED, 10, 1001, 1000).await.ok();
    viewer.until(r#""value":1000"#).await;

    let mut writer = join(&here, 8).await;
    writer.send(r#"42/Chat,1["Send",10,"","Hello"]"#).await;
    writer.until(r#"43/Chat,1[{"ok":true"#).await;
    server.restart();
    viewer.until("Hello").await;
    here.bet(ACCEPTED2, 10, 1001, 1100).await.ok();
    viewer.until(r#""value":1100"#).await;
    end([here, there]).await;
}
