//! The client's files.

use reqwest::Method;

use crate::support::*;

#[actix_web::test]
async fn the_clients_files_are_served_alongside_the_api() {
    let dir = std::env::temp_dir().join(format!("client-{}", uuid::Uuid::new_v4()));
    std::fs::create_dir_all(dir.join("assets")).unwrap();
    std::fs::write(dir.join("index.html"), "<!doctype html>").unwrap();
    std::fs::write(dir.join("assets/app-1a2b.js"), "export {}").unwrap();
    std::fs::write(dir.join("push-worker.js"), "").unwrap();
    let app = App::empty_with(&[("CLIENT_DIR", dir.to_str().unwrap())]).await;
    for route in ["/", "/auctions/", "/lots", "/account?p=favourite"] {
        let page = app.get(VISITOR, route).await;
        assert_eq!(
            (page.status, page.text().as_str()),
            (200, "<!doctype html>"),
            "{route}"
        );
        assert_eq!(page.headers["cache-control"], "no-cache");
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        for directive in [
            "script-src 'self';",
            "base-uri 'none';",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(directive), "{policy}");
        }
    }
    // A file never becomes a page, even if someone opens its address.
    for path in [
        "/assets/app-1a2b.js",
        "/assets/gone.js",
        "/api/house",
        "/api/house/1",
        "/socket.io/",
    ] {
        let headers = app.get(VISITOR, path).await.headers;
        let policy = "default-src 'none'; frame-ancestors 'none'";
        assert_eq!(headers["content-security-policy"], policy, "{path}");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
    }
    let asset = app.get(VISITOR, "/assets/app-1a2b.js").await;
    assert_eq!(
        asset.headers["cache-control"],
        "public, max-age=31536000, immutable"
    );
    // Browsers look for a new service worker at the same address.
    let headers = app.get(VISITOR, "/push-worker.js").await.headers;
    assert_eq!(headers["cache-control"], "no-cache");
    let policy = "default-src 'none'; img-src 'self'; frame-ancestors 'none'";
    assert_eq!(headers["content-security-policy"], policy);
    // The build compresses files once.
    std::fs::write(dir.join("assets/app-1a2b.js.br"), "brotli").unwrap();
    for (accepted, encoding, body) in [
        ("gzip, br", Some("br"), "brotli"),
        ("identity", None, "export {}"),
    ] {
        let path = "/assets/app-1a2b.js";
        let headers = [("accept-encoding", accepted)];
        let file = app.call(Method::GET, VISITOR, path, &headers, None).await;
        let sent = file.headers.get("content-encoding");
        assert_eq!(sent.map(|sent| sent.to_str().unwrap()), encoding);
        assert_eq!(file.headers["content-type"], asset.headers["content-type"]);
        assert_eq!(file.headers["vary"], "accept-encoding");
        assert_eq!(file.text(), body);
    }
    app.get(VISITOR, "/assets/gone.js")
        .await
        .expect_problem(404, "not_found");
    app.get(VISITOR, "/api/nothing")
        .await
        .expect_problem(404, "not_found");
    app.get(VISITOR, "/..%2f..%2fetc/passwd").await.expect(404);
    app.end().await;
    std::fs::remove_dir_all(dir).unwrap();
}
