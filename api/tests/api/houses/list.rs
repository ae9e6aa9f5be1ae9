//! The list of houses.

use serde_json::Value;

use crate::support::*;

#[actix_web::test]
async fn houses_are_listed_by_kind() {
    let app = App::empty().await;
    app.sql(
        "insert into house (id, name_ru, is_gallery, gallery_type)
         values (1, 'Дом', false, null), (2, 'Галерея', true, 1)",
    )
    .await;
    let names = async |query: &str| {
        let page = app.get(VISITOR, &format!("/api/house{query}")).await.ok();
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|house| house["nameRu"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("").await, ["Галерея", "Дом"]);
    assert_eq!(names("/?kind=houses").await, ["Дом"]);
    assert_eq!(names("?kind=galleries&galleryType=1").await, ["Галерея"]);
    assert_eq!(names("?galleryType=4").await, Vec::<Value>::new());
    assert_eq!(names("?pageSize=1&pageNumber=99").await, ["Дом"]);
    app.get(VISITOR, "/api/house?galleryType=3")
        .await
        .expect_problem(422, "validation_failed");
    app.get(VISITOR, "/api/house?kind=none")
        .await
        .expect_problem(400, "malformed_request");
    assert_eq!(
        app.get(VISITOR, "/api/house/1").await.ok()["myOrder"],
        Value::Null
    );
    // Nothing is found below a house that does not exist or is deleted.
    app.sql("insert into house (id, name_ru, deleted) values (3, 'Закрытый', now())")
        .await;
    for path in [
        "/api/house/9",
        "/api/house/9/lots",
        "/api/house/9/gallery",
        "/api/house/9/postauction",
        "/api/catalog/house/9",
        "/api/house/3/lots",
        "/api/house/9223372036854775807/lots",
    ] {
        app.get(VISITOR, path)
            .await
            .expect_problem(404, "not_found");
    }
    app.get(VISITOR, "/api/house/1/lots").await.ok();
    app.end().await;
}

#[actix_web::test]
async fn a_listed_house_says_what_it_trades() {
    let app = App::new().await;
    app.sql("update house set address = 'Псков, Кремль, 4' where id = 1")
        .await;
    let listed = async || {
        let page = app.get(VISITOR, "/api/house?pageSize=100").await.ok();
        let houses = page["items"].as_array().unwrap();
        houses
            .iter()
            .find(|house| house["id"] == 1)
            .unwrap()
            .clone()
    };
    let before = listed().await;
    assert_eq!(before["address"], "Псков, Кремль, 4");
    assert_eq!(before["catalogTypes"], serde_json::json!([0, 1, 2]));
    let of = |house: &Value, name: &str| house[name].as_i64().unwrap();
    assert!(of(&before, "plannedCount") > 0 && of(&before, "offeredCount") > 0);
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let after = listed().await;
    let changes = ["runningCount", "plannedCount"].map(|name| of(&after, name) - of(&before, name));
    assert_eq!(changes, [1, -1]);
    app.end().await;
}
