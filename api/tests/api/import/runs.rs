//! The runs that a house finds after it closed the page.

use people::retention;
use serde_json::{Value, json};
use time::Duration;

use super::edits::{import, import_table};
use crate::support::*;

async fn runs(app: &App) -> Vec<Value> {
    let runs = app.get(MANAGER, "/api/house/1/imports").await.ok();
    runs.as_array().unwrap().clone()
}

fn states(runs: &[Value]) -> Vec<&str> {
    runs.iter()
        .map(|run| run["state"].as_str().unwrap())
        .collect()
}

/// Runs that imported the table with one good and one bad row: checked, refused, stored without the bad row.
async fn three(app: &App) -> Vec<Value> {
    app.delete(OWNER, "/api/catalog/14/lot/1401").await.done();
    let options = json!({
        "columns": {"Инв.": "catalogLotId", "Имя": "titleRu", "Старт": "price.start"},
        "fileName": "торги\nосень.csv",
    });
    for query in ["?dryRun=true", "", "?skipRefused=true"] {
        import(app, query, &options).await;
    }
    runs(app).await
}

#[actix_web::test]
async fn a_house_finds_its_runs_with_their_reports() {
    let app = App::new().await;
    assert_eq!(runs(&app).await, Vec::<Value>::new());
    let found = three(&app).await;
    assert_eq!(states(&found), ["stored", "refused", "checked"]);
    let [stored, refused, checked] = found.as_slice() else {
        unreachable!()
    };
    assert_eq!(
        (
            &stored["fileName"],
            &stored["catalogTitle"],
            &stored["accountName"],
            &stored["dryRun"]
        ),
        (
            &json!("торги осень.csv"),
            &json!("Черновик"),
            &json!("Менеджер"),
            &json!(false)
        )
    );
    assert_eq!(
        checked["counts"],
        json!({"new": 1, "changed": 0, "unchanged": 0, "refused": 1, "refusedPictures": 0})
    );
    assert_eq!(
        (&stored["problem"], &checked["problem"]),
        (&Value::Null, &Value::Null)
    );
    assert!(refused["problem"].is_string() && refused["ended"].is_string());
    for (run, applied) in [(stored, true), (refused, false), (checked, false)] {
        let path = format!("/api/house/1/imports/{}", run["id"]);
        let one = app.get(MANAGER, &path).await.ok();
        assert_eq!(&one["run"], run);
        assert_eq!(one["report"]["applied"], applied);
        assert_eq!(one["report"]["refusedRows"][0]["row"], 2);
        // A run belongs to its house.
        let elsewhere = format!("/api/house/2/imports/{}", run["id"]);
        app.get(ADMIN, &elsewhere).await.expect(404);
        app.get(STRANGER, &path).await.expect(403);
    }
    app.end().await;
}

#[actix_web::test]
async fn a_file_that_is_no_table_is_found_with_the_reason() {
    let app = App::new().await;
    let options = json!({"fileName": "торги.csv"});
    let torn = "PK\u{3}\u{4}";
    let refusal = import_table(&app, torn, "?dryRun=true", &options).await;
    assert_eq!(refusal["status"], 422);
    let found = runs(&app).await;
    assert_eq!(states(&found), ["failed"]);
    assert_eq!(
        (
            &found[0]["fileName"],
            &found[0]["dryRun"],
            &found[0]["problem"]
        ),
        (
            &json!("торги.csv"),
            &json!(true),
            &refusal["errors"]["file"][0]
        )
    );
    assert!(found[0]["ended"].is_string());
    // Its columns can still be named: that is a question, not an end.
    let question = import_table(&app, "Один,Два\n1,2\n", "?dryRun=true", &options).await;
    assert!(question["errors"]["headings"].is_array());
    assert_eq!(runs(&app).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn a_run_that_a_restart_broke_off_says_so() {
    let app = App::new().await;
    let found = three(&app).await;
    // What a process that was killed leaves: no end, and the lots with their report or neither.
    app.sql("update import_run set ended = null, counts = null, report = null, problem = null where not applied")
        .await;
    assert_eq!(states(&runs(&app).await), ["stored", "broken", "broken"]);
    let path = format!("/api/house/1/imports/{}", found[1]["id"]);
    assert_eq!(app.get(OWNER, &path).await.ok()["report"], Value::Null);
    app.end().await;
}

#[actix_web::test]
async fn a_run_is_found_for_thirty_days() {
    let app = App::new().await;
    three(&app).await;
    for (days, left) in [(29, 3), (2, 0)] {
        app.clock.advance(Duration::days(days));
        retention::sweep(&app.pool, &app.state.pictures, app.clock.now())
            .await
            .unwrap();
        let kept: i64 = sqlx::query_scalar("select count(*) from import_run")
            .fetch_one(&app.pool)
            .await
            .unwrap();
        assert_eq!(kept, left);
    }
    app.end().await;
}
