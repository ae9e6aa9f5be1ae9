//! The API description as a page.

use crate::support::*;

#[actix_web::test]
async fn the_api_description_is_a_page() {
    let app = App::empty().await;
    for path in ["/api/docs", "/api/docs/"] {
        let page = app.get(VISITOR, path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(
            page.text().contains("./swagger-initializer.js"),
            "{}",
            page.text()
        );
        // Its scripts are files, as the content security policy demands.
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert!(!page.text().contains("<script>"), "{}", page.text());
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
    }
    let script = app.get(VISITOR, "/api/docs/swagger-initializer.js").await;
    assert!(script.text().contains("/api/openapi.json"));
    app.end().await;
}
