//! Sections of a house, switched on and off.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn admins_switch_sections_on_and_off() {
    let app = App::new().await;
    let switch = async |who, section: &str, to: &str| {
        app.post(who, &format!("/api/house/2/{section}/{to}"), json!({}))
            .await
    };
    for section in ["gallery", "storage", "postauction"] {
        switch(STRANGER, section, "enable").await.expect(403);
        switch(ADMIN, section, "pause").await.expect(404);
    }
    app.post(ADMIN, "/api/house/99/gallery/enable", json!({}))
        .await
        .expect(404);
    // On: the section has a catalog, and its lots are public.
    assert_eq!(
        switch(ADMIN, "postauction", "enable").await.ok()["isPostAuction"],
        true
    );
    let catalogs = app
        .get(VISITOR, "/api/catalog?houseId=2&catalogType=3")
        .await
        .ok();
    let catalog = catalogs["items"][0]["id"].as_i64().unwrap();
    assert_eq!(
        (&catalogs["totalCount"], &catalogs["items"][0]["state"]),
        (&json!(1), &json!(0))
    );
    // The lot's sale must not be running when it leaves.
    let moved = app
        .post(STRANGER, "/api/lots/2001/move-to-postauction", json!({}))
        .await
        .ok();
    assert_eq!(
        (&moved["catalogId"], &moved["catalogLotId"]),
        (&json!(catalog), &json!(1))
    );
    app.index().await;
    let lots =
        async |who| app.get(who, "/api/house/2/postauction").await.ok()["totalCount"].clone();
    assert_eq!(lots(VISITOR).await, 1);
    // Off: only staff sees it.
    assert_eq!(
        switch(ADMIN, "postauction", "disable").await.ok()["isPostAuction"],
        false
    );
    app.index().await;
    assert_eq!(lots(VISITOR).await, 0);
    app.get(VISITOR, &format!("/api/catalog/{catalog}"))
        .await
        .expect(404);
    app.get(VISITOR, "/api/lots/2001").await.expect(404);
    assert_eq!(
        app.control(STRANGER, &format!("/api/catalog/{catalog}/show"))
            .await
            .refused(409),
        "ПостАукцион дома отключён"
    );
    // Switched on again, twice: the same catalog.
    for _ in 0..2 {
        switch(ADMIN, "postauction", "enable").await.ok();
    }
    assert_eq!(
        app.get(VISITOR, &format!("/api/catalog/{catalog}"))
            .await
            .ok()["hidden"],
        false
    );
    assert_eq!(
        app.value(
            "select count(*)::text::jsonb from catalog where house_id = 2 and catalog_type = 3"
        )
        .await,
        1
    );

    // A storage that is off takes nothing more, and keeps what it has.
    let lot = json!({"houseId": 2, "titleRu": "Ваза", "price": {"start": 10}});
    let kept = app.post(STRANGER, "/api/lots", lot.clone()).await.ok()["id"].clone();
    assert_eq!(
        switch(ADMIN, "storage", "disable").await.ok()["isStorage"],
        false
    );
    let off = "Хранилище аукционного дома отключено";
    assert_eq!(
        app.post(STRANGER, "/api/lots", lot.clone())
            .await
            .refused(409),
        off
    );
    let copy = format!("/api/lots/{kept}/create-copy");
    assert_eq!(app.post(STRANGER, &copy, json!({})).await.refused(409), off);
    let out = app
        .delete(STRANGER, "/api/lots/2001/delete-from-postauction")
        .await;
    assert_eq!(out.refused(409), off);
    assert_eq!(
        app.get(STRANGER, "/api/house/2/storage").await.ok()["items"][0]["id"],
        kept
    );
    switch(ADMIN, "storage", "enable").await.ok();
    app.post(STRANGER, "/api/lots", lot).await.ok();
    let journal = app
        .value("select jsonb_agg(after order by id) from journal_record where event = 202")
        .await;
    assert_eq!(
        journal,
        json!([{"isPostAuction": true}, {"isPostAuction": false}, {"isPostAuction": true}, {"isStorage": false},
            {"isStorage": true}])
    );
    app.end().await;
}

#[actix_web::test]
async fn a_section_that_is_on_has_a_sale() {
    let app = App::new().await;
    app.post(ADMIN, "/api/house/2/gallery/enable", json!({}))
        .await
        .ok();
    let galleries = app.get(VISITOR, "/api/catalog?houseId=2&catalogType=2");
    let first = galleries.await.ok()["items"][0]["id"].as_i64().unwrap();
    let control = async |id: i64, to: &str| {
        app.control(STRANGER, &format!("/api/catalog/{id}/{to}"))
            .await
    };
    let on = |what: &str| format!("Раздел аукционного дома включён: {what}");
    let retyped = json!({"id": first, "houseId": 2, "title": "Галерея", "catalogType": 0});
    let refused = [
        (control(first, "hide").await, "каталог нельзя скрыть"),
        (control(first, "cancel").await, "каталог нельзя отменить"),
        (
            app.post(STRANGER, "/api/catalog", retyped).await,
            "тип каталога нельзя изменить",
        ),
        (
            app.delete(STRANGER, &format!("/api/catalog/{first}")).await,
            "каталог нельзя удалить",
        ),
    ];
    for (reply, what) in refused {
        assert_eq!(reply.refused(409), on(what));
    }
    // One of two may be deleted, but not the last.
    let second = json!({"houseId": 2, "title": "Вторая галерея", "catalogType": 2});
    let second = app.post(STRANGER, "/api/catalog", second).await.ok()["id"]
        .as_i64()
        .unwrap();
    // A draft does not count as a sale.
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
    // With the section off, its last sale may go.
    app.post(ADMIN, "/api/house/2/gallery/disable", json!({}))
        .await
        .ok();
    app.delete(STRANGER, &format!("/api/catalog/{second}"))
        .await
        .done();
    app.end().await;
}

#[actix_web::test]
async fn each_currency_has_a_post_auction_sale() {
    let app = App::new().await;
    let switch = async |to: &str| {
        let path = format!("/api/house/2/postauction/{to}");
        app.post(ADMIN, &path, json!({})).await.ok()
    };
    switch("enable").await;
    let moved = async |currency: i64| {
        let lot =
            json!({"houseId": 2, "titleRu": "Ваза", "price": {"start": 10, "currency": currency}});
        let lot = app.post(STRANGER, "/api/lots", lot).await.ok()["id"].clone();
        let path = format!("/api/lots/{lot}/move-to-postauction");
        let lot = app.post(STRANGER, &path, json!({})).await.ok();
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
        app.value("select jsonb_agg(subject_id order by id) from journal_record where event = 301")
            .await,
        json!([rub, eur])
    );
    // Both are hidden, and both come back.
    for (to, status) in [("disable", 404), ("enable", 200)] {
        switch(to).await;
        for id in [rub, eur] {
            let path = format!("/api/catalog/{id}");
            app.get(VISITOR, &path).await.expect(status);
        }
    }
    assert_eq!(moved(1).await, eur);
    app.end().await;
}
