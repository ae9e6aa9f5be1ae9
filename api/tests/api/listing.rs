//! The listing follows changes, and holds nobody up.

use std::time::Duration;

use search_indexer::indexer::Indexer;
use serde_json::{Value, json};

use crate::support::*;

/// The keys in the outbox that the listing has to follow.
async fn to_list(app: &App) -> Value {
    app
        .value(
            "select coalesce(jsonb_agg(distinct topic || ' ' || key order by topic || ' ' || key), '[]') from outbox_job
             where topic in ('lot', 'catalog')",
        )
        .await
}

/// Lists do not show which lot is current, so the hammer concerns two lots, not the whole catalog.
#[actix_web::test]
async fn the_hammer_updates_two_lots_in_the_listing_and_the_start_all() {
    let app = App::new().await;
    app.index().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert!(
        to_list(&app)
            .await
            .as_array()
            .unwrap()
            .contains(&json!("catalog 10"))
    );
    app.index().await;
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.next(10).await.ok();
    assert_eq!(to_list(&app).await, json!(["lot 1001", "lot 1002"]));
    app.next(10).await.ok();
    app.index().await;
    // After the last lot the sale is in another state.
    app.next(10).await.ok();
    assert_eq!(app.get(VISITOR, "/api/catalog/10").await.ok()["state"], 5);
    assert_eq!(to_list(&app).await, json!(["catalog 10", "lot 1003"]));
    app.end().await;
}

#[actix_web::test]
async fn lots_of_a_cancelled_sale_are_no_longer_on_sale() {
    let app = App::new().await;
    app.index().await;
    let on_sale = json!({"catalogId": 10, "isBiddingOver": false});
    let count = async || {
        app.post(VISITOR, "/api/lots/search", on_sale.clone())
            .await
            .ok()["totalCount"]
            .clone()
    };
    assert_ne!(count().await, 0);
    app.control(OWNER, "/api/catalog/10/cancel").await.ok();
    app.index().await;
    assert_eq!(count().await, 0);
    let all = json!({"catalogId": 10});
    let all = app.post(VISITOR, "/api/lots/search", all).await.ok();
    assert_ne!(all["totalCount"], 0, "they are still listed");
    app.end().await;
}

/// The indexer locks the lots it lists against changes.
#[actix_web::test]
async fn a_large_catalog_is_indexed_in_parts() {
    let app = App::new().await;
    app.index().await;
    app.sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 100000 + n, 1, 14, 100 + n, 'Лот ' || n, 10 from generate_series(1, 1200) as n;
             insert into outbox (topic, key) values ('catalog', '14')",
    )
    .await;
    let listed = async || {
        app.value("select to_jsonb(count(*)) from lot_listing where lot_id > 100000")
            .await
            .as_i64()
            .unwrap()
    };
    outbox::drain(&app.pool, &Indexer).await.unwrap();
    let first = listed().await;
    assert!((1..=500).contains(&first), "{first}");
    app.index().await;
    assert_eq!(listed().await, 1200);
    app.end().await;
}

/// Neither viewing nor counting waits for a change of the lot.
#[actix_web::test]
async fn a_view_of_a_lot_waits_for_no_lock() {
    let app = App::new().await;
    let mut other = app.pool.begin().await.unwrap();
    sqlx::raw_sql("select id from lot where id = 1001 for no key update")
        .execute(&mut *other)
        .await
        .unwrap();
    let looking = async {
        app.get(TRUSTED, "/api/lots/1001").await.ok();
        app.state.store_lot_views().await;
        app.get(TRUSTED, "/api/lots/1001").await.ok()
    };
    let lot = tokio::time::timeout(Duration::from_secs(10), looking)
        .await
        .expect("an answer while the lot is being changed");
    assert_eq!(lot["counters"]["views"], 1);
    other.rollback().await.unwrap();
    app.end().await;
}

#[actix_web::test]
async fn lots_and_bets_have_the_documented_fields() {
    let app = App::new().await;
    let author = app
        .value("select to_jsonb(id) from author where name like 'Айв%'")
        .await;
    for (lot, author) in [(1001, author), (1003, Value::Null)] {
        let shown = app.get(VISITOR, &format!("/api/lots/{lot}")).await.ok();
        assert_eq!(
            (&shown["lotid"], &shown["authorId"]),
            (&json!(lot), &author)
        );
    }
    let answer = app.bet(TRUSTED, 10, 1001, 1000).await.ok();
    let history = app
        .get(VISITOR, "/api/trade/bet/lot/1001/history")
        .await
        .ok();
    for bet in [&answer["bet"], &history["items"][0]] {
        let created: contract::dto::Timestamp =
            serde_json::from_value(bet["created"].clone()).unwrap();
        assert_eq!(bet["timestamp"], created.unix_ms());
    }
    app.end().await;
}
