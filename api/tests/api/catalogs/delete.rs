//! Deleting catalogs.

use serde_json::json;

use super::NOT_NOW;
use crate::support::*;

#[actix_web::test]
async fn a_catalog_without_bets_is_deleted_and_its_lots_stay() {
    let app = App::new().await;
    let delete = async |who, id: i64| app.delete(who, &format!("/api/catalog/{id}")).await;
    for (who, id, status) in [
        (VISITOR, 16, 401),
        (AUCTIONEER, 10, 403),
        (NEWSMAKER, 16, 403),
        (STRANGER, 16, 403),
        (STRANGER, 14, 404),
        (ADMIN, 99, 404),
    ] {
        delete(who, id).await.expect(status);
    }
    app.control(MANAGER, "/api/trade/parallel/12/start")
        .await
        .ok();
    assert_eq!(
        delete(MANAGER, 12).await.refused(409),
        "Идут торги: каталог нельзя удалить"
    );
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    assert_eq!(
        delete(MANAGER, 10).await.refused(409),
        "Есть ставки: каталог нельзя удалить"
    );
    // A lot was sold in it, and is elsewhere now.
    assert_eq!(delete(MANAGER, 15).await.refused(409), NOT_NOW);
    app.post(ADMIN, "/api/house/1/gallery/enable", json!({}))
        .await
        .ok();
    assert_eq!(
        delete(MANAGER, 13).await.refused(409),
        "Раздел аукционного дома включён: каталог нельзя удалить"
    );
    for id in [12, 10, 15, 13] {
        app.get(VISITOR, &format!("/api/catalog/{id}"))
            .await
            .expect(200);
    }
    assert_eq!(
        app.value("select count(*)::text::jsonb from lot where catalog_id is null")
            .await,
        0
    );

    // A scheduled sale with an order, and a draft.
    app.order(TRUSTED, 16, 1601, 20_000).await.expect_code(0);
    for id in [16, 14] {
        delete(MANAGER, id).await.done();
        delete(MANAGER, id).await.expect(404);
        app.get(ADMIN, &format!("/api/catalog/{id}"))
            .await
            .expect(404);
    }
    let kept = app.get(MANAGER, "/api/house/1/storage").await.ok();
    let kept: Vec<_> = kept["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lot| lot["id"].clone())
        .collect();
    assert_eq!(kept, [1601, 1401]);
    app.get(VISITOR, "/api/lots/1601").await.expect(404);
    // Bidders do not find it, and its room has nothing due and no orders.
    app.bet(TRUSTED2, 16, 1601, 10_000).await.expect_code(4);
    app.control(MANAGER, "/api/trade/classic/16/start")
        .await
        .expect(404);
    assert_eq!(
        app.get(TRUSTED, "/api/trade/bet/absentee").await.ok(),
        json!([])
    );
    assert_eq!(
        app.value("select jsonb_agg(state) from catalog_trade where catalog_id = 16")
            .await,
        json!([3])
    );
    // The journal of each lot says where it went.
    assert_eq!(
        app
            .value("select jsonb_agg(jsonb_build_array(subject_id, before, after) order by id) from journal_record where event = 402")
            .await,
        json!([
            [1601, {"catalogId": 16, "catalogLotId": 12}, {"catalogId": null, "catalogLotId": null}],
            [1401, {"catalogId": 14, "catalogLotId": 1}, {"catalogId": null, "catalogLotId": null}]
        ])
    );
    app.end().await;
}

#[actix_web::test]
async fn the_auctioneers_of_a_deleted_catalog_leave_the_staff() {
    let app = App::new().await;
    app.sql("delete from catalog_auctioneer; insert into catalog_auctioneer values (16, 4)")
        .await;
    let storage = async || app.get(AUCTIONEER, "/api/house/1/storage").await.status;
    let mine = async || {
        let who = app.post(AUCTIONEER, "/api/whoami", json!({})).await.ok();
        who["auctioneerOfCatalogIds"].clone()
    };
    assert_eq!((mine().await, storage().await), (json!([16]), 200));
    app.delete(MANAGER, "/api/catalog/16").await.done();
    assert_eq!((mine().await, storage().await), (json!([]), 403));
    assert_eq!(
        app.value("select to_jsonb(count(*)) from catalog_auctioneer")
            .await,
        0
    );
    // Nor are those of a catalog that was deleted earlier.
    app.sql("insert into catalog_auctioneer values (16, 4)")
        .await;
    assert_eq!((mine().await, storage().await), (json!([]), 403));
    app.end().await;
}
