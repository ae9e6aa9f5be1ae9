//! Views of lots.

use reqwest::Method;
use serde_json::Value;
use time::Duration;

use crate::support::*;

/// Requests `path` from the browser with this key.
async fn get_from(app: &App, who: Who, browser: &str, path: &str) -> Value {
    let headers = [("X-Visitor", browser)];
    app.call(Method::GET, who, path, &headers, None).await.ok()
}

/// Views a lot; returns its counter from before.
async fn view(app: &App, who: Who, browser: &str, lot: i64) -> i64 {
    let lot = get_from(app, who, browser, &format!("/api/lots/{lot}")).await;
    lot["counters"]["views"].as_i64().unwrap()
}

/// Views a lot; returns its counter once the view is stored.
async fn view_and_store(app: &App, who: Who, browser: &str, lot: i64) -> i64 {
    view(app, who, browser, lot).await;
    app.state.store_lot_views().await;
    view(app, who, browser, lot).await
}

#[actix_web::test]
async fn views_count_once_per_visitor_and_day() {
    let app = App::new().await;
    let views = async |who, browser| view_and_store(&app, who, browser, 1001).await;
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
    for lot in [1002, 1003, 1002] {
        view(&app, VISITOR, "browser-9", lot).await;
        app.clock.advance(Duration::seconds(1));
    }
    app.state.store_lot_views().await;
    let viewed = get_from(&app, VISITOR, "browser-9", "/api/lots/viewed").await;
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
    let views = async |lot, browser| view_and_store(&app, VISITOR, browser, lot).await;
    for made_up in 0..330 {
        view(&app, VISITOR, &format!("made-up-{made_up}"), 1001).await;
    }
    let counted = views(1001, "made-up-0").await;
    assert!((300..=310).contains(&counted), "{counted}");
    // Known browsers still count. New ones see the lot all the same, and later their own views.
    assert_eq!(views(1003, "made-up-0").await, 1);
    assert_eq!(views(1003, "made-up-329").await, 1);
    assert_eq!(views(1003, "made-up-1").await, 2);
    let viewed = get_from(&app, VISITOR, "made-up-329", "/api/lots/viewed").await;
    assert_eq!(ids(&viewed), [1003, 1001]);
    app.end().await;
}

#[actix_web::test]
async fn a_view_answered_from_the_cache_counts() {
    let app = App::new().await;
    app.until_cached("/api/lots/1001", async || {
        view(&app, VISITOR, "browser-1", 1001).await
    })
    .await;
    assert_eq!(view_and_store(&app, VISITOR, "browser-2", 1001).await, 2);
    app.end().await;
}

#[actix_web::test]
async fn a_server_that_stops_counts_the_last_views() {
    let app = App::with_its_store(&[]).await;
    view(&app, VISITOR, "browser-1", 1001).await;
    let app = app.restart().await;
    assert_eq!(view(&app, VISITOR, "browser-1", 1001).await, 1);
    app.end().await;
}
