//! Views of lots.

use application::response_cache::{Freshness, Lookup};
use time::Duration;

use crate::support::*;

#[actix_web::test]
async fn views_count_once_per_visitor_and_day() {
    let app = App::new().await;
    let views = async |who, visitor: &str| {
        let headers = [("X-Visitor", visitor)];
        let look = async || {
            app.call(reqwest::Method::GET, who, "/api/lots/1001", &headers, None)
                .await
                .ok()
        };
        look().await;
        app.state.store_lot_views().await;
        look().await["counters"]["views"].as_i64().unwrap()
    };
    assert_eq!(views(VISITOR, "browser-1").await, 1);
    assert_eq!(views(VISITOR, "browser-1").await, 1);
    assert_eq!(views(VISITOR, "browser-2").await, 2);
    // A signed-in visitor is one viewer in every browser.
    assert_eq!(views(TRUSTED, "browser-1").await, 3);
    assert_eq!(views(TRUSTED, "browser-3").await, 3);
    // A malformed key counts as no key.
    assert_eq!(views(VISITOR, "!").await, 3);
    assert_eq!(
        app.get(VISITOR, "/api/lots/1001").await.ok()["counters"]["views"],
        3
    );
    // The next day a view counts again.
    app.state.store_lot_views().await;
    app.sql("update lot_view set day = day - 1").await;
    assert_eq!(views(VISITOR, "browser-1").await, 4);

    // The latest first; another view brings a lot to the front.
    let look = async |lot: i64| {
        let path = format!("/api/lots/{lot}");
        app.call(
            reqwest::Method::GET,
            VISITOR,
            &path,
            &[("X-Visitor", "browser-9")],
            None,
        )
        .await
        .ok();
    };
    for lot in [1002, 1003, 1002] {
        look(lot).await;
        app.clock.advance(Duration::seconds(1));
    }
    app.state.store_lot_views().await;
    let viewed = app
        .call(
            reqwest::Method::GET,
            VISITOR,
            "/api/lots/viewed",
            &[("X-Visitor", "browser-9")],
            None,
        )
        .await
        .ok();
    assert_eq!(ids(&viewed), [1002, 1003]);
    assert_eq!(
        ids(&app.get(TRUSTED, "/api/lots/viewed").await.ok()),
        [1001]
    );
    assert_eq!(
        ids(&app.get(VISITOR, "/api/lots/viewed").await.ok()),
        Vec::<i64>::new()
    );
    app.end().await;
}

/// Browsers choose their own keys, so without a bound one script could fake interest in a lot.
#[actix_web::test]
async fn invented_browsers_cannot_inflate_views() {
    let app = App::new().await;
    let look = async |lot: i64, visitor: &str| {
        let headers = [("X-Visitor", visitor)];
        let path = format!("/api/lots/{lot}");
        let lot = app.call(reqwest::Method::GET, VISITOR, &path, &headers, None);
        lot.await.ok()["counters"]["views"].as_i64().unwrap()
    };
    let views = async |lot: i64, visitor: &str| {
        look(lot, visitor).await;
        app.state.store_lot_views().await;
        look(lot, visitor).await
    };
    for made_up in 0..330 {
        look(1001, &format!("made-up-{made_up}")).await;
    }
    let counted = views(1001, "made-up-0").await;
    assert!((300..=310).contains(&counted), "{counted}");
    // Known browsers still count. New ones see the lot all the same, and later their own views.
    assert_eq!(views(1003, "made-up-0").await, 1);
    assert_eq!(views(1003, "made-up-329").await, 1);
    assert_eq!(views(1003, "made-up-1").await, 2);
    let headers = [("X-Visitor", "made-up-329")];
    let viewed = app.call(
        reqwest::Method::GET,
        VISITOR,
        "/api/lots/viewed",
        &headers,
        None,
    );
    assert_eq!(ids(&viewed.await.ok()), [1003, 1001]);
    app.end().await;
}

/// Looks at lot 1001 as a visitor, and returns its views.
async fn look(app: &App, browser: &str) -> serde_json::Value {
    let headers = [("X-Visitor", browser)];
    let lot = app.call(
        reqwest::Method::GET,
        VISITOR,
        "/api/lots/1001",
        &headers,
        None,
    );
    lot.await.ok()["counters"]["views"].clone()
}

#[actix_web::test]
async fn a_view_answered_from_the_cache_counts() {
    let app = App::new().await;
    look(&app, "browser-1").await;
    let responses = &app.state.responses;
    let found = responses.lookup("/api/lots/1001  ", Freshness::Current);
    assert!(matches!(found.await, Lookup::Hit(_)));
    look(&app, "browser-2").await;
    app.state.store_lot_views().await;
    assert_eq!(look(&app, "browser-1").await, 2);
    app.end().await;
}

#[actix_web::test]
async fn a_server_that_stops_counts_the_last_views() {
    let app = App::with_its_store(&[]).await;
    look(&app, "browser-1").await;
    let app = app.restart().await;
    assert_eq!(look(&app, "browser-1").await, 1);
    app.end().await;
}
