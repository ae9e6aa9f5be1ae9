//! Creating and changing houses.

use serde_json::{Value, json};

use crate::support::*;

fn whole() -> Value {
    json!({
        "nameRu": " Третий дом ", "descriptionRu": "<p>О доме</p><script>x</script>", "address": "Москва",
        "email": "Info@House.example", "phone": "8 (495) 123-45-67", "site": "house.example",
        "whatsupPhone": "+7 900 123-45-67", "galleryType": 4,
        "paymentAndDelivery": {"commission": 12.5, "text": "<p>Самовывоз</p>"},
        "stepsTable": [{"start": 0, "step": 10}, {"start": 100, "step": 50}],
    })
}

#[actix_web::test]
async fn a_house_is_created_and_changed() {
    let app = App::new().await;
    let made = app.post(ADMIN, "/api/house", whole()).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = patched(
        whole(),
        json!({
            "nameRu": "Третий дом", "descriptionRu": "<p>О доме</p>", "email": "info@house.example",
            "phone": "+74951234567", "site": "http://house.example", "whatsupPhone": "+79001234567",
        }),
    );
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&made[field], value, "{field}");
    }
    // A new house may keep lots; galleries and post-auction sales are switched on.
    assert_eq!(
        (
            &made["isStorage"],
            &made["isGallery"],
            &made["isPostAuction"],
            &made["hasInfo"]
        ),
        (&json!(true), &json!(false), &json!(false), &json!(false))
    );
    let shown = app.get(VISITOR, &format!("/api/house/{id}")).await.ok();
    assert_eq!(shown, made);

    // Its manager changes it; absent fields are emptied.
    let patch = json!({"id": 1, "nameRu": "Дом на Пречистенке", "site": "https://house.example/a"});
    let changed = app.post(MANAGER, "/api/house", patch.clone()).await.ok();
    assert_eq!(
        (&changed["nameRu"], &changed["site"], &changed["address"]),
        (
            &json!("Дом на Пречистенке"),
            &json!("https://house.example/a"),
            &Value::Null
        )
    );
    // Saving the same again changes nothing, and is not journalled.
    app.post(OWNER, "/api/house", patch).await.ok();
    let journal = app
        .value("select jsonb_agg(jsonb_build_array(event, account_id, before, after) order by id) from journal_record")
        .await;
    assert_eq!(journal.as_array().unwrap().len(), 2);
    assert_eq!((&journal[0][0], &journal[0][1]), (&json!(201), &json!(1)));
    assert_eq!(journal[0][3]["nameRu"], "Третий дом");
    assert_eq!(
        journal[1],
        json!([202, 3, {"nameRu": "Первый дом", "site": null},
            {"nameRu": "Дом на Пречистенке", "site": "https://house.example/a"}])
    );
    app.end().await;
}

#[actix_web::test]
async fn every_fault_of_a_house_is_reported_and_nothing_is_stored() {
    let app = App::new().await;
    let faulty = [
        (
            json!({"nameRu": " "}),
            "nameRu",
            "Укажите название аукционного дома",
        ),
        (
            json!({"nameRu": "я".repeat(301)}),
            "nameRu",
            "Не более 300 символов",
        ),
        (
            json!({"address": "я".repeat(501)}),
            "address",
            "Не более 500 символов",
        ),
        (json!({"email": "a@b"}), "email", "Введите корректный email"),
        (
            json!({"phone": "12"}),
            "phone",
            "Введите корректный номер телефона",
        ),
        (
            json!({"whatsupPhone": "abc"}),
            "whatsupPhone",
            "Введите корректный номер телефона",
        ),
        (
            json!({"site": "javascript://x"}),
            "site",
            "Введите корректный адрес сайта",
        ),
        (
            json!({"paymentAndDelivery": {"commission": 100.5}}),
            "paymentAndDelivery.commission",
            "От 0 до 100 процентов",
        ),
        (
            json!({"paymentAndDelivery": {"commission": 1.005}}),
            "paymentAndDelivery.commission",
            "Не более двух знаков после запятой",
        ),
        (
            json!({"stepsTable": []}),
            "stepsTable",
            "В таблице шагов должна быть хотя бы одна строка",
        ),
        (
            json!({"stepsTable": [{"start": 0, "step": 5}, {"start": 0, "step": 10}]}),
            "stepsTable",
            "Строка 2: начальная цена должна быть больше, чем в предыдущей строке",
        ),
        (
            json!({"stepsTable": [{"start": 0, "step": 0}]}),
            "stepsTable",
            "Строка 1: шаг должен быть больше нуля",
        ),
        (
            json!({"galleryType": 3}),
            "body",
            "Неверный тип или значение поля",
        ),
    ];
    let before = app
        .value("select jsonb_agg(to_jsonb(house) order by id) from house")
        .await;
    for (patch, field, text) in faulty {
        for body in [
            patched(whole(), patch.clone()),
            patched(patched(whole(), json!({"id": 1})), patch.clone()),
        ] {
            let reply = app.post(ADMIN, "/api/house", body).await;
            assert_eq!(reply.faults(), json!({field: [text]}), "{patch}");
        }
    }
    let two = patched(whole(), json!({"nameRu": "", "email": "x"}));
    let faults = app.post(ADMIN, "/api/house", two).await.faults();
    assert_eq!(faults.as_object().unwrap().len(), 2);
    let nameless = json!({"email": "a@b.example"});
    assert_eq!(
        app.post(ADMIN, "/api/house", nameless).await.faults(),
        json!({"nameRu": ["Обязательное поле"]})
    );
    let after = app
        .value("select jsonb_agg(to_jsonb(house) order by id) from house")
        .await;
    assert_eq!(before, after);

    // Staff of another house, newsmakers, and managers who would make one.
    for (who, body, status) in [
        (STRANGER, patched(whole(), json!({"id": 1})), 403),
        (NEWSMAKER, patched(whole(), json!({"id": 1})), 403),
        (MANAGER, whole(), 403),
        (MANAGER, patched(whole(), json!({"id": 99})), 403),
        (ADMIN, patched(whole(), json!({"id": 99})), 404),
        (VISITOR, whole(), 401),
    ] {
        app.post(who, "/api/house", body).await.expect(status);
    }
    app.end().await;
}

#[actix_web::test]
async fn a_new_step_table_reaches_sales_without_bets() {
    let app = App::new().await;
    // A sale with a bet, one without, a draft, and one with a table of its own.
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    let own = json!({"id": 17, "houseId": 1, "title": "Закрытые торги", "catalogType": 0,
        "stepsTable": [{"start": 0, "step": 70}]});
    app.post(MANAGER, "/api/catalog", own).await.ok();
    let house = json!({"id": 1, "nameRu": "Первый дом", "stepsTable": [{"start": 0, "step": 300}]});
    app.post(MANAGER, "/api/house", house).await.ok();

    let after_start = async |who, lot: i64| {
        let options = app
            .get(who, &format!("/api/trade/bet/lot/{lot}/options"))
            .await
            .ok();
        options[1].as_i64().unwrap() - options[0].as_i64().unwrap()
    };
    assert_eq!(after_start(VISITOR, 1001).await, 100);
    assert_eq!(after_start(VISITOR, 1601).await, 300);
    assert_eq!(after_start(MANAGER, 1401).await, 300);
    assert_eq!(after_start(MANAGER, 1701).await, 70);
    // The rooms use the table that the page shows.
    assert_eq!(
        app.get(VISITOR, "/api/catalog/16").await.ok()["stepsTable"],
        json!([{"start": 0, "step": 300}])
    );
    assert_eq!(
        app.get(VISITOR, "/api/catalog/10").await.ok()["stepsTable"][4]["step"],
        100
    );
    assert_eq!(
        app.bet(TRUSTED, 16, 1601, 10_000).await.ok()["lot"]["minBet"],
        10_300
    );
    assert_eq!(
        app.bet(ACCEPTED2, 10, 1001, 1100).await.ok()["lot"]["minBet"],
        1200
    );
    // A new catalog starts with it.
    let new = json!({"houseId": 1, "title": "Новые торги", "catalogType": 0});
    assert_eq!(
        app.post(MANAGER, "/api/catalog", new).await.ok()["stepsTable"],
        json!([{"start": 0, "step": 300}])
    );
    app.end().await;
}
