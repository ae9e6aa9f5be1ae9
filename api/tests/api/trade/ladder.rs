//! The ladder of next bets.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn the_ladder_offers_the_next_bets() {
    let app = App::new().await;
    let options = app
        .get(VISITOR, "/api/trade/bet/lot/1001/options")
        .await
        .ok();
    let options = options.as_array().unwrap();
    assert_eq!(
        (options.len(), &options[0], &options[1], &options[10]),
        (50, &json!(1000), &json!(1100), &json!(2000))
    );
    // In percent mode absentee bets get fewer.
    let options = app
        .get(VISITOR, "/api/trade/bet/lot/1201/options?absentee=true")
        .await
        .ok();
    assert_eq!(
        (options.as_array().unwrap().len(), &options[1]),
        (20, &json!(2200))
    );
    let neighbours = async |query: &str| {
        let answer = app
            .get(
                VISITOR,
                &format!("/api/trade/bet/lot/1001/below-and-above-bets{query}"),
            )
            .await
            .ok();
        (
            answer["belowBetValue"].as_i64(),
            answer["aboveBetValue"].as_i64(),
        )
    };
    assert_eq!(neighbours("").await, (None, Some(1000)));
    assert_eq!(neighbours("?betValue=1150").await, (Some(1100), Some(1200)));
    assert_eq!(
        neighbours("?betValue=-9223372036854775808").await,
        (None, Some(1000))
    );
    app.get(
        VISITOR,
        "/api/trade/bet/lot/1001/below-and-above-bets?betValue=1000000000001",
    )
    .await
    .expect(422);
    app.get(VISITOR, "/api/trade/bet/lot/1401/options")
        .await
        .expect(404);
    app.end().await;
}
