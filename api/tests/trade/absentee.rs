use serde_json::json;

use crate::world::*;

#[actix_web::test]
async fn refusals_are_plain_texts_in_the_order_of_the_rules() {
    let world = World::new().await;
    let refused = async |who, catalog, lot, value, status: u16, text: &str| {
        let reply = world.order(who, catalog, lot, value).await;
        assert_eq!((reply.status, reply.text.as_str()), (status, text));
        assert_eq!(reply.headers["content-type"], "text/plain; charset=utf-8");
    };
    // Trust is asked for before anything else, even the value.
    let untrusted = "Заочные ставки доступны только доверенным пользователям";
    refused(ACCEPTED, 10, 1001, 2000, 403, untrusted).await;
    refused(NEWCOMER, 10, 1001, -1, 403, untrusted).await;
    refused(TRUSTED, 20, 2001, 2000, 403, untrusted).await;
    assert_eq!(
        world.order(TRUSTED, 10, 1001, 0).await.problem(),
        (422, "validation_failed".into())
    );
    assert_eq!(
        world.order(VISITOR, 10, 1001, 2000).await.problem(),
        (401, "not_authenticated".into())
    );
    refused(TRUSTED, 999, 1001, 2000, 404, "Аукцион не найден").await;
    refused(TRUSTED, 17, 1701, 2000, 404, "Аукцион не найден").await;
    refused(TRUSTED, 10, 1004, 2000, 404, "Лот не найден").await;
    refused(TRUSTED, 15, 1501, 2000, 409, "Торги в каталоге завершены").await;
    refused(
        TRUSTED,
        13,
        1301,
        2000,
        409,
        "Состояние лота не подходит для торговли",
    )
    .await;
    refused(TRUSTED, 10, 1001, 2005, 422, "Ставка должна быть кратна 10").await;
    refused(TRUSTED, 10, 1001, 990, 422, "Ставка ниже минимальной").await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    world.next(10).await.ok();
    refused(TRUSTED, 10, 1001, 2000, 409, "Торги окончены").await;

    let withdrawn = world
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/1002")
        .await;
    assert_eq!(
        (withdrawn.status, withdrawn.text.as_str()),
        (409, "Заочная ставка отсутствует")
    );
    let withdrawn = world
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/999")
        .await;
    assert_eq!(
        (withdrawn.status, withdrawn.text.as_str()),
        (404, "Лот не найден")
    );
    world.end().await;
}

#[actix_web::test]
async fn an_order_is_secret_changed_acts_and_is_withdrawn() {
    let world = World::new().await;
    // Before the sale an order waits and nobody sees it.
    let answer = world.order(TRUSTED, 10, 1001, 2000).await.ok();
    assert_eq!(
        (&answer["code"], &answer["lot"]["betsCount"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(world.order(TRUSTED, 10, 1001, 3000).await.code(), 0);
    assert_eq!(world.order(TRUSTED2, 10, 1001, 2500).await.code(), 0);

    let mine = world.get(TRUSTED, "/api/trade/bet/absentee/").await.ok();
    assert_eq!(
        (
            mine.as_array().unwrap().len(),
            &mine[0]["lotId"],
            &mine[0]["value"]
        ),
        (1, &json!(1001), &json!(3000))
    );
    let with_lots = world.get(TRUSTED, "/api/trade/bet/absentee/my").await.ok();
    assert_eq!(
        (
            &with_lots[0]["absentee"]["value"],
            &with_lots[0]["lot"]["id"]
        ),
        (&json!(3000), &json!(1001))
    );
    assert_eq!(
        world
            .get(TRUSTED, "/api/trade/bet/absentee/lot/1001")
            .await
            .ok()["value"],
        3000
    );
    assert_eq!(
        world
            .get(TRUSTED, "/api/trade/bet/absentee/lot/1002")
            .await
            .ok(),
        json!(null)
    );
    assert_eq!(
        world.get(TRUSTED, "/api/lots/1001").await.ok()["myAbsentee"],
        3000
    );
    assert_eq!(
        world.get(ACCEPTED, "/api/lots/1001").await.ok()["myAbsentee"],
        json!(null)
    );

    // Maxima are the admins', counts the controllers'.
    let leading = "/api/trade/bet/absentee/lot/1001/leading";
    assert_eq!(
        world.get(ADMIN, leading).await.ok(),
        json!({"userId": 6, "participant": null, "value": 3000})
    );
    assert_eq!(
        world
            .get(ADMIN, "/api/trade/bet/absentee/lot/1002/leading")
            .await
            .ok(),
        json!(null)
    );
    for who in [MANAGER, AUCTIONEER, TRUSTED] {
        assert_eq!(world.get(who, leading).await.status, 403, "{who:?}");
    }
    let counts = "/api/trade/bet/absentee/catalog/10";
    assert_eq!(
        world.get(AUCTIONEER, counts).await.ok(),
        json!([{"lotId": 1001, "count": 2, "max": null}])
    );
    assert_eq!(
        world.get(ADMIN, counts).await.ok(),
        json!([{"lotId": 1001, "count": 2, "max": 3000}])
    );
    assert_eq!(world.get(TRUSTED, counts).await.status, 403);

    // The lot opens: the second is recorded at his own maximum, the first one step above.
    let opened = world
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
    let leads = world
        .delete(TRUSTED, "/api/trade/bet/absentee/lot/1001")
        .await;
    assert_eq!(
        (leads.status, leads.text.as_str()),
        (409, "Ваша ставка лидирует, отозвать заочную ставку нельзя")
    );
    let answer = world.order(TRUSTED2, 10, 1001, 2900).await.ok();
    assert_eq!(
        (&answer["code"], &answer["message"]),
        (&json!(12), &json!("Ставка перекрыта заочной ставкой"))
    );

    // Withdrawn from a lot that waits.
    assert_eq!(world.order(TRUSTED, 10, 1003, 600).await.code(), 0);
    assert_eq!(
        world
            .delete(TRUSTED, "/api/trade/bet/absentee/lot/1003")
            .await
            .code(),
        0
    );
    assert_eq!(
        world
            .get(TRUSTED, "/api/trade/bet/absentee/lot/1003/")
            .await
            .ok(),
        json!(null)
    );
    world.end().await;
}

/// Whether a statement of another connection that names this table waits for a lock.
async fn waits_for_a_lock(world: &World, table: &str) -> bool {
    sqlx::query_scalar(
        "select exists(select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query like '%' || $1 || '%')",
    )
    .bind(table)
    .fetch_one(&world.pool)
    .await
    .unwrap()
}

/// An order is on its way into the journal when its owner loses the house's trust: it falls all the same.
#[actix_web::test]
async fn an_order_does_not_outlive_the_trust_it_needed() {
    let world = World::new().await;
    // The room is loaded, and writes.
    world.bet(ACCEPTED, 10, 1003, 500).await.ok();
    let mut journal = world.pool.begin().await.unwrap();
    sqlx::query("select from catalog_trade where catalog_id = 10 for update")
        .execute(&mut *journal)
        .await
        .unwrap();
    let untrust = json!({"houseId": 1, "email": "trusted@test.example"});
    let ordered = world.order(TRUSTED, 10, 1001, 2000);
    let lost = async {
        while !waits_for_a_lock(&world, "update catalog_trade c").await {}
        let lost = world.post(MANAGER, "/api/accounts/untrusted", untrust);
        let mut lost = std::pin::pin!(lost);
        // Until the loss is through, or waits for the order to be.
        loop {
            tokio::select! {
                biased;
                reply = &mut lost => {
                    journal.rollback().await.unwrap();
                    break reply;
                }
                waits = waits_for_a_lock(&world, "house_trust") => {
                    if waits {
                        journal.rollback().await.unwrap();
                        break lost.await;
                    }
                }
            }
        }
    };
    let (ordered, lost) = futures_util::future::join(ordered, lost).await;
    assert_eq!((ordered.code(), lost.status), (0, 200), "{}", lost.text);
    let orders = world.get(TRUSTED, "/api/trade/bet/absentee").await.ok();
    assert_eq!(orders, json!([]));
    let refused = world.order(TRUSTED, 10, 1001, 2000).await;
    assert_eq!(refused.status, 403);
    world.end().await;
}
