use serde_json::{Value, json};

use crate::world::*;

fn ids(page: &Value) -> Vec<i64> {
    page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_i64().unwrap())
        .collect()
}

#[actix_web::test]
async fn lists_by_scope_type_house_and_text() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let list =
        async |who, query: &str| ids(&world.get(who, &format!("/api/catalog{query}")).await.ok());
    // Running first, then what comes next, then the past; sales alone unless a type is asked for.
    assert_eq!(list(VISITOR, "").await[..1], [10]);
    assert_eq!(list(VISITOR, "").await.last(), Some(&15));
    assert!(!list(VISITOR, "").await.contains(&13));
    assert_eq!(list(VISITOR, "?scope=current").await, [10]);
    assert_eq!(
        list(VISITOR, "?scope=future&houseId=1&catalogType=0").await,
        [16]
    );
    assert_eq!(list(VISITOR, "?scope=future&catalogType=1").await, [12]);
    assert_eq!(list(VISITOR, "?scope=results").await, [15]);
    assert_eq!(list(VISITOR, "?catalogType=2").await, [13]);
    assert_eq!(list(VISITOR, "?search=ВЕСЕННИЕ").await, [10]);
    assert_eq!(list(VISITOR, "?search=второй").await, [20]);
    assert_eq!(list(VISITOR, "?search=100%25").await, Vec::<i64>::new());
    assert_eq!(
        world.get(VISITOR, "/api/catalog?scope=other").await.status,
        400
    );
    assert_eq!(
        world
            .get(VISITOR, "/api/catalog?catalogType=9")
            .await
            .status,
        400
    );

    // Drafts and hidden ones only for the house's staff and admins.
    for who in [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER] {
        let all = list(who, "?pageSize=100&houseId=1").await;
        assert!(all.contains(&14) && all.contains(&17), "{who:?}");
    }
    for who in [VISITOR, TRUSTED, STRANGER] {
        let all = list(who, "?pageSize=100&houseId=1").await;
        assert!(!all.contains(&14) && !all.contains(&17), "{who:?}");
        for hidden in [14, 17] {
            for path in ["", "/lots", "/lastlotid", "/lot-numbers"] {
                let reply = world
                    .get(who, &format!("/api/catalog/{hidden}{path}"))
                    .await;
                assert_eq!(
                    reply.problem(),
                    (404, "not_found".into()),
                    "{hidden}{path} {who:?}"
                );
            }
        }
    }
    let of_house = ids(&world.get(VISITOR, "/api/catalog/house/1/").await.ok());
    assert!(of_house.contains(&13) && of_house.contains(&10) && !of_house.contains(&20));

    // Pages are clamped to what there is.
    let page = world
        .get(VISITOR, "/api/catalog?pageNumber=50&pageSize=2")
        .await
        .ok();
    assert_eq!(
        (&page["currentPage"], &page["hasNext"], &page["hasPrevious"]),
        (&page["totalPages"], &json!(false), &json!(true))
    );
    assert_eq!(page["totalCount"], 5);
    world.end().await;
}

#[actix_web::test]
async fn one_catalog_says_who_looks() {
    let world = World::new().await;
    let reply = world.get(VISITOR, "/api/catalog/10/").await;
    assert!(
        reply.headers["server_time_ts"]
            .to_str()
            .unwrap()
            .parse::<i64>()
            .unwrap()
            > 1_700_000_000_000
    );
    let catalog = reply.ok();
    assert_eq!(
        (
            &catalog["title"],
            &catalog["catalogType"],
            &catalog["state"]
        ),
        (&json!("Весенние торги"), &json!(0), &json!(0))
    );
    assert_eq!(
        (
            &catalog["lotsCount"],
            &catalog["isController"],
            &catalog["auctioneers"]
        ),
        (&json!(3), &json!(false), &json!(null))
    );
    assert_eq!(
        catalog["stepsTable"][9],
        json!({"start": 50000, "step": 5000})
    );
    let catalog = world.get(AUCTIONEER, "/api/catalog/10").await.ok();
    assert_eq!(
        (&catalog["isController"], &catalog["isAuctioneer"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        catalog["auctioneers"],
        json!([{"userId": 4, "displayName": "Аукционист"}])
    );
    let catalog = world.get(OWNER, "/api/catalog/10").await.ok();
    assert_eq!(
        (&catalog["isController"], &catalog["isAuctioneer"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        world.get(NEWSMAKER, "/api/catalog/10").await.ok()["isController"],
        false
    );
    for unknown in ["999", "x", "9223372036854775808"] {
        assert_eq!(
            world
                .get(VISITOR, &format!("/api/catalog/{unknown}"))
                .await
                .status,
            404,
            "{unknown}"
        );
    }
    world.end().await;
}

#[actix_web::test]
async fn lots_of_a_catalog_are_filtered_sorted_and_numbered() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    world.bet(TRUSTED, 10, 1001, 1000).await.ok();
    world.index().await;
    let lots = async |who, query: &str| {
        ids(&world
            .get(who, &format!("/api/catalog/10/lots{query}"))
            .await
            .ok())
    };
    assert_eq!(lots(VISITOR, "").await, [1001, 1002, 1003]);
    assert_eq!(lots(MANAGER, "").await, [1001, 1002, 1003, 1004]);
    assert_eq!(lots(VISITOR, "?sorting=8").await, [1003, 1002, 1001]);
    assert_eq!(lots(VISITOR, "?search=икона").await, [1002]);
    assert_eq!(lots(VISITOR, "?status=trading").await, [1001]);
    assert_eq!(lots(VISITOR, "?status=withbets").await, [1001]);
    assert_eq!(lots(VISITOR, "?status=sold").await, Vec::<i64>::new());
    assert_eq!(lots(VISITOR, "?catalogLotIds=1,%203").await, [1001, 1003]);
    assert_eq!(
        world
            .get(VISITOR, "/api/catalog/10/lots?catalogLotIds=1,x")
            .await
            .status,
        422
    );
    assert_eq!(
        world
            .get(VISITOR, "/api/catalog/10/lots?sorting=11")
            .await
            .status,
        400
    );
    let page = world
        .get(VISITOR, "/api/catalog/10/lots?pageSize=2&pageNumber=9")
        .await
        .ok();
    assert_eq!(
        (ids(&page), &page["currentPage"], &page["totalCount"]),
        (vec![1003], &json!(2), &json!(3))
    );

    assert_eq!(
        world.get(VISITOR, "/api/catalog/10/lastlotid").await.ok(),
        4
    );
    let numbers = world.get(VISITOR, "/api/catalog/10/lot-numbers").await.ok();
    assert_eq!(numbers[2], json!({"id": 1003, "catalogLotId": 3}));
    assert_eq!(numbers.as_array().unwrap().len(), 3);
    assert_eq!(
        world
            .get(MANAGER, "/api/catalog/10/lot-numbers")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        4
    );
    world.end().await;
}

#[actix_web::test]
async fn the_classificator_is_a_tree() {
    let world = World::new().await;
    let tree = world.get(VISITOR, "/api/classificator").await.ok();
    assert_eq!(
        tree,
        json!([
            {"id": 1866, "code": "10", "name": "Живопись", "items": [
                {"id": 1901, "code": "10.1", "name": "Пейзаж", "items": []}]},
            {"id": 1880, "code": "14", "name": "Иконы", "items": []},
        ])
    );
    world.end().await;
}
