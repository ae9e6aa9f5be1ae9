//! A site whose rooms, pages and indexer run in processes of their own.

use config::Roles;
use serde_json::json;

use super::{ELSEWHERE, hear_each_other};
use crate::support::*;

const LOT: &str = "Гравюра с мостом";

struct Site {
    rooms: App,
    web: [App; 2],
    indexer: App,
}

impl Site {
    async fn start(server: &RedisServer) -> Self {
        let with = |role: &'static str| {
            move |config: &mut config::Config| {
                config.roles = role.parse().unwrap();
                if !config.roles.is_node() {
                    config.node = None;
                }
            }
        };
        let rooms = App::node_as(&[("REDIS_URL", &server.url())], with("rooms")).await;
        let web = [
            rooms.beside_as(with("web")).await,
            rooms.beside_as(with("web")).await,
        ];
        let indexer = rooms.beside_as(with("indexer")).await;
        hear_each_other(&web[0], &web[1]).await;
        Self {
            rooms,
            web,
            indexer,
        }
    }

    async fn end(self) {
        let [first, second] = self.web;
        for app in [self.indexer, second, first, self.rooms] {
            app.end().await;
        }
    }
}

#[actix_web::test]
async fn a_site_in_parts_takes_bets_and_everyone_sees_them() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let site = Site::start(&server).await;
    let [here, there] = &site.web;
    here.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let mut viewer = Socket::visitor(there, 10).await;
    let mut value = 1000;
    let mut bets = async || {
        for (app, who) in [(here, ACCEPTED), (there, ACCEPTED2)] {
            assert_eq!(app.bet(who, 10, 1001, value).await.ok()["code"], 0);
            viewer.until(&format!(r#""value":{value}"#)).await;
            value += 100;
        }
    };
    bets().await;
    assert!(site.rooms.state.rooms.is_loaded(10));
    for app in [here, there, &site.indexer] {
        assert!(
            !app.state.rooms.is_loaded(10),
            "only nodes of rooms have any"
        );
    }
    // An edit borrows the room.
    for call in ["hide", "show"] {
        here.control(MANAGER, &format!("/api/catalog/10/{call}"))
            .await
            .ok();
    }
    until(async || site.rooms.state.rooms.is_loaded(10)).await;
    assert!(!here.state.rooms.is_loaded(10), "it was given back");
    let mut viewer = Socket::visitor(there, 10).await;
    assert_eq!(here.bet(ACCEPTED, 10, 1001, value).await.ok()["code"], 0);
    viewer.until(&format!(r#""value":{value}"#)).await;
    // The bidder who was overtaken is told, and nothing is left to do.
    site.rooms
        .until("select exists (select from notification where account_id = 9)")
        .await;
    site.rooms
        .until("select not exists (select from outbox)")
        .await;
    site.end().await;
}

#[actix_web::test]
async fn a_site_in_parts_finds_a_new_lot() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let site = Site::start(&server).await;
    let [here, there] = &site.web;
    let lot = json!({
        "houseId": 1, "catalogId": ELSEWHERE, "catalogLotId": 27, "titleRu": LOT, "categoryId": 1901,
        "price": {"start": 1000}, "hidden": false,
    });
    let made = here.post(MANAGER, "/api/lots/", lot).await.ok();
    let id = made["id"].as_i64().unwrap();
    site.rooms
        .until(&format!(
            "select exists (select from lot_listing where lot_id = {id})"
        ))
        .await;
    let search = json!({"searchQuery": LOT});
    let found = there.post(VISITOR, "/api/lots/search", search).await;
    assert!(ids(&found.ok()).contains(&id));
    site.end().await;
}

#[actix_web::test]
async fn only_the_web_serves_people() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let site = Site::start(&server).await;
    for app in [&site.rooms, &site.indexer] {
        assert_eq!(app.get(VISITOR, "/healthz").await.text(), "ok\n");
        assert_eq!(app.get(VISITOR, "/readyz").await.text(), "ready\n");
        for path in [
            "/",
            "/api/config",
            "/api/catalog",
            "/api/openapi.json",
            "/socket.io/",
        ] {
            // Not as one of the API's answers, which its description would have to name.
            let address = format!("http://{}{path}", app.address());
            let answer = reqwest::get(address).await.unwrap();
            assert_eq!(answer.status(), 404, "{path}");
        }
    }
    assert_eq!(site.web[0].get(VISITOR, "/api/config").await.status, 200);
    // The indexer is not one that rooms could go to.
    let nodes = "select jsonb_agg(takes_rooms order by takes_rooms) from node";
    assert_eq!(site.rooms.value(nodes).await, json!([false, false, true]));
    assert_eq!(
        site.rooms.state.config.roles,
        "rooms".parse::<Roles>().unwrap()
    );
    site.end().await;
}
