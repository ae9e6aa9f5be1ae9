//! Limits on codes, and what a login must not reveal.

use serde_json::{Value, json};
use time::Duration;

use super::PHONE;
use crate::support::*;

#[actix_web::test]
async fn codes_are_limited_by_number() {
    let app = App::empty().await;
    let ask = || app.post(VISITOR, "/api/auth/call", json!({"number": PHONE}));
    ask().await.expect(200);
    let soon = ask().await;
    soon.expect_problem(429, "too_many_requests");
    assert!((1..=59).contains(&soon.retry_after()));
    for _ in 0..4 {
        app.clock.advance(Duration::seconds(60));
        ask().await.expect(200);
    }
    // Five in ten minutes; the oldest of them leaves the window first.
    app.clock.advance(Duration::seconds(60));
    let sixth = ask().await;
    assert_eq!(sixth.status, 429);
    assert!(
        (290..=300).contains(&sixth.retry_after()),
        "{}",
        sixth.retry_after()
    );
    // Another number has its own limit.
    app.post(VISITOR, "/api/auth/call", json!({"number": "+79000000002"}))
        .await
        .expect(200);
    // Twenty a day.
    for _ in 0..15 {
        app.clock.advance(Duration::minutes(10));
        ask().await.expect(200);
    }
    app.clock.advance(Duration::minutes(10));
    assert!(ask().await.retry_after() > 3600);
    app.end().await;
}

#[actix_web::test]
async fn codes_are_limited_by_address() {
    let app = App::empty_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let ask = |number: usize, from: &'static str| {
        let request = app
            .request(reqwest::Method::POST, VISITOR, "/api/auth/call")
            .header("X-Forwarded-For", from);
        let body = json!({"number": format!("+7900000{number:04}")}).to_string();
        app.send(
            request
                .header("Content-Type", "application/json")
                .body(body),
        )
    };
    for number in 0..60 {
        ask(number, "203.0.113.5").await.expect(200);
    }
    ask(60, "203.0.113.5")
        .await
        .expect_problem(429, "too_many_requests");
    ask(60, "203.0.113.6").await.expect(200);
    // The owner of an IPv6 network has any number of addresses, so the network counts as one.
    for number in 100..160 {
        let address = if number % 2 == 0 {
            "2001:db8:0:1::5"
        } else {
            "2001:db8:0:1:aaaa::6"
        };
        ask(number, address).await.expect(200);
    }
    ask(160, "2001:db8:0:1::7").await.expect(429);
    ask(160, "2001:db8:0:2::7").await.expect(200);
    app.end().await;
}

#[actix_web::test]
async fn a_login_does_not_reveal_whether_the_account_exists() {
    let app = App::empty().await;
    app.login("known@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let shape = |reply: &Reply| {
        let body = reply.json();
        (
            reply.status,
            body.as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>(),
        )
    };
    let known = app
        .post(
            VISITOR,
            "/api/auth/email",
            json!({"email": "known@demo.example"}),
        )
        .await;
    let unknown = app
        .post(
            VISITOR,
            "/api/auth/email",
            json!({"email": "unknown@demo.example"}),
        )
        .await;
    assert_eq!(shape(&known), shape(&unknown));
    let wrong = |key: &Value, email: &str| {
        app.post(
            VISITOR,
            "/api/auth/email/signin",
            json!({"sessionKey": key, "email": email, "code": "nothing"}),
        )
    };
    let (known, unknown) = (
        known.json()["sessionKey"].clone(),
        unknown.json()["sessionKey"].clone(),
    );
    let known = wrong(&known, "known@demo.example").await;
    let unknown = wrong(&unknown, "unknown@demo.example").await;
    assert_eq!(
        (known.status, known.json()),
        (unknown.status, unknown.json())
    );
    app.end().await;
}
