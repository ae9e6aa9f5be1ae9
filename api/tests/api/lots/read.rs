//! One lot.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn a_lot_shows_each_viewer_what_they_may_know() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.put(
        AUCTIONEER,
        "/api/trade/classic/next",
        json!({"catalogId": 10}),
    )
    .await
    .ok();
    app.bet(ACCEPTED, 10, 1002, 1000).await.expect_code(0);
    app.order(TRUSTED, 10, 1002, 3000).await.expect_code(0);
    let lot = async |who| app.get(who, "/api/lots/1002").await.ok();

    let seen = lot(VISITOR).await;
    assert_eq!(
        (&seen["titleRu"], &seen["author"]),
        (
            &json!("Икона Божией Матери"),
            &json!([{"name": "Неизвестный мастер"}])
        )
    );
    assert_eq!(
        (
            &seen["price"]["value"],
            &seen["price"]["minBet"],
            &seen["price"]["reserve"]
        ),
        (&json!(1100), &json!(1200), &json!(null))
    );
    assert_eq!(
        seen["price"]["reservePriceState"],
        "RESERVE_PRICE_NOT_ACHIEVED"
    );
    assert_eq!(
        (
            &seen["leadingBet"]["userId"],
            &seen["leadingBet"]["participant"]
        ),
        (&json!(null), &json!(2))
    );
    assert_eq!(
        (
            &seen["leadingBet"]["isAbsentee"],
            &seen["classicLeadingBet"]
        ),
        (&json!(null), &seen["leadingBet"])
    );
    assert_eq!(
        (&seen["parallelLeadingBet"], &seen["galleryLeadingBet"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(
        (
            &seen["prevLotId"],
            &seen["nextLotId"],
            &seen["catalog"]["id"]
        ),
        (&json!(1001), &json!(1003), &json!(10))
    );
    assert!(
        !app.get(VISITOR, "/api/lots/1002")
            .await
            .text()
            .contains("Доверенный"),
        "no bidder's name"
    );

    // Only admins see reserves; only they and the bettor see whether an order placed a bet.
    for (who, reserve, absentee) in [
        (ADMIN, json!(5000), json!(true)),
        (MANAGER, json!(null), json!(null)),
        (TRUSTED, json!(null), json!(true)),
        (ACCEPTED, json!(null), json!(null)),
    ] {
        let seen = lot(who).await;
        assert_eq!(
            (&seen["price"]["reserve"], &seen["leadingBet"]["isAbsentee"]),
            (&reserve, &absentee),
            "{who:?}"
        );
    }
    let mine = lot(ACCEPTED).await;
    assert_eq!(
        (
            &mine["myLastBet"],
            &mine["myParticipant"],
            &mine["myAbsentee"]
        ),
        (&json!(1000), &json!(1), &json!(null))
    );
    assert_eq!(lot(TRUSTED).await["myAbsentee"], 3000);

    // Pictures have addresses in three sizes.
    let picture = app.get(VISITOR, "/api/lots/1001").await.ok()["gallery"]["images"][0].clone();
    assert_eq!(
        picture["preview"],
        "/api/lots/image/00000000-0000-4000-8000-000000000001/?size=preview"
    );

    // Hidden lots exist only for staff.
    for hidden in [1004, 1401, 1701] {
        for path in ["", "/similar", "/similar-sold", "/by-author", "/same-house"] {
            for who in [VISITOR, TRUSTED, STRANGER] {
                let reply = app.get(who, &format!("/api/lots/{hidden}{path}")).await;
                assert_eq!(
                    reply.problem(),
                    (404, "not_found".into()),
                    "{hidden}{path} {who:?}"
                );
            }
        }
        for who in [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER] {
            assert_eq!(
                app.get(who, &format!("/api/lots/{hidden}")).await.ok()["hidden"],
                true,
                "{hidden} {who:?}"
            );
        }
    }
    assert_eq!(
        app.get(VISITOR, "/api/lots/1003").await.ok()["nextLotId"],
        json!(null)
    );
    assert_eq!(
        app.get(MANAGER, "/api/lots/1003").await.ok()["nextLotId"],
        1004
    );
    app.end().await;
}
