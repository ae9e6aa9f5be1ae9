use serde_json::json;

use crate::world::*;

/// The table of refusals of rules.md, each code once, in the order in which a sale meets them.
#[actix_web::test]
async fn every_refusal_has_its_code_and_text() {
    let world = World::new().await;
    // Before any rule: who asks, and what is asked at all.
    assert_eq!(
        world.bet(VISITOR, 10, 1001, 1000).await.problem(),
        (401, "not_authenticated".into())
    );
    let unregistered = world.bet(NEWCOMER, 10, 1001, 1000).await;
    assert_eq!(
        unregistered.problem(),
        (401, "not_registered_in_house".into())
    );
    assert_eq!(
        unregistered.json()["detail"],
        "Для совершения ставки необходимо зарегистрироваться в аукционном доме"
    );
    for value in [0, -10, 1_000_000_000_001] {
        assert_eq!(
            world.bet(TRUSTED, 10, 1001, value).await.problem(),
            (422, "validation_failed".into()),
            "{value}"
        );
    }
    for who in [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER] {
        assert_eq!(
            world.bet(who, 10, 1001, 1000).await.problem(),
            (403, "forbidden".into()),
            "{who:?}"
        );
    }

    let refused = async |who, catalog, lot, value, code: i64, text: &str| {
        let answer = world.bet(who, catalog, lot, value).await.ok();
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
    // While it is scheduled.
    for catalog in [999, 14, 17] {
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
    assert_eq!(
        world
            .control(AUCTIONEER, "/api/trade/classic/10/start")
            .await
            .code(),
        0
    );
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
    let accepted = world.bet(TRUSTED, 10, 1001, 1000).await.ok();
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
    assert_eq!(world.order(TRUSTED, 10, 1001, 3000).await.code(), 0);
    let answer = world.bet(ACCEPTED, 10, 1001, 1500).await.ok();
    assert_eq!(
        (answer["code"].as_i64(), answer["message"].as_str()),
        (Some(12), Some("Ставка перекрыта заочной ставкой"))
    );
    assert_eq!(
        (&answer["bet"]["value"], &answer["lot"]["price"]["value"]),
        (&json!(1500), &json!(1600))
    );
    assert_eq!(world.next(10).await.code(), 0);
    refused(ACCEPTED, 10, 1001, 4000, 2, "Торги окончены").await;
    world.end().await;
}

#[actix_web::test]
async fn an_accepted_bet_is_answered_whole() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let answer = world.bet(ACCEPTED, 10, 1001, 1000).await.ok();
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
    // It is stored, in the order of answers.
    let stored: (i64, i64) = sqlx::query_as("select value, account_id from bet where id = $1")
        .bind(bet["id"].as_i64())
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(stored, (1000, 8));
    world.end().await;
}

#[actix_web::test]
async fn a_repeated_key_gets_the_first_answer_and_places_nothing() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let bet = |value: i64| json!({"catalogId": 10, "lotId": 1001, "betValue": value}).to_string();
    let send = async |who, key: &str, value| {
        world
            .send(
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
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1100).await.code(), 0);
    assert_eq!(send(ACCEPTED, "tap-1", 1000).await.ok(), first);
    // Refusals are remembered too; keys are each user's own.
    let refused = send(ACCEPTED, "tap-2", 1100).await.ok();
    assert_eq!(refused["code"], 1);
    assert_eq!(send(ACCEPTED, "tap-2", 1100).await.ok(), refused);
    assert_eq!(send(ACCEPTED2, "tap-1", 1200).await.code(), 0);
    // Another body under a used key.
    assert_eq!(
        send(ACCEPTED, "tap-1", 1300).await.problem(),
        (422, "idempotency_key_reused".into())
    );
    assert_eq!(
        send(ACCEPTED, &"k".repeat(201), 1300).await.problem(),
        (422, "validation_failed".into())
    );
    let bets: i64 = sqlx::query_scalar("select count(*) from bet")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(bets, 3);

    // Twins in flight share one answer.
    let twins = futures_util::future::join_all((0..8).map(|_| send(TRUSTED2, "tap-3", 1500))).await;
    for twin in &twins {
        assert_eq!(twin.ok(), twins[0].ok());
    }
    let bets: i64 = sqlx::query_scalar("select count(*) from bet")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(bets, 4);
    world.end().await;
}

#[actix_web::test]
async fn hall_bets_are_the_controllers_and_classic() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    for who in [TRUSTED, ACCEPTED, NEWSMAKER, STRANGER] {
        assert_eq!(
            world.hall_bet(who, 10, 1001, 1000, "7").await.problem(),
            (403, "forbidden".into()),
            "{who:?}"
        );
    }
    let answer = world
        .hall_bet(AUCTIONEER, 10, 1001, 1000, " 217 ")
        .await
        .ok();
    assert_eq!(
        (&answer["code"], &answer["bet"]["paddle"]),
        (&json!(0), &json!("217"))
    );
    assert_eq!(
        (&answer["bet"]["userId"], &answer["bet"]["isMine"]),
        (&json!(null), &json!(false))
    );
    assert_eq!(
        world.hall_bet(MANAGER, 10, 1001, 1100, "217").await.code(),
        13
    );
    // Above the cap of the untrusted, and by unknown persons, one after the other.
    assert_eq!(world.hall_bet(OWNER, 10, 1001, 6000, "").await.code(), 0);
    assert_eq!(world.hall_bet(ADMIN, 10, 1001, 7000, " ").await.code(), 0);
    world
        .control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    assert_eq!(
        world.hall_bet(AUCTIONEER, 12, 1201, 3000, "7").await.code(),
        8
    );
    world.end().await;
}

#[actix_web::test]
async fn lists_of_bets_show_each_what_he_may_know() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(world.order(TRUSTED, 10, 1001, 1500).await.code(), 0);
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1200).await.code(), 12);
    assert_eq!(world.bet(ACCEPTED2, 10, 1001, 2000).await.code(), 0);

    // The public history: standing bets, the latest first, orders marked for their owner and admins alone.
    let history = async |who| {
        let bets = world.get(who, "/api/trade/bet/lot/1001/history").await.ok();
        let bets = bets.as_array().unwrap().clone();
        bets.iter()
            .map(|bet| (bet["value"].as_i64().unwrap(), bet["isAbsentee"].clone()))
            .collect::<Vec<_>>()
    };
    let null = json!(null);
    let values: Vec<i64> = history(VISITOR)
        .await
        .iter()
        .map(|(value, _)| *value)
        .collect();
    assert_eq!(values, [2000, 1300, 1200, 1000]);
    assert!(
        history(VISITOR)
            .await
            .iter()
            .all(|(_, absentee)| *absentee == null)
    );
    assert!(
        history(ADMIN)
            .await
            .iter()
            .all(|(_, absentee)| *absentee != null)
    );
    let of_owner: Vec<_> = history(TRUSTED)
        .await
        .into_iter()
        .filter(|(_, absentee)| *absentee != null)
        .collect();
    assert_eq!(of_owner, [(1300, json!(true)), (1000, json!(true))]);

    // Mine: who leads and who is outbid.
    let mine = async |who: Who| {
        let page = world.get(who, "/api/trade/bet/my?catalogId=10").await.ok();
        let items = page["items"].as_array().unwrap().clone();
        assert_eq!(items.len() as i64, page["totalCount"].as_i64().unwrap());
        items
            .iter()
            .map(|item| {
                (
                    item["lot"]["id"].as_i64(),
                    item["bet"]["value"].as_i64(),
                    item["absentee"].as_i64(),
                    item["isLeading"].as_bool(),
                    item["isOutbid"].as_bool(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        mine(ACCEPTED2).await,
        [(Some(1001), Some(2000), None, Some(true), Some(false))]
    );
    assert_eq!(
        mine(TRUSTED).await,
        [(Some(1001), Some(1300), Some(1500), Some(false), Some(true))]
    );
    assert_eq!(mine(NEWCOMER).await, []);
    assert_eq!(world.get(VISITOR, "/api/trade/bet/my").await.status, 401);
    // An order alone is enough.
    assert_eq!(world.order(TRUSTED2, 10, 1003, 700).await.code(), 0);
    assert_eq!(
        mine(TRUSTED2).await,
        [(Some(1003), None, Some(700), Some(false), Some(true))]
    );

    // Revoked bets leave the public history, not the controllers' lists.
    assert_eq!(
        world
            .put(
                AUCTIONEER,
                "/api/trade/bet/revoke",
                json!({"catalogId": 10, "lotId": 1001})
            )
            .await
            .code(),
        0
    );
    assert!(
        !history(VISITOR)
            .await
            .iter()
            .any(|(value, _)| *value == 2000)
    );
    for path in ["/api/trade/bet/lot/1001", "/api/trade/bet/catalog/10"] {
        for who in [TRUSTED, NEWSMAKER, STRANGER] {
            assert_eq!(world.get(who, path).await.status, 403, "{path} {who:?}");
        }
        let page = world.get(MANAGER, path).await.ok();
        let revoked: Vec<_> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|bet| bet["revoked"] != null)
            .collect();
        assert_eq!(revoked.len(), 1, "{path}");
        assert_eq!(revoked[0]["value"], 2000);
    }
    // Pages are clamped.
    let page = world
        .get(ADMIN, "/api/trade/bet/catalog/10?pageNumber=99&pageSize=2")
        .await
        .ok();
    assert_eq!(
        (&page["currentPage"], &page["hasNext"], &page["hasPrevious"]),
        (&page["totalPages"], &json!(false), &json!(true))
    );
    let page = world
        .get(
            ADMIN,
            "/api/trade/bet/catalog/10?pageNumber=0&pageSize=1000",
        )
        .await
        .ok();
    assert_eq!(
        (&page["currentPage"], &page["totalPages"]),
        (&json!(1), &json!(1))
    );
    world.end().await;
}

#[actix_web::test]
async fn the_ladder_is_offered() {
    let world = World::new().await;
    let options = world
        .get(VISITOR, "/api/trade/bet/lot/1001/options")
        .await
        .ok();
    let options = options.as_array().unwrap();
    assert_eq!(
        (options.len(), &options[0], &options[1], &options[10]),
        (50, &json!(1000), &json!(1100), &json!(2000))
    );
    // In percent mode fewer for absentee bets.
    let options = world
        .get(VISITOR, "/api/trade/bet/lot/1201/options?absentee=true")
        .await
        .ok();
    assert_eq!(
        (options.as_array().unwrap().len(), &options[1]),
        (20, &json!(2200))
    );
    let neighbours = async |query: &str| {
        let answer = world
            .get(
                VISITOR,
                &format!("/api/trade/bet/lot/1001/below-and-above-bets{query}"),
            )
            .await
            .ok();
        (
            answer["belowBetValue"].as_i64(),
            answer["aboveBetValue"].as_i64(),
        )
    };
    assert_eq!(neighbours("").await, (None, Some(1000)));
    assert_eq!(neighbours("?betValue=1150").await, (Some(1100), Some(1200)));
    assert_eq!(
        neighbours("?betValue=-9223372036854775808").await,
        (None, Some(1000))
    );
    assert_eq!(
        world
            .get(VISITOR, "/api/trade/bet/lot/1401/options")
            .await
            .status,
        404
    );
    world.end().await;
}
