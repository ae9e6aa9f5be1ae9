//! Rehearsals: who sees them, how they go, and that nothing of them remains.

use std::collections::BTreeMap;

use reqwest::Method;
use routes::catalogs::rehearsal::tend;
use serde_json::json;
use time::Duration;

use crate::support::*;

const OF_CATALOG: &str = "/api/catalog/10/rehearsal";
const OUTSIDERS: [Who; 6] = [VISITOR, TRUSTED, ACCEPTED, NEWCOMER, STRANGER, DEVELOPER];
const STAFF: [Who; 5] = [ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER];

/// A rehearsal of catalog 10 with its lots indexed: its catalog's id.
async fn begin(app: &App, pace: &str) -> i64 {
    let rehearsal = app
        .post(AUCTIONEER, OF_CATALOG, json!({"pace": pace}))
        .await
        .ok();
    assert_eq!(rehearsal["ofCatalog"], 10);
    app.index().await;
    rehearsal["catalogId"].as_i64().unwrap()
}

async fn end(app: &App) -> Reply {
    app.call(Method::DELETE, AUCTIONEER, OF_CATALOG, &[], None)
        .await
}

/// The number of rows of every table.
async fn rows(app: &App) -> BTreeMap<String, i64> {
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let mut rows = BTreeMap::new();
    for table in tables {
        let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        let count = sqlx::query_scalar(count)
            .fetch_one(&app.pool)
            .await
            .unwrap();
        rows.insert(table, count);
    }
    rows
}

/// Lets time pass until the crowd has made so many bets in all.
async fn bets(app: &App, catalog: i64, wanted: i64) {
    for _ in 0..400 {
        let count: i64 = sqlx::query_scalar("select count(*) from bet where catalog_id = $1")
            .bind(catalog)
            .fetch_one(&app.pool)
            .await
            .unwrap();
        if count >= wanted {
            return;
        }
        app.clock.advance(Duration::seconds(3));
        // An answer of the room: the crowd has had its turn.
        app.get(AUCTIONEER, &format!("/api/catalog/{catalog}/hall"))
            .await
            .ok();
    }
    panic!("the crowd makes no bets");
}

#[actix_web::test]
async fn a_rehearsal_is_conducted_like_a_sale_and_leaves_one_record() {
    let app = App::new().await;
    app.sql(
        "insert into lot_image (lot_id, position, picture_id) select 1001, 5, id from picture limit 1;
         update lot set auctioneer_note = 'Читать медленно' where id = 1001",
    )
    .await;
    app.index().await;
    let before = rows(&app).await;
    let id = begin(&app, "brisk").await;
    let control = async |call: &str| {
        app.control(AUCTIONEER, &format!("/api/trade/classic/{id}/{call}"))
            .await
            .ok()
    };

    let catalog = app
        .get(AUCTIONEER, &format!("/api/catalog/{id}"))
        .await
        .ok();
    assert_eq!(
        (
            &catalog["title"],
            &catalog["rehearsalOf"],
            &catalog["isController"],
            &catalog["lotsCount"]
        ),
        (
            &json!("Весенние торги"),
            &json!(10),
            &json!(true),
            &json!(3)
        )
    );
    let lots = app
        .get(AUCTIONEER, &format!("/api/catalog/{id}/lots"))
        .await
        .ok();
    let lot = lots["items"][0]["id"].as_i64().unwrap();
    let details = app.get(AUCTIONEER, &format!("/api/lots/{lot}")).await.ok();
    assert_eq!(
        (
            &details["titleRu"],
            &details["price"]["estimatedTo"],
            &details["auctioneerNote"]
        ),
        (
            &json!("Морской пейзаж с парусником"),
            &json!(2500),
            &json!("Читать медленно")
        )
    );

    assert_eq!(control("start").await["code"], 0);
    assert_eq!(
        app.hall_bet(AUCTIONEER, id, lot, 1000, "41").await.ok()["code"],
        0
    );
    assert_eq!(control("warn").await["code"], 0);
    bets(&app, id, 3).await;
    assert_eq!(control("pause").await["code"], 0);
    assert_eq!(control("resume").await["code"], 0);
    let next = json!({"catalogId": id});
    app.put(AUCTIONEER, "/api/trade/classic/next", next)
        .await
        .ok();
    // What staff leave there by the way.
    app.post(MANAGER, "/api/favorites/", json!({"lotId": lot}))
        .await
        .ok();
    app.get(MANAGER, &format!("/api/lots/{lot}")).await.ok();
    app.index().await;
    let during = rows(&app).await;
    for table in [
        "catalog",
        "lot",
        "lot_author",
        "lot_image",
        "lot_listing",
        "lot_trade",
        "bet",
        "room_command",
        "favourite",
    ] {
        assert!(during[table] > before[table], "{table}");
    }
    // Invented bidders have no accounts.
    for table in [
        "account",
        "participant",
        "absentee_order",
        "notification",
        "letter",
    ] {
        assert_eq!(during[table], before[table], "{table}");
    }

    assert_eq!(end(&app).await.status, 204);
    app.index().await;
    let mut expected = before;
    *expected.get_mut("journal_record").unwrap() += 1;
    assert_eq!(rows(&app).await, expected);
    assert_eq!(app.journalled(10).await.last(), Some(&312));
    assert_eq!(
        app.get(AUCTIONEER, &format!("/api/catalog/{id}"))
            .await
            .status,
        404
    );
    assert_eq!(app.get(AUCTIONEER, OF_CATALOG).await.ok(), json!(null));
    end(&app)
        .await
        .expect_problem(409, "not_possible_in_this_state");
    // The room is gone from memory, and the sale itself is as it was.
    assert_eq!(
        app.control(MANAGER, &format!("/api/trade/classic/{id}/start"))
            .await
            .status,
        404
    );
    assert_eq!(
        app.control(AUCTIONEER, "/api/trade/classic/10/start")
            .await
            .ok()["code"],
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn nobody_outside_the_house_sees_a_rehearsal() {
    let app = App::new().await;
    let id = begin(&app, "slow").await;
    let control = async |who, call: &str| {
        app.control(who, &format!("/api/trade/classic/{id}/{call}"))
            .await
    };
    control(AUCTIONEER, "start").await.ok();
    app.index().await;
    let lot: i64 = sqlx::query_scalar("select min(id) from lot where catalog_id = $1")
        .bind(id)
        .fetch_one(&app.pool)
        .await
        .unwrap();
    let pages = [
        format!("/api/catalog/{id}"),
        format!("/api/catalog/{id}/lots"),
        format!("/api/catalog/{id}/hall"),
        format!("/api/lots/{lot}"),
    ];
    for who in OUTSIDERS {
        for page in &pages {
            assert_eq!(app.get(who, page).await.status, 404, "{who:?} {page}");
        }
        if who != VISITOR {
            assert_eq!(control(who, "next").await.status, 404, "{who:?}");
            // The same answer as for an unknown sale, even to accounts that may not bid here.
            assert_eq!(app.bet(who, id, lot, 1000).await.ok()["code"], 4, "{who:?}");
        }
    }
    for who in STAFF {
        for page in &pages {
            assert_eq!(app.get(who, page).await.status, 200, "{who:?} {page}");
        }
    }
    let mut socket = Socket::open(&app, "Chat").await;
    socket
        .send(&format!(r#"42/Chat,0["JoinAnon",{id},"Гость"]"#))
        .await;
    socket.until(r#"43/Chat,0[{"ok":false"#).await;

    // No list has it, of staff neither: it is reached through its sale.
    for who in OUTSIDERS.into_iter().chain(STAFF) {
        for list in [
            "/api/catalog?pageSize=100",
            "/api/catalog/house/1?pageSize=100",
            "/api/catalog?scope=current",
        ] {
            assert!(
                !ids(&app.get(who, list).await.ok()).contains(&id),
                "{who:?} {list}"
            );
        }
        for search in [
            json!({"pageSize": 100}),
            json!({"pageSize": 100, "searchQuery": "парусник"}),
        ] {
            let found = ids(&app.post(who, "/api/lots/search", search).await.ok());
            assert!(!found.contains(&lot), "{who:?}");
        }
    }
    assert!(!ids(&app.get(MANAGER, "/api/lots/my?pageSize=100").await.ok()).contains(&lot));
    assert!(
        !app.get(MANAGER, "/api/house/1/grid")
            .await
            .text()
            .contains(&format!("\"id\":{lot},"))
    );

    let who_am_i = app.post(AUCTIONEER, "/api/whoami", json!({})).await.ok();
    assert!(
        who_am_i["auctioneerOfCatalogIds"]
            .as_array()
            .unwrap()
            .contains(&json!(id))
    );
    end(&app).await;
    let who_am_i = app.post(AUCTIONEER, "/api/whoami", json!({})).await.ok();
    assert!(
        !who_am_i["auctioneerOfCatalogIds"]
            .as_array()
            .unwrap()
            .contains(&json!(id))
    );
    app.end().await;
}

#[actix_web::test]
async fn nothing_of_a_rehearsal_is_edited() {
    let app = App::new().await;
    let id = begin(&app, "slow").await;
    let again = app.post(MANAGER, OF_CATALOG, json!({"pace": "slow"})).await;
    assert_eq!(again.problem().0, 409);
    for call in ["hide", "show", "scheduled", "cancel"] {
        let reply = app
            .control(OWNER, &format!("/api/catalog/{id}/{call}"))
            .await;
        assert_eq!(reply.problem().0, 409, "{call}");
    }
    // A rehearsal of a rehearsal.
    let nested = app
        .post(MANAGER, &format!("/api/catalog/{id}/rehearsal"), json!({}))
        .await;
    assert_eq!(nested.problem().0, 409);
    let lot: i64 = sqlx::query_scalar("select min(id) from lot where catalog_id = $1")
        .bind(id)
        .fetch_one(&app.pool)
        .await
        .unwrap();
    let put = json!({"lotId": 1601});
    let put = app
        .post(OWNER, &format!("/api/catalog/{id}/lot"), put)
        .await;
    assert_eq!(put.problem().0, 409);
    for (method, path) in [
        (Method::DELETE, format!("/api/catalog/{id}")),
        (Method::DELETE, format!("/api/catalog/{id}/lot/{lot}")),
        (Method::DELETE, format!("/api/lots/{lot}")),
        (Method::POST, format!("/api/lots/{lot}/hide")),
        (Method::GET, format!("/api/trade/report/bets/{id}")),
    ] {
        let reply = app.call(method, OWNER, &path, &[], None).await;
        assert_eq!(reply.problem().0, 409, "{path}");
    }
    // Sales without a lot on the block have no rehearsal.
    let parallel = app
        .post(MANAGER, "/api/catalog/12/rehearsal", json!({}))
        .await;
    assert_eq!(parallel.problem().0, 409);
    app.end().await;
}

#[actix_web::test]
async fn a_rehearsal_ends_after_four_hours_whichever_process_started_it() {
    let app = App::new().await;
    let id = begin(&app, "normal").await;
    app.clock.advance(Duration::hours(4) - Duration::minutes(1));
    tend(&app.state).await.unwrap();
    assert_eq!(app.get(MANAGER, OF_CATALOG).await.ok()["catalogId"], id);
    app.sql("update rehearsal_crowd set runner = gen_random_uuid(), held_until = 'infinity'")
        .await;
    app.clock.advance(Duration::minutes(1));
    tend(&app.state).await.unwrap();
    assert_eq!(app.get(MANAGER, OF_CATALOG).await.ok(), json!(null));
    assert_eq!(
        app.get(ADMIN, &format!("/api/catalog/{id}")).await.status,
        404
    );
    tend(&app.state).await.unwrap();
    app.end().await;
}

#[actix_web::test]
async fn invented_bidders_whose_server_is_gone_are_gone_on_with() {
    let app = App::new().await;
    let id = begin(&app, "brisk").await;
    app.control(AUCTIONEER, &format!("/api/trade/classic/{id}/start"))
        .await
        .ok();
    bets(&app, id, 2).await;
    let runner = "select to_jsonb(runner) from rehearsal_crowd";
    let before = app.value(runner).await;
    // Another server has them: they are its own while it holds them, and this one's are sent home.
    app.sql("update rehearsal_crowd set runner = gen_random_uuid(), held_until = now() + interval '1 hour'")
        .await;
    let other = app.value(runner).await;
    tend(&app.state).await.unwrap();
    assert_eq!(app.value(runner).await, other);
    let count = "select to_jsonb(count(*)) from bet";
    let made = app.value(count).await;
    for _ in 0..20 {
        app.clock.advance(Duration::seconds(3));
        app.get(AUCTIONEER, &format!("/api/catalog/{id}/hall"))
            .await
            .ok();
    }
    assert_eq!(app.value(count).await, made, "nobody bids here");
    // That server is gone.
    app.sql("update rehearsal_crowd set held_until = now()")
        .await;
    tend(&app.state).await.unwrap();
    assert_eq!(app.value(runner).await, before);
    bets(&app, id, made.as_i64().unwrap() + 2).await;
    assert_eq!(end(&app).await.status, 204);
    app.end().await;
}

#[actix_web::test]
async fn a_sale_that_starts_by_itself_is_rehearsed_so() {
    let app = App::new().await;
    app.sql("update catalog set is_auto_start = true where id = 16")
        .await;
    let rehearsal = app
        .post(OWNER, "/api/catalog/16/rehearsal", json!({}))
        .await
        .ok();
    let id = rehearsal["catalogId"].as_i64().unwrap();
    app.clock.advance(Duration::seconds(61));
    app.until(&format!(
        "select state = 1 from catalog_trade where catalog_id = {id}"
    ))
    .await;
    app.end().await;
}

#[actix_web::test]
async fn the_deletion_knows_every_table_that_refers_to_sales_and_lots() {
    let app = App::new().await;
    let mut tables: Vec<String> = sqlx::query_scalar(
        "select distinct conrelid::regclass::text from pg_constraint
         where contype = 'f' and confdeltype <> 'c'
            and confrelid in ('catalog'::regclass, 'catalog_trade'::regclass, 'lot'::regclass)",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert!(tables.len() > 15, "{tables:?}");
    // These are guarded by triggers instead of foreign keys.
    tables.extend(["room_command", "bet", "notification"].map(str::to_owned));
    let statement = include_str!("../../../catalogue/queries/rehearsals/delete.sql");
    for table in tables {
        // The demonstration's sales alone.
        if table != "seeded_catalog" {
            assert!(
                statement.contains(&format!("delete from {table} ")),
                "{table}"
            );
        }
    }
    app.end().await;
}
