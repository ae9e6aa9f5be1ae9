//! `/Chat` and `/Notify`: what each socket gets, and does not get.

use std::{sync::Arc, time::Duration};

use room_server::{
    Payload,
    gateway::{Hub, OpenRoom, Settings},
    testing::NEVER,
};
use serde_json::{Value, json};

use crate::support::{Client, House, Server, lot, publish};

struct Sale {
    hub: Hub,
    house: Arc<House>,
    server: Server,
}

impl Sale {
    fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let hub = Hub::new(settings);
        let house = House::new(&hub);
        let server = Server::auction(&hub, &house);
        Self { hub, house, server }
    }

    async fn onlooker(&self) -> Client {
        let mut client = Client::enter(&self.server, "/Chat").await;
        let answer = client.call(json!(["JoinAnon", 1, "Гость"])).await;
        assert_eq!(answer["ok"], true, "{answer}");
        client
    }

    /// Waits until the workers have done other things, so that rounds have begun.
    async fn turns(&self) {
        for _ in 0..4 {
            let mut elsewhere = Client::enter(&self.server, "/Chat").await;
            let answer = elsewhere.call(json!(["JoinAnon", 2, "Гость"])).await;
            assert_eq!(answer["ok"], true, "{answer}");
        }
    }

    async fn bidder(&self, token: &str) -> Client {
        let mut client = Client::enter(&self.server, "/Chat").await;
        let answer = client.call(json!(["Join", 1, "Имя", token])).await;
        assert_eq!(answer["ok"], true, "{answer}");
        client
    }
}

#[actix_web::test]
async fn a_join_is_answered_with_the_snapshot() {
    let sale = Sale::new();
    *sale.house.snapshot.lock().unwrap() = (9, vec![lot(5, 7), lot(6, 9)]);
    let mut client = Client::enter(&sale.server, "/Chat").await;
    let answer = client.call(json!(["Join", 1, "Имя", "21"])).await;
    let expected = json!({
        "ok": true,
        "serverTime": "2025-11-21T10:05:00.000Z",
        "catalog": {
            "id": 1,
            "state": 1,
            "currentLotId": 5,
            "pausedAt": null,
            "pauseReason": null,
            "version": 9,
        },
        "lots": [lot(5, 7), lot(6, 9)],
        "members": 1,
        "myParticipant": null,
    });
    assert_eq!(answer, expected);
}

#[actix_web::test]
async fn a_join_may_ask_for_what_changed_since() {
    let sale = Sale::new();
    *sale.house.snapshot.lock().unwrap() = (9, vec![lot(5, 7), lot(6, 9)]);
    let mut client = Client::enter(&sale.server, "/Chat").await;
    for arguments in [
        json!(["Join", 1, "Имя", "21", 7]),
        json!(["JoinAnon", 1, "Имя", 7]),
        json!(["JoinAnon", 1, "Имя", null, 7]),
    ] {
        let answer = client.call(arguments).await;
        assert_eq!(answer["lots"], json!([lot(6, 9)]));
    }
}

#[actix_web::test]
async fn refused_requests_say_why() {
    let sale = Sale::new();
    let mut client = Client::enter(&sale.server, "/Chat").await;
    for (arguments, error) in [
        (json!(["JoinAnon", 404, "Гость"]), "not_found"),
        (json!(["Join", 404, "Имя", "21"]), "not_found"),
        (json!(["Join", 1, "Имя", "nobody"]), "not_authenticated"),
        (json!(["Join", 1, "Имя", ""]), "not_authenticated"),
        (json!(["Join", 1, "Имя", null]), "not_authenticated"),
        (json!(["Join", 1]), "not_authenticated"),
        (json!(["Join", "1", "Имя", "21"]), "validation_failed"),
        (json!(["JoinAnon"]), "validation_failed"),
        (json!(["JoinAnon", 1.5, "Гость"]), "validation_failed"),
        (json!(["Leave", null]), "validation_failed"),
        (json!(["Send", 1, "Имя", 5]), "validation_failed"),
        (json!(["Subscribe", "21"]), "validation_failed"),
        (json!(["Sell", 1]), "validation_failed"),
        (json!(["Send", 1, "Имя", "текст"]), "not_authenticated"),
    ] {
        let answer = client.call(arguments.clone()).await;
        assert_eq!(answer, json!({"ok": false, "error": error}), "{arguments}");
    }
    assert_eq!(
        sale.hub.open_rooms(),
        [],
        "a refused join leaves no room behind"
    );
}

#[actix_web::test]
async fn updates_reach_the_room_and_nobody_else() {
    let sale = Sale::new();
    let mut one = sale.onlooker().await;
    let mut two = sale.bidder("21").await;
    let mut elsewhere = Client::enter(&sale.server, "/Chat").await;
    elsewhere.call(json!(["JoinAnon", 2, "Гость"])).await;

    publish(&sale.hub, 5, 1);
    let status = Payload::encode(&json!({"catalogId": 1, "version": 2})).unwrap();
    for client in [&mut one, &mut two] {
        assert_eq!(client.event().await, json!(["LotUpdate", lot(5, 1)]));
    }
    sale.hub.publish_catalog(1, 2, &status);
    for client in [&mut one, &mut two] {
        let expected = json!(["CatalogStatusUpdate", {"catalogId": 1, "version": 2}]);
        assert_eq!(client.event().await, expected);
    }

    let other = Payload::encode(&json!({"catalogId": 2})).unwrap();
    sale.hub.publish_lot(2, 50, 1, &other);
    assert_eq!(
        elsewhere.event().await,
        json!(["LotUpdate", {"catalogId": 2}])
    );
}

#[actix_web::test]
async fn every_update_is_sent_to_a_client_that_keeps_up() {
    let sale = Sale::new();
    let mut client = sale.onlooker().await;
    for version in 1..=500 {
        publish(&sale.hub, 5, version);
        assert_eq!(client.event().await, json!(["LotUpdate", lot(5, version)]));
    }
}

#[actix_web::test]
async fn the_newest_state_of_each_lot_arrives_whatever_the_rate() {
    let sale = Sale::new();
    let mut client = sale.onlooker().await;
    for version in 1..=10_000 {
        publish(&sale.hub, version % 7, version);
    }
    let mut newest = [0; 7];
    while newest.iter().max() != Some(&10_000) {
        let event = client.event().await;
        let (lot, version) = (event[1]["lotId"].as_i64(), event[1]["version"].as_i64());
        let seen = &mut newest[lot.unwrap() as usize];
        assert!(version.unwrap() > *seen, "an older state after a newer one");
        *seen = version.unwrap();
    }
    // The log is read in order, so a socket with the last update has every lot's newest.
    for (lot, version) in newest.iter().enumerate() {
        assert!(*version > 10_000 - 7, "lot {lot} ended at {version}");
        assert_eq!(version % 7, lot as i64);
    }
}

#[actix_web::test]
async fn updates_give_way_to_a_command() {
    let sale = Sale::with(Settings {
        yield_per_socket: NEVER,
        ..Settings::default()
    });
    let mut client = sale.onlooker().await;
    let command = sale.hub.command_priority().begin();
    for version in 1..=2 {
        publish(&sale.hub, 5, version);
        sale.turns().await;
    }
    publish(&sale.hub, 5, 3);
    drop(command);
    let mut event = client.event().await;
    // A session that has just answered the join sends what is new by itself.
    if event == json!(["LotUpdate", lot(5, 1)]) {
        event = client.event().await;
    }
    assert_eq!(event, json!(["LotUpdate", lot(5, 3)]));
}

#[actix_web::test]
async fn the_rest_of_a_large_room_gives_way_too() {
    let sale = Sale::with(Settings {
        yield_per_socket: Duration::from_millis(40),
        sockets_per_address: 1000,
        ..Settings::default()
    });
    let mut members = Vec::new();
    for _ in 0..300 {
        members.push(sale.onlooker().await);
    }
    let command = sale.hub.command_priority().begin();
    publish(&sale.hub, 5, 1);
    // Each of the two workers has served 64 of its sockets, and gives way to the command before serving the next ones.
    assert_eq!(members[0].event().await, json!(["LotUpdate", lot(5, 1)]));
    sale.turns().await;
    publish(&sale.hub, 5, 2);
    drop(command);
    let mut served_before = 1;
    for member in &mut members[1..] {
        if member.event().await == json!(["LotUpdate", lot(5, 1)]) {
            served_before += 1;
        }
    }
    // A session that has just answered the join sends what is new by itself.
    assert!(served_before <= 2 * 64 + 1, "{served_before} of 300");
}

/// A command that takes long, as during a database outage, does not hold updates up.
#[actix_web::test]
async fn updates_arrive_while_a_command_waits() {
    let sale = Sale::with(Settings {
        yield_per_socket: Duration::from_millis(2),
        ..Settings::default()
    });
    let mut client = sale.onlooker().await;
    let _stuck = sale.hub.command_priority().begin();
    publish(&sale.hub, 5, 1);
    assert_eq!(client.event().await, json!(["LotUpdate", lot(5, 1)]));
}

#[actix_web::test]
async fn older_states_are_dropped() {
    let sale = Sale::new();
    let mut client = sale.onlooker().await;
    publish(&sale.hub, 5, 9);
    publish(&sale.hub, 5, 8);
    publish(&sale.hub, 5, 9);
    publish(&sale.hub, 6, 10);
    assert_eq!(client.event().await, json!(["LotUpdate", lot(5, 9)]));
    assert_eq!(client.event().await, json!(["LotUpdate", lot(6, 10)]));
}

#[actix_web::test]
async fn what_is_published_during_a_join_comes_after_the_snapshot() {
    let sale = Sale::new();
    // The room is open already, so that a state older than the subscription is in its log.
    let _other = sale.onlooker().await;
    *sale.house.snapshot.lock().unwrap() = (1, vec![lot(5, 1)]);
    publish(&sale.hub, 5, 2);

    sale.house.joins.forget_permits(usize::MAX);
    sale.house.join_begun.forget_permits(usize::MAX);
    let mut client = Client::enter(&sale.server, "/Chat").await;
    client.send(r#"42/Chat,3["JoinAnon",1,"Гость"]"#).await;
    sale.house.join_begun.acquire().await.unwrap().forget();
    publish(&sale.hub, 6, 3);
    sale.house.joins.add_permits(1);

    let answer = client.text().await;
    assert!(answer.starts_with(r#"43/Chat,3[{"ok":true"#), "{answer}");
    // Newer than the snapshot, though published before the socket subscribed.
    assert_eq!(client.event().await, json!(["LotUpdate", lot(5, 2)]));
    assert_eq!(client.event().await, json!(["LotUpdate", lot(6, 3)]));
}

#[actix_web::test]
async fn a_refused_join_gets_nothing_of_the_room() {
    let sale = Sale::new();
    let mut client = sale.onlooker().await;
    let answer = client.call(json!(["JoinAnon", 404, "Гость"])).await;
    assert_eq!(answer["ok"], false);
    let secret = Payload::encode(&json!({"catalogId": 404})).unwrap();
    sale.hub.publish_lot(404, 5, 1, &secret);
    publish(&sale.hub, 5, 1);
    assert_eq!(client.event().await, json!(["LotUpdate", lot(5, 1)]));
}

#[actix_web::test]
async fn requests_are_answered_in_their_order() {
    let sale = Sale::new();
    let mut client = Client::enter(&sale.server, "/Chat").await;
    client.send(r#"42/Chat,1["Join",1,"Имя","21"]"#).await;
    client.send(r#"42/Chat,2["Send",1,"Имя","сразу"]"#).await;
    client.send(r#"42/Chat,3["Leave",1]"#).await;
    let mut answers = Vec::new();
    while answers.len() < 3 {
        let text = client.text().await;
        if let Some(answer) = text.strip_prefix("43/Chat,") {
            assert!(answer[1..].starts_with(r#"[{"ok":true"#), "{answer}");
            answers.push(answer[..1].to_owned());
        }
    }
    assert_eq!(answers, ["1", "2", "3"]);
    assert_eq!(sale.house.sent.lock().unwrap()[&1], ["сразу"]);
}

#[actix_web::test]
async fn too_many_requests_at_once_are_refused() {
    let sale = Sale::new();
    sale.house.joins.forget_permits(usize::MAX);
    let mut client = Client::enter(&sale.server, "/Chat").await;
    for id in 0..18 {
        client
            .send(&format!(r#"42/Chat,{id}["JoinAnon",1,"Гость"]"#))
            .await;
    }
    // One is under way and sixteen wait.
    let refused = r#"43/Chat,17[{"ok":false,"error":"too_many_requests"}]"#;
    assert_eq!(client.text().await, refused);
    sale.house.joins.add_permits(17);
    for id in 0..17 {
        let answer = client.text().await;
        assert!(
            answer.starts_with(&format!(r#"43/Chat,{id}[{{"ok":true"#)),
            "{answer}"
        );
    }
    assert_eq!(
        sale.hub.member_count(1),
        1,
        "joining again is still one member"
    );
}

#[actix_web::test]
async fn members_are_counted() {
    let sale = Sale::new();
    *sale.house.snapshot.lock().unwrap() = (9, Vec::new());
    let mut one = sale.onlooker().await;
    let mut two = sale.onlooker().await;
    assert_eq!(sale.hub.member_count(1), 2);
    let room = OpenRoom {
        catalog_id: 1,
        version: 9,
        members: 2,
    };
    assert_eq!(sale.hub.open_rooms(), [room]);

    assert_eq!(one.call(json!(["Leave", 1])).await, json!({"ok": true}));
    assert_eq!(sale.hub.member_count(1), 1);
    two.send("41/Chat,").await;
    // Entering again is answered after the leaving is done.
    two.send("40/Chat,").await;
    two.text().await;
    assert_eq!(sale.hub.member_count(1), 0);
    assert_eq!(sale.hub.open_rooms(), []);
    publish(&sale.hub, 5, 1);
    one.call(json!(["JoinAnon", 1, "Гость"])).await;
    publish(&sale.hub, 5, 2);
    assert_eq!(
        one.event().await,
        json!(["LotUpdate", lot(5, 2)]),
        "left is left"
    );
}

#[actix_web::test]
async fn a_join_abandoned_midway_leaves_nothing_behind() {
    let sale = Sale::new();
    sale.house.joins.forget_permits(usize::MAX);
    let mut client = Client::enter(&sale.server, "/Chat").await;
    client.send(r#"42/Chat,1["JoinAnon",1,"Гость"]"#).await;
    sale.house.join_begun.acquire().await.unwrap().forget();
    client.send("41/Chat,").await;
    client.send("40/Chat,").await;
    assert!(client.text().await.starts_with("40/Chat,"));
    sale.house.joins.add_permits(2);
    let answer = client.call(json!(["Leave", 1])).await;
    assert_eq!(
        answer,
        json!({"ok": true}),
        "the abandoned join is not answered"
    );
    assert_eq!(sale.hub.open_rooms(), []);
}

#[actix_web::test]
async fn chat_reaches_everyone_in_order() {
    let sale = Sale::new();
    let mut writer = sale.bidder("21").await;
    let mut reader = sale.onlooker().await;
    for text in ["раз", "два"] {
        let answer = writer
            .call(json!(["Send", 1, "чужое имя", format!("  {text} \n")]))
            .await;
        let message = json!({"catalogId": 1, "userId": 21, "text": text});
        assert_eq!(answer, json!({"ok": true, "message": message}));
        assert_eq!(reader.event().await, json!(["Send", message]));
    }
}

#[actix_web::test]
async fn chat_needs_a_right_and_a_sensible_text() {
    let sale = Sale::new();
    let mut anonymous = sale.onlooker().await;
    let mut unregistered = sale.bidder("13").await;
    let mut writer = sale.bidder("21").await;
    let refused = |error: &str| json!({"ok": false, "error": error});
    let send = |text: &str| json!(["Send", 1, "Имя", text]);

    assert_eq!(
        anonymous.call(send("текст")).await,
        refused("not_authenticated")
    );
    assert_eq!(
        unregistered.call(send("текст")).await,
        refused("not_registered_in_house")
    );
    for text in ["", " \n\t", &"я".repeat(1001)] {
        assert_eq!(writer.call(send(text)).await, refused("validation_failed"));
    }
    let longest = "я".repeat(1000);
    assert_eq!(writer.call(send(&longest)).await["ok"], true);
    assert_eq!(sale.house.sent.lock().unwrap()[&1], [longest]);
}

#[actix_web::test]
async fn notifications_reach_their_person() {
    let sale = Sale::new();
    let mut first = Client::enter(&sale.server, "/Notify").await;
    let mut second = Client::enter(&sale.server, "/Notify").await;
    let mut other = Client::enter(&sale.server, "/Notify").await;
    for (client, token) in [(&mut first, "21"), (&mut second, "21"), (&mut other, "22")] {
        let answer = client.call_in("/Notify", json!(["Subscribe", token])).await;
        assert_eq!(answer, json!({"ok": true}));
    }
    let answer = other
        .call_in("/Notify", json!(["Subscribe", "nobody"]))
        .await;
    assert_eq!(answer, json!({"ok": false, "error": "not_authenticated"}));
    other.call_in("/Notify", json!(["Subscribe", "22"])).await;

    sale.hub.notify_user(21, "Ставка перебита", "Лот 5: «Ваза»");
    sale.hub.notify_user(22, "Вы победили", "Лот 6");
    let expected: Value = json!(["Send", "Ставка перебита", "Лот 5: «Ваза»"]);
    assert_eq!(first.event().await, expected);
    assert_eq!(second.event().await, expected);
    assert_eq!(other.event().await, json!(["Send", "Вы победили", "Лот 6"]));
}

#[actix_web::test]
async fn one_connection_serves_both_namespaces() {
    let sale = Sale::new();
    let mut client = sale.bidder("21").await;
    client.send("40/Notify,").await;
    assert!(client.text().await.starts_with("40/Notify,{"));
    client.call_in("/Notify", json!(["Subscribe", "21"])).await;
    client.send("41/Notify,").await;
    // Answered after the leaving is done.
    client.call(json!(["Leave", 99])).await;
    sale.hub.notify_user(21, "тема", "текст");
    publish(&sale.hub, 5, 1);
    assert_eq!(client.event().await, json!(["LotUpdate", lot(5, 1)]));
}

#[actix_web::test]
async fn an_ended_session_closes_its_sockets_at_once() {
    let sale = Sale::new();
    *sale.house.snapshot.lock().unwrap() = (1, Vec::new());
    let mut ended = sale.bidder("21.100").await;
    let mut notified = Client::enter(&sale.server, "/Notify").await;
    notified
        .call_in("/Notify", json!(["Subscribe", "21.100"]))
        .await;
    let mut kept = sale.bidder("21.101").await;
    sale.hub.close_session(100);
    ended.ended().await;
    notified.ended().await;
    publish(&sale.hub, 5, 2);
    assert_eq!(kept.event().await, json!(["LotUpdate", lot(5, 2)]));

    *sale.house.snapshot.lock().unwrap() = (2, Vec::new());
    let mut other = sale.bidder("22.102").await;
    sale.hub.close_user_sessions(21);
    kept.ended().await;
    publish(&sale.hub, 5, 3);
    assert_eq!(other.event().await, json!(["LotUpdate", lot(5, 3)]));
    sale.hub.close_all();
    other.ended().await;
}

#[actix_web::test]
async fn a_session_that_ends_during_its_join_is_closed_too() {
    let sale = Sale::new();
    sale.house.joins.forget_permits(usize::MAX);
    let mut client = Client::enter(&sale.server, "/Chat").await;
    client.send(r#"42/Chat,1["Join",1,"Имя","21.100"]"#).await;
    sale.house.join_begun.acquire().await.unwrap().forget();
    sale.hub.close_session(100);
    sale.house.joins.add_permits(1);
    client.ended().await;
}

#[actix_web::test]
async fn a_large_room_misses_nobody_while_others_leave() {
    let sale = Sale::with(Settings {
        sockets_per_address: 1000,
        ..Settings::default()
    });
    let mut members = Vec::new();
    for _ in 0..300 {
        members.push(sale.onlooker().await);
    }
    for version in 1..=100 {
        publish(&sale.hub, 5, version);
        // Some leave in the middle of the round, from all over the room.
        let leaving = members.len() * (version as usize % 7) / 7;
        members.swap_remove(leaving).send("41/Chat,").await;
    }
    for member in &mut members {
        let mut newest = 0;
        while newest < 100 {
            let version = member.event().await[1]["version"].as_i64().unwrap();
            assert!(version > newest, "{version} after {newest}");
            newest = version;
        }
    }
}
