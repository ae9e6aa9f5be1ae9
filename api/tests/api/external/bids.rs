//! Bids passed on to another site.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Answer, Other};
use crate::support::*;

#[actix_web::test]
async fn unconfigured_services_are_off() {
    let app = App::empty().await;
    let (token, _) = app.login("someone@demo.example").await;
    let bid = json!({"bid_amount": 100});
    let reply = app
        .post(&token, "/api/external/lots/7/bid", bid.clone())
        .await;
    reply.expect_problem(404, "feature_is_off");
    assert_eq!(
        reply.json()["detail"],
        "Ставки арт-инвестиций на этом сайте не подключены"
    );
    let reply = app.get(VISITOR, "/api/external/auctions").await;
    reply.expect_problem(404, "feature_is_off");
    let reply = app.post(VISITOR, "/api/external/lots/7/bid", bid).await;
    reply.expect_problem(401, "not_authenticated");
    app.end().await;
}

#[actix_web::test]
async fn a_bid_is_passed_on_once_and_its_outcome_answered() {
    let other = Other::default();
    let address = other.serve().await;
    let app = App::empty_with(&[
        ("ART_INVESTMENT_URL", &format!("http://{address}/bids")),
        ("ART_INVESTMENT_TOKEN", "secret"),
        ("EXTERNAL_TIMEOUT_S", "2"),
        ("BET_RATE_PER_SECOND", "0"),
    ])
    .await;
    let (token, _) = app.login("someone@demo.example").await;
    let bid = async |amount: Value| {
        app.post(
            &token,
            "/api/external/lots/7/bid",
            json!({"bid_amount": amount}),
        )
        .await
    };
    other.answers("/bids", Answer::Json(201, json!({"id": 1})));
    assert_eq!(
        bid(json!(1500)).await.ok(),
        json!({"lotId": 7, "bid_amount": 1500, "message": "Ставка принята"})
    );
    let (path, authorization, body) = other.last();
    assert_eq!(
        (path.as_str(), authorization.as_deref()),
        ("/bids", Some("Bearer secret"))
    );
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body, json!({"lotId": 7, "bid_amount": 1500}));

    // Invalid amounts are not passed on.
    let before = other.requests();
    for amount in [json!(0), json!(-1), json!(1_000_000_000_001_i64)] {
        let reply = bid(amount).await;
        reply.expect_problem(422, "validation_failed");
        assert_eq!(
            reply.json()["errors"],
            json!({"bid_amount": ["Укажите сумму ставки"]})
        );
    }
    bid(json!("много")).await.expect(422);
    let reply = app
        .post(&token, "/api/external/lots/7/bid", json!({}))
        .await;
    assert_eq!(
        reply.json()["errors"],
        json!({"bid_amount": ["Обязательное поле"]})
    );
    assert_eq!(other.requests(), before);

    // Its first message about the amount becomes our answer.
    let messages =
        json!({"errors": {"bid_amount": ["Ставка слишком мала", "И не кратна"], "lotId": ["?"]}});
    other.answers("/bids", Answer::Json(422, messages));
    let reply = bid(json!(10)).await;
    reply.expect_problem(422, "validation_failed");
    assert_eq!(
        reply.json()["errors"],
        json!({"bid_amount": ["Ставка слишком мала"]})
    );
    other.answers(
        "/bids",
        Answer::Json(400, json!({"errors": {"lotId": ["Нет такого"]}})),
    );
    let reply = bid(json!(10)).await;
    assert_eq!(reply.status, 409);
    assert_eq!(reply.json()["detail"], "Не удалось сделать ставку");

    // The outcome is in doubt.
    let doubt =
        "Сервис арт-инвестиций не ответил. Проверьте, принята ли ставка, прежде чем повторять её";
    for answer in [
        Answer::Text(500, "boom".into()),
        Answer::Text(502, "<html>".into()),
        Answer::Redirect("http://127.0.0.1:1/".into()),
        Answer::Later(Arc::default(), json!({})),
    ] {
        other.answers("/bids", answer);
        let before = other.requests();
        let reply = bid(json!(10)).await;
        reply.expect_problem(504, "bid_in_doubt");
        assert!(!reply.headers.contains_key("retry-after"));
        assert_eq!(reply.json()["detail"], doubt);
        assert_eq!(other.requests(), before + 1, "asked once");
    }
    // The other side refuses us, not the bid.
    other.answers("/bids", Answer::Json(401, json!({"bid_amount": ["?"]})));
    let reply = bid(json!(10)).await;
    reply.expect_problem(503, "external_unavailable");
    let none = "Сервис арт-инвестиций недоступен, ставка не сделана. Повторите попытку позже";
    assert_eq!(reply.json()["detail"], none);
    assert_eq!(reply.headers["retry-after"], "30");
    // The journal has the bidder, amount and outcome of each.
    let rows: Vec<(bool, i64, Value)> = sqlx::query_as(
        "select account_id is not null, subject_id, after from journal_record where event = 701 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let became =
        |amount: i64, outcome: &str| (true, 7, json!({"bidAmount": amount, "outcome": outcome}));
    let mut expected = vec![
        became(1500, "accepted"),
        became(10, "refused"),
        became(10, "refused"),
    ];
    expected.extend((0..4).map(|_| became(10, "in_doubt")));
    expected.push(became(10, "not_reached"));
    assert_eq!(rows, expected);
    app.end().await;

    let app = App::empty_with(&[("ART_INVESTMENT_URL", "http://127.0.0.1:1/bids")]).await;
    let (token, _) = app.login("someone@demo.example").await;
    let reply = app
        .post(
            &token,
            "/api/external/lots/7/bid",
            json!({"bid_amount": 10}),
        )
        .await;
    reply.expect_problem(503, "external_unavailable");
    assert_eq!(reply.json()["detail"], none);
    app.end().await;
}
