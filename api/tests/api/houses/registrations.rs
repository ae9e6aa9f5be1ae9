//! Registrations with a house, and the untrusted list.

use serde_json::{Value, json};

use crate::support::*;

/// House 1 with its owner, manager and newsmaker, and house 2 with a manager.
async fn people_of_two_houses(app: &App) -> Vec<(String, i64)> {
    let mut people = Vec::new();
    for name in [
        "owner",
        "manager",
        "newsmaker",
        "foreign",
        "admin",
        "bidder",
    ] {
        let (token, user) = app.login(&format!("{name}@demo.example")).await;
        people.push((token, user["id"].as_i64().unwrap()));
    }
    app.sql(
        "insert into house (id, name_ru, is_gallery, gallery_type) values (1, 'Дом', false, null), (2, 'Галерея', true, 1);
         insert into house_staff (house_id, account_id, role) values (1, 1, 1), (1, 2, 0), (1, 3, 2), (2, 4, 0);
         update account set roles = 4096 where id = 5",
    )
    .await;
    for (who, field, value) in [
        (OWNER, "ownerOfHouseIds", json!([1])),
        (MANAGER, "managerOfHouseIds", json!([1])),
        (NEWSMAKER, "newsmakerOfHouseIds", json!([1])),
        (FOREIGN, "managerOfHouseIds", json!([2])),
        (ADMIN, "isAdmin", json!(true)),
    ] {
        app.knows(&people[who].0, field, value).await;
    }
    people
}

const OWNER: usize = 0;

const MANAGER: usize = 1;

const NEWSMAKER: usize = 2;

const FOREIGN: usize = 3;

const ADMIN: usize = 4;

const BIDDER: usize = 5;

#[actix_web::test]
async fn a_registration_is_sent_decided_and_revoked() {
    let app = App::empty().await;
    let people = people_of_two_houses(&app).await;
    let token = |who: usize| Some(people[who].0.as_str());
    let send = json!({"houseId": 1, "note": " Хочу участвовать "});
    let order = app
        .post(token(BIDDER), "/api/house/orders/send", send.clone())
        .await
        .ok();
    assert_eq!(
        (&order["status"], &order["note"], &order["phone"]),
        (&json!(0), &json!("Хочу участвовать"), &Value::Null)
    );
    app.post(token(BIDDER), "/api/house/orders/send", send.clone())
        .await
        .expect(409);
    assert_eq!(
        app.get(token(BIDDER), "/api/house/orders/my")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let listed = app
        .get(token(MANAGER), "/api/house/orders/?houseId=1&status=0")
        .await
        .ok();
    assert_eq!(listed["items"][0]["eMail"], "bidder@demo.example");
    let id = order["orderId"].as_i64().unwrap();
    let path = format!("/api/house/orders/{id}");
    // Accepted without trust.
    let accept = json!({"orderId": id, "conclusion": "Добро пожаловать", "status": 1});
    let accepted = app.post(token(OWNER), &path, accept).await.ok();
    assert_eq!(
        (&accepted["status"], &accepted["isTrusted"]),
        (&json!(1), &json!(false))
    );
    let me = app.post(token(BIDDER), "/api/whoami", json!({})).await.ok();
    assert_eq!(
        (&me["acceptedInHouseIds"], &me["trustedInHouseIds"]),
        (&json!([1]), &json!([]))
    );
    // With trust.
    let trusted = app
        .post(
            token(MANAGER),
            "/api/house/orders/accept-and-trust",
            json!({"orderId": id}),
        )
        .await
        .ok();
    assert_eq!(trusted["isTrusted"], true);
    assert_eq!(
        app.post(token(BIDDER), "/api/whoami", json!({})).await.ok()["trustedInHouseIds"],
        json!([1])
    );
    // An entry in the untrusted list revokes trust at once; removing the entry does not restore it.
    let untrust = json!({"houseId": 1, "email": "bidder@demo.example"});
    app.post(token(MANAGER), "/api/accounts/untrusted", untrust)
        .await
        .ok();
    assert_eq!(
        app.post(token(BIDDER), "/api/whoami", json!({})).await.ok()["trustedInHouseIds"],
        json!([])
    );
    let list = app
        .get(token(MANAGER), "/api/accounts/untrusted?houseId=1")
        .await
        .ok();
    assert_eq!(list[0]["userId"], people[BIDDER].1);
    let entry = format!("/api/accounts/untrusted/1/{}", people[BIDDER].1);
    app.delete(token(MANAGER), &entry).await.done();
    app.delete(token(MANAGER), &entry).await.expect(404);
    assert_eq!(
        app.post(token(BIDDER), "/api/whoami", json!({})).await.ok()["trustedInHouseIds"],
        json!([])
    );
    // After a rejection the account is no longer accepted, and may ask again.
    app.post(
        token(ADMIN),
        "/api/house/orders/accept-and-trust",
        json!({"orderId": id}),
    )
    .await
    .ok();
    let reject = json!({"conclusion": null, "status": 2});
    assert_eq!(
        app.post(token(ADMIN), &path, reject).await.ok()["status"],
        2
    );
    let me = app.post(token(BIDDER), "/api/whoami", json!({})).await.ok();
    assert_eq!(
        (&me["acceptedInHouseIds"], &me["trustedInHouseIds"]),
        (&json!([]), &json!([]))
    );
    app.post(token(BIDDER), "/api/house/orders/send", send)
        .await
        .ok();
    // Only one registration of an account can be accepted.
    let twice = app
        .post(token(OWNER), &path, json!({"orderId": id, "status": 1}))
        .await;
    twice.expect_problem(409, "not_possible_in_this_state");
    app.end().await;
}

#[actix_web::test]
async fn each_role_has_its_rights_over_registrations() {
    let app = App::empty().await;
    let people = people_of_two_houses(&app).await;
    let order = app
        .post(
            &people[BIDDER].0,
            "/api/house/orders/send",
            json!({"houseId": 1}),
        )
        .await
        .ok();
    let id = order["orderId"].as_i64().unwrap();
    let everybody: [(Option<usize>, &str); 7] = [
        (None, "visitor"),
        (Some(BIDDER), "bidder"),
        (Some(NEWSMAKER), "newsmaker"),
        (Some(FOREIGN), "manager of another house"),
        (Some(MANAGER), "manager"),
        (Some(OWNER), "owner"),
        (Some(ADMIN), "admin"),
    ];
    let expected = [
        // list of the house, decide, accept and trust, untrusted list, send
        [401, 401, 401, 401, 401],
        [403, 404, 404, 403, 409],
        [403, 404, 404, 403, 403],
        [403, 404, 404, 403, 200],
        [200, 200, 200, 200, 403],
        [200, 200, 200, 200, 403],
        [200, 200, 200, 200, 403],
    ];
    for ((who, name), expected) in everybody.into_iter().zip(expected) {
        let token = who.map(|who| people[who].0.as_str());
        let decide = json!({"orderId": id, "status": 1});
        let got = [
            app.get(token, "/api/house/orders?houseId=1").await.status,
            app.post(token, &format!("/api/house/orders/{id}"), decide)
                .await
                .status,
            app.post(
                token,
                "/api/house/orders/accept-and-trust",
                json!({"orderId": id}),
            )
            .await
            .status,
            app.get(token, "/api/accounts/untrusted?houseId=1")
                .await
                .status,
            app.post(token, "/api/house/orders/send", json!({"houseId": 1}))
                .await
                .status,
        ];
        assert_eq!(got, expected, "{name}");
    }
    let path = format!("/api/house/orders/{id}");
    let token = Some(people[OWNER].0.as_str());
    for body in [
        json!({"orderId": id + 1, "status": 1}),
        json!({"status": 0}),
        json!({"orderId": id}),
    ] {
        app.post(token, &path, body)
            .await
            .expect_problem(422, "validation_failed");
    }
    app.end().await;
}

/// A house finds only people who asked to register with it.
#[actix_web::test]
async fn a_house_finds_only_people_who_asked_to_register() {
    let app = App::empty().await;
    let people = people_of_two_houses(&app).await;
    let untrust = async |who: usize, house: i64, email: &str| {
        let body = json!({"houseId": house, "email": email});
        app.post(&people[who].0, "/api/accounts/untrusted", body)
            .await
    };
    let nobody = untrust(MANAGER, 1, "nobody@demo.example").await;
    nobody.expect_problem(404, "not_found");
    // Admins act for the house, and find no more people.
    for who in [MANAGER, OWNER, ADMIN] {
        let known = untrust(who, 1, "bidder@demo.example").await;
        assert_eq!((known.status, known.text()), (404, nobody.text()));
    }
    let send = json!({"houseId": 1});
    app.post(&people[BIDDER].0, "/api/house/orders/send", send)
        .await
        .ok();
    // Another house still does not find them.
    let foreign = untrust(FOREIGN, 2, "bidder@demo.example").await;
    assert_eq!((foreign.status, foreign.text()), (404, nobody.text()));
    assert_eq!(
        untrust(MANAGER, 1, "bidder@demo.example").await.ok()["userId"],
        people[BIDDER].1
    );
    app.end().await;
}

#[actix_web::test]
async fn losing_trust_cancels_orders_and_keeps_bets() {
    let app = App::empty().await;
    let people = people_of_two_houses(&app).await;
    app.sql(
        "insert into house_order (house_id, account_id, status) values (1, 6, 1);
         insert into house_trust (house_id, account_id, trusted) values (1, 6, true);
         insert into catalog (id, house_id, title, catalog_type, start_date) values (1, 1, 'Торги', 0, now() + '1 hour');
         insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
            values (1, 1, 1, 1, 'Ваза', 100), (2, 1, 1, 2, 'Чаша', 100)",
    )
    .await;
    let mut connection = app.pool.acquire().await.unwrap();
    let (scheduled, caps) = (domain::CatalogState::Scheduled, domain::Caps::default());
    room_server::setup::create_room(&mut connection, 1, scheduled, caps, &Default::default())
        .await
        .unwrap();
    drop(connection);
    let bidder = Some(people[BIDDER].0.as_str());
    let order = json!({"catalogId": 1, "lotId": 1, "value": 500});
    app.post(bidder, "/api/trade/bet/absentee", order.clone())
        .await
        .ok();
    let bet = json!({"catalogId": 1, "lotId": 2, "betValue": 100});
    assert_eq!(
        app.post(bidder, "/api/trade/bet", bet).await.ok()["code"],
        0
    );
    let orders = async || {
        app.get(bidder, "/api/trade/bet/absentee/")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(orders().await, 1);
    let untrust = json!({"houseId": 1, "email": "bidder@demo.example"});
    app.post(&people[MANAGER].0, "/api/accounts/untrusted", untrust)
        .await
        .ok();
    assert_eq!(orders().await, 0);
    app.post(bidder, "/api/trade/bet/absentee", order)
        .await
        .expect(403);
    assert_eq!(
        app.get(VISITOR, "/api/trade/bet/lot/2/history").await.ok()["totalCount"],
        1
    );
    app.end().await;
}

#[actix_web::test]
async fn the_house_sees_what_an_applicant_has_done_there() {
    let app = App::new().await;
    app.sql(
        "insert into bet (id, catalog_id, lot_id, account_id, value, at, revoked) values
            ((15::bigint << 24) + 1, 15, 1501, 6, 100, '2026-01-10', null),
            ((15::bigint << 24) + 2, 15, 1501, 6, 120, '2026-01-10', now()),
            ((15::bigint << 24) + 3, 15, 1501, 6, 150, '2026-01-11', null),
            ((12::bigint << 24) + 1, 12, 1201, 6, 2000, '2026-01-12', null),
            ((20::bigint << 24) + 1, 20, 2001, 6, 100, '2026-01-12', null),
            ((20::bigint << 24) + 2, 20, 2001, 8, 200, '2026-01-12', null);
         update lot_trade set state = 2, leading_bet_id = (15::bigint << 24) + 3 where lot_id = 1501;
         update lot_trade set leading_bet_id = (12::bigint << 24) + 1 where lot_id = 1201;
         insert into house_order (house_id, account_id, status) values (1, 6, 2), (2, 6, 2)",
    )
    .await;
    let path = "/api/house/orders/1/history";
    let history = app.get(crate::support::MANAGER, path).await.ok();
    assert_eq!(
        history,
        json!({"sales": 2, "bets": 3, "won": 1, "paid": 0, "rejections": 1, "purchases": [
            {"lotId": 1501, "titleRu": "Проданный этюд", "value": 150, "currency": 0,
                "at": "2026-01-11T00:00:00.000Z", "isPaid": false},
        ]})
    );
    app.sql("update lot_trade set state = 8 where lot_id = 1501")
        .await;
    let paid = app.get(crate::support::OWNER, path).await.ok();
    assert_eq!(
        (&paid["paid"], &paid["purchases"][0]["isPaid"]),
        (&json!(1), &json!(true))
    );
    // The list has the same in short. It counts only the rejections of other requests.
    let list = app
        .get(crate::support::MANAGER, "/api/house/orders?houseId=1")
        .await;
    let list = list.ok();
    let records = |account: i64| {
        let orders = list["items"].as_array().unwrap().iter();
        orders
            .filter(|order| order["userId"] == account)
            .map(|order| order["record"].clone())
            .collect::<Vec<_>>()
    };
    let record =
        |paid, rejections, is_new| json!({"paid": paid, "rejections": rejections, "isNew": is_new});
    assert_eq!(records(6), [record(1, 0, false), record(1, 1, false)]);
    // Bets in another house do not count.
    assert_eq!(records(8), [record(0, 0, true)]);
    let own = app.get(TRUSTED, "/api/house/orders/my").await.ok();
    assert!(
        own.as_array()
            .unwrap()
            .iter()
            .all(|order| order["record"].is_null())
    );
    // Another house's request does not exist, and nobody reads their own.
    app.get(STRANGER, path).await.expect(404);
    app.get(TRUSTED, path).await.expect(404);
    app.get(VISITOR, path).await.expect(401);
}
