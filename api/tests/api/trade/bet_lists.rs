//! Lists of bets.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn lists_of_bets_show_each_viewer_what_they_may_know() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.order(TRUSTED, 10, 1001, 1500).await.expect_code(0);
    app.bet(ACCEPTED, 10, 1001, 1200).await.expect_code(12);
    app.bet(ACCEPTED2, 10, 1001, 2000).await.expect_code(0);

    // The public history has standing bets, the latest first. Only their owner and admins see which are from orders.
    let history = async |who| {
        let bets = app.get(who, "/api/trade/bet/lot/1001/history").await.ok()["items"].clone();
        let bets = bets.as_array().unwrap().clone();
        bets.iter()
            .map(|bet| (bet["value"].as_i64().unwrap(), bet["isAbsentee"].clone()))
            .collect::<Vec<_>>()
    };
    let null = json!(null);
    let values: Vec<i64> = history(VISITOR)
        .await
        .iter()
        .map(|(value, _)| *value)
        .collect();
    assert_eq!(values, [2000, 1300, 1200, 1000]);
    assert!(
        history(VISITOR)
            .await
            .iter()
            .all(|(_, absentee)| *absentee == null)
    );
    assert!(
        history(ADMIN)
            .await
            .iter()
            .all(|(_, absentee)| *absentee != null)
    );
    let of_owner: Vec<_> = history(TRUSTED)
        .await
        .into_iter()
        .filter(|(_, absentee)| *absentee != null)
        .collect();
    assert_eq!(of_owner, [(1300, json!(true)), (1000, json!(true))]);

    // My bets say whether I lead or am outbid.
    let mine = async |who: Who| {
        let page = app.get(who, "/api/trade/bet/my?catalogId=10").await.ok();
        let items = page["items"].as_array().unwrap().clone();
        assert_eq!(items.len() as i64, page["totalCount"].as_i64().unwrap());
        items
            .iter()
            .map(|item| {
                (
                    item["lot"]["id"].as_i64(),
                    item["bet"]["value"].as_i64(),
                    item["absentee"].as_i64(),
                    item["isLeading"].as_bool(),
                    item["isOutbid"].as_bool(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(
        mine(ACCEPTED2).await,
        [(Some(1001), Some(2000), None, Some(true), Some(false))]
    );
    assert_eq!(
        mine(TRUSTED).await,
        [(Some(1001), Some(1300), Some(1500), Some(false), Some(true))]
    );
    assert_eq!(mine(NEWCOMER).await, []);
    app.get(VISITOR, "/api/trade/bet/my").await.expect(401);
    // An order alone lists the lot.
    app.order(TRUSTED2, 10, 1003, 700).await.expect_code(0);
    assert_eq!(
        mine(TRUSTED2).await,
        [(Some(1003), None, Some(700), Some(false), Some(true))]
    );

    // Revoked bets leave the public history, not the controllers' lists.
    app.put(
        AUCTIONEER,
        "/api/trade/bet/revoke",
        json!({"catalogId": 10, "lotId": 1001}),
    )
    .await
    .expect_code(0);
    assert!(
        !history(VISITOR)
            .await
            .iter()
            .any(|(value, _)| *value == 2000)
    );
    let auctioneer =
        app.post(AUCTIONEER, "/api/whoami", json!({})).await.ok()["displayName"].clone();
    for path in ["/api/trade/bet/lot/1001", "/api/trade/bet/catalog/10"] {
        for who in [TRUSTED, NEWSMAKER, STRANGER] {
            app.get(who, path).await.expect(403);
        }
        let page = app.get(MANAGER, path).await.ok();
        let revoked: Vec<_> = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|bet| bet["revoked"] != null)
            .collect();
        assert_eq!(revoked.len(), 1, "{path}");
        assert_eq!(
            (&revoked[0]["value"], &revoked[0]["revokedBy"]),
            (&json!(2000), &auctioneer)
        );
    }
    // Pages are clamped.
    let page = app
        .get(ADMIN, "/api/trade/bet/catalog/10?pageNumber=99&pageSize=2")
        .await
        .ok();
    assert_eq!(
        (&page["currentPage"], &page["hasNext"], &page["hasPrevious"]),
        (&page["totalPages"], &json!(false), &json!(true))
    );
    let page = app
        .get(
            ADMIN,
            "/api/trade/bet/catalog/10?pageNumber=0&pageSize=1000",
        )
        .await
        .ok();
    assert_eq!(
        (&page["currentPage"], &page["totalPages"]),
        (&json!(1), &json!(1))
    );
    app.end().await;
}
