//! Subscriptions to artists.

use serde_json::json;
use time::{Duration, OffsetDateTime};

use crate::support::*;

fn days(from: &serde_json::Value, to: &serde_json::Value) -> f64 {
    let at = |at: &serde_json::Value| {
        let text = at.as_str().unwrap();
        OffsetDateTime::parse(text, &time::format_description::well_known::Rfc3339).unwrap()
    };
    (at(to) - at(from)).as_seconds_f64() / 86400.0
}

#[actix_web::test]
async fn a_subscription_runs_out_and_renewing_moves_its_end() {
    let app = App::new().await;
    // Logins of the fixture last a day.
    app.sql("update session set expires = expires + interval '10 years'")
        .await;
    let subscribe = async |who, author: i64, days: i64| {
        app.post(
            who,
            "/api/subscription/",
            json!({"authorId": author, "durationDays": days}),
        )
        .await
    };
    for wrong in [0, 1, 31, -30, 365] {
        let refused = subscribe(NEWCOMER, 1, wrong)
            .await
            .refused_field("durationDays");
        assert_eq!(refused, "Выберите 30, 90, 180, 270 или 360 дней");
    }
    subscribe(VISITOR, 1, 30).await.expect(401);
    subscribe(NEWCOMER, 999, 30).await.expect(404);

    let made = subscribe(NEWCOMER, 1, 30).await.ok();
    assert_eq!(
        made,
        json!({
            "id": made["id"], "authorId": 1, "authorName": "Айвазовский Иван Константинович",
            "created": made["created"], "expires": made["expires"], "isActive": true,
        })
    );
    assert_eq!(days(&made["created"], &made["expires"]), 30.0);
    // Counted from the current end.
    let renewed = subscribe(NEWCOMER, 1, 90).await.ok();
    assert_eq!(
        (&renewed["id"], &renewed["created"]),
        (&made["id"], &made["created"])
    );
    assert_eq!(days(&made["created"], &renewed["expires"]), 120.0);
    let other = subscribe(NEWCOMER, 2, 360).await.ok();

    let list = async |who, what: &str| {
        app.get(who, &format!("/api/subscription/account/10/{what}"))
            .await
    };
    for what in ["all", "active/artist"] {
        assert_eq!(list(NEWCOMER, what).await.ok(), json!([other, renewed]));
        assert_eq!(list(ADMIN, what).await.ok(), json!([other, renewed]));
        list(VISITOR, what).await.expect(401);
        list(TRUSTED, what).await.expect(404);
    }
    // Sessions in use go on.
    for _ in 0..11 {
        app.state.clock.advance(Duration::days(11));
        for who in [NEWCOMER, ADMIN] {
            list(who, "all").await.ok();
        }
        // Their use is stored in the background.
        let recently = app.clock.now().unix_timestamp() - 60;
        app.until(&format!(
            "select count(*) = 2 from session where last_seen >= to_timestamp({recently})"
        ))
        .await;
    }
    assert_eq!(list(NEWCOMER, "active/artist").await.ok(), json!([other]));
    let all = list(NEWCOMER, "all").await.ok();
    assert_eq!(
        (&all[1]["id"], &all[1]["isActive"]),
        (&made["id"], &json!(false))
    );
    // An expired subscription starts from now.
    let again = subscribe(NEWCOMER, 1, 180).await.ok();
    assert_eq!(again["id"], made["id"]);
    assert!(
        (days(&made["created"], &again["expires"]) - 301.0).abs() < 0.01,
        "{again}"
    );
    // At most five years of 360 days.
    for expected in [200, 200, 200, 200, 409] {
        subscribe(NEWCOMER, 1, 360).await.expect(expected);
    }

    let one = format!("/api/subscription/{}", made["id"]);
    app.delete(VISITOR, &one).await.expect(401);
    app.delete(ADMIN, &one).await.expect(404);
    app.delete(NEWCOMER, &one).await.expect(204);
    app.delete(NEWCOMER, &one).await.expect(404);
    assert_eq!(
        list(NEWCOMER, "all").await.ok().as_array().unwrap().len(),
        1
    );
    let events: Vec<i16> =
        sqlx::query_scalar("select event from journal_record where subject_id = $1 order by id")
            .bind(made["id"].as_i64())
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(events, [551, 552, 552, 552, 552, 552, 552, 553]);
    app.end().await;
}

#[actix_web::test]
async fn two_concurrent_subscriptions_add_up() {
    let app = App::new().await;
    let subscribe = || {
        app.post(
            NEWCOMER,
            "/api/subscription",
            json!({"authorId": 1, "durationDays": 30}),
        )
    };
    let (first, second) = tokio::join!(subscribe(), subscribe());
    let ends = [first.ok(), second.ok()];
    assert_eq!(ends[0]["id"], ends[1]["id"]);
    let longest = ends
        .iter()
        .map(|one| days(&one["created"], &one["expires"]))
        .fold(0.0, f64::max);
    assert!((longest - 60.0).abs() < 0.01, "{ends:?}");
    app.end().await;
}
