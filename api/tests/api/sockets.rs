//! Sockets that the server closes.

use std::sync::{Arc, Mutex};

use application::backend::Application;
use people::access::AccessObserver;
use room_server::gateway::{Backend as _, Identity, Refused};

use crate::support::*;

/// A visitor's socket in a catalog's room.
async fn join(app: &App, catalog: i64) -> Socket {
    let mut socket = Socket::open(app, "Chat").await;
    socket
        .send(&format!(r#"42/Chat,0["JoinAnon",{catalog},"Гость"]"#))
        .await;
    socket.until(r#"43/Chat,0[{"ok":true"#).await;
    socket
}

#[actix_web::test]
async fn hiding_a_catalog_closes_the_sockets_in_its_room() {
    let app = App::new().await;
    let visitor = join(&app, 10).await;
    let _elsewhere = join(&app, 12).await;
    assert_eq!(app.state.hub.member_count(10), 1);
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    visitor.closed().await;
    assert_eq!(app.state.hub.member_count(10), 0);
    assert_eq!(app.state.hub.member_count(12), 1);
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
