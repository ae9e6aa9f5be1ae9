//! Importing a changed table again.

use serde_json::{Value, json};

use super::{TABLE, counts, import, picture, semicolons, stored, zip};
use crate::support::*;

#[actix_web::test]
async fn importing_again_stores_only_changes() {
    let app = App::new().await;
    let text = semicolons(TABLE);
    let first = import(&app, 14, "?skipRefused=true", text.as_bytes()).await;
    // Lot 1 was there before, with another title.
    assert_eq!(counts(&first), [1, 1, 0, 0]);
    let again = import(&app, 14, "", text.as_bytes()).await;
    assert_eq!(
        (counts(&again), &again["changedRows"]),
        ([0, 0, 2, 0], &json!([]))
    );

    let other = text
        .replace("2000", "2500")
        .replace("20х30", "25х30")
        .replace("Реставрация", "");
    let trial = import(&app, 14, "?dryRun=true", other.as_bytes()).await;
    let report = import(&app, 14, "", other.as_bytes()).await;
    for report in [&trial, &report] {
        assert_eq!(counts(report), [0, 2, 0, 0]);
        assert_eq!(
            report["changedRows"],
            json!([
                {"row": 2, "catalogLotId": 1, "fields": ["notes"]},
                {"row": 3, "catalogLotId": 2, "fields": ["descriptionRu", "size", "price.start"]},
            ])
        );
    }
    let lots = stored(&app, 14).await;
    assert_eq!(
        (&lots[0]["notes"], &lots[1]["start"], &lots[1]["size"]),
        (&Value::Null, &json!(2500), &json!("25×30 см"))
    );
    // The room has it too.
    app.index().await;
    let catalog = app.get(MANAGER, "/api/catalog/14/lots").await.ok();
    assert_eq!(catalog["items"][1]["price"]["minBet"], 2500);

    // A table of one lot leaves the other lot and absent columns alone.
    let one = "№;Название;Цена\n1;Морской вид;1500";
    assert_eq!(
        counts(&import(&app, 14, "", one.as_bytes()).await),
        [0, 0, 1, 0]
    );
    assert_eq!(stored(&app, 14).await, lots);
    app.end().await;
}

#[actix_web::test]
async fn the_journal_has_the_imported_changes() {
    let app = App::new().await;
    import(&app, 14, "?dryRun=true", semicolons(TABLE).as_bytes()).await;
    import(&app, 14, "", semicolons(TABLE).as_bytes()).await;
    type Record = (i16, i64, i64, Option<Value>, Value);
    let records = || async {
        let records: Vec<Record> = sqlx::query_as(
            "select event, subject_id, account_id, before, after from journal_record order by event, id",
        )
        .fetch_all(&app.pool)
        .await
        .unwrap();
        records
    };
    let lots: Vec<i64> =
        sqlx::query_scalar("select id from lot where catalog_id = 14 order by catalog_lot_id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    let first = records().await;
    let by = MANAGER.unwrap();
    let told: Vec<_> = first
        .iter()
        .map(|(event, subject, account, ..)| (*event, *subject, *account))
        .collect();
    assert_eq!(
        told,
        [(311, 14, by), (401, lots[1], by), (402, lots[0], by)]
    );
    assert_eq!(
        (&first[0].4["new"], &first[0].4["changed"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        (
            &first[1].3,
            &first[1].4["titleRu"],
            &first[1].4["catalogLotId"]
        ),
        (&None, &json!("Бурлаки"), &json!(2))
    );
    assert_eq!(first[2].3.as_ref().unwrap()["titleRu"], "Лот черновика");
    assert_eq!(first[2].4["titleRu"], "Морской вид");
    assert_eq!(first[2].4.get("catalogLotId"), None);

    // Pictures get a record of their own, as when they are added by hand.
    let file = zip(&[
        ("a.csv", semicolons(TABLE).as_bytes()),
        ("2.jpg", &picture(1)),
    ]);
    import(&app, 14, "", &file).await;
    let again = records().await;
    assert_eq!(again.len(), first.len() + 2);
    let (event, subject, _, before, after) = again.last().unwrap();
    assert_eq!(
        (*event, *subject, before),
        (402, lots[1], &Some(json!({"images": []})))
    );
    assert_eq!(after["images"].as_array().unwrap().len(), 1);
    app.end().await;
}
