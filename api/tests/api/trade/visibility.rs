//! Bets hidden from the public history.

use calamine::Data;
use reqwest::Method;
use serde_json::{Value, json};

use super::{has, report, text};
use crate::support::*;

/// The id of a catalog's bet by its number there.
fn bet_id(catalog: i64, number: i64) -> i64 {
    (catalog << 24) + number
}

#[actix_web::test]
async fn a_hidden_bet_leaves_the_history_and_nothing_else() {
    let app = App::new().await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.bet(TRUSTED, 10, 1001, 1500).await.expect_code(0);
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(0);
    let history = async || {
        let history = app
            .get(VISITOR, "/api/trade/bet/lot/1001/history")
            .await
            .ok();
        let values: Vec<i64> = history["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bet| bet["value"].as_i64().unwrap())
            .collect();
        values
    };
    let set = async |who: Who, bet: i64, is_visible: bool| {
        app.post(
            who,
            "/api/trade/bet/visiblity",
            json!({"betId": bet, "isVisible": is_visible}),
        )
        .await
    };
    let trade = async || {
        let lot = app.get(VISITOR, "/api/lots/1001").await.ok();
        ["price", "leadingBet", "betsCount", "version"].map(|field| lot[field].clone())
    };
    assert_eq!(history().await, [2000, 1500, 1000]);
    let before = trade().await;
    // The leader's own bet as well as one before it.
    for number in [2, 3] {
        let bet = set(AUCTIONEER, bet_id(10, number), false).await.ok();
        assert_eq!(
            (&bet["id"], &bet["isVisible"]),
            (&json!(bet_id(10, number)), &json!(false))
        );
    }
    assert_eq!(history().await, [1000]);
    assert_eq!(trade().await, before);
    // The bettor and the house still see it.
    let mine = app.get(ACCEPTED, "/api/trade/bet/my").await.ok();
    assert_eq!(mine["items"][0]["bet"]["value"], 2000);
    let all = app.get(MANAGER, "/api/trade/bet/lot/1001").await.ok();
    let visible: Vec<&Value> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bet| &bet["isVisible"])
        .collect();
    assert_eq!(visible, [false, false, true]);
    let sheet = report(&app, MANAGER, 10).await;
    has(
        &sheet,
        "Скрыта из истории",
        &[Data::Empty, text("Да"), text("Да")],
    );
    // The room goes on from the same price.
    app.bet(TRUSTED, 10, 1001, 2000).await.expect_code(1);

    // Shown again; repeating it changes nothing and is not recorded.
    set(MANAGER, bet_id(10, 2), true).await.ok();
    set(MANAGER, bet_id(10, 2), true).await.ok();
    assert_eq!(history().await, [1500, 1000]);
    let journal: Vec<(i64, i64, Value, Value)> = sqlx::query_as(
        "select account_id, subject_id, before, after from journal_record where event = 411 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let (shown, hidden) = (json!({"isVisible": true}), json!({"isVisible": false}));
    let expected = [
        (4, bet_id(10, 2), shown.clone(), hidden.clone()),
        (4, bet_id(10, 3), shown.clone(), hidden.clone()),
        (3, bet_id(10, 2), hidden, shown),
    ];
    assert_eq!(journal, expected);
    app.end().await;
}

#[actix_web::test]
async fn bets_are_hidden_by_controllers_alone() {
    let app = App::new().await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.sql(
        "insert into bet (id, catalog_id, lot_id, account_id, participant, value, at)
             values ((17::bigint << 24) + 1, 17, 1701, 8, 1, 100, now())",
    )
    .await;
    let path = "/api/trade/bet/visiblity";
    for (who, bet, status) in [
        (VISITOR, bet_id(10, 1), 401),
        (ACCEPTED, bet_id(10, 1), 403),
        (NEWSMAKER, bet_id(10, 1), 403),
        (STRANGER, bet_id(10, 1), 403),
        (STRANGER, bet_id(17, 1), 404),
        (ADMIN, bet_id(10, 2), 404),
        (ADMIN, -1, 404),
        (ADMIN, i64::MAX, 404),
    ] {
        let body = json!({"betId": bet, "isVisible": false});
        let reply = app.post(who, path, body).await;
        assert_eq!(reply.status, status, "{who:?} {bet}: {}", reply.text());
    }
    for body in [json!({"betId": bet_id(10, 1)}), json!({"isVisible": true})] {
        let reply = app.post(ADMIN, path, body).await;
        reply.expect_problem(422, "validation_failed");
        let errors = &reply.json()["errors"];
        let missing: Vec<&String> = errors.as_object().unwrap().keys().collect();
        assert_eq!(missing.len(), 1);
        assert_eq!(errors[missing[0]][0], "Обязательное поле");
    }
    let body = json!({"betId": "1", "isVisible": true});
    app.post(ADMIN, path, body).await.expect(422);
    let reply = app
        .call(Method::POST, ADMIN, path, &[], Some("{".into()))
        .await;
    assert_eq!(reply.status, 400);
    let visible: bool = sqlx::query_scalar("select bool_and(is_visible) from bet")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert!(visible, "nothing of this hid anything");
    app.end().await;
}
