//! Hidden, paid and unsold lots.

use serde_json::{Value, json};

use super::{NOT_NOW, stored};
use crate::support::*;

#[actix_web::test]
async fn a_hidden_lot_leaves_the_sale() {
    let app = App::new().await;
    let set = async |who, id: i64, to: &str| {
        app.post(who, &format!("/api/lots/{id}/{to}"), json!({}))
            .await
    };
    for (who, status) in [
        (VISITOR, 401),
        (NEWSMAKER, 403),
        (AUCTIONEER, 403),
        (STRANGER, 403),
    ] {
        for to in ["hide", "show"] {
            set(who, 1002, to).await.expect(status);
        }
    }
    set(ADMIN, 99, "hide").await.expect(404);
    app.order(TRUSTED, 10, 1002, 2000).await.expect_code(0);
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    // Neither the current lot nor a lot with a bet can be hidden.
    let before = stored(&app, 1001).await;
    assert_eq!(set(MANAGER, 1001, "hide").await.refused(409), NOT_NOW);
    assert_eq!(stored(&app, 1001).await, before);
    for _ in 0..2 {
        assert_eq!(set(MANAGER, 1002, "hide").await.ok()["hidden"], true);
    }
    app.get(VISITOR, "/api/lots/1002").await.expect(404);
    assert_eq!(
        app.get(TRUSTED, "/api/trade/bet/absentee").await.ok(),
        json!([])
    );
    app.next(10).await.ok();
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(3);
    assert_eq!(
        app.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"],
        1003
    );
    // Shown again, it waits for its turn.
    assert_eq!(set(OWNER, 1002, "show").await.ok()["hidden"], false);
    app.next(10).await.ok();
    assert_eq!(
        app.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"],
        1002
    );
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(0);
    // A lot of the storage is hidden and shown without a room.
    let kept = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5}});
    let kept = app.post(MANAGER, "/api/lots", kept).await.ok()["id"]
        .as_i64()
        .unwrap();
    set(MANAGER, kept, "hide").await.ok();
    assert_eq!(stored(&app, kept).await.0["hidden"], true);
    app.end().await;
}

#[actix_web::test]
async fn a_sold_lot_is_paid() {
    let app = App::new().await;
    let pay = async |who, id: i64| {
        app.post(who, &format!("/api/lots/{id}/paid"), json!({}))
            .await
    };
    for (who, id, status) in [
        (VISITOR, 1501, 401),
        (NEWSMAKER, 1501, 403),
        (AUCTIONEER, 1501, 403),
        (STRANGER, 1501, 403),
        (ADMIN, 99, 404),
    ] {
        pay(who, id).await.expect(status);
    }
    assert_eq!(pay(MANAGER, 1001).await.refused(409), NOT_NOW);
    for _ in 0..2 {
        assert_eq!(pay(MANAGER, 1501).await.ok()["state"], 8);
    }
    // Gallery lots are sold without bids, and lots in the storage not at all.
    assert_eq!(pay(OWNER, 1301).await.ok()["state"], 8);
    let kept = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5}});
    let kept = app.post(MANAGER, "/api/lots", kept).await.ok()["id"]
        .as_i64()
        .unwrap();
    assert_eq!(pay(MANAGER, kept).await.refused(409), NOT_NOW);
    assert_eq!(
        app.value("select jsonb_agg(jsonb_build_array(subject_id, before, after) order by id) from journal_record where event = 402").await,
        json!([[1501, {"state": 2}, {"state": 8}], [1301, {"state": 0}, {"state": 8}]])
    );
    app.end().await;
}

#[actix_web::test]
async fn unsold_lots_go_to_the_post_auction_sale() {
    let app = App::new().await;
    let shift = async |who, id: i64| {
        app.post(
            who,
            &format!("/api/lots/{id}/move-to-postauction"),
            json!({}),
        )
        .await
    };
    let back = async |who, id: i64| {
        app.delete(who, &format!("/api/lots/{id}/delete-from-postauction"))
            .await
    };
    // 1001 is sold, 1002 stays below its reserve, 1003 gets no bids.
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.next(10).await.ok();
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(0);
    assert_eq!(
        shift(MANAGER, 1003).await.refused(409),
        "ПостАукцион дома отключён"
    );
    app.post(ADMIN, "/api/house/1/postauction/enable", json!({}))
        .await
        .ok();
    for id in [1001, 1002, 1003] {
        assert_eq!(shift(MANAGER, id).await.refused(409), NOT_NOW, "{id}");
    }
    app.next(10).await.ok();
    app.next(10).await.ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/end")
        .await
        .ok();
    assert_eq!(shift(MANAGER, 1001).await.refused(409), NOT_NOW);
    assert_eq!(
        app.get(VISITOR, "/api/lots/1001").await.ok()["catalogId"],
        10
    );
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        shift(who, 1002).await.expect(status);
        back(who, 1002).await.expect(status);
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
    // Bets of the auction do not count here.
    assert_eq!(
        (&lot["betsCount"], &lot["leadingBet"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(
        app.get(VISITOR, "/api/trade/bet/lot/1002/history")
            .await
            .ok()["items"],
        json!([])
    );
    assert_eq!(
        app.get(TRUSTED, "/api/lots/1002").await.ok()["myLastBet"],
        Value::Null
    );
    assert_eq!(
        shift(MANAGER, 1002).await.refused(409),
        "Лот уже в ПостАукционе"
    );
    assert_eq!(shift(MANAGER, 1003).await.ok()["catalogLotId"], 2);
    app.index().await;
    assert_eq!(
        app.get(VISITOR, "/api/house/1/postauction").await.ok()["totalCount"],
        2
    );

    assert_eq!(
        back(MANAGER, 1001).await.refused(409),
        "Лота нет в ПостАукционе"
    );
    back(MANAGER, 1003).await.done();
    assert_eq!(
        app.get(MANAGER, "/api/house/1/storage").await.ok()["items"][0]["id"],
        1003
    );
    app.post(MANAGER, "/api/lots/1002/paid", json!({}))
        .await
        .ok();
    assert_eq!(back(MANAGER, 1002).await.refused(409), NOT_NOW);
    app.end().await;
}
