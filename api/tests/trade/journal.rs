//! Looking things up in the journal.

use serde_json::{Value, json};
use time::Duration;

use crate::world::*;

async fn search(world: &World, who: Who, body: Value) -> Vec<Value> {
    let page = world
        .post(who, "/api/dev/journal/?pageSize=100", body)
        .await
        .ok();
    page["items"].as_array().unwrap().clone()
}

fn events(items: &[Value]) -> Vec<i64> {
    items
        .iter()
        .map(|item| item["eventId"].as_i64().unwrap())
        .collect()
}

#[actix_web::test]
async fn changes_of_people_and_commands_of_rooms_are_one_list() {
    let world = World::new().await;
    let rename = json!({"displayName": "Екатерина Великая"});
    assert_eq!(
        world.put(ACCEPTED, "/api/accounts", rename).await.status,
        200
    );
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    // Refused, with a key that is remembered: nothing has changed.
    let bet = json!({"catalogId": 10, "lotId": 1001, "betValue": 1005}).to_string();
    let key = [("Idempotency-Key", "k")];
    let refused = world
        .send(
            reqwest::Method::POST,
            ACCEPTED2,
            "/api/trade/bet",
            &key,
            Some(bet),
        )
        .await;
    assert_eq!(refused.code(), 6);
    assert_eq!(world.order(TRUSTED, 10, 1003, 7770).await.code(), 0);
    assert_eq!(
        world
            .control(ADMIN, "/api/trade/classic/10/start")
            .await
            .code(),
        0
    );
    let all = search(&world, ADMIN, json!({})).await;
    assert_eq!(events(&all), [906, 902, 901, 102]);
    let bet = &all[2];
    assert_eq!(bet["eventName"], "Ставка");
    assert_eq!(
        (&bet["accountId"], &bet["accountName"]),
        (&json!(8), &json!("Екатерина Великая"))
    );
    assert_eq!(
        (&bet["subjectId"], &bet["catalogId"]),
        (&json!(1001), &json!(10))
    );
    assert_eq!(bet["after"]["command"]["value"], 1000);
    assert!(
        bet["address"] == "127.0.0.1" && bet["requestId"].is_string(),
        "{bet}"
    );
    // The name itself is personal; that it changed is not.
    let renamed = &all[3];
    assert_eq!(
        (&renamed["subjectId"], &renamed["catalogId"]),
        (&json!(8), &Value::Null)
    );
    assert_eq!(
        (&renamed["before"], &renamed["after"]),
        (
            &json!({"displayName": "•••"}),
            &json!({"displayName": "•••"})
        )
    );
    // One event, one person.
    assert_eq!(
        events(&search(&world, ADMIN, json!({"eventId": 906})).await),
        [906]
    );
    assert_eq!(
        events(&search(&world, ADMIN, json!({"eventId": 901})).await),
        [901]
    );
    assert_eq!(
        events(&search(&world, ADMIN, json!({"eventId": 102})).await),
        [102]
    );
    assert_eq!(
        events(&search(&world, ADMIN, json!({"myRecordsOnly": true})).await),
        [906]
    );
    assert_eq!(
        search(&world, ADMIN, json!({"eventId": 908})).await.len(),
        0
    );
    // Page by page, the same list.
    let page = |number: i64| {
        let path = format!("/api/dev/journal?pageSize=3&pageNumber={number}");
        let world = &world;
        async move { world.post(ADMIN, &path, json!({})).await.ok() }
    };
    let (first, second) = (page(1).await, page(2).await);
    assert_eq!(
        (&first["totalCount"], &first["totalPages"]),
        (&json!(4), &json!(2))
    );
    let pages = [
        first["items"].as_array().unwrap().as_slice(),
        second["items"].as_array().unwrap(),
    ]
    .concat();
    assert_eq!(pages, all);
    world.end().await;
}

#[actix_web::test]
async fn developers_learn_no_secret() {
    let world = World::new().await;
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(world.order(TRUSTED, 10, 1003, 7770).await.code(), 0);
    let withdrawn = world
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/1003")
        .await;
    assert_eq!(withdrawn.status, 200, "{}", withdrawn.text);
    world
        .sql("insert into journal_record (at, account_id, event, subject_id, before, after) values
            (now(), 3, 402, 1002, '{\"reservePrice\": 5000, \"price\": {\"reserve\": 5000}}', '{\"reservePrice\": null}')")
        .await;
    let shown = search(&world, DEVELOPER, json!({})).await;
    assert_eq!(events(&shown), [402, 901]);
    let text = serde_json::to_string(&shown).unwrap();
    assert!(
        !text.contains("7770") && !text.contains("5000") && !text.contains("127.0.0.1"),
        "{text}"
    );
    assert!(
        shown
            .iter()
            .all(|item| item["accountName"].is_null() && item["address"].is_null())
    );
    for event in [902, 903, 904] {
        assert_eq!(
            search(&world, DEVELOPER, json!({"eventId": event}))
                .await
                .len(),
            0,
            "{event}"
        );
    }
    let admins = search(&world, ADMIN, json!({})).await;
    assert_eq!(events(&admins), [402, 903, 902, 901]);
    assert!(serde_json::to_string(&admins).unwrap().contains("7770"));
    world.end().await;
}

#[actix_web::test]
async fn a_window_of_time_is_looked_through() {
    let world = World::new().await;
    let rename = |name: &str| json!({"displayName": name});
    assert_eq!(
        world
            .put(ACCEPTED, "/api/accounts", rename("Первая"))
            .await
            .status,
        200
    );
    let then = world.state.clock.now();
    world.state.clock.advance(Duration::hours(20));
    assert_eq!(
        world
            .put(ACCEPTED, "/api/accounts", rename("Вторая"))
            .await
            .status,
        200
    );
    assert_eq!(search(&world, ADMIN, json!({})).await.len(), 2);
    let stamp =
        |at: time::OffsetDateTime| serde_json::to_value(contract::dto::Timestamp(at)).unwrap();
    let until = json!({"endDate": stamp(then + Duration::hours(1))});
    assert_eq!(search(&world, ADMIN, until).await.len(), 1);
    let since = json!({"startDate": stamp(then + Duration::hours(1))});
    assert_eq!(search(&world, ADMIN, since).await.len(), 1);
    let nothing = json!({"startDate": stamp(then - Duration::days(9)), "endDate": stamp(then - Duration::days(8))});
    assert_eq!(search(&world, ADMIN, nothing).await.len(), 0);
    for (body, field, text) in [
        (
            json!({"startDate": stamp(then), "endDate": stamp(then)}),
            "endDate",
            "Не раньше начала периода",
        ),
        (
            json!({"startDate": stamp(then - Duration::days(93))}),
            "startDate",
            "Период не больше 92 дней",
        ),
        (json!({"eventId": 100}), "eventId", "Неизвестное событие"),
        (
            json!({"startDate": "21.11.2026"}),
            "body",
            "Неверный тип или значение поля",
        ),
    ] {
        let refused = world.post(ADMIN, "/api/dev/journal", body).await;
        assert_eq!(refused.status, 422, "{}", refused.text);
        assert_eq!(refused.json()["errors"][field][0], text);
    }
    // All that can be looked for has a number of its own and a name.
    let known = world.get(DEVELOPER, "/api/dev/journal/events").await.ok();
    let known = known.as_array().unwrap();
    let mut numbers: Vec<i64> = known
        .iter()
        .map(|event| event["id"].as_i64().unwrap())
        .collect();
    numbers.dedup();
    assert_eq!(numbers.len(), known.len());
    assert!(
        known.contains(&json!({"id": 901, "name": "Ставка"})),
        "{known:?}"
    );
    world.end().await;
}
