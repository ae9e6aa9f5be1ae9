//! Consents of visitors and accounts.

use reqwest::Method;
use serde_json::{Value, json};
use time::Duration;

use crate::support::*;

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
async fn visitors_and_accounts_consent_and_withdraw() {
    let app = App::empty().await;
    let cookies =
        |version: &str, given: bool| json!({"kind": 0, "version": version, "given": given});
    send(&app, None, Some(BROWSER), cookies("2026-01", true))
        .await
        .done();
    // Repeating it changes nothing.
    send(&app, None, Some(BROWSER), cookies("2026-01", true))
        .await
        .done();
    app.clock.advance(Duration::minutes(1));
    // A new text replaces the old one.
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
    // Each is stored with the caller's address.
    let addresses: Vec<Option<String>> = sqlx::query_scalar("select address from consent")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(addresses, vec![Some("127.0.0.1".to_owned()); 3]);
    // Not another account's.
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
        refused.expect_problem(422, "validation_failed");
        assert!(
            refused.json()["errors"][field].is_array(),
            "{}",
            refused.text()
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn a_login_records_the_consent_to_personal_data() {
    let app = App::empty().await;
    let key = app
        .post(
            VISITOR,
            "/api/auth/email",
            json!({"email": "a@demo.example"}),
        )
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code("a@demo.example").await;
    let body = |consent: &str| json!({"sessionKey": key, "code": code, "email": "a@demo.example", "personalDataConsent": consent});
    // Refused before the code is used up.
    let refused = app.post(VISITOR, "/api/auth/email/signin", body("")).await;
    refused.expect_problem(422, "validation_failed");
    let answer = app
        .post(VISITOR, "/api/auth/email/signin", body("2026-01"))
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
