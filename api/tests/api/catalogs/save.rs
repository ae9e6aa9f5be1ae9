//! Creating and changing catalogs.

use serde_json::{Value, json};
use time::Duration;

use super::{NOT_NOW, stored};
use crate::support::*;

fn whole() -> Value {
    json!({
        "houseId": 1, "title": " Летние торги ", "descriptionRu": "<p>Скоро</p><iframe></iframe>", "catalogType": 1,
        "calculationType": 1, "isAutoStart": true, "startDate": "2999-06-01T12:00:00.000Z",
        "endDate": "2999-06-02T12:00:00.000Z", "commission": 15.25, "currency": 1,
        "stepsTable": [{"start": 0, "step": 10}], "lotSaleTimeoutInSeconds": 45,
    })
}

#[actix_web::test]
async fn a_catalog_is_created_as_a_draft_and_scheduled() {
    let app = App::new().await;
    let made = app.post(MANAGER, "/api/catalog/", whole()).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = patched(
        whole(),
        json!({"title": "Летние торги", "descriptionRu": "<p>Скоро</p>", "state": 4, "hidden": false,
            "logo": {"previewId": null}, "lotsCount": 0, "isController": true}),
    );
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&made[field], value, "{field}");
    }
    // Only staff sees a draft.
    let path = format!("/api/catalog/{id}");
    app.get(VISITOR, &path).await.expect(404);
    assert_eq!(
        app.get(NEWSMAKER, &path).await.ok()["title"],
        "Летние торги"
    );
    app.control(MANAGER, &format!("{path}/scheduled"))
        .await
        .ok();
    assert_eq!(app.get(VISITOR, &path).await.ok()["state"], 0);

    // Empty dates are absent dates; absent fields get their defaults.
    let bare = json!({"houseId": 1, "title": "Без дат", "catalogType": 0, "startDate": "", "endDate": " "});
    let bare = app.post(OWNER, "/api/catalog", bare).await.ok();
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
    let journal = app
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
    app.end().await;
}

#[actix_web::test]
async fn every_fault_of_a_catalog_is_reported_and_nothing_is_stored() {
    let app = App::new().await;
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
    let before = stored(&app, 16).await;
    let count = "select count(*)::text::jsonb from catalog";
    let many = app.value(count).await;
    for (patch, field, text) in faulty {
        for body in [
            patched(whole(), patch.clone()),
            patched(patched(whole(), json!({"id": 16})), patch.clone()),
        ] {
            let reply = app.post(MANAGER, "/api/catalog", body).await;
            assert_eq!(reply.faults(), json!({field: [text]}), "{patch}");
        }
    }
    let moved = patched(whole(), json!({"id": 16, "houseId": 2}));
    assert_eq!(
        app.post(ADMIN, "/api/catalog", moved).await.faults(),
        json!({"houseId": ["Каталог нельзя передать другому аукционному дому"]})
    );
    assert_eq!(
        (app.value(count).await, stored(&app, 16).await),
        (many, before)
    );
    // An automatic start needs a date.
    let dateless = json!({"houseId": 1, "id": 16, "title": "Осенние торги", "catalogType": 0, "isAutoStart": true});
    assert_eq!(
        app.post(MANAGER, "/api/catalog", dateless).await.faults(),
        json!({"startDate": ["Укажите дату начала"]})
    );

    for (who, body, status) in [
        (VISITOR, whole(), 401),
        (NEWSMAKER, whole(), 403),
        (AUCTIONEER, patched(whole(), json!({"id": 10})), 403),
        (STRANGER, whole(), 403),
        (STRANGER, patched(whole(), json!({"id": 10})), 403),
        // A hidden catalog does not exist for them.
        (STRANGER, patched(whole(), json!({"id": 17})), 404),
        (MANAGER, patched(whole(), json!({"houseId": 2})), 403),
        (ADMIN, patched(whole(), json!({"houseId": 99})), 404),
        (ADMIN, patched(whole(), json!({"id": 99})), 404),
    ] {
        app.post(who, "/api/catalog", body).await.expect(status);
    }
    // Only admins allow galleries and post-auction sales.
    let gallery = json!({"houseId": 2, "title": "Галерея", "catalogType": 2});
    assert_eq!(
        app.post(STRANGER, "/api/catalog", gallery.clone())
            .await
            .refused(409),
        "Галерея аукционного дома отключена"
    );
    app.post(ADMIN, "/api/house/2/gallery/enable", json!({}))
        .await
        .ok();
    app.post(STRANGER, "/api/catalog", gallery).await.ok();
    app.end().await;
}

#[actix_web::test]
async fn a_sale_published_after_its_automatic_start_begins_at_once() {
    let app = App::new().await;
    let start = app
        .value("select to_jsonb(now() + interval '1 minute')")
        .await;
    let draft = json!({"id": 14, "houseId": 1, "title": "Черновик", "catalogType": 0, "isAutoStart": true,
        "startDate": start});
    app.post(MANAGER, "/api/catalog", draft).await.ok();
    app.clock.advance(Duration::minutes(2));
    app.control(MANAGER, "/api/catalog/14/scheduled").await.ok();
    app.until("select state = 1 from catalog_trade where catalog_id = 14")
        .await;
    let sale = app.get(VISITOR, "/api/catalog/14").await.ok();
    assert_eq!(
        (&sale["state"], &sale["currentLotId"]),
        (&json!(1), &json!(1401))
    );
    app.end().await;
}

#[actix_web::test]
async fn after_a_bet_only_the_rules_of_bidding_are_fixed() {
    let app = App::new().await;
    let now = app.get(MANAGER, "/api/catalog/10").await.ok();
    let same = json!({"id": 10, "houseId": 1, "title": "Весенние торги", "catalogType": 0, "startDate": now["startDate"]});
    // Before the first bet everything may change, and lots follow the currency.
    let other = patched(
        same.clone(),
        json!({"currency": 2, "stepsTable": [{"start": 0, "step": 500}]}),
    );
    app.post(MANAGER, "/api/catalog", other.clone()).await.ok();
    assert_eq!(
        app.get(VISITOR, "/api/lots/1001").await.ok()["price"]["currency"],
        2
    );
    assert_eq!(
        app.bet(TRUSTED, 10, 1001, 1000).await.ok()["lot"]["minBet"],
        1500
    );
    assert_eq!(
        app.bet(TRUSTED2, 10, 1001, 1500).await.ok()["lot"]["price"]["currency"],
        2
    );

    let before = stored(&app, 10).await;
    for patch in [
        json!({"currency": 0}),
        json!({"stepsTable": null}),
        json!({"catalogType": 1, "endDate": "2999-01-01T00:00:00Z"}),
        json!({"calculationType": 2}),
        // Together with an allowed change: nothing changes.
        json!({"title": "Другое", "descriptionRu": "x", "calculationType": 2}),
    ] {
        let reply = app
            .post(
                MANAGER,
                "/api/catalog",
                patched(other.clone(), patch.clone()),
            )
            .await;
        assert_eq!(reply.refused(409), NOT_NOW, "{patch}");
        assert_eq!(stored(&app, 10).await, before, "{patch}");
    }
    // Bidders knew the commission when they bet, so it stays.
    let fixed = "Есть ставки или торги окончены: комиссию нельзя изменить";
    let dearer = patched(other.clone(), json!({"commission": 5}));
    assert_eq!(
        app.post(MANAGER, "/api/catalog", dearer).await.refused(409),
        fixed
    );
    assert_eq!(stored(&app, 10).await, before);
    let by_hand = sqlx::query("update catalog set commission = 5 where id = 10")
        .execute(&app.pool)
        .await
        .unwrap_err();
    assert!(sqlstate::violates(&by_hand, "catalog_commission_fixed"));
    let over = json!({"id": 15, "houseId": 1, "title": "Прошедшие торги", "catalogType": 0, "commission": 5,
        "startDate": app.get(VISITOR, "/api/catalog/15").await.ok()["startDate"]});
    assert_eq!(
        app.post(MANAGER, "/api/catalog", over).await.refused(409),
        fixed
    );
    let texts = json!({"title": "Весенние торги II", "descriptionRu": "x", "lotSaleTimeoutInSeconds": 20,
        "startDate": "2999-01-01T00:00:00.000Z"});
    let changed = app
        .post(MANAGER, "/api/catalog", patched(other, texts))
        .await
        .ok();
    assert_eq!(
        (&changed["title"], &changed["startDate"]),
        (
            &json!("Весенние торги II"),
            &json!("2999-01-01T00:00:00.000Z")
        )
    );
    let (row, room) = stored(&app, 10).await;
    assert_eq!(row["start_date"], room["start_date"]);
    app.end().await;
}

#[actix_web::test]
async fn the_dates_of_a_running_sale_only_move_later() {
    let app = App::new().await;
    app.control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    let now = app.get(MANAGER, "/api/catalog/12").await.ok();
    let same = json!({"id": 12, "houseId": 1, "title": "Параллельные торги", "catalogType": 1,
        "startDate": now["startDate"], "endDate": now["endDate"]});
    let before = stored(&app, 12).await;
    for patch in [
        json!({"isAutoStart": true}),
        json!({"endDate": app.later(600)}),
        json!({"catalogType": 0}),
    ] {
        let reply = app
            .post(
                MANAGER,
                "/api/catalog",
                patched(same.clone(), patch.clone()),
            )
            .await;
        assert_eq!(reply.refused(409), NOT_NOW, "{patch}");
        assert_eq!(stored(&app, 12).await, before);
    }
    let end = app.later(7200);
    app.post(
        MANAGER,
        "/api/catalog",
        patched(same, json!({"endDate": end})),
    )
    .await
    .ok();
    assert_eq!(
        app.get(VISITOR, "/api/lots/1201").await.ok()["endTradeTime"],
        end
    );
    app.end().await;
}

#[actix_web::test]
async fn saving_a_catalog_as_it_was_read_changes_nothing() {
    let app = App::new().await;
    let house = json!({"id": 1, "nameRu": "Первый дом", "stepsTable": [{"start": 0, "step": 300}]});
    app.post(MANAGER, "/api/house", house).await.ok();
    let read = app.get(MANAGER, "/api/catalog/16").await.ok();
    let euro = patched(
        read,
        json!({"currency": 1, "calculationType": 1, "lotSaleTimeoutInSeconds": 45}),
    );
    app.post(MANAGER, "/api/catalog", euro).await.ok();
    // The lot followed, and its journal says so.
    assert_eq!(
        app
            .value("select jsonb_agg(jsonb_build_array(subject_id, before, after)) from journal_record where event = 402")
            .await,
        json!([[1601, {"currency": 0}, {"currency": 1}]])
    );
    assert_eq!(
        app.bet(TRUSTED, 16, 1601, 10_000).await.ok()["lot"]["minBet"],
        10_300
    );
    // After a bet the rules of bidding are fixed, and saving what was read changes nothing.
    let read = app.get(MANAGER, "/api/catalog/16").await.ok();
    let titled = patched(read.clone(), json!({"title": "Осенние торги II"}));
    let saved = app.post(MANAGER, "/api/catalog", titled).await.ok();
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
        app.value("select to_jsonb(steps_table is null) from catalog where id = 16")
            .await,
        true
    );
    // Absent fields with defaults stay as they are too.
    let bare = json!({"id": 16, "houseId": 1, "title": "Осенние торги III", "catalogType": 0,
        "startDate": read["startDate"]});
    let saved = app.post(MANAGER, "/api/catalog", bare).await.ok();
    assert_eq!(
        (
            &saved["currency"],
            &saved["calculationType"],
            &saved["lotSaleTimeoutInSeconds"]
        ),
        (&json!(1), &json!(1), &json!(45))
    );
    app.end().await;
}

#[actix_web::test]
async fn the_second_of_two_people_does_not_undo_the_first_ones_change() {
    let app = App::new().await;
    for (path, save, change) in [
        (
            "/api/house/1",
            "/api/house",
            json!({"id": 1, "nameRu": "Дом на Пречистенке"}),
        ),
        (
            "/api/catalog/16",
            "/api/catalog",
            json!({"title": "Осенние торги II"}),
        ),
    ] {
        let opened = app.get(MANAGER, path).await.ok();
        let revision = opened["revision"].as_i64().unwrap();
        let first = patched(opened.clone(), change);
        let saved = app.post(MANAGER, save, first.clone()).await.ok();
        assert_eq!(saved["revision"], revision + 1, "{path}");
        // The other person's form still holds what both opened.
        let stale = patched(opened.clone(), json!({"commission": 7, "address": "Арбат"}));
        app.post(OWNER, save, stale)
            .await
            .expect_problem(409, "changed_meanwhile");
        assert_eq!(app.get(OWNER, path).await.ok()["revision"], revision + 1);
        // Repeating what is stored is no change, and what was made of the new revision is stored.
        app.post(MANAGER, save, first.clone()).await.ok();
        let third = patched(
            first,
            json!({"descriptionRu": "<p>О торгах</p>", "revision": revision + 1}),
        );
        let saved = app.post(OWNER, save, third).await.ok();
        assert_eq!(saved["revision"], revision + 2, "{path}");
        assert_eq!(saved["descriptionRu"], "<p>О торгах</p>");
        // Without a revision nothing is compared.
        let unseen = patched(opened, json!({"revision": null}));
        app.post(OWNER, save, unseen).await.ok();
    }
    // That a field has become invalid meanwhile does not hide the other person's change.
    let stale = json!({"id": 16, "houseId": 1, "title": "", "catalogType": 0, "revision": 1});
    app.post(OWNER, "/api/catalog", stale)
        .await
        .expect_problem(409, "changed_meanwhile");
    app.end().await;
}
