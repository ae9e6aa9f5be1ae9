//! Sessions: listed, ended, and kept in step with other processes.

use serde_json::json;
use time::Duration;

use crate::support::*;

#[actix_web::test]
async fn sessions_are_listed_and_ended() {
    let app = App::empty().await;
    let (first, user) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let (second, _) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let (stranger, _) = app.login("b@demo.example").await;
    let sessions = app.get(&second, "/api/accounts/sessions").await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    let other = sessions
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["isCurrent"] == false)
        .unwrap();
    let path = format!("/api/accounts/sessions/{}", other["id"]);
    app.delete(&stranger, &path)
        .await
        .expect_problem(404, "not_found");
    app.delete(&second, &path).await.done();
    let ended = app.post(&first, "/api/whoami", json!({})).await;
    ended.expect_problem(401, "not_authenticated");
    assert_eq!(app.post(&second, "/api/whoami", json!({})).await.ok(), user);
    app.post(&second, "/api/signout", json!({})).await.done();
    app.post(&second, "/api/whoami", json!({}))
        .await
        .expect(401);
    // A token lasts a year.
    app.clock.advance(Duration::days(364));
    app.post(&stranger, "/api/whoami", json!({}))
        .await
        .expect(200);
    app.clock.advance(Duration::days(1));
    app.post(&stranger, "/api/whoami", json!({}))
        .await
        .expect(401);
    app.end().await;
}

#[actix_web::test]
async fn the_server_notices_changes_made_by_other_processes() {
    let app = App::empty().await;
    let (token, user) = app.login("a@demo.example").await;
    assert_eq!(user["isAdmin"], false);
    // As the command line does it: on another connection, so that only the database notifies this process.
    let (pool, id) = (app.pool.clone(), user["id"].as_i64().unwrap());
    assert_eq!(
        people::admin::grant(&pool, "A@demo.example").await.unwrap(),
        id
    );
    until(async || app.post(&token, "/api/whoami", json!({})).await.json()["isAdmin"] == true)
        .await;
    sqlx::query("update session set ended = now()")
        .execute(&pool)
        .await
        .unwrap();
    until(async || app.post(&token, "/api/whoami", json!({})).await.status == 401).await;
    app.end().await;
}

/// Polls until it is so. A notification takes milliseconds, so ten seconds are a failure.
async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let waited = tokio::time::timeout(std::time::Duration::from_secs(10), async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    });
    waited.await.expect("it came to be");
}
