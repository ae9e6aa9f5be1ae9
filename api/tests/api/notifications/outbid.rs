//! Each event notifies once, despite restarts, races and bad rows.

use serde_json::json;
use time::Duration;

use super::{count, listen, notifier, outbid, tell, told};
use crate::support::*;

#[actix_web::test]
async fn an_outbid_account_is_notified_once_despite_restarts() {
    let app = App::new().await;
    outbid(&app).await;
    let mut listener = listen(&app, ACCEPTED).await;
    // The worker dies before its commit: nothing is stored, nothing is lost.
    let mut tx = app.pool.begin().await.unwrap();
    sqlx::query("delete from outbox where topic = 'notify'")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(count(&app, "select count(*) from notification").await, 0);
    // The outbox has the same event twice, as after an in-doubt commit.
    app
        .sql("insert into outbox (topic, key, payload) select topic, key, payload from outbox where topic = 'notify'")
        .await;
    // The notification is stored, and the worker dies before pushing it. The outbox also has the start of the sale,
    // which notifies nobody: four rows of a commit, each counted as ten.
    assert_eq!(notifier(&app).store().await.unwrap(), 40);
    assert_eq!(notifier(&app).store().await.unwrap(), 0);
    assert_eq!(waiting_for_sockets(&app).await, 1);
    let page = app
        .get(ACCEPTED, "/api/notifications/my/messages/all")
        .await
        .ok();
    let item = &page["items"][0];
    assert_eq!(
        item,
        &json!({
            "id": item["id"], "type": 1, "kind": "outbid", "subjectKind": 4, "houseId": 1, "catalogId": 12, "lotId": 1201,
            "subject": "Ваша ставка перебита",
            "text": "Лот 1 «Натюрморт с самоваром»: текущая ставка 2\u{a0}200\u{a0}₽",
            "place": {"path": "/lot/1201", "label": "Открыть лот"},
            "created": item["created"], "isRead": false,
        })
    );
    assert_eq!(page["totalCount"], 1);
    // The next worker pushes it, and the one after that has nothing to do.
    assert!(!notifier(&app).push().await.unwrap());
    tell(&app).await;
    // A late copy of the event is recognised by its key.
    app
        .sql(
            "insert into outbox (topic, key, payload)
             select 'notify', event_key, jsonb_build_object('kind', 'outbid', 'at', now(), 'accountId', 8, 'catalogId', 12, 'lotId', 1201,
                 'value', 2200) from notification",
        )
        .await;
    tell(&app).await;
    app.state.hub.notify_user(8, "конец", "");
    let heard = listener.until("конец").await;
    assert_eq!(heard.matches("Ваша ставка перебита").count(), 1, "{heard}");
    assert_eq!(told(&app, ACCEPTED).await.len(), 1);
    assert_eq!(told(&app, TRUSTED).await, []);
    app.end().await;
}

async fn waiting_for_sockets(app: &App) -> i64 {
    count(
        app,
        "select count(*) from outbox_job where topic = 'sockets'",
    )
    .await
}

#[actix_web::test]
async fn concurrent_workers_notify_of_each_event_once() {
    let app = App::new().await;
    // Three hundred events, each three times, in three orders.
    for order in ["n", "-n", "n * 7919 % 300"] {
        sqlx::query(sqlx::AssertSqlSafe(format!(
            "insert into outbox (topic, key, payload)
             select 'notify', 'absentee_overtaken:12:' || n || ':1201:8', jsonb_build_object('kind', 'absentee_overtaken',
                 'at', now(), 'accountId', 8, 'catalogId', 12, 'lotId', 1201, 'value', n * 10)
             from generate_series(1, 300) n order by {order}"
        )))
        .execute(&app.pool)
        .await
        .unwrap();
    }
    let mut listener = listen(&app, ACCEPTED).await;
    let work = || async {
        let notifier = notifier(&app);
        while notifier.deliver().await.unwrap() {}
    };
    tokio::join!(work(), work(), work());
    tell(&app).await;
    assert_eq!(count(&app, "select count(*) from notification").await, 300);
    assert_eq!(waiting_for_sockets(&app).await, 0);
    assert_eq!(
        count(&app, "select count(*) from outbox where topic = 'notify'").await,
        0
    );
    app.state.hub.notify_user(8, "конец", "");
    // Three hundred are not pushed one by one. How they split into pushes depends on the workers' races: a push of
    // eleven says «Ещё 1 новое уведомление».
    let heard = listener.until("конец").await;
    let shown = heard.matches("Ваша заочная ставка перекрыта").count();
    assert!((1..=60).contains(&shown), "{heard}");
    let counted: usize = heard
        .split("Ещё ")
        .skip(1)
        .map(|rest| rest.split(' ').next().unwrap().parse::<usize>().unwrap())
        .sum();
    assert_eq!(shown + counted, 300, "{heard}");
    // One letter per lot within the pause.
    assert_eq!(
        count(&app, "select count(*) from notification where mailed").await,
        1
    );
    app.end().await;
}

#[actix_web::test]
async fn of_several_higher_bets_at_once_a_bidder_hears_the_last() {
    let app = App::new().await;
    app
        .sql(
            "insert into outbox (topic, key, payload)
             select 'notify', 'outbid:12:' || n || ':1201:8', jsonb_build_object('kind', 'outbid', 'at', now(), 'accountId', 8,
                 'catalogId', 12, 'lotId', 1201, 'value', n * 1000) from generate_series(3, 9) n",
        )
        .await;
    tell(&app).await;
    let page = app
        .get(ACCEPTED, "/api/notifications/my/messages/all")
        .await
        .ok();
    assert_eq!(page["totalCount"], 1, "{page}");
    assert_eq!(
        page["items"][0]["text"],
        "Лот 1 «Натюрморт с самоваром»: текущая ставка 9\u{a0}000\u{a0}₽"
    );
    assert_eq!(
        count(&app, "select count(*) from notification where mailed").await,
        1
    );
    app.end().await;
}

#[actix_web::test]
async fn notifications_of_one_batch_have_the_order_of_their_events() {
    let app = App::new().await;
    // Their keys sort the other way.
    app
        .sql(
            "insert into outbox (topic, key, payload) values
                 ('notify', 'outbid:12:1201:8', '{\"kind\": \"outbid\", \"at\": \"2026-11-21T10:05:00Z\", \"accountId\": 8, \"catalogId\": 12, \"lotId\": 1201, \"value\": 3000}'),
                 ('notify', 'lot_won:12:1201:8', '{\"kind\": \"lot_won\", \"at\": \"2026-11-21T10:05:00Z\", \"accountId\": 8, \"catalogId\": 12, \"lotId\": 1201}')",
        )
        .await;
    let mut listener = listen(&app, ACCEPTED).await;
    tell(&app).await;
    let page = app
        .get(ACCEPTED, "/api/notifications/my/messages/all")
        .await
        .ok();
    assert_eq!(
        (&page["items"][0]["kind"], &page["items"][1]["kind"]),
        (&json!("lot_won"), &json!("outbid")),
        "the latest first"
    );
    app.state.hub.notify_user(8, "конец", "");
    let heard = listener.until("конец").await;
    assert!(
        heard.find("Ваша ставка перебита") < heard.find("Вы выиграли лот"),
        "{heard}"
    );
    app.end().await;
}

#[actix_web::test]
async fn old_notifications_are_not_pushed() {
    let app = App::new().await;
    outbid(&app).await;
    notifier(&app).store().await.unwrap();
    let mut listener = listen(&app, ACCEPTED).await;
    app.state.clock.advance(Duration::minutes(11));
    tell(&app).await;
    app.state.hub.notify_user(8, "конец", "");
    let heard = listener.until("конец").await;
    assert!(!heard.contains("перебита"), "{heard}");
    assert_eq!(told(&app, ACCEPTED).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn an_unreadable_event_holds_nothing_up() {
    let app = App::new().await;
    app
        .sql(
            "insert into outbox (topic, key, payload) values
                 ('notify', 'a', '{\"kind\": \"nonsense\"}'),
                 ('notify', 'b', '{\"kind\": \"outbid\", \"at\": \"2026-11-21T10:05:00Z\", \"accountId\": 8, \"catalogId\": 999, \"lotId\": 1}'),
                 ('notify', 'c', '{\"kind\": \"outbid\", \"at\": \"2026-11-21T10:05:00Z\", \"accountId\": 999, \"catalogId\": 12, \"lotId\": 1201, \"value\": 10}'),
                 ('notify', 'd', '{\"kind\": \"price_request_answered\", \"accountId\": 8, \"queryId\": 999}'),
                 ('notify', 'e', '{\"kind\": \"start_missed\", \"why\": \"end_passed\", \"at\": \"2026-11-21T10:05:00Z\", \"catalogId\": 12}')",
        )
        .await;
    tell(&app).await;
    assert_eq!(
        count(&app, "select count(*) from outbox where topic = 'notify'").await,
        0
    );
    // To the staff: manager, owner, the catalog's auctioneer.
    for who in [MANAGER, OWNER, AUCTIONEER] {
        let text = "«Параллельные торги»: дата окончания уже прошла".to_owned();
        assert_eq!(told(&app, who).await, [("start_missed".to_owned(), text)]);
    }
    assert_eq!(count(&app, "select count(*) from notification").await, 3);
    app.end().await;
}

#[actix_web::test]
async fn an_event_that_cannot_be_stored_holds_nothing_up() {
    let app = App::new().await;
    // Its key is too long for the index. The event after it is still handled.
    app
        .sql(
            "insert into outbox (topic, key, payload)
             select 'notify', string_agg(md5(n::text), ''),
                 '{\"kind\": \"start_missed\", \"why\": \"end_passed\", \"at\": \"2026-11-21T10:05:00Z\", \"catalogId\": 12}'
             from generate_series(1, 500) n;
             insert into outbox (topic, key, payload) values
                 ('notify', 'e', '{\"kind\": \"start_missed\", \"why\": \"end_passed\", \"at\": \"2026-11-21T10:05:00Z\", \"catalogId\": 12}')",
        )
        .await;
    tell(&app).await;
    assert_eq!(told(&app, MANAGER).await.len(), 1);
    assert_eq!(
        count(
            &app,
            "select count(*) from outbox where attempts = 1 and not_before > now()"
        )
        .await,
        1
    );
    app.end().await;
}

/// A notice that cannot be stored does not make those of its row later than what came after them.
#[actix_web::test]
async fn notices_of_a_split_row_keep_their_place() {
    let app = App::new().await;
    let outbid = |key: &str, value: i64| json!({"key": key, "payload": {"kind": "outbid", "at": "2026-11-21T10:05:00Z", "accountId": 8, "catalogId": 12, "lotId": 1201, "value": value}});
    let mut endless = json!({"payload": {"kind": "start_missed", "why": "end_passed", "at": "2026-11-21T10:05:00Z", "catalogId": 12}});
    endless["key"] = json!((0..20_000).map(|n| format!("{n:x}")).collect::<String>());
    for jobs in [
        json!([outbid("a", 100), endless]),
        json!([outbid("b", 200)]),
    ] {
        sqlx::query("insert into outbox (topic, payload) values ('notify', $1)")
            .bind(jobs)
            .execute(&app.pool)
            .await
            .unwrap();
    }
    tell(&app).await;
    let told = told(&app, ACCEPTED).await;
    assert!(told[0].1.contains("200"), "{told:?}");
    assert_eq!(
        count(&app, "select count(*) from outbox where attempts = 1").await,
        1
    );
    app.end().await;
}
