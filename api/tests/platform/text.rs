//! Text that PostgreSQL cannot store.

use reqwest::Method;

use crate::app::App;

/// A NUL is a valid character of JSON and of an address, and none of PostgreSQL's text.
#[actix_web::test]
async fn a_nul_is_refused_wherever_it_stands() {
    let app = App::new().await;
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
        // Also where the field is not known, and in its name.
        ("/api/lots/search", r#"{"unknown": ["\\\u0000"]}"#),
        ("/api/lots/search", r#"{"\u0000": 1}"#),
    ];
    for (path, body) in bodies {
        let request = app
            .request(Method::POST, Some(&token), path)
            .header("Content-Type", "application/json")
            .body(body);
        let reply = app.send(request).await;
        assert_eq!(
            reply.problem(),
            (400, "malformed_request".into()),
            "{path} {body}"
        );
        assert_eq!(reply.json()["detail"], "Текст содержит недопустимый символ");
    }
    for path in [
        "/api/catalog?search=%00",
        "/api/house/1/lots?pageNumber=%00",
        "/api/lots/rnd?top=%00",
        "/dev/outbox?to=%00",
        "/api/house/%00",
        "/api/lots/image/%00",
        "/%00",
    ] {
        let reply = app.get(Some(&token), path).await;
        assert_eq!(reply.problem(), (400, "malformed_request".into()), "{path}");
    }
    let callback = "/api/auth/callback/check/a%00b";
    let reply = app.post(None, callback, serde_json::Value::Null).await;
    assert_eq!(reply.problem(), (400, "malformed_request".into()));

    // A backslash before it makes it six ordinary characters.
    let request = app
        .request(Method::POST, None, "/api/lots/search")
        .header("Content-Type", "application/json")
        .body(r#"{"searchQuery": "\\u0000"}"#);
    app.send(request).await.ok();
    app.get(None, "/api/catalog?search=%2500").await.ok();
    app.end().await;
}
