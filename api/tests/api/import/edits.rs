//! What people change about a table without touching the file.

use reqwest::Method;
use serde_json::{Value, json};

use super::{counts, lines, stored};
use crate::support::uploads::{BOUNDARY, form};
use crate::support::*;

const TABLE: &str = "Инв.;Имя;Старт\n1;Ваза;дорого\n2;Чаша;50\n";

/// Imports into catalog 14 with options, and gives the last line.
pub async fn import(app: &App, query: &str, options: &Value) -> Value {
    import_table(app, TABLE, query, options).await
}

pub async fn import_table(app: &App, table: &str, query: &str, options: &Value) -> Value {
    let request = app
        .request(
            Method::POST,
            MANAGER,
            &format!("/api/catalog/14/import{query}"),
        )
        .header(
            "Content-Type",
            format!("multipart/form-data; boundary={BOUNDARY}"),
        );
    let mut body = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"options\"\r\n\r\n{options}\r\n"
    )
    .into_bytes();
    body.extend_from_slice(&form(&[table]));
    let reply = app.send(request.body(body)).await;
    if reply.status != 200 {
        return reply.json();
    }
    lines(&reply).1
}

fn columns() -> Value {
    json!({"Инв.": "catalogLotId", "Имя": "titleRu"})
}

#[actix_web::test]
async fn unknown_headings_are_listed_and_may_be_given_a_meaning_that_the_house_keeps() {
    let app = App::new().await;
    app.delete(OWNER, "/api/catalog/14/lot/1401").await.done();
    let problem = import(&app, "?dryRun=true", &json!({})).await;
    assert_eq!(problem["status"], 422);
    assert_eq!(
        problem["errors"]["headings"],
        json!(["Инв.", "Имя", "Старт"])
    );

    let end = import(&app, "?dryRun=true", &json!({"columns": columns()})).await;
    assert_eq!(counts(&end["result"]), [1, 0, 0, 1]);
    // Nothing said: the house's choice holds, in other catalogs and for other staff too.
    let end = import(&app, "?dryRun=true", &json!({})).await;
    assert_eq!(counts(&end["result"]), [1, 0, 0, 1]);
    let end = import(&app, "?dryRun=true", &json!({"columns": {"Имя": null}})).await;
    assert_eq!(end["status"], 422);
    let wrong = import(&app, "", &json!({"columns": {"Имя": "цвет"}})).await;
    assert_eq!(wrong["status"], 422);
    app.end().await;
}

#[actix_web::test]
async fn a_heading_too_long_to_remember_is_refused() {
    let app = App::new().await;
    // No two letters alike: nothing to compress.
    let heading: String = ('一'..).take(1_500).collect();
    let refused = import(&app, "?dryRun=true", &json!({"columns": {heading: null}})).await;
    assert_eq!(refused["status"], 422, "{refused}");
    assert!(refused["errors"]["columns"].is_array());
    app.end().await;
}

#[actix_web::test]
async fn a_correction_fills_a_field_that_has_no_column() {
    let app = App::new().await;
    app.delete(OWNER, "/api/catalog/14/lot/1401").await.done();
    // A description without words has no title.
    let table = "№;Описание;Старт\n1;32 × 40;100\n2;Чаша;50\n";
    let end = import_table(&app, table, "?dryRun=true", &json!({})).await;
    let refused = &end["result"]["refusedRows"][0];
    assert_eq!(refused["errors"][0]["field"], "titleRu", "{refused}");

    let corrections = json!([
        {"row": 2, "field": "titleRu", "value": "Ваза"},
        {"row": 2, "field": "notes", "value": "Скол"}
    ]);
    let end = import_table(&app, table, "", &json!({"corrections": corrections})).await;
    assert_eq!(counts(&end["result"]), [2, 0, 0, 0], "{end}");
    assert_eq!(
        app.value("select jsonb_agg(jsonb_build_array(title_ru, notes) order by catalog_lot_id) from lot where catalog_id = 14")
            .await,
        json!([["Ваза", "Скол"], ["Чаша", null]])
    );
    app.end().await;
}

#[actix_web::test]
async fn a_corrected_cell_is_read_as_if_the_file_held_it() {
    let app = App::new().await;
    app.delete(OWNER, "/api/catalog/14/lot/1401").await.done();
    let end = import(&app, "?dryRun=true", &json!({"columns": columns()})).await;
    let row = &end["result"]["refusedRows"][0];
    assert_eq!(row["row"], 2);
    assert_eq!(
        row["cells"],
        json!({"catalogLotId": "1", "titleRu": "Ваза", "price.start": "дорого"})
    );

    let corrected = json!({"corrections": [{"row": 2, "field": "price.start", "value": "1 200"}]});
    let end = import(&app, "", &corrected).await;
    assert_eq!(counts(&end["result"]), [2, 0, 0, 0]);
    let lots = stored(&app, 14).await;
    assert_eq!(
        (&lots[0]["title"], &lots[0]["start"]),
        (&json!("Ваза"), &json!(1200))
    );
    app.end().await;
}
