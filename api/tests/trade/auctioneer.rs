use serde_json::json;

use crate::world::*;

/// A whole classic sale: started, bid in from hall and house, hammered, passed over, taken back, finished.
#[actix_web::test]
async fn a_whole_classic_sale() {
    let world = World::new().await;
    let control = async |path: &str| {
        world
            .control(AUCTIONEER, &format!("/api/trade/classic/10/{path}"))
            .await
    };
    let lot_state = async |lot: i64| {
        let lot = world.get(VISITOR, &format!("/api/lots/{lot}")).await.ok();
        (
            lot["state"].as_i64().unwrap(),
            lot["isBiddingOver"].as_bool().unwrap(),
        )
    };
    assert_eq!(
        control("sell").await.problem(),
        (409, "not_possible_in_this_state".into())
    );

    let started = control("start").await.ok();
    assert_eq!(
        (&started["codeSet"], &started["code"]),
        (&json!("auctioneer"), &json!(0))
    );
    assert_eq!(started["message"], "Аукцион успешно запущен");
    assert_eq!(
        (
            &started["catalog"]["state"],
            &started["catalog"]["currentLotId"]
        ),
        (&json!(1), &json!(1001))
    );
    assert_eq!(control("start").await.status, 409);

    // A second tap names the lot it meant, and hammers nothing else.
    assert_eq!(control("sell").await.ok()["message"], "Ставка отсутствует");
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(
        world
            .hall_bet(AUCTIONEER, 10, 1001, 1500, "12")
            .await
            .code(),
        0
    );
    let next = async |lot: i64| {
        world
            .put(
                AUCTIONEER,
                "/api/trade/classic/next",
                json!({"catalogId": 10, "lotId": lot}),
            )
            .await
    };
    assert_eq!(next(1002).await.code(), 5);
    assert_eq!(
        world
            .put(
                AUCTIONEER,
                "/api/trade/classic/10/skip",
                json!({"lotId": 1001})
            )
            .await
            .code(),
        8
    );
    let refused = world
        .put(
            AUCTIONEER,
            "/api/trade/classic/10/sell",
            json!({"lotId": "1001"}),
        )
        .await;
    assert_eq!(
        refused.status, 400,
        "a lotId that is not understood hammers nothing"
    );
    assert_eq!(lot_state(1001).await, (1, false));
    let hammered = next(1001).await.ok();
    assert_eq!(
        (&hammered["code"], &hammered["catalog"]["currentLotId"]),
        (&json!(0), &json!(1002))
    );
    assert_eq!(next(1001).await.code(), 5);
    assert_eq!(lot_state(1001).await, (2, true));

    // Below the reserve the hammer does not sell, the auctioneer may.
    assert_eq!(world.bet(TRUSTED, 10, 1002, 2000).await.code(), 0);
    let sold = world
        .put(
            AUCTIONEER,
            "/api/trade/classic/10/sell",
            json!({"lotId": 1002}),
        )
        .await
        .ok();
    assert_eq!(
        (
            &sold["code"],
            &sold["lot"]["state"],
            &sold["lot"]["reservePriceState"]
        ),
        (&json!(0), &json!(2), &json!("RESERVE_PRICE_NOT_ACHIEVED"))
    );
    assert_eq!(control("sell").await.code(), 2);
    // The hammer taken back, the bet revoked, the lot passed over.
    assert_eq!(control("previous").await.code(), 0);
    assert_eq!(lot_state(1002).await, (1, false));
    let revoke = json!({"catalogId": 10, "lotId": 1002});
    assert_eq!(
        world
            .put(MANAGER, "/api/trade/bet/revoke", revoke.clone())
            .await
            .code(),
        7
    );
    assert_eq!(
        world
            .put(ACCEPTED, "/api/trade/bet/revoke", revoke.clone())
            .await
            .code(),
        7
    );
    let revoked = world
        .put(AUCTIONEER, "/api/trade/bet/revoke", revoke.clone())
        .await
        .ok();
    assert_eq!(
        (
            &revoked["code"],
            &revoked["message"],
            &revoked["lot"]["leadingBet"]
        ),
        (&json!(0), &json!("Ставка отменена"), &json!(null))
    );
    let nothing = world
        .put(AUCTIONEER, "/api/trade/bet/revoke", revoke)
        .await
        .ok();
    assert_eq!(
        (&nothing["code"], &nothing["message"]),
        (&json!(5), &json!("Ставка отсутствует"))
    );
    let skipped = world
        .put(
            AUCTIONEER,
            "/api/trade/classic/10/skip",
            json!({"lotId": 1002}),
        )
        .await
        .ok();
    assert_eq!(
        (&skipped["code"], &skipped["catalog"]["currentLotId"]),
        (&json!(0), &json!(1003))
    );

    // The last one goes to the highest of the room; then nothing is left to open.
    assert_eq!(control("end").await.status, 409);
    assert_eq!(world.bet(ACCEPTED2, 10, 1003, 500).await.code(), 0);
    let over = world
        .put(
            AUCTIONEER,
            "/api/trade/classic/next",
            json!({"catalogId": 10}),
        )
        .await
        .ok();
    assert_eq!(
        (&over["catalog"]["state"], &over["catalog"]["currentLotId"]),
        (&json!(5), &json!(null))
    );
    let ended = control("end").await.ok();
    assert_eq!(
        (&ended["code"], &ended["catalog"]["state"]),
        (&json!(0), &json!(2))
    );

    // What everybody sees of it now.
    let catalog = world.get(VISITOR, "/api/catalog/10").await.ok();
    assert_eq!(
        (
            &catalog["state"],
            &catalog["soldCount"],
            &catalog["lotsCount"]
        ),
        (&json!(2), &json!(2), &json!(3))
    );
    world.index().await;
    let sold = world
        .get(VISITOR, "/api/catalog/10/lots?status=sold")
        .await
        .ok();
    let sold: Vec<_> = sold["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lot| lot["id"].as_i64().unwrap())
        .collect();
    assert_eq!(sold, [1001, 1003]);
    world.end().await;
}

#[actix_web::test]
async fn controls_are_the_controllers() {
    let world = World::new().await;
    let calls = [
        "/api/trade/classic/10/start",
        "/api/trade/classic/10/sell",
        "/api/trade/classic/10/skip",
        "/api/trade/classic/10/previous",
        "/api/trade/classic/10/end",
        "/api/trade/parallel/12/start",
        "/api/catalog/10/hide",
        "/api/catalog/10/show",
        "/api/catalog/10/scheduled",
        "/api/catalog/10/cancel",
        "/api/trade/classic/10/half-step",
        "/api/trade/classic/10/pause",
    ];
    for call in calls {
        assert_eq!(world.control(VISITOR, call).await.status, 401, "{call}");
        for who in [NEWSMAKER, TRUSTED, STRANGER] {
            assert_eq!(
                world.control(who, call).await.problem(),
                (403, "forbidden".into()),
                "{call} {who:?}"
            );
        }
    }
    // What may not be seen is unknown, not forbidden.
    assert_eq!(
        world
            .control(TRUSTED, "/api/trade/classic/17/start")
            .await
            .problem(),
        (404, "not_found".into())
    );
    assert_eq!(
        world
            .control(NEWSMAKER, "/api/trade/classic/17/start")
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .control(ADMIN, "/api/trade/classic/999/start")
            .await
            .status,
        404
    );
    let revoke = json!({"catalogId": 17, "lotId": 1701});
    assert_eq!(
        world
            .put(TRUSTED, "/api/trade/bet/revoke", revoke)
            .await
            .status,
        404
    );
    // Every kind of controller may.
    for who in [ADMIN, OWNER, MANAGER, AUCTIONEER] {
        assert_eq!(
            world.control(who, "/api/trade/classic/10/end").await.status,
            409,
            "{who:?}"
        );
    }
    for (call, text) in [
        ("half-step", "Отсутствует механизм половинной ставки"),
        ("pause", "Отсутствует механизм постановки на паузу"),
    ] {
        let reply = world
            .control(AUCTIONEER, &format!("/api/trade/classic/10/{call}"))
            .await;
        assert_eq!(
            (reply.status, reply.json()["detail"].as_str().unwrap()),
            (501, text)
        );
    }
    // Each start is for its own type, and not too early.
    assert_eq!(
        world
            .control(MANAGER, "/api/trade/parallel/10/start")
            .await
            .status,
        409
    );
    assert_eq!(
        world
            .control(MANAGER, "/api/trade/classic/12/start")
            .await
            .status,
        409
    );
    assert_eq!(
        world
            .control(MANAGER, "/api/trade/classic/16/start")
            .await
            .status,
        409
    );
    world.end().await;
}

#[actix_web::test]
async fn a_parallel_sale_and_what_only_admins_do() {
    let world = World::new().await;
    let started = world
        .control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    assert_eq!(
        (&started["code"], &started["catalog"]["state"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(world.bet(TRUSTED, 12, 1201, 2000).await.code(), 0);
    // No running classic: before the question who asks.
    let revoke = json!({"catalogId": 12, "lotId": 1201});
    let answer = world
        .put(ACCEPTED, "/api/trade/bet/revoke", revoke)
        .await
        .ok();
    assert_eq!(
        (&answer["code"], &answer["message"]),
        (&json!(6), &json!("Отсутствует классический аукцион"))
    );
    let cancel = "/api/trade/catalog/12/cancel-last-bet";
    assert_eq!(
        world
            .put(AUCTIONEER, cancel, json!({"lotId": 1201}))
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .put(ADMIN, cancel, json!({"lotId": 1201}))
            .await
            .code(),
        0
    );
    assert_eq!(
        world
            .put(ADMIN, cancel, json!({"lotId": 1201}))
            .await
            .code(),
        5
    );

    // A hammered lot goes back into bidding.
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    world
        .control(AUCTIONEER, "/api/trade/classic/10/skip")
        .await
        .ok();
    let back = "/api/trade/catalog/10/return";
    assert_eq!(
        world
            .put(MANAGER, back, json!({"lotId": 1001}))
            .await
            .status,
        403
    );
    assert_eq!(
        world.put(ADMIN, back, json!({"lotId": 1001})).await.code(),
        0
    );
    assert_eq!(
        world.put(ADMIN, back, json!({"lotId": 1001})).await.code(),
        8
    );
    assert_eq!(
        world
            .put(
                ADMIN,
                "/api/trade/catalog/16/return",
                json!({"lotId": 1601})
            )
            .await
            .status,
        409
    );
    world.end().await;
}

#[actix_web::test]
async fn catalogs_are_hidden_shown_scheduled_and_cancelled() {
    let world = World::new().await;
    assert_eq!(
        world.control(MANAGER, "/api/catalog/16/hide").await.code(),
        0
    );
    assert_eq!(world.get(VISITOR, "/api/catalog/16").await.status, 404);
    assert_eq!(
        world.get(MANAGER, "/api/catalog/16").await.ok()["hidden"],
        true
    );
    world.index().await;
    let found = async |text: &str| {
        world
            .post(VISITOR, "/api/lots/search", json!({"searchQuery": text}))
            .await
            .ok()["totalCount"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(found("осенний лес").await, 0);
    assert_eq!(
        world.control(MANAGER, "/api/catalog/16/show").await.code(),
        0
    );
    world.index().await;
    assert_eq!(
        (
            world.get(VISITOR, "/api/catalog/16").await.status,
            found("осенний лес").await
        ),
        (200, 1)
    );

    assert_eq!(world.get(VISITOR, "/api/catalog/14").await.status, 404);
    assert_eq!(
        world
            .control(OWNER, "/api/catalog/14/scheduled")
            .await
            .code(),
        0
    );
    assert_eq!(world.get(VISITOR, "/api/catalog/14").await.ok()["state"], 0);
    assert_eq!(
        world
            .control(OWNER, "/api/catalog/14/scheduled")
            .await
            .status,
        409
    );

    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    let cancelled = world.control(MANAGER, "/api/catalog/10/cancel").await.ok();
    assert_eq!(
        (&cancelled["code"], &cancelled["catalog"]["state"]),
        (&json!(0), &json!(3))
    );
    assert_eq!(world.get(VISITOR, "/api/lots/1001").await.ok()["state"], 4);
    assert_eq!(
        world
            .control(MANAGER, "/api/catalog/10/cancel")
            .await
            .status,
        409
    );
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1500).await.code(), 10);
    world.end().await;
}
