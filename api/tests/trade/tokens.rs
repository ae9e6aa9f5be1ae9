//! Access tokens that admins give out.

use reqwest::Method;
use serde_json::{Value, json};

use crate::staff::journalled;
use crate::world::*;

/// Asks with a token.
async fn with(world: &World, token: &str, method: Method, path: &str, body: Value) -> Reply {
    let headers = [("X-Token", token)];
    world
        .send(method, VISITOR, path, &headers, Some(body.to_string()))
        .await
}

#[actix_web::test]
async fn a_token_does_what_its_owner_may_but_bet_or_change_who_he_is() {
    let world = World::new().await;
    let issue = json!({"name": " Учётная система ", "days": 30});
    let path = "/api/accounts/6/token";
    let issued = world.post(ADMIN, path, issue.clone()).await.ok();
    let token = issued["token"].as_str().unwrap().to_owned();
    let ask = |method, path, body| with(&world, &token, method, path, body);
    assert_eq!(
        ask(Method::POST, "/api/whoami", json!({})).await.ok()["id"],
        6
    );
    assert_eq!(
        ask(Method::GET, "/api/trade/bet/absentee", json!({}))
            .await
            .status,
        200
    );
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
        assert_eq!(refused.status, 403, "{path}: {}", refused.text);
        assert_eq!(
            refused.json()["detail"],
            "Недоступно по токену доступа",
            "{path}"
        );
    }
    let bets: i64 = sqlx::query_scalar("select count(*) from bet")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(bets, 0);
    // Its owner sees it among his logins; only its hash is stored.
    let sessions = world.get(TRUSTED, "/api/accounts/sessions").await.ok();
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
            .fetch_one(&world.pool)
            .await
            .unwrap();
    assert_eq!(stored, 0);
    // Thirty days, then no longer.
    let list = world.get(ADMIN, "/api/accounts/tokens").await.ok();
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
    world.state.clock.advance(time::Duration::days(30));
    assert_eq!(
        ask(Method::POST, "/api/whoami", json!({})).await.status,
        401
    );
    assert_eq!(journalled(&world, 6).await, [110]);
    world.end().await;
}

#[actix_web::test]
async fn tokens_are_given_out_with_care_and_revoked() {
    let world = World::new().await;
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
        let refused = world.post(ADMIN, path, body).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.json()["errors"][field][0], text);
    }
    let fits = json!({"name": "x", "days": 365});
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/1/token", fits.clone())
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/99/token", fits.clone())
            .await
            .status,
        404
    );
    assert_eq!(world.post(TRUSTED, path, fits.clone()).await.status, 403);
    let issued = world.post(ADMIN, path, fits.clone()).await.ok();
    let token = issued["token"].as_str().unwrap();
    let whoami = async |token: &str| {
        with(&world, token, Method::POST, "/api/whoami", json!({}))
            .await
            .status
    };
    assert_eq!(whoami(token).await, 200);
    let revoke = format!("/api/accounts/tokens/{}", issued["id"]);
    assert_eq!(world.delete(TRUSTED, &revoke).await.status, 403);
    assert_eq!(world.delete(ADMIN, &revoke).await.status, 204);
    assert_eq!(whoami(token).await, 401);
    assert_eq!(world.delete(ADMIN, &revoke).await.status, 404);
    // A login is no token.
    assert_eq!(
        world.delete(ADMIN, "/api/accounts/tokens/1").await.status,
        404
    );
    let list = world
        .get(ADMIN, "/api/accounts/tokens?accountId=6")
        .await
        .ok();
    assert!(!list["items"][0]["revoked"].is_null());
    // Its owner ends one himself.
    let issued = world.post(ADMIN, path, fits.clone()).await.ok();
    let own = format!("/api/accounts/sessions/{}", issued["id"]);
    assert_eq!(world.delete(TRUSTED, &own).await.status, 204);
    assert_eq!(whoami(issued["token"].as_str().unwrap()).await, 401);
    // Whoever becomes an admin, no program acts in his name.
    let issued = world.post(ADMIN, path, fits).await.ok();
    let token = issued["token"].as_str().unwrap();
    assert_eq!(whoami(token).await, 200);
    world
        .sql("update account set roles = 4096 where id = 6")
        .await;
    world.state.access.account_changed(6);
    assert_eq!(whoami(token).await, 401);
    assert_eq!(journalled(&world, 6).await, [110, 111, 110, 109, 110]);
    world.end().await;
}
