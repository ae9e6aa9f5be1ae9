//! Searching lots.

use serde_json::{Value, json};

use crate::support::*;

fn sorted_ids(page: &Value) -> Vec<i64> {
    let mut ids = ids(page);
    ids.sort_unstable();
    ids
}

#[actix_web::test]
async fn search_takes_texts_and_filters() {
    let app = App::new().await;
    let find =
        async |who, body: Value| sorted_ids(&app.post(who, "/api/lots/search", body).await.ok());
    let table = [
        (json!({"searchQuery": "морские пейзажи"}), vec![1001]),
        (json!({"searchQuery": "айвозовский"}), vec![1001, 1601]),
        (json!({"searchQuery": "№ 12"}), vec![1601]),
        (
            json!({"categoryIds": [1866]}),
            vec![1001, 1003, 1201, 1202, 1301, 1501, 1601, 2001],
        ),
        (
            json!({"categoryIds": [1901], "houseId": 1, "auctionState": "future"}),
            vec![1001, 1003, 1202, 1601],
        ),
        (json!({"categoryIds": [5]}), vec![]),
        (json!({"auctionState": "past"}), vec![1501]),
        (json!({"auctionState": "galleries"}), vec![1301]),
        (json!({"auctionState": "postauction"}), vec![]),
        (json!({"lotState": 2}), vec![1501]),
        (json!({"lotState": 2, "states": [0, 1]}), vec![]),
        (json!({"states": [2, 4], "isBiddingOver": true}), vec![1501]),
        (json!({"catalogTypes": [1, 2]}), vec![1201, 1202, 1301]),
        (
            json!({"catalogId": 10, "searchQuery": null}),
            vec![1001, 1002, 1003],
        ),
        // Hidden lots are found by those who may see them, and only on request.
        (json!({"catalogId": 14, "showHiddenLots": true}), vec![]),
    ];
    for (body, expected) in table {
        assert_eq!(find(VISITOR, body.clone()).await, expected, "{body}");
    }
    let hidden = json!({"houseId": 1, "searchQuery": "закрытый", "showHiddenLots": true});
    for (who, expected) in [
        (ADMIN, vec![1701]),
        (NEWSMAKER, vec![1701]),
        (STRANGER, vec![]),
        (TRUSTED, vec![]),
    ] {
        assert_eq!(find(who, hidden.clone()).await, expected, "{who:?}");
    }
    assert_eq!(
        find(ADMIN, json!({"houseId": 1, "searchQuery": "закрытый"})).await,
        Vec::<i64>::new()
    );

    // Faults are reported field by field.
    for (body, field, text) in [
        (json!({"sorting": 11}), "sorting", "Неизвестная сортировка"),
        (json!({"sorting": -1}), "sorting", "Неизвестная сортировка"),
        (
            json!({"states": [1, 3]}),
            "states",
            "Неизвестное состояние лота",
        ),
        (
            json!({"lotState": 70000}),
            "lotState",
            "Неизвестное состояние лота",
        ),
        (
            json!({"catalogTypes": [4]}),
            "catalogTypes",
            "Неизвестный тип аукциона",
        ),
        (
            json!({"auctionState": "someday"}),
            "auctionState",
            "Неизвестное состояние аукциона",
        ),
        (
            json!({"searchQuery": "я".repeat(301)}),
            "searchQuery",
            "Не более 300 символов",
        ),
        (
            json!({"categoryIds": vec![1; 1001]}),
            "categoryIds",
            "Не более 1000 категорий",
        ),
        (
            json!({"houseIds": vec![1; 101]}),
            "houseIds",
            "Не более 100 домов",
        ),
        (
            json!({"periods": vec![1850; 21]}),
            "periods",
            "Не более 20 периодов",
        ),
        (json!({"periods": [-50]}), "periods", "Неизвестный период"),
        (
            json!({"materials": ["я".repeat(101)]}),
            "materials",
            "Не более 40 материалов по 100 символов",
        ),
        (json!({"priceFrom": -1}), "priceFrom", "Укажите цену"),
        (json!({"currency": 9}), "currency", "Неизвестная валюта"),
        (
            json!({"houseId": "one"}),
            "body",
            "Неверный тип или значение поля",
        ),
    ] {
        let reply = app.post(VISITOR, "/api/lots/search", body.clone()).await;
        assert_eq!(
            (reply.status, &reply.json()["errors"]),
            (422, &json!({field: [text]})),
            "{body}"
        );
    }
    let reply = app
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"sorting": 99, "auctionState": ""}),
        )
        .await;
    assert_eq!(reply.json()["errors"].as_object().unwrap().len(), 2);
    // Sorted, paged, clamped.
    let page = app
        .post(
            VISITOR,
            "/api/lots/search?pageSize=2&pageNumber=100",
            json!({"sorting": 10, "auctionState": "future", "houseId": 1}),
        )
        .await
        .ok();
    assert_eq!(
        (
            &page["currentPage"],
            &page["totalPages"],
            &page["totalCount"]
        ),
        (&json!(3), &json!(3), &json!(6))
    );
    assert_eq!(sorted_ids(&page), [1003, 1202]);
    app.end().await;
}

#[actix_web::test]
async fn prices_and_states_reach_the_lists_through_the_outbox() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 4000).await.expect_code(0);
    app.index().await;
    let dearest = app
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"catalogId": 10, "sorting": 10}),
        )
        .await
        .ok();
    assert_eq!(
        (
            &dearest["items"][0]["id"],
            &dearest["items"][0]["price"]["value"]
        ),
        (&json!(1001), &json!(4000))
    );
    let running = app
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"auctionState": "current"}),
        )
        .await
        .ok();
    assert_eq!(sorted_ids(&running), [1001, 1002, 1003]);
    app.end().await;
}

#[actix_web::test]
async fn values_of_filters_are_counted_and_filter() {
    let app = App::new().await;
    app.sql(
        "update lot set period = '1868 г.', materials = 'Холст, масло' where id in (1001, 1501);
         update lot set period = 'XVII век', materials = 'Дерево, темпера' where id = 2001;
         insert into outbox (topic, key) values ('lot', '1001'), ('lot', '1501'), ('lot', '2001')",
    )
    .await;
    app.index().await;
    let counts = async |body: Value| {
        app.post(VISITOR, "/api/lots/search/counts", body)
            .await
            .ok()
    };
    let all = counts(json!({})).await;
    assert_eq!(all["isExact"], true);
    assert_eq!(
        all["periods"],
        json!([{"from": 1650, "count": 1}, {"from": 1850, "count": 2}])
    );
    assert_eq!(
        all["materials"],
        json!([{"name": "холст, масло", "count": 6}, {"name": "дерево, темпера", "count": 2},
            {"name": "картон, масло", "count": 1}])
    );
    let count_of = |counts: &Value, list: &str, id: i64| {
        let values = counts[list].as_array().unwrap().clone();
        let of = values.into_iter().find(|value| value["id"] == id);
        of.map(|value| value["count"].clone())
    };
    // The category above counts its subcategories.
    let find = async |body: Value| app.post(VISITOR, "/api/lots/search", body).await.ok();
    for category in [1866, 1901] {
        let found = find(json!({"categoryIds": [category]})).await;
        assert_eq!(
            count_of(&all, "categories", category),
            Some(found["totalCount"].clone()),
            "{category}"
        );
    }
    assert_eq!(all["houses"][0]["nameRu"], "Первый дом");
    let step = &all["prices"][0];
    let (from, to) = (step["from"].as_i64().unwrap(), step["to"].as_i64().unwrap());
    let found = find(json!({"priceFrom": from, "priceTo": to})).await;
    assert_eq!(found["totalCount"], step["count"]);
    let old = json!({"periods": [1850], "materials": ["Холст, масло"], "houseIds": [1, 2]});
    assert_eq!(sorted_ids(&find(old.clone()).await), [1001, 1501]);
    let counted = counts(old).await;
    app.post(
        VISITOR,
        "/api/lots/search/counts",
        json!({"periods": [-50]}),
    )
    .await
    .refused_field("periods");
    // Every state is counted, not only the one asked for, among the lots that pass the other filters.
    for (body, states) in [
        (
            json!({}),
            json!({"all": 9, "trading": 0, "sold": 1, "notSold": 0, "withBets": 0}),
        ),
        (
            json!({"lotState": 2}),
            json!({"all": 9, "trading": 0, "sold": 1, "notSold": 0, "withBets": 0}),
        ),
        (
            json!({"catalogId": 15, "isBiddingOver": false}),
            json!({"all": 1, "trading": 0, "sold": 1, "notSold": 0, "withBets": 0}),
        ),
    ] {
        assert_eq!(counts(body.clone()).await["states"], states, "{body}");
    }
    assert_eq!(all["meant"], Value::Null);
    for (text, meant) in [
        ("fqdjpjdcrbq", json!("айвазовский")),
        ("айвазовского", Value::Null),
    ] {
        assert_eq!(counts(json!({"searchQuery": text})).await["meant"], meant);
    }
    // Chosen values leave their neighbours countable.
    assert_eq!(counted["periods"], json!([{"from": 1850, "count": 2}]));
    app.end().await;
}

#[actix_web::test]
async fn a_search_says_where_the_words_are_that_the_title_lacks() {
    let app = App::new().await;
    app.sql(
        "update lot set description_ru = '<p>Куплен у <b>наследников</b>.</p>', source_country_ru = 'Италия' where id = 1201;
         insert into outbox (topic, key) values ('lot', '1201')",
    )
    .await;
    app.index().await;
    for (query, id, place) in [
        ("натюрморты", 1201, Value::Null),
        ("айвозовский", 1001, Value::Null),
        ("масло", 1201, json!("materials")),
        ("италия", 1201, json!("region")),
        ("наследники", 1201, json!("description")),
        // One of the words is in the title.
        ("натюрморт наследники", 1201, Value::Null),
        ("живопись", 1201, json!("category")),
    ] {
        let body = json!({"searchQuery": query});
        let page = app
            .post(VISITOR, "/api/lots/search?pageSize=50", body)
            .await
            .ok();
        let found = (page["items"].as_array().unwrap().iter()).find(|lot| lot["id"] == id);
        assert_eq!(found.unwrap()["foundIn"], place, "{query}");
    }
    app.end().await;
}

#[actix_web::test]
async fn repeated_values_of_a_filter_count_once() {
    let app = App::new().await;
    for (filter, values) in [("catalogTypes", [2, 1]), ("states", [4, 2])] {
        for call in ["/api/lots/search", "/api/lots/search/counts"] {
            let ask =
                async |values: &[i64]| app.post(VISITOR, call, json!({filter: values})).await.ok();
            let once = ask(&values).await;
            assert_ne!(once["totalCount"], 0, "{filter}");
            assert_eq!(ask(&values.repeat(50_000)).await, once, "{filter} {call}");
        }
    }
    app.end().await;
}
