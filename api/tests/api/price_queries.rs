//! Price queries and their answers.

use serde_json::{Value, json};

use crate::support::*;

/// A query by an account of the fixture, with its own contacts.
fn ask(who: Who) -> Value {
    let (name, id) = match who {
        NEWCOMER => ("new", 10),
        ACCEPTED => ("accepted", 8),
        TRUSTED => ("trusted", 6),
        _ => panic!("{who:?} asks nothing here"),
    };
    json!({
        "number": format!("8 (900) 000-00-{id:02}"), "email": format!("{name}@TEST.example"), "message": " Сколько стоит? ",
    })
}

const GALLERY: &str = "/api/queries/lots/1301/price";

async fn notices(app: &App) -> Vec<Value> {
    sqlx::query_scalar("select payload from outbox where topic = 'notify' order by id")
        .fetch_all(&app.pool)
        .await
        .unwrap()
}

#[actix_web::test]
async fn only_its_two_sides_see_a_price_query() {
    let app = App::new().await;
    let made = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        made,
        json!({
            "id": id, "targetId": 1301, "lotTitleRu": "Портрет купца", "houseId": 1, "houseNameRu": "Первый дом",
            "userId": 10, "displayName": "Новичок", "number": "+79000000010", "email": "new@test.example",
            "message": "Сколько стоит?", "status": 0, "answer": null, "created": made["created"], "answered": null,
        })
    );
    assert_eq!(
        notices(&app).await,
        [json!({"kind": "price_request_received", "houseId": 1, "queryId": id})]
    );
    // An account may have one open query per lot.
    assert_eq!(
        app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.json()["detail"],
        "Запрос уже отправлен"
    );
    let other = app.post(ACCEPTED, GALLERY, ask(ACCEPTED)).await.ok();

    let items = async |who, path: &str| app.get(who, path).await.ok()["items"].clone();
    assert_eq!(items(NEWCOMER, "/api/queries/my").await, json!([made]));
    for who in [MANAGER, OWNER, ADMIN] {
        assert_eq!(
            items(who, "/api/queries/house/my").await,
            json!([other, made])
        );
        assert_eq!(
            items(who, "/api/queries/house/1/?pageSize=1&pageNumber=2").await,
            json!([made])
        );
        assert_eq!(
            items(who, "/api/queries/house/1?sort=created").await,
            json!([made, other])
        );
    }
    for who in [NEWCOMER, NEWSMAKER, AUCTIONEER, STRANGER] {
        assert_eq!(items(who, "/api/queries/house/my").await, json!([]));
        app.get(who, "/api/queries/house/1").await.expect(404);
    }
    for path in [
        "/api/queries/my",
        "/api/queries/house/my",
        "/api/queries/house/1",
    ] {
        app.get(VISITOR, path).await.expect(401);
    }

    let answer =
        |status: i64, text: Option<&str>| json!({"id": id, "status": status, "answer": text});
    let good = answer(1, Some(" 120 000 ₽ "));
    for (who, status) in [
        (VISITOR, 401),
        (NEWCOMER, 404),
        (NEWSMAKER, 404),
        (STRANGER, 404),
    ] {
        app.post(who, "/api/queries", good.clone())
            .await
            .expect(status);
    }
    app.post(MANAGER, "/api/queries", json!({"id": 999, "status": 2}))
        .await
        .expect(404);
    for (wrong, field, message) in [
        (
            answer(0, Some("?")),
            "status",
            "Ответьте на запрос или откажите",
        ),
        (answer(1, None), "answer", "Обязательное поле"),
        (answer(1, Some("  ")), "answer", "Обязательное поле"),
        (
            answer(2, Some(&"а".repeat(4001))),
            "answer",
            "Не более 4000 символов",
        ),
    ] {
        assert_eq!(
            app.post(MANAGER, "/api/queries", wrong)
                .await
                .refused_field(field),
            message
        );
    }
    app.post(MANAGER, "/api/queries", answer(7, None))
        .await
        .refused_field("body");
    assert_eq!(
        items(MANAGER, "/api/queries/house/1?status=1").await,
        json!([])
    );

    let answered = app.post(MANAGER, "/api/queries/", good.clone()).await.ok();
    assert_eq!(
        (&answered["status"], &answered["answer"]),
        (&json!(1), &json!("120 000 ₽"))
    );
    assert!(answered["answered"].is_string());
    assert_eq!(items(NEWCOMER, "/api/queries/my").await, json!([answered]));
    assert_eq!(
        notices(&app).await.last().unwrap(),
        &json!({"kind": "price_request_answered", "accountId": 10, "queryId": id})
    );
    assert_eq!(
        app.post(OWNER, "/api/queries", good).await.json()["detail"],
        "На запрос уже ответили"
    );
    // Once answered, they may ask again.
    let second = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
    let refusal = json!({"id": second["id"], "status": 2});
    assert_eq!(
        app.post(OWNER, "/api/queries", refusal).await.ok()["answer"],
        Value::Null
    );

    // The journal has the query, but neither the person nor the text.
    let rows: Vec<(i16, Option<i64>, Option<Value>)> = sqlx::query_as(
        "select event, account_id, after from journal_record where subject_id = $1 order by id",
    )
    .bind(id)
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let what: Vec<_> = rows.iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(what, [(601, Some(10)), (602, Some(3))]);
    let text = format!("{rows:?}");
    for secret in ["Сколько", "new@test", "+7900", "Новичок", "120 000"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    app.end().await;
}

#[actix_web::test]
async fn invalid_price_queries_are_refused() {
    let app = App::new().await;
    let nothing = json!({"number": "", "email": "", "message": ""});
    app.post(VISITOR, GALLERY, nothing).await.expect(401);
    for (lot, status, detail) in [
        (
            "1001",
            409,
            "Цену запрашивают у лотов галереи и ПостАукциона",
        ), // in a classic
        (
            "1201",
            409,
            "Цену запрашивают у лотов галереи и ПостАукциона",
        ), // in a parallel
        ("1004", 404, "Лот не найден"), // hidden
        ("999", 404, "Лот не найден"),
        ("undefined", 404, "Не удалось отправить запрос"),
    ] {
        let path = format!("/api/queries/lots/{lot}/price");
        let reply = app.post(NEWCOMER, &path, ask(NEWCOMER)).await;
        assert_eq!(
            (reply.status, &reply.json()["detail"]),
            (status, &json!(detail)),
            "{lot}"
        );
    }
    let confirm_email = "Для отправки запроса необходимо подтвердить e-mail";
    let confirm_phone = "Для отправки запроса необходимо подтвердить номер телефона";
    let with = |field: &str, value: Value| {
        let mut body = ask(NEWCOMER);
        body[field] = value;
        body
    };
    for (field, value, message) in [
        ("email", json!("new"), "Введите корректный email"),
        ("email", json!("trusted@test.example"), confirm_email),
        ("number", json!("12"), "Введите корректный номер телефона"),
        ("number", json!("+79000000006"), confirm_phone),
        ("message", json!(" \n"), "Обязательное поле"),
        ("message", json!("а".repeat(2001)), "Не более 2000 символов"),
    ] {
        assert_eq!(
            app.post(NEWCOMER, GALLERY, with(field, value))
                .await
                .refused_field(field),
            message
        );
    }
    app.sql("update account set email = null where id = 10; update account set phone = null where id = 8").await;
    for account in [8, 10] {
        app.state.access.account_changed(account);
    }
    assert_eq!(
        app.post(NEWCOMER, GALLERY, ask(NEWCOMER))
            .await
            .refused_field("email"),
        confirm_email
    );
    assert_eq!(
        app.post(ACCEPTED, GALLERY, ask(ACCEPTED))
            .await
            .refused_field("number"),
        confirm_phone
    );
    // Unproved contacts count as none.
    app.sql("update account set unproved_phone = true, unproved_email = true where id = 6")
        .await;
    app.state.access.account_changed(6);
    let unproved = app.post(TRUSTED, GALLERY, ask(TRUSTED)).await;
    assert_eq!(
        unproved.json()["errors"],
        json!({"email": [confirm_email], "number": [confirm_phone]})
    );
    app.sql("update account set unproved_phone = false, unproved_email = false where id = 6")
        .await;
    app.state.access.account_changed(6);
    app.sql("update lot_trade set state = 2, is_bidding_over = true where lot_id = 1301")
        .await;
    assert_eq!(
        app.post(TRUSTED, GALLERY, ask(TRUSTED)).await.json()["detail"],
        "Лот уже продан"
    );
    let count: i64 = sqlx::query_scalar(
        "select (select count(*) from price_query) + (select count(*) from outbox)",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(count, 0);
    app.end().await;
}

#[actix_web::test]
async fn the_asker_withdraws_and_the_house_archives() {
    let app = App::new().await;
    let first = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
    let path = format!("/api/queries/{}", first["id"]);
    for (who, status) in [
        (VISITOR, 401),
        (TRUSTED, 404),
        (STRANGER, 404),
        (MANAGER, 409),
        (NEWCOMER, 204),
        (NEWCOMER, 404),
    ] {
        app.delete(who, &path).await.expect(status);
    }
    let gone = json!({"id": first["id"], "status": 2});
    app.post(MANAGER, "/api/queries", gone).await.expect(404);
    // After withdrawing it they may ask again.
    let second = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
    app.post(
        MANAGER,
        "/api/queries",
        json!({"id": second["id"], "status": 2}),
    )
    .await
    .ok();
    app.delete(MANAGER, &format!("/api/queries/{}", second["id"]))
        .await
        .expect(204);
    let count = async |who, path: &str| app.get(who, path).await.ok()["totalCount"].clone();
    assert_eq!(count(MANAGER, "/api/queries/house/1").await, 0);
    assert_eq!(count(OWNER, "/api/queries/house/my").await, 0);
    // The asker keeps seeing the answer until they archive it.
    assert_eq!(count(NEWCOMER, "/api/queries/my").await, 1);
    let path = format!("/api/queries/{}", second["id"]);
    for (who, status) in [(MANAGER, 404), (NEWCOMER, 204), (NEWCOMER, 404)] {
        app.delete(who, &path).await.expect(status);
    }
    assert_eq!(count(NEWCOMER, "/api/queries/my").await, 0);
    // And the other way round.
    let third = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
    let answer = json!({"id": third["id"], "status": 1, "answer": "100 000 ₽"});
    app.post(MANAGER, "/api/queries", answer).await.ok();
    let path = format!("/api/queries/{}", third["id"]);
    app.delete(NEWCOMER, &path).await.done();
    assert_eq!(count(NEWCOMER, "/api/queries/my").await, 0);
    assert_eq!(count(MANAGER, "/api/queries/house/1").await, 1);
    app.end().await;
}

#[actix_web::test]
async fn of_two_concurrent_queries_or_answers_one_stands() {
    let app = App::new().await;
    let (a, b) = tokio::join!(
        app.post(NEWCOMER, GALLERY, ask(NEWCOMER)),
        app.post(NEWCOMER, GALLERY, ask(NEWCOMER))
    );
    // The refused query may have used up the first number.
    let (asked, refused) = if a.status == 200 { (a, b) } else { (b, a) };
    assert_eq!(refused.status, 409);
    let id = asked.ok()["id"].clone();
    let answer = |text: &str| json!({"id": id, "status": 1, "answer": text});
    let (a, b) = tokio::join!(
        app.post(MANAGER, "/api/queries", answer("1")),
        app.post(OWNER, "/api/queries", answer("2"))
    );
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(notices(&app).await.len(), 2);
    app.end().await;
}

#[actix_web::test]
async fn price_queries_are_limited() {
    let app = App::new().await;
    for _ in 0..20 {
        let made = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
        app.delete(NEWCOMER, &format!("/api/queries/{}", made["id"]))
            .await
            .expect(204);
    }
    let refused = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await;
    refused.expect_problem(429, "too_many_requests");
    assert!(refused.headers.contains_key("retry-after"));
    app.post(ACCEPTED, GALLERY, ask(ACCEPTED)).await.ok();
    app.end().await;
}

#[actix_web::test]
async fn price_queries_are_found_by_lots_people_and_words() {
    let app = App::new().await;
    let made = app.post(NEWCOMER, GALLERY, ask(NEWCOMER)).await.ok();
    let other = patched(ask(ACCEPTED), json!({"message": "Есть ли реставрация?"}));
    let other = app.post(ACCEPTED, GALLERY, other).await.ok();
    let found = async |path: &str, who, search: &str| {
        let request = app
            .request(reqwest::Method::GET, who, path)
            .query(&[("search", search)]);
        let page = app.send(request).await.ok();
        assert_eq!(page["totalCount"], page["items"].as_array().unwrap().len());
        page["items"].clone()
    };
    let house = "/api/queries/house/1";
    assert_eq!(found(house, MANAGER, "реставрац").await, json!([other]));
    assert_eq!(found(house, MANAGER, "НОВИЧОК").await, json!([made]));
    assert_eq!(
        found(house, MANAGER, "+7 900 000-00-08").await,
        json!([other])
    );
    assert_eq!(found(house, MANAGER, "портрет").await, json!([other, made]));
    assert_eq!(found(house, MANAGER, "пейзаж").await, json!([]));
    assert_eq!(
        found("/api/queries/house/my", OWNER, "стоит").await,
        json!([made])
    );
    assert_eq!(
        found("/api/queries/my", NEWCOMER, "реставрац").await,
        json!([])
    );
    app.end().await;
}
