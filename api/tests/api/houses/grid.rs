//! The grid in which a house edits its lots.

use serde_json::{Value, json};

use crate::support::*;

const GRID: &str = "/api/house/1/grid";

fn cell(field: &str, was: impl Into<Value>, now: impl Into<Value>) -> Value {
    json!({"field": field, "was": was.into(), "now": now.into()})
}

fn change(lot: i64, cells: &[Value]) -> Value {
    json!({"changes": [{"lotId": lot, "cells": cells}]})
}

fn numbers(rows: &Value) -> Vec<(i64, i64)> {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| {
        let number = |field: &str| row[field].as_i64().unwrap();
        (number("id"), number("catalogLotId"))
    })
    .collect()
}

#[actix_web::test]
async fn a_catalog_is_shown_whole_and_the_storage_apart() {
    let app = App::new().await;
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=10")).await.ok();
    assert_eq!(numbers(&rows), [(1001, 1), (1002, 2), (1003, 3), (1004, 4)]);
    assert_eq!(rows[3]["hidden"], true);
    assert_eq!(
        (
            &rows[1]["price"]["hasReserve"],
            &rows[1]["price"]["reserve"]
        ),
        (&json!(true), &Value::Null)
    );
    let rows = app.get(ADMIN, &format!("{GRID}?catalogId=10")).await.ok();
    assert_eq!(rows[1]["price"]["reserve"], 5000);

    app.delete(OWNER, "/api/catalog/14/lot/1401").await.done();
    let stored = app.get(MANAGER, GRID).await.ok();
    assert_eq!(ids(&stored), [1401]);
    // Another house's catalog has no rows here.
    let foreign = app.get(OWNER, &format!("{GRID}?catalogId=20")).await.ok();
    assert_eq!(foreign, json!([]));
    app.get(NEWSMAKER, GRID).await.expect(403);
    app.get(ADMIN, "/api/house/99/grid").await.expect(404);
    app.end().await;
}

#[actix_web::test]
async fn a_house_learns_which_reserves_are_out_of_range_but_no_amount() {
    let app = App::new().await;
    app.sql(
        "update lot set reserve_price = 9000 where id = 1601;
         update lot set reserve_price = 300, estimated_to = 200 where id = 1401;
         insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price, reserve_price,
             estimated_from) values (1402, 1, 14, 2, 'В пределах', 1866, 100, 100, 50);
         update catalog_trade set state = 4 where catalog_id in (14, 16)",
    )
    .await;
    for (who, catalog, below, above) in [
        (MANAGER, 16, [true].as_slice(), [false].as_slice()),
        (MANAGER, 14, &[false, false], &[true, false]),
        (ADMIN, 14, &[false, false], &[true, false]),
    ] {
        let path = format!("{GRID}?catalogId={catalog}");
        let rows = app.get(who, &path).await.ok();
        let flags = |name: &str| {
            let rows = rows.as_array().unwrap().iter();
            rows.map(|row| row["price"][name].as_bool().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(flags("reserveBelowStart"), below);
        assert_eq!(flags("reserveAboveEstimate"), above);
        assert_eq!(rows[0]["price"]["reserve"].is_null(), who != ADMIN);
    }
    // Once people see the sale nothing tells: an estimate may still be edited.
    app.sql("update catalog_trade set state = 0 where catalog_id = 16")
        .await;
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=16")).await.ok();
    assert_eq!(rows[0]["price"]["hasReserve"], true);
    assert_eq!(rows[0]["price"]["reserveBelowStart"], false);
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.sql("update lot set reserve_price = 1 where id = 1001")
        .await;
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=10")).await.ok();
    assert_eq!(rows[0]["price"]["hasReserve"], true);
    assert_eq!(rows[0]["price"]["reserveBelowStart"], false);
    // Nor does it of the lots that wait.
    app.sql("update lot set reserve_price = 1 where id = 1003")
        .await;
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=10")).await.ok();
    assert_eq!(rows[2]["state"], 0);
    assert_eq!(rows[2]["price"]["hasReserve"], true);
    assert_eq!(rows[2]["price"]["reserveBelowStart"], false);
    app.end().await;
}

/// A reserve may fall once there are bets. An answer that differed for the reserve itself would tell it, without a trace.
#[actix_web::test]
async fn a_reserve_cannot_be_found_by_trying() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.next(10).await.expect_code(0);
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(0);
    let cells = |now: &str| [cell("reserve", Value::Null, now)];
    for tried in ["5010", "5000"] {
        let answer = app.put(OWNER, GRID, change(1002, &cells(tried))).await.ok();
        assert_eq!(
            answer["refused"][0]["message"], "Действие невозможно в текущем состоянии",
            "{tried}"
        );
        let lot = json!({"id": 1002, "titleRu": "Натюрморт", "price": {"reserve": tried.parse::<i64>().unwrap()}});
        app.put(OWNER, "/api/lots", lot).await.expect(409);
    }
    assert_eq!(app.journalled(1002).await.len(), 0);
    let lower = app
        .put(OWNER, GRID, change(1002, &cells("4990")))
        .await
        .ok();
    assert_eq!(lower["refused"], json!([]));
    assert_eq!(app.journalled(1002).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn a_cell_that_says_neither_yes_nor_no_is_refused_and_so_is_one_that_comes_twice() {
    let app = App::new().await;
    let hidden = [cell("hidden", "true", "может быть")];
    let answer = app.put(MANAGER, GRID, change(1004, &hidden)).await.ok();
    assert_eq!(answer["refused"][0]["field"], "hidden");
    assert_eq!(answer["lots"][0]["hidden"], true);
    let twice = [
        cell("period", Value::Null, "XIX век"),
        cell("period", Value::Null, "XX век"),
    ];
    let refused = app.put(MANAGER, GRID, change(1004, &twice)).await;
    refused.refused_field("changes");
    app.end().await;
}

#[actix_web::test]
async fn cells_are_changed_and_journalled() {
    let app = App::new().await;
    let cells = [
        cell("titleRu", "Осенний лес", "Осень"),
        cell(
            "author",
            "Айвазовский Иван Константинович",
            "Левитан И.; Неизвестный мастер",
        ),
        cell("start", "10000", "12000"),
        cell("estimatedFrom", Value::Null, "15000"),
    ];
    let answer = app.put(MANAGER, GRID, change(1601, &cells)).await.ok();
    assert_eq!(answer["refused"], json!([]));
    let row = &answer["lots"][0];
    assert_eq!(row["titleRu"], "Осень");
    assert_eq!(row["author"], json!(["Левитан И.", "Неизвестный мастер"]));
    assert_eq!(row["price"]["start"], 12_000);
    // The sale takes the new start price.
    let lot = app.get(VISITOR, "/api/lots/1601").await.ok();
    assert_eq!(lot["price"]["minBet"], 12_000);
    assert_eq!(app.journalled(1601).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn a_cell_changed_by_someone_else_is_not_overwritten() {
    let app = App::new().await;
    let first = change(1601, &[cell("start", "10000", "12000")]);
    app.put(MANAGER, GRID, first).await.ok();
    let second = change(1601, &[cell("start", "10000", "14000")]);
    let answer = app.put(OWNER, GRID, second).await.ok();
    let refused = &answer["refused"][0];
    assert_eq!(
        (
            &refused["field"],
            &refused["isConflict"],
            &refused["stored"]
        ),
        (&json!("start"), &json!(true), &json!("12000"))
    );
    assert_eq!(answer["lots"][0]["price"]["start"], 12_000);
    // Told what is stored, they may write over it.
    let third = change(1601, &[cell("start", "12000", "14000")]);
    assert_eq!(app.put(OWNER, GRID, third).await.ok()["refused"], json!([]));
    app.end().await;
}

#[actix_web::test]
async fn a_refused_lot_stays_as_it_is_and_does_not_stop_the_others() {
    let app = App::new().await;
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    let body = json!({"changes": [
        {"lotId": 1001, "cells": [cell("titleRu", "Морской пейзаж с парусником", "Море"), cell("start", "1000", "1100")]},
        {"lotId": 1002, "cells": [cell("titleRu", "Икона Божией Матери", "")]},
        {"lotId": 1003, "cells": [cell("catalogLotId", "3", "2")]},
        {"lotId": 1401, "cells": [cell("categoryId", "1866", "999999")]},
        {"lotId": 2001, "cells": [cell("start", "100", "200")]},
        {"lotId": 1601, "cells": [cell("period", Value::Null, "1900-е")]},
    ]});
    let answer = app.put(OWNER, GRID, body).await.ok();
    let refused = answer["refused"].as_array().unwrap();
    let at: Vec<_> = refused
        .iter()
        .map(|refused| (refused["lotId"].as_i64().unwrap(), refused["field"].clone()))
        .collect();
    assert_eq!(
        at,
        [
            (1001, Value::Null),
            (1002, json!("titleRu")),
            (1003, json!("catalogLotId")),
            (1401, json!("categoryId")),
            (2001, Value::Null),
        ]
    );
    let lot = app.get(OWNER, "/api/lots/1001").await.ok();
    assert_eq!(lot["titleRu"], "Морской пейзаж с парусником");
    let lot = app.get(OWNER, "/api/lots/1601").await.ok();
    assert_eq!(lot["period"], "1900-е");
    let twice = json!({"changes": [{"lotId": 1601, "cells": []}, {"lotId": 1601, "cells": []}]});
    app.put(OWNER, GRID, twice).await.refused_field("changes");
    app.end().await;
}

#[actix_web::test]
async fn lots_are_renumbered_all_at_once() {
    let app = App::new().await;
    let path = "/api/catalog/16/lot-numbers";
    for number in [13, 14] {
        let lot = json!({"houseId": 1, "catalogId": 16, "catalogLotId": number, "titleRu": "Лот",
            "author": [], "isAttributedAuthorship": false, "videoLinks": [], "price": {"start": 100}});
        app.post(OWNER, "/api/lots", lot).await.ok();
    }
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=16")).await.ok();
    let [a, b, c] = numbers(&rows)[..] else {
        panic!("{rows}")
    };
    let circle = json!({"lots": [
        {"id": a.0, "catalogLotId": 13}, {"id": b.0, "catalogLotId": 14}, {"id": c.0, "catalogLotId": 12},
    ]});
    app.put(MANAGER, path, circle).await.ok();
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=16")).await.ok();
    assert_eq!(numbers(&rows), [(c.0, 12), (a.0, 13), (b.0, 14)]);
    // The room knows the order too.
    let sale = app.get(VISITOR, "/api/catalog/16/lot-numbers").await.ok();
    assert_eq!(numbers(&sale), numbers(&rows));
    assert_eq!(app.journalled(a.0).await.len(), 1);

    let taken = json!({"lots": [{"id": a.0, "catalogLotId": 14}]});
    app.put(OWNER, path, taken).await.refused_field("lots");
    let foreign = json!({"lots": [{"id": 1001, "catalogLotId": 20}]});
    app.put(OWNER, path, foreign).await.refused_field("lots");
    let zero = json!({"lots": [{"id": a.0, "catalogLotId": 0}]});
    app.put(OWNER, path, zero).await.refused_field("lots");
    app.put(STRANGER, path, json!({"lots": []}))
        .await
        .expect(403);
    app.end().await;
}

#[actix_web::test]
async fn the_order_of_a_running_sale_is_fixed() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    let body = json!({"lots": [{"id": 1003, "catalogLotId": 9}]});
    app.put(OWNER, "/api/catalog/10/lot-numbers", body)
        .await
        .expect(409);
    let rows = app.get(OWNER, &format!("{GRID}?catalogId=10")).await.ok();
    assert_eq!(numbers(&rows)[2], (1003, 3));
    app.end().await;
}
