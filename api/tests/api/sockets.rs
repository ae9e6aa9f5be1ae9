//! Sockets that the server closes.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use application::backend::Application;
use people::access::AccessObserver;
use room_server::gateway::{Backend as _, Identity, Refused};
use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn hiding_a_catalog_closes_the_sockets_in_its_room() {
    let app = App::new().await;
    let visitor = Socket::visitor(&app, 10).await;
    let _elsewhere = Socket::visitor(&app, 12).await;
    assert_eq!(app.state.hub.member_count(10), 1);
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    visitor.closed().await;
    assert_eq!(app.state.hub.member_count(10), 0);
    assert_eq!(app.state.hub.member_count(12), 1);
    app.end().await;
}

/// Who may see the sale is read once for several people, and judged for each.
#[actix_web::test]
async fn a_hidden_sale_opens_for_its_house_alone_until_it_is_shown() {
    let app = App::new().await;
    let joins = async |catalog: i64, who: Who| {
        let mut socket = Socket::open(&app, "Chat").await;
        let join = match who {
            Some(account) => format!(r#"["Join",{catalog},"",{:?}]"#, token(account)),
            None => format!(r#"["JoinAnon",{catalog},""]"#),
        };
        socket.send(&format!("42/Chat,1{join}")).await;
        let answer = socket.until("43/Chat,1[").await;
        let is_refused = answer.contains(r#"{"ok":false,"error":"not_found"}"#);
        assert!(is_refused || answer.contains(r#"{"ok":true"#), "{answer}");
        !is_refused
    };
    for (catalog, allowed) in [
        (10, &[true; 5]),
        (14, &[true, true, false, false, false]),
        (17, &[true, true, false, false, false]),
        (99, &[false; 5]),
    ] {
        let all = [MANAGER, ADMIN, VISITOR, ACCEPTED, STRANGER];
        let (one, two, three, four, five) = tokio::join!(
            joins(catalog, all[0]),
            joins(catalog, all[1]),
            joins(catalog, all[2]),
            joins(catalog, all[3]),
            joins(catalog, all[4]),
        );
        assert_eq!(&[one, two, three, four, five], allowed, "{catalog}");
    }
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    assert!(!joins(10, VISITOR).await);
    assert!(joins(10, MANAGER).await);
    app.control(MANAGER, "/api/catalog/10/show").await.ok();
    assert!(joins(10, VISITOR).await);
    app.end().await;
}

#[actix_web::test]
async fn a_chat_message_that_cannot_be_stored_is_refused() {
    let app = App::new().await;
    let chat = Application(app.state.clone());
    let member = Identity {
        user_id: 8,
        session_id: 8,
    };
    let refused = chat.send_chat(10, &member, "a\0b").await;
    assert_eq!(refused.err(), Some(Refused::ValidationFailed));
    chat.send_chat(10, &member, "Добрый день!").await.unwrap();
    app.end().await;
}

const OPEN: &str = "HTTP/1.1 101";
const REFUSED: &str = "HTTP/1.1 429";

/// All these tests share one address, as in a saleroom.
#[actix_web::test]
async fn strangers_cannot_take_the_places_of_those_who_have_logged_in() {
    let app = App::new().await;
    let (_, user) = app.login("accepted@example.org").await;
    let marks = app.marks("accepted@example.org");
    let mut strangers = Vec::new();
    for _ in 0..100 {
        let mut socket = Socket::handshake(&app, "").await;
        socket.until(OPEN).await;
        strangers.push(socket);
    }
    let forged = marks.replacen(&user["id"].to_string(), "1", 1);
    for cookie in [
        "",
        "Cookie: device=\r\n",
        &format!("Cookie: device={forged}\r\n"),
    ] {
        Socket::handshake(&app, cookie).await.until(REFUSED).await;
    }
    let cookie = format!("Cookie: device={marks}\r\n");
    let mut known = Vec::new();
    for _ in 0..50 {
        let mut socket = Socket::handshake(&app, &cookie).await;
        socket.until(OPEN).await;
        known.push(socket);
    }
    // Their own places are limited too; the next one is counted like a stranger's.
    Socket::handshake(&app, &cookie).await.until(REFUSED).await;
    known.clear();
    // «Выйти везде» makes the mark worthless.
    let ended = "update account set devices_since = now() where email = 'accepted@example.org'";
    app.sql(ended).await;
    Socket::handshake(&app, &cookie).await.until(REFUSED).await;
    app.end().await;
}

#[derive(Default)]
struct Heard(Mutex<Vec<i64>>);

impl AccessObserver for Heard {
    fn session_ended(&self, _: i64) {}

    fn rights_lost(&self, account_id: i64) {
        self.0.lock().unwrap().push(account_id);
    }
}

/// The account's own request may notice the loss before it is announced. The sockets are closed all the same.
#[actix_web::test]
async fn a_lost_right_closes_sockets_however_it_is_noticed() {
    let app = App::new().await;
    let heard = Arc::new(Heard::default());
    app.state.access.observe(heard.clone());
    let account = 8;
    app.state.access.account(account).await.unwrap();
    app.sql("update house_order set status = 2 where account_id = 8")
        .await;
    app.state.access.account(account).await.unwrap();
    assert_eq!(*heard.0.lock().unwrap(), [account]);
    // A gained right closes nothing.
    app.sql("update house_order set status = 1 where account_id = 8")
        .await;
    app.state.access.account(account).await.unwrap();
    app.sql("update account set deleted = now() where id = 8")
        .await;
    assert_eq!(app.state.access.account(account).await.unwrap(), None);
    assert_eq!(*heard.0.lock().unwrap(), [account, account]);
    app.end().await;
}

/// [`Socket`] holds each frame against the description; here every event of it occurs.
#[actix_web::test]
async fn every_described_event_is_sent_and_taken_as_described() {
    let app = App::node(&[]).await;
    let mut visitor = Socket::visitor(&app, 10).await;
    let mut bidder = Socket::open(&app, "Chat").await;
    let ask = format!(r#"42/Chat,1["Join",10,"",{:?}]"#, token(8));
    bidder.send(&ask).await;
    bidder.until(r#"43/Chat,1[{"ok":true"#).await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    visitor.until(r#"42/Chat,["CatalogStatusUpdate""#).await;
    visitor.until(r#""value":1000"#).await;
    // Of a running sale, with the bidder's own number.
    bidder.send(&ask.replace("Chat,1", "Chat,2")).await;
    let again = bidder.until(r#"43/Chat,2[{"ok":true"#).await;
    let (_, again) = again.split_once("43/Chat,2").unwrap();
    assert!(!again.contains(r#""myParticipant":null"#), "{again}");
    bidder.send(r#"42/Chat,3["Look",10,1001,true]"#).await;
    bidder.until(r#"43/Chat,3[{"ok":true}]"#).await;
    bidder.send(r#"42/Chat,4["Send",10,"","Rude"]"#).await;
    bidder.until(r#"43/Chat,4[{"ok":true"#).await;
    visitor.until(r#"42/Chat,["Send""#).await;
    let message = app
        .value("select to_jsonb(max(id)) from chat_message")
        .await;
    let hide = json!({"messageId": message, "isHidden": true});
    app.put(AUCTIONEER, "/api/chat/10/message", hide)
        .await
        .expect(204);
    visitor.until(r#"42/Chat,["Hide""#).await;
    bidder.send(r#"42/Chat,5["Leave",10]"#).await;
    bidder.until(r#"43/Chat,5[{"ok":true}]"#).await;
    let mut person = Socket::open(&app, "Notify").await;
    let subscribe = format!(r#"42/Notify,0["Subscribe",{:?}]"#, token(8));
    person.send(&subscribe).await;
    person.until(r#"43/Notify,0[{"ok":true"#).await;
    app.state
        .hub
        .notify_user(8, "Ваша ставка перебита", "Лот 1");
    person.until(r#"42/Notify,["Send""#).await;

    let seen = [visitor.seen, bidder.seen, person.seen];
    assert_eq!(
        BTreeSet::from_iter(seen.into_iter().flatten()),
        described_events()
    );
    app.end().await;
}
