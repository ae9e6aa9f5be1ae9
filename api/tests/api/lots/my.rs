//! Lots of the caller's houses.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn my_lots_are_those_of_my_houses() {
    let app = App::new().await;
    let lot = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 5}});
    let kept = app.post(MANAGER, "/api/lots", lot).await.ok()["id"].clone();
    for who in [OWNER, MANAGER, NEWSMAKER, AUCTIONEER] {
        let page = app.get(who, "/api/lots/my?pageSize=2").await.ok();
        assert_eq!(
            (&page["totalCount"], &page["items"][0]["id"]),
            (&json!(12), &kept),
            "{who:?}"
        );
    }
    let all = app.get(MANAGER, "/api/lots/my?pageSize=100").await.ok();
    let ids: Vec<_> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lot| lot["id"].as_i64())
        .collect();
    for hidden in [1004, 1401, 1701] {
        assert!(ids.contains(&Some(hidden)), "{hidden}");
    }
    assert_eq!(
        app.get(STRANGER, "/api/lots/my").await.ok()["items"][0]["id"],
        2001
    );
    for who in [ADMIN, TRUSTED, NEWCOMER] {
        assert_eq!(
            app.get(who, "/api/lots/my").await.ok()["totalCount"],
            0,
            "{who:?}"
        );
    }
    app.get(VISITOR, "/api/lots/my").await.expect(401);
    app.end().await;
}
