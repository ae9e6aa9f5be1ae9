//! How lists follow what changes, and what does not make them.

use std::time::Duration;

use search_indexer::indexer::Indexer;
use serde_json::{Value, json};

use crate::world::*;

/// What is to be listed anew.
async fn to_list(world: &World) -> Value {
    world
        .value(
            "select coalesce(jsonb_agg(distinct topic || ' ' || key order by topic || ' ' || key), '[]') from outbox
             where topic in ('lot', 'catalog')",
        )
        .await
}

/// The current lot is in no list: the hammer concerns two lots, not the whole catalog.
#[actix_web::test]
async fn the_hammer_lists_two_lots_anew_and_the_start_all() {
    let world = World::new().await;
    world.index().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert!(
        to_list(&world)
            .await
            .as_array()
            .unwrap()
            .contains(&json!("catalog 10"))
    );
    world.index().await;
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    world.next(10).await.ok();
    assert_eq!(to_list(&world).await, json!(["lot 1001", "lot 1002"]));
    world.next(10).await.ok();
    world.index().await;
    // After the last lot the sale is in another state.
    world.next(10).await.ok();
    assert_eq!(world.get(VISITOR, "/api/catalog/10").await.ok()["state"], 5);
    assert_eq!(to_list(&world).await, json!(["catalog 10", "lot 1003"]));
    world.end().await;
}

/// Lots that are being listed are locked against whoever changes them.
#[actix_web::test]
async fn a_large_catalog_is_listed_in_parts() {
    let world = World::new().await;
    world.index().await;
    world
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 100000 + n, 1, 14, 100 + n, 'Лот ' || n, 10 from generate_series(1, 1200) as n;
             insert into outbox (topic, key) values ('catalog', '14')",
        )
        .await;
    let listed = async || {
        world
            .value("select to_jsonb(count(*)) from lot_listing where lot_id > 100000")
            .await
            .as_i64()
            .unwrap()
    };
    outbox::drain(&world.pool, &Indexer).await.unwrap();
    let first = listed().await;
    assert!((1..=500).contains(&first), "{first}");
    world.index().await;
    assert_eq!(listed().await, 1200);
    world.end().await;
}

/// Whoever looks at a lot waits for nobody who changes it, or lists it anew.
#[actix_web::test]
async fn a_look_at_a_lot_waits_for_nobody() {
    let world = World::new().await;
    let mut other = world.pool.begin().await.unwrap();
    sqlx::raw_sql("select id from lot where id = 1001 for no key update")
        .execute(&mut *other)
        .await
        .unwrap();
    let looking = world.get(TRUSTED, "/api/lots/1001");
    let lot = tokio::time::timeout(Duration::from_secs(10), looking)
        .await
        .expect("an answer while the lot is being changed");
    assert_eq!(lot.ok()["counters"]["views"], 1);
    other.rollback().await.unwrap();
    world.end().await;
}

#[actix_web::test]
async fn lots_and_bets_have_the_fields_that_clients_know() {
    let world = World::new().await;
    let author = world
        .value("select to_jsonb(id) from author where name like 'Айв%'")
        .await;
    for (lot, author) in [(1001, author), (1003, Value::Null)] {
        let shown = world.get(VISITOR, &format!("/api/lots/{lot}")).await.ok();
        assert_eq!(
            (&shown["lotid"], &shown["authorId"]),
            (&json!(lot), &author)
        );
    }
    let answer = world.bet(TRUSTED, 10, 1001, 1000).await.ok();
    let history = world
        .get(VISITOR, "/api/trade/bet/lot/1001/history")
        .await
        .ok();
    for bet in [&answer["bet"], &history[0]] {
        let created: contract::dto::Timestamp =
            serde_json::from_value(bet["created"].clone()).unwrap();
        assert_eq!(bet["timestamp"], created.unix_ms());
    }
    world.end().await;
}
