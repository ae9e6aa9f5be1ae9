//! The export of personal data, and its completeness.

use people::personal_data;
use serde_json::json;

use super::TOLD_AND_ASKED;
use crate::support::*;

/// A new table that refers to accounts must be exported and erased, or listed here with a reason.
#[actix_web::test]
async fn every_table_with_personal_data_is_exported_and_erased() {
    let app = App::new().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "select distinct t.relname::text from pg_constraint c join pg_class t on t.oid = c.conrelid
         where c.contype = 'f' and c.confrelid = 'account'::regclass
         union select distinct table_name::text from information_schema.columns
         where table_schema = 'public' and (column_name like '%phone%' or column_name like '%email%'
             or column_name like '%address%' or column_name in ('account_id', 'visitor', 'browser', 'target'))
             and table_name not in ('house')
         order by 1",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert!(tables.len() > 15);
    let thought_of: Vec<&str> = personal_data::PARTS
        .iter()
        .map(|part| part.table)
        .chain(
            personal_data::NOTHING_PERSONAL
                .iter()
                .map(|(table, _)| *table),
        )
        .collect();
    let forgotten: Vec<&String> = tables
        .iter()
        .filter(|table| !thought_of.contains(&table.as_str()))
        .collect();
    assert!(
        forgotten.is_empty(),
        "people::personal_data::PARTS has to say what is exported and erased of {forgotten:?}"
    );
    app.end().await;
}

#[actix_web::test]
async fn people_download_everything_stored_about_them() {
    let app = App::new().await;
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.order(TRUSTED, 10, 1003, 2000).await.expect_code(0);
    app.sql("insert into favourite (account_id, lot_id) values (6, 1002), (7, 1003)")
        .await;
    app.sql(TOLD_AND_ASKED).await;
    let reply = app.get(TRUSTED, "/api/accounts/export").await;
    let data = reply.ok();
    for (part, field, value) in [
        ("notifications", "subject", json!("Ставка перебита")),
        ("notificationSettings", "outbid", json!(false)),
        ("lotSubscriptions", "lotId", json!(1001)),
        ("catalogSubscriptions", "catalogId", json!(10)),
        ("artistSubscriptions", "authorId", json!(901)),
        ("savedSearches", "path", json!("/lots?search=sea")),
        ("viewedLots", "lotId", json!(1001)),
        ("letters", "outcome", json!("sent")),
        ("priceQueries", "message", json!("Сколько стоит ваза?")),
    ] {
        assert_eq!(data[part].as_array().unwrap().len(), 1, "{part}");
        assert_eq!(data[part][0][field], value, "{part}");
    }
    let disposition = reply.headers["content-disposition"].to_str().unwrap();
    assert!(
        disposition.starts_with("attachment; filename=\"") && disposition.contains(".json\""),
        "{disposition}"
    );
    assert_eq!(data["account"][0]["phone"], "+79000000006");
    assert_eq!(
        (
            &data["bets"][0]["value"],
            data["bets"].as_array().unwrap().len()
        ),
        (&json!(1000), 1)
    );
    assert_eq!(data["absenteeOrders"][0]["value"], 2000);
    assert_eq!(
        data["favourites"],
        json!([{"lotId": 1002, "created": data["favourites"][0]["created"]}])
    );
    assert_eq!(data["houseOrders"][0]["status"], 1);
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
    // Nothing of other accounts.
    for other in ["+79000000007", "trusted2", "Принятый"] {
        assert!(!reply.text().contains(other), "{other}");
    }
    app.get(VISITOR, "/api/accounts/export").await.expect(401);
    for _ in 0..4 {
        app.get(TRUSTED, "/api/accounts/export").await.expect(200);
    }
    app.get(TRUSTED, "/api/accounts/export").await.expect(429);
    app.end().await;
}
