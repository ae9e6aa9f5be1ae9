//! Text that PostgreSQL cannot store.

use reqwest::Method;

use crate::support::*;

/// U+0000 is valid in JSON and in addresses, but not in PostgreSQL's text.
#[actix_web::test]
async fn a_nul_is_refused_where_it_would_be_read() {
    let app = App::empty().await;
    let (token, _) = app.login("somebody@demo.example").await;
    app.sql("insert into house (id, name_ru) values (1, 'Дом')")
        .await;
    let bodies = [
        ("/api/auth/call", r#"{"number": "+7900\u0000"}"#),
        ("/api/auth/email", r#"{"email": "a\u0000@demo.example"}"#),
        (
            "/api/auth/email/verify",
            r#"{"email": "a\u0000@demo.example", "sessionKey": "\u0000", "code": "\u0000"}"#,
        ),
        (
            "/api/auth/verify",
            r#"{"sessionKey": "\u0000", "code": "1"}"#,
        ),
        ("/api/signin", r#"{"sessionKey": "\u0000"}"#),
        (
            "/api/house/orders/send",
            r#"{"houseId": 1, "note": "Хочу \u0000 участвовать"}"#,
        ),
        (
            "/api/house/orders/accept-and-trust",
            r#"{"orderId": 1, "conclusion": "\u0000"}"#,
        ),
        (
            "/api/accounts/untrusted",
            r#"{"houseId": 1, "email": "a\u0000@demo.example"}"#,
        ),
        ("/api/lots/search", r#"{"searchQuery": "ваза\u0000"}"#),
        (
            "/api/trade/bet",
            r#"{"catalogId": 1, "lotId": 1, "betValue": 10, "FromUserId": "12\u0000"}"#,
        ),
    ];
    for (path, body) in bodies {
        let request = app
            .request(Method::POST, &token, path)
            .header("Content-Type", "application/json")
            .body(body);
        let reply = app.send(request).await;
        reply.expect_problem(400, "malformed_request");
        assert_eq!(reply.json()["detail"], "Текст содержит недопустимый символ");
    }
    for path in [
        "/api/catalog?search=%00",
        "/%61pi/catalog?search=%00",
        "/a%70i/search/suggest?q=%00",
        "/api/house/1/lots?pageNumber=%00",
        "/api/lots/rnd?top=%00",
        "/dev/outbox?to=%00",
        "/api/house/%00",
        "/api/lots/image/%00",
        "/%00",
    ] {
        let reply = app.get(&token, path).await;
        reply.expect_problem(400, "malformed_request");
    }
    let callback = "/api/auth/callback/check/a%00b";
    let reply = app.post(VISITOR, callback, serde_json::Value::Null).await;
    reply.expect_problem(400, "malformed_request");

    // An escaped backslash makes it six ordinary characters, and nothing reads an unknown field.
    for body in [
        r#"{"searchQuery": "\\u0000"}"#,
        r#"{"unknown": ["\\\u0000"], "\u0000": 1}"#,
    ] {
        let request = app
            .request(Method::POST, VISITOR, "/api/lots/search")
            .header("Content-Type", "application/json")
            .body(body);
        app.send(request).await.ok();
    }
    app.get(VISITOR, "/api/catalog?search=%2500").await.ok();
    app.end().await;
}
