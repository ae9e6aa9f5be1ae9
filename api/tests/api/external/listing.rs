//! The listing of another site.

use std::sync::Arc;

use serde_json::{Value, json};
use time::Duration;
use tokio::sync::Notify;

use super::{Answer, Other, silent};
use crate::support::*;

/// A listing of one auction with this title.
fn listing(title: &str) -> Value {
    json!([{"id": 5, "title": title, "url": "https://other.example/5", "imageUrl": "https://other.example/5.jpg",
        "startDate": "2026-12-01T10:00:00Z"}])
}

#[actix_web::test]
async fn the_listing_is_served_from_the_cache_and_refreshed_in_the_background() {
    let other = Other::default();
    let address = other.serve().await;
    let app = App::empty_with(&[
        ("EXTERNAL_AUCTIONS_URL", &format!("http://{address}/list")),
        ("EXTERNAL_TIMEOUT_S", "1"),
    ])
    .await;
    let get = || app.get(VISITOR, "/api/external/auctions");
    let title = async || get().await.ok()["items"][0]["title"].clone();

    // With nothing cached and the other site down, visitors do not each cause a request.
    other.answers("/list", Answer::Text(500, String::new()));
    get().await.expect_problem(503, "external_unavailable");
    get().await.expect_problem(503, "external_unavailable");
    assert_eq!(other.requests(), 1);

    // Concurrent visitors wait for one fetch.
    app.clock.advance(Duration::seconds(31));
    let go = Arc::new(Notify::new());
    other.answers("/list", Answer::Later(go.clone(), listing("Осенние торги")));
    let (first, second, ()) = tokio::join!(get(), get(), async {
        while other.requests() < 2 {
            tokio::task::yield_now().await;
        }
        go.notify_one();
    });
    assert_eq!(other.requests(), 2);
    assert_eq!(first.ok()["items"], second.ok()["items"]);
    let shown = first.ok();
    assert_eq!(
        shown["items"],
        json!([{"id": "5", "title": "Осенние торги", "url": "https://other.example/5", "houseName": null,
            "startDate": "2026-12-01T10:00:00.000Z", "endDate": null,
            "imageUrl": "/api/image?url=https%3A%2F%2Fother.example%2F5.jpg"}])
    );
    assert!(shown["fetched"].is_string());
    assert_eq!(first.headers["cache-control"], "public, max-age=60");

    // Fresh for five minutes.
    other.answers("/list", Answer::Json(200, listing("Зимние торги")));
    app.clock.advance(Duration::minutes(4));
    assert_eq!(title().await, "Осенние торги");
    assert_eq!(other.requests(), 2);
    // Then it is shown stale, and fetched in the background.
    app.clock.advance(Duration::minutes(2));
    assert_eq!(title().await, "Осенние торги");
    while title().await != "Зимние торги" {
        // A failed fetch is retried after a pause.
        app.clock.advance(Duration::seconds(31));
    }
    assert!(other.requests() >= 3);

    // A site that fails, hangs or answers nonsense leaves the cached listing in place.
    let (_listener, silent) = silent().await;
    for answer in [
        Answer::Text(503, String::new()),
        Answer::Text(200, "<html>".into()),
        Answer::Json(200, json!({"auctions": []})),
        Answer::Text(200, format!("[{}]", "1,".repeat(600_000))),
        Answer::Redirect(format!("http://{silent}/")),
        Answer::Later(Arc::default(), json!([])),
    ] {
        other.answers("/list", answer);
        app.clock.advance(Duration::minutes(6));
        let before = other.requests();
        assert_eq!(title().await, "Зимние торги");
        while other.requests() == before {
            // The previous fetch may still be running; the next one starts with a request.
            get().await.ok();
        }
        assert_eq!(title().await, "Зимние торги");
    }
    // The cached listing is shown for a day.
    app.clock.advance(Duration::hours(24));
    get().await.expect_problem(503, "external_unavailable");
    app.end().await;
}
