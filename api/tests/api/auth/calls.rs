//! Logging in by a phone call, in either direction.

use serde_json::{Value, json};
use time::Duration;

use super::{PHONE, call};
use crate::support::*;

#[actix_web::test]
async fn a_call_logs_in_and_creates_the_account_once() {
    let app = App::empty().await;
    let key = call(&app).await;
    let message = &app.outbox(PHONE).await[0];
    assert_eq!(message["channel"], "call");
    let code = message["code"].as_str().unwrap();
    assert_eq!(code.len(), 4);
    // Not before the code is verified.
    let early = app
        .post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await;
    early.expect_problem(409, "login_not_confirmed");
    app.post(
        VISITOR,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let answer = app
        .post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_eq!(answer["user"]["login"], PHONE);
    assert_eq!(answer["user"]["eMail"], Value::Null);
    let token = answer["token"].as_str().unwrap();
    assert_eq!(token.len(), 64);
    assert_eq!(
        app.post(token, "/api/whoami", json!({})).await.ok(),
        answer["user"]
    );
    // The key works once.
    let again = app
        .post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await;
    again.expect_problem(404, "wrong_code");
    assert_eq!(again.json()["detail"], "Неверный пароль");
    // The second login finds the account.
    app.clock.advance(Duration::seconds(60));
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    app.post(
        VISITOR,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let second = app
        .post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_eq!(second["user"]["id"], answer["user"]["id"]);
    // Neither token nor code is stored in plain text.
    let stored: i64 =
        sqlx::query_scalar("select count(*) from session s where s::text like '%' || $1 || '%'")
            .bind(token)
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(stored, 0);
    app.end().await;
}

#[actix_web::test]
async fn a_callback_logs_in_when_the_call_has_come() {
    let app = App::empty().await;
    let begun = app
        .post(VISITOR, "/api/auth/callback", json!({"number": PHONE}))
        .await
        .ok();
    let id = begun["id"].as_str().unwrap();
    assert!(begun["phone"].as_str().unwrap().starts_with('+'));
    let check = format!("/api/auth/callback/check/{id}");
    assert_eq!(
        app.post(VISITOR, &check, json!({})).await.ok()["status"],
        "pending"
    );
    let early = app
        .post(
            VISITOR,
            "/api/signin",
            json!({"sessionKey": begun["sessionKey"]}),
        )
        .await;
    assert_eq!(early.status, 409);
    app.post(VISITOR, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    assert_eq!(
        app.post(VISITOR, &check, json!({})).await.ok()["status"],
        "confirmed"
    );
    let answer = app
        .post(
            VISITOR,
            "/api/signin",
            json!({"sessionKey": begun["sessionKey"]}),
        )
        .await
        .ok();
    assert_eq!(answer["user"]["login"], PHONE);
    // An attempt lives five minutes.
    let begun = app
        .post(
            VISITOR,
            "/api/auth/callback",
            json!({"number": "+79000000002"}),
        )
        .await
        .ok();
    let id = begun["id"].as_str().unwrap();
    app.post(VISITOR, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    app.clock.advance(Duration::minutes(5));
    let check = format!("/api/auth/callback/check/{id}");
    assert_eq!(
        app.post(VISITOR, &check, json!({})).await.ok()["status"],
        "expired"
    );
    let late = app
        .post(
            VISITOR,
            "/api/signin",
            json!({"sessionKey": begun["sessionKey"]}),
        )
        .await;
    assert_eq!(late.status, 404);
    app.post(VISITOR, "/api/auth/callback/check/nothing", json!({}))
        .await
        .expect(404);
    app.end().await;
}
