use serde_json::{Value, json};

use crate::world::*;

#[actix_web::test]
async fn the_chat_history_is_read_by_everybody_who_sees_the_catalog() {
    let world = World::new().await;
    world
        .sql(
            "insert into chat_message (catalog_id, account_id, name, is_controller, text)
             select 10, 4, 'Аукционист', true, 'Сообщение ' || n from generate_series(1, 45) as n;
             insert into chat_message (catalog_id, account_id, name, text) values (20, 11, 'Чужой', 'Не здесь')",
        )
        .await;
    let search = async |who, body: Value| world.post(who, "/api/chat/search", body).await;
    let page = search(VISITOR, json!({"catalogId": 10})).await.ok();
    assert_eq!(
        (&page["totalCount"], page["items"].as_array().unwrap().len()),
        (&json!(45), 20)
    );
    let latest = &page["items"][0];
    assert_eq!(
        (
            &latest["text"],
            &latest["userName"],
            &latest["isController"]
        ),
        (&json!("Сообщение 45"), &json!("Аукционист"), &json!(true))
    );
    assert_eq!(
        (&latest["userId"], &latest["catalogId"]),
        (&json!(4), &json!(10))
    );
    assert!(latest["timestamp"].as_i64().unwrap() > 1_700_000_000_000);
    let last = search(
        VISITOR,
        json!({"catalogId": 10, "pageNumber": 9, "pageSize": 20}),
    )
    .await
    .ok();
    assert_eq!(
        (&last["currentPage"], &last["items"][4]["text"]),
        (&json!(3), &json!("Сообщение 1"))
    );
    assert_eq!(search(TRUSTED, json!({"catalogId": 17})).await.status, 404);
    assert_eq!(
        search(MANAGER, json!({"catalogId": 17})).await.ok()["totalCount"],
        0
    );
    assert_eq!(search(VISITOR, json!({})).await.status, 422);

    assert_eq!(
        world
            .post(VISITOR, "/api/chat/10/count", json!({}))
            .await
            .ok(),
        json!({"count": 0})
    );
    assert_eq!(
        world
            .post(VISITOR, "/api/chat/17/count", json!({}))
            .await
            .status,
        404
    );
    world.end().await;
}

#[actix_web::test]
async fn favourites_are_kept_for_their_owner() {
    let world = World::new().await;
    for (method, path) in [
        (reqwest::Method::GET, "/api/favorites/"),
        (reqwest::Method::POST, "/api/favorites/"),
        (reqwest::Method::DELETE, "/api/favorites/lot/1001"),
    ] {
        let reply = world
            .send(
                method,
                VISITOR,
                path,
                &[],
                Some(json!({"lotId": 1001}).to_string()),
            )
            .await;
        assert_eq!(reply.problem(), (401, "not_authenticated".into()), "{path}");
    }
    for lot in [1001, 1002, 1001] {
        assert_eq!(
            world
                .post(NEWCOMER, "/api/favorites/", json!({"lotId": lot}))
                .await
                .ok()["isFavourite"],
            true
        );
    }
    assert_eq!(
        world
            .post(NEWCOMER, "/api/favorites", json!({"lotId": 1701}))
            .await
            .status,
        404
    );
    let mine = async |who| {
        let page = world.get(who, "/api/favorites/").await.ok();
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
        world.get(NEWCOMER, "/api/lots/1001").await.ok()["isFavourite"],
        true
    );
    assert_eq!(
        world.get(TRUSTED, "/api/lots/1001").await.ok()["isFavourite"],
        false
    );
    assert_eq!(
        world.get(TRUSTED, "/api/lots/1001").await.ok()["counters"]["favourites"],
        1
    );

    // A lot that is hidden later is in nobody's list, and not counted in it.
    assert_eq!(
        world.control(MANAGER, "/api/catalog/10/hide").await.code(),
        0
    );
    world.index().await;
    assert_eq!(mine(NEWCOMER).await, Vec::<i64>::new());
    assert_eq!(
        world.get(NEWCOMER, "/api/favorites/").await.ok()["totalCount"],
        0
    );
    assert_eq!(
        world.control(MANAGER, "/api/catalog/10/show").await.code(),
        0
    );
    world.index().await;
    for _ in 0..2 {
        assert_eq!(
            world
                .delete(NEWCOMER, "/api/favorites/lot/1002")
                .await
                .status,
            204
        );
    }
    assert_eq!(mine(NEWCOMER).await, [1001]);
    world.end().await;
}
