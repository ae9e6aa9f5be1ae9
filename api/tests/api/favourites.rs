//! Favourite lots.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn favourites_belong_to_their_account() {
    let app = App::new().await;
    for (method, path) in [
        (reqwest::Method::GET, "/api/favorites/"),
        (reqwest::Method::POST, "/api/favorites/"),
        (reqwest::Method::DELETE, "/api/favorites/lot/1001"),
    ] {
        let reply = app
            .call(
                method,
                VISITOR,
                path,
                &[],
                Some(json!({"lotId": 1001}).to_string()),
            )
            .await;
        reply.expect_problem(401, "not_authenticated");
    }
    for lot in [1001, 1002, 1001] {
        assert_eq!(
            app.post(NEWCOMER, "/api/favorites/", json!({"lotId": lot}))
                .await
                .ok()["isFavourite"],
            true
        );
    }
    app.post(NEWCOMER, "/api/favorites", json!({"lotId": 1701}))
        .await
        .expect(404);
    let mine = async |who| {
        let page = app.get(who, "/api/favorites/").await.ok();
        page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|lot| lot["id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(mine(NEWCOMER).await, [1002, 1001]);
    assert_eq!(mine(TRUSTED).await, Vec::<i64>::new());
    assert_eq!(
        app.get(NEWCOMER, "/api/lots/1001").await.ok()["isFavourite"],
        true
    );
    assert_eq!(
        app.get(TRUSTED, "/api/lots/1001").await.ok()["isFavourite"],
        false
    );
    assert_eq!(
        app.get(TRUSTED, "/api/lots/1001").await.ok()["counters"]["favourites"],
        1
    );

    // A lot that is hidden later leaves every list and its count.
    app.control(MANAGER, "/api/catalog/10/hide")
        .await
        .expect_code(0);
    app.index().await;
    assert_eq!(mine(NEWCOMER).await, Vec::<i64>::new());
    assert_eq!(
        app.get(NEWCOMER, "/api/favorites/").await.ok()["totalCount"],
        0
    );
    app.control(MANAGER, "/api/catalog/10/show")
        .await
        .expect_code(0);
    app.index().await;
    for _ in 0..2 {
        app.delete(NEWCOMER, "/api/favorites/lot/1002")
            .await
            .expect(204);
    }
    assert_eq!(mine(NEWCOMER).await, [1001]);
    app.end().await;
}
