use serde_json::{Value, json};

use crate::world::*;

fn with(mut body: Value, patch: Value) -> Value {
    for (field, value) in patch.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

fn whole() -> Value {
    json!({
        "houseId": 1, "title": " Летние торги ", "descriptionRu": "<p>Скоро</p><iframe></iframe>", "catalogType": 1,
        "calculationType": 1, "isAutoStart": true, "startDate": "2999-06-01T12:00:00.000Z",
        "endDate": "2999-06-02T12:00:00.000Z", "commission": 15.25, "currency": 1,
        "stepsTable": [{"start": 0, "step": 10}], "lotSaleTimeoutInSeconds": 45,
    })
}

/// What is stored of a catalog, its own row and the room's.
async fn stored(world: &World, id: i64) -> (Value, Value) {
    let row = sqlx::query_scalar("select to_jsonb(c) - 'steps_table' from catalog c where id = $1");
    let room = sqlx::query_scalar(
        "select to_jsonb(t) - 'heartbeat' - 'epoch' from catalog_trade t where catalog_id = $1",
    );
    (
        row.bind(id).fetch_one(&world.pool).await.unwrap(),
        room.bind(id).fetch_one(&world.pool).await.unwrap(),
    )
}

const NOT_NOW: &str = "Действие невозможно в текущем состоянии";

#[actix_web::test]
async fn a_catalog_is_made_as_a_draft_and_scheduled() {
    let world = World::new().await;
    let made = world.post(MANAGER, "/api/catalog/", whole()).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = with(
        whole(),
        json!({"title": "Летние торги", "descriptionRu": "<p>Скоро</p>", "state": 4, "hidden": false,
            "logo": {"previewId": null}, "lotsCount": 0, "isController": true}),
    );
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&made[field], value, "{field}");
    }
    // A draft is the staff's.
    let path = format!("/api/catalog/{id}");
    assert_eq!(world.get(VISITOR, &path).await.status, 404);
    assert_eq!(
        world.get(NEWSMAKER, &path).await.ok()["title"],
        "Летние торги"
    );
    world
        .control(MANAGER, &format!("{path}/scheduled"))
        .await
        .ok();
    assert_eq!(world.get(VISITOR, &path).await.ok()["state"], 0);

    // Dates that were not filled in are none; what is absent has its default.
    let bare = json!({"houseId": 1, "title": "Без дат", "catalogType": 0, "startDate": "", "endDate": " "});
    let bare = world.post(OWNER, "/api/catalog", bare).await.ok();
    for (field, value) in [
        ("startDate", Value::Null),
        ("endDate", Value::Null),
        ("calculationType", json!(0)),
        ("currency", json!(0)),
        ("commission", json!(0.0)),
        ("lotSaleTimeoutInSeconds", json!(30)),
        ("isAutoStart", json!(false)),
    ] {
        assert_eq!(bare[field], value, "{field}");
    }
    let journal = world
        .value("select jsonb_agg(jsonb_build_array(event, account_id, after -> 'title') order by id) from journal_record")
        .await;
    assert_eq!(
        journal,
        json!([
            [301, 3, "Летние торги"],
            [302, 3, null],
            [301, 2, "Без дат"]
        ])
    );
    world.end().await;
}

#[actix_web::test]
async fn every_fault_of_a_catalog_is_told_and_nothing_is_stored() {
    let world = World::new().await;
    let faulty = [
        (json!({"title": " "}), "title", "Укажите название"),
        (
            json!({"title": "я".repeat(301)}),
            "title",
            "Не более 300 символов",
        ),
        (
            json!({"commission": -1}),
            "commission",
            "От 0 до 100 процентов",
        ),
        (
            json!({"commission": 0.125}),
            "commission",
            "Не более двух знаков после запятой",
        ),
        (
            json!({"startDate": "2020-01-01T00:00:00Z"}),
            "startDate",
            "Дата начала уже прошла",
        ),
        (
            json!({"endDate": "2020-01-01T00:00:00Z", "catalogType": 0}),
            "endDate",
            "Дата окончания уже прошла",
        ),
        (
            json!({"endDate": "2999-06-01T12:00:00.000Z"}),
            "endDate",
            "Дата окончания должна быть позже даты начала",
        ),
        (
            json!({"stepsTable": [{"start": 5, "step": 5}, {"start": 1, "step": 5}]}),
            "stepsTable",
            "Строка 2: начальная цена должна быть больше, чем в предыдущей строке",
        ),
        (
            json!({"stepsTable": [{"start": 5, "step": -5}]}),
            "stepsTable",
            "Строка 1: шаг должен быть больше нуля",
        ),
        (
            json!({"lotSaleTimeoutInSeconds": 0}),
            "lotSaleTimeoutInSeconds",
            "Время торгов по лоту: от 1 секунды до 1 суток",
        ),
        (
            json!({"lotSaleTimeoutInSeconds": 86_401}),
            "lotSaleTimeoutInSeconds",
            "Время торгов по лоту: от 1 секунды до 1 суток",
        ),
        (
            json!({"catalogType": 7}),
            "body",
            "Неверный тип или значение поля",
        ),
        (
            json!({"startDate": "21.11.2026"}),
            "body",
            "Неверный тип или значение поля",
        ),
    ];
    let before = stored(&world, 16).await;
    let count = "select count(*)::text::jsonb from catalog";
    let many = world.value(count).await;
    for (patch, field, text) in faulty {
        for body in [
            with(whole(), patch.clone()),
            with(with(whole(), json!({"id": 16})), patch.clone()),
        ] {
            let reply = world.post(MANAGER, "/api/catalog", body).await;
            assert_eq!(reply.faults(), json!({field: [text]}), "{patch}");
        }
    }
    let moved = with(whole(), json!({"id": 16, "houseId": 2}));
    assert_eq!(
        world.post(ADMIN, "/api/catalog", moved).await.faults(),
        json!({"houseId": ["Каталог нельзя передать другому аукционному дому"]})
    );
    assert_eq!(
        (world.value(count).await, stored(&world, 16).await),
        (many, before)
    );
    // Scheduled with a start by itself: without a date it is no sale.
    let dateless = json!({"houseId": 1, "id": 16, "title": "Осенние торги", "catalogType": 0, "isAutoStart": true});
    assert_eq!(
        world.post(MANAGER, "/api/catalog", dateless).await.faults(),
        json!({"startDate": ["Укажите дату начала"]})
    );

    for (who, body, status) in [
        (VISITOR, whole(), 401),
        (NEWSMAKER, whole(), 403),
        (AUCTIONEER, with(whole(), json!({"id": 10})), 403),
        (STRANGER, whole(), 403),
        (STRANGER, with(whole(), json!({"id": 10})), 403),
        // What is hidden from him does not exist.
        (STRANGER, with(whole(), json!({"id": 17})), 404),
        (MANAGER, with(whole(), json!({"houseId": 2})), 403),
        (ADMIN, with(whole(), json!({"houseId": 99})), 404),
        (ADMIN, with(whole(), json!({"id": 99})), 404),
    ] {
        assert_eq!(
            world.post(who, "/api/catalog", body).await.status,
            status,
            "{who:?}"
        );
    }
    // Galleries and post-auction sales are admins' to allow.
    let gallery = json!({"houseId": 2, "title": "Галерея", "catalogType": 2});
    assert_eq!(
        world
            .post(STRANGER, "/api/catalog", gallery.clone())
            .await
            .refused(409),
        "Галерея аукционного дома отключена"
    );
    world
        .post(ADMIN, "/api/house/2/gallery/enable", json!({}))
        .await
        .ok();
    world.post(STRANGER, "/api/catalog", gallery).await.ok();
    world.end().await;
}

#[actix_web::test]
async fn with_a_bet_how_bets_count_is_fixed_and_the_rest_is_not() {
    let world = World::new().await;
    let now = world.get(MANAGER, "/api/catalog/10").await.ok();
    let same = json!({"id": 10, "houseId": 1, "title": "Весенние торги", "catalogType": 0, "startDate": now["startDate"]});
    // Nothing has been bid yet: everything may change, lots go along with the currency.
    let other = with(
        same.clone(),
        json!({"currency": 2, "stepsTable": [{"start": 0, "step": 500}]}),
    );
    world
        .post(MANAGER, "/api/catalog", other.clone())
        .await
        .ok();
    assert_eq!(
        world.get(VISITOR, "/api/lots/1001").await.ok()["price"]["currency"],
        2
    );
    assert_eq!(
        world.bet(TRUSTED, 10, 1001, 1000).await.ok()["lot"]["minBet"],
        1500
    );
    assert_eq!(
        world.bet(TRUSTED2, 10, 1001, 1500).await.ok()["lot"]["price"]["currency"],
        2
    );

    let before = stored(&world, 10).await;
    for patch in [
        json!({"currency": 0}),
        json!({"stepsTable": null}),
        json!({"catalogType": 1, "endDate": "2999-01-01T00:00:00Z"}),
        json!({"calculationType": 2}),
        // With something that may change: still nothing does.
        json!({"title": "Другое", "descriptionRu": "x", "calculationType": 2}),
    ] {
        let reply = world
            .post(MANAGER, "/api/catalog", with(other.clone(), patch.clone()))
            .await;
        assert_eq!(reply.refused(409), NOT_NOW, "{patch}");
        assert_eq!(stored(&world, 10).await, before, "{patch}");
    }
    // Whoever bet did so knowing the commission.
    let fixed = "Есть ставки или торги окончены: комиссию нельзя изменить";
    let dearer = with(other.clone(), json!({"commission": 5}));
    assert_eq!(
        world
            .post(MANAGER, "/api/catalog", dearer)
            .await
            .refused(409),
        fixed
    );
    assert_eq!(stored(&world, 10).await, before);
    let by_hand = sqlx::query("update catalog set commission = 5 where id = 10")
        .execute(&world.pool)
        .await
        .unwrap_err();
    assert!(contract::error::violates(
        &by_hand,
        "catalog_commission_fixed"
    ));
    let over = json!({"id": 15, "houseId": 1, "title": "Прошедшие торги", "catalogType": 0, "commission": 5,
        "startDate": world.get(VISITOR, "/api/catalog/15").await.ok()["startDate"]});
    assert_eq!(
        world.post(MANAGER, "/api/catalog", over).await.refused(409),
        fixed
    );
    let texts = json!({"title": "Весенние торги II", "descriptionRu": "x", "lotSaleTimeoutInSeconds": 20,
        "startDate": "2999-01-01T00:00:00.000Z"});
    let changed = world
        .post(MANAGER, "/api/catalog", with(other, texts))
        .await
        .ok();
    assert_eq!(
        (&changed["title"], &changed["startDate"]),
        (
            &json!("Весенние торги II"),
            &json!("2999-01-01T00:00:00.000Z")
        )
    );
    let (row, room) = stored(&world, 10).await;
    assert_eq!(row["start_date"], room["start_date"]);
    world.end().await;
}

#[actix_web::test]
async fn while_a_sale_runs_its_dates_only_move_later() {
    let world = World::new().await;
    world
        .control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    let now = world.get(MANAGER, "/api/catalog/12").await.ok();
    let same = json!({"id": 12, "houseId": 1, "title": "Параллельные торги", "catalogType": 1,
        "startDate": now["startDate"], "endDate": now["endDate"]});
    let before = stored(&world, 12).await;
    for patch in [
        json!({"isAutoStart": true}),
        json!({"endDate": world.later(600)}),
        json!({"catalogType": 0}),
    ] {
        let reply = world
            .post(MANAGER, "/api/catalog", with(same.clone(), patch.clone()))
            .await;
        assert_eq!(reply.refused(409), NOT_NOW, "{patch}");
        assert_eq!(stored(&world, 12).await, before);
    }
    let end = world.later(7200);
    world
        .post(MANAGER, "/api/catalog", with(same, json!({"endDate": end})))
        .await
        .ok();
    assert_eq!(
        world.get(VISITOR, "/api/lots/1201").await.ok()["endTradeTime"],
        end
    );
    world.end().await;
}

#[actix_web::test]
async fn a_catalog_goes_when_nobody_has_bet_and_its_lots_stay() {
    let world = World::new().await;
    let delete = async |who, id: i64| world.delete(who, &format!("/api/catalog/{id}")).await;
    for (who, id, status) in [
        (VISITOR, 16, 401),
        (AUCTIONEER, 10, 403),
        (NEWSMAKER, 16, 403),
        (STRANGER, 16, 403),
        (STRANGER, 14, 404),
        (ADMIN, 99, 404),
    ] {
        assert_eq!(delete(who, id).await.status, status, "{who:?} {id}");
    }
    world
        .control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    assert_eq!(
        delete(MANAGER, 12).await.refused(409),
        "Идут торги: каталог нельзя удалить"
    );
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(
        delete(MANAGER, 10).await.refused(409),
        "Есть ставки: каталог нельзя удалить"
    );
    // A lot was sold in it, elsewhere.
    assert_eq!(delete(MANAGER, 15).await.refused(409), NOT_NOW);
    world
        .post(ADMIN, "/api/house/1/gallery/enable", json!({}))
        .await
        .ok();
    assert_eq!(
        delete(MANAGER, 13).await.refused(409),
        "Раздел аукционного дома включён: каталог нельзя удалить"
    );
    for id in [12, 10, 15, 13] {
        assert_eq!(
            world
                .get(VISITOR, &format!("/api/catalog/{id}"))
                .await
                .status,
            200
        );
    }
    assert_eq!(
        world
            .value("select count(*)::text::jsonb from lot where catalog_id is null")
            .await,
        0
    );

    // A scheduled sale with an order, and a draft.
    assert_eq!(world.order(TRUSTED, 16, 1601, 20_000).await.code(), 0);
    for id in [16, 14] {
        delete(MANAGER, id).await.done();
        assert_eq!(delete(MANAGER, id).await.status, 404);
        assert_eq!(
            world.get(ADMIN, &format!("/api/catalog/{id}")).await.status,
            404
        );
    }
    let kept = world.get(MANAGER, "/api/house/1/storage").await.ok();
    let kept: Vec<_> = kept["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lot| lot["id"].clone())
        .collect();
    assert_eq!(kept, [1601, 1401]);
    assert_eq!(world.get(VISITOR, "/api/lots/1601").await.status, 404);
    // It is unknown to whoever bids, and its room has nothing due any more, and no orders.
    assert_eq!(world.bet(TRUSTED2, 16, 1601, 10_000).await.code(), 4);
    assert_eq!(
        world
            .control(MANAGER, "/api/trade/classic/16/start")
            .await
            .status,
        404
    );
    assert_eq!(
        world.get(TRUSTED, "/api/trade/bet/absentee").await.ok(),
        json!([])
    );
    assert_eq!(
        world
            .value("select jsonb_agg(state) from catalog_trade where catalog_id = 16")
            .await,
        json!([3])
    );
    // Where its lots went is in the journal of each.
    assert_eq!(
        world
            .value("select jsonb_agg(jsonb_build_array(subject_id, before, after) order by id) from journal_record where event = 402")
            .await,
        json!([
            [1601, {"catalogId": 16, "catalogLotId": 12}, {"catalogId": null, "catalogLotId": null}],
            [1401, {"catalogId": 14, "catalogLotId": 1}, {"catalogId": null, "catalogLotId": null}]
        ])
    );
    world.end().await;
}

#[actix_web::test]
async fn the_auctioneers_of_a_deleted_catalog_are_staff_no_longer() {
    let world = World::new().await;
    world
        .sql("delete from catalog_auctioneer; insert into catalog_auctioneer values (16, 4)")
        .await;
    let storage = async || world.get(AUCTIONEER, "/api/house/1/storage").await.status;
    let mine = async || {
        let who = world.post(AUCTIONEER, "/api/whoami", json!({})).await.ok();
        who["auctioneerOfCatalogIds"].clone()
    };
    assert_eq!((mine().await, storage().await), (json!([16]), 200));
    world.delete(MANAGER, "/api/catalog/16").await.done();
    assert_eq!((mine().await, storage().await), (json!([]), 403));
    assert_eq!(
        world
            .value("select to_jsonb(count(*)) from catalog_auctioneer")
            .await,
        0
    );
    // Nor are those of one that was deleted before.
    world
        .sql("insert into catalog_auctioneer values (16, 4)")
        .await;
    assert_eq!((mine().await, storage().await), (json!([]), 403));
    world.end().await;
}

#[actix_web::test]
async fn a_catalog_is_saved_as_it_was_read() {
    let world = World::new().await;
    let house = json!({"id": 1, "nameRu": "Первый дом", "stepsTable": [{"start": 0, "step": 300}]});
    world.post(MANAGER, "/api/house", house).await.ok();
    let read = world.get(MANAGER, "/api/catalog/16").await.ok();
    let euro = with(
        read,
        json!({"currency": 1, "calculationType": 1, "lotSaleTimeoutInSeconds": 45}),
    );
    world.post(MANAGER, "/api/catalog", euro).await.ok();
    // The lot came along, as its journal says.
    assert_eq!(
        world
            .value("select jsonb_agg(jsonb_build_array(subject_id, before, after)) from journal_record where event = 402")
            .await,
        json!([[1601, {"currency": 0}, {"currency": 1}]])
    );
    assert_eq!(
        world.bet(TRUSTED, 16, 1601, 10_000).await.ok()["lot"]["minBet"],
        10_300
    );
    // With a bet how bets count is fixed; what was read changes nothing of it.
    let read = world.get(MANAGER, "/api/catalog/16").await.ok();
    let titled = with(read.clone(), json!({"title": "Осенние торги II"}));
    let saved = world.post(MANAGER, "/api/catalog", titled).await.ok();
    assert_eq!(saved["title"], "Осенние торги II");
    for field in [
        "stepsTable",
        "currency",
        "calculationType",
        "lotSaleTimeoutInSeconds",
        "startDate",
    ] {
        assert_eq!(saved[field], read[field], "{field}");
    }
    assert_eq!(
        world
            .value("select to_jsonb(steps_table is null) from catalog where id = 16")
            .await,
        true
    );
    // What has a default and is not sent stays as well.
    let bare = json!({"id": 16, "houseId": 1, "title": "Осенние торги III", "catalogType": 0,
        "startDate": read["startDate"]});
    let saved = world.post(MANAGER, "/api/catalog", bare).await.ok();
    assert_eq!(
        (
            &saved["currency"],
            &saved["calculationType"],
            &saved["lotSaleTimeoutInSeconds"]
        ),
        (&json!(1), &json!(1), &json!(45))
    );
    world.end().await;
}

#[actix_web::test]
async fn lots_come_into_catalogs_and_go() {
    let world = World::new().await;
    let put = async |who, catalog: i64, lot: i64, number: Value| {
        let body = json!({"lotId": lot, "catalogLotId": number});
        world
            .post(who, &format!("/api/catalog/{catalog}/lot"), body)
            .await
    };
    let out = async |who, catalog: i64, lot: i64| {
        world
            .delete(who, &format!("/api/catalog/{catalog}/lot/{lot}"))
            .await
    };
    let place = async |lot: i64| {
        let lot = world.get(ADMIN, &format!("/api/lots/{lot}")).await.ok();
        (lot["catalogId"].clone(), lot["catalogLotId"].clone())
    };
    let at = |catalog: i64, number: i64| (json!(catalog), json!(number));
    let nowhere = (Value::Null, Value::Null);

    // Out, into the storage; in again under a free number, or the next one.
    out(MANAGER, 10, 1003).await.done();
    assert_eq!(place(1003).await, nowhere);
    assert_eq!(world.get(VISITOR, "/api/lots/1003").await.status, 404);
    assert_eq!(world.bet(TRUSTED, 10, 1003, 500).await.code(), 3);
    let taken = put(MANAGER, 10, 1003, json!(2)).await;
    assert_eq!(
        taken.faults(),
        json!({"catalogLotId": ["Лот с таким номером уже есть в каталоге"]})
    );
    let none = put(MANAGER, 10, 1003, json!(0)).await;
    assert_eq!(
        none.faults(),
        json!({"catalogLotId": ["Номер лота должен быть больше нуля"]})
    );
    assert_eq!(place(1003).await, nowhere);
    put(MANAGER, 10, 1003, Value::Null).await.ok();
    assert_eq!(place(1003).await, at(10, 5));
    assert_eq!(
        world.get(VISITOR, "/api/catalog/10/lastlotid").await.ok(),
        5
    );
    assert_eq!(world.bet(TRUSTED, 10, 1003, 500).await.code(), 0);
    // In it already: another number, or nothing at all.
    put(MANAGER, 10, 1001, json!(9)).await.ok();
    put(MANAGER, 10, 1001, Value::Null).await.ok();
    assert_eq!(place(1001).await, at(10, 9));
    assert_eq!(
        put(MANAGER, 10, 1001, json!(5)).await.faults(),
        json!({"catalogLotId": ["Лот с таким номером уже есть в каталоге"]})
    );

    // From one catalog into another.
    put(OWNER, 16, 1002, json!(1)).await.ok();
    assert_eq!(place(1002).await, at(16, 1));
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 3);
    assert_eq!(world.bet(TRUSTED, 16, 1002, 1000).await.code(), 0);
    // With a bet it stays.
    assert_eq!(
        put(OWNER, 10, 1002, Value::Null).await.refused(409),
        NOT_NOW
    );
    assert_eq!(out(OWNER, 16, 1002).await.refused(409), NOT_NOW);
    assert_eq!(place(1002).await, at(16, 1));
    // What the other catalog would refuse does not leave the one it is in.
    assert_eq!(
        put(OWNER, 16, 1001, json!(12)).await.faults(),
        json!({"catalogLotId": ["Лот с таким номером уже есть в каталоге"]})
    );
    assert_eq!(
        put(OWNER, 15, 1001, Value::Null).await.refused(409),
        NOT_NOW
    );
    assert_eq!(
        put(ADMIN, 20, 1001, Value::Null).await.faults(),
        json!({"lotId": ["Лот принадлежит другому аукционному дому"]})
    );
    world
        .sql("update catalog set currency = 1 where id = 14")
        .await;
    assert_eq!(
        put(OWNER, 14, 1001, Value::Null).await.faults(),
        json!({"lotId": ["Валюта лота отличается от валюты каталога"]})
    );
    assert_eq!(place(1001).await, at(10, 9));

    for (who, catalog, lot, status) in [
        (VISITOR, 10, 1201, 401),
        (AUCTIONEER, 10, 1201, 403),
        (STRANGER, 10, 2001, 403),
        (STRANGER, 17, 2001, 404),
        (MANAGER, 10, 2001, 403),
        (MANAGER, 20, 1001, 403),
        (MANAGER, 10, 99, 404),
        (ADMIN, 99, 1001, 404),
    ] {
        assert_eq!(
            put(who, catalog, lot, Value::Null).await.status,
            status,
            "{who:?} {catalog} {lot}"
        );
    }
    for (who, catalog, lot, status) in [
        (VISITOR, 10, 1001, 401),
        (NEWSMAKER, 10, 1001, 403),
        (STRANGER, 10, 1001, 403),
        (MANAGER, 10, 1201, 404),
        (MANAGER, 10, 99, 404),
    ] {
        assert_eq!(
            out(who, catalog, lot).await.status,
            status,
            "{who:?} {catalog} {lot}"
        );
    }
    world.end().await;
}

#[actix_web::test]
async fn lots_join_a_sale_that_runs() {
    let world = World::new().await;
    let new = async |catalog: Value| {
        let lot = json!({"houseId": 1, "catalogId": catalog, "titleRu": "Ларец", "price": {"start": 100}});
        world.post(MANAGER, "/api/lots", lot).await
    };
    let stored = new(Value::Null).await.ok()["id"].as_i64().unwrap();
    world
        .control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    let body = json!({"lotId": stored});
    let lot = world.post(MANAGER, "/api/catalog/12/lot", body).await.ok();
    // Open at once, to the end of the sale.
    assert_eq!(
        (&lot["state"], &lot["endTradeTime"]),
        (&json!(1), &lot["catalogEndDate"])
    );
    assert_eq!(world.bet(TRUSTED, 12, stored, 100).await.code(), 0);

    // Into the queue of a classic; the hammer comes to it at last.
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let queued = new(json!(10)).await.ok();
    assert_eq!(
        (&queued["state"], &queued["catalogLotId"]),
        (&json!(0), &json!(5))
    );
    for _ in 0..3 {
        world.next(10).await.ok();
    }
    assert_eq!(
        world.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"],
        queued["id"]
    );
    // Nothing is left to open: it takes no more, and what was to come stays nowhere.
    world.next(10).await.ok();
    assert_eq!(new(json!(10)).await.refused(409), NOT_NOW);
    assert_eq!(
        world
            .value("select count(*)::text::jsonb from lot where title_ru = 'Ларец'")
            .await,
        2
    );
    world.end().await;
}

#[actix_web::test]
async fn what_everybody_sees_and_when_followers_of_authors_are_told() {
    let world = World::new().await;
    let announced = async || {
        let notices = world
            .value(
                "select coalesce(jsonb_agg(payload -> 'lotId' order by id), '[]') from outbox
                 where topic = 'notify' and payload ->> 'kind' = 'lot_listed'",
            )
            .await;
        world.sql("delete from outbox where topic = 'notify'").await;
        notices
    };
    // A draft's lot is told of when the draft is scheduled.
    let lot = json!({"houseId": 1, "catalogId": 14, "titleRu": "Этюд", "author": [{"name": "Поленов"}],
        "price": {"start": 100}});
    let id = world.post(MANAGER, "/api/lots", lot.clone()).await.ok()["id"].clone();
    assert_eq!(announced().await, json!([]));
    world
        .control(MANAGER, "/api/catalog/14/scheduled")
        .await
        .ok();
    assert_eq!(announced().await, json!([id]));
    // One of a public sale at once; a hidden one when it is shown.
    let hidden = with(lot.clone(), json!({"catalogId": 10, "hidden": true}));
    let hidden = world.post(MANAGER, "/api/lots", hidden).await.ok()["id"].clone();
    let open = with(lot, json!({"catalogId": 10}));
    let open = world.post(MANAGER, "/api/lots", open).await.ok()["id"].clone();
    assert_eq!(announced().await, json!([open]));
    world
        .post(MANAGER, &format!("/api/lots/{hidden}/show"), json!({}))
        .await
        .ok();
    assert_eq!(announced().await, json!([hidden]));
    // A hidden sale's lots when it is shown.
    world.control(MANAGER, "/api/catalog/10/hide").await.ok();
    assert_eq!(world.get(VISITOR, "/api/catalog/10").await.status, 404);
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 4);
    assert_eq!(announced().await, json!([]));
    world.control(MANAGER, "/api/catalog/10/show").await.ok();
    assert_eq!(announced().await, json!([hidden, open, 1001, 1002]));
    let (row, room) = stored(&world, 10).await;
    assert_eq!((&row["hidden"], &room["state"]), (&json!(false), &json!(0)));
    world.end().await;
}

#[actix_web::test]
async fn people_subscribe_to_catalogs() {
    let world = World::new().await;
    let path = "/api/catalog/notifications/";
    let mine = async |who| {
        let catalogs = world.get(who, path).await.ok();
        catalogs
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].clone())
            .collect::<Vec<_>>()
    };
    for catalog in [10, 12, 10] {
        let subscribed = world
            .post(TRUSTED, path, json!({"catalogId": catalog}))
            .await
            .ok();
        assert_eq!(subscribed["id"], catalog);
    }
    assert_eq!(mine(TRUSTED).await, [12, 10]);
    assert_eq!(mine(TRUSTED2).await, Vec::<Value>::new());
    assert_eq!(
        world
            .post(TRUSTED, path, json!({"catalogId": 17}))
            .await
            .status,
        404
    );
    assert_eq!(
        world
            .post(TRUSTED, path, json!({"catalogId": 99}))
            .await
            .status,
        404
    );
    assert_eq!(
        world.post(TRUSTED, path, json!({})).await.faults(),
        json!({"catalogId": ["Обязательное поле"]})
    );
    assert_eq!(
        world
            .post(VISITOR, path, json!({"catalogId": 10}))
            .await
            .status,
        401
    );
    // What is hidden is not shown, and shown again when it is seen again.
    world.control(MANAGER, "/api/catalog/12/hide").await.ok();
    assert_eq!(mine(TRUSTED).await, [10]);
    world.control(MANAGER, "/api/catalog/12/show").await.ok();
    for _ in 0..2 {
        world
            .delete(TRUSTED, "/api/catalog/notifications/catalog/10")
            .await
            .done();
    }
    assert_eq!(mine(TRUSTED).await, [12]);
    assert_eq!(
        world
            .value(
                "select jsonb_agg(jsonb_build_array(event, subject_id) order by id) from journal_record
                 where account_id = 6"
            )
            .await,
        json!([[331, 10], [331, 12], [332, 10]])
    );
    // A list has an end; beyond it nothing is taken that would not be listed.
    world
        .sql(
            "insert into catalog (id, house_id, title, catalog_type)
                select 1000 + n, 1, 'К', 0 from generate_series(1, 500) as n;
             insert into catalog_subscription (account_id, catalog_id) select 8, id from catalog where title = 'К'",
        )
        .await;
    let full = world.post(ACCEPTED, path, json!({"catalogId": 10})).await;
    assert_eq!(
        full.refused(409),
        "Можно подписаться не более чем на 500 аукционов"
    );
    world.end().await;
}

#[actix_web::test]
async fn a_catalog_has_one_logo() {
    let world = World::new().await;
    let path = "/api/catalog/14/images";
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 404)] {
        assert_eq!(
            world.upload(who, path, &[&png()]).await.status,
            status,
            "{who:?}"
        );
        assert_eq!(world.delete(who, path).await.status, status, "{who:?}");
    }
    assert_eq!(world.upload(MANAGER, path, &[b"text"]).await.status, 415);
    let id = world.upload(MANAGER, path, &[&png()]).await.ok()["previewId"].clone();
    let shown = format!("/api/catalog/image/{}?size=icon", id.as_str().unwrap());
    // As hidden as its catalog.
    assert_eq!(world.get(VISITOR, &shown).await.status, 404);
    assert_eq!(world.get(NEWSMAKER, &shown).await.status, 200);
    assert_eq!(
        world.get(MANAGER, "/api/catalog/14").await.ok()["logo"]["previewId"],
        id
    );
    world.delete(OWNER, path).await.done();
    assert_eq!(
        world.get(MANAGER, "/api/catalog/14").await.ok()["logo"]["previewId"],
        Value::Null
    );
    world.end().await;
}
