//! Who bids under which paddle, and whom the house calls.

use people::retention;
use serde_json::{Value, json};
use time::Duration;

use crate::support::*;

fn holder() -> Value {
    json!({"number": " 41 ", "name": "Виктор Лемешев", "phone": "8 (900) 000-00-06", "deposit": 50_000,
        "limit": 500_000, "isByPhone": true, "language": "английский", "lots": [48, 12, 12], "caller": "Ирина"})
}

#[actix_web::test]
async fn a_paddle_is_given_changed_and_taken_back() {
    let app = App::new().await;
    let path = "/api/trade/paddles/10";
    let added = app.post(AUCTIONEER, path, holder()).await.ok();
    assert_eq!(
        (&added["number"], &added["phone"], &added["lots"]),
        (&json!("41"), &json!("+79000000006"), &json!([12, 48]))
    );
    app.post(MANAGER, path, holder())
        .await
        .refused_field("number");
    // Another sale has numbers of its own.
    app.post(MANAGER, "/api/trade/paddles/12", holder())
        .await
        .ok();
    for (field, wrong) in [
        ("number", json!("")),
        ("number", json!("4".repeat(33))),
        ("number", json!("4\n1")),
        ("name", json!(" ")),
        ("phone", json!("звонить вечером")),
        ("deposit", json!(-1)),
        ("limit", json!(1_000_000_000_001_i64)),
        ("lots", json!([0])),
        ("lots", json!((1..=1001).collect::<Vec<_>>())),
        ("language", json!("я".repeat(51))),
    ] {
        let body = patched(holder(), json!({"number": "42", field: wrong}));
        app.post(MANAGER, path, body).await.refused_field(field);
    }
    app.post(MANAGER, path, json!({"number": "7", "name": "Анна"}))
        .await
        .ok();
    let numbers = async || {
        let all = app.get(AUCTIONEER, path).await.ok();
        let numbers = all.as_array().unwrap().iter();
        numbers
            .map(|one| one["number"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers().await, ["7", "41"]);

    let one = format!("{path}/{}", added["id"]);
    let changed = app
        .put(
            AUCTIONEER,
            &one,
            json!({"number": "43", "name": "Виктор Лемешев"}),
        )
        .await
        .ok();
    assert_eq!(
        (&changed["phone"], &changed["isByPhone"]),
        (&json!(null), &json!(false))
    );
    app.put(AUCTIONEER, &one, json!({"number": "7", "name": "Виктор"}))
        .await
        .refused_field("number");
    // Under another sale it is unknown.
    let elsewhere = format!("/api/trade/paddles/12/{}", added["id"]);
    app.put(AUCTIONEER, &elsewhere, holder()).await.expect(404);
    app.delete(AUCTIONEER, &one).await.expect(204);
    app.delete(AUCTIONEER, &one).await.expect(404);
    assert_eq!(numbers().await, ["7"]);

    let journal = app
        .value(
            "select jsonb_agg(jsonb_build_array(event, before, after) order by id) from journal_record
             where event between 321 and 323 and subject_id = 10",
        )
        .await;
    assert_eq!(journal.as_array().unwrap().len(), 4);
    let text = journal.to_string();
    assert!(
        !text.contains("Лемешев") && !text.contains("79000000006"),
        "{text}"
    );
    app.end().await;
}

#[actix_web::test]
async fn a_buyer_in_the_hall_is_named_to_those_who_manage_the_house() {
    let app = App::new().await;
    app.post(AUCTIONEER, "/api/trade/paddles/10", holder())
        .await
        .ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.hall_bet(AUCTIONEER, 10, 1001, 1000, "14")
        .await
        .expect_code(0);
    app.hall_bet(AUCTIONEER, 10, 1001, 1100, "41")
        .await
        .expect_code(0);
    let bidder = async |who: Who, place: &str| {
        app.get(who, "/api/trade/results/10").await.ok()["lots"][0][place].clone()
    };
    let leader = bidder(MANAGER, "leader").await;
    assert_eq!(
        (&leader["displayName"], &leader["phone"]),
        (&json!("Виктор Лемешев"), &json!("+79000000006"))
    );
    assert_eq!(
        bidder(MANAGER, "underbidder").await["displayName"],
        json!(null)
    );
    assert_eq!(
        bidder(AUCTIONEER, "leader").await["displayName"],
        json!(null)
    );
    app.end().await;
}

#[actix_web::test]
async fn a_paddle_is_its_holders_data_and_is_forgotten_a_year_after_the_sale() {
    let app = App::new().await;
    // The phone of the trusted bidder, and nobody's.
    app.post(MANAGER, "/api/trade/paddles/10", holder())
        .await
        .ok();
    app.post(
        MANAGER,
        "/api/trade/paddles/10",
        json!({"number": "7", "name": "Анна"}),
    )
    .await
    .ok();
    let export = app.get(TRUSTED, "/api/accounts/export").await.ok();
    assert_eq!(export["paddles"].as_array().unwrap().len(), 1);
    assert_eq!(export["paddles"][0]["number"], "41");

    let left = async |after: Duration| {
        let at = app.clock.now() + after;
        retention::sweep(&app.pool, &app.state.pictures, at)
            .await
            .unwrap();
        app.value("select to_jsonb(count(*)) from paddle").await
    };
    assert_eq!(left(Duration::days(400)).await, 2, "the sale is not over");
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.control(MANAGER, "/api/catalog/10/cancel")
        .await
        .expect_code(0);
    assert_eq!(left(Duration::days(364)).await, 2);
    assert_eq!(left(Duration::days(366)).await, 0);
    app.end().await;
}
