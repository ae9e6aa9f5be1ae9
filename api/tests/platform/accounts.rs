//! The admins' list of accounts, accounts made for others, and what people say of themselves.

use serde_json::{Value, json};

use crate::app::App;

async fn admin(app: &App) -> String {
    let (token, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&token, "isAdmin", json!(true)).await;
    token
}

#[actix_web::test]
async fn a_name_is_what_its_owner_says() {
    let app = App::new().await;
    let (token, user) = app.login("a@demo.example").await;
    let put = async |body: Value| {
        let request = app
            .request(reqwest::Method::PUT, Some(&token), "/api/accounts/")
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
        assert_eq!(
            refused.problem(),
            (422, "validation_failed".into()),
            "{name}"
        );
        assert_eq!(
            refused.json()["errors"]["displayName"][0],
            "От 1 до 100 печатных символов"
        );
    }
    let me = app.post(Some(&token), "/api/whoami", json!({})).await.ok();
    assert_eq!(me["displayName"], "Анна Ли");
    app.end().await;
}

#[actix_web::test]
async fn admins_find_accounts() {
    let app = App::new().await;
    let admin = admin(&app).await;
    app.sql(
        "insert into account (display_name, phone, email, roles) values
            ('Анна_Ли', '+79161234567', 'anna@demo.example', 8192), ('Пётр Иванов', null, 'petr@demo.example', 0),
            ('100% Иван', null, 'ivan@demo.example', 0);
         insert into house (id, name_ru) values (1, 'Дом');
         insert into house_staff (house_id, account_id, role) values (1, 3, 0);
         insert into account (display_name, deleted) values ('Удалённый пользователь', now())",
    )
    .await;
    let ids = async |query: &str| {
        let page = app
            .get(Some(&admin), &format!("/api/accounts/{query}"))
            .await
            .ok();
        let items = page["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids("").await, [4, 3, 2, 1]);
    assert_eq!(ids("?search=АННА").await, [2]);
    assert_eq!(ids("?search=%20иван").await, [4, 3]);
    assert_eq!(ids("?search=8%20(916)%20123-45-67").await, [2]);
    assert_eq!(ids("?search=petr@").await, [3]);
    assert_eq!(ids("?search=3").await, [3, 2]);
    // Signs of patterns are themselves.
    assert_eq!(ids("?search=%25").await, [4]);
    assert_eq!(ids("?search=_").await, [2]);
    assert_eq!(ids("?role=8192").await, [2]);
    assert_eq!(ids("?role=4096").await, [1]);
    assert_eq!(ids("?houseId=1").await, [3]);
    assert_eq!(ids("?deleted=true").await, [5]);
    assert_eq!(ids("?search=nothing").await, Vec::<i64>::new());
    assert_eq!(ids("?pageSize=3&pageNumber=2").await, [1]);
    let page = app
        .get(Some(&admin), "/api/accounts?search=anna")
        .await
        .ok();
    let row = &page["items"][0];
    assert_eq!(
        (&row["login"], &row["lastSeen"], &row["deleted"]),
        (&json!("+79161234567"), &Value::Null, &Value::Null)
    );
    assert_eq!(page["totalCount"], 1);
    let (token, _) = app.login("petr@demo.example").await;
    assert_eq!(app.get(Some(&token), "/api/accounts").await.status, 403);
    assert_eq!(app.get(None, "/api/accounts").await.status, 401);
    app.end().await;
}

#[actix_web::test]
async fn accounts_are_made_for_others() {
    let app = App::new().await;
    let admin = admin(&app).await;
    let body =
        json!({"number": "8 900 000 00 01", "eMail": "A@demo.example", "displayName": "Анна"});
    let made = app
        .post(Some(&admin), "/api/accounts/create", body.clone())
        .await
        .ok();
    assert_eq!(
        made,
        json!({"id": made["id"], "displayName": "Анна", "login": "+79000000001", "eMail": "a@demo.example"})
    );
    let page = app
        .get(Some(&admin), "/api/accounts?search=a@demo")
        .await
        .ok();
    let row = &page["items"][0];
    assert_eq!(
        (&row["isPhoneConfirmed"], &row["isEMailConfirmed"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        app.post(Some(&admin), "/api/accounts/create/raw", body)
            .await
            .status,
        409
    );
    // All that is wrong at once.
    let wrong = json!({"number": "x", "eMail": "x", "displayName": " "});
    for path in ["/api/accounts/create", "/api/accounts/create/raw"] {
        let refused = app.post(Some(&admin), path, wrong.clone()).await;
        assert_eq!(refused.problem(), (422, "validation_failed".into()));
        assert_eq!(
            refused.json()["errors"],
            json!({
                "number": ["Введите корректный номер телефона"],
                "eMail": ["Введите корректный email"],
                "displayName": ["От 1 до 100 печатных символов"],
            })
        );
        let nobody = app
            .post(
                Some(&admin),
                path,
                json!({"number": "", "displayName": "Анна"}),
            )
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
                Some(&token),
                path,
                json!({"number": "+79000000009", "displayName": "Б"}),
            )
            .await;
        assert_eq!(refused.status, 403);
    }
    app.end().await;
}

/// What is deleted is not come back to by logging in.
#[actix_web::test]
async fn a_deleted_account_is_not_logged_in_to() {
    let app = App::new().await;
    let (token, user) = app.login("a@demo.example").await;
    app.delete(Some(&token), &format!("/api/accounts/{}", user["id"]))
        .await
        .done();
    app.clock.advance(time::Duration::seconds(60));
    let key = app
        .post(None, "/api/auth/email", json!({"email": "a@demo.example"}))
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code("a@demo.example").await;
    let body = json!({"sessionKey": key, "code": code, "email": "a@demo.example"});
    let refused = app.post(None, "/api/auth/email/signin", body).await;
    assert_eq!(refused.problem(), (403, "account_deleted".into()));
    let accounts: i64 = sqlx::query_scalar("select count(*) from account")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(accounts, 1);
    app.end().await;
}
