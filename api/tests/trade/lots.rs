use serde_json::{Value, json};

use crate::world::*;

fn ids(lots: &Value) -> Vec<i64> {
    lots.as_array()
        .unwrap()
        .iter()
        .map(|lot| lot["id"].as_i64().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_lot_shows_each_what_he_may_know() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    world
        .put(
            AUCTIONEER,
            "/api/trade/classic/next",
            json!({"catalogId": 10}),
        )
        .await
        .ok();
    assert_eq!(world.bet(ACCEPTED, 10, 1002, 1000).await.code(), 0);
    assert_eq!(world.order(TRUSTED, 10, 1002, 3000).await.code(), 0);
    let lot = async |who| world.get(who, "/api/lots/1002").await.ok();

    let seen = lot(VISITOR).await;
    assert_eq!(
        (&seen["titleRu"], &seen["author"]),
        (
            &json!("Икона Божией Матери"),
            &json!([{"name": "Неизвестный мастер"}])
        )
    );
    assert_eq!(
        (
            &seen["price"]["value"],
            &seen["price"]["minBet"],
            &seen["price"]["reserve"]
        ),
        (&json!(1100), &json!(1200), &json!(null))
    );
    assert_eq!(
        seen["price"]["reservePriceState"],
        "RESERVE_PRICE_NOT_ACHIEVED"
    );
    assert_eq!(
        (
            &seen["leadingBet"]["userId"],
            &seen["leadingBet"]["participant"]
        ),
        (&json!(6), &json!(2))
    );
    assert_eq!(
        (
            &seen["leadingBet"]["isAbsentee"],
            &seen["classicLeadingBet"]
        ),
        (&json!(null), &seen["leadingBet"])
    );
    assert_eq!(
        (&seen["parallelLeadingBet"], &seen["galleryLeadingBet"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(
        (
            &seen["prevLotId"],
            &seen["nextLotId"],
            &seen["catalog"]["id"]
        ),
        (&json!(1001), &json!(1003), &json!(10))
    );
    assert!(
        !world
            .get(VISITOR, "/api/lots/1002")
            .await
            .text
            .contains("Доверенный"),
        "no bidder's name"
    );

    // Reserves are the admins'; whether an order bids, theirs and the bettor's.
    for (who, reserve, absentee) in [
        (ADMIN, json!(5000), json!(true)),
        (MANAGER, json!(null), json!(null)),
        (TRUSTED, json!(null), json!(true)),
        (ACCEPTED, json!(null), json!(null)),
    ] {
        let seen = lot(who).await;
        assert_eq!(
            (&seen["price"]["reserve"], &seen["leadingBet"]["isAbsentee"]),
            (&reserve, &absentee),
            "{who:?}"
        );
    }
    let mine = lot(ACCEPTED).await;
    assert_eq!(
        (
            &mine["myLastBet"],
            &mine["myParticipant"],
            &mine["myAbsentee"]
        ),
        (&json!(1000), &json!(1), &json!(null))
    );
    assert_eq!(lot(TRUSTED).await["myAbsentee"], 3000);

    // Pictures have addresses in three sizes.
    let picture = world.get(VISITOR, "/api/lots/1001").await.ok()["gallery"]["images"][0].clone();
    assert_eq!(
        picture["preview"],
        "/api/lots/image/00000000-0000-4000-8000-000000000001/?size=preview"
    );

    // What is hidden does not exist, for others than staff.
    for hidden in [1004, 1401, 1701] {
        for path in ["", "/similar", "/by-author", "/same-house"] {
            for who in [VISITOR, TRUSTED, STRANGER] {
                let reply = world.get(who, &format!("/api/lots/{hidden}{path}")).await;
                assert_eq!(
                    reply.problem(),
                    (404, "not_found".into()),
                    "{hidden}{path} {who:?}"
                );
            }
        }
        for who in [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER] {
            assert_eq!(
                world.get(who, &format!("/api/lots/{hidden}")).await.ok()["hidden"],
                true,
                "{hidden} {who:?}"
            );
        }
    }
    assert_eq!(
        world.get(VISITOR, "/api/lots/1003").await.ok()["nextLotId"],
        json!(null)
    );
    assert_eq!(
        world.get(MANAGER, "/api/lots/1003").await.ok()["nextLotId"],
        1004
    );
    world.end().await;
}

#[actix_web::test]
async fn views_count_once_a_visitor_and_day() {
    let world = World::new().await;
    let views = async |who, visitor: &str| {
        let headers = [("X-Visitor", visitor)];
        let lot = world
            .send(reqwest::Method::GET, who, "/api/lots/1001", &headers, None)
            .await
            .ok();
        lot["counters"]["views"].as_i64().unwrap()
    };
    assert_eq!(views(VISITOR, "browser-1").await, 1);
    assert_eq!(views(VISITOR, "browser-1").await, 1);
    assert_eq!(views(VISITOR, "browser-2").await, 2);
    // A logged-in visitor is his account, whatever the browser.
    assert_eq!(views(TRUSTED, "browser-1").await, 3);
    assert_eq!(views(TRUSTED, "browser-3").await, 3);
    // A key that is none counts as none.
    assert_eq!(views(VISITOR, "!").await, 3);
    assert_eq!(
        world.get(VISITOR, "/api/lots/1001").await.ok()["counters"]["views"],
        3
    );
    // The next day it counts again.
    world.sql("update lot_view set day = day - 1").await;
    assert_eq!(views(VISITOR, "browser-1").await, 4);

    // The latest first; a look again brings a lot to the front.
    let look = async |lot: i64| {
        let path = format!("/api/lots/{lot}");
        world
            .send(
                reqwest::Method::GET,
                VISITOR,
                &path,
                &[("X-Visitor", "browser-9")],
                None,
            )
            .await
            .ok();
    };
    for lot in [1002, 1003, 1002] {
        look(lot).await;
    }
    let viewed = world
        .send(
            reqwest::Method::GET,
            VISITOR,
            "/api/lots/viewed",
            &[("X-Visitor", "browser-9")],
            None,
        )
        .await
        .ok();
    assert_eq!(ids(&viewed), [1002, 1003]);
    assert_eq!(
        ids(&world.get(TRUSTED, "/api/lots/viewed").await.ok()),
        [1001]
    );
    assert_eq!(
        ids(&world.get(VISITOR, "/api/lots/viewed").await.ok()),
        Vec::<i64>::new()
    );
    world.end().await;
}

#[actix_web::test]
async fn carousels_and_the_home_page() {
    let world = World::new().await;
    let lots = async |path: &str| ids(&world.get(VISITOR, path).await.ok());
    // The same category first, then the same top-level one; nothing hidden, nothing over.
    let similar = lots("/api/lots/1003/similar").await;
    assert_eq!(similar[0], 1001, "{similar:?}");
    assert!(
        similar.contains(&1201)
            && !similar.contains(&1003)
            && !similar.contains(&1501)
            && !similar.contains(&1401)
    );
    assert_eq!(lots("/api/lots/1001/by-author").await, [1601]);
    assert_eq!(lots("/api/lots/2001/by-author").await, Vec::<i64>::new());
    let same_house = lots("/api/lots/1001/same-house").await;
    assert!(
        same_house.contains(&1201) && !same_house.contains(&2001) && !same_house.contains(&1004)
    );

    assert_eq!(lots("/api/lots/rnd?top").await, [1201, 1001]);
    let recommended = lots("/api/lots/rnd").await;
    assert_eq!(recommended.len(), 8);
    assert!(
        ![1004, 1401, 1501, 1701]
            .iter()
            .any(|lot| recommended.contains(lot))
    );
    world.end().await;
}

/// A browser's key is its own making: without a bound one script would make a lot look much wanted.
#[actix_web::test]
async fn views_cannot_be_made_by_making_up_browsers() {
    let world = World::new().await;
    let views = async |lot: i64, visitor: &str| {
        let headers = [("X-Visitor", visitor)];
        let path = format!("/api/lots/{lot}");
        let lot = world.send(reqwest::Method::GET, VISITOR, &path, &headers, None);
        lot.await.ok()["counters"]["views"].as_i64().unwrap()
    };
    for made_up in 0..330 {
        views(1001, &format!("made-up-{made_up}")).await;
    }
    let counted = views(1001, "made-up-0").await;
    assert!((300..=310).contains(&counted), "{counted}");
    // Browsers that were here before are counted as ever, others are shown the lot all the same, and later what they saw.
    assert_eq!(views(1003, "made-up-0").await, 1);
    assert_eq!(views(1003, "made-up-329").await, 1);
    assert_eq!(views(1003, "made-up-1").await, 2);
    let headers = [("X-Visitor", "made-up-329")];
    let viewed = world.send(
        reqwest::Method::GET,
        VISITOR,
        "/api/lots/viewed",
        &headers,
        None,
    );
    assert_eq!(ids(&viewed.await.ok()), [1003, 1001]);
    world.end().await;
}
