//! A room lives on one node; commands reach it from every other.

use reqwest::Method;
use serde_json::{Value, json};

use super::{end, nodes};
use crate::support::*;

/// A parallel and a classic sale of the fixture.
const ROOMS: [i64; 4] = [10, 12, 13, 16];

async fn epoch(app: &App) -> Value {
    app.value("select to_jsonb(epoch) from catalog_trade where catalog_id = 10")
        .await
}

async fn start(app: &App) {
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
}

fn loaded(apps: &[App; 2], catalog: i64) -> Vec<bool> {
    apps.iter()
        .map(|app| app.state.rooms.is_loaded(catalog))
        .collect()
}

#[actix_web::test]
async fn a_bet_is_decided_by_the_rooms_node_wherever_it_arrives() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    let [here, there] = &apps;
    start(here).await;
    let before = epoch(here).await;
    for (app, who, value) in [
        (here, ACCEPTED, 1000),
        (there, ACCEPTED2, 1100),
        (here, ACCEPTED, 1200),
        (there, ACCEPTED2, 1300),
    ] {
        let answer = app.bet(who, 10, 1001, value).await.ok();
        assert_eq!(answer["code"], 0, "{answer}");
        assert_eq!(answer["lot"]["leadingBet"]["value"], value);
    }
    assert_eq!(epoch(here).await, before, "the room did not move");
    let loaded = loaded(&apps, 10);
    assert_eq!(loaded.iter().filter(|is_here| **is_here).count(), 1);
    // What the rules refuse, and what is wrong, is told as on the room's own node.
    for app in [here, there] {
        assert_eq!(app.bet(ACCEPTED, 10, 1001, 1000).await.ok()["code"], 1);
        assert_eq!(app.bet(ACCEPTED, 999, 1001, 1000).await.ok()["code"], 4);
    }
    end(apps).await;
}

#[actix_web::test]
async fn a_key_is_known_whichever_node_is_asked_again() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    start(&apps[0]).await;
    let bet = async |app: &App, value: i64| {
        let body = json!({"catalogId": 10, "lotId": 1001, "betValue": value}).to_string();
        let headers = [("Idempotency-Key", "once")];
        app.call(
            Method::POST,
            ACCEPTED,
            "/api/trade/bet",
            &headers,
            Some(body),
        )
        .await
    };
    let first = bet(&apps[0], 1000).await.ok();
    assert_eq!(bet(&apps[1], 1000).await.ok(), first);
    assert_eq!(bet(&apps[1], 1100).await.status, 422);
    end(apps).await;
}

#[actix_web::test]
async fn rooms_spread_over_the_nodes() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    for room in ROOMS {
        // Refused or not, it loads the room.
        apps[0].bet(ACCEPTED, room, 1, 1).await.ok();
    }
    for app in &apps {
        let here = ROOMS
            .iter()
            .filter(|room| app.state.rooms.is_loaded(**room));
        assert_eq!(here.count(), ROOMS.len() / 2);
    }
    end(apps).await;
}

#[actix_web::test]
async fn rooms_stay_while_redis_is_away_and_when_it_comes_back_empty() {
    let Some(mut server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    let [here, there] = &apps;
    start(here).await;
    let before = epoch(here).await;
    let mut value = 1000;
    let mut bets = async || {
        for (app, who) in [(here, ACCEPTED), (there, ACCEPTED2)] {
            assert_eq!(app.bet(who, 10, 1001, value).await.ok()["code"], 0);
            value += 100;
        }
    };
    bets().await;
    server.freeze();
    bets().await;
    server.thaw();
    bets().await;
    server.kill();
    bets().await;
    // Rooms that nobody has are opened all the same, by the node that is asked.
    there.bet(ACCEPTED, 16, 1, 1).await.ok();
    server.restart();
    until(async || here.state.redis.as_ref().is_some_and(|redis| redis.is_up())).await;
    bets().await;
    assert_eq!(epoch(here).await, before, "the room did not move");
    end(apps).await;
}

#[actix_web::test]
async fn an_edit_brings_the_room_and_the_sale_goes_on() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    start(&apps[0]).await;
    let mut value = 1000;
    for turn in 0..4 {
        let editor = &apps[turn % 2];
        editor.control(MANAGER, "/api/catalog/10/hide").await.ok();
        assert!(editor.state.rooms.is_loaded(10), "it came");
        editor.control(MANAGER, "/api/catalog/10/show").await.ok();
        for (app, who) in apps.iter().zip([ACCEPTED, ACCEPTED2]) {
            assert_eq!(app.bet(who, 10, 1001, value).await.ok()["code"], 0);
            value += 100;
        }
        assert_eq!(loaded(&apps, 10), [turn % 2 == 0, turn % 2 == 1]);
    }
    let recoveries = apps[0]
        .value("select to_jsonb(count(*)) from room_command where catalog_id = 10 and command ? 'recover'")
        .await;
    assert_eq!(recoveries, 0, "a move is no outage");
    end(apps).await;
}

#[actix_web::test]
async fn edits_through_two_nodes_at_once_are_all_made() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    start(&apps[0]).await;
    let hide_and_show = async |app: &App| {
        for _ in 0..5 {
            for what in ["hide", "show"] {
                let path = format!("/api/catalog/10/{what}");
                // The room may have been called back and forth.
                until(async || app.control(MANAGER, &path).await.status == 200).await;
            }
        }
    };
    futures_util::join!(hide_and_show(&apps[0]), hide_and_show(&apps[1]));
    assert_eq!(apps[0].bet(ACCEPTED, 10, 1001, 1000).await.ok()["code"], 0);
    end(apps).await;
}

#[actix_web::test]
async fn a_rehearsal_goes_on_when_its_node_stops_and_when_another_starts() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let begun = here
        .post(
            MANAGER,
            "/api/catalog/10/rehearsal",
            json!({"pace": "brisk"}),
        )
        .await
        .ok();
    let id = begun["catalogId"].as_i64().unwrap();
    here.control(MANAGER, &format!("/api/trade/classic/{id}/start"))
        .await
        .ok();
    let third = here.beside().await;
    let runner = "select to_jsonb(runner) from rehearsal_crowd";
    let before = third.value(runner).await;
    assert_ne!(before, json!(null));
    here.end().await;
    until(async || third.value(runner).await != before).await;
    let count = "select to_jsonb(count(*)) from bet";
    let made = third.value(count).await;
    until(async || {
        for app in [&there, &third] {
            app.clock.advance(time::Duration::SECOND);
        }
        third.value(count).await.as_i64() > made.as_i64()
    })
    .await;
    there.end().await;
    third.end().await;
}

#[actix_web::test]
async fn a_node_that_stops_hands_its_rooms_over() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    start(&apps[0]).await;
    apps[0].bet(ACCEPTED, 10, 1001, 1000).await.ok();
    let (owner, other) = match apps {
        [here, there] if here.state.rooms.is_loaded(10) => (here, there),
        [here, there] => (there, here),
    };
    let socket = Socket::visitor(&owner, 10).await;
    let betting = async {
        let mut value = 1100;
        while !other.state.rooms.is_loaded(10) {
            for who in [ACCEPTED2, ACCEPTED] {
                let answer = other.bet(who, 10, 1001, value).await;
                if answer.status == 200 {
                    assert_eq!(answer.ok()["code"], 0);
                    value += 100;
                } else {
                    // Nothing happened.
                    assert_eq!(answer.status, 503);
                }
            }
        }
    };
    futures_util::join!(betting, owner.end());
    socket.closed().await;
    let known = other
        .value(
            "select jsonb_build_array(
                 (select count(*) from room_command where catalog_id = 10 and command ? 'recover'),
                 (select count(*) from node))",
        )
        .await;
    assert_eq!(
        known,
        json!([0, 1]),
        "the move is no outage, and the node is gone"
    );
    let ready = other.get(VISITOR, "/readyz").await;
    assert_eq!(ready.status, 200);
    other.end().await;
}

#[actix_web::test]
async fn only_a_silent_owners_room_is_taken() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let app = App::node(&[("REDIS_URL", &server.url())]).await;
    app.sql(
        "insert into node (id, address, seen) values ('00000000-0000-0000-0000-000000000001', '127.0.0.1:1', now() + interval '1 hour');
         update catalog_trade set owner = '00000000-0000-0000-0000-000000000001' where catalog_id = 10",
    )
    .await;
    // Nothing listens there, so nothing happened.
    assert_eq!(app.bet(ACCEPTED, 10, 1001, 1000).await.status, 503);
    assert!(!app.state.rooms.is_loaded(10));
    app.sql("update node set seen = now() - interval '1 minute' where address = '127.0.0.1:1'")
        .await;
    until(async || app.bet(ACCEPTED, 10, 1001, 1000).await.status == 200).await;
    assert!(app.state.rooms.is_loaded(10));
    app.end().await;
}

#[actix_web::test]
async fn an_owner_that_was_fenced_leaves_its_room() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let app = App::node(&[("REDIS_URL", &server.url())]).await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.ok();
    assert!(app.state.rooms.is_loaded(10));
    app.sql(
        "insert into node (id, address, seen) values ('00000000-0000-0000-0000-000000000001', '127.0.0.1:1', now() + interval '1 hour');
         update catalog_trade set epoch = epoch + 1, owner = '00000000-0000-0000-0000-000000000001' where catalog_id = 10",
    )
    .await;
    // Nothing asks for it: the room has nothing due and no command.
    until(async || !app.state.rooms.is_loaded(10)).await;
    app.end().await;
}

#[actix_web::test]
async fn a_node_whose_port_has_failed_gives_its_rooms_up() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let here = App::node(&[("REDIS_URL", &server.url())]).await;
    let mut door = Door::open().await;
    let there = here.beside_as(|config| door.lead_to(config)).await;
    start(&here).await;
    there.control(MANAGER, "/api/catalog/10/hide").await.ok();
    there.control(MANAGER, "/api/catalog/10/show").await.ok();
    assert!(there.state.rooms.is_loaded(10), "it came");
    let mut value = 1000;
    let mut bet = async |app: &App| {
        let who = if value % 200 == 0 {
            ACCEPTED
        } else {
            ACCEPTED2
        };
        let answer = app.bet(who, 10, 1001, value).await;
        if answer.status == 200 {
            assert_eq!(answer.ok()["code"], 0);
            value += 100;
        }
        answer.status
    };
    assert_eq!(bet(&here).await, 200, "it is asked through the door");

    door.close();
    until(async || bet(&here).await == 200).await;
    assert!(here.state.rooms.is_loaded(10));
    assert!(!there.state.rooms.is_loaded(10));
    // Its own calls still reach the room.
    until(async || bet(&there).await == 200).await;
    until(async || there.get(VISITOR, "/readyz").await.status == 503).await;
    let why = there.get(VISITOR, "/readyz").await;
    assert!(why.text().contains("NODE_ADDRESS"), "{}", why.text());
    assert_eq!(here.get(VISITOR, "/readyz").await.text(), "ready\n");
    let edit = there.control(MANAGER, "/api/catalog/10/hide").await;
    assert_eq!(edit.status, 503, "it takes no room");

    door.reopen().await;
    until(async || there.get(VISITOR, "/readyz").await.status == 200).await;
    until(async || there.control(MANAGER, "/api/catalog/10/hide").await.status == 200).await;
    assert!(there.state.rooms.is_loaded(10));
    end([here, there]).await;
}

#[actix_web::test]
async fn a_node_that_nobody_can_replace_keeps_its_rooms() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let mut door = Door::open().await;
    door.close();
    let (address, listen) = door.addresses();
    let app = App::node(&[
        ("REDIS_URL", &server.url()),
        ("NODE_ADDRESS", &address),
        ("NODE_LISTEN", &listen),
    ])
    .await;
    let ready = async || app.get(VISITOR, "/readyz").await;
    until(async || ready().await.text() == "ready\nnode: not reached at NODE_ADDRESS\n").await;
    assert_eq!(ready().await.status, 200);
    start(&app).await;
    assert_eq!(app.bet(ACCEPTED, 10, 1001, 1000).await.ok()["code"], 0);
    door.reopen().await;
    until(async || ready().await.text() == "ready\n").await;
    app.end().await;
}

#[actix_web::test]
async fn what_is_written_to_redis_leads_no_command_to_a_stranger() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let apps = nodes(&server).await;
    let [here, there] = &apps;
    start(here).await;
    let stranger = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    stranger.set_nonblocking(true).unwrap();
    let address = stranger.local_addr().unwrap();
    let known = here
        .value("select jsonb_agg(id) from node")
        .await
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap().to_owned())
        .collect::<Vec<_>>();
    let mut redis = redis::Client::open(server.url())
        .unwrap()
        .get_multiplexed_async_connection()
        .await
        .unwrap();
    let mut value = 1000;
    for lease in [
        "9999999 00000000-0000-0000-0000-000000000001".to_owned(),
        format!("9999999 00000000-0000-0000-0000-000000000001 {address}"),
        format!("9999999 {} {address}", known[0]),
        format!("9999999 {address}"),
        // Real nodes, of which one does not have the room.
        format!("9999999 {}", known[0]),
        format!("9999999 {}", known[1]),
    ] {
        for (app, who) in [(here, ACCEPTED), (there, ACCEPTED2)] {
            // A location that was found is used for a second.
            until(async || {
                redis::cmd("SET")
                    .arg("owner:{10}")
                    .arg(&lease)
                    .query_async::<()>(&mut redis)
                    .await
                    .unwrap();
                app.bet(who, 10, 1001, value).await.status == 200
            })
            .await;
            value += 100;
        }
    }
    let called = stranger.accept();
    assert!(called.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    end(apps).await;
}

#[actix_web::test]
async fn the_nodes_port_is_for_those_who_know_the_secret() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let app = App::node(&[("REDIS_URL", &server.url())]).await;
    let address: String =
        serde_json::from_value(app.value("select to_jsonb(address) from node").await).unwrap();
    let http = reqwest::Client::new();
    let ask = async |secret: Option<&str>| {
        let request = http.post(format!("http://{address}/rooms/10/commands"));
        let request = match secret {
            Some(secret) => request.bearer_auth(secret),
            None => request,
        };
        request.json(&json!({})).send().await.unwrap().status()
    };
    assert_eq!(ask(None).await, 401);
    assert_eq!(ask(Some("")).await, 401);
    assert_eq!(ask(Some(&NODE_SECRET[1..])).await, 401);
    assert_eq!(ask(Some(&format!("{NODE_SECRET}."))).await, 401);
    assert_eq!(ask(Some(NODE_SECRET)).await, 400, "an empty command");
    // The site's own port has nothing of it.
    let there = app.post(VISITOR, "/rooms/10/commands", json!({})).await;
    assert_eq!(there.status, 404);
    app.end().await;
}
