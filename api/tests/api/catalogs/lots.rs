//! Lots moving between catalogs.

use serde_json::{Value, json};

use super::NOT_NOW;
use crate::support::*;

#[actix_web::test]
async fn lots_move_into_and_out_of_catalogs() {
    let app = App::new().await;
    let put = async |who, catalog: i64, lot: i64, number: Value| {
        let body = json!({"lotId": lot, "catalogLotId": number});
        app.post(who, &format!("/api/catalog/{catalog}/lot"), body)
            .await
    };
    let out = async |who, catalog: i64, lot: i64| {
        app.delete(who, &format!("/api/catalog/{catalog}/lot/{lot}"))
            .await
    };
    let place = async |lot: i64| {
        let lot = app.get(ADMIN, &format!("/api/lots/{lot}")).await.ok();
        (lot["catalogId"].clone(), lot["catalogLotId"].clone())
    };
    let at = |catalog: i64, number: i64| (json!(catalog), json!(number));
    let nowhere = (Value::Null, Value::Null);

    // Out into the storage, and in again under a free number or the next one.
    out(MANAGER, 10, 1003).await.done();
    assert_eq!(place(1003).await, nowhere);
    app.get(VISITOR, "/api/lots/1003").await.expect(404);
    app.bet(TRUSTED, 10, 1003, 500).await.expect_code(3);
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
    assert_eq!(app.get(VISITOR, "/api/catalog/10/lastlotid").await.ok(), 5);
    app.bet(TRUSTED, 10, 1003, 500).await.expect_code(0);
    // Already in the catalog: it gets another number, or nothing changes.
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
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(3);
    app.bet(TRUSTED, 16, 1002, 1000).await.expect_code(0);
    // A lot with a bet stays.
    assert_eq!(
        put(OWNER, 10, 1002, Value::Null).await.refused(409),
        NOT_NOW
    );
    assert_eq!(out(OWNER, 16, 1002).await.refused(409), NOT_NOW);
    assert_eq!(place(1002).await, at(16, 1));
    // A lot that the other catalog refuses stays where it is.
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
    app.sql("update catalog set currency = 1 where id = 14")
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
        put(who, catalog, lot, Value::Null).await.expect(status);
    }
    for (who, catalog, lot, status) in [
        (VISITOR, 10, 1001, 401),
        (NEWSMAKER, 10, 1001, 403),
        (STRANGER, 10, 1001, 403),
        (MANAGER, 10, 1201, 404),
        (MANAGER, 10, 99, 404),
    ] {
        out(who, catalog, lot).await.expect(status);
    }
    app.end().await;
}

#[actix_web::test]
async fn lots_join_a_running_sale() {
    let app = App::new().await;
    let new = async |catalog: Value| {
        let lot = json!({"houseId": 1, "catalogId": catalog, "titleRu": "Ларец", "price": {"start": 100}});
        app.post(MANAGER, "/api/lots", lot).await
    };
    let stored = new(Value::Null).await.ok()["id"].as_i64().unwrap();
    app.control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    let body = json!({"lotId": stored});
    let lot = app.post(MANAGER, "/api/catalog/12/lot", body).await.ok();
    // It opens at once, until the end of the sale.
    assert_eq!(
        (&lot["state"], &lot["endTradeTime"]),
        (&json!(1), &lot["catalogEndDate"])
    );
    app.bet(TRUSTED, 12, stored, 100).await.expect_code(0);

    // In a classic it joins the queue, and the hammer reaches it last.
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let queued = new(json!(10)).await.ok();
    assert_eq!(
        (&queued["state"], &queued["catalogLotId"]),
        (&json!(0), &json!(5))
    );
    for _ in 0..3 {
        app.next(10).await.ok();
    }
    assert_eq!(
        app.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"],
        queued["id"]
    );
    // With nothing left to open, the sale takes no more lots, and the new lot is not stored.
    app.next(10).await.ok();
    assert_eq!(new(json!(10)).await.refused(409), NOT_NOW);
    assert_eq!(
        app.value("select count(*)::text::jsonb from lot where title_ru = 'Ларец'")
            .await,
        2
    );
    app.end().await;
}
