//! What a sale's lots brought.

use serde_json::{Value, json};

use crate::support::*;

async fn lot(app: &App, who: Who, number: i64) -> Value {
    let results = app.get(who, "/api/trade/results/10").await.ok();
    let lots = results["lots"].as_array().unwrap();
    let found = lots.iter().find(|lot| lot["catalogLotId"] == number);
    found.unwrap().clone()
}

#[actix_web::test]
async fn the_leader_and_the_underbidder_of_each_lot() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.bet(ACCEPTED, 10, 1001, 1100).await.expect_code(0);
    app.hall_bet(AUCTIONEER, 10, 1001, 1200, "27")
        .await
        .expect_code(0);

    let running = lot(&app, MANAGER, 1).await;
    assert_eq!(running["state"], 1);
    assert_eq!(running["betsCount"], 3);
    assert_eq!(running["leader"]["paddle"], "27");
    assert_eq!(running["leader"]["participant"], Value::Null);
    assert_eq!(running["underbidder"]["value"], 1100);
    assert!(running["underbidder"]["displayName"].is_string());
    // An underbidder is named; how to reach them stays with their registration.
    assert_eq!(running["underbidder"]["phone"], Value::Null);
    let seen = lot(&app, AUCTIONEER, 1).await;
    assert_eq!(seen["underbidder"]["displayName"], Value::Null);
    assert!(seen["underbidder"]["participant"].is_number());

    app.next(10).await.expect_code(0);
    assert_eq!(lot(&app, OWNER, 1).await["state"], 2);
    let open = lot(&app, OWNER, 2).await;
    assert_eq!(
        (&open["leader"], &open["underbidder"]),
        (&Value::Null, &Value::Null)
    );
    app.get(NEWSMAKER, "/api/trade/results/10")
        .await
        .expect(403);
    app.get(OWNER, "/api/trade/results/20").await.expect(403);
    app.end().await;
}

#[actix_web::test]
async fn a_buyer_is_shown_with_contacts_to_those_who_manage_the_house() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.next(10).await.expect_code(0);
    let results = app.get(OWNER, "/api/trade/results/10").await.ok();
    assert_eq!(results["currency"], json!(0));
    let buyer = lot(&app, OWNER, 1).await["leader"].clone();
    assert_eq!(buyer["value"], 1000);
    assert!(buyer["displayName"].is_string() && buyer["eMail"].is_string());
    let buyer = lot(&app, AUCTIONEER, 1).await["leader"].clone();
    assert_eq!(
        (&buyer["displayName"], &buyer["eMail"]),
        (&Value::Null, &Value::Null)
    );
    app.end().await;
}

#[actix_web::test]
async fn the_protocol_is_a_pdf_for_controllers() {
    let app = App::new().await;
    let reply = app.get(AUCTIONEER, "/api/trade/protocol/10").await;
    reply.expect(200);
    assert_eq!(reply.headers["content-type"], "application/pdf");
    assert!(reply.bytes.starts_with(b"%PDF-"));
    app.get(TRUSTED, "/api/trade/protocol/10").await.expect(403);
    app.get(TRUSTED, "/api/trade/protocol/17").await.expect(404);
    app.end().await;
}

#[actix_web::test]
async fn lots_that_left_after_the_end_stay_in_the_results() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    for _ in 0..3 {
        app.next(10).await.ok();
    }
    app.control(AUCTIONEER, "/api/trade/classic/10/end")
        .await
        .ok();
    app.post(ADMIN, "/api/house/1/postauction/enable", json!({}))
        .await
        .ok();
    let before = app.get(MANAGER, "/api/trade/results/10").await.ok();

    app.post(MANAGER, "/api/lots/1002/move-to-postauction", json!({}))
        .await
        .ok();
    // What happens to it there does not change this sale's results.
    app.post(MANAGER, "/api/lots/1002/paid", json!({}))
        .await
        .ok();
    app.sql("update lot set start_price = 7 where id = 1002")
        .await;
    app.delete(MANAGER, "/api/lots/1003").await.done();
    let after = app.get(MANAGER, "/api/trade/results/10").await.ok();
    let expected = |left: &[i64]| {
        let mut lots = before["lots"].clone();
        for lot in lots.as_array_mut().unwrap() {
            let id = lot["id"].as_i64().unwrap();
            lot["hasLeft"] = left.contains(&id).into();
            lot["isDeleted"] = (left.contains(&id) && id == 1003).into();
        }
        lots
    };
    assert_eq!(before["lots"], expected(&[]));
    assert_eq!(after["lots"], expected(&[1002, 1003]));
    assert_eq!(lot(&app, MANAGER, 2).await["state"], 4);
    app.end().await;
}
