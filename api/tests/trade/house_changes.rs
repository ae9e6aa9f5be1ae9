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
        "nameRu": " Третий дом ", "descriptionRu": "<p>О доме</p><script>x</script>", "address": "Москва",
        "email": "Info@House.example", "phone": "8 (495) 123-45-67", "site": "house.example",
        "whatsupPhone": "+7 900 123-45-67", "galleryType": 4,
        "paymentAndDelivery": {"commission": 12.5, "text": "<p>Самовывоз</p>"},
        "stepsTable": [{"start": 0, "step": 10}, {"start": 100, "step": 50}],
    })
}

#[actix_web::test]
async fn a_house_is_made_and_changed() {
    let world = World::new().await;
    let made = world.post(ADMIN, "/api/house", whole()).await.ok();
    let id = made["id"].as_i64().unwrap();
    let expected = with(
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
    let shown = world.get(VISITOR, &format!("/api/house/{id}")).await.ok();
    assert_eq!(shown, made);

    // Its manager changes it; what is absent is emptied.
    let patch = json!({"id": 1, "nameRu": "Дом на Пречистенке", "site": "https://house.example/a"});
    let changed = world.post(MANAGER, "/api/house", patch.clone()).await.ok();
    assert_eq!(
        (&changed["nameRu"], &changed["site"], &changed["address"]),
        (
            &json!("Дом на Пречистенке"),
            &json!("https://house.example/a"),
            &Value::Null
        )
    );
    // The same again changes nothing, and is not journalled.
    world.post(OWNER, "/api/house", patch).await.ok();
    let journal = world
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
    world.end().await;
}

#[actix_web::test]
async fn every_fault_of_a_house_is_told_and_nothing_is_stored() {
    let world = World::new().await;
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
    let before = world
        .value("select jsonb_agg(to_jsonb(house) order by id) from house")
        .await;
    for (patch, field, text) in faulty {
        for body in [
            with(whole(), patch.clone()),
            with(with(whole(), json!({"id": 1})), patch.clone()),
        ] {
            let reply = world.post(ADMIN, "/api/house", body).await;
            assert_eq!(reply.faults(), json!({field: [text]}), "{patch}");
        }
    }
    let two = with(whole(), json!({"nameRu": "", "email": "x"}));
    let faults = world.post(ADMIN, "/api/house", two).await.faults();
    assert_eq!(faults.as_object().unwrap().len(), 2);
    let nameless = json!({"email": "a@b.example"});
    assert_eq!(
        world.post(ADMIN, "/api/house", nameless).await.faults(),
        json!({"nameRu": ["Обязательное поле"]})
    );
    let after = world
        .value("select jsonb_agg(to_jsonb(house) order by id) from house")
        .await;
    assert_eq!(before, after);

    // Staff of another house, newsmakers, and managers who would make one.
    for (who, body, status) in [
        (STRANGER, with(whole(), json!({"id": 1})), 403),
        (NEWSMAKER, with(whole(), json!({"id": 1})), 403),
        (MANAGER, whole(), 403),
        (MANAGER, with(whole(), json!({"id": 99})), 403),
        (ADMIN, with(whole(), json!({"id": 99})), 404),
        (VISITOR, whole(), 401),
    ] {
        assert_eq!(
            world.post(who, "/api/house", body).await.status,
            status,
            "{who:?}"
        );
    }
    world.end().await;
}

#[actix_web::test]
async fn a_house_goes_only_when_nothing_is_in_it() {
    let world = World::new().await;
    let delete = async |who, id: i64| world.delete(who, &format!("/api/house/{id}")).await;
    assert_eq!(delete(OWNER, 1).await.status, 403);
    assert_eq!(delete(ADMIN, 99).await.status, 404);
    assert_eq!(
        delete(ADMIN, 1).await.refused(409),
        "У аукционного дома есть каталоги"
    );
    // Its one catalog goes, and leaves its lot in the storage.
    world.delete(STRANGER, "/api/catalog/20").await.done();
    assert_eq!(
        delete(ADMIN, 2).await.refused(409),
        "В хранилище аукционного дома есть лоты"
    );
    world.delete(STRANGER, "/api/lots/2001").await.done();
    world
        .upload(STRANGER, "/api/house/2/info", &[b"%PDF-1.7 %%EOF"])
        .await
        .ok();
    assert_eq!(
        world.post(STRANGER, "/api/whoami", json!({})).await.ok()["managerOfHouseIds"],
        json!([2])
    );
    delete(ADMIN, 2).await.done();
    assert_eq!(
        world
            .value(
                "select jsonb_build_array(before -> 'staff', (select count(*) from house_info)) from journal_record
                 where event = 203"
            )
            .await,
        json!([[[11, 0]], 0])
    );
    assert_eq!(world.get(ADMIN, "/api/house/2").await.status, 404);
    assert_eq!(delete(ADMIN, 2).await.status, 404);
    assert_eq!(
        world.post(STRANGER, "/api/whoami", json!({})).await.ok()["managerOfHouseIds"],
        json!([])
    );
    assert_eq!(
        world
            .post(STRANGER, "/api/house", json!({"id": 2, "nameRu": "Мой"}))
            .await
            .status,
        403
    );
    world.end().await;
}

#[actix_web::test]
async fn admins_switch_sections_on_and_off() {
    let world = World::new().await;
    let switch = async |who, section: &str, to: &str| {
        world
            .post(who, &format!("/api/house/2/{section}/{to}"), json!({}))
            .await
    };
    for section in ["gallery", "storage", "postauction"] {
        assert_eq!(switch(STRANGER, section, "enable").await.status, 403);
        assert_eq!(switch(ADMIN, section, "pause").await.status, 404);
    }
    assert_eq!(
        world
            .post(ADMIN, "/api/house/99/gallery/enable", json!({}))
            .await
            .status,
        404
    );
    // On: a catalog of the type is there, and what is put into it is seen.
    assert_eq!(
        switch(ADMIN, "postauction", "enable").await.ok()["isPostAuction"],
        true
    );
    let catalogs = world
        .get(VISITOR, "/api/catalog?houseId=2&catalogType=3")
        .await
        .ok();
    let catalog = catalogs["items"][0]["id"].as_i64().unwrap();
    assert_eq!(
        (&catalogs["totalCount"], &catalogs["items"][0]["state"]),
        (&json!(1), &json!(0))
    );
    // The sale of the house must not run for its lot to go.
    let moved = world
        .post(STRANGER, "/api/lots/2001/move-to-postauction", json!({}))
        .await
        .ok();
    assert_eq!(
        (&moved["catalogId"], &moved["catalogLotId"]),
        (&json!(catalog), &json!(1))
    );
    world.index().await;
    let lots =
        async |who| world.get(who, "/api/house/2/postauction").await.ok()["totalCount"].clone();
    assert_eq!(lots(VISITOR).await, 1);
    // Off: nobody else sees it.
    assert_eq!(
        switch(ADMIN, "postauction", "disable").await.ok()["isPostAuction"],
        false
    );
    world.index().await;
    assert_eq!(lots(VISITOR).await, 0);
    assert_eq!(
        world
            .get(VISITOR, &format!("/api/catalog/{catalog}"))
            .await
            .status,
        404
    );
    assert_eq!(world.get(VISITOR, "/api/lots/2001").await.status, 404);
    assert_eq!(
        world
            .control(STRANGER, &format!("/api/catalog/{catalog}/show"))
            .await
            .refused(409),
        "Постаукцион дома отключён"
    );
    // On again, and once more: the same catalog.
    for _ in 0..2 {
        switch(ADMIN, "postauction", "enable").await.ok();
    }
    assert_eq!(
        world
            .get(VISITOR, &format!("/api/catalog/{catalog}"))
            .await
            .ok()["hidden"],
        false
    );
    assert_eq!(
        world
            .value(
                "select count(*)::text::jsonb from catalog where house_id = 2 and catalog_type = 3"
            )
            .await,
        1
    );

    // A storage that is off takes nothing, and keeps what it has.
    let lot = json!({"houseId": 2, "titleRu": "Ваза", "price": {"start": 10}});
    let kept = world.post(STRANGER, "/api/lots", lot.clone()).await.ok()["id"].clone();
    assert_eq!(
        switch(ADMIN, "storage", "disable").await.ok()["isStorage"],
        false
    );
    let off = "Хранилище аукционного дома отключено";
    assert_eq!(
        world
            .post(STRANGER, "/api/lots", lot.clone())
            .await
            .refused(409),
        off
    );
    let copy = format!("/api/lots/{kept}/create-copy");
    assert_eq!(
        world.post(STRANGER, &copy, json!({})).await.refused(409),
        off
    );
    let out = world
        .delete(STRANGER, "/api/lots/2001/delete-from-postauction")
        .await;
    assert_eq!(out.refused(409), off);
    assert_eq!(
        world.get(STRANGER, "/api/house/2/storage").await.ok()["items"][0]["id"],
        kept
    );
    switch(ADMIN, "storage", "enable").await.ok();
    world.post(STRANGER, "/api/lots", lot).await.ok();
    let journal = world
        .value("select jsonb_agg(after order by id) from journal_record where event = 202")
        .await;
    assert_eq!(
        journal,
        json!([{"isPostAuction": true}, {"isPostAuction": false}, {"isPostAuction": true}, {"isStorage": false},
            {"isStorage": true}])
    );
    world.end().await;
}

#[actix_web::test]
async fn the_storage_is_the_staffs() {
    let world = World::new().await;
    let lot = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 10}});
    let id = world.post(OWNER, "/api/lots", lot).await.ok()["id"].clone();
    for who in [OWNER, MANAGER, NEWSMAKER, AUCTIONEER, ADMIN] {
        let page = world.get(who, "/api/house/1/storage?pageSize=1").await.ok();
        assert_eq!(
            (&page["items"][0]["id"], &page["totalCount"]),
            (&id, &json!(1)),
            "{who:?}"
        );
    }
    assert_eq!(world.get(TRUSTED, "/api/house/1/storage").await.status, 403);
    assert_eq!(
        world.get(STRANGER, "/api/house/1/storage").await.status,
        403
    );
    assert_eq!(world.get(VISITOR, "/api/house/1/storage").await.status, 401);
    assert_eq!(world.get(ADMIN, "/api/house/99/storage").await.status, 404);
    assert_eq!(
        world.get(TRUSTED, &format!("/api/lots/{id}")).await.status,
        404
    );
    world.end().await;
}

#[actix_web::test]
async fn a_new_step_table_reaches_sales_that_nobody_has_bet_in() {
    let world = World::new().await;
    // A sale with a bet, one without, a draft, and one with a table of its own.
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    let own = json!({"id": 17, "houseId": 1, "title": "Закрытые торги", "catalogType": 0,
        "stepsTable": [{"start": 0, "step": 70}]});
    world.post(MANAGER, "/api/catalog", own).await.ok();
    let house = json!({"id": 1, "nameRu": "Первый дом", "stepsTable": [{"start": 0, "step": 300}]});
    world.post(MANAGER, "/api/house", house).await.ok();

    let after_start = async |who, lot: i64| {
        let options = world
            .get(who, &format!("/api/trade/bet/lot/{lot}/options"))
            .await
            .ok();
        options[1].as_i64().unwrap() - options[0].as_i64().unwrap()
    };
    assert_eq!(after_start(VISITOR, 1001).await, 100);
    assert_eq!(after_start(VISITOR, 1601).await, 300);
    assert_eq!(after_start(MANAGER, 1401).await, 300);
    assert_eq!(after_start(MANAGER, 1701).await, 70);
    // What the page says is what the rooms count by.
    assert_eq!(
        world.get(VISITOR, "/api/catalog/16").await.ok()["stepsTable"],
        json!([{"start": 0, "step": 300}])
    );
    assert_eq!(
        world.get(VISITOR, "/api/catalog/10").await.ok()["stepsTable"][4]["step"],
        100
    );
    assert_eq!(
        world.bet(TRUSTED, 16, 1601, 10_000).await.ok()["lot"]["minBet"],
        10_300
    );
    assert_eq!(
        world.bet(ACCEPTED2, 10, 1001, 1100).await.ok()["lot"]["minBet"],
        1200
    );
    // A new catalog begins with it.
    let new = json!({"houseId": 1, "title": "Новые торги", "catalogType": 0});
    assert_eq!(
        world.post(MANAGER, "/api/catalog", new).await.ok()["stepsTable"],
        json!([{"start": 0, "step": 300}])
    );
    world.end().await;
}

#[actix_web::test]
async fn a_house_tells_of_itself_in_a_pdf() {
    let world = World::new().await;
    let path = "/api/house/1/info";
    assert_eq!(world.get(VISITOR, path).await.status, 404);
    let pdf = b"%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n";
    // Rights come before the file is looked at.
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        assert_eq!(
            world.upload(who, path, &[b"x"]).await.status,
            status,
            "{who:?}"
        );
    }
    assert_eq!(
        world
            .upload(ADMIN, "/api/house/99/info", &[pdf])
            .await
            .refused(404),
        "Отсутствуют данные об аукционном доме"
    );
    for files in [&[][..], &[&b""[..]]] {
        assert_eq!(
            world.upload(MANAGER, path, files).await.faults(),
            json!({"file": ["Нет прикрепленного файла"]})
        );
    }
    assert_eq!(world.upload(MANAGER, path, &[pdf, pdf]).await.status, 422);
    assert_eq!(
        world
            .upload(MANAGER, path, &[b"<html>%%EOF"])
            .await
            .refused(415),
        "Прикрепите файл в формате PDF"
    );
    let large = vec![b' '; (20 << 20) + 1];
    assert_eq!(world.upload(MANAGER, path, &[&large]).await.status, 413);
    assert_eq!(world.get(VISITOR, path).await.status, 404);

    let stored = world.upload(MANAGER, path, &[pdf]).await.ok();
    assert_eq!(stored["sizeBytes"], pdf.len());
    let reply = world.get(VISITOR, "/api/house/1/info/").await;
    assert_eq!((reply.status, reply.text.as_bytes()), (200, &pdf[..]));
    assert_eq!(reply.headers["content-type"], "application/pdf");
    assert_eq!(
        reply.headers["content-disposition"].to_str().unwrap(),
        "attachment; filename=\"house-1.pdf\"; \
         filename*=UTF-8''%D0%9F%D0%B5%D1%80%D0%B2%D1%8B%D0%B9%20%D0%B4%D0%BE%D0%BC.pdf"
    );
    assert_eq!(
        world.get(VISITOR, "/api/house/1").await.ok()["hasInfo"],
        true
    );
    // The next one takes its place.
    world
        .upload(OWNER, path, &[b"%PDF-1.4 another %%EOF"])
        .await
        .ok();
    assert_eq!(
        world.get(VISITOR, path).await.text,
        "%PDF-1.4 another %%EOF"
    );
    world.end().await;
}

#[actix_web::test]
async fn staff_is_known_by_name_and_its_contacts_to_itself() {
    let world = World::new().await;
    world
        .sql("insert into house_staff (house_id, account_id, role) values (1, 3, 1)")
        .await;
    let staff = world.get(VISITOR, "/api/house/1/staff").await.ok();
    let names: Vec<_> = staff
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["displayName"].as_str().unwrap(),
                one["phone"].clone(),
                one["eMail"].clone(),
            )
        })
        .collect();
    assert_eq!(
        names,
        [
            ("Владелец", Value::Null, Value::Null),
            ("Менеджер", Value::Null, Value::Null),
            ("Редактор", Value::Null, Value::Null)
        ]
    );
    assert_eq!(
        (
            &staff[1]["isManager"],
            &staff[1]["isOwner"],
            &staff[1]["isNewsmaker"]
        ),
        (&json!(true), &json!(true), &json!(false))
    );
    for who in [STRANGER, TRUSTED] {
        assert_eq!(
            world.get(who, "/api/house/1/staff").await.ok()[0]["phone"],
            Value::Null
        );
    }
    for who in [NEWSMAKER, ADMIN] {
        let staff = world.get(who, "/api/house/1/staff").await.ok();
        assert_eq!(
            (&staff[0]["phone"], &staff[0]["eMail"]),
            (&json!("+79000000002"), &json!("owner@test.example"))
        );
    }
    assert_eq!(world.get(VISITOR, "/api/house/99/staff").await.status, 404);
    world.end().await;
}

#[actix_web::test]
async fn a_house_has_one_picture() {
    let world = World::new().await;
    let path = "/api/house/1/images";
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        assert_eq!(
            world.upload(who, path, &[&png()]).await.status,
            status,
            "{who:?}"
        );
        assert_eq!(world.delete(who, path).await.status, status, "{who:?}");
    }
    assert_eq!(world.upload(MANAGER, path, &[b"text"]).await.status, 415);
    assert_eq!(
        world.upload(MANAGER, path, &[&png(), &png()]).await.status,
        422
    );
    let id = world.upload(MANAGER, path, &[&png()]).await.ok()["previewId"].clone();
    assert_eq!(
        world.get(VISITOR, "/api/house/1").await.ok()["photo"]["previewId"],
        id
    );
    let shown = format!("/api/house/image/{}?size=icon", id.as_str().unwrap());
    assert_eq!(world.get(VISITOR, &shown).await.status, 200);
    world.delete(OWNER, path).await.done();
    assert_eq!(
        world.get(VISITOR, "/api/house/1").await.ok()["photo"]["previewId"],
        Value::Null
    );
    assert_eq!(world.get(VISITOR, &shown).await.status, 404);
    world.end().await;
}

#[actix_web::test]
async fn who_asked_to_be_registered_is_told_of_the_decision_once() {
    let world = World::new().await;
    let send = json!({"houseId": 1, "note": "Собираю фарфор"});
    let order = world
        .post(NEWCOMER, "/api/house/orders/send", send)
        .await
        .ok();
    let id = order["orderId"].as_i64().unwrap();
    let path = format!("/api/house/orders/{id}");
    let long = json!({"orderId": id, "status": 1, "conclusion": "я".repeat(2001)});
    assert_eq!(
        world.post(MANAGER, &path, long).await.faults(),
        json!({"conclusion": ["Не более 2000 символов"]})
    );
    let accept = json!({"orderId": id, "status": 1, "conclusion": "Ждём"});
    for _ in 0..2 {
        world.post(MANAGER, &path, accept.clone()).await.ok();
    }
    let trust = json!({"orderId": id, "conclusion": "Ждём"});
    world
        .post(OWNER, "/api/house/orders/accept-and-trust", trust)
        .await
        .ok();
    let reject = json!({"orderId": id, "status": 2, "conclusion": null});
    world.post(ADMIN, &path, reject).await.ok();
    let notices = world
        .value("select jsonb_agg(payload order by id) from outbox where topic = 'notify'")
        .await;
    let accepted = |is_trusted: bool| json!({"kind": "registration_accepted", "accountId": 10, "houseId": 1, "isTrusted": is_trusted});
    assert_eq!(
        notices,
        json!([accepted(false), accepted(true),
            {"kind": "registration_rejected", "accountId": 10, "houseId": 1}])
    );
    let journal = world
        .value("select jsonb_agg(jsonb_build_array(event, account_id, subject_id, after) order by id) from journal_record")
        .await;
    assert_eq!(journal[0][0], 120);
    // What somebody wrote is nobody's business.
    assert_eq!(journal[0][3]["note"], "•••");
    let decided: Vec<_> = (1..4).map(|at| journal[at][1].clone()).collect();
    assert_eq!(decided, [json!(3), json!(2), json!(1)]);
    assert_eq!(
        journal[1],
        json!([121, 3, id, {"status": 1, "note": "•••"}])
    );
    assert_eq!(journal[2][3], json!({"isTrusted": true}));
    world.end().await;
}

/// Somebody who was rejected may ask again, and be accepted; what was said of the first request is history then.
#[actix_web::test]
async fn an_old_request_says_nothing_of_who_asked_again() {
    let world = World::new().await;
    let ask = async || {
        let order = json!({"houseId": 1});
        let order = world.post(NEWCOMER, "/api/house/orders/send", order).await;
        order.ok()["orderId"].as_i64().unwrap()
    };
    let decide = async |id: i64, status: i64, conclusion: &str| {
        let body = json!({"orderId": id, "status": status, "conclusion": conclusion});
        world
            .post(MANAGER, &format!("/api/house/orders/{id}"), body)
            .await
    };
    let first = ask().await;
    decide(first, 2, "").await.ok();
    let second = ask().await;
    let trust = json!({"orderId": second});
    world
        .post(OWNER, "/api/house/orders/accept-and-trust", trust)
        .await
        .ok();
    assert_eq!(world.order(NEWCOMER, 10, 1001, 3000).await.code(), 0);
    let before = world
        .value("select jsonb_agg(to_jsonb(o) order by id) from house_order o")
        .await;
    for status in [1, 2] {
        assert_eq!(
            decide(first, status, "").await.refused(409),
            "У пользователя есть более поздняя заявка"
        );
    }
    let after = world
        .value("select jsonb_agg(to_jsonb(o) order by id) from house_order o")
        .await;
    assert_eq!(before, after);
    let me = world.post(NEWCOMER, "/api/whoami", json!({})).await.ok();
    assert_eq!(me["trustedInHouseIds"], json!([1]));
    let orders = world.get(NEWCOMER, "/api/trade/bet/absentee").await.ok();
    assert_eq!(orders[0]["value"], 3000);

    // Other words for the same decision are no news.
    decide(second, 1, "Ждём вас").await.ok();
    decide(second, 2, "Передумали").await.ok();
    decide(second, 2, "Извините").await.ok();
    let notices = world
        .value("select jsonb_agg(payload ->> 'kind' order by id) from outbox where topic = 'notify' and payload ->> 'kind' like 'registration%'")
        .await;
    assert_eq!(
        notices,
        json!([
            "registration_rejected",
            "registration_accepted",
            "registration_rejected"
        ])
    );
    world.end().await;
}

#[actix_web::test]
async fn a_section_that_is_on_has_its_sale() {
    let world = World::new().await;
    world
        .post(ADMIN, "/api/house/2/gallery/enable", json!({}))
        .await
        .ok();
    let galleries = world.get(VISITOR, "/api/catalog?houseId=2&catalogType=2");
    let first = galleries.await.ok()["items"][0]["id"].as_i64().unwrap();
    let control = async |id: i64, to: &str| {
        world
            .control(STRANGER, &format!("/api/catalog/{id}/{to}"))
            .await
    };
    let on = |what: &str| format!("Раздел аукционного дома включён: {what}");
    let retyped = json!({"id": first, "houseId": 2, "title": "Галерея", "catalogType": 0});
    let refused = [
        (control(first, "hide").await, "каталог нельзя скрыть"),
        (control(first, "cancel").await, "каталог нельзя отменить"),
        (
            world.post(STRANGER, "/api/catalog", retyped).await,
            "тип каталога нельзя изменить",
        ),
        (
            world
                .delete(STRANGER, &format!("/api/catalog/{first}"))
                .await,
            "каталог нельзя удалить",
        ),
    ];
    for (reply, what) in refused {
        assert_eq!(reply.refused(409), on(what));
    }
    // Of two one may go, and then the other one may not.
    let second = json!({"houseId": 2, "title": "Вторая галерея", "catalogType": 2});
    let second = world.post(STRANGER, "/api/catalog", second).await.ok()["id"]
        .as_i64()
        .unwrap();
    // A draft is no sale yet.
    assert_eq!(
        control(first, "hide").await.refused(409),
        on("каталог нельзя скрыть")
    );
    control(second, "scheduled").await.ok();
    control(first, "hide").await.ok();
    assert_eq!(
        control(second, "cancel").await.refused(409),
        on("каталог нельзя отменить")
    );
    // The section switched off, there is nothing to keep.
    world
        .post(ADMIN, "/api/house/2/gallery/disable", json!({}))
        .await
        .ok();
    world
        .delete(STRANGER, &format!("/api/catalog/{second}"))
        .await
        .done();
    world.end().await;
}

#[actix_web::test]
async fn there_is_a_post_auction_sale_for_each_currency() {
    let world = World::new().await;
    let switch = async |to: &str| {
        let path = format!("/api/house/2/postauction/{to}");
        world.post(ADMIN, &path, json!({})).await.ok()
    };
    switch("enable").await;
    let moved = async |currency: i64| {
        let lot =
            json!({"houseId": 2, "titleRu": "Ваза", "price": {"start": 10, "currency": currency}});
        let lot = world.post(STRANGER, "/api/lots", lot).await.ok()["id"].clone();
        let path = format!("/api/lots/{lot}/move-to-postauction");
        let lot = world.post(STRANGER, &path, json!({})).await.ok();
        assert_eq!(
            (&lot["catalogType"], &lot["catalog"]["currency"]),
            (&json!(3), &json!(currency))
        );
        lot["catalogId"].as_i64().unwrap()
    };
    let (rub, eur) = (moved(0).await, moved(1).await);
    assert_ne!(rub, eur);
    assert_eq!((moved(1).await, moved(0).await), (eur, rub));
    assert_eq!(
        world
            .value("select jsonb_agg(subject_id order by id) from journal_record where event = 301")
            .await,
        json!([rub, eur])
    );
    // Both go, and both come back.
    for (to, status) in [("disable", 404), ("enable", 200)] {
        switch(to).await;
        for id in [rub, eur] {
            let path = format!("/api/catalog/{id}");
            assert_eq!(world.get(VISITOR, &path).await.status, status, "{to} {id}");
        }
    }
    assert_eq!(moved(1).await, eur);
    world.end().await;
}
