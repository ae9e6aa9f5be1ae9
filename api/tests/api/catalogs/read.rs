//! Lists of catalogs, one catalog, and its lots.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn catalogs_are_listed_by_scope_type_house_and_text() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let list =
        async |who, query: &str| ids(&app.get(who, &format!("/api/catalog{query}")).await.ok());
    // Running first, then the future, then the past. Only sales, unless a type is given.
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
    app.get(VISITOR, "/api/catalog?scope=other")
        .await
        .expect(400);
    app.get(VISITOR, "/api/catalog?catalogType=9")
        .await
        .expect(400);

    // Only the house's staff and admins see drafts and hidden catalogs.
    for who in [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER] {
        let all = list(who, "?pageSize=100&houseId=1").await;
        assert!(all.contains(&14) && all.contains(&17), "{who:?}");
    }
    for who in [VISITOR, TRUSTED, STRANGER] {
        let all = list(who, "?pageSize=100&houseId=1").await;
        assert!(!all.contains(&14) && !all.contains(&17), "{who:?}");
        for hidden in [14, 17] {
            for path in ["", "/lots", "/lastlotid", "/lot-numbers"] {
                let reply = app.get(who, &format!("/api/catalog/{hidden}{path}")).await;
                assert_eq!(
                    reply.problem(),
                    (404, "not_found".into()),
                    "{hidden}{path} {who:?}"
                );
            }
        }
    }
    let of_house = ids(&app.get(VISITOR, "/api/catalog/house/1/").await.ok());
    assert!(of_house.contains(&13) && of_house.contains(&10) && !of_house.contains(&20));

    // Page numbers are clamped to the last page.
    let page = app
        .get(VISITOR, "/api/catalog?pageNumber=50&pageSize=2")
        .await
        .ok();
    assert_eq!(
        (&page["currentPage"], &page["hasNext"], &page["hasPrevious"]),
        (&page["totalPages"], &json!(false), &json!(true))
    );
    assert_eq!(page["totalCount"], 5);
    app.end().await;
}

#[actix_web::test]
async fn a_catalog_says_what_its_viewer_may_do() {
    let app = App::new().await;
    let reply = app.get(VISITOR, "/api/catalog/10/").await;
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
    let catalog = app.get(AUCTIONEER, "/api/catalog/10").await.ok();
    assert_eq!(
        (&catalog["isController"], &catalog["isAuctioneer"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        catalog["auctioneers"],
        json!([{"userId": 4, "displayName": "Аукционист"}])
    );
    let catalog = app.get(OWNER, "/api/catalog/10").await.ok();
    assert_eq!(
        (&catalog["isController"], &catalog["isAuctioneer"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        app.get(NEWSMAKER, "/api/catalog/10").await.ok()["isController"],
        false
    );
    for unknown in ["999", "x", "9223372036854775808"] {
        app.get(VISITOR, &format!("/api/catalog/{unknown}"))
            .await
            .expect(404);
    }
    app.end().await;
}

#[actix_web::test]
async fn lots_of_a_catalog_are_filtered_sorted_and_numbered() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.ok();
    app.index().await;
    let lots = async |who, query: &str| {
        ids(&app
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
    app.get(VISITOR, "/api/catalog/10/lots?catalogLotIds=1,x")
        .await
        .expect(422);
    app.get(VISITOR, "/api/catalog/10/lots?sorting=11")
        .await
        .expect(400);
    let page = app
        .get(VISITOR, "/api/catalog/10/lots?pageSize=2&pageNumber=9")
        .await
        .ok();
    assert_eq!(
        (ids(&page), &page["currentPage"], &page["totalCount"]),
        (vec![1003], &json!(2), &json!(3))
    );

    // The lot with the number 4 is hidden.
    assert_eq!(app.get(VISITOR, "/api/catalog/10/lastlotid").await.ok(), 3);
    assert_eq!(app.get(MANAGER, "/api/catalog/10/lastlotid").await.ok(), 4);
    let numbers = app.get(VISITOR, "/api/catalog/10/lot-numbers").await.ok();
    assert_eq!(numbers[2], json!({"id": 1003, "catalogLotId": 3}));
    assert_eq!(numbers.as_array().unwrap().len(), 3);
    assert_eq!(
        app.get(MANAGER, "/api/catalog/10/lot-numbers")
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        4
    );
    app.end().await;
}

#[actix_web::test]
async fn the_hall_is_shown_what_everyone_may_know() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.ok();
    app.next(10).await.ok();
    app.hall_bet(AUCTIONEER, 10, 1002, 1000, "41").await.ok();
    let hall = app.get(VISITOR, "/api/catalog/10/hall").await.ok();
    assert_eq!(
        (&hall["title"], &hall["state"], &hall["currentLotId"]),
        (&json!("Весенние торги"), &json!(1), &json!(1002))
    );
    let lot = |place: usize| &hall["lots"][place];
    assert_eq!(hall["lots"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&lot(0)["state"], &lot(0)["value"], &lot(0)["participant"]),
        (&json!(2), &json!(1000), &json!(1))
    );
    assert_eq!(
        (
            &lot(1)["catalogLotId"],
            &lot(1)["paddle"],
            &lot(1)["participant"]
        ),
        (&json!(2), &json!("41"), &json!(null))
    );
    assert_eq!(lot(2)["startPrice"], 500);
    // The hall reads the projector, so staff get the same answer as visitors.
    for who in [ADMIN, OWNER, AUCTIONEER, TRUSTED] {
        let reply = app.get(who, "/api/catalog/10/hall").await;
        let text = reply.text().to_lowercase();
        for secret in ["reserve", "5000", "userid", "absentee", "скрытый"] {
            assert!(!text.contains(secret), "{who:?} {secret}");
        }
        assert_eq!(reply.ok(), hall, "{who:?}");
    }
    for hidden in [14, 17, 999] {
        let path = format!("/api/catalog/{hidden}/hall");
        assert_eq!(
            app.get(VISITOR, &path).await.problem(),
            (404, "not_found".into())
        );
    }
    app.end().await;
}

/// A sale keeps the cap it was made with, whatever the site's is now.
#[actix_web::test]
async fn a_catalog_says_the_cap_of_its_room() {
    let app = App::new().await;
    app.sql("update room_snapshot set state = jsonb_set(state, '{catalog,caps,rub}', '7000') where catalog_id = 10")
        .await;
    let config = app.get(VISITOR, "/api/config").await.ok();
    assert_eq!(config["untrustedCap"]["rub"], 5000);
    let catalog = app.get(VISITOR, "/api/catalog/10").await.ok();
    assert_eq!(
        catalog["untrustedCap"],
        json!({"rub": 7000, "eur": 50, "usd": 50})
    );
    app.end().await;
}

#[actix_web::test]
async fn live_rooms_are_first_in_a_list_of_sales_and_results_last() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    // It began before the live room.
    app.sql(
        "update catalog_trade set state = 1, start_date = now() - interval '3 days',
             end_date = now() + interval '1 day' where catalog_id = 12",
    )
    .await;
    let list = app.get(VISITOR, "/api/catalog?scope=all").await.ok();
    let ids = ids(&list);
    let place = |id: i64| ids.iter().position(|one| *one == id).unwrap();
    assert!(place(10) < place(12), "{ids:?}");
    let states: Vec<i64> = (list["items"].as_array().unwrap().iter())
        .map(|sale| sale["state"].as_i64().unwrap())
        .collect();
    let rank = |state: &i64| match state {
        1 | 5 => 0,
        0 => 1,
        _ => 2,
    };
    assert!(states.iter().map(rank).is_sorted(), "{states:?}");
    app.end().await;
}

#[actix_web::test]
async fn results_are_a_pdf_once_the_sale_is_over() {
    let app = App::new().await;
    let pdf = async |who, id: i64| {
        app.get(who, &format!("/api/catalog/{id}/results/pdf"))
            .await
    };
    let written = pdf(VISITOR, 15).await;
    written.expect(200);
    assert!(written.bytes.starts_with(b"%PDF-"));
    pdf(VISITOR, 10)
        .await
        .expect_problem(409, "not_possible_in_this_state");
    pdf(VISITOR, 17).await.expect_problem(404, "not_found");
    pdf(VISITOR, 999).await.expect_problem(404, "not_found");
    app.end().await;
}
