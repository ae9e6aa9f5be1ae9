//! An account's own name.

use serde_json::{Value, json};

use crate::support::*;

#[actix_web::test]
async fn an_account_chooses_its_name() {
    let app = App::empty().await;
    let (token, user) = app.login("a@demo.example").await;
    let put = async |body: Value| {
        let request = app
            .request(reqwest::Method::PUT, &token, "/api/accounts/")
            .header("Content-Type", "application/json");
        app.send(request.body(body.to_string())).await
    };
    let named = put(json!({"displayName": "  Анна   Ли "})).await.ok();
    assert_eq!(
        (&named["displayName"], &named["id"]),
        (&json!("Анна Ли"), &user["id"])
    );
    for name in [
        json!(""),
        json!(" "),
        json!("а".repeat(101)),
        json!("\u{202e}аннА"),
    ] {
        let refused = put(json!({"displayName": name})).await;
        refused.expect_problem(422, "validation_failed");
        assert_eq!(
            refused.json()["errors"]["displayName"][0],
            "От 1 до 100 печатных символов"
        );
    }
    let me = app.post(&token, "/api/whoami", json!({})).await.ok();
    assert_eq!(me["displayName"], "Анна Ли");
    app.end().await;
}
