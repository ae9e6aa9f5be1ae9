//! What people agree to, and what is forgotten in time.

use people::retention;
use reqwest::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::app::{App, Reply};

const BROWSER: &str = "browser-1234567890";

async fn send(app: &App, token: Option<&str>, browser: Option<&str>, body: Value) -> Reply {
    let mut request = app
        .request(Method::POST, token, "/api/consents")
        .header("Content-Type", "application/json");
    if let Some(browser) = browser {
        request = request.header("X-Visitor", browser);
    }
    app.send(request.body(body.to_string())).await
}

async fn mine(app: &App, token: Option<&str>, browser: Option<&str>) -> Vec<Value> {
    let mut request = app.request(Method::GET, token, "/api/consents/my");
    if let Some(browser) = browser {
        request = request.header("X-Visitor", browser);
    }
    app.send(request).await.ok().as_array().unwrap().clone()
}

#[actix_web::test]
async fn visitors_and_people_consent_and_withdraw() {
    let app = App::new().await;
    let cookies =
        |version: &str, given: bool| json!({"kind": 0, "version": version, "given": given});
    send(&app, None, Some(BROWSER), cookies("2026-01", true))
        .await
        .done();
    // The same again is the same.
    send(&app, None, Some(BROWSER), cookies("2026-01", true))
        .await
        .done();
    app.clock.advance(Duration::minutes(1));
    // A new text takes the place of the old one.
    send(&app, None, Some(BROWSER), cookies("2026-02", true))
        .await
        .done();
    send(
        &app,
        None,
        Some(BROWSER),
        json!({"kind": 1, "version": "1", "given": true}),
    )
    .await
    .done();
    let kept = mine(&app, None, Some(BROWSER)).await;
    let rows: Vec<_> = kept
        .iter()
        .map(|one| {
            (
                one["kind"].as_i64(),
                one["version"].as_str(),
                one["withdrawn"].is_null(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (Some(1), Some("1"), true),
            (Some(0), Some("2026-02"), true),
            (Some(0), Some("2026-01"), false)
        ]
    );
    app.clock.advance(Duration::minutes(1));
    send(&app, None, Some(BROWSER), cookies("any", false))
        .await
        .done();
    let kept = mine(&app, None, Some(BROWSER)).await;
    assert!(!kept[1]["withdrawn"].is_null() && kept[0]["withdrawn"].is_null());
    // Each is stored with its address.
    let addresses: Vec<Option<String>> = sqlx::query_scalar("select address from consent")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(addresses, vec![Some("127.0.0.1".to_owned()); 3]);
    // Nobody else's.
    assert!(
        mine(&app, None, Some("browser-0987654321"))
            .await
            .is_empty()
    );
    assert!(mine(&app, None, None).await.is_empty());
    let (token, _) = app.login("a@demo.example").await;
    assert!(mine(&app, Some(&token), Some(BROWSER)).await.is_empty());
    send(
        &app,
        Some(&token),
        None,
        json!({"kind": 3, "version": "1", "given": true}),
    )
    .await
    .done();
    assert_eq!(mine(&app, Some(&token), None).await.len(), 1);
    for (browser, body, field) in [
        (None, cookies("1", true), "X-Visitor"),
        (Some("short"), cookies("1", true), "X-Visitor"),
        (Some(BROWSER), cookies(" ", true), "version"),
        (Some(BROWSER), cookies(&"1".repeat(51), true), "version"),
        (
            Some(BROWSER),
            json!({"kind": 4, "version": "1", "given": true}),
            "body",
        ),
    ] {
        let refused = send(&app, None, browser, body).await;
        assert_eq!(refused.problem(), (422, "validation_failed".into()));
        assert!(
            refused.json()["errors"][field].is_array(),
            "{}",
            refused.text()
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn a_login_carries_the_consent_to_personal_data() {
    let app = App::new().await;
    let key = app
        .post(None, "/api/auth/email", json!({"email": "a@demo.example"}))
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code("a@demo.example").await;
    let body = |consent: &str| json!({"sessionKey": key, "code": code, "email": "a@demo.example", "personalDataConsent": consent});
    // Refused before the code is used up.
    let refused = app.post(None, "/api/auth/email/signin", body("")).await;
    assert_eq!(refused.problem(), (422, "validation_failed".into()));
    let answer = app
        .post(None, "/api/auth/email/signin", body("2026-01"))
        .await
        .ok();
    let token = answer["token"].as_str().unwrap();
    let kept = mine(&app, Some(token), None).await;
    assert_eq!(
        (kept.len(), &kept[0]["kind"], &kept[0]["version"]),
        (1, &json!(2), &json!("2026-01"))
    );
    app.end().await;
}

#[actix_web::test]
async fn addresses_and_attempts_are_forgotten_after_90_days() {
    let app = App::new().await;
    let (token, _) = app.login("a@demo.example").await;
    send(
        &app,
        Some(&token),
        None,
        json!({"kind": 2, "version": "1", "given": true}),
    )
    .await
    .done();
    app.post(None, "/api/auth/email", json!({"email": "b@demo.example"}))
        .await
        .ok();
    app.sql(
        "insert into login_failure (target) values ('b@demo.example');
         insert into house (id, name_ru) values (1, 'Дом');
         insert into catalog (id, house_id, title, catalog_type) values (1, 1, 'Торги', 0);
         insert into room_command (catalog_id, seq, id, at, account_id, address, command, events, outcome) values
            (1, 1, gen_random_uuid(), now(), 1, '127.0.0.1', '\"start\"', '[]', 'accepted'),
            (1, 2, gen_random_uuid(), now() + interval '1 day', 1, '127.0.0.1', '\"start\"', '[]', 'accepted')",
    )
    .await;
    assert_eq!(
        app.post(
            Some(&token),
            "/api/house/orders/send",
            json!({"houseId": 1})
        )
        .await
        .status,
        200
    );
    let kept = async || -> Vec<i64> {
        sqlx::query_scalar(
            "select count(*) from session where address is not null
             union all select count(*) from consent where address is not null
             union all select count(*) from journal_record where address is not null
             union all select count(*) from login_attempt
             union all select count(*) from room_command where address is not null",
        )
        .fetch_all(&app.pool)
        .await
        .unwrap()
    };
    let sweep = async |after: Duration| {
        let at = app.clock.now() + after;
        retention::sweep(&app.pool, &app.running.state.pictures, at)
            .await
            .unwrap();
    };
    sweep(Duration::days(90) - Duration::minutes(5)).await;
    assert_eq!(kept().await, [1, 1, 2, 2, 2]);
    let failures: i64 = sqlx::query_scalar("select count(*) from login_failure")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(failures, 0);
    sweep(Duration::days(90) + Duration::minutes(5)).await;
    assert_eq!(kept().await, [0, 0, 0, 0, 1]);
    sweep(Duration::days(92)).await;
    assert_eq!(kept().await, [0, 0, 0, 0, 0]);
    // With what somebody was logged in is kept until his login has long been over.
    let programs = async || -> i64 {
        sqlx::query_scalar("select count(*) from session where user_agent is not null")
            .fetch_one(&app.pool)
            .await
            .unwrap()
    };
    app.sql("update session set user_agent = 'Firefox'").await;
    sweep(Duration::days(400)).await;
    assert_eq!(programs().await, 1);
    sweep(Duration::days(365 + 91)).await;
    assert_eq!(programs().await, 0);
    // What they belonged to stays.
    let rows: i64 = sqlx::query_scalar("select (select count(*) from session) + (select count(*) from consent) + (select count(*) from room_command)")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(rows, 4);
    app.end().await;
}

#[actix_web::test]
async fn old_notifications_are_cleared_away() {
    let app = App::new().await;
    app.login("a@demo.example").await;
    // Read or not, how many days old, whether its letter waits for the end of a sale.
    app.sql(
        "insert into notification (event_key, account_id, kind, subject_kind, subject, text, created, read, awaits_completion)
         select name, account, 'outbid', 0, 'Тема', 'Текст', now() - make_interval(days => age), read, waits from (values
            ('read-179', 1, 179, now(), false), ('read-181', 1, 181, now(), false), ('unread-181', 1, 181, null, false),
            ('unread-364', 1, 364, null, false), ('unread-366', 1, 366, null, false), ('waits', 1, 366, now(), true),
            ('all-364', null, 364, null, false), ('all-366', null, 366, null, false)
         ) n (name, account, age, read, waits)",
    )
    .await;
    let kept = async || -> Vec<String> {
        sqlx::query_scalar("select event_key from notification order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap()
    };
    let sweep = async || {
        retention::sweep(&app.pool, &app.running.state.pictures, app.clock.now())
            .await
            .unwrap();
    };
    sweep().await;
    assert_eq!(
        kept().await,
        ["read-179", "unread-181", "unread-364", "waits", "all-364"]
    );
    app.clock.advance(Duration::days(2));
    sweep().await;
    assert_eq!(kept().await, ["unread-181", "waits"]);
    app.end().await;
}
