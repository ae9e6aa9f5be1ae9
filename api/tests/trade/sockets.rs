//! Who is put out of his sockets, and when.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::backend::Application;
use people::access::AccessObserver;
use room_server::gateway::{Backend as _, Identity, Refused};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::world::*;

/// A visitor's socket in a catalog's room.
async fn join(world: &World, catalog: i64) -> TcpStream {
    let mut stream = TcpStream::connect(world.address()).await.unwrap();
    let upgrade = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    send(&mut stream, "40/Chat,").await;
    send(
        &mut stream,
        &format!(r#"42/Chat,0["JoinAnon",{catalog},"Гость"]"#),
    )
    .await;
    let mut answers = Vec::new();
    while !String::from_utf8_lossy(&answers).contains(r#"43/Chat,0[{"ok":true"#) {
        let read = tokio::time::timeout(Duration::from_secs(10), stream.read_buf(&mut answers));
        let read = read.await.expect("the join is answered").unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&answers));
    }
    stream
}

/// A masked text frame of less than 126 bytes; a mask of zeros changes nothing.
pub async fn send(stream: &mut TcpStream, text: &str) {
    let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
    frame.extend_from_slice(text.as_bytes());
    stream.write_all(&frame).await.unwrap();
}

#[actix_web::test]
async fn who_is_in_the_room_of_a_hidden_catalog_is_put_out() {
    let world = World::new().await;
    let mut visitor = join(&world, 10).await;
    let _elsewhere = join(&world, 12).await;
    assert_eq!(world.state.hub.member_count(10), 1);
    world.control(MANAGER, "/api/catalog/10/hide").await.ok();
    let mut rest = Vec::new();
    tokio::time::timeout(Duration::from_secs(10), visitor.read_to_end(&mut rest))
        .await
        .expect("the socket is closed")
        .unwrap();
    assert_eq!(world.state.hub.member_count(10), 0);
    assert_eq!(world.state.hub.member_count(12), 1);
    world.end().await;
}

#[actix_web::test]
async fn a_chat_message_that_cannot_be_stored_is_refused() {
    let world = World::new().await;
    let chat = Application(world.state.clone());
    let member = Identity {
        user_id: 8,
        session_id: 8,
    };
    let refused = chat.send_chat(10, &member, "a\0b").await;
    assert_eq!(refused.err(), Some(Refused::ValidationFailed));
    chat.send_chat(10, &member, "Добрый день!").await.unwrap();
    world.end().await;
}

#[derive(Default)]
struct Heard(Mutex<Vec<i64>>);

impl AccessObserver for Heard {
    fn session_ended(&self, _: i64) {}

    fn rights_lost(&self, account_id: i64) {
        self.0.lock().unwrap().push(account_id);
    }
}

/// A request of the person himself may learn of the loss before it is announced; the sockets are closed all the same.
#[actix_web::test]
async fn a_lost_right_closes_sockets_whoever_learns_of_it_first() {
    let world = World::new().await;
    let heard = Arc::new(Heard::default());
    world.state.access.observe(heard.clone());
    let account = 8;
    world.state.access.account(account).await.unwrap();
    world
        .sql("update house_order set status = 2 where account_id = 8")
        .await;
    world.state.access.account(account).await.unwrap();
    assert_eq!(*heard.0.lock().unwrap(), [account]);
    // A right that is gained closes nothing.
    world
        .sql("update house_order set status = 1 where account_id = 8")
        .await;
    world.state.access.account(account).await.unwrap();
    world
        .sql("update account set deleted = now() where id = 8")
        .await;
    assert_eq!(world.state.access.account(account).await.unwrap(), None);
    assert_eq!(*heard.0.lock().unwrap(), [account, account]);
    world.end().await;
}
