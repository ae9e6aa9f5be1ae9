//! Cached responses.

use std::collections::BTreeSet;

use api::response_cache::CACHED;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use time::Duration;

use crate::roles::{Call, calls};
use crate::support::*;

/// The cached calls' addresses in the table of rights.
fn addresses() -> Vec<&'static str> {
    let is_cached = |call: &Call| {
        let path = call.operation.strip_prefix("GET ");
        path.is_some_and(|path| CACHED.contains(&path)) && call.expected(VISITOR) == 200
    };
    let cached = calls().into_iter().filter(is_cached);
    cached.map(|call| call.path).collect()
}

#[actix_web::test]
async fn nobody_gets_what_belongs_to_another() {
    let app = App::new().await;
    app.post(TRUSTED, "/api/favorites", json!({"lotId": 1001}))
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    let mut personal = BTreeSet::new();
    for address in addresses() {
        let alone = app.get(VISITOR, address).await;
        alone.expect(200);
        assert_eq!(alone.headers["cache-control"], "no-cache", "{alone}");
        assert_eq!(alone.headers["vary"], "accept-encoding, x-token", "{alone}");
        for who in [TRUSTED, ACCEPTED, OWNER, ADMIN] {
            let own = app.get(who, address).await;
            assert_eq!(own.expect(200).headers["cache-control"], "no-store");
            assert!(!own.headers.contains_key("etag"), "{own}");
            if own.text() != alone.text() {
                personal.insert(address);
            }
            let again = app.get(VISITOR, address).await;
            assert_eq!(again.text(), alone.text());
            assert_eq!(again.headers["etag"], alone.headers["etag"], "{again}");
            assert_eq!(app.get(who, address).await.text(), own.text());
        }
    }
    for address in ["/api/catalog/10/lots", "/api/house/1"] {
        assert!(personal.contains(address), "{address} of {personal:?}");
    }
    app.end().await;
}

/// Readers share what is read, but not what is personal.
#[actix_web::test]
async fn each_of_several_readers_gets_their_own() {
    let app = App::new().await;
    app.sql("update lot set reserve_price = 90000 where id = 1001")
        .await;
    app.post(TRUSTED, "/api/favorites", json!({"lotId": 1001}))
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.index().await;
    let people = [TRUSTED, ACCEPTED, OWNER, ADMIN];
    let in_list = async |who| {
        let list = app.get(who, "/api/catalog/10/lots?catalogLotIds=1").await;
        list.ok()["items"][0].clone()
    };
    let in_search = async |who| {
        let wanted = json!({"catalogId": 10, "searchQuery": "лот 1"});
        let found = app.post(who, "/api/lots/search", wanted).await;
        found.ok()["items"][0].clone()
    };
    let alone = async |who| app.get(who, "/api/lots/1001").await.ok();
    for _ in 0..2 {
        for who in people {
            for lot in [in_list(who).await, in_search(who).await, alone(who).await] {
                assert_eq!(lot["id"], 1001);
                assert_eq!(lot["isFavourite"], who == TRUSTED, "{who:?} {lot}");
                let is_known = [TRUSTED, OWNER, ADMIN].contains(&who);
                assert_eq!(lot["leadingBet"]["userId"].is_i64(), is_known, "{who:?}");
                assert_eq!(lot["price"]["reserve"].is_i64(), who == ADMIN, "{who:?}");
                assert_eq!(lot["myParticipant"].is_i64(), who == TRUSTED, "{who:?}");
            }
            let lot = alone(who).await;
            assert_eq!(lot["myLastBet"].is_i64(), who == TRUSTED, "{who:?}");
            let catalog = app.get(who, "/api/catalog/10").await.ok();
            let controls = [OWNER, ADMIN].contains(&who);
            assert_eq!(catalog["isController"], controls, "{who:?}");
        }
    }

    app.bet(ACCEPTED, 10, 1001, 1100).await.expect_code(0);
    for lot in [in_list(ACCEPTED).await, alone(ACCEPTED).await] {
        assert_eq!(lot["price"]["value"], 1100, "the bidder reads their bet");
        assert_eq!(lot["leadingBet"]["userId"], ACCEPTED.unwrap());
    }
    assert_eq!(alone(TRUSTED).await["leadingBet"]["userId"], json!(null));
    assert_eq!(alone(TRUSTED).await["myLastBet"], 1000);

    // A hidden lot is visible only to its house, whoever requested it first.
    let neighbour = async |who| app.get(who, "/api/lots/1002").await.ok()["prevLotId"].clone();
    assert_eq!(neighbour(ADMIN).await, 1001);
    app.sql("update lot set hidden = true where id = 1001")
        .await;
    for (who, status) in [(ADMIN, 200), (ACCEPTED, 404), (OWNER, 200), (VISITOR, 404)] {
        let lot = app.get(who, "/api/lots/1001").await;
        assert_eq!(lot.status, status, "{who:?}");
        let expected = if status == 200 {
            json!(1001)
        } else {
            json!(null)
        };
        assert_eq!(neighbour(who).await, expected, "{who:?}");
    }
    app.end().await;
}

#[actix_web::test]
async fn a_response_is_cached_until_a_write() {
    let app = App::new().await;
    let path = "/api/catalog/10/lots";
    assert!(!app.is_cached(path).await);
    let first = app
        .until_cached(path, async || app.get(VISITOR, path).await)
        .await;
    let tag = first.expect(200).headers["etag"].to_str().unwrap();
    let known = |tag: &str| [("If-None-Match", tag.to_owned())];
    let ask = async |[(name, tag)]: [(&str, String); 1]| {
        app.call(Method::GET, VISITOR, path, &[(name, &tag)], None)
            .await
    };
    let unchanged = ask(known(tag)).await;
    unchanged.expect(304);
    assert!(unchanged.bytes.is_empty());
    assert_eq!(unchanged.headers["etag"], tag);
    ask(known(&format!("\"other\", W/{tag}"))).await.expect(304);

    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    assert!(!app.is_cached(path).await);
    let changed = ask(known(tag)).await.ok();
    let lots = changed["items"].as_array().unwrap();
    let lot = lots.iter().find(|lot| lot["id"] == 1001).unwrap();
    assert_eq!(lot["price"]["value"], 1000);

    app.clock.advance(Duration::seconds(1));
    assert!(
        !app.is_cached(path).await,
        "the clock is no part of the database"
    );
    app.end().await;
}

#[actix_web::test]
async fn many_readers_see_each_bet_as_soon_as_it_is_answered() {
    let app = App::new().await;
    let price = async || {
        let page = app
            .get(VISITOR, "/api/catalog/10/lots?catalogLotIds=1")
            .await;
        page.ok()["items"][0]["price"].clone()
    };
    for who in [TRUSTED, ACCEPTED].into_iter().cycle().take(12) {
        let least = price().await["minBet"].as_i64().unwrap();
        let readers = join_all((0..8).map(|_| price()));
        let (bet, seen) = futures_util::join!(app.bet(who, 10, 1001, least), readers);
        bet.expect_code(0);
        for price in seen {
            // Read while the bet was on its way.
            let value = price["value"].as_i64();
            assert!(value.is_none_or(|value| value <= least), "{price}");
        }
        let prices = join_all((0..8).map(|_| price())).await;
        assert!(
            prices.iter().all(|price| price["value"] == least),
            "{prices:?}"
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn a_refusal_is_not_cached() {
    let app = App::new().await;
    let statuses = async || {
        let replies = join_all((0..4).map(|_| app.get(VISITOR, "/api/catalog/10/lots"))).await;
        replies.iter().map(|reply| reply.status).collect::<Vec<_>>()
    };
    app.sql("update catalog set hidden = true where id = 10")
        .await;
    assert_eq!(statuses().await, [404; 4]);
    app.sql("update catalog set hidden = false where id = 10")
        .await;
    assert_eq!(statuses().await, [200; 4]);
    app.end().await;
}
