//! The outbox of a development server.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn the_outbox_answers_only_this_machine() {
    let app = App::empty().await;
    app.post(
        VISITOR,
        "/api/auth/email",
        json!({"email": "a@demo.example"}),
    )
    .await
    .ok();
    assert_eq!(app.outbox("a@demo.example").await.len(), 1);
    for (name, value) in [
        ("X-Forwarded-For", "1.2.3.4"),
        ("Forwarded", "for=1.2.3.4"),
        ("Host", "auction.example"),
    ] {
        let request = app
            .request(reqwest::Method::GET, VISITOR, "/dev/outbox")
            .header(name, value);
        app.send(request).await.expect_problem(404, "not_found");
    }
    app.end().await;
}
