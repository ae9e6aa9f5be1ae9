//! Notices of decisions on registrations.

use serde_json::{Value, json};

use crate::support::*;

#[actix_web::test]
async fn an_applicant_is_notified_of_the_decision_once() {
    let app = App::new().await;
    let send = json!({"houseId": 1, "note": "Собираю фарфор"});
    let order = app
        .post(NEWCOMER, "/api/house/orders/send", send)
        .await
        .ok();
    let id = order["orderId"].as_i64().unwrap();
    let path = format!("/api/house/orders/{id}");
    let long = json!({"orderId": id, "status": 1, "conclusion": "я".repeat(2001)});
    assert_eq!(
        app.post(MANAGER, &path, long).await.faults(),
        json!({"conclusion": ["Не более 2000 символов"]})
    );
    let accept = json!({"orderId": id, "status": 1, "conclusion": "Ждём"});
    for _ in 0..2 {
        app.post(MANAGER, &path, accept.clone()).await.ok();
    }
    let trust = json!({"orderId": id, "conclusion": "Ждём"});
    app.post(OWNER, "/api/house/orders/accept-and-trust", trust)
        .await
        .ok();
    let reject = json!({"orderId": id, "status": 2, "conclusion": null});
    app.post(ADMIN, &path, reject).await.ok();
    let notices = app
        .value("select jsonb_agg(payload order by id) from outbox where topic = 'notify'")
        .await;
    let accepted = |is_trusted: bool| json!({"kind": "registration_accepted", "accountId": 10, "houseId": 1, "isTrusted": is_trusted});
    assert_eq!(
        notices,
        json!([accepted(false), accepted(true),
            {"kind": "registration_rejected", "accountId": 10, "houseId": 1}])
    );
    let journal = app
        .value("select jsonb_agg(jsonb_build_array(event, account_id, subject_id, after) order by id) from journal_record")
        .await;
    assert_eq!(journal[0][0], 120);
    // The journal does not store what people wrote.
    assert_eq!(journal[0][3]["note"], "•••");
    let decided: Vec<_> = (1..4).map(|at| journal[at][1].clone()).collect();
    assert_eq!(decided, [json!(3), json!(2), json!(1)]);
    assert_eq!(
        journal[1],
        json!([121, 3, id, {"status": 1, "note": "•••"}])
    );
    assert_eq!(journal[2][3], json!({"isTrusted": true}));
    app.end().await;
}

/// After a rejection a second request may be accepted; the notice about the first is then out of date.
#[actix_web::test]
async fn a_superseded_request_notifies_nobody() {
    let app = App::new().await;
    let ask = async || {
        let order = json!({"houseId": 1});
        let order = app.post(NEWCOMER, "/api/house/orders/send", order).await;
        order.ok()["orderId"].as_i64().unwrap()
    };
    let decide = async |id: i64, status: i64, conclusion: &str| {
        let body = json!({"orderId": id, "status": status, "conclusion": conclusion});
        app.post(MANAGER, &format!("/api/house/orders/{id}"), body)
            .await
    };
    let first = ask().await;
    decide(first, 2, "").await.ok();
    let second = ask().await;
    let trust = json!({"orderId": second});
    app.post(OWNER, "/api/house/orders/accept-and-trust", trust)
        .await
        .ok();
    app.order(NEWCOMER, 10, 1001, 3000).await.expect_code(0);
    let before = app
        .value("select jsonb_agg(to_jsonb(o) order by id) from house_order o")
        .await;
    for status in [1, 2] {
        assert_eq!(
            decide(first, status, "").await.refused(409),
            "У пользователя есть более поздняя заявка"
        );
    }
    let after = app
        .value("select jsonb_agg(to_jsonb(o) order by id) from house_order o")
        .await;
    assert_eq!(before, after);
    let me = app.post(NEWCOMER, "/api/whoami", json!({})).await.ok();
    assert_eq!(me["trustedInHouseIds"], json!([1]));
    let orders = app.get(NEWCOMER, "/api/trade/bet/absentee").await.ok();
    assert_eq!(orders[0]["value"], 3000);

    // Rewording the same decision notifies nobody.
    decide(second, 1, "Ждём вас").await.ok();
    decide(second, 2, "Передумали").await.ok();
    decide(second, 2, "Извините").await.ok();
    let notices = app
        .value("select jsonb_agg(payload ->> 'kind' order by id) from outbox where topic = 'notify' and payload ->> 'kind' like 'registration%'")
        .await;
    assert_eq!(
        notices,
        json!([
            "registration_rejected",
            "registration_accepted",
            "registration_rejected"
        ])
    );
    app.end().await;
}

#[actix_web::test]
async fn a_manager_cannot_overwrite_a_decision_they_have_not_seen() {
    let app = App::new().await;
    let order = app
        .post(NEWCOMER, "/api/house/orders/send", json!({"houseId": 1}))
        .await
        .ok();
    let id = order["orderId"].as_i64().unwrap();
    let path = format!("/api/house/orders/{id}");
    let trust_path = "/api/house/orders/accept-and-trust";
    let kept = async || {
        app.value(
            "select jsonb_build_array(
                (select to_jsonb(o) from house_order o where account_id = 10),
                (select jsonb_agg(to_jsonb(t)) from house_trust t where account_id = 10),
                (select jsonb_agg(payload order by id) from outbox where topic = 'notify'),
                (select count(*) from journal_record))",
        )
        .await
    };
    // Both managers have opened the same request.
    assert_eq!(order["revision"], 1);
    let trust = json!({"orderId": id, "revision": 1});
    let trusted = app.post(MANAGER, trust_path, trust).await.ok();
    assert_eq!(trusted["revision"], 2);
    let before = kept().await;
    let name = app
        .value("select to_jsonb(display_name) from account where id = 3")
        .await;
    let is_told = async |path: &str, body: Value, outcome: &str| {
        let answer = app.post(OWNER, path, body).await;
        answer.expect_problem(409, "changed_meanwhile");
        let (detail, name) = (answer.refused(409), name.as_str().unwrap());
        assert!(
            detail.starts_with(&format!("{outcome}: {name}, ")),
            "{detail}"
        );
        assert!(detail.ends_with(" (МСК)"), "{detail}");
    };
    for status in [1, 2] {
        let stale = json!({"status": status, "conclusion": "Есть долг", "revision": 1});
        is_told(&path, stale, "Заявка уже подтверждена с доверием").await;
    }
    let stale = json!({"orderId": id, "conclusion": "Есть долг", "revision": 1});
    is_told(trust_path, stale, "Заявка уже подтверждена с доверием").await;
    assert_eq!(kept().await, before);

    // A manager who has seen the decision may change it.
    let reject = json!({"status": 2, "conclusion": "Есть долг", "revision": 2});
    let rejected = app.post(MANAGER, &path, reject).await.ok();
    assert_eq!(
        (&rejected["status"], &rejected["revision"]),
        (&json!(2), &json!(3))
    );
    let stale = json!({"status": 1, "revision": 2});
    is_told(&path, stale, "Заявка уже отклонена").await;
    // Without a revision there is no check.
    let unseen = json!({"status": 1});
    assert_eq!(app.post(OWNER, &path, unseen).await.ok()["revision"], 4);
    // A revision the request has never had.
    let unknown = json!({"status": 2, "revision": 9});
    app.post(OWNER, &path, unknown)
        .await
        .expect_problem(409, "changed_meanwhile");
    // Of two simultaneous decisions, one wins.
    let at_once = json!({"status": 1, "conclusion": "Ждём", "revision": 4});
    let (one, other) = futures_util::future::join(
        app.post(OWNER, &path, at_once.clone()),
        app.post(MANAGER, &path, at_once),
    )
    .await;
    let mut answers = [one.status, other.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);

    // Nor can they trust a person whom a colleague has put on the untrusted list meanwhile.
    let list = |reason: &str| json!({"houseId": 1, "email": "new@test.example", "reason": reason});
    for reason in ["Не выкупает", "Не выкупает", "Спорит"] {
        app.post(MANAGER, "/api/accounts/untrusted", list(reason))
            .await
            .ok();
    }
    let before = kept().await;
    let stale = json!({"orderId": id, "revision": 5});
    is_told(trust_path, stale, "Пользователь внесён в особый список").await;
    assert_eq!(kept().await, before);
    // Only entries that change something count.
    let seen = json!({"orderId": id, "revision": 7});
    assert_eq!(app.post(OWNER, trust_path, seen).await.ok()["revision"], 8);
    app.end().await;
}
