//! Accounts that are deleted, restored and erased.

use people::retention;
use serde_json::{Value, json};
use time::Duration;

use super::{TOLD_AND_ASKED, text};
use crate::support::*;

/// Logins of the fixture last a day.
async fn stay_logged_in(app: &App) {
    app.sql("update session set expires = now() + interval '1 year', last_seen = now() + interval '1 year'")
        .await;
}

#[actix_web::test]
async fn a_deleted_account_is_anonymous_at_once_and_keeps_its_bets() {
    let app = App::new().await;
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.order(TRUSTED, 10, 1003, 2000).await.expect_code(0);
    // Other people's accounts are out of reach.
    app.delete(ACCEPTED, "/api/accounts/6").await.expect(403);
    app.delete(ACCEPTED, "/api/accounts/999").await.expect(403);
    app.delete(ADMIN, "/api/accounts/999").await.expect(404);
    // Not while they lead.
    let leads = app.delete(TRUSTED, "/api/accounts/6").await;
    leads.expect_problem(409, "not_possible_in_this_state");
    app.bet(ACCEPTED, 10, 1001, 1200).await.expect_code(0);
    app.delete(TRUSTED, "/api/accounts/6").await.expect(204);

    app.post(TRUSTED, "/api/whoami", json!({}))
        .await
        .expect(401);
    let account: (String, Option<String>, Option<String>, bool) = sqlx::query_as(
        "select display_name, phone, email, deleted is not null from account where id = 6",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(
        account,
        ("Удалённый пользователь".to_owned(), None, None, true)
    );
    // The order fell, in the room too; the bet stands.
    let left: (i64, i64) = sqlx::query_as(
        "select (select count(*) from absentee_order where account_id = 6), (select count(*) from bet where account_id = 6)",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(left, (0, 1));
    let counts = app
        .get(ADMIN, "/api/trade/bet/absentee/catalog/10")
        .await
        .ok();
    assert_eq!(counts, json!([]));
    let registered = app.get(MANAGER, "/api/house/orders?houseId=1").await;
    assert!(
        registered.text().contains("Удалённый пользователь"),
        "{}",
        registered.text()
    );
    assert!(
        !registered.text().contains("Доверенный\"") && !registered.text().contains("79000000006")
    );
    // The journal says that it happened, and names nobody.
    assert_eq!(app.journalled(6).await, [103]);
    let record = text(
        &app,
        "select r::text from journal_record r where subject_id = 6",
    )
    .await
    .unwrap();
    assert!(
        !record.contains("Доверенный") && !record.contains("79000000006"),
        "{record}"
    );
    // Admins find it by its previous contacts, and the answer shows none of them.
    let listed = app
        .get(ADMIN, "/api/accounts?deleted=true&search=8-900-000-00-06")
        .await
        .ok();
    let row = &listed["items"][0];
    assert_eq!(
        (&row["id"], &row["login"], &row["eMail"]),
        (&json!(6), &Value::Null, &Value::Null)
    );
    assert!(!row["restorableUntil"].is_null());
    app.delete(ADMIN, "/api/accounts/6").await.expect(404);
    app.end().await;
}

#[actix_web::test]
async fn an_admin_restores_a_deleted_account_within_30_days() {
    let app = App::new().await;
    stay_logged_in(&app).await;
    app.sql("insert into favourite (account_id, lot_id) values (6, 1001)")
        .await;
    app.delete(TRUSTED, "/api/accounts/6").await.expect(204);
    app.post(MANAGER, "/api/accounts/restore", json!({"id": 6}))
        .await
        .expect(403);
    app.post(ADMIN, "/api/accounts/restore", json!({"id": 7}))
        .await
        .expect(404);
    // Nobody else takes its contacts meanwhile.
    let taken = json!({"number": "+79000000006", "displayName": "Другой"});
    let taken = app.post(ADMIN, "/api/accounts/create/raw", taken).await;
    taken.expect_problem(409, "contact_taken");
    app.state.clock.advance(Duration::days(29));
    retention::sweep(&app.pool, &app.state.pictures, app.state.clock.now())
        .await
        .unwrap();
    app.post(ADMIN, "/api/accounts/restore/", json!({"id": 6}))
        .await
        .expect(204);
    let account: (String, String, String, bool) = sqlx::query_as(
        "select display_name, phone, email, deleted is null from account where id = 6",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(
        account,
        (
            "Доверенный".to_owned(),
            "+79000000006".to_owned(),
            "trusted@test.example".to_owned(),
            true
        )
    );
    let favourites = text(
        &app,
        "select count(*)::text from favourite where account_id = 6",
    )
    .await;
    assert_eq!(favourites.as_deref(), Some("1"));
    // Its old logins stay ended.
    app.post(TRUSTED, "/api/whoami", json!({}))
        .await
        .expect(401);
    assert_eq!(app.journalled(6).await, [103, 104]);
    app.end().await;
}

#[actix_web::test]
async fn a_deleted_account_is_erased_after_30_days() {
    let app = App::new().await;
    stay_logged_in(&app).await;
    app
        .sql(
            "insert into favourite (account_id, lot_id) values (6, 1001);
             update house_order set note = 'Я коллекционер', conclusion = 'Анна рекомендует' where account_id = 6;
             insert into chat_message (catalog_id, account_id, name, text) values (10, 6, 'Доверенный', 'Здравствуйте');
             insert into login_attempt (key_hash, channel, target, code_hash) values
                 (sha256('a'), 2, 'trusted@test.example', sha256('b')), (sha256('c'), 2, 'new@test.example', sha256('d'));
             insert into consent (account_id, kind, version, given) values (6, 2, '1', now());",
        )
        .await;
    app.sql(TOLD_AND_ASKED).await;
    let chat = async || {
        app.post(VISITOR, "/api/chat/search", json!({"catalogId": 10}))
            .await
            .ok()
    };
    assert_eq!(chat().await["items"][0]["userName"], "Доверенный");
    app.delete(ADMIN, "/api/accounts/6").await.expect(204);
    assert_eq!(
        chat().await["items"][0]["userName"],
        "Удалённый пользователь"
    );
    app.state
        .clock
        .advance(Duration::days(30) + Duration::seconds(1));
    let now = app.state.clock.now();
    app.post(ADMIN, "/api/accounts/restore", json!({"id": 6}))
        .await
        .expect(404);
    retention::sweep(&app.pool, &app.state.pictures, now)
        .await
        .unwrap();
    let left: Vec<i64> = sqlx::query_scalar(
        "select count(*) from deleted_account union all select count(*) from favourite
         union all select count(*) from session where account_id = 6
         union all select count(*) from consent
         union all select count(*) from login_attempt where target = 'trusted@test.example'
         union all select count(*) from house_order where account_id = 6 and (note is not null or conclusion is not null)
         union all select count(*) from chat_message where name = 'Доверенный'
         union all select count(*) from notification where account_id = 6
         union all select count(*) from notification_setting where account_id = 6
         union all select count(*) from lot_subscription where account_id = 6
         union all select count(*) from catalog_subscription where account_id = 6
         union all select count(*) from artist_subscription where account_id = 6
         union all select count(*) from saved_search where account_id = 6
         union all select count(*) from lot_view where visitor = 'account:6'
         union all select count(*) from letter where account_id = 6
         union all select count(*) from price_query where account_id = 6 and (message <> '—' or answer is not null)",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(left, [0; 16]);
    // Other people's rows are untouched.
    let others: Vec<i64> = sqlx::query_scalar(
        "select count(*) from notification where account_id = 7 union all
         select count(*) from notification_setting where account_id = 7 union all
         select count(*) from lot_subscription where account_id = 7 union all
         select count(*) from catalog_subscription where account_id = 7 union all
         select count(*) from artist_subscription where account_id = 7 union all
         select count(*) from saved_search where account_id = 7 union all
         select count(*) from lot_view where visitor = 'account:7' union all
         select count(*) from letter where account_id = 7 union all
         select count(*) from price_query where account_id = 7 and message = 'Сколько стоит ваза?'",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(others, [1; 9]);
    let others = text(&app, "select string_agg(target, ',') from login_attempt").await;
    assert_eq!(others.as_deref(), Some("new@test.example"));
    assert_eq!(app.journalled(6).await, [103, 105]);
    // The contacts are free.
    let other = json!({"number": "+79000000006", "displayName": "Другой"});
    app.post(ADMIN, "/api/accounts/create/raw", other)
        .await
        .expect(200);
    // A second run has nothing to do.
    retention::sweep(&app.pool, &app.state.pictures, now)
        .await
        .unwrap();
    app.end().await;
}

#[actix_web::test]
async fn the_last_owner_and_the_last_admin_cannot_be_deleted() {
    let app = App::new().await;
    let owner = app.delete(OWNER, "/api/accounts/2").await;
    assert_eq!(owner.status, 409);
    assert_eq!(
        owner.json()["detail"],
        "Это единственный владелец «Первый дом»: сначала назначьте другого"
    );
    let admin = app.delete(ADMIN, "/api/accounts/1").await;
    assert_eq!(
        admin.json()["detail"],
        "Нельзя удалить последнего администратора"
    );
    app.sql(
        "insert into house_staff (house_id, account_id, role) values (1, 10, 1);
             update account set roles = 4096 where id = 12",
    )
    .await;
    app.state.access.account_changed(12);
    app.delete(OWNER, "/api/accounts/2").await.expect(204);
    app.delete(ADMIN, "/api/accounts/1").await.expect(204);
    let rights = text(
        &app,
        "select (select count(*) from house_staff where account_id in (1, 2))::text || (select roles from account where id = 1)::text",
    )
    .await;
    assert_eq!(rights.as_deref(), Some("00"));
    app.end().await;
}

#[actix_web::test]
async fn a_deleted_account_cannot_log_in() {
    let app = App::empty().await;
    let (token, user) = app.login("a@demo.example").await;
    app.delete(&token, &format!("/api/accounts/{}", user["id"]))
        .await
        .done();
    app.clock.advance(time::Duration::seconds(60));
    let key = app
        .post(
            VISITOR,
            "/api/auth/email",
            json!({"email": "a@demo.example"}),
        )
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code("a@demo.example").await;
    let body = json!({"sessionKey": key, "code": code, "email": "a@demo.example"});
    let refused = app.post(VISITOR, "/api/auth/email/signin", body).await;
    refused.expect_problem(403, "account_deleted");
    let accounts: i64 = sqlx::query_scalar("select count(*) from account")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(accounts, 1);
    app.end().await;
}
