//! Changes that come at the same time, each step of them held until the other one is where it would do harm.

use serde_json::json;
use sqlx::{AssertSqlSafe, Postgres, Transaction};

use crate::world::*;

/// A transaction of somebody else's, which holds what this statement locks.
async fn holding(world: &World, sql: &str) -> Transaction<'static, Postgres> {
    let mut tx = world.pool.begin().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut *tx)
        .await
        .unwrap();
    tx
}

/// Between two catalogs a lot goes by way of the storage, where somebody else may find it.
#[actix_web::test]
async fn a_lot_on_its_way_that_is_put_elsewhere_is_in_no_second_room() {
    let world = World::new().await;
    let lot = holding(
        &world,
        "select id from lot where id = 1002 for no key update",
    )
    .await;
    let moving = world.post(MANAGER, "/api/catalog/12/lot", json!({"lotId": 1002}));
    let between = async {
        world.until_waiting(1).await;
        // Asked for while the first step holds it, it is had before the second one.
        let catalog = holding(
            &world,
            "select id from catalog where id = 12 for no key update",
        );
        let let_go = async {
            world.until_waiting(2).await;
            lot.rollback().await.unwrap();
        };
        let (catalog, ()) = futures_util::future::join(catalog, let_go).await;
        world
            .until("select catalog_id is null from lot where id = 1002")
            .await;
        world.until_waiting(1).await;
        let put = world.post(MANAGER, "/api/catalog/13/lot", json!({"lotId": 1002}));
        put.await.ok();
        catalog.rollback().await.unwrap();
    };
    let (moved, ()) = futures_util::future::join(moving, between).await;
    assert_eq!(moved.refused(409), "Лот уже поставили в другой каталог");
    let there = world
        .value(
            "select jsonb_build_array(lot.catalog_id, t.catalog_id) from lot join lot_trade t on t.lot_id = lot.id
             where lot.id = 1002",
        )
        .await;
    assert_eq!(there, json!([13, 13]));
    assert_eq!(world.bet(TRUSTED, 12, 1002, 1000).await.code(), 3);
    world.end().await;
}

#[actix_web::test]
async fn a_change_that_waited_sees_the_authors_it_waited_for() {
    let world = World::new().await;
    let other = holding(
        &world,
        "select id from lot where id = 1003 for no key update;
         insert into lot_author (lot_id, author_id) select 1003, id from author where name like 'Айв%'",
    )
    .await;
    let edit =
        json!({"id": 1003, "titleRu": "Зимний вечер", "author": [], "price": {"start": 500}});
    let edit = world.put(MANAGER, "/api/lots", edit);
    let commit = async {
        world.until_waiting(1).await;
        other.commit().await.unwrap();
    };
    let (edited, ()) = futures_util::future::join(edit, commit).await;
    assert_eq!(edited.ok()["author"], json!([]));
    assert_eq!(
        world
            .value("select jsonb_agg(before -> 'authors') from journal_record where event = 402")
            .await,
        json!([["Айвазовский Иван Константинович"]])
    );
    world.end().await;
}

#[actix_web::test]
async fn a_draft_that_is_scheduled_and_deleted_at_once_has_nothing_due() {
    let world = World::new().await;
    let other = holding(
        &world,
        "select id from catalog where id = 14 for no key update",
    )
    .await;
    let schedule = world.control(MANAGER, "/api/catalog/14/scheduled");
    let delete = async {
        world.until_waiting(1).await;
        world.delete(MANAGER, "/api/catalog/14").await
    };
    let let_go = async {
        world.until_waiting(2).await;
        other.rollback().await.unwrap();
    };
    let (scheduled, deleted, ()) = futures_util::future::join3(schedule, delete, let_go).await;
    scheduled.ok();
    deleted.done();
    assert_eq!(
        world
            .value("select to_jsonb(state) from catalog_trade where catalog_id = 14")
            .await,
        3
    );
    world.end().await;
}

/// Whoever switches a section off hides its sale afterwards; somebody may have switched it on again by then.
#[actix_web::test]
async fn a_section_that_is_on_again_keeps_its_sale() {
    let world = World::new().await;
    let switch = |to: &str| {
        let path = format!("/api/house/2/gallery/{to}");
        let world = &world;
        async move { world.post(ADMIN, &path, json!({})).await }
    };
    switch("enable").await.ok();
    let other = holding(
        &world,
        "select id from catalog where house_id = 2 and catalog_type = 2 for no key update",
    )
    .await;
    let on_again = async {
        world.until_waiting(1).await;
        switch("enable").await.ok();
        other.rollback().await.unwrap();
    };
    let (off, ()) = futures_util::future::join(switch("disable"), on_again).await;
    assert_eq!(
        off.refused(409),
        "Раздел аукционного дома включён: каталог нельзя скрыть"
    );
    assert_eq!(
        world
            .value(
                "select jsonb_build_array(house.is_gallery, c.hidden) from catalog c join house on house.id = c.house_id
                 where c.house_id = 2 and c.catalog_type = 2"
            )
            .await,
        json!([true, false])
    );
    world.end().await;
}

#[actix_web::test]
async fn an_artist_is_not_deleted_while_a_lot_is_about_to_name_him() {
    let world = World::new().await;
    world
        .sql(
            "create function hold() returns trigger language plpgsql as $$
             begin perform pg_advisory_xact_lock(7); return new; end $$;
             create trigger hold before insert on lot_author for each row execute function hold();
             insert into author (name) values ('Новый мастер')",
        )
        .await;
    let artist = world
        .value("select to_jsonb(id) from author where name = 'Новый мастер'")
        .await;
    let other = holding(&world, "select pg_advisory_xact_lock(7)").await;
    let lot = json!({"houseId": 1, "titleRu": "Ларец", "author": [{"name": "Новый мастер"}], "price": {"start": 5}});
    let making = world.post(MANAGER, "/api/lots", lot);
    let between = async {
        world.until_waiting(1).await;
        let path = format!("/api/artists/{artist}");
        let deleting = world.delete(ADMIN, &path);
        let let_go = async {
            world.until_waiting(2).await;
            other.rollback().await.unwrap();
        };
        futures_util::future::join(deleting, let_go).await.0
    };
    let (made, deleted) = futures_util::future::join(making, between).await;
    assert_eq!(made.ok()["authorId"], artist);
    assert_eq!(deleted.refused(409), "Художник указан в лотах");
    world.end().await;
}

/// What the database gave up in favour of another transaction will do when it is tried again.
#[actix_web::test]
async fn a_deadlock_is_no_fault_of_the_server() {
    let world = World::new().await;
    for (code, status) in [("40P01", 503), ("40001", 503), ("22023", 500)] {
        let sql = format!("do $$ begin raise exception 'lost' using errcode = '{code}'; end $$");
        let error = sqlx::raw_sql(AssertSqlSafe(sql))
            .execute(&world.pool)
            .await
            .unwrap_err();
        let error = contract::error::ApiError::from(error);
        assert_eq!(error.status().as_u16(), status, "{code}");
    }
    world.end().await;
}
