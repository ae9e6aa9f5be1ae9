//! «Мой вечер».

use serde_json::{Value, json};

use crate::support::*;

/// A lot with its bet, order and queue.
type Mine = (i64, Option<i64>, Option<i64>, Option<i64>);

fn lots(evening: &Value) -> Vec<Mine> {
    let lots = evening["lots"].as_array().unwrap();
    lots.iter()
        .map(|mine| {
            (
                mine["lot"]["id"].as_i64().unwrap(),
                mine["bet"].as_i64(),
                mine["absentee"].as_i64(),
                mine["ahead"].as_i64(),
            )
        })
        .collect()
}

#[actix_web::test]
async fn the_evening_has_what_its_owner_waits_for_over_all_sales() {
    let app = App::new().await;
    app.sql("update catalog set commission = 15 where id = 10")
        .await;
    let evening = async |who| app.get(who, "/api/trade/evening").await.ok();
    assert_eq!(
        evening(TRUSTED).await,
        json!({"sales": [], "lots": []}),
        "nothing is watched"
    );

    app.post(TRUSTED, "/api/favorites", json!({"lotId": 1003}))
        .await
        .ok();
    app.post(TRUSTED, "/api/notifications", json!({"lotId": 1201}))
        .await
        .ok();
    // In nine days, and in a gallery: not of this evening.
    app.post(TRUSTED, "/api/favorites", json!({"lotId": 1601}))
        .await
        .ok();
    app.post(TRUSTED, "/api/favorites", json!({"lotId": 1301}))
        .await
        .ok();
    app.order(TRUSTED, 10, 1002, 1500).await.expect_code(0);
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);

    let mine = evening(TRUSTED).await;
    assert_eq!(
        lots(&mine)
            .into_iter()
            .filter(|(id, ..)| *id < 1200)
            .collect::<Vec<_>>(),
        [
            (1001, Some(1000), None, Some(0)),
            (1002, None, Some(1500), Some(1)),
            (1003, None, None, Some(2)),
        ]
    );
    // Which parallel lots come where does not depend on the classic sale; they have no queue.
    assert!(lots(&mine).contains(&(1201, None, None, None)));
    assert_eq!(lots(&mine).len(), 4);
    assert_eq!(mine["lots"][0]["lot"]["commission"], 15.0);
    let sale = mine["sales"]
        .as_array()
        .unwrap()
        .iter()
        .find(|sale| sale["catalog"]["id"] == 10)
        .unwrap();
    assert_eq!(sale["currentNumber"], 1);
    assert_eq!(sale["secondsPerLot"], json!(null), "nothing is hammered");
    assert_eq!(lots(&evening(NEWCOMER).await), []);
    app.get(VISITOR, "/api/trade/evening").await.expect(401);

    let queue = async || -> Vec<_> {
        lots(&evening(TRUSTED).await)
            .into_iter()
            .filter(|(id, ..)| *id < 1200)
            .map(|(id, .., ahead)| (id, ahead))
            .collect()
    };
    let jump = async |lot: i64| {
        let body = json!({"lotId": lot});
        app.put(AUCTIONEER, "/api/trade/classic/10/jump", body)
            .await
            .expect_code(0);
    };
    // Lots that the auctioneer skipped come after those with greater numbers.
    jump(1002).await;
    assert_eq!(
        queue().await,
        [(1001, Some(2)), (1002, Some(0)), (1003, Some(1))]
    );
    jump(1001).await;
    // The hammer moves everybody up; the lot itself stays until half a day later.
    app.next(10).await.expect_code(0);
    assert_eq!(
        queue().await,
        [(1002, Some(0)), (1003, Some(1)), (1001, None)]
    );
    app.sql("update lot_trade set end_trade_time = end_trade_time - interval '13 hours' where lot_id = 1001")
        .await;
    assert!(
        !lots(&evening(TRUSTED).await)
            .iter()
            .any(|(id, ..)| *id == 1001)
    );

    // A lot that is hidden leaves the evening.
    app.post(MANAGER, "/api/lots/1003/hide", json!({}))
        .await
        .ok();
    app.index().await;
    let ids: Vec<_> = lots(&evening(TRUSTED).await)
        .into_iter()
        .map(|(id, ..)| id)
        .collect();
    assert_eq!(
        ids.iter().filter(|id| **id < 1200).collect::<Vec<_>>(),
        [&1002]
    );
}

#[actix_web::test]
async fn lots_on_offer_with_the_current_one_are_on_the_block_until_the_hammer() {
    let app = App::new().await;
    for lot in [1001, 1002, 1003] {
        app.post(TRUSTED, "/api/favorites", json!({"lotId": lot}))
            .await
            .ok();
    }
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let offer = json!({"lotId": 1001, "withLotIds": [1003], "isChoice": true});
    app.put(AUCTIONEER, "/api/trade/classic/10/group", offer)
        .await
        .expect_code(0);
    let queue = async || -> Vec<_> {
        let evening = app.get(TRUSTED, "/api/trade/evening").await.ok();
        lots(&evening)
            .into_iter()
            .map(|(id, .., ahead)| (id, ahead))
            .collect()
    };
    let open = [(1001, Some(0)), (1002, Some(1)), (1003, Some(0))];
    assert_eq!(queue().await, open);
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(0);
    let take = json!({"lotId": 1001, "takeLotIds": [1001]});
    app.put(AUCTIONEER, "/api/trade/classic/10/sell", take)
        .await
        .expect_code(0);
    let settled = [(1002, Some(1)), (1003, Some(2)), (1001, None)];
    assert_eq!(queue().await, settled);
    app.end().await;
}

#[actix_web::test]
async fn the_pace_is_that_of_the_last_hammered_lots() {
    let app = App::new().await;
    app.post(TRUSTED, "/api/favorites", json!({"lotId": 1003}))
        .await
        .ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
         select 5000 + n, 1, 10, 500 + n, 'Лот', 100 from generate_series(0, 3) n;
         insert into lot_trade (lot_id, catalog_id, state, is_bidding_over, min_bet, start_trade_time, end_trade_time)
         select 5000 + n, 10, 4, true, 100, now() + n * interval '1 minute', now() + (n + 1) * interval '1 minute'
         from generate_series(0, 2) n",
    )
    .await;
    let pace = async || {
        let evening = app.get(TRUSTED, "/api/trade/evening").await.ok();
        evening["sales"][0]["secondsPerLot"].clone()
    };
    assert_eq!(pace().await, json!(null), "three hammers are no pace");
    app.sql(
        "insert into lot_trade (lot_id, catalog_id, state, is_bidding_over, min_bet, start_trade_time, end_trade_time)
         values (5003, 10, 4, true, 100, now() + interval '3 minutes', now() + interval '4 minutes')",
    )
    .await;
    let seconds = pace().await.as_f64().unwrap();
    assert!((59.0..61.0).contains(&seconds), "{seconds}");
}
