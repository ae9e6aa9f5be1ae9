//! A house's lists of people as spreadsheets.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use serde_json::{Value, json};

use crate::support::*;

const EXPORT: &str = "/api/house/1/export";

/// The rows of an exported list, its headings first.
async fn rows(app: &App, who: Who, query: &str) -> Vec<Vec<Data>> {
    let reply = app.post(who, &format!("{EXPORT}?{query}"), json!({})).await;
    assert_eq!(reply.expect(200).headers["cache-control"], "no-store");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(reply.bytes.clone())).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    sheet.rows().map(<[Data]>::to_vec).collect()
}

fn text(text: &str) -> Data {
    Data::String(text.to_owned())
}

fn column(rows: &[Vec<Data>], at: usize) -> Vec<String> {
    rows[1..].iter().map(|row| row[at].to_string()).collect()
}

async fn journalled(app: &App) -> Vec<(i64, Value)> {
    sqlx::query_as(
        "select subject_id, after from journal_record where event = 126 and account_id = 3 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap()
}

#[actix_web::test]
async fn each_list_is_exported_and_journalled() {
    let app = App::new().await;
    app.sql(
        "update account set display_name = '=1+1' where id = 9;
         update account set unproved_phone = true where id = 8;
         update house_order set status = 0 where account_id = 9;
         insert into house_trust (house_id, account_id, trusted, reason, created_by) values (1, 8, false, 'Долг', 2);
         insert into price_query (lot_id, account_id, message, created) values (1301, 10, 'Сколько?', now())",
    )
    .await;

    let orders = rows(&app, MANAGER, "list=registrations").await;
    assert_eq!(orders[0][0], text("Имя"));
    assert_eq!(orders.len(), 5);
    // No name is a formula, and an unproved number is nobody's.
    let pending = rows(&app, MANAGER, "list=registrations&status=0").await;
    assert_eq!(column(&pending, 0), ["=1+1"]);
    assert_eq!(pending[1][3], text("ожидает"));
    let found = rows(&app, MANAGER, "list=registrations&search=принятый").await;
    assert_eq!((&found[1][1], &found[1][5]), (&Data::Empty, &text("да")));

    let queries = rows(&app, MANAGER, "list=priceQueries&status=0").await;
    assert_eq!(column(&queries, 0), ["Портрет купца"]);
    assert_eq!(column(&queries, 4), ["Сколько?"]);
    let untrusted = rows(&app, MANAGER, "list=untrusted").await;
    assert_eq!(column(&untrusted, 3), ["Долг"]);
    assert_eq!(column(&untrusted, 4), ["Владелец"]);
    let staff = rows(&app, MANAGER, "list=staff").await;
    assert_eq!(column(&staff, 0), ["Владелец", "Менеджер", "Редактор"]);
    assert_eq!(staff[2][3], text("менеджер"));

    // Who took what of whom, without what was searched for.
    let records = journalled(&app).await;
    let what: Vec<_> = records.iter().map(|(_, after)| &after["what"]).collect();
    assert_eq!(
        what,
        [
            "registrations",
            "registrations",
            "registrations",
            "priceQueries",
            "untrusted",
            "staff"
        ]
    );
    assert_eq!(
        records[2],
        (
            1,
            json!({
                "what": "registrations", "houseId": 1, "catalogId": null, "count": 1, "status": null,
                "isSearched": true,
            })
        )
    );
    app.end().await;
}

#[actix_web::test]
async fn the_buyers_of_a_sale_are_exported_with_their_contacts() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.next(10).await.expect_code(0);
    app.hall_bet(AUCTIONEER, 10, 1002, 1200, "27")
        .await
        .expect_code(0);

    let buyers = rows(&app, MANAGER, "list=buyers&catalogId=10").await;
    // Hidden lots are not offered.
    assert_eq!(column(&buyers, 0), ["1", "2", "3"]);
    assert_eq!(column(&buyers, 7), ["Доверенный", "", ""]);
    assert_eq!(column(&buyers, 9), ["+79000000006", "", ""]);
    assert_eq!(
        buyers[1][4..=6],
        [Data::Float(1000.0), text("₽"), text("продан")]
    );
    assert_eq!(buyers[2][8], text("зал, участник 27"));
    // A leading bet is no price yet.
    assert_eq!(buyers[2][4], Data::Empty);
    let records = journalled(&app).await;
    assert_eq!(records[0].0, 10);
    assert_eq!(records[0].1["what"], "buyers");

    let foreign = format!("{EXPORT}?list=buyers&catalogId=20");
    app.post(MANAGER, &foreign, json!({})).await.expect(404);
    let unnamed = app
        .post(MANAGER, &format!("{EXPORT}?list=buyers"), json!({}))
        .await;
    assert_eq!(
        unnamed.expect(422).json()["errors"]["catalogId"],
        json!(["Укажите торги"])
    );
    let untold = format!("{EXPORT}?list=registrations&catalogId=20");
    let refused = app.post(MANAGER, &untold, json!({})).await;
    refused.refused_field("catalogId");
    assert_eq!(journalled(&app).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn exports_of_a_house_are_limited() {
    let app = App::new().await;
    for _ in 0..30 {
        rows(&app, MANAGER, "list=staff").await;
    }
    let staff = format!("{EXPORT}?list=staff");
    app.post(MANAGER, &staff, json!({})).await.expect(429);
    app.post(OWNER, &staff, json!({})).await.expect(200);
    app.end().await;
}
