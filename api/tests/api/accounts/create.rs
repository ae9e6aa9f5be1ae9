//! Accounts that admins create for others.

use serde_json::json;

use super::admin;
use crate::support::*;

#[actix_web::test]
async fn admins_create_accounts_for_others() {
    let app = App::empty().await;
    let admin = admin(&app).await;
    let body =
        json!({"number": "8 900 000 00 01", "eMail": "A@demo.example", "displayName": "Анна"});
    let made = app
        .post(&admin, "/api/accounts/create", body.clone())
        .await
        .ok();
    assert_eq!(
        made,
        json!({"id": made["id"], "displayName": "Анна", "login": "+79000000001", "eMail": "a@demo.example"})
    );
    let page = app.get(&admin, "/api/accounts?search=a@demo").await.ok();
    let row = &page["items"][0];
    assert_eq!(
        (&row["isPhoneConfirmed"], &row["isEMailConfirmed"]),
        (&json!(false), &json!(false))
    );
    app.post(&admin, "/api/accounts/create/raw", body)
        .await
        .expect(409);
    // All faults are reported at once.
    let wrong = json!({"number": "x", "eMail": "x", "displayName": " "});
    for path in ["/api/accounts/create", "/api/accounts/create/raw"] {
        let refused = app.post(&admin, path, wrong.clone()).await;
        refused.expect_problem(422, "validation_failed");
        assert_eq!(
            refused.json()["errors"],
            json!({
                "number": ["Введите корректный номер телефона"],
                "eMail": ["Введите корректный email"],
                "displayName": ["От 1 до 100 печатных символов"],
            })
        );
        let nobody = app
            .post(&admin, path, json!({"number": "", "displayName": "Анна"}))
            .await;
        assert_eq!(
            nobody.json()["errors"],
            json!({"number": ["Укажите телефон или e-mail"]})
        );
    }
    let (token, _) = app.login("b@demo.example").await;
    for path in ["/api/accounts/create", "/api/accounts/create/raw"] {
        let refused = app
            .post(
                &token,
                path,
                json!({"number": "+79000000009", "displayName": "Б"}),
            )
            .await;
        assert_eq!(refused.status, 403);
    }
    app.end().await;
}
