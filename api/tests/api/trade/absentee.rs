//! Absentee orders.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn refused_orders_say_their_number_and_text_in_the_order_of_the_rules() {
    let app = App::new().await;
    let says = |reply: Reply, status: u16, code: Option<u8>, text: &str| {
        reply.problem();
        assert_eq!(reply.refused(status), text);
        let problem = reply.json();
        let set = code.map(|_| "bet");
        let said = (&problem["codeSet"], &problem["code"]);
        assert_eq!(said, (&json!(set), &json!(code)), "{reply}");
    };
    let refused = async |who, catalog, lot, value, status, code, text: &str| {
        says(
            app.order(who, catalog, lot, value).await,
            status,
            code,
            text,
        );
    };
    // Trust is checked first, even before the value.
    let untrusted = "Заочные ставки доступны только доверенным пользователям";
    refused(ACCEPTED, 10, 1001, 2000, 403, None, untrusted).await;
    refused(NEWCOMER, 10, 1001, -1, 403, None, untrusted).await;
    refused(TRUSTED, 20, 2001, 2000, 403, None, untrusted).await;
    app.order(TRUSTED, 10, 1001, 0)
        .await
        .expect_problem(422, "validation_failed");
    app.order(VISITOR, 10, 1001, 2000)
        .await
        .expect_problem(401, "not_authenticated");
    refused(TRUSTED, 999, 1001, 2000, 404, Some(4), "Аукцион не найден").await;
    for who in [TRUSTED, NEWCOMER] {
        refused(who, 17, 1701, 2000, 404, Some(4), "Аукцион не найден").await;
    }
    refused(TRUSTED, 10, 1004, 2000, 404, Some(3), "Лот не найден").await;
    refused(
        TRUSTED,
        15,
        1501,
        2000,
        409,
        Some(10),
        "Торги в каталоге завершены",
    )
    .await;
    refused(
        TRUSTED,
        13,
        1301,
        2000,
        409,
        Some(8),
        "Состояние лота не подходит для торговли",
    )
    .await;
    refused(
        TRUSTED,
        10,
        1001,
        2005,
        422,
        Some(6),
        "Ставка должна быть кратна 10",
    )
    .await;
    refused(
        TRUSTED,
        10,
        1001,
        990,
        422,
        Some(7),
        "Ставка ниже минимальной",
    )
    .await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.next(10).await.ok();
    refused(TRUSTED, 10, 1001, 2000, 409, Some(2), "Торги окончены").await;

    let withdrawn = app
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/1002")
        .await;
    says(withdrawn, 409, None, "Заочная ставка отсутствует");
    let withdrawn = app.delete(TRUSTED, "/api/trade/bet/absentee/lot/999").await;
    says(withdrawn, 404, Some(3), "Лот не найден");
    app.end().await;
}

#[actix_web::test]
async fn an_order_is_secret_can_change_bids_and_can_be_withdrawn() {
    let app = App::new().await;
    // Before the sale an order waits unseen.
    let answer = app.order(TRUSTED, 10, 1001, 2000).await.ok();
    assert_eq!(
        (&answer["code"], &answer["lot"]["betsCount"]),
        (&json!(0), &json!(0))
    );
    app.order(TRUSTED, 10, 1001, 3000).await.expect_code(0);
    app.order(TRUSTED2, 10, 1001, 2500).await.expect_code(0);

    let mine = app.get(TRUSTED, "/api/trade/bet/absentee/").await.ok();
    assert_eq!(
        (
            mine.as_array().unwrap().len(),
            &mine[0]["lotId"],
            &mine[0]["value"]
        ),
        (1, &json!(1001), &json!(3000))
    );
    let with_lots = app.get(TRUSTED, "/api/trade/bet/absentee/my").await.ok();
    assert_eq!(
        (
            &with_lots[0]["absentee"]["value"],
            &with_lots[0]["lot"]["id"]
        ),
        (&json!(3000), &json!(1001))
    );
    assert_eq!(
        app.get(TRUSTED, "/api/trade/bet/absentee/lot/1001")
            .await
            .ok()["value"],
        3000
    );
    assert_eq!(
        app.get(TRUSTED, "/api/trade/bet/absentee/lot/1002")
            .await
            .ok(),
        json!(null)
    );
    assert_eq!(
        app.get(TRUSTED, "/api/lots/1001").await.ok()["myAbsentee"],
        3000
    );
    assert_eq!(
        app.get(ACCEPTED, "/api/lots/1001").await.ok()["myAbsentee"],
        json!(null)
    );

    // Admins see maxima, controllers see counts.
    let leading = "/api/trade/bet/absentee/lot/1001/leading";
    assert_eq!(
        app.get(ADMIN, leading).await.ok(),
        json!({"userId": 6, "participant": null, "value": 3000})
    );
    assert_eq!(
        app.get(ADMIN, "/api/trade/bet/absentee/lot/1002/leading")
            .await
            .ok(),
        json!(null)
    );
    for who in [MANAGER, AUCTIONEER, TRUSTED] {
        app.get(who, leading).await.expect(403);
    }
    let counts = "/api/trade/bet/absentee/catalog/10";
    assert_eq!(
        app.get(AUCTIONEER, counts).await.ok(),
        json!([{"lotId": 1001, "count": 2, "max": null}])
    );
    assert_eq!(
        app.get(ADMIN, counts).await.ok(),
        json!([{"lotId": 1001, "count": 2, "max": 3000}])
    );
    app.get(TRUSTED, counts).await.expect(403);

    // The lot opens: the lower order bids its maximum, and the higher one a step more.
    let opened = app
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(
        (
            &opened["lot"]["price"]["value"],
            &opened["lot"]["betsCount"]
        ),
        (&json!(2700), &json!(2))
    );
    let leads = app
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/1001")
        .await;
    assert_eq!(
        leads.refused(409),
        "Ваша ставка лидирует, отозвать заочную ставку нельзя"
    );
    let answer = app.order(TRUSTED2, 10, 1001, 2900).await.ok();
    assert_eq!(
        (&answer["code"], &answer["message"]),
        (&json!(12), &json!("Ставка перекрыта заочной ставкой"))
    );

    // Withdrawn from a lot that is not open yet.
    app.order(TRUSTED, 10, 1003, 600).await.expect_code(0);
    app.delete(TRUSTED, "/api/trade/bet/absentee/lot/1003")
        .await
        .expect_code(0);
    assert_eq!(
        app.get(TRUSTED, "/api/trade/bet/absentee/lot/1003/")
            .await
            .ok(),
        json!(null)
    );
    app.end().await;
}

/// Whether another connection's statement on this table waits for a lock.
async fn waits_for_a_lock(app: &App, table: &str) -> bool {
    sqlx::query_scalar(
        "select exists(select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query like '%' || $1 || '%')",
    )
    .bind(table)
    .fetch_one(&app.pool)
    .await
    .unwrap()
}

/// An order that is being stored when its owner loses trust falls all the same.
#[actix_web::test]
async fn an_order_does_not_outlive_the_trust_it_needed() {
    let app = App::new().await;
    // Loads the room.
    app.bet(ACCEPTED, 10, 1003, 500).await.ok();
    let mut journal = app.pool.begin().await.unwrap();
    sqlx::query("select from catalog_trade where catalog_id = 10 for update")
        .execute(&mut *journal)
        .await
        .unwrap();
    let untrust = json!({"houseId": 1, "email": "trusted@test.example"});
    let ordered = app.order(TRUSTED, 10, 1001, 2000);
    let lost = async {
        while !waits_for_a_lock(&app, "update catalog_trade c").await {}
        let lost = app.post(MANAGER, "/api/accounts/untrusted", untrust);
        let mut lost = std::pin::pin!(lost);
        // Until the loss is stored, or waits for the order.
        loop {
            tokio::select! {
                biased;
                reply = &mut lost => {
                    journal.rollback().await.unwrap();
                    break reply;
                }
                waits = waits_for_a_lock(&app, "from house_order") => {
                    if waits {
                        journal.rollback().await.unwrap();
                        break lost.await;
                    }
                }
            }
        }
    };
    let (ordered, lost) = futures_util::future::join(ordered, lost).await;
    assert_eq!((ordered.code(), lost.status), (0, 200), "{}", lost.text());
    let orders = app.get(TRUSTED, "/api/trade/bet/absentee").await.ok();
    assert_eq!(orders, json!([]));
    let refused = app.order(TRUSTED, 10, 1001, 2000).await;
    assert_eq!(refused.status, 403);
    app.end().await;
}
