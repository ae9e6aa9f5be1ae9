//! Logging in by e-mail.

use serde_json::json;
use time::Duration;

use super::{PHONE, call, other};
use crate::support::*;

#[actix_web::test]
async fn an_email_logs_in_with_six_digits() {
    let app = App::empty().await;
    let answer = app
        .post(
            VISITOR,
            "/api/auth/email",
            json!({"email": "Someone@Demo.Example"}),
        )
        .await
        .ok();
    let key = answer["sessionKey"].as_str().unwrap();
    let code = app.code("someone@demo.example").await;
    assert_eq!(code.len(), 6);
    let body = |email: &str, code: &str| json!({"sessionKey": key, "email": email, "code": code});
    // The key of one address does not open another.
    let foreign = app
        .post(
            VISITOR,
            "/api/auth/email/signin",
            body("other@demo.example", &code),
        )
        .await;
    foreign.expect_problem(404, "wrong_code");
    app.post(
        VISITOR,
        "/api/auth/email/verify",
        body("someone@demo.example", &code),
    )
    .await
    .done();
    let user = app
        .post(
            VISITOR,
            "/api/auth/email/signin",
            body("someone@demo.example", &code),
        )
        .await
        .ok();
    assert_eq!(user["user"]["eMail"], "someone@demo.example");
    let malformed = app
        .post(VISITOR, "/api/auth/email", json!({"email": "nobody"}))
        .await;
    malformed.expect_problem(422, "validation_failed");
    assert_eq!(
        malformed.json()["errors"]["email"][0],
        "Введите корректный email"
    );
    app.end().await;
}

#[actix_web::test]
async fn a_code_dies_after_five_wrong_tries() {
    let app = App::empty().await;
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    for _ in 0..5 {
        let wrong = app
            .post(
                VISITOR,
                "/api/auth/verify",
                json!({"sessionKey": key, "code": other(&code)}),
            )
            .await;
        wrong.expect_problem(404, "wrong_code");
    }
    let dead = app
        .post(
            VISITOR,
            "/api/auth/verify",
            json!({"sessionKey": key, "code": code}),
        )
        .await;
    dead.expect_problem(404, "wrong_code");
    // Unknown keys get the same answer.
    let unknown = app
        .post(
            VISITOR,
            "/api/auth/verify",
            json!({"sessionKey": "x", "code": code}),
        )
        .await;
    assert_eq!(unknown.problem(), dead.problem());
    assert_eq!(unknown.json()["detail"], dead.json()["detail"]);
    // Nobody is locked out: the next attempt has tries of its own.
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
    app.end().await;
}

#[actix_web::test]
async fn concurrent_tries_are_counted_one_by_one() {
    let app = App::empty().await;
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    let wrong = json!({"sessionKey": key, "code": other(&code)});
    let tries = (0..12).map(|_| app.post(VISITOR, "/api/auth/verify", wrong.clone()));
    futures_util::future::join_all(tries).await;
    let counted: i16 = sqlx::query_scalar("select wrong_tries from login_attempt")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(counted, 5);
    let right = app
        .post(
            VISITOR,
            "/api/auth/verify",
            json!({"sessionKey": key, "code": code}),
        )
        .await;
    assert_eq!(right.status, 404);
    app.end().await;
}
