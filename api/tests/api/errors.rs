//! What holds for every error and every path.

use reqwest::Method;
use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn every_error_is_a_problem() {
    let app = App::empty().await;
    let send = |method: Method, path: &'static str, kind: &'static str, body: &'static str| {
        app.send(
            app.request(method, VISITOR, path)
                .header("Content-Type", kind)
                .body(body),
        )
    };
    let json_type = "application/json";
    let cases = [
        (Method::GET, "/api/nothing", json_type, "", 404, "not_found"),
        (
            Method::GET,
            "/api/house/abc",
            json_type,
            "",
            404,
            "not_found",
        ),
        (
            Method::PUT,
            "/api/config",
            json_type,
            "",
            405,
            "method_not_allowed",
        ),
        (
            Method::POST,
            "/api/auth/call",
            json_type,
            "{",
            400,
            "malformed_request",
        ),
        (
            Method::POST,
            "/api/auth/call",
            json_type,
            "{}",
            422,
            "validation_failed",
        ),
        (
            Method::POST,
            "/api/auth/call",
            json_type,
            r#"{"number": 5}"#,
            422,
            "validation_failed",
        ),
        (
            Method::POST,
            "/api/auth/call",
            "text/plain",
            "{}",
            415,
            "wrong_content_type",
        ),
        (
            Method::GET,
            "/api/house?pageNumber=one",
            json_type,
            "",
            400,
            "malformed_request",
        ),
        (
            Method::POST,
            "/api/whoami",
            json_type,
            "",
            401,
            "not_authenticated",
        ),
    ];
    for (method, path, kind, body, status, title) in cases {
        let reply = send(method, path, kind, body).await;
        assert_eq!(reply.problem(), (status, title.to_owned()), "{path} {body}");
        assert!(
            reply.headers.contains_key("server_time_ts")
                && reply.headers.contains_key("x-request-id"),
            "{path}"
        );
        assert!(reply.json().get("eid").is_none());
    }
    let allowed = send(Method::DELETE, "/api/favorites", json_type, "").await;
    assert_eq!(allowed.headers["allow"], "GET, HEAD, POST");
    let missing = app.post(VISITOR, "/api/auth/call", json!({})).await;
    assert_eq!(missing.json()["errors"]["number"][0], "Обязательное поле");
    let large = app
        .post(
            VISITOR,
            "/api/auth/call",
            json!({"number": "1".repeat(2 << 20)}),
        )
        .await;
    large.expect_problem(413, "too_large");
    app.end().await;
}

#[actix_web::test]
async fn an_internal_error_reveals_only_its_request_id() {
    let app = App::empty().await;
    app.sql("alter table house rename to house_away").await;
    let reply = app.get(VISITOR, "/api/house").await;
    reply.expect_problem(500, "internal_error");
    assert_eq!(
        reply.json()["eid"],
        reply.headers["x-request-id"].to_str().unwrap()
    );
    assert!(!reply.text().contains("house"), "{}", reply.text());
    app.sql("alter table house_away rename to house").await;
    app.get(VISITOR, "/api/house").await.ok();
    app.end().await;
}

#[actix_web::test]
async fn paths_work_with_and_without_a_trailing_slash() {
    let app = App::empty().await;
    for path in [
        "/api/config",
        "/api/config/",
        "/api/house/",
        "/api/house/?pageSize=5",
        "/api/openapi.json",
    ] {
        let reply = app.get(VISITOR, path).await;
        reply.ok();
        let server_time: i64 = reply.headers["server_time_ts"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((app.clock.now_ms() - server_time).abs() < 60_000);
    }
    let head = app
        .send(app.request(Method::HEAD, VISITOR, "/api/config"))
        .await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    for path in ["/healthz", "/healthz/"] {
        assert_eq!(app.get(VISITOR, path).await.text(), "ok\n");
    }
    for path in ["/readyz", "/readyz/"] {
        assert_eq!(app.get(VISITOR, path).await.text(), "ready\n");
    }
    app.end().await;
}
