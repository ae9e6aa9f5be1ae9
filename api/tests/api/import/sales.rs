//! Imports into running and completed sales.

use serde_json::json;

use super::{counts, import, refused, send, stored};
use crate::support::*;

#[actix_web::test]
async fn an_import_leaves_bets_of_a_running_sale_alone() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    app.bet(ACCEPTED, 12, 1201, 2000).await.expect_code(0);
    let bets = || async { app.get(ADMIN, "/api/trade/bet/lot/1201").await.ok() };
    let before = bets().await;

    let table = "№;Название;Описание;Цена;Резерв\n\
        1;Натюрморт с самоваром;Новое описание;2000;\n\
        2;Вечерний звон;;150;3000\n\
        3;Лот, которого не было;;300;\n";
    let trial = import(&app, 12, "?dryRun=true", table.as_bytes()).await;
    assert_eq!(counts(&trial), [1, 2, 0, 0]);
    let report = import(&app, 12, "", table.as_bytes()).await;
    assert_eq!(counts(&report), [1, 2, 0, 0]);
    assert_eq!(bets().await, before);
    let lots = stored(&app, 12).await;
    assert_eq!(
        (&lots[0]["description"], &lots[1]["start"]),
        (&json!("Новое описание"), &json!(150))
    );
    // A lot that joins a parallel sale opens at once.
    let shown = app.get(VISITOR, "/api/catalog/12").await.ok();
    assert_eq!(shown["isImported"], true);
    let new: i64 =
        sqlx::query_scalar("select id from lot where catalog_id = 12 and catalog_lot_id = 3")
            .fetch_one(&app.pool)
            .await
            .unwrap();
    app.bet(ACCEPTED, 12, new, 300).await.expect_code(0);

    // The start price of a lot with bets is fixed: its row is refused, and with it the table, unless the row is
    // skipped.
    let table = table
        .replace(";2000;\n", ";2500;\n")
        .replace(";150;", ";160;");
    let trial = import(&app, 12, "?dryRun=true", table.as_bytes()).await;
    let report = refused(&app, 12, table.as_bytes()).await;
    for report in [&trial, &report] {
        assert_eq!(counts(report), [0, 1, 1, 1]);
        assert_eq!(report["refusedRows"][0]["row"], 2);
        assert_eq!(
            report["refusedRows"][0]["errors"][0]["message"],
            "Действие невозможно в текущем состоянии"
        );
    }
    assert_eq!(stored(&app, 12).await[1]["start"], 150);
    let report = import(&app, 12, "?skipRefused=true", table.as_bytes()).await;
    assert_eq!(
        (counts(&report), &report["applied"]),
        ([0, 1, 1, 1], &json!(true))
    );
    let lots = stored(&app, 12).await;
    assert_eq!(
        (&lots[0]["start"], &lots[1]["start"]),
        (&json!(2000), &json!(160))
    );
    assert_eq!(bets().await, before);
    app.end().await;
}

#[actix_web::test]
async fn notes_of_an_imported_auction_reach_its_viewers() {
    let app = App::new().await;
    assert_eq!(
        app.get(VISITOR, "/api/catalog/16").await.ok()["isImported"],
        false
    );
    import(
        &app,
        16,
        "",
        "№;Название;Цена;Примечания\n5;Ваза;100;Скол на венчике".as_bytes(),
    )
    .await;
    app.index().await;
    let catalog = app.get(VISITOR, "/api/catalog/16").await.ok();
    assert_eq!(catalog["isImported"], true);
    let lots = app.get(VISITOR, "/api/catalog/16/lots").await.ok();
    let id = lots["items"][0]["id"].as_i64().unwrap();
    let lot = app.get(VISITOR, &format!("/api/lots/{id}")).await.ok();
    assert_eq!(
        (&lot["catalogLotId"], &lot["notes"]),
        (&json!(5), &json!("Скол на венчике"))
    );
    app.end().await;
}

#[actix_web::test]
async fn a_completed_sale_takes_no_lots() {
    let app = App::new().await;
    let reply = send(&app, MANAGER, "/api/catalog/15/import", b"x").await;
    assert_eq!(reply.problem().0, 409);
    app.control(MANAGER, "/api/catalog/16/cancel").await.ok();
    let reply = send(&app, MANAGER, "/api/catalog/16/import", b"x").await;
    assert_eq!(reply.problem().0, 409);
    app.end().await;
}
