//! Placing bets.

use serde_json::json;

use crate::support::*;

/// The table «When a bet is refused» of docs/rules.md, each code once, in the order in which a sale meets them.
#[actix_web::test]
async fn every_refusal_has_its_code_and_text() {
    let app = App::new().await;
    // Before any rule: the caller, and the form of the request.
    app.bet(VISITOR, 10, 1001, 1000)
        .await
        .expect_problem(401, "not_authenticated");
    let unregistered = app.bet(NEWCOMER, 10, 1001, 1000).await;
    unregistered.expect_problem(401, "not_registered_in_house");
    assert_eq!(
        unregistered.json()["detail"],
        "Для совершения ставки необходимо зарегистрироваться в аукционном доме"
    );
    for value in [0, -10, 1_000_000_000_001] {
        app.bet(TRUSTED, 10, 1001, value)
            .await
            .expect_problem(422, "validation_failed");
    }
    for who in [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER] {
        app.bet(who, 10, 1001, 1000)
            .await
            .expect_problem(403, "forbidden");
    }

    let refused = async |who, catalog, lot, value, code: i64, text: &str| {
        let answer = app.bet(who, catalog, lot, value).await.ok();
        assert_eq!(
            (answer["code"].as_i64(), answer["message"].as_str()),
            (Some(code), Some(text)),
            "{answer}"
        );
        assert_eq!(
            (&answer["codeSet"], &answer["bet"]),
            (&json!("bet"), &json!(null))
        );
        answer
    };
    // While it is scheduled. Who may not bid learns no more of a draft or a hidden catalog than who may.
    for catalog in [999, 14, 17] {
        refused(NEWCOMER, catalog, 1001, 1000, 4, "Аукцион не найден").await;
        let answer = refused(TRUSTED, catalog, 1001, 1000, 4, "Аукцион не найден").await;
        assert_eq!(
            answer["lot"],
            json!(null),
            "nothing is said of what does not exist"
        );
    }
    for lot in [999, 1004, 2001] {
        refused(TRUSTED, 10, lot, 1000, 3, "Лот не найден").await;
    }
    refused(TRUSTED, 15, 1501, 1000, 10, "Торги в каталоге завершены").await;
    refused(
        TRUSTED,
        13,
        1301,
        1000,
        8,
        "Состояние лота не подходит для торговли",
    )
    .await;
    refused(
        TRUSTED,
        12,
        1201,
        2000,
        8,
        "Состояние лота не подходит для торговли",
    )
    .await;

    // While it runs.
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    refused(
        TRUSTED,
        10,
        1003,
        500,
        5,
        "В настоящее время лот не участвует в классическом аукционе",
    )
    .await;
    refused(TRUSTED, 10, 1001, 1005, 6, "Ставка должна быть кратна 10").await;
    refused(TRUSTED, 10, 1001, 990, 7, "Ставка ниже минимальной").await;
    refused(
        ACCEPTED,
        10,
        1001,
        5010,
        11,
        "Ставка превышает допустимый лимит (5000 руб)",
    )
    .await;
    let accepted = app.bet(TRUSTED, 10, 1001, 1000).await.ok();
    assert_eq!(
        (accepted["code"].as_i64(), accepted["message"].as_str()),
        (Some(0), Some("Ставка принята"))
    );
    refused(
        TRUSTED,
        10,
        1001,
        1200,
        13,
        "Повторная ставка от того же самого пользователя",
    )
    .await;
    let answer = refused(
        ACCEPTED,
        10,
        1001,
        1000,
        1,
        "На этот лот принята другая ставка",
    )
    .await;
    assert_eq!(
        answer["lot"]["minBet"], 1100,
        "a refusal shows what would be taken"
    );
    app.order(TRUSTED, 10, 1001, 3000).await.expect_code(0);
    let answer = app.bet(ACCEPTED, 10, 1001, 1500).await.ok();
    assert_eq!(
        (answer["code"].as_i64(), answer["message"].as_str()),
        (Some(12), Some("Ставка перекрыта заочной ставкой"))
    );
    assert_eq!(
        (&answer["bet"]["value"], &answer["lot"]["price"]["value"]),
        (&json!(1500), &json!(1600))
    );
    app.next(10).await.expect_code(0);
    refused(ACCEPTED, 10, 1001, 4000, 2, "Торги окончены").await;
    app.end().await;
}

#[actix_web::test]
async fn an_accepted_bet_is_answered_with_bet_and_lot() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let answer = app.bet(ACCEPTED, 10, 1001, 1000).await.ok();
    let (bet, lot) = (&answer["bet"], &answer["lot"]);
    assert_eq!(
        (
            &bet["catalogId"],
            &bet["lotId"],
            &bet["value"],
            &bet["userId"],
            &bet["participant"]
        ),
        (&json!(10), &json!(1001), &json!(1000), &json!(8), &json!(1))
    );
    assert_eq!(
        (&bet["isAbsentee"], &bet["isMine"], &bet["isVisible"]),
        (&json!(false), &json!(true), &json!(true))
    );
    assert_eq!(
        (&bet["paddle"], &bet["revoked"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(
        (&lot["minBet"], &lot["betsCount"], &lot["state"]),
        (&json!(1100), &json!(1), &json!(1))
    );
    assert_eq!(lot["leadingBet"]["id"], bet["id"]);
    assert!(bet["created"].as_str().unwrap().ends_with('Z'));
    // It is stored.
    let stored: (i64, i64) = sqlx::query_as("select value, account_id from bet where id = $1")
        .bind(bet["id"].as_i64())
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(stored, (1000, 8));
    app.end().await;
}

#[actix_web::test]
async fn a_repeated_idempotency_key_gets_the_first_answer_and_places_nothing() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let bet = |value: i64| json!({"catalogId": 10, "lotId": 1001, "betValue": value}).to_string();
    let send = async |who, key: &str, value| {
        app.call(
            reqwest::Method::POST,
            who,
            "/api/trade/bet",
            &[("Idempotency-Key", key)],
            Some(bet(value)),
        )
        .await
    };
    let first = send(ACCEPTED, "tap-1", 1000).await.ok();
    assert_eq!(first["code"], 0);
    app.bet(TRUSTED, 10, 1001, 1100).await.expect_code(0);
    assert_eq!(send(ACCEPTED, "tap-1", 1000).await.ok(), first);
    // Refusals are remembered too. Keys belong to one user.
    let refused = send(ACCEPTED, "tap-2", 1100).await.ok();
    assert_eq!(refused["code"], 1);
    assert_eq!(send(ACCEPTED, "tap-2", 1100).await.ok(), refused);
    send(ACCEPTED2, "tap-1", 1200).await.expect_code(0);
    // Another body under a used key.
    send(ACCEPTED, "tap-1", 1300)
        .await
        .expect_problem(422, "idempotency_key_reused");
    send(ACCEPTED, &"k".repeat(201), 1300)
        .await
        .expect_problem(422, "validation_failed");
    let bets: i64 = sqlx::query_scalar("select count(*) from bet")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(bets, 3);

    // Twins in flight share one answer.
    let twins = futures_util::future::join_all((0..8).map(|_| send(TRUSTED2, "tap-3", 1500))).await;
    for twin in &twins {
        assert_eq!(twin.ok(), twins[0].ok());
    }
    let bets: i64 = sqlx::query_scalar("select count(*) from bet")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(bets, 4);
    app.end().await;
}

#[actix_web::test]
async fn only_controllers_place_hall_bets_and_only_in_classic_sales() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    for who in [TRUSTED, ACCEPTED, NEWSMAKER, STRANGER] {
        app.hall_bet(who, 10, 1001, 1000, "7")
            .await
            .expect_problem(403, "forbidden");
    }
    let answer = app.hall_bet(AUCTIONEER, 10, 1001, 1000, " 217 ").await.ok();
    assert_eq!(
        (&answer["code"], &answer["bet"]["paddle"]),
        (&json!(0), &json!("217"))
    );
    assert_eq!(
        (&answer["bet"]["userId"], &answer["bet"]["isMine"]),
        (&json!(null), &json!(false))
    );
    app.hall_bet(MANAGER, 10, 1001, 1100, "217")
        .await
        .expect_code(13);
    // Above the cap of the untrusted, and by unknown bidders in turn.
    app.hall_bet(OWNER, 10, 1001, 6000, "").await.expect_code(0);
    app.hall_bet(ADMIN, 10, 1001, 7000, " ")
        .await
        .expect_code(0);
    app.control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    app.hall_bet(AUCTIONEER, 12, 1201, 3000, "7")
        .await
        .expect_code(8);
    app.end().await;
}

/// A paddle is stored, and sent to every socket in the room.
#[actix_web::test]
async fn a_paddle_is_one_short_line() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    for paddle in ["7".repeat(33), "7".repeat(1_000_000)] {
        let refused = app.hall_bet(AUCTIONEER, 10, 1001, 1000, &paddle).await;
        assert_eq!(refused.refused_field("FromUserId"), "Не более 32 символов");
    }
    for paddle in ["7\nа", "7\r\nа", "7\u{2028}а"] {
        let refused = app.hall_bet(AUCTIONEER, 10, 1001, 1000, paddle).await;
        assert_eq!(refused.refused_field("FromUserId"), "Пишите в одну строку");
    }
    for paddle in ["5\u{1c}6", "7\u{202e}а", "\u{200b}7"] {
        let refused = app.hall_bet(AUCTIONEER, 10, 1001, 1000, paddle).await;
        let fault = "Уберите невидимые символы";
        assert_eq!(refused.refused_field("FromUserId"), fault);
    }
    let typed = " 7\tа\r\n";
    let answer = app.hall_bet(AUCTIONEER, 10, 1001, 1000, typed).await.ok();
    assert_eq!(answer["lot"]["leadingBet"]["paddle"], "7 а");
}
