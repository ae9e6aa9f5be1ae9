//! Personal data is deleted in time.

use people::retention;
use serde_json::json;
use time::Duration;

use crate::support::*;

#[actix_web::test]
async fn addresses_and_attempts_are_forgotten_after_90_days() {
    let app = App::empty().await;
    let (token, _) = app.login("a@demo.example").await;
    app.post(
        &token,
        "/api/consents",
        json!({"kind": 2, "version": "1", "given": true}),
    )
    .await
    .done();
    app.post(
        VISITOR,
        "/api/auth/email",
        json!({"email": "b@demo.example"}),
    )
    .await
    .ok();
    app.sql(
        "insert into login_failure (address) values ('203.0.113.1');
         insert into house (id, name_ru) values (1, 'Дом');
         insert into catalog (id, house_id, title, catalog_type) values (1, 1, 'Торги', 0);
         insert into room_command (catalog_id, seq, id, at, account_id, address, command, events, outcome) values
            (1, 1, gen_random_uuid(), now(), 1, '127.0.0.1', '\"start\"', '[]', 'accepted'),
            (1, 2, gen_random_uuid(), now() + interval '1 day', 1, '127.0.0.1', '\"start\"', '[]', 'accepted')",
    )
    .await;
    app.post(&token, "/api/house/orders/send", json!({"houseId": 1}))
        .await
        .expect(200);
    let kept = async || -> Vec<i64> {
        sqlx::query_scalar(
            "select count(*) from session where address is not null
             union all select count(*) from consent where address is not null
             union all select count(*) from journal_record where address is not null
             union all select count(*) from login_attempt
             union all select count(*) from room_command where address is not null",
        )
        .fetch_all(&app.pool)
        .await
        .unwrap()
    };
    let sweep = async |after: Duration| {
        let at = app.clock.now() + after;
        retention::sweep(&app.pool, &app.state.pictures, at)
            .await
            .unwrap();
    };
    sweep(Duration::days(90) - Duration::minutes(5)).await;
    assert_eq!(kept().await, [1, 1, 3, 2, 2]);
    let failures: i64 = sqlx::query_scalar("select count(*) from login_failure")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(failures, 0);
    sweep(Duration::days(90) + Duration::minutes(5)).await;
    assert_eq!(kept().await, [0, 0, 0, 0, 1]);
    sweep(Duration::days(92)).await;
    assert_eq!(kept().await, [0, 0, 0, 0, 0]);
    // A login's address and browser are kept until the login is long over.
    let programs = async || -> i64 {
        sqlx::query_scalar("select count(*) from session where user_agent is not null")
            .fetch_one(&app.pool)
            .await
            .unwrap()
    };
    app.sql("update session set user_agent = 'Firefox'").await;
    sweep(Duration::days(400)).await;
    assert_eq!(programs().await, 1);
    sweep(Duration::days(365 + 91)).await;
    assert_eq!(programs().await, 0);
    // The rows they belonged to stay.
    let rows: i64 = sqlx::query_scalar("select (select count(*) from session) + (select count(*) from consent) + (select count(*) from room_command)")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(rows, 4);
    app.end().await;
}

#[actix_web::test]
async fn old_notifications_are_deleted() {
    let app = App::empty().await;
    app.login("a@demo.example").await;
    // Whether it is read, its age in days, whether its letter waits for the end of a sale.
    app.sql(
        "insert into notification (event_key, account_id, kind, subject_kind, subject, text, created, read, awaits_completion)
         select name, account, 'outbid', 0, 'Тема', 'Текст', now() - make_interval(days => age), read, waits from (values
            ('read-179', 1, 179, now(), false), ('read-181', 1, 181, now(), false), ('unread-181', 1, 181, null, false),
            ('unread-364', 1, 364, null, false), ('unread-366', 1, 366, null, false), ('waits', 1, 366, now(), true),
            ('all-364', null, 364, null, false), ('all-366', null, 366, null, false)
         ) n (name, account, age, read, waits)",
    )
    .await;
    let kept = async || -> Vec<String> {
        sqlx::query_scalar("select event_key from notification order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap()
    };
    let sweep = async || {
        retention::sweep(&app.pool, &app.state.pictures, app.clock.now())
            .await
            .unwrap();
    };
    sweep().await;
    assert_eq!(
        kept().await,
        ["read-179", "unread-181", "unread-364", "waits", "all-364"]
    );
    app.clock.advance(Duration::days(2));
    sweep().await;
    assert_eq!(kept().await, ["unread-181", "waits"]);
    app.end().await;
}
