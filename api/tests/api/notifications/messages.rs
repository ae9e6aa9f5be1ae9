//! Messages to everyone, and an account's own list.

use serde_json::{Value, json};

use super::{count, letters, listen, tell, told};
use crate::support::*;

#[actix_web::test]
async fn messages_to_everyone_are_published_and_withdrawn() {
    let app = App::new().await;
    let mut listeners = [listen(&app, ACCEPTED).await, listen(&app, TRUSTED).await];
    let body = json!({"subject": " Работы ", "text": "Ночью сайт будет недоступен"});
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.post(who, "/api/notifications/system", body.clone())
            .await
            .expect(status);
    }
    for (field, most) in [("subject", 300), ("text", 4000)] {
        for (value, message) in [
            (" ".to_owned(), "Обязательное поле".to_owned()),
            ("а".repeat(most + 1), format!("Не более {most} символов")),
        ] {
            let mut wrong = body.clone();
            wrong[field] = json!(value);
            assert_eq!(
                app.post(ADMIN, "/api/notifications/system", wrong)
                    .await
                    .refused_field(field),
                message
            );
        }
    }
    let first = app
        .post(ADMIN, "/api/notifications/system", body)
        .await
        .ok();
    assert_eq!(
        first,
        json!({
            "id": first["id"], "type": 0, "kind": "system", "subjectKind": 0, "houseId": null, "catalogId": null, "place": null,
            "lotId": null, "subject": "Работы", "text": "Ночью сайт будет недоступен", "created": first["created"],
            "isRead": true,
        })
    );
    tell(&app).await;
    for listener in &mut listeners {
        listener
            .until(r#"["Send","Работы","Ночью сайт будет недоступен"]"#)
            .await;
    }
    let second = json!({"subject": "Готово", "text": "Сайт снова работает"});
    let second = app
        .post(ADMIN, "/api/notifications/system", second)
        .await
        .ok();
    for who in [VISITOR, ACCEPTED] {
        let get = async |n: i64| {
            app.get(who, &format!("/api/notifications/system/messages/{n}"))
                .await
                .ok()
        };
        assert_eq!(get(1).await, json!([second]));
        assert_eq!(get(20).await, json!([second, first]));
        assert_eq!(get(-5).await, json!([second]));
    }
    assert_eq!(told(&app, ACCEPTED).await, []);
    let path = format!("/api/notifications/system/{}", second["id"]);
    app.delete(OWNER, &path).await.expect(403);
    app.delete(ADMIN, &path).await.expect(204);
    app.delete(ADMIN, &path).await.expect(404);
    assert_eq!(
        app.get(VISITOR, "/api/notifications/system/messages/9")
            .await
            .ok(),
        json!([first])
    );
    app.end().await;
}

#[actix_web::test]
async fn notifications_belong_to_their_account_and_can_be_marked_read() {
    let app = App::new().await;
    app
        .sql(
            "insert into notification (event_key, account_id, kind, subject_kind, subject, text, created)
             select 'e' || n, 6 + n % 2 * 2, 'outbid', 4, 'Тема', 'Текст ' || n, now() from generate_series(1, 50) n",
        )
        .await;
    let all = "/api/notifications/my/messages/all";
    app.get(VISITOR, all).await.expect(401);
    let page = app
        .get(ACCEPTED, &format!("{all}?pageNumber=2&pageSize=10"))
        .await
        .ok();
    assert_eq!(
        (&page["totalCount"], &page["items"][0]["text"]),
        (&json!(25), &json!("Текст 29"))
    );
    let ids: Vec<i64> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_i64().unwrap())
        .collect();
    let read = async |who, body: Value| app.post(who, "/api/notifications/read", body).await;
    // Other people's messages stay as they are.
    assert_eq!(
        read(TRUSTED, json!({"ids": ids})).await.ok(),
        json!({"unread": 25})
    );
    assert_eq!(
        read(ACCEPTED, json!({"ids": ids})).await.ok(),
        json!({"unread": 15})
    );
    let unread = app
        .get(ACCEPTED, &format!("{all}?unreadOnly=true"))
        .await
        .ok();
    assert_eq!(unread["totalCount"], 15);
    assert!(
        unread["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|item| item["isRead"] == false)
    );
    assert_eq!(
        read(ACCEPTED, json!({"ids": []})).await.ok(),
        json!({"unread": 15})
    );
    let many: Vec<i64> = (0..1001).collect();
    assert_eq!(
        read(ACCEPTED, json!({"ids": many}))
            .await
            .refused_field("ids"),
        "Не более 1000 уведомлений"
    );
    assert_eq!(read(ACCEPTED, json!({})).await.ok(), json!({"unread": 0}));
    read(VISITOR, json!({})).await.expect(401);
    assert_eq!(
        count(&app, "select count(*) from notification where read is null").await,
        25
    );
    app.end().await;
}

#[actix_web::test]
async fn an_answer_is_notified_whole_even_if_archived_at_once() {
    let app = App::new().await;
    let ask =
        json!({"number": "+79000000010", "email": "new@test.example", "message": "Сколько стоит?"});
    let asked = app
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask)
        .await
        .ok();
    let long = format!("{}конец", "а".repeat(3995));
    let answer = json!({"id": asked["id"], "status": 1, "answer": long});
    app.post(MANAGER, "/api/queries", answer).await.ok();
    let path = format!("/api/queries/{}", asked["id"]);
    app.delete(MANAGER, &path).await.done();
    tell(&app).await;
    let told = told(&app, NEWCOMER).await;
    assert_eq!(told[0].0, "price_request_answered");
    assert_eq!(told[0].1.chars().count(), 4000);
    let sent = letters(&app).await;
    let answered =
        |(_, subject, _): &&(String, String, String)| subject == "Получен ответ на запрос цены";
    let (to, _, text) = sent.iter().find(answered).unwrap();
    assert_eq!(to, "new@test.example");
    assert_eq!(
        *text,
        format!("Лот 1 «Портрет купца», «Первый дом»: {long}")
    );
    app.end().await;
}

/// Notifications outlive what they name. An account that has some cannot be deleted.
#[actix_web::test]
async fn what_is_deleted_is_no_longer_named() {
    let app = App::new().await;
    app.sql(
        "insert into account (id, display_name) overriding system value values (9001, 'Анна');
         insert into house (id, name_ru) values (9001, 'Дом');
         insert into lot (id, house_id, title_ru, start_price) values (9001, 9001, 'Этюд', 100);
         insert into notification (event_key, account_id, kind, subject_kind, house_id, lot_id, subject, text, created)
         values ('test', 9001, 'new_lot', 2, 9001, 9001, 'Этюд', 'Новый лот', now());
         delete from lot where id = 9001;
         delete from house where id = 9001",
    )
    .await;
    let named = "select count(*) from notification where event_key = 'test' and house_id is null and lot_id is null";
    assert_eq!(count(&app, named).await, 1);
    let refused = sqlx::query("delete from account where id = 9001")
        .execute(&app.pool)
        .await
        .unwrap_err();
    assert_eq!(
        refused.as_database_error().unwrap().constraint(),
        Some("notification_account_id")
    );
    app.end().await;
}

#[actix_web::test]
async fn a_notification_leads_to_what_its_reader_may_see() {
    let app = App::new().await;
    let named = [
        ("outbid", Some(1_i64), Some(10_i64), Some(1001_i64)),
        ("lot_starting", Some(1), Some(10), Some(1001)),
        ("lot_starting", Some(1), Some(12), Some(1201)),
        ("catalog_starting", Some(1), Some(10), None),
        ("order_cancelled", Some(1), Some(10), Some(1002)),
        ("price_request_received", Some(1), Some(13), Some(1301)),
        ("registration_accepted", Some(1), None, None),
        ("staff_invited", Some(1), None, None),
        ("new_device", None, None, None),
        ("outbid", None, None, None),
    ];
    for (kind, house, catalog, lot) in named {
        sqlx::query(
            "insert into notification (event_key, account_id, kind, subject_kind, subject, text, created, house_id, catalog_id, lot_id)
             select gen_random_uuid(), account, $1, 4, 'Тема', 'Текст', now(), $2, $3, $4 from unnest(array[8, 3]) account",
        )
        .bind(kind)
        .bind(house)
        .bind(catalog)
        .bind(lot)
        .execute(&app.pool)
        .await
        .unwrap();
    }
    app.post(MANAGER, "/api/lots/1002/hide", json!({}))
        .await
        .ok();
    app.index().await;
    let places = async |who| -> Vec<String> {
        let page = app
            .get(who, "/api/notifications/my/messages/all")
            .await
            .ok();
        let items = page["items"].as_array().unwrap().iter().rev();
        items
            .map(|item| item["place"]["path"].as_str().unwrap_or("").to_owned())
            .collect()
    };
    let (lot, sale) = ("/lot/1001", "/auction/10");
    let of_others = [
        "/lot/1301",
        "/auction-house/1",
        "/account/profile",
        "/account/profile",
        "",
    ];
    let before = [lot, lot, "/lot/1201", sale, sale];
    assert_eq!(places(ACCEPTED).await, [before, of_others].concat());
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let in_room = [lot, sale, "/lot/1201", sale, sale];
    assert_eq!(places(ACCEPTED).await, [in_room, of_others].concat());
    let of_staff = places(MANAGER).await;
    assert_eq!(
        (of_staff[4].as_str(), of_staff[5].as_str()),
        ("/lot/1002", "/house-account/1/queries")
    );
    app.end().await;
}
