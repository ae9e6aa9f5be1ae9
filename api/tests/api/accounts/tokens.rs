//! Access tokens that admins issue.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::*;

/// Sends a request with an access token.
async fn with(app: &App, token: &str, method: Method, path: &str, body: Value) -> Reply {
    app.call(method, token, path, &[], Some(body.to_string()))
        .await
}

#[actix_web::test]
async fn a_token_does_what_its_owner_may_but_never_bids_or_changes_the_account() {
    let app = App::new().await;
    let issue = json!({"name": " Учётная система ", "days": 30});
    let path = "/api/accounts/6/token";
    let issued = app.post(ADMIN, path, issue.clone()).await.ok();
    let token = issued["token"].as_str().unwrap().to_owned();
    let ask = |method, path, body| with(&app, &token, method, path, body);
    assert_eq!(
        ask(Method::POST, "/api/whoami", json!({})).await.ok()["id"],
        6
    );
    ask(Method::GET, "/api/trade/bet/absentee", json!({}))
        .await
        .expect(200);
    for (method, path, body) in [
        (
            Method::POST,
            "/api/trade/bet",
            json!({"catalogId": 10, "lotId": 1001, "betValue": 1000}),
        ),
        (
            Method::POST,
            "/api/trade/bet/absentee",
            json!({"catalogId": 10, "lotId": 1001, "value": 2000}),
        ),
        (
            Method::DELETE,
            "/api/trade/bet/absentee/lot/1001",
            json!({}),
        ),
        (
            Method::POST,
            "/api/accounts/change/phone",
            json!({"number": "+79000000060"}),
        ),
        (
            Method::POST,
            "/api/accounts/change/email",
            json!({"email": "n@test.example"}),
        ),
        (
            Method::POST,
            "/api/accounts/change/email/accept",
            json!({"sessionKey": "", "code": ""}),
        ),
        (
            Method::PUT,
            "/api/accounts",
            json!({"displayName": "Программа"}),
        ),
        (
            Method::POST,
            "/api/accounts/create",
            json!({"number": "+79000000060", "displayName": "Чужой"}),
        ),
        (
            Method::POST,
            "/api/accounts/newsmaker",
            json!({"number": "+79000000060", "houseId": 1}),
        ),
        (Method::POST, "/api/accounts/images", json!({})),
        (Method::POST, "/api/accounts/6/images", json!({})),
        (Method::DELETE, "/api/accounts/images", json!({})),
        (Method::GET, "/api/accounts/sessions", json!({})),
        (Method::DELETE, "/api/accounts/sessions/1", json!({})),
        (Method::DELETE, "/api/accounts/6", json!({})),
        (Method::GET, "/api/accounts/export", json!({})),
    ] {
        let refused = ask(method, path, body).await;
        assert_eq!(refused.status, 403, "{path}: {}", refused.text());
        assert_eq!(
            refused.json()["detail"],
            "Недоступно по токену доступа",
            "{path}"
        );
    }
    let bets: i64 = sqlx::query_scalar("select count(*) from bet")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(bets, 0);
    // Its owner sees it among their logins. Only its hash is stored.
    let sessions = app.get(TRUSTED, "/api/accounts/sessions").await.ok();
    let names: Vec<&Value> = sessions
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert!(
        names.contains(&&json!("Учётная система")) && names.contains(&&Value::Null),
        "{names:?}"
    );
    let stored: i64 =
        sqlx::query_scalar("select count(*) from session s where s::text like '%' || $1 || '%'")
            .bind(&token)
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(stored, 0);
    // Thirty days, then no longer.
    let list = app.get(ADMIN, "/api/accounts/tokens").await.ok();
    let row = &list["items"][0];
    assert_eq!(
        (&row["name"], &row["accountId"], &row["issuedBy"]),
        (&json!("Учётная система"), &json!(6), &json!(1))
    );
    assert!(
        row["revoked"].is_null() && !row["lastUsed"].is_null(),
        "{row}"
    );
    assert!(row.get("token").is_none());
    app.state.clock.advance(time::Duration::days(30));
    ask(Method::POST, "/api/whoami", json!({}))
        .await
        .expect(401);
    assert_eq!(app.journalled(6).await, [110]);
    app.end().await;
}

#[actix_web::test]
async fn tokens_are_issued_by_admins_and_revoked() {
    let app = App::new().await;
    let path = "/api/accounts/6/token";
    for (body, field, text) in [
        (
            json!({"name": " ", "days": 1}),
            "name",
            "От 1 до 100 символов",
        ),
        (
            json!({"name": "я".repeat(101), "days": 1}),
            "name",
            "От 1 до 100 символов",
        ),
        (json!({"name": "x", "days": 0}), "days", "От 1 до 365 дней"),
        (
            json!({"name": "x", "days": 366}),
            "days",
            "От 1 до 365 дней",
        ),
        (json!({"name": "", "days": -1}), "days", "От 1 до 365 дней"),
    ] {
        let refused = app.post(ADMIN, path, body).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.json()["errors"][field][0], text);
    }
    let fits = json!({"name": "x", "days": 365});
    app.post(ADMIN, "/api/accounts/1/token", fits.clone())
        .await
        .expect(403);
    app.post(ADMIN, "/api/accounts/99/token", fits.clone())
        .await
        .expect(404);
    app.post(TRUSTED, path, fits.clone()).await.expect(403);
    let issued = app.post(ADMIN, path, fits.clone()).await.ok();
    let token = issued["token"].as_str().unwrap();
    let whoami = async |token: &str| {
        with(&app, token, Method::POST, "/api/whoami", json!({}))
            .await
            .status
    };
    assert_eq!(whoami(token).await, 200);
    let revoke = format!("/api/accounts/tokens/{}", issued["id"]);
    app.delete(TRUSTED, &revoke).await.expect(403);
    app.delete(ADMIN, &revoke).await.expect(204);
    assert_eq!(whoami(token).await, 401);
    app.delete(ADMIN, &revoke).await.expect(404);
    // A login is not an access token.
    app.delete(ADMIN, "/api/accounts/tokens/1")
        .await
        .expect(404);
    let list = app
        .get(ADMIN, "/api/accounts/tokens?accountId=6")
        .await
        .ok();
    assert!(!list["items"][0]["revoked"].is_null());
    // Owners revoke their own tokens.
    let issued = app.post(ADMIN, path, fits.clone()).await.ok();
    let own = format!("/api/accounts/sessions/{}", issued["id"]);
    app.delete(TRUSTED, &own).await.expect(204);
    assert_eq!(whoami(issued["token"].as_str().unwrap()).await, 401);
    // Tokens issued before promotion must not carry admin rights.
    let issued = app.post(ADMIN, path, fits).await.ok();
    let token = issued["token"].as_str().unwrap();
    assert_eq!(whoami(token).await, 200);
    app.sql("update account set roles = 4096 where id = 6")
        .await;
    app.state.access.account_changed(6);
    assert_eq!(whoami(token).await, 401);
    assert_eq!(app.journalled(6).await, [110, 111, 110, 109, 110]);
    app.end().await;
}
