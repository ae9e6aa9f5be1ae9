//! Views of lots.

use crate::support::*;

#[actix_web::test]
async fn views_count_once_per_visitor_and_day() {
    let app = App::new().await;
    let views = async |who, visitor: &str| {
        let headers = [("X-Visitor", visitor)];
        let lot = app
            .call(reqwest::Method::GET, who, "/api/lots/1001", &headers, None)
            .await
            .ok();
        lot["counters"]["views"].as_i64().unwrap()
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
    }
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
    let views = async |lot: i64, visitor: &str| {
        let headers = [("X-Visitor", visitor)];
        let path = format!("/api/lots/{lot}");
        let lot = app.call(reqwest::Method::GET, VISITOR, &path, &headers, None);
        lot.await.ok()["counters"]["views"].as_i64().unwrap()
    };
    for made_up in 0..330 {
        views(1001, &format!("made-up-{made_up}")).await;
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
