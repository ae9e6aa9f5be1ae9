//! The auctioneer's controls.

use serde_json::json;

use crate::support::*;

/// Started, bid in from hall and home, hammered, passed, taken back, finished.
#[actix_web::test]
async fn a_classic_sale_runs_from_start_to_finish() {
    let app = App::new().await;
    let control = async |path: &str| {
        app.control(AUCTIONEER, &format!("/api/trade/classic/10/{path}"))
            .await
    };
    let lot_state = async |lot: i64| {
        let lot = app.get(VISITOR, &format!("/api/lots/{lot}")).await.ok();
        (
            lot["state"].as_i64().unwrap(),
            lot["isBiddingOver"].as_bool().unwrap(),
        )
    };
    control("sell")
        .await
        .expect_problem(409, "not_possible_in_this_state");

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
    control("start").await.expect(409);

    // A second tap names the lot it meant, so it hammers nothing else.
    assert_eq!(control("sell").await.ok()["message"], "Ставка отсутствует");
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.hall_bet(AUCTIONEER, 10, 1001, 1500, "12")
        .await
        .expect_code(0);
    let next = async |lot: i64| {
        app.put(
            AUCTIONEER,
            "/api/trade/classic/next",
            json!({"catalogId": 10, "lotId": lot}),
        )
        .await
    };
    next(1002).await.expect_code(5);
    app.put(
        AUCTIONEER,
        "/api/trade/classic/10/skip",
        json!({"lotId": 1001}),
    )
    .await
    .expect_code(8);
    let refused = app
        .put(
            AUCTIONEER,
            "/api/trade/classic/10/sell",
            json!({"lotId": "1001"}),
        )
        .await;
    assert_eq!(
        refused.status, 422,
        "a lotId that is not understood hammers nothing"
    );
    assert_eq!(lot_state(1001).await, (1, false));
    let hammered = next(1001).await.ok();
    assert_eq!(
        (&hammered["code"], &hammered["catalog"]["currentLotId"]),
        (&json!(0), &json!(1002))
    );
    next(1001).await.expect_code(5);
    assert_eq!(lot_state(1001).await, (2, true));

    // Below the reserve the hammer does not sell, the auctioneer may.
    app.bet(TRUSTED, 10, 1002, 2000).await.expect_code(0);
    let sold = app
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
    control("sell").await.expect_code(2);
    // The hammer is taken back, the bet revoked, the lot passed.
    control("previous").await.expect_code(0);
    assert_eq!(lot_state(1002).await, (1, false));
    let revoke = json!({"catalogId": 10, "lotId": 1002});
    app.put(MANAGER, "/api/trade/bet/revoke", revoke.clone())
        .await
        .expect_code(7);
    app.put(ACCEPTED, "/api/trade/bet/revoke", revoke.clone())
        .await
        .expect_code(7);
    let revoked = app
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
    let nothing = app
        .put(AUCTIONEER, "/api/trade/bet/revoke", revoke)
        .await
        .ok();
    assert_eq!(
        (&nothing["code"], &nothing["message"]),
        (&json!(5), &json!("Ставка отсутствует"))
    );
    let skipped = app
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

    // The last lot goes to the highest bidder, and nothing is left to open.
    control("end").await.expect(409);
    app.bet(ACCEPTED2, 10, 1003, 500).await.expect_code(0);
    let over = app
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

    // The public view of it.
    let catalog = app.get(VISITOR, "/api/catalog/10").await.ok();
    assert_eq!(
        (
            &catalog["state"],
            &catalog["soldCount"],
            &catalog["lotsCount"]
        ),
        (&json!(2), &json!(2), &json!(3))
    );
    app.index().await;
    let sold = app
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
    app.end().await;
}

#[actix_web::test]
async fn only_controllers_have_the_controls() {
    let app = App::new().await;
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
        "/api/trade/classic/10/warn",
        "/api/trade/classic/10/pause",
        "/api/trade/classic/10/resume",
    ];
    for call in calls {
        app.control(VISITOR, call).await.expect(401);
        for who in [NEWSMAKER, TRUSTED, STRANGER] {
            app.control(who, call)
                .await
                .expect_problem(403, "forbidden");
        }
    }
    // Invisible means not found, not forbidden.
    app.control(TRUSTED, "/api/trade/classic/17/start")
        .await
        .expect_problem(404, "not_found");
    app.control(NEWSMAKER, "/api/trade/classic/17/start")
        .await
        .expect(403);
    app.control(ADMIN, "/api/trade/classic/999/start")
        .await
        .expect(404);
    let revoke = json!({"catalogId": 17, "lotId": 1701});
    app.put(TRUSTED, "/api/trade/bet/revoke", revoke)
        .await
        .expect(404);
    // Every kind of controller has the controls.
    for who in [ADMIN, OWNER, MANAGER, AUCTIONEER] {
        app.control(who, "/api/trade/classic/10/end")
            .await
            .expect(409);
    }
    let half_step = app
        .control(AUCTIONEER, "/api/trade/classic/10/half-step")
        .await;
    assert_eq!(
        (
            half_step.status,
            half_step.json()["detail"].as_str().unwrap()
        ),
        (501, "Отсутствует механизм половинной ставки")
    );
    // Each start works for its own type, and not too early.
    app.control(MANAGER, "/api/trade/parallel/10/start")
        .await
        .expect(409);
    app.control(MANAGER, "/api/trade/classic/12/start")
        .await
        .expect(409);
    app.control(MANAGER, "/api/trade/classic/16/start")
        .await
        .expect(409);
    app.end().await;
}

#[actix_web::test]
async fn a_parallel_sale_runs_and_some_controls_are_for_admins() {
    let app = App::new().await;
    let started = app
        .control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    assert_eq!(
        (&started["code"], &started["catalog"]["state"]),
        (&json!(0), &json!(1))
    );
    app.bet(TRUSTED, 12, 1201, 2000).await.expect_code(0);
    // Without a running classic the state is refused before the caller's rights.
    let revoke = json!({"catalogId": 12, "lotId": 1201});
    let answer = app
        .put(ACCEPTED, "/api/trade/bet/revoke", revoke)
        .await
        .ok();
    assert_eq!(
        (&answer["code"], &answer["message"]),
        (&json!(6), &json!("Отсутствует классический аукцион"))
    );
    let cancel = "/api/trade/catalog/12/cancel-last-bet";
    app.put(AUCTIONEER, cancel, json!({"lotId": 1201}))
        .await
        .expect(403);
    app.put(ADMIN, cancel, json!({"lotId": 1201}))
        .await
        .expect_code(0);
    app.put(ADMIN, cancel, json!({"lotId": 1201}))
        .await
        .expect_code(5);

    // A hammered lot goes back into bidding.
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/skip")
        .await
        .ok();
    let back = "/api/trade/catalog/10/return";
    app.put(MANAGER, back, json!({"lotId": 1001}))
        .await
        .expect(403);
    app.put(ADMIN, back, json!({"lotId": 1001}))
        .await
        .expect_code(0);
    app.put(ADMIN, back, json!({"lotId": 1001}))
        .await
        .expect_code(8);
    app.put(
        ADMIN,
        "/api/trade/catalog/16/return",
        json!({"lotId": 1601}),
    )
    .await
    .expect(409);
    app.end().await;
}

#[actix_web::test]
async fn catalogs_are_hidden_shown_scheduled_and_cancelled() {
    let app = App::new().await;
    app.control(MANAGER, "/api/catalog/16/hide")
        .await
        .expect_code(0);
    app.get(VISITOR, "/api/catalog/16").await.expect(404);
    assert_eq!(
        app.get(MANAGER, "/api/catalog/16").await.ok()["hidden"],
        true
    );
    app.index().await;
    let found = async |text: &str| {
        app.post(VISITOR, "/api/lots/search", json!({"searchQuery": text}))
            .await
            .ok()["totalCount"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(found("осенний лес").await, 0);
    app.control(MANAGER, "/api/catalog/16/show")
        .await
        .expect_code(0);
    app.index().await;
    assert_eq!(
        (
            app.get(VISITOR, "/api/catalog/16").await.status,
            found("осенний лес").await
        ),
        (200, 1)
    );

    app.get(VISITOR, "/api/catalog/14").await.expect(404);
    app.control(OWNER, "/api/catalog/14/scheduled")
        .await
        .expect_code(0);
    assert_eq!(app.get(VISITOR, "/api/catalog/14").await.ok()["state"], 0);
    app.control(OWNER, "/api/catalog/14/scheduled")
        .await
        .expect(409);

    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    let cancelled = app.control(MANAGER, "/api/catalog/10/cancel").await.ok();
    assert_eq!(
        (&cancelled["code"], &cancelled["catalog"]["state"]),
        (&json!(0), &json!(3))
    );
    assert_eq!(app.get(VISITOR, "/api/lots/1001").await.ok()["state"], 4);
    app.control(MANAGER, "/api/catalog/10/cancel")
        .await
        .expect(409);
    app.bet(ACCEPTED, 10, 1001, 1500).await.expect_code(10);
    app.end().await;
}

/// «Последний раз», then a pause with its reason: everyone is shown both, and bets wait.
#[actix_web::test]
async fn a_sale_is_warned_of_and_paused() {
    let app = App::new().await;
    let control = async |path: &str, body: serde_json::Value| {
        app.put(AUCTIONEER, &format!("/api/trade/classic/10/{path}"), body)
            .await
    };
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    // Nobody leads yet.
    control("warn", json!({})).await.expect_code(8);
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    control("warn", json!({"lotId": 1002})).await.expect_code(5);
    let warned = control("warn", json!({"lotId": 1001})).await.ok();
    assert_eq!(warned["message"], "Последний раз");
    let shown = app.get(VISITOR, "/api/lots/1001").await.ok();
    assert!(shown["warnedAt"].is_string(), "{shown}");
    assert_eq!(shown["warnedAt"], warned["lot"]["warnedAt"]);
    app.bet(TRUSTED, 10, 1001, 1500).await.expect_code(0);
    let shown = app.get(VISITOR, "/api/lots/1001").await.ok();
    assert_eq!(shown["warnedAt"], json!(null), "a bet makes it void");

    control("resume", json!({})).await.expect_code(8);
    control("pause", json!({"reason": "я".repeat(201)}))
        .await
        .expect(422);
    control("pause", json!({"reason": 5})).await.expect(422);
    let paused = control("pause", json!({"reason": " Ждём\nэксперта "}))
        .await
        .ok();
    assert_eq!(
        (&paused["message"], &paused["catalog"]["pauseReason"]),
        (&json!("Торги приостановлены"), &json!("Ждём эксперта"))
    );
    let catalog = app.get(VISITOR, "/api/catalog/10").await.ok();
    assert_eq!(catalog["pausedAt"], paused["catalog"]["pausedAt"]);
    assert_eq!(catalog["pauseReason"], "Ждём эксперта");
    let shown = app.get(VISITOR, "/api/lots/1001").await.ok();
    assert_eq!(shown["catalogPausedAt"], catalog["pausedAt"]);
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(8);
    for refused in ["sell", "skip", "previous", "warn", "pause"] {
        control(refused, json!({})).await.expect_code(8);
    }

    let resumed = control("resume", json!({})).await.ok();
    assert_eq!(
        (&resumed["message"], &resumed["catalog"]["pausedAt"]),
        (&json!("Торги продолжаются"), &json!(null))
    );
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(0);
    app.end().await;
}

/// A lot is opened out of turn; the one on the block waits with its bets.
#[actix_web::test]
async fn a_lot_is_opened_by_its_number() {
    let app = App::new().await;
    let jump = async |body: serde_json::Value| {
        app.put(AUCTIONEER, "/api/trade/classic/10/jump", body)
            .await
    };
    jump(json!({"lotId": 1002}))
        .await
        .expect_problem(409, "not_possible_in_this_state");
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    jump(json!({"lotId": 1002, "fromLotId": 1002}))
        .await
        .expect_code(5);
    jump(json!({"lotId": 99})).await.expect_code(3);
    let jumped = jump(json!({"lotId": 1002, "fromLotId": 1001})).await.ok();
    assert_eq!(
        (
            &jumped["message"],
            &jumped["catalog"]["currentLotId"],
            &jumped["lot"]["lotId"]
        ),
        (&json!("Переход к лоту"), &json!(1002), &json!(1002))
    );
    let left = app.get(VISITOR, "/api/lots/1001").await.ok();
    assert_eq!(
        (&left["state"], &left["price"]["value"]),
        (&json!(0), &json!(1000))
    );
    app.end().await;
}

/// Lots are sold as one, and everything counts their price once.
#[actix_web::test]
async fn lots_are_sold_as_one() {
    let app = App::new().await;
    let group = "/api/trade/classic/10/group";
    let body = |with: &[i64]| json!({"lotId": 1001, "withLotIds": with});
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.order(TRUSTED, 10, 1003, 7770).await.expect_code(0);
    let refused = app.put(AUCTIONEER, group, body(&[1003])).await;
    assert_eq!(refused.json()["detail"], "На лот оставлены заочные ставки");
    let many: Vec<i64> = (2000..2051).collect();
    app.put(AUCTIONEER, group, body(&many))
        .await
        .refused_field("withLotIds");
    app.put(
        AUCTIONEER,
        group,
        json!({"lotId": 1002, "withLotIds": [1001]}),
    )
    .await
    .expect_code(5);

    let joined = app.put(AUCTIONEER, group, body(&[1002])).await.ok();
    let numbers = joined["lot"]["together"].clone();
    assert_eq!(joined["message"], "Лоты продаются вместе");
    app.put(AUCTIONEER, group, body(&[])).await.expect_code(0);
    app.put(AUCTIONEER, group, body(&[1002]))
        .await
        .expect_code(0);
    for lot in [1001, 1002] {
        let shown = app.get(VISITOR, &format!("/api/lots/{lot}")).await.ok();
        assert_eq!(shown["together"], numbers, "{lot}");
    }
    let late = app.order(TRUSTED, 10, 1002, 7770).await;
    assert_eq!(
        late.json()["detail"],
        "Лот продаётся вместе с другими лотами"
    );

    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(0);
    app.control(AUCTIONEER, "/api/trade/classic/10/sell")
        .await
        .expect_code(0);
    let results = app.get(MANAGER, "/api/trade/results/10").await.ok();
    let lots = results["lots"].as_array().unwrap();
    let of = |id: i64| lots.iter().find(|lot| lot["id"] == id).unwrap();
    assert_eq!(
        (&of(1001)["state"], &of(1001)["leader"]["value"]),
        (&json!(2), &json!(2000))
    );
    assert_eq!(
        (
            &of(1002)["state"],
            &of(1002)["leader"],
            &of(1002)["together"]
        ),
        (&json!(2), &json!(null), &numbers)
    );

    // Paying for one of them pays for all.
    app.post(MANAGER, "/api/lots/1002/paid", json!({}))
        .await
        .ok();
    for lot in [1001, 1002] {
        let paid = app.get(VISITOR, &format!("/api/lots/{lot}")).await.ok();
        assert_eq!(paid["state"], 8, "{lot}");
    }
    app.end().await;
}

/// The bets are for the price of one lot, and the winner takes those that the auctioneer names.
#[actix_web::test]
async fn lots_are_on_offer_at_the_buyers_choice() {
    let app = App::new().await;
    let body = json!({"lotId": 1001, "withLotIds": [1002, 1003], "isChoice": true});
    let take = |lots: &[i64]| json!({"lotId": 1001, "takeLotIds": lots});
    let sell = "/api/trade/classic/10/sell";
    let lot = async |id: i64| app.get(VISITOR, &format!("/api/lots/{id}")).await.ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    let offered = app
        .put(AUCTIONEER, "/api/trade/classic/10/group", body)
        .await
        .ok();
    assert_eq!(offered["message"], "Лоты предлагаются на выбор");
    for id in [1001, 1002, 1003] {
        let shown = lot(id).await;
        assert_eq!(
            (&shown["together"], &shown["isChoice"]),
            (&json!([1, 2, 3]), &json!(true)),
            "{id}"
        );
    }
    let order = app.order(TRUSTED, 10, 1003, 7770).await;
    assert_eq!(
        order.expect(409).json()["detail"],
        "Лот продаётся вместе с другими лотами"
    );
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(0);
    let below = json!("RESERVE_PRICE_NOT_ACHIEVED");
    assert_eq!(lot(1002).await["price"]["reservePriceState"], below);

    let refused = app.put(AUCTIONEER, sell, take(&[])).await;
    refused.expect(409);
    assert_eq!(
        refused.json()["detail"],
        "Укажите лоты, которые берёт покупатель"
    );
    let many: Vec<i64> = (2000..2052).collect();
    app.put(AUCTIONEER, sell, take(&many))
        .await
        .refused_field("takeLotIds");
    app.put(AUCTIONEER, sell, take(&[1009]))
        .await
        .expect_code(3);
    // Another bet has come meanwhile, or the id is of another catalog's bet.
    let leads = lot(1001).await["leadingBet"]["id"].as_i64().unwrap();
    for bet in [leads - 1, 1] {
        let body = json!({"lotId": 1001, "takeLotIds": [1002], "betId": bet});
        app.put(AUCTIONEER, sell, body).await.expect_code(1);
    }
    let sold = app.put(AUCTIONEER, sell, take(&[1002])).await.ok();
    assert_eq!(sold["message"], "Лот продан");
    let waits = lot(1001).await;
    assert_eq!(
        (&waits["state"], &waits["leadingBet"], &waits["betsCount"]),
        (&json!(0), &json!(null), &json!(0))
    );

    // Undone and done again; the winner's bet stands.
    app.control(AUCTIONEER, "/api/trade/classic/10/previous")
        .await
        .expect_code(0);
    assert_eq!(lot(1001).await["price"]["value"], 2000);
    assert_eq!(lot(1002).await["state"], 0);
    let sold = app.put(AUCTIONEER, sell, take(&[1001, 1002])).await.ok();
    assert_eq!(sold["message"], "Лоты проданы");
    for id in [1001, 1002] {
        let sold = lot(id).await;
        assert_eq!(
            (&sold["state"], &sold["price"]["value"]),
            (&json!(2), &json!(2000))
        );
    }
    let results = app.get(MANAGER, "/api/trade/results/10").await.ok();
    for lot in &results["lots"].as_array().unwrap()[..2] {
        assert_eq!(
            (&lot["leader"]["value"], &lot["together"]),
            (&json!(2000), &json!([]))
        );
    }
    app.post(MANAGER, "/api/lots/1002/paid", json!({}))
        .await
        .ok();
    assert_eq!(lot(1001).await["state"], 2, "each is paid by itself");

    app.put(
        AUCTIONEER,
        "/api/trade/classic/next",
        json!({"catalogId": 10}),
    )
    .await
    .expect_code(0);
    let last = lot(1003).await;
    assert_eq!(
        (
            &last["together"],
            &last["isChoice"],
            &last["price"]["value"]
        ),
        (&json!([]), &json!(false), &json!(null))
    );
    app.end().await;
}

/// A paddle that was typed wrong: everything that names the buyer follows, and the journal has both.
#[actix_web::test]
async fn a_paddle_is_corrected_after_the_hammer() {
    let app = App::new().await;
    let correct = async |body: serde_json::Value| {
        app.put(AUCTIONEER, "/api/trade/classic/10/paddle", body)
            .await
    };
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    let placed = app.hall_bet(AUCTIONEER, 10, 1001, 1000, "14").await.ok();
    let bet = placed["bet"]["id"].as_i64().unwrap();
    app.control(AUCTIONEER, "/api/trade/classic/10/sell")
        .await
        .expect_code(0);

    let of = |bet: i64, paddle: &str| json!({"lotId": 1001, "betId": bet, "paddle": paddle});
    correct(of(bet, " ")).await.expect(422);
    correct(of(bet, &"4".repeat(33))).await.expect(422);
    correct(of(bet, "4\n1")).await.expect(422);
    let mut wordy = of(bet, "41");
    wordy["reason"] = "а".repeat(201).into();
    correct(wordy).await.expect(422);
    correct(of(bet + 1, "41")).await.expect_code(5);
    // A bet of another catalog under the same number.
    correct(of(bet + (1 << 24), "41")).await.expect_code(5);
    let mut known = of(bet, " 41 ");
    known["reason"] = "Назвали не тот номер".into();
    let corrected = correct(known).await.ok();
    assert_eq!(corrected["message"], "Номер участника исправлен");
    assert_eq!(corrected["lot"]["leadingBet"]["paddle"], "41");

    let lot = app.get(VISITOR, "/api/lots/1001").await.ok();
    assert_eq!(lot["leadingBet"]["paddle"], "41");
    let history = app
        .get(VISITOR, "/api/trade/bet/lot/1001/history")
        .await
        .ok();
    assert_eq!(history["items"][0]["paddle"], "41");
    let results = app.get(MANAGER, "/api/trade/results/10").await.ok();
    let sold = &results["lots"].as_array().unwrap()[0];
    assert_eq!(
        (
            &sold["id"],
            &sold["leader"]["paddle"],
            &sold["leader"]["betId"]
        ),
        (&json!(1001), &json!("41"), &json!(bet))
    );
    let journal = app
        .value(
            "select jsonb_agg(command order by seq) from room_command
             where catalog_id = 10 and (command ? 'place_bet' or command ? 'correct_paddle') and events <> '[]'",
        )
        .await;
    assert_eq!(journal[0]["place_bet"]["by"], json!({"hall": "14"}));
    assert_eq!(journal[1]["correct_paddle"]["paddle"], "41");
    assert_eq!(
        journal[1]["correct_paddle"]["reason"],
        "Назвали не тот номер"
    );

    // A stored bet that is corrected and then revoked is both.
    app.control(AUCTIONEER, "/api/trade/classic/10/previous")
        .await
        .expect_code(0);
    correct(of(bet, "15")).await.expect_code(0);
    app.put(
        AUCTIONEER,
        "/api/trade/bet/revoke",
        json!({"catalogId": 10, "lotId": 1001}),
    )
    .await
    .expect_code(0);
    let bets = app.get(AUCTIONEER, "/api/trade/bet/lot/1001").await.ok();
    assert_eq!(bets["items"][0]["paddle"], "15");
    assert!(bets["items"][0]["revoked"].is_string());
    app.end().await;
}

/// A script that runs a desk acts in bursts, at 20 acts a second and more.
#[actix_web::test]
async fn a_desk_is_not_slowed_down_where_a_bidder_is() {
    let app = App::with(&[("BET_RATE_PER_SECOND", "20")]).await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let hall = async |value: i64| app.hall_bet(AUCTIONEER, 10, 1001, value, "7").await;
    for act in 0..90 {
        hall(1000 + 10 * act).await.expect(200);
    }
    // A desk has a limit too, which its owner's other controls use up; a place comes free every 20 ms.
    let busy = async |act: &str| {
        loop {
            while app.state.limits.control(4).await.is_ok() {}
            let reply = match act {
                "bet" => hall(10_000).await,
                _ => app.next(10).await,
            };
            if reply.status == 429 {
                return reply;
            }
        }
    };
    let refused = busy("bet").await;
    refused.expect_problem(429, "too_many_requests");
    assert_eq!(refused.retry_after(), 1);
    busy("next").await;
    // A bidder's bets are counted apart.
    for _ in 0..40 {
        app.bet(ACCEPTED, 10, 1001, 1000).await.expect(200);
    }
    app.end().await;
}
