//! Concurrent changes, each step held until the other one could do harm.

use serde_json::json;
use sqlx::{AssertSqlSafe, Postgres, Transaction};

use crate::support::*;

/// Another transaction, which holds what this statement locks.
async fn holding(app: &App, sql: &str) -> Transaction<'static, Postgres> {
    let mut tx = app.pool.begin().await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut *tx)
        .await
        .unwrap();
    tx
}

/// A move between catalogs passes through the storage, where another request may find the lot.
#[actix_web::test]
async fn a_lot_moved_twice_at_once_is_in_one_room() {
    let app = App::new().await;
    let lot = holding(&app, "select id from lot where id = 1002 for no key update").await;
    let moving = app.post(MANAGER, "/api/catalog/12/lot", json!({"lotId": 1002}));
    let between = async {
        app.until_waiting(1).await;
        // The other request waits for the first step, and runs before the second.
        let catalog = holding(
            &app,
            "select id from catalog where id = 12 for no key update",
        );
        let let_go = async {
            app.until_waiting(2).await;
            lot.rollback().await.unwrap();
        };
        let (catalog, ()) = futures_util::future::join(catalog, let_go).await;
        app.until("select catalog_id is null from lot where id = 1002")
            .await;
        app.until_waiting(1).await;
        let put = app.post(MANAGER, "/api/catalog/13/lot", json!({"lotId": 1002}));
        put.await.ok();
        catalog.rollback().await.unwrap();
    };
    let (moved, ()) = futures_util::future::join(moving, between).await;
    assert_eq!(moved.refused(409), "Лот уже поставили в другой каталог");
    let there = app
        .value(
            "select jsonb_build_array(lot.catalog_id, t.catalog_id) from lot join lot_trade t on t.lot_id = lot.id
             where lot.id = 1002",
        )
        .await;
    assert_eq!(there, json!([13, 13]));
    app.bet(TRUSTED, 12, 1002, 1000).await.expect_code(3);
    app.end().await;
}

#[actix_web::test]
async fn a_dismissal_waits_for_the_acceptance_that_is_under_way() {
    let app = App::new().await;
    let newcomer = json!({"email": "new@test.example", "houseId": 1});
    app.post(OWNER, "/api/accounts/manager", newcomer.clone())
        .await
        .expect(204);
    let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
    let path = format!("/api/accounts/invitations/{}/accept", open[0]["id"]);
    let account = holding(
        &app,
        "select id from account where id = 10 for no key update",
    )
    .await;
    let accepting = app.post(NEWCOMER, &path, json!({}));
    let dismissing = async {
        app.until_waiting(1).await;
        app.post(OWNER, "/api/accounts/manager/unregister", newcomer)
            .await
    };
    let let_go = async {
        app.until_waiting(2).await;
        account.rollback().await.unwrap();
    };
    let (accepted, dismissed, ()) = futures_util::join!(accepting, dismissing, let_go);
    assert_eq!((accepted.status, dismissed.status), (204, 204));
    assert_eq!(
        app.value("select to_jsonb(count(*)) from house_staff where account_id = 10")
            .await,
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn a_change_that_waited_sees_the_authors_of_the_change_before() {
    let app = App::new().await;
    let other = holding(
        &app,
        "select id from lot where id = 1003 for no key update;
         insert into lot_author (lot_id, author_id) select 1003, id from author where name like 'Айв%'",
    )
    .await;
    let edit =
        json!({"id": 1003, "titleRu": "Зимний вечер", "author": [], "price": {"start": 500}});
    let edit = app.put(MANAGER, "/api/lots", edit);
    let commit = async {
        app.until_waiting(1).await;
        other.commit().await.unwrap();
    };
    let (edited, ()) = futures_util::future::join(edit, commit).await;
    assert_eq!(edited.ok()["author"], json!([]));
    assert_eq!(
        app.value("select jsonb_agg(before -> 'authors') from journal_record where event = 402")
            .await,
        json!([["Айвазовский Иван Константинович"]])
    );
    app.end().await;
}

#[actix_web::test]
async fn a_draft_scheduled_and_deleted_at_once_has_nothing_due() {
    let app = App::new().await;
    let other = holding(
        &app,
        "select id from catalog where id = 14 for no key update",
    )
    .await;
    let schedule = app.control(MANAGER, "/api/catalog/14/scheduled");
    let delete = async {
        app.until_waiting(1).await;
        app.delete(MANAGER, "/api/catalog/14").await
    };
    let let_go = async {
        app.until_waiting(2).await;
        other.rollback().await.unwrap();
    };
    let (scheduled, deleted, ()) = futures_util::future::join3(schedule, delete, let_go).await;
    scheduled.ok();
    deleted.done();
    assert_eq!(
        app.value("select to_jsonb(state) from catalog_trade where catalog_id = 14")
            .await,
        3
    );
    app.end().await;
}

/// Switching a section off hides its sale afterwards; the section may be on again by then.
#[actix_web::test]
async fn a_section_switched_on_again_keeps_its_sale() {
    let app = App::new().await;
    let switch = |to: &str| {
        let path = format!("/api/house/2/gallery/{to}");
        let app = &app;
        async move { app.post(ADMIN, &path, json!({})).await }
    };
    switch("enable").await.ok();
    let other = holding(
        &app,
        "select id from catalog where house_id = 2 and catalog_type = 2 for no key update",
    )
    .await;
    let on_again = async {
        app.until_waiting(1).await;
        switch("enable").await.ok();
        other.rollback().await.unwrap();
    };
    let (off, ()) = futures_util::future::join(switch("disable"), on_again).await;
    assert_eq!(
        off.refused(409),
        "Раздел аукционного дома включён: каталог нельзя скрыть"
    );
    assert_eq!(
        app
            .value(
                "select jsonb_build_array(house.is_gallery, c.hidden) from catalog c join house on house.id = c.house_id
                 where c.house_id = 2 and c.catalog_type = 2"
            )
            .await,
        json!([true, false])
    );
    app.end().await;
}

#[actix_web::test]
async fn an_artist_is_not_deleted_while_a_lot_is_about_to_name_him() {
    let app = App::new().await;
    app.sql(
        "create function hold() returns trigger language plpgsql as $$
             begin perform pg_advisory_xact_lock(7); return new; end $$;
             create trigger hold before insert on lot_author for each row execute function hold();
             insert into author (name) values ('Новый мастер')",
    )
    .await;
    let artist = app
        .value("select to_jsonb(id) from author where name = 'Новый мастер'")
        .await;
    let other = holding(&app, "select pg_advisory_xact_lock(7)").await;
    let lot = json!({"houseId": 1, "titleRu": "Ларец", "author": [{"name": "Новый мастер"}], "price": {"start": 5}});
    let making = app.post(MANAGER, "/api/lots", lot);
    let between = async {
        app.until_waiting(1).await;
        let path = format!("/api/artists/{artist}");
        let deleting = app.delete(ADMIN, &path);
        let let_go = async {
            app.until_waiting(2).await;
            other.rollback().await.unwrap();
        };
        futures_util::future::join(deleting, let_go).await.0
    };
    let (made, deleted) = futures_util::future::join(making, between).await;
    assert_eq!(made.ok()["authorId"], artist);
    assert_eq!(deleted.refused(409), "Художник указан в лотах");
    app.end().await;
}

/// A transaction that PostgreSQL aborted in a deadlock works when it is retried, so the answer says to retry.
#[actix_web::test]
async fn a_deadlock_is_answered_as_worth_a_retry() {
    let app = App::new().await;
    for (code, status) in [("40P01", 503), ("40001", 503), ("22023", 500)] {
        let sql = format!("do $$ begin raise exception 'lost' using errcode = '{code}'; end $$");
        let error = sqlx::raw_sql(AssertSqlSafe(sql))
            .execute(&app.pool)
            .await
            .unwrap_err();
        let error = contract::error::ApiError::from(error);
        assert_eq!(error.status().as_u16(), status, "{code}");
    }
    app.end().await;
}
