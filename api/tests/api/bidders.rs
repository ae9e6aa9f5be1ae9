//! Bidders stay anonymous: no answer and no event shows others a bidder's account.

use reqwest::Method;
use serde_json::{Value, json};

use super::roles;
use crate::support::*;

/// A number that nothing else has, so that a search through whatever is sent finds it only where it is the account.
const BIDDER: Who = Some(987_654_321);
const ID: &str = "987654321";

/// Calls that end the caller's login.
const LAST: &str = "POST /api/signout";

/// A site where the bidder leads a lot, has been outbid on another, won a third, left an order and spoke in the chat.
async fn site() -> App {
    filled(App::new().await).await
}

async fn filled(app: App) -> App {
    app.sql(
        "insert into account (id, display_name, email) overriding system value values (987654321, 'Имя', 'bidder@test.example');
         insert into session (account_id, token_hash, expires)
            values (987654321, sha256(convert_to(lpad(to_hex(987654321), 64, '0'), 'UTF8')), now() + interval '1 day');
         insert into house_order (house_id, account_id, status, decided) values (1, 987654321, 1, now());
         insert into house_trust (house_id, account_id, trusted) values (1, 987654321, true)",
    )
    .await;
    for sale in [
        "/api/trade/classic/10/start",
        "/api/trade/parallel/12/start",
    ] {
        app.control(AUCTIONEER, sale).await.ok();
    }
    assert_eq!(app.bet(BIDDER, 10, 1001, 1000).await.ok()["code"], 0);
    app.next(10).await.ok();
    assert_eq!(app.bet(BIDDER, 10, 1002, 1000).await.ok()["code"], 0);
    assert_eq!(app.bet(ACCEPTED, 10, 1002, 1200).await.ok()["code"], 0);
    app.order(BIDDER, 12, 1201, 9000).await.ok();
    assert_eq!(app.bet(BIDDER, 12, 1202, 100).await.ok()["code"], 0);
    app.index().await;
    app
}

/// What each call of the table answers, with its name.
async fn answers(app: &App, who: Who) -> Vec<(String, Reply)> {
    let mut answers = Vec::new();
    for call in roles::calls() {
        if call.operation == LAST {
            continue;
        }
        let method: Method = call.operation.split(' ').next().unwrap().parse().unwrap();
        let body = call.body.as_ref().map(Value::to_string);
        let reply = app.call(method, who, call.path, &[], body).await;
        answers.push((format!("{} ({})", call.operation, call.path), reply));
    }
    answers
}

fn naming(answers: &[(String, Reply)]) -> Vec<&str> {
    answers
        .iter()
        .filter(|(_, reply)| String::from_utf8_lossy(&reply.bytes).contains(ID))
        .map(|(call, _)| call.as_str())
        .collect()
}

#[actix_web::test]
async fn no_call_shows_a_visitor_or_another_bidder_whose_bets_they_are() {
    let app = site().await;
    for who in [VISITOR, ACCEPTED2, TRUSTED2, STRANGER] {
        let found = answers(&app, who).await;
        assert_eq!(naming(&found), <[&str; 0]>::default(), "as {who:?}");
    }
    app.end().await;
}

#[actix_web::test]
async fn bets_name_their_bidder_to_the_bidder_and_to_controllers() {
    let app = site().await;
    for who in [BIDDER, AUCTIONEER, MANAGER, ADMIN] {
        for path in ["/api/lots/1001", "/api/trade/bet/lot/1002/history"] {
            let reply = app.get(who, path).await;
            let text = reply.text();
            assert!(text.contains(ID), "{path} as {who:?}: {text}");
        }
    }
    let newsmaker = app.get(NEWSMAKER, "/api/lots/1001").await.ok();
    assert_eq!(newsmaker["leadingBet"]["userId"], json!(null));
    app.end().await;
}

#[actix_web::test]
async fn everyone_learns_their_own_number_and_the_leader_s() {
    let app = site().await;
    for (who, mine) in [
        (VISITOR, json!(null)),
        (ACCEPTED2, json!(null)),
        (BIDDER, json!(1)),
        (ACCEPTED, json!(2)),
    ] {
        for (lot, leader) in [(1001, 1), (1002, 2)] {
            let seen = app.get(who, &format!("/api/lots/{lot}")).await.ok();
            assert_eq!(
                (&seen["myParticipant"], &seen["leadingBet"]["participant"]),
                (&mine, &json!(leader)),
                "{who:?}"
            );
        }
        let list = app.get(who, "/api/catalog/10/lots").await.ok();
        assert!(
            list["items"]
                .as_array()
                .unwrap()
                .iter()
                .all(|lot| lot["myParticipant"] == mine),
            "{who:?}: {list}"
        );
    }
    // The order of 1201 made the bidder's first bet in that sale.
    let order = app.order(BIDDER, 12, 1201, 9500).await.ok();
    assert_eq!(order["myParticipant"], 1);
    let newcomer = app.order(TRUSTED, 12, 1202, 50).await;
    assert_eq!(newcomer.status, 422);
    app.end().await;
}

#[actix_web::test]
async fn sockets_name_no_bidder_and_tell_each_viewer_their_number() {
    let app = filled(App::node(&[]).await).await;
    let mut visitor = Socket::open(&app, "Chat").await;
    visitor.send(r#"42/Chat,0["JoinAnon",10,"",0]"#).await;
    let heard = visitor.until(r#""myParticipant":null"#).await;
    assert!(heard.contains(r#""lotId":1001"#), "{heard}");

    let mut bidder = Socket::open(&app, "Chat").await;
    let token = token(BIDDER.unwrap());
    bidder
        .send(&format!(r#"42/Chat,0["Join",10,"","{token}",0]"#))
        .await;
    bidder.until(r#""myParticipant":1"#).await;
    bidder.send(r#"42/Chat,1["Send",10,"","Good day"]"#).await;
    let own = bidder.until(r#"43/Chat,1[{"ok":true"#).await;
    assert!(!own.contains(ID), "{own}");

    let heard = visitor.until("Good day").await;
    assert!(heard.contains("Имя") && !heard.contains(ID), "{heard}");

    // Nor does what follows: a bet, one that a secret maximum overtakes, the hammer, a message taken off, a notice.
    let mut rival = Socket::open(&app, "Chat").await;
    let token = super::support::token(ACCEPTED.unwrap());
    rival
        .send(&format!(r#"42/Chat,0["Join",12,"","{token}"]"#))
        .await;
    rival.until(r#"43/Chat,0[{"ok":true"#).await;
    let mut notices = Socket::open(&app, "Notify").await;
    notices
        .send(&format!(r#"42/Notify,0["Subscribe","{token}"]"#))
        .await;
    notices.until(r#"43/Notify,0[{"ok":true"#).await;
    app.bet(BIDDER, 10, 1002, 1400).await.expect_code(0);
    visitor.until(r#""value":1400"#).await;
    app.bet(ACCEPTED, 12, 1201, 3000).await.expect_code(12);
    rival.until(r#""value":3"#).await;
    let message = app
        .value("select to_jsonb(max(id)) from chat_message")
        .await;
    let hide = json!({"messageId": message, "isHidden": true});
    app.put(AUCTIONEER, "/api/chat/10/message", hide)
        .await
        .expect(204);
    visitor.until(r#"42/Chat,["Hide""#).await;
    app.next(10).await.ok();
    visitor
        .until(r#""isBiddingOver":true,"price":{"start":1000,"value":1400"#)
        .await;
    notices.until(r#"42/Notify,["Send""#).await;
    for socket in [&mut visitor, &mut rival, &mut notices] {
        let heard = socket.until("").await;
        assert!(!heard.contains(ID), "{heard}");
    }
    let history = app
        .post(ACCEPTED2, "/api/chat/search", json!({"catalogId": 10}))
        .await;
    assert!(!history.text().contains(ID), "{}", history.text());
    app.end().await;
}
