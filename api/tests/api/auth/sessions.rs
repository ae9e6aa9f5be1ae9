//! Sessions: listed, ended, and kept in step with other processes.

use serde_json::json;
use time::Duration;

use crate::support::*;

#[actix_web::test]
async fn sessions_are_listed_and_ended() {
    let app = App::empty().await;
    let (first, user) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    app.forget_browser("a@demo.example");
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
    app.end().await;
}

#[actix_web::test]
async fn a_login_ends_the_former_one_of_its_browser_and_no_other() {
    let app = App::empty().await;
    let (elsewhere, _) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    app.forget_browser("a@demo.example");
    let (former, _) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let (newest, _) = app.login("a@demo.example").await;
    for (token, status) in [(elsewhere, 200), (former, 401), (newest, 200)] {
        app.post(&token, "/api/whoami", json!({}))
            .await
            .expect(status);
    }
    app.end().await;
}

#[actix_web::test]
async fn a_login_ends_after_30_days_without_use_and_after_365() {
    let app = App::empty().await;
    let (used, _) = app.login("a@demo.example").await;
    let (unused, _) = app.login("b@demo.example").await;
    let status = async |token: &str| app.post(token, "/api/whoami", json!({})).await.status;
    let mut days = 0;
    while days < 364 {
        let step = (364 - days).min(29);
        app.clock.advance(Duration::days(step));
        days += step;
        assert_eq!(status(&used).await, 200, "day {days}");
        // The use is stored beside the answer.
        app.until(&format!(
            "select max(last_seen) > now() + interval '{} days' from session",
            days - 1
        ))
        .await;
    }
    assert_eq!(status(&unused).await, 401);
    app.clock.advance(Duration::days(1));
    assert_eq!(status(&used).await, 401);
    app.end().await;
}

#[actix_web::test]
async fn a_login_from_a_new_device_is_notified() {
    let app = App::empty().await;
    let (_, user) = app.login("a@demo.example").await;
    app.clock.advance(Duration::minutes(1));
    app.login("a@demo.example").await;
    app.clock.advance(Duration::minutes(1));
    app.forget_browser("a@demo.example");
    let (token, _) = app.login("a@demo.example").await;
    app.until("select count(*) = 1 from notification where kind = 'new_device'")
        .await;
    let told = app
        .get(&token, "/api/notifications/my/messages/all")
        .await
        .ok();
    assert_eq!(told["items"][0]["subject"], "Вход с нового устройства");
    app.until("select count(*) = 1 from letter where key like 'new_device.%' and done is not null")
        .await;
    let letters = app.outbox("a@demo.example").await;
    let text = letters[0]["text"].as_str().unwrap();
    assert!(text.contains("Выйти везде"), "{text}");
    // Neither its first login nor one of the same browser is news.
    let logins = [101, 118, 118, 118];
    assert_eq!(
        app.all_journalled(user["id"].as_i64().unwrap()).await,
        logins
    );
    app.end().await;
}

#[actix_web::test]
async fn security_events_are_journalled() {
    let app = App::new().await;
    app.get(NEWCOMER, "/api/accounts").await.expect(403);
    assert_eq!(app.all_journalled(10).await, [125]);
    app.get(TRUSTED, "/api/accounts/export").await.ok();
    assert_eq!(app.all_journalled(6).await, [126]);
    app.get(AUCTIONEER, "/api/trade/report/bets/12")
        .await
        .expect(200);
    assert_eq!(app.all_journalled(12).await, [126]);
    let ask = json!({"email": "trusted@test.example"});
    let asked = app.post(VISITOR, "/api/auth/email", ask).await.ok();
    let guess =
        json!({"sessionKey": asked["sessionKey"], "email": "trusted@test.example", "code": "x"});
    app.post(VISITOR, "/api/auth/email/verify", guess)
        .await
        .expect(404);
    assert_eq!(app.all_journalled(6).await, [126, 119]);
    app.end().await;
}

#[actix_web::test]
async fn everywhere_is_left_in_one_press() {
    let app = App::empty().await;
    let (phone, user) = app.login("a@demo.example").await;
    app.clock.advance(Duration::minutes(1));
    let (laptop, _) = app.login("a@demo.example").await;
    let (other, _) = app.login("b@demo.example").await;
    app.delete(&laptop, "/api/accounts/sessions").await.done();
    for (token, status) in [(&phone, 401), (&laptop, 401), (&other, 200)] {
        app.post(token, "/api/whoami", json!({}))
            .await
            .expect(status);
    }
    let journalled = app.journalled(user["id"].as_i64().unwrap()).await;
    assert_eq!(journalled.last(), Some(&109));
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
