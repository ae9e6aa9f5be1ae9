//! Followed artists and lots.

use outbox::Notice;
use serde_json::json;

use super::{count, leave, tell, told};
use crate::support::*;

#[actix_web::test]
async fn followers_of_an_artist_are_notified_once_a_lot_is_public() {
    let app = App::new().await;
    let subscribe = async |who, author: i64| {
        let body = json!({"authorId": author, "durationDays": 30});
        app.post(who, "/api/subscription", body).await.ok();
    };
    subscribe(NEWCOMER, 1).await;
    // A follower of two of its authors is notified once.
    subscribe(NEWCOMER, 2).await;
    subscribe(STRANGER, 2).await;
    app.sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price) values
                 (1770, 1, 17, 2, 'Бриг', 100), (1601001, 1, 16, 13, 'Бухта', 100);
             insert into lot_author (lot_id, author_id) values (1770, 1), (1770, 2), (1601001, 1);
             insert into outbox (topic, key) values ('lot', '1770'), ('lot', '1601001')",
    )
    .await;
    let listed = |lot: &str| {
        let text = format!("Айвазовский Иван Константинович: {lot}");
        ("lot_listed".to_owned(), text)
    };
    app.index().await;
    tell(&app).await;
    // Catalog 17 is hidden.
    assert_eq!(told(&app, NEWCOMER).await, [listed("Лот 13 «Бухта»")]);
    assert_eq!(told(&app, STRANGER).await, []);
    // A second notice of the same lot is the same event, and a notice of a hidden lot notifies nobody.
    for lot_id in [1_601_001, 1_770, 999] {
        leave(&app, Notice::LotListed { lot_id }).await;
    }
    tell(&app).await;
    assert_eq!(told(&app, NEWCOMER).await.len(), 1);

    let show = "update catalog set hidden = false where id = 17; insert into outbox (topic, key) values ('catalog', '17')";
    let hide = "update catalog set hidden = true where id = 17; insert into outbox (topic, key) values ('catalog', '17')";
    for sql in [show, hide, show] {
        app.sql(sql).await;
        app.index().await;
        tell(&app).await;
    }
    let both = "Айвазовский Иван Константинович, Неизвестный мастер: Лот 2 «Бриг»".to_owned();
    assert_eq!(
        told(&app, NEWCOMER).await,
        [
            ("lot_listed".to_owned(), both.clone()),
            listed("Лот 13 «Бухта»")
        ]
    );
    assert_eq!(
        told(&app, STRANGER).await,
        [("lot_listed".to_owned(), both)]
    );
    // A new subscriber hears only of new lots, even when old ones are announced again.
    subscribe(ACCEPTED, 1).await;
    for lot_id in [1_770, 1001] {
        leave(&app, Notice::LotListed { lot_id }).await;
    }
    tell(&app).await;
    assert_eq!(told(&app, ACCEPTED).await, []);
    assert_eq!(
        count(
            &app,
            "select count(*) from lot_first_seen where lot_id in (1770, 1601001)"
        )
        .await,
        2
    );
    app.end().await;
}

#[actix_web::test]
async fn an_expired_subscription_notifies_nobody() {
    let app = App::new().await;
    app.sql(
        "insert into artist_subscription (account_id, author_id, created, expires) values
                 (10, 1, now() - interval '60 days', now() - interval '30 days'),
                 (11, 1, now() + interval '1 hour', now() + interval '30 days'),
                 (8, 1, now() - interval '1 hour', now() + interval '30 days');
             insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
                 values (1601001, 1, 16, 13, 'Бухта', 100);
             insert into lot_author (lot_id, author_id) values (1601001, 1);
             insert into outbox (topic, key) values ('lot', '1601001')",
    )
    .await;
    app.index().await;
    tell(&app).await;
    // Expired, started later, and in force.
    assert_eq!(told(&app, NEWCOMER).await, []);
    assert_eq!(told(&app, STRANGER).await, []);
    assert_eq!(told(&app, ACCEPTED).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn followed_lots_are_marked_and_listed() {
    let app = App::new().await;
    for lot in [1001, 1002, 1001] {
        let made = app
            .post(NEWCOMER, "/api/notifications/", json!({"lotId": lot}))
            .await
            .ok();
        assert_eq!(made["isSubscribed"], true);
    }
    app.post(NEWCOMER, "/api/notifications", json!({"lotId": 1004}))
        .await
        .expect(404);
    app.post(VISITOR, "/api/notifications", json!({"lotId": 1001}))
        .await
        .expect(401);
    let lots = async |who| {
        let page = app.get(who, "/api/notifications").await.ok();
        let ids = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|lot| lot["id"].as_i64().unwrap());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(lots(NEWCOMER).await, [1002, 1001]);
    assert_eq!(lots(ACCEPTED).await, [0; 0]);
    let lot = app.get(NEWCOMER, "/api/lots/1001").await.ok();
    assert_eq!(
        (&lot["isSubscribed"], &lot["counters"]["subscriptions"]),
        (&json!(true), &json!(1))
    );
    let lot = app.get(VISITOR, "/api/lots/1001").await.ok();
    assert_eq!(
        (&lot["isSubscribed"], &lot["counters"]["subscriptions"]),
        (&json!(false), &json!(1))
    );
    // A hidden lot leaves the list.
    app.sql("update lot set hidden = true where id = 1002; insert into outbox (topic, key) values ('lot', '1002')").await;
    app.index().await;
    assert_eq!(lots(NEWCOMER).await, [1001]);
    for _ in 0..2 {
        app.delete(NEWCOMER, "/api/notifications/lot/1001")
            .await
            .expect(204);
    }
    assert_eq!(lots(NEWCOMER).await, [0; 0]);
    app.end().await;
}
