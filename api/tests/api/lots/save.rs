//! Creating and changing lots.

use serde_json::{Value, json};

use super::{NOT_NOW, stored};
use crate::support::*;

fn whole() -> Value {
    json!({
        "houseId": 1, "catalogId": 10, "catalogLotId": 27, "titleRu": " Вид Неаполя ",
        "descriptionRu": "Холст дублирован.\nСправа подпись <А. И.> & дата.",
        "author": [{"name": "Щедрин Сильвестр"}, {"name": "Айвазовский Иван Константинович"}],
        "isAttributedAuthorship": true, "categoryId": 1901, "period": "1820-е", "materials": "холст, масло",
        "size": "60 × 80 см", "sourceCountryRu": "Россия", "weight": "2 кг", "notes": "Без рамы",
        "auctioneerNote": "Назвать выставку 1911 года",
        "videoLinks": ["https://video.example/1"],
        "price": {"start": 1000, "reserve": 5000, "estimatedFrom": 4000, "estimatedTo": 6000},
        "top": 2, "hidden": false,
    })
}

/// A lot as its form sends it.
async fn form(app: &App, id: i64) -> Value {
    let lot = app.get(ADMIN, &format!("/api/lots/{id}")).await.ok();
    patched(lot.clone(), json!({"catalogLotId": lot["catalogLotId"]}))
}

/// The house's remarks for the auctioneer are its staff's alone.
#[actix_web::test]
async fn remarks_for_the_auctioneer_are_never_public() {
    let app = App::new().await;
    let made = app
        .post(MANAGER, "/api/lots/", patched(whole(), json!({"top": 0})))
        .await
        .ok();
    let id = made["id"].as_i64().unwrap();
    let note = async |who: Who| {
        app.get(who, &format!("/api/lots/{id}")).await.ok()["auctioneerNote"].clone()
    };
    for who in [VISITOR, ACCEPTED, TRUSTED, STRANGER, DEVELOPER] {
        assert_eq!(note(who).await, json!(null), "{who:?}");
    }
    for who in [AUCTIONEER, MANAGER, OWNER, ADMIN] {
        assert_eq!(note(who).await, "Назвать выставку 1911 года", "{who:?}");
    }
    let edit = async |note: Value| {
        let body = patched(form(&app, id).await, json!({"auctioneerNote": note}));
        app.put(MANAGER, "/api/lots/", body).await.ok()["auctioneerNote"].clone()
    };
    // Clients that do not know the field leave it as it is.
    assert_eq!(edit(json!(null)).await, "Назвать выставку 1911 года");
    assert_eq!(edit(json!(" Владелец в зале ")).await, "Владелец в зале");
    assert_eq!(edit(json!("")).await, json!(null));
    app.end().await;
}

#[actix_web::test]
async fn a_new_lot_of_a_catalog_can_be_bid_on_at_once() {
    let app = App::new().await;
    let made = app.post(ADMIN, "/api/lots/", whole()).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = patched(
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
    app.bet(TRUSTED, 10, id, 1000).await.expect_code(0);
    // A known name is the existing author, and a new name adds one.
    assert_eq!(
        app.value("select jsonb_agg(name order by id) from author")
            .await,
        json!([
            "Айвазовский Иван Константинович",
            "Неизвестный мастер",
            "Щедрин Сильвестр"
        ])
    );
    app.index().await;
    let found = app
        .post(
            VISITOR,
            "/api/lots/search",
            json!({"searchQuery": "неаполя щедрин"}),
        )
        .await
        .ok();
    assert_eq!(found["items"][0]["id"], id);

    // A manager's smallest lot: in the storage, in roubles.
    let least = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 0}});
    let least = app.post(MANAGER, "/api/lots", least).await.ok();
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
    let journal = app
        .value("select jsonb_agg(jsonb_build_array(event, account_id, after -> 'titleRu') order by id) from journal_record")
        .await;
    assert_eq!(journal, json!([[401, 1, "Вид Неаполя"], [401, 3, "Ларец"]]));
    app.end().await;
}

#[actix_web::test]
async fn every_fault_of_a_lot_is_reported_and_nothing_is_stored() {
    let app = App::new().await;
    let price = |patch: Value| json!({"price": patched(json!({"start": 1000}), patch)});
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
    let before = (app.value(count).await, stored(&app, 1001).await);
    for (patch, field, text) in faulty {
        let made = app
            .post(ADMIN, "/api/lots", patched(whole(), patch.clone()))
            .await;
        assert_eq!(made.faults(), json!({field: [text]}), "{patch}");
        let edited = patched(patched(whole(), json!({"id": 1001})), patch.clone());
        let edited = app.put(ADMIN, "/api/lots", edited).await;
        assert_eq!(edited.faults(), json!({field: [text]}), "{patch}");
    }
    let foreign = patched(whole(), json!({"catalogId": 20}));
    assert_eq!(
        app.post(ADMIN, "/api/lots", foreign).await.faults(),
        json!({"catalogId": ["Каталог принадлежит другому аукционному дому"]})
    );
    for (who, patch, status) in [
        (VISITOR, json!({}), 401),
        (NEWSMAKER, json!({}), 403),
        (AUCTIONEER, json!({}), 403),
        (STRANGER, json!({}), 403),
        (MANAGER, json!({"houseId": 2}), 403),
        (MANAGER, json!({"catalogId": 99}), 404),
        // Only admins put lots to the top.
        (MANAGER, json!({}), 403),
        (ADMIN, json!({"houseId": 99, "catalogId": null}), 404),
    ] {
        let reply = app.post(who, "/api/lots", patched(whole(), patch)).await;
        assert_eq!(reply.status, status, "{who:?} {}", reply.text());
    }
    assert_eq!((app.value(count).await, stored(&app, 1001).await), before);
    app.end().await;
}

#[actix_web::test]
async fn a_lot_is_changed_by_its_house() {
    let app = App::new().await;
    let edit = async |who, patch: Value| {
        let body = patched(
            patched(whole(), json!({"id": 1003, "top": null, "catalogLotId": 3})),
            patch,
        );
        app.put(who, "/api/lots", body).await
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
        edit(who, patch).await.expect(status);
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
    // A manager does not see the reserve: absent keeps it, 0 removes it.
    assert_eq!(lot["price"]["reserve"], Value::Null);
    let reserve = async || app.get(ADMIN, "/api/lots/1003").await.ok()["price"]["reserve"].clone();
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
    // Saved unchanged by a manager, it keeps its place.
    assert_eq!(
        edit(MANAGER, json!({"top": 7, "catalogLotId": 30}))
            .await
            .ok()["top"],
        7
    );
    // A removed author stays known by name.
    let authors = edit(
        OWNER,
        json!({"author": [{"name": "Щедрин Сильвестр"}], "catalogLotId": 30}),
    )
    .await
    .ok();
    assert_eq!(authors["author"], json!([{"name": "Щедрин Сильвестр"}]));
    let row = app
        .value(
            "select jsonb_agg(before order by id desc) -> 0 from journal_record where event = 402",
        )
        .await;
    assert_eq!(
        row,
        json!({"authors": ["Щедрин Сильвестр", "Айвазовский Иван Константинович"]})
    );
    // In the storage a lot has a currency of its own, and no number.
    let kept = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5, "currency": 2}});
    let kept = app.post(MANAGER, "/api/lots", kept).await.ok()["id"].clone();
    let euro = json!({"id": kept, "titleRu": "Ларец", "price": {"start": 5, "currency": 1}});
    let lot = app.put(MANAGER, "/api/lots", euro.clone()).await.ok();
    assert_eq!(lot["price"]["currency"], 1);
    let numbered = app
        .put(
            MANAGER,
            "/api/lots",
            patched(euro, json!({"catalogLotId": 4})),
        )
        .await;
    assert_eq!(
        numbered.faults(),
        json!({"catalogLotId": ["В хранилище у лота нет номера"]})
    );
    app.end().await;
}

#[actix_web::test]
async fn after_a_bet_the_terms_of_a_lot_are_fixed() {
    let app = App::new().await;
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(0);
    let edit = async |id: i64, patch: Value| {
        let body = patched(form(&app, id).await, patch);
        app.put(MANAGER, "/api/lots", patched(body, json!({"top": null})))
            .await
    };
    let price = |start: i64, reserve: Value| json!({"price": {"start": start, "reserve": reserve}});
    let before = stored(&app, 1002).await;
    // The start price and a higher reserve are refused, together with the texts beside them.
    for patch in [
        patched(price(2000, json!(5000)), json!({"titleRu": "Другое"})),
        patched(price(1000, json!(6000)), json!({"titleRu": "Другое"})),
    ] {
        assert_eq!(edit(1002, patch).await.refused(409), NOT_NOW);
        assert_eq!(stored(&app, 1002).await, before);
    }
    assert_eq!(
        app.value("select count(*)::text::jsonb from journal_record")
            .await,
        0
    );
    // The reserve may fall or be removed, and texts may change.
    edit(
        1002,
        patched(price(1000, json!(3000)), json!({"titleRu": "Икона"})),
    )
    .await
    .ok();
    let lot = app.get(ADMIN, "/api/lots/1002").await.ok();
    assert_eq!(
        (&lot["price"]["reserve"], &lot["titleRu"]),
        (&json!(3000), &json!("Икона"))
    );
    edit(1002, price(1000, json!(0))).await.ok();
    assert_eq!(
        app.get(ADMIN, "/api/lots/1002").await.ok()["price"]["reservePriceState"],
        Value::Null
    );

    // While the sale runs numbers are fixed. A lot without bets may still get another price, which drops lower
    // orders.
    app.order(TRUSTED, 10, 1003, 600).await.expect_code(0);
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let before = stored(&app, 1003).await;
    assert_eq!(
        edit(1003, json!({"catalogLotId": 30})).await.refused(409),
        NOT_NOW
    );
    assert_eq!(stored(&app, 1003).await, before);
    let lot = edit(1003, price(700, Value::Null)).await.ok();
    assert_eq!(lot["price"]["minBet"], 700);
    assert_eq!(
        app.get(TRUSTED, "/api/trade/bet/absentee").await.ok(),
        json!([])
    );
    // Texts of the current lot change while people bid.
    app.bet(TRUSTED2, 10, 1001, 1000).await.expect_code(0);
    edit(1001, json!({"titleRu": "Парусник"})).await.ok();
    app.bet(TRUSTED, 10, 1001, 1100).await.expect_code(0);
    app.end().await;
}

/// Concurrent changes of one catalog run one after the other, and none is lost.
#[actix_web::test]
async fn concurrent_changes_do_not_mix() {
    let app = App::new().await;
    let new = |number: Value| {
        let lot = json!({"houseId": 1, "catalogId": 10, "catalogLotId": number, "titleRu": "Ларец",
            "price": {"start": 5}, "author": [{"name": "Новый мастер"}, {"name": "Другой мастер"}]});
        app.post(MANAGER, "/api/lots", lot)
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
    // During bidding every bet and every change is in the room's journal, in one order.
    let bets = (0..5).map(|n| {
        let who = if n % 2 == 0 { TRUSTED } else { TRUSTED2 };
        app.bet(who, 10, 1001, 1000 + n * 100)
    });
    let edits = (0..5).map(|n| {
        let lot =
            json!({"id": 1003, "titleRu": format!("Вечер {n}"), "price": {"start": 500 + n * 10}});
        app.put(MANAGER, "/api/lots", lot)
    });
    let (bets, edits) = futures_util::future::join(
        futures_util::future::join_all(bets),
        futures_util::future::join_all(edits),
    )
    .await;
    assert!(bets.iter().all(|reply| reply.status == 200));
    assert!(edits.iter().all(|reply| reply.status == 200));
    let (row, room) = stored(&app, 1003).await;
    assert_eq!(row["start_price"], room["min_bet"]);
    app.end().await;
}

#[actix_web::test]
async fn a_description_is_read_as_an_import_would() {
    let app = App::new().await;
    let text = "Репин И.Е. (1844–1930) «Бурлаки». 1870 г. Бумага, карандаш. 20х30 см";
    let body = json!({"descriptionRu": text});
    let read = app.post(MANAGER, "/api/lots/description", body).await.ok();
    assert_eq!(
        (&read["titleRu"], &read["period"], &read["size"]),
        (&json!("Бурлаки"), &json!("1870 г."), &json!("20×30 см"))
    );
    assert!(read["author"].as_str().unwrap().starts_with("Репин"));
    let body = json!({"descriptionRu": ""});
    let read = app.post(MANAGER, "/api/lots/description", body).await.ok();
    assert_eq!(read["titleRu"], Value::Null);
    let body = json!({"descriptionRu": "я".repeat(20_001)});
    let refused = app.post(MANAGER, "/api/lots/description", body).await;
    refused.refused_field("descriptionRu");
    app.end().await;
}

#[actix_web::test]
async fn a_lot_needs_a_house_and_a_title_and_an_edit_without_prices_keeps_them() {
    let app = App::new().await;
    let made = app
        .post(
            MANAGER,
            "/api/lots",
            json!({"houseId": 1, "titleRu": "Ваза"}),
        )
        .await
        .ok();
    assert_eq!(made["price"]["start"], 0);
    assert_eq!(made["catalogId"], json!(null));
    let id = &made["id"];
    let priced = json!({"id": id, "titleRu": "Ваза", "price": {"start": 50, "estimatedFrom": 60, "estimatedTo": 70}});
    app.put(MANAGER, "/api/lots", priced).await.ok();
    let renamed = app
        .put(MANAGER, "/api/lots", json!({"id": id, "titleRu": "Кувшин"}))
        .await
        .ok();
    let prices =
        ["start", "estimatedFrom", "estimatedTo"].map(|name| renamed["price"][name].clone());
    assert_eq!(json!(prices), json!([50, 60, 70]));
    let partly = json!({"id": id, "titleRu": "Кувшин", "price": {"estimatedTo": 90}});
    let partly = app.put(MANAGER, "/api/lots", partly).await.ok();
    let prices =
        ["start", "estimatedFrom", "estimatedTo"].map(|name| partly["price"][name].clone());
    assert_eq!(json!(prices), json!([50, null, 90]));
    for missing in [json!({"houseId": 1}), json!({"titleRu": "Ваза"})] {
        app.post(MANAGER, "/api/lots", missing).await.expect(422);
    }
    app.end().await;
}
