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
        "houseId": 1, "catalogId": 10, "catalogLotId": 27, "titleRu": " Вид Неаполя ",
        "descriptionRu": "Холст дублирован.\nСправа подпись <А. И.> & дата.",
        "author": [{"name": "Щедрин Сильвестр"}, {"name": "Айвазовский Иван Константинович"}],
        "isAttributedAuthorship": true, "categoryId": 1901, "period": "1820-е", "materials": "холст, масло",
        "size": "60 × 80 см", "sourceCountryRu": "Россия", "weight": "2 кг", "notes": "Без рамы",
        "videoLinks": ["https://video.example/1"],
        "price": {"start": 1000, "reserve": 5000, "estimatedFrom": 4000, "estimatedTo": 6000},
        "top": 2, "hidden": false,
    })
}

/// What is stored of a lot, its own row and the room's.
async fn stored(world: &World, id: i64) -> (Value, Value) {
    let row = sqlx::query_scalar("select to_jsonb(l) - 'views_count' from lot l where id = $1");
    let room = sqlx::query_scalar("select to_jsonb(t) from lot_trade t where lot_id = $1");
    (
        row.bind(id).fetch_one(&world.pool).await.unwrap(),
        room.bind(id)
            .fetch_optional(&world.pool)
            .await
            .unwrap()
            .unwrap_or(Value::Null),
    )
}

/// A lot as its form would be sent again.
async fn form(world: &World, id: i64) -> Value {
    let lot = world.get(ADMIN, &format!("/api/lots/{id}")).await.ok();
    with(lot.clone(), json!({"catalogLotId": lot["catalogLotId"]}))
}

const NOT_NOW: &str = "Действие невозможно в текущем состоянии";

#[actix_web::test]
async fn a_lot_is_made_in_a_catalog_and_traded_at_once() {
    let world = World::new().await;
    let made = world.post(ADMIN, "/api/lots/", whole()).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = with(
        whole(),
        json!({"titleRu": "Вид Неаполя", "classCode": "10.1", "state": 0}),
    );
    for (field, value) in expected.as_object().unwrap() {
        if field != "price" {
            assert_eq!(&made[field], value, "{field}");
        }
    }
    for (field, value) in [
        ("start", json!(1000)),
        ("reserve", json!(5000)),
        ("reservePriceState", json!("RESERVE_PRICE_NOT_ACHIEVED")),
        ("estimatedFrom", json!(4000)),
        ("estimatedTo", json!(6000)),
        ("currency", json!(0)),
        ("minBet", json!(1000)),
    ] {
        assert_eq!(made["price"][field], value, "{field}");
    }
    assert_eq!(world.bet(TRUSTED, 10, id, 1000).await.code(), 0);
    // A known name is the author it was, a new one is added.
    assert_eq!(
        world
            .value("select jsonb_agg(name order by id) from author")
            .await,
        json!([
            "Айвазовский Иван Константинович",
            "Неизвестный мастер",
            "Щедрин Сильвестр"
        ])
    );
    world.index().await;
    let found = world
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"searchQuery": "неаполя щедрин"}),
        )
        .await
        .ok();
    assert_eq!(found["items"][0]["id"], id);

    // The least there is, for a manager: the storage, and roubles.
    let least = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 0}});
    let least = world.post(MANAGER, "/api/lots", least).await.ok();
    for (field, value) in [
        ("catalogId", Value::Null),
        ("catalogLotId", Value::Null),
        ("descriptionRu", Value::Null),
        ("author", json!([])),
        ("videoLinks", json!([])),
        ("hidden", json!(true)),
        ("top", json!(0)),
    ] {
        assert_eq!(least[field], value, "{field}");
    }
    let journal = world
        .value("select jsonb_agg(jsonb_build_array(event, account_id, after -> 'titleRu') order by id) from journal_record")
        .await;
    assert_eq!(journal, json!([[401, 1, "Вид Неаполя"], [401, 3, "Ларец"]]));
    world.end().await;
}

#[actix_web::test]
async fn every_fault_of_a_lot_is_told_and_nothing_is_stored() {
    let world = World::new().await;
    let price = |patch: Value| json!({"price": with(json!({"start": 1000}), patch)});
    let sum = "Сумма должна быть от 0 до 1 000 000 000 000";
    let faulty = [
        (json!({"titleRu": ""}), "titleRu", "Укажите название лота"),
        (
            json!({"titleRu": "я".repeat(501)}),
            "titleRu",
            "Не более 500 символов",
        ),
        (
            json!({"descriptionRu": "я".repeat(20_001)}),
            "descriptionRu",
            "Не более 20000 символов",
        ),
        (
            json!({"author": [{"name": "я".repeat(301)}]}),
            "author",
            "Не более 300 символов",
        ),
        (
            json!({"period": "я".repeat(301)}),
            "period",
            "Не более 300 символов",
        ),
        (
            json!({"materials": "я".repeat(301)}),
            "materials",
            "Не более 300 символов",
        ),
        (
            json!({"size": "я".repeat(301)}),
            "size",
            "Не более 300 символов",
        ),
        (
            json!({"sourceCountryRu": "я".repeat(301)}),
            "sourceCountryRu",
            "Не более 300 символов",
        ),
        (
            json!({"weight": "я".repeat(301)}),
            "weight",
            "Не более 300 символов",
        ),
        (
            json!({"notes": "я".repeat(2001)}),
            "notes",
            "Не более 2000 символов",
        ),
        (
            json!({"videoLinks": ["javascript:alert(1)"]}),
            "videoLinks",
            "Укажите адрес, который начинается с http:// или https://",
        ),
        (price(json!({"start": -10})), "price.start", sum),
        (
            price(json!({"start": 1_000_000_000_001_i64})),
            "price.start",
            sum,
        ),
        (
            price(json!({"reserve": 1_000_000_000_001_i64})),
            "price.reserve",
            sum,
        ),
        (
            price(json!({"estimatedFrom": -1})),
            "price.estimatedFrom",
            sum,
        ),
        (
            price(json!({"estimatedFrom": 2, "estimatedTo": 1})),
            "price.estimatedTo",
            "Верхняя граница эстимейта меньше нижней",
        ),
        (
            price(json!({"currency": 1})),
            "price.currency",
            "Валюта лота должна быть валютой каталога",
        ),
        (json!({"top": 1001}), "top", "Место в топе: от 0 до 1000"),
        (
            json!({"categoryId": 5}),
            "categoryId",
            "Такой категории нет",
        ),
        (
            json!({"catalogLotId": 2}),
            "catalogLotId",
            "Лот с таким номером уже есть в каталоге",
        ),
        (
            json!({"catalogLotId": 0}),
            "catalogLotId",
            "Номер лота должен быть больше нуля",
        ),
        (
            price(json!({"start": "x"})),
            "body",
            "Неверный тип или значение поля",
        ),
    ];
    let count =
        "select jsonb_build_array((select count(*) from lot), (select count(*) from author))";
    let before = (world.value(count).await, stored(&world, 1001).await);
    for (patch, field, text) in faulty {
        let made = world
            .post(ADMIN, "/api/lots", with(whole(), patch.clone()))
            .await;
        assert_eq!(made.faults(), json!({field: [text]}), "{patch}");
        let edited = with(with(whole(), json!({"id": 1001})), patch.clone());
        let edited = world.put(ADMIN, "/api/lots", edited).await;
        assert_eq!(edited.faults(), json!({field: [text]}), "{patch}");
    }
    let foreign = with(whole(), json!({"catalogId": 20}));
    assert_eq!(
        world.post(ADMIN, "/api/lots", foreign).await.faults(),
        json!({"catalogId": ["Каталог принадлежит другому аукционному дому"]})
    );
    for (who, patch, status) in [
        (VISITOR, json!({}), 401),
        (NEWSMAKER, json!({}), 403),
        (AUCTIONEER, json!({}), 403),
        (STRANGER, json!({}), 403),
        (MANAGER, json!({"houseId": 2}), 403),
        (MANAGER, json!({"catalogId": 99}), 404),
        // The top is admins' to give.
        (MANAGER, json!({}), 403),
        (ADMIN, json!({"houseId": 99, "catalogId": null}), 404),
    ] {
        let reply = world.post(who, "/api/lots", with(whole(), patch)).await;
        assert_eq!(reply.status, status, "{who:?} {}", reply.text);
    }
    assert_eq!(
        (world.value(count).await, stored(&world, 1001).await),
        before
    );
    world.end().await;
}

#[actix_web::test]
async fn a_lot_is_changed_by_its_house() {
    let world = World::new().await;
    let edit = async |who, patch: Value| {
        let body = with(
            with(whole(), json!({"id": 1003, "top": null, "catalogLotId": 3})),
            patch,
        );
        world.put(who, "/api/lots", body).await
    };
    for (who, patch, status) in [
        (VISITOR, json!({}), 401),
        (NEWSMAKER, json!({}), 403),
        (AUCTIONEER, json!({}), 403),
        (STRANGER, json!({}), 403),
        (STRANGER, json!({"id": 1004}), 404),
        (ADMIN, json!({"id": 99}), 404),
        (MANAGER, json!({"top": 7}), 403),
    ] {
        assert_eq!(edit(who, patch).await.status, status, "{who:?}");
    }
    let lot = edit(MANAGER, json!({"catalogLotId": 30})).await.ok();
    assert_eq!(
        (
            &lot["titleRu"],
            &lot["catalogLotId"],
            &lot["price"]["minBet"]
        ),
        (&json!("Вид Неаполя"), &json!(30), &json!(1000))
    );
    // The reserve, which a manager does not see: not sent it stays, 0 takes it away.
    assert_eq!(lot["price"]["reserve"], Value::Null);
    let reserve =
        async || world.get(ADMIN, "/api/lots/1003").await.ok()["price"]["reserve"].clone();
    assert_eq!(reserve().await, 5000);
    let of =
        |reserve: Value| json!({"catalogLotId": 30, "price": {"start": 1000, "reserve": reserve}});
    edit(MANAGER, of(Value::Null)).await.ok();
    assert_eq!(reserve().await, 5000);
    edit(MANAGER, of(json!(0))).await.ok();
    assert_eq!(reserve().await, Value::Null);
    assert_eq!(
        edit(ADMIN, json!({"top": 7, "catalogLotId": 30}))
            .await
            .ok()["top"],
        7
    );
    // Sent back as it is by a manager, it keeps its place.
    assert_eq!(
        edit(MANAGER, json!({"top": 7, "catalogLotId": 30}))
            .await
            .ok()["top"],
        7
    );
    // Authors go as they come, the name stays known.
    let authors = edit(
        OWNER,
        json!({"author": [{"name": "Щедрин Сильвестр"}], "catalogLotId": 30}),
    )
    .await
    .ok();
    assert_eq!(authors["author"], json!([{"name": "Щедрин Сильвестр"}]));
    let row = world
        .value(
            "select jsonb_agg(before order by id desc) -> 0 from journal_record where event = 402",
        )
        .await;
    assert_eq!(
        row,
        json!({"authors": ["Щедрин Сильвестр", "Айвазовский Иван Константинович"]})
    );
    // In the storage a lot has its own currency, and no number.
    let kept = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5, "currency": 2}});
    let kept = world.post(MANAGER, "/api/lots", kept).await.ok()["id"].clone();
    let euro = json!({"id": kept, "titleRu": "Ларец", "price": {"start": 5, "currency": 1}});
    let lot = world.put(MANAGER, "/api/lots", euro.clone()).await.ok();
    assert_eq!(lot["price"]["currency"], 1);
    let numbered = world
        .put(MANAGER, "/api/lots", with(euro, json!({"catalogLotId": 4})))
        .await;
    assert_eq!(
        numbered.faults(),
        json!({"catalogLotId": ["В хранилище у лота нет номера"]})
    );
    world.end().await;
}

#[actix_web::test]
async fn what_a_bet_rests_on_is_fixed() {
    let world = World::new().await;
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 0);
    let edit = async |id: i64, patch: Value| {
        let body = with(form(&world, id).await, patch);
        world
            .put(MANAGER, "/api/lots", with(body, json!({"top": null})))
            .await
    };
    let price = |start: i64, reserve: Value| json!({"price": {"start": start, "reserve": reserve}});
    let before = stored(&world, 1002).await;
    // Its start price, and a higher reserve; not even the texts that come with them are stored.
    for patch in [
        with(price(2000, json!(5000)), json!({"titleRu": "Другое"})),
        with(price(1000, json!(6000)), json!({"titleRu": "Другое"})),
    ] {
        assert_eq!(edit(1002, patch).await.refused(409), NOT_NOW);
        assert_eq!(stored(&world, 1002).await, before);
    }
    assert_eq!(
        world
            .value("select count(*)::text::jsonb from journal_record")
            .await,
        0
    );
    // The reserve may fall, and go; texts may change.
    edit(
        1002,
        with(price(1000, json!(3000)), json!({"titleRu": "Икона"})),
    )
    .await
    .ok();
    let lot = world.get(ADMIN, "/api/lots/1002").await.ok();
    assert_eq!(
        (&lot["price"]["reserve"], &lot["titleRu"]),
        (&json!(3000), &json!("Икона"))
    );
    edit(1002, price(1000, json!(0))).await.ok();
    assert_eq!(
        world.get(ADMIN, "/api/lots/1002").await.ok()["price"]["reservePriceState"],
        Value::Null
    );

    // Running: numbers stay; a lot without bets may still get another price, which drops the order below it.
    assert_eq!(world.order(TRUSTED, 10, 1003, 600).await.code(), 0);
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let before = stored(&world, 1003).await;
    assert_eq!(
        edit(1003, json!({"catalogLotId": 30})).await.refused(409),
        NOT_NOW
    );
    assert_eq!(stored(&world, 1003).await, before);
    let lot = edit(1003, price(700, Value::Null)).await.ok();
    assert_eq!(lot["price"]["minBet"], 700);
    assert_eq!(
        world.get(TRUSTED, "/api/trade/bet/absentee").await.ok(),
        json!([])
    );
    // Under the hammer texts change while people bid.
    assert_eq!(world.bet(TRUSTED2, 10, 1001, 1000).await.code(), 0);
    edit(1001, json!({"titleRu": "Парусник"})).await.ok();
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1100).await.code(), 0);
    world.end().await;
}

#[actix_web::test]
async fn a_hidden_lot_is_out_of_the_sale() {
    let world = World::new().await;
    let set = async |who, id: i64, to: &str| {
        world
            .post(who, &format!("/api/lots/{id}/{to}"), json!({}))
            .await
    };
    for (who, status) in [
        (VISITOR, 401),
        (NEWSMAKER, 403),
        (AUCTIONEER, 403),
        (STRANGER, 403),
    ] {
        for to in ["hide", "show"] {
            assert_eq!(set(who, 1002, to).await.status, status, "{who:?}");
        }
    }
    assert_eq!(set(ADMIN, 99, "hide").await.status, 404);
    assert_eq!(world.order(TRUSTED, 10, 1002, 2000).await.code(), 0);
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    // Not the one under the hammer, nor one with a bet.
    let before = stored(&world, 1001).await;
    assert_eq!(set(MANAGER, 1001, "hide").await.refused(409), NOT_NOW);
    assert_eq!(stored(&world, 1001).await, before);
    for _ in 0..2 {
        assert_eq!(set(MANAGER, 1002, "hide").await.ok()["hidden"], true);
    }
    assert_eq!(world.get(VISITOR, "/api/lots/1002").await.status, 404);
    assert_eq!(
        world.get(TRUSTED, "/api/trade/bet/absentee").await.ok(),
        json!([])
    );
    world.next(10).await.ok();
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 3);
    assert_eq!(
        world.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"],
        1003
    );
    // Shown again it waits for its turn.
    assert_eq!(set(OWNER, 1002, "show").await.ok()["hidden"], false);
    world.next(10).await.ok();
    assert_eq!(
        world.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"],
        1002
    );
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 0);
    // A lot of the storage is hidden and shown without any room.
    let kept = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5}});
    let kept = world.post(MANAGER, "/api/lots", kept).await.ok()["id"]
        .as_i64()
        .unwrap();
    set(MANAGER, kept, "hide").await.ok();
    assert_eq!(stored(&world, kept).await.0["hidden"], true);
    world.end().await;
}

#[actix_web::test]
async fn a_lot_goes_unless_somebody_bet_on_it() {
    let world = World::new().await;
    let delete = async |who, id: i64| world.delete(who, &format!("/api/lots/{id}")).await;
    for (who, id, status) in [
        (VISITOR, 1003, 401),
        (NEWSMAKER, 1003, 403),
        (AUCTIONEER, 1003, 403),
        (STRANGER, 1003, 403),
        (STRANGER, 1004, 404),
        (ADMIN, 99, 404),
    ] {
        assert_eq!(delete(who, id).await.status, status, "{who:?} {id}");
    }
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(
        delete(MANAGER, 1001).await.refused(409),
        "По лоту есть ставки: его нельзя удалить"
    );
    assert_eq!(delete(MANAGER, 1501).await.refused(409), NOT_NOW);
    delete(MANAGER, 1003).await.done();
    assert_eq!(delete(MANAGER, 1003).await.status, 404);
    assert_eq!(world.get(ADMIN, "/api/lots/1003").await.status, 404);
    assert_eq!(world.bet(TRUSTED, 10, 1003, 500).await.code(), 3);
    world.index().await;
    let lots = world.get(MANAGER, "/api/catalog/10/lots").await.ok();
    assert_eq!(lots["totalCount"], 3);
    // Its number is free again.
    let next = json!({"houseId": 1, "catalogId": 10, "catalogLotId": 3, "titleRu": "Ларец", "price": {"start": 5}});
    world.post(MANAGER, "/api/lots", next).await.ok();
    // While the sale runs none goes, bets or not.
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let before = stored(&world, 1002).await;
    assert_eq!(delete(MANAGER, 1002).await.refused(409), NOT_NOW);
    assert_eq!(stored(&world, 1002).await, before);
    assert_eq!(
        world
            .value("select jsonb_agg(subject_id) from journal_record where event = 403")
            .await,
        json!([1003])
    );
    world.end().await;
}

#[actix_web::test]
async fn a_copy_has_all_but_the_trade() {
    let world = World::new().await;
    world
        .upload(MANAGER, "/api/lots/1002/images", &[&png(), &png()])
        .await
        .ok();
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 0);
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        let reply = world
            .post(who, "/api/lots/1002/create-copy", json!({}))
            .await;
        assert_eq!(reply.status, status, "{who:?}");
    }
    let original = world.get(ADMIN, "/api/lots/1002").await.ok();
    let copy = world
        .post(ADMIN, "/api/lots/1002/create-copy", json!({}))
        .await
        .ok();
    for field in [
        "titleRu",
        "author",
        "categoryId",
        "materials",
        "houseId",
        "descriptionRu",
    ] {
        assert_eq!(copy[field], original[field], "{field}");
    }
    assert_eq!(copy["price"]["reserve"], 5000);
    assert_eq!(copy["gallery"], original["gallery"]);
    assert_eq!(
        (
            &copy["catalogId"],
            &copy["price"]["value"],
            &copy["betsCount"],
            &copy["top"]
        ),
        (&Value::Null, &Value::Null, &json!(0), &json!(0))
    );
    // A picture taken from one stays with the other.
    let picture = copy["gallery"]["images"][0]["id"].as_str().unwrap();
    let (id, shown) = (&copy["id"], format!("/api/lots/image/{picture}?size=icon"));
    world
        .delete(MANAGER, &format!("/api/lots/{id}/images/{picture}"))
        .await
        .done();
    assert_eq!(
        world.get(VISITOR, "/api/lots/1002").await.ok()["gallery"],
        original["gallery"]
    );
    assert_eq!(world.get(VISITOR, &shown).await.status, 200);
    world.end().await;
}

#[actix_web::test]
async fn a_sold_lot_is_paid() {
    let world = World::new().await;
    let pay = async |who, id: i64| {
        world
            .post(who, &format!("/api/lots/{id}/paid"), json!({}))
            .await
    };
    for (who, id, status) in [
        (VISITOR, 1501, 401),
        (NEWSMAKER, 1501, 403),
        (AUCTIONEER, 1501, 403),
        (STRANGER, 1501, 403),
        (ADMIN, 99, 404),
    ] {
        assert_eq!(pay(who, id).await.status, status, "{who:?}");
    }
    assert_eq!(pay(MANAGER, 1001).await.refused(409), NOT_NOW);
    for _ in 0..2 {
        assert_eq!(pay(MANAGER, 1501).await.ok()["state"], 8);
    }
    // In a gallery lots are sold without bids; in the storage not at all.
    assert_eq!(pay(OWNER, 1301).await.ok()["state"], 8);
    let kept = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5}});
    let kept = world.post(MANAGER, "/api/lots", kept).await.ok()["id"]
        .as_i64()
        .unwrap();
    assert_eq!(pay(MANAGER, kept).await.refused(409), NOT_NOW);
    assert_eq!(
        world.value("select jsonb_agg(jsonb_build_array(subject_id, before, after) order by id) from journal_record where event = 402").await,
        json!([[1501, {"state": 2}, {"state": 8}], [1301, {"state": 0}, {"state": 8}]])
    );
    world.end().await;
}

#[actix_web::test]
async fn what_was_not_sold_goes_on_after_the_auction() {
    let world = World::new().await;
    let shift = async |who, id: i64| {
        world
            .post(
                who,
                &format!("/api/lots/{id}/move-to-postauction"),
                json!({}),
            )
            .await
    };
    let back = async |who, id: i64| {
        world
            .delete(who, &format!("/api/lots/{id}/delete-from-postauction"))
            .await
    };
    // 1001 is sold, 1002 stays below its reserve, on 1003 nobody bids.
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    world.next(10).await.ok();
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 0);
    assert_eq!(
        shift(MANAGER, 1003).await.refused(409),
        "Постаукцион дома отключён"
    );
    world
        .post(ADMIN, "/api/house/1/postauction/enable", json!({}))
        .await
        .ok();
    for id in [1001, 1002, 1003] {
        assert_eq!(shift(MANAGER, id).await.refused(409), NOT_NOW, "{id}");
    }
    world.next(10).await.ok();
    world.next(10).await.ok();
    world
        .control(AUCTIONEER, "/api/trade/classic/10/end")
        .await
        .ok();
    assert_eq!(shift(MANAGER, 1001).await.refused(409), NOT_NOW);
    assert_eq!(
        world.get(VISITOR, "/api/lots/1001").await.ok()["catalogId"],
        10
    );
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        assert_eq!(shift(who, 1002).await.status, status, "{who:?}");
        assert_eq!(back(who, 1002).await.status, status, "{who:?}");
    }
    let lot = shift(MANAGER, 1002).await.ok();
    assert_eq!(
        (
            &lot["catalogType"],
            &lot["catalogLotId"],
            &lot["state"],
            &lot["isBiddingOver"]
        ),
        (&json!(3), &json!(1), &json!(0), &json!(false))
    );
    // The auction's bets are the auction's: here it has none.
    assert_eq!(
        (&lot["betsCount"], &lot["leadingBet"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(
        world
            .get(VISITOR, "/api/trade/bet/lot/1002/history")
            .await
            .ok(),
        json!([])
    );
    assert_eq!(
        world.get(TRUSTED, "/api/lots/1002").await.ok()["myLastBet"],
        Value::Null
    );
    assert_eq!(
        shift(MANAGER, 1002).await.refused(409),
        "Лот уже в постаукционе"
    );
    assert_eq!(shift(MANAGER, 1003).await.ok()["catalogLotId"], 2);
    world.index().await;
    assert_eq!(
        world.get(VISITOR, "/api/house/1/postauction").await.ok()["totalCount"],
        2
    );

    assert_eq!(
        back(MANAGER, 1001).await.refused(409),
        "Лота нет в постаукционе"
    );
    back(MANAGER, 1003).await.done();
    assert_eq!(
        world.get(MANAGER, "/api/house/1/storage").await.ok()["items"][0]["id"],
        1003
    );
    world
        .post(MANAGER, "/api/lots/1002/paid", json!({}))
        .await
        .ok();
    assert_eq!(back(MANAGER, 1002).await.refused(409), NOT_NOW);
    world.end().await;
}

#[actix_web::test]
async fn pictures_are_put_in_order_and_taken_away() {
    let world = World::new().await;
    let path = "/api/lots/1003/images";
    let four = [png(), png(), png(), png()];
    let four: Vec<&[u8]> = four.iter().map(Vec::as_slice).collect();
    let images = world.upload(MANAGER, path, &four).await.ok();
    let ids: Vec<_> = (0..4).map(|at| images[at]["id"].clone()).collect();
    let shown = async || {
        let lot = world.get(VISITOR, "/api/lots/1003").await.ok();
        let images = lot["gallery"]["images"].as_array().unwrap().clone();
        images
            .iter()
            .map(|image| image["id"].clone())
            .collect::<Vec<_>>()
    };
    let order = async |who, ids: Value| world.put(who, path, json!({"images": ids})).await;
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        assert_eq!(order(who, json!(ids)).await.status, status, "{who:?}");
        let one = format!("{path}/{}", ids[0].as_str().unwrap());
        assert_eq!(world.delete(who, &one).await.status, status, "{who:?}");
    }
    for wrong in [
        json!([]),
        json!(ids[..3]),
        json!([ids[0], ids[1], ids[2], ids[2]]),
        json!([
            ids[0],
            ids[1],
            ids[2],
            ids[3],
            "00000000-0000-4000-8000-000000000001"
        ]),
    ] {
        assert_eq!(
            order(MANAGER, wrong).await.faults(),
            json!({"images": ["Перечислите все изображения лота, каждое один раз"]})
        );
    }
    assert_eq!(order(MANAGER, json!(["x"])).await.status, 422);
    assert_eq!(shown().await, ids);
    let turned = [&ids[3], &ids[0], &ids[2], &ids[1]];
    let answer = order(OWNER, json!(turned)).await.ok();
    assert_eq!(answer[0]["id"], ids[3]);
    assert_eq!(shown().await.iter().collect::<Vec<_>>(), turned);
    assert_eq!(
        world.get(VISITOR, "/api/lots/1003").await.ok()["img"]["id"],
        ids[3]
    );

    let remove = async |id: &str| world.delete(MANAGER, &format!("{path}/{id}")).await;
    remove(ids[0].as_str().unwrap()).await.done();
    assert_eq!(remove(ids[0].as_str().unwrap()).await.status, 404);
    assert_eq!(
        remove("00000000-0000-4000-8000-000000000001").await.status,
        404
    );
    assert_eq!(
        shown().await.iter().collect::<Vec<_>>(),
        [&ids[3], &ids[2], &ids[1]]
    );
    // There is room for as many as were taken away.
    assert_eq!(
        world
            .upload(MANAGER, path, &four)
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        7
    );
    assert_eq!(
        world.upload(MANAGER, path, &four[..1]).await.faults(),
        json!({"file": ["Не более 7 изображений лота"]})
    );
    assert_eq!(
        world.value("select count(*)::text::jsonb from journal_record where event = 402 and subject_id = 1003").await,
        4
    );
    world.end().await;
}

#[actix_web::test]
async fn my_lots_are_those_of_the_houses_i_work_for() {
    let world = World::new().await;
    let lot = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5}});
    let kept = world.post(MANAGER, "/api/lots", lot).await.ok()["id"].clone();
    for who in [OWNER, MANAGER, NEWSMAKER, AUCTIONEER] {
        let page = world.get(who, "/api/lots/my?pageSize=2").await.ok();
        assert_eq!(
            (&page["totalCount"], &page["items"][0]["id"]),
            (&json!(12), &kept),
            "{who:?}"
        );
    }
    let all = world.get(MANAGER, "/api/lots/my?pageSize=100").await.ok();
    let ids: Vec<_> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lot| lot["id"].as_i64())
        .collect();
    for hidden in [1004, 1401, 1701] {
        assert!(ids.contains(&Some(hidden)), "{hidden}");
    }
    assert_eq!(
        world.get(STRANGER, "/api/lots/my").await.ok()["items"][0]["id"],
        2001
    );
    for who in [ADMIN, TRUSTED, NEWCOMER] {
        assert_eq!(
            world.get(who, "/api/lots/my").await.ok()["totalCount"],
            0,
            "{who:?}"
        );
    }
    assert_eq!(world.get(VISITOR, "/api/lots/my").await.status, 401);
    world.end().await;
}

/// Changes of one catalog that come at once are made one after the other, and none is lost.
#[actix_web::test]
async fn changes_that_come_at_once_do_not_mix() {
    let world = World::new().await;
    let new = |number: Value| {
        let lot = json!({"houseId": 1, "catalogId": 10, "catalogLotId": number, "titleRu": "Ларец",
            "price": {"start": 5}, "author": [{"name": "Новый мастер"}, {"name": "Другой мастер"}]});
        world.post(MANAGER, "/api/lots", lot)
    };
    let same = futures_util::future::join_all((0..5).map(|_| new(json!(50)))).await;
    let mut statuses: Vec<_> = same.iter().map(|reply| reply.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422, 422, 422, 422]);
    let next = futures_util::future::join_all((0..5).map(|_| new(Value::Null))).await;
    let mut numbers: Vec<_> = next
        .iter()
        .map(|reply| reply.ok()["catalogLotId"].as_i64().unwrap())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [51, 52, 53, 54, 55]);
    // While somebody bids: every bet and every change is in the room's journal, in one order.
    let bets = (0..5).map(|n| {
        let who = if n % 2 == 0 { TRUSTED } else { TRUSTED2 };
        world.bet(who, 10, 1001, 1000 + n * 100)
    });
    let edits = (0..5).map(|n| {
        let lot =
            json!({"id": 1003, "titleRu": format!("Вечер {n}"), "price": {"start": 500 + n * 10}});
        world.put(MANAGER, "/api/lots", lot)
    });
    let (bets, edits) = futures_util::future::join(
        futures_util::future::join_all(bets),
        futures_util::future::join_all(edits),
    )
    .await;
    assert!(bets.iter().all(|reply| reply.status == 200));
    assert!(edits.iter().all(|reply| reply.status == 200));
    let (row, room) = stored(&world, 1003).await;
    assert_eq!(row["start_price"], room["min_bet"]);
    world.end().await;
}
