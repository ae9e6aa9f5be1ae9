use reqwest::Method;
use serde_json::json;

use crate::app::App;

#[actix_web::test]
async fn every_error_is_a_problem() {
    let app = App::new().await;
    let send = |method: Method, path: &'static str, kind: &'static str, body: &'static str| {
        app.send(
            app.request(method, None, path)
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
    assert_eq!(allowed.headers["allow"], "GET, POST");
    let missing = app.post(None, "/api/auth/call", json!({})).await;
    assert_eq!(missing.json()["errors"]["number"][0], "Обязательное поле");
    let large = app
        .post(
            None,
            "/api/auth/call",
            json!({"number": "1".repeat(2 << 20)}),
        )
        .await;
    assert_eq!(large.problem(), (413, "too_large".into()));
    app.end().await;
}

#[actix_web::test]
async fn a_failure_of_ours_tells_its_id_and_nothing_else() {
    let app = App::new().await;
    app.sql("alter table house rename to house_away").await;
    let reply = app.get(None, "/api/house").await;
    assert_eq!(reply.problem(), (500, "internal_error".into()));
    assert_eq!(
        reply.json()["eid"],
        reply.headers["x-request-id"].to_str().unwrap()
    );
    assert!(!reply.text().contains("house"), "{}", reply.text());
    app.sql("alter table house_away rename to house").await;
    app.get(None, "/api/house").await.ok();
    app.end().await;
}

#[actix_web::test]
async fn paths_work_with_and_without_a_trailing_slash() {
    let app = App::new().await;
    for path in [
        "/api/config",
        "/api/config/",
        "/api/house/",
        "/api/house/?pageSize=5",
        "/api/openapi.json",
    ] {
        let reply = app.get(None, path).await;
        reply.ok();
        let server_time: i64 = reply.headers["server_time_ts"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((app.clock.now_ms() - server_time).abs() < 60_000);
    }
    let head = app
        .send(app.request(Method::HEAD, None, "/api/config"))
        .await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    for path in ["/healthz", "/healthz/"] {
        assert_eq!(app.get(None, path).await.text(), "ok\n");
    }
    for path in ["/readyz", "/readyz/"] {
        assert_eq!(app.get(None, path).await.text(), "ready\n");
    }
    app.end().await;
}

#[actix_web::test]
async fn the_description_can_be_read_as_a_page() {
    let app = App::new().await;
    for path in ["/api/docs", "/api/docs/"] {
        let page = app.get(None, path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(
            page.text().contains("./swagger-initializer.js"),
            "{}",
            page.text()
        );
        // Its scripts are files.
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert!(!page.text().contains("<script>"), "{}", page.text());
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
    }
    let script = app.get(None, "/api/docs/swagger-initializer.js").await;
    assert!(script.text().contains("/api/openapi.json"));
    app.end().await;
}

#[actix_web::test]
async fn the_clients_files_are_served_beside_the_api() {
    let dir = std::env::temp_dir().join(format!("client-{}", uuid::Uuid::new_v4()));
    std::fs::create_dir_all(dir.join("assets")).unwrap();
    std::fs::write(dir.join("index.html"), "<!doctype html>").unwrap();
    std::fs::write(dir.join("assets/app-1a2b.js"), "export {}").unwrap();
    let app = App::with(&[("CLIENT_DIR", dir.to_str().unwrap())]).await;
    for route in ["/", "/auctions/", "/lots", "/account?p=favourite"] {
        let page = app.get(None, route).await;
        assert_eq!(
            (page.status, page.text().as_str()),
            (200, "<!doctype html>"),
            "{route}"
        );
        assert_eq!(page.headers["cache-control"], "no-cache");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self';"), "{policy}");
    }
    let asset = app.get(None, "/assets/app-1a2b.js").await;
    assert_eq!(
        asset.headers["cache-control"],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(
        app.get(None, "/assets/gone.js").await.problem(),
        (404, "not_found".into())
    );
    assert_eq!(
        app.get(None, "/api/nothing").await.problem(),
        (404, "not_found".into())
    );
    assert_eq!(app.get(None, "/..%2f..%2fetc/passwd").await.status, 404);
    app.end().await;
    std::fs::remove_dir_all(dir).unwrap();
}
