//! Searching the journal.

use calamine::{Data, Reader as _, Xlsx};
use serde_json::{Value, json};
use time::Duration;

use crate::support::*;

async fn search(app: &App, who: Who, body: Value) -> Vec<Value> {
    let page = app
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
    let app = App::new().await;
    let rename = json!({"displayName": "Екатерина Великая"});
    app.put(ACCEPTED, "/api/accounts", rename).await.expect(200);
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    // A refusal with an idempotency key is remembered, but nothing changed.
    let bet = json!({"catalogId": 10, "lotId": 1001, "betValue": 1005}).to_string();
    let key = [("Idempotency-Key", "k")];
    let refused = app
        .call(
            reqwest::Method::POST,
            ACCEPTED2,
            "/api/trade/bet",
            &key,
            Some(bet),
        )
        .await;
    assert_eq!(refused.code(), 6);
    app.order(TRUSTED, 10, 1003, 7770).await.expect_code(0);
    app.control(ADMIN, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    let all = search(&app, ADMIN, json!({})).await;
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
    // That the name changed is recorded; the name is personal data and is not.
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
        events(&search(&app, ADMIN, json!({"eventId": 906})).await),
        [906]
    );
    assert_eq!(
        events(&search(&app, ADMIN, json!({"eventId": 901})).await),
        [901]
    );
    assert_eq!(
        events(&search(&app, ADMIN, json!({"eventId": 102})).await),
        [102]
    );
    assert_eq!(
        events(&search(&app, ADMIN, json!({"myRecordsOnly": true})).await),
        [906]
    );
    assert_eq!(
        events(&search(&app, ADMIN, json!({"accountId": 8})).await),
        [901, 102]
    );
    assert_eq!(
        events(&search(&app, ADMIN, json!({"catalogId": 10})).await),
        [906, 902, 901]
    );
    assert_eq!(search(&app, ADMIN, json!({"catalogId": 11})).await.len(), 0);
    assert_eq!(search(&app, ADMIN, json!({"eventId": 908})).await.len(), 0);
    // A room's records name its catalog and lots, others the lot that was changed.
    assert_eq!(bet["catalogTitle"], "Весенние торги");
    assert_eq!(
        (&bet["catalogCurrency"], &bet["isRehearsal"]),
        (&json!(0), &json!(false))
    );
    let seascape = json!({"id": 1001, "number": 1, "title": "Морской пейзаж с парусником"});
    assert_eq!(bet["lots"], json!([seascape]));
    assert_eq!(
        (&renamed["catalogTitle"], &renamed["lots"]),
        (&Value::Null, &json!([]))
    );
    // Page by page, the same list.
    let page = |number: i64| {
        let path = format!("/api/dev/journal?pageSize=3&pageNumber={number}");
        let app = &app;
        async move { app.post(ADMIN, &path, json!({})).await.ok() }
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
    app.end().await;
}

#[actix_web::test]
async fn what_a_room_did_by_itself_names_its_lots_and_may_be_left_out() {
    let app = App::new().await;
    app.sql(
        "insert into journal_record (at, account_id, event, subject_id) values (now(), null, 117, 0), (now(), 2, 402, 1002);
         insert into room_command (catalog_id, seq, id, at, account_id, command, events, outcome) values
            (10, 1, gen_random_uuid(), now(), null, '\"tick\"',
                '[{\"hammer\": {\"lot\": 1001, \"sold\": true, \"t\": 1}}, {\"opened\": {\"lot\": 1002, \"t\": 1}}]', 'accepted'),
            (10, 2, gen_random_uuid(), now(), 4, '{\"join\": {\"lot\": 1002, \"with\": [1003, 1201]}}', '[]', 'accepted');
         update lot set hidden = true where id = 1003",
    )
    .await;
    let all = search(&app, ADMIN, json!({})).await;
    assert_eq!(events(&all).len(), 4);
    let by_event = |items: &[Value], event: i64| {
        let found = items.iter().find(|item| item["eventId"] == event);
        found.cloned().unwrap_or_default()
    };
    let named = |record: &Value| -> Vec<(Value, Value)> {
        let lots = record["lots"].as_array().unwrap().iter();
        lots.map(|lot| (lot["id"].clone(), lot["number"].clone()))
            .collect()
    };
    let tick = by_event(&all, 923);
    assert_eq!(tick["catalogTitle"], "Весенние торги");
    let first = [(json!(1001), json!(1)), (json!(1002), json!(2))];
    assert_eq!(named(&tick), first);
    assert_eq!(named(&by_event(&all, 402)), first[1..]);
    // A lot of another catalog has no number in this room.
    let joined = by_event(&all, 930);
    assert_eq!(
        named(&joined),
        [
            (json!(1002), json!(2)),
            (json!(1003), json!(3)),
            (json!(1201), Value::Null)
        ]
    );
    // A developer is not told what a hidden lot is called.
    let shown = search(&app, DEVELOPER, json!({})).await;
    let ids: Vec<Value> = named(&by_event(&shown, 930))
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    assert!(
        !ids.contains(&json!(1003)) && ids.contains(&json!(1002)),
        "{ids:?}"
    );

    // What the server did outside of rooms stays: it may have been an operator's act.
    let path = "/api/dev/journal?pageSize=100";
    let page = app
        .post(ADMIN, path, json!({"exceptSystem": true}))
        .await
        .ok();
    let mut left = events(page["items"].as_array().unwrap());
    left.sort_unstable();
    assert_eq!(left, [117, 402, 930]);
    assert_eq!(page["totalCount"], 3);
    let ticks = json!({"exceptSystem": true, "eventId": 923});
    assert_eq!(search(&app, ADMIN, ticks).await.len(), 0);
    app.sql("update catalog set rehearsal_of = 16, hidden = true where id = 10")
        .await;
    let tick = by_event(&search(&app, ADMIN, json!({})).await, 923);
    assert_eq!(tick["isRehearsal"], true);
    app.end().await;
}

#[actix_web::test]
async fn the_journal_shows_developers_no_secret() {
    let app = App::new().await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.order(TRUSTED, 10, 1003, 7770).await.expect_code(0);
    let withdrawn = app
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/1003")
        .await;
    assert_eq!(withdrawn.status, 200, "{}", withdrawn.text());
    app
        .sql("insert into journal_record (at, account_id, event, subject_id, before, after) values
            (now(), 3, 402, 1002, '{\"reservePrice\": 5000, \"price\": {\"reserve\": 5000}}', '{\"reservePrice\": null}')")
        .await;
    app
        .sql("insert into journal_record (at, account_id, event, subject_id, before, after) values
            (now(), 4, 322, 10, '{\"limit\": 5000, \"deposit\": 5000}', '{\"limit\": 5000, \"deposit\": null}')")
        .await;
    let shown = search(&app, DEVELOPER, json!({})).await;
    assert_eq!(events(&shown), [322, 402, 901]);
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
            search(&app, DEVELOPER, json!({"eventId": event}))
                .await
                .len(),
            0,
            "{event}"
        );
    }
    let admins = search(&app, ADMIN, json!({})).await;
    assert_eq!(events(&admins), [322, 402, 903, 902, 901]);
    assert!(serde_json::to_string(&admins).unwrap().contains("7770"));
    app.end().await;
}

#[actix_web::test]
async fn developers_see_the_moderation_of_public_chats_alone() {
    let app = App::new().await;
    app.sql(
        "with message as (
            insert into chat_message (catalog_id, account_id, name, text)
            select catalog, 8, 'Анна', 'Текст' from unnest(array[10, 14]) as catalog returning id
         )
         insert into journal_record (at, account_id, event, subject_id) select now(), 4, 341, id from message",
    )
    .await;
    assert_eq!(events(&search(&app, ADMIN, json!({})).await), [341, 341]);
    assert_eq!(events(&search(&app, DEVELOPER, json!({})).await), [341]);
    let page = app
        .post(DEVELOPER, "/api/dev/journal", json!({}))
        .await
        .ok();
    assert_eq!(page["totalCount"], 1);
    app.end().await;
}

#[actix_web::test]
async fn developers_see_what_is_not_public_by_an_admins_leave_alone() {
    let app = App::new().await;
    app.sql("update session set expires = now() + interval '9 days'")
        .await;
    let make = async |place: Value| {
        let lot = patched(
            json!({"houseId": 1, "titleRu": "Этюд", "categoryId": 1901, "price": {"start": 100}}),
            place,
        );
        app.post(MANAGER, "/api/lots", lot).await.ok()["id"].clone()
    };
    let public = make(json!({"catalogId": 10, "catalogLotId": 50})).await;
    let hidden = make(json!({"catalogId": 10, "catalogLotId": 51, "hidden": true})).await;
    let drafted = make(json!({"catalogId": 14, "catalogLotId": 50})).await;
    let stored = make(json!({})).await;
    let seen = async |who: Who| {
        let found = search(&app, who, json!({})).await;
        let mut lots: Vec<Value> = found
            .iter()
            .filter(|item| [401, 917].contains(&item["eventId"].as_i64().unwrap()))
            .map(|item| item["subjectId"].clone())
            .collect();
        lots.sort_by_key(|id| id.as_i64());
        lots.dedup();
        lots
    };
    let published = [public.clone()];
    let all = [public, hidden, drafted, stored];
    assert_eq!(seen(ADMIN).await, all);
    assert_eq!(seen(DEVELOPER).await, published);
    let leave =
        |house: i64, days: i64| json!({"number": "+79000000012", "houseId": house, "days": days});
    let give = async |who: Who, body: Value| app.post(who, "/api/accounts/dev/leave", body).await;
    for who in [DEVELOPER, OWNER, MANAGER] {
        give(who, leave(1, 1)).await.expect(403);
    }
    give(ADMIN, leave(1, 31)).await.expect(422);
    give(ADMIN, leave(99, 1)).await.expect(404);
    // A leave is a developer's, and for one house.
    let stranger = json!({"number": "+79000000011", "houseId": 1, "days": 1});
    give(ADMIN, stranger).await.expect(404);
    give(ADMIN, leave(2, 1)).await.expect(204);
    assert_eq!(seen(DEVELOPER).await, published);
    give(ADMIN, leave(1, 1)).await.expect(204);
    assert_eq!(seen(DEVELOPER).await, all);
    let secret = serde_json::to_string(&search(&app, DEVELOPER, json!({})).await).unwrap();
    assert!(!secret.contains("127.0.0.1"));
    // It ends by itself, by an admin, and with the role.
    app.state.clock.advance(Duration::days(1));
    assert_eq!(seen(DEVELOPER).await, published);
    give(ADMIN, leave(1, 5)).await.expect(204);
    assert_eq!(seen(DEVELOPER).await, all);
    give(ADMIN, leave(1, 0)).await.expect(204);
    assert_eq!(seen(DEVELOPER).await, published);
    give(ADMIN, leave(1, 5)).await.expect(204);
    for act in ["dev/unregister", "dev"] {
        let path = format!("/api/accounts/{act}");
        app.post(ADMIN, &path, json!({"number": "+79000000012"}))
            .await
            .expect(204);
    }
    assert_eq!(seen(DEVELOPER).await, published);
    assert_eq!(
        app.journalled(12).await,
        [134, 134, 134, 135, 134, 112, 112]
    );
    app.end().await;
}

#[actix_web::test]
async fn the_journal_is_searched_within_a_window_of_time() {
    let app = App::new().await;
    let rename = |name: &str| json!({"displayName": name});
    app.put(ACCEPTED, "/api/accounts", rename("Первая"))
        .await
        .expect(200);
    let then = app.state.clock.now();
    app.state.clock.advance(Duration::hours(20));
    app.put(ACCEPTED, "/api/accounts", rename("Вторая"))
        .await
        .expect(200);
    assert_eq!(search(&app, ADMIN, json!({})).await.len(), 2);
    let stamp =
        |at: time::OffsetDateTime| serde_json::to_value(contract::dto::Timestamp(at)).unwrap();
    let until = json!({"endDate": stamp(then + Duration::hours(1))});
    assert_eq!(search(&app, ADMIN, until).await.len(), 1);
    let since = json!({"startDate": stamp(then + Duration::hours(1))});
    assert_eq!(search(&app, ADMIN, since).await.len(), 1);
    let nothing = json!({"startDate": stamp(then - Duration::days(9)), "endDate": stamp(then - Duration::days(8))});
    assert_eq!(search(&app, ADMIN, nothing).await.len(), 0);
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
        let refused = app.post(ADMIN, "/api/dev/journal", body).await;
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert_eq!(refused.json()["errors"][field][0], text);
    }
    // Every searchable event has a number and a name.
    let known = app.get(DEVELOPER, "/api/dev/journal/events").await.ok();
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
    app.end().await;
}

#[actix_web::test]
async fn the_journal_is_exported_as_a_spreadsheet() {
    let app = App::new().await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.sql("update account set display_name = '=1+1' where id = 8")
        .await;
    let export = "/api/dev/journal/export";
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.post(who, export, json!({})).await.expect(status);
    }
    let refused = app
        .post(ADMIN, export, json!({"eventId": 100}))
        .await
        .refused_field("eventId");
    assert_eq!(refused, "Неизвестное событие");
    let reply = app.post(ADMIN, export, json!({})).await;
    reply.expect(200);
    let mut book: Xlsx<_> = Xlsx::new(std::io::Cursor::new(reply.bytes.clone())).unwrap();
    let sheet = book.worksheet_range("Журнал").unwrap();
    let bet: Vec<_> = sheet
        .rows()
        .find(|row| row[3] == Data::String("Ставка".to_owned()))
        .unwrap()
        .to_vec();
    assert_eq!(bet[1], Data::String("=1+1".to_owned()));
    assert_eq!(
        (&bet[2], &bet[4], &bet[5]),
        (&Data::Float(8.0), &Data::Float(1001.0), &Data::Float(10.0))
    );
    assert!(bet[7].to_string().contains("1000"), "{bet:?}");
    // The export itself is journalled.
    let exports = search(&app, ADMIN, json!({"eventId": 126})).await;
    assert_eq!(exports[0]["after"], json!({"what": "journal"}));
    app.end().await;
}
