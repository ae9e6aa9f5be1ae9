//! Announcements of sales and lots.

use serde_json::json;
use time::Duration;

use super::{count, letters, notifier, tell, told};
use crate::support::*;

#[actix_web::test]
async fn an_upcoming_sale_is_announced_once() {
    let app = App::new().await;
    app
        .sql(
            "insert into catalog_subscription (account_id, catalog_id) values (10, 16), (11, 16), (10, 17), (10, 12);
             insert into lot_subscription (account_id, lot_id) values (10, 1601), (8, 1601), (10, 1701), (10, 1202);
             update catalog_trade set start_date = now() + interval '1 hour' where catalog_id in (16, 17);
             update catalog_trade set start_date = now() + interval '2 hours' where catalog_id = 12",
        )
        .await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    look().await;
    assert_eq!(count(&app, "select count(*) from notification").await, 0);
    app.state.clock.advance(Duration::minutes(46));
    // Two workers at once, and another run after a restart.
    tokio::join!(look(), look());
    look().await;
    let kinds = async |who| {
        let mut kinds: Vec<(String, String)> = told(&app, who).await;
        kinds.sort();
        kinds.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(NEWCOMER).await, ["catalog_starting", "lot_starting"]);
    assert_eq!(kinds(STRANGER).await, ["catalog_starting"]);
    assert_eq!(kinds(ACCEPTED).await, ["lot_starting"]);
    let (_, text) = &told(&app, STRANGER).await[0];
    assert!(
        text.starts_with("«Осенние торги»: начало в ") && text.ends_with(" (МСК)"),
        "{text}"
    );
    // A postponed sale and its lots are announced again.
    app
        .sql("update catalog_trade set start_date = start_date + interval '30 minutes', start_revision = start_revision + 1 where catalog_id = 16")
        .await;
    app.state.clock.advance(Duration::minutes(30));
    look().await;
    look().await;
    assert_eq!(
        kinds(STRANGER).await,
        ["catalog_starting", "catalog_starting"]
    );
    assert_eq!(kinds(ACCEPTED).await, ["lot_starting", "lot_starting"]);
    // A parallel sale and its lots.
    app.state.clock.advance(Duration::minutes(35));
    look().await;
    assert_eq!(
        kinds(NEWCOMER).await,
        [
            "catalog_starting",
            "catalog_starting",
            "catalog_starting",
            "lot_starting",
            "lot_starting",
            "lot_starting"
        ]
    );
    app.end().await;
}

#[actix_web::test]
async fn a_manual_start_is_announced_when_it_happens() {
    let app = App::new().await;
    app
        .sql(
            "insert into catalog_subscription (account_id, catalog_id) values (10, 12), (11, 12), (10, 13);
             insert into lot_subscription (account_id, lot_id) values (10, 1201), (10, 1202), (8, 1201), (9, 1002)",
        )
        .await;
    notifier(&app).look_ahead().await.unwrap();
    tell(&app).await;
    assert_eq!(told(&app, NEWCOMER).await, []);
    // Recipients of a recent announcement are not notified again, unless it was of another date.
    app
        .sql(
            "insert into notification (event_key, account_id, kind, subject_kind, catalog_id, lot_id, subject, text, created)
             select key, account, kind, subject, 12, lot, 'Скоро', 'Скоро', now()
             from catalog_trade t, lateral (values
                 (format('catalog_starting:12:%s', start_name(t)), 11, 'catalog_starting', 2, null),
                 (format('lot_starting:12:1201:%s', start_name(t)), 8, 'lot_starting', 3, 1201),
                 (format('catalog_starting:12:%s:1', start_name(t)), 10, 'catalog_starting', 2, null))
                 as n (key, account, kind, subject, lot)
             where t.catalog_id = 12",
        )
        .await;
    let start = "/api/trade/parallel/12/start";
    app.control(AUCTIONEER, start).await.ok();
    tell(&app).await;
    // The same events again.
    app
        .sql(
            "insert into outbox (topic, key, payload) select 'notify', format('%s:12:after0:-:-', kind),
                 jsonb_build_object('kind', kind, 'accountId', null, 'catalogId', 12, 'lotId', null, 'lotIds', lots, 'at', now())
             from (values ('sale_started', '[]'::jsonb), ('lots_opened', '[1201, 1202]')) as n (kind, lots)",
        )
        .await;
    tell(&app).await;
    let is = |kind: &str, text: &str| (kind.to_owned(), text.to_owned());
    let mut of_newcomer = told(&app, NEWCOMER).await;
    of_newcomer.sort();
    assert_eq!(
        of_newcomer,
        [
            is("catalog_starting", "«Параллельные торги»: торги начались"),
            is("catalog_starting", "Скоро"),
            is(
                "lot_starting",
                "Лот 1 «Натюрморт с самоваром» на аукционе «Параллельные торги»"
            ),
            is(
                "lot_starting",
                "Лот 2 «Вечерний звон» на аукционе «Параллельные торги»"
            ),
        ]
    );
    assert_eq!(told(&app, STRANGER).await.len(), 1);
    assert_eq!(told(&app, ACCEPTED).await.len(), 1);
    // Two lots give one letter.
    let written: Vec<String> = letters(&app)
        .await
        .into_iter()
        .filter(|(to, ..)| to == "new@test.example")
        .map(|(_, subject, _)| subject)
        .collect();
    assert_eq!(
        written,
        ["Аукцион начался", "Торги по лотам, на которые вы подписаны"]
    );
    app.end().await;
}

async fn jump(app: &App, lot: i64) {
    let body = json!({"lotId": lot});
    app.put(AUCTIONEER, "/api/trade/classic/10/jump", body)
        .await
        .expect_code(0);
}

/// The notification that a lot opened.
fn opened(lot: &str) -> (String, String) {
    let text = format!("{lot} на аукционе «Весенние торги»");
    ("lot_starting".to_owned(), text)
}

#[actix_web::test]
async fn a_classic_lot_is_announced_shortly_before_its_turn() {
    let app = App::new().await;
    app
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
                 select 1010 + n, 1, 10, 10 + n, 'Лот ' || n, 100 from generate_series(1, 3) n;
             insert into lot_trade (lot_id, catalog_id, min_bet) select 1010 + n, 10, 100 from generate_series(1, 3) n;
             insert into lot_subscription (account_id, lot_id)
                 select 10, id from lot where catalog_id = 10 and id <> 1001;
             insert into lot_subscription (account_id, lot_id) values (8, 1001)",
        )
        .await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    let lots = async || {
        let told = told(&app, NEWCOMER).await;
        told.into_iter().map(|(_, text)| text).collect::<Vec<_>>()
    };
    look().await;
    assert_eq!(lots().await, [""; 0]);
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    look().await;
    // 1001 is current, 1004 is hidden.
    assert_eq!(
        lots().await,
        [
            "Лот 3 «Зимний вечер»: перед ним остался один лот",
            "Лот 2 «Икона Божией Матери» — следующий"
        ]
    );
    // The room goes on.
    app.next(10).await.ok();
    look().await;
    look().await;
    assert_eq!(
        lots().await[0],
        "Лот 11 «Лот 1»: перед ним остался один лот"
    );
    assert_eq!(lots().await.len(), 3);
    // After the last lot come those that were passed over. The room does not know the added ones.
    app.sql(
        "update lot_trade set is_bidding_over = true where lot_id between 1011 and 1013;
         insert into lot_subscription (account_id, lot_id) values (8, 1002)",
    )
    .await;
    jump(&app, 1003).await;
    look().await;
    assert_eq!(lots().await.len(), 3);
    let next = (
        "lot_starting".to_owned(),
        "Лот 2 «Икона Божией Матери» — следующий".to_owned(),
    );
    assert_eq!(told(&app, ACCEPTED).await, [next]);
    app.end().await;
}

#[actix_web::test]
async fn a_lot_that_opens_unannounced_is_announced_then() {
    let app = App::new().await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    app.sql(
        "insert into lot_subscription (account_id, lot_id)
             values (8, 1001), (9, 1002), (10, 1002), (9, 1003)",
    )
    .await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    tell(&app).await;
    look().await;
    let first = opened("Лот 1 «Морской пейзаж с парусником»");
    assert_eq!(told(&app, ACCEPTED).await, std::slice::from_ref(&first));
    assert_eq!(told(&app, NEWCOMER).await.len(), 1, "it comes next");
    // A lot that was announced a while ago and jumped over, and one that was not.
    app.sql(
        "update notification set created = created - interval '1 hour' where lot_id = 1002;
         insert into lot_subscription (account_id, lot_id) values (11, 1002);
         delete from notification where lot_id = 1003",
    )
    .await;
    jump(&app, 1003).await;
    app.sql("insert into lot_subscription (account_id, lot_id) values (8, 1003)")
        .await;
    tell(&app).await;
    let third = opened("Лот 3 «Зимний вечер»");
    assert_eq!(told(&app, ACCEPTED2).await[0], third);
    assert_eq!(
        told(&app, ACCEPTED).await,
        [first],
        "subscribed to an open lot"
    );
    jump(&app, 1002).await;
    tell(&app).await;
    let second = opened("Лот 2 «Икона Божией Матери»");
    for who in [ACCEPTED2, NEWCOMER, STRANGER] {
        assert_eq!(told(&app, who).await[0], second);
    }
    app.next(10).await.ok();
    tell(&app).await;
    // The hammer is taken back.
    let before = count(&app, "select count(*) from notification").await;
    app.control(AUCTIONEER, "/api/trade/classic/10/previous")
        .await
        .ok();
    tell(&app).await;
    assert_eq!(
        count(&app, "select count(*) from notification").await,
        before
    );
    app.end().await;
}

/// As when the notifier was away. Lots of galleries open for price requests only.
#[actix_web::test]
async fn an_opening_that_no_longer_holds_is_not_announced() {
    let app = App::new().await;
    app.sql(
        "insert into lot_subscription (account_id, lot_id)
             values (8, 1002), (8, 1201), (8, 1301);
         update lot_trade set state = 1 where lot_id in (1201, 1301);
         insert into outbox (topic, key, payload)
             select 'notify', format('lots_opened:%s:%s', catalog, lot), jsonb_build_object('kind', 'lots_opened',
                 'accountId', null, 'catalogId', catalog, 'lotId', null, 'lotIds', array[lot], 'at', now() + interval '1 second')
             from (values (10, 1002), (13, 1301), (10, 1201), (12, 1201)) as opening (catalog, lot)",
    )
    .await;
    tell(&app).await;
    let told: Vec<String> = told(&app, ACCEPTED)
        .await
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    let only = "Лот 1 «Натюрморт с самоваром» на аукционе «Параллельные торги»";
    assert_eq!(told, [only]);
    app.end().await;
}

/// Lots that are sold as one with the current lot do not come up.
#[actix_web::test]
async fn a_lot_that_joins_the_current_one_is_announced_as_open() {
    let app = App::new().await;
    app.sql("insert into lot_subscription (account_id, lot_id) values (8, 1003), (9, 1002)")
        .await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let body = json!({"lotId": 1001, "withLotIds": [1003]});
    app.put(AUCTIONEER, "/api/trade/classic/10/group", body)
        .await
        .expect_code(0);
    tell(&app).await;
    notifier(&app).look_ahead().await.unwrap();
    assert_eq!(told(&app, ACCEPTED).await, [opened("Лот 3 «Зимний вечер»")]);
    let next = "Лот 2 «Икона Божией Матери» — следующий";
    assert_eq!(told(&app, ACCEPTED2).await[0].1, next);
    app.end().await;
}

/// After the hammer, the lots that were on offer and not taken come up by themselves, the leading one first.
#[actix_web::test]
async fn the_rest_of_a_choice_comes_next() {
    let offer = json!({"lotId": 1001, "withLotIds": [1002], "isChoice": true});
    let cases = [
        (1001, vec![(1002, "следующий"), (1003, "один лот")]),
        (1002, vec![(1001, "следующий"), (1003, "один лот")]),
    ];
    for (taken, told) in cases {
        let app = App::new().await;
        app.control(AUCTIONEER, "/api/trade/classic/10/start")
            .await
            .ok();
        app.put(AUCTIONEER, "/api/trade/classic/10/group", offer.clone())
            .await
            .expect_code(0);
        app.sql("insert into lot_subscription (account_id, lot_id) values (8, 1001), (8, 1002), (8, 1003)")
            .await;
        app.bet(TRUSTED, 10, 1001, 2000).await.expect_code(0);
        let take = json!({"lotId": 1001, "takeLotIds": [taken]});
        app.put(AUCTIONEER, "/api/trade/classic/10/sell", take)
            .await
            .expect_code(0);
        notifier(&app).look_ahead().await.unwrap();
        let stored: Vec<(i64, String)> = sqlx::query_as(
            "select lot_id, text from notification where account_id = 8 and kind = 'lot_starting' order by id",
        )
        .fetch_all(&app.pool)
        .await
        .unwrap();
        assert_eq!(stored.len(), told.len(), "{stored:?}");
        for ((lot, text), (expected, words)) in stored.iter().zip(told) {
            assert_eq!(*lot, expected);
            assert!(text.ends_with(words), "{text}");
        }
        app.end().await;
    }
}

/// A group whose leading lot waits again comes up as one.
#[actix_web::test]
async fn a_waiting_group_comes_next_as_one() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let body = json!({"lotId": 1001, "withLotIds": [1002]});
    app.put(AUCTIONEER, "/api/trade/classic/10/group", body)
        .await
        .expect_code(0);
    jump(&app, 1003).await;
    app.sql("insert into lot_subscription (account_id, lot_id) values (8, 1001), (8, 1002)")
        .await;
    let ahead = async || -> Vec<(i64, Option<i64>)> {
        let evening = app.get(ACCEPTED, "/api/trade/evening").await.ok();
        let lots = evening["lots"].as_array().unwrap().iter();
        lots.map(|mine| (mine["lot"]["id"].as_i64().unwrap(), mine["ahead"].as_i64()))
            .collect()
    };
    let next = [(1001, Some(1)), (1002, Some(1))];
    assert_eq!(ahead().await, next);
    // The hammer on the last lot, before the sale goes on.
    app.bet(TRUSTED, 10, 1003, 3000).await.expect_code(0);
    app.put(
        AUCTIONEER,
        "/api/trade/classic/10/sell",
        json!({"lotId": 1003}),
    )
    .await
    .expect_code(0);
    assert_eq!(ahead().await, next);
    notifier(&app).look_ahead().await.unwrap();
    let told = told(&app, ACCEPTED).await;
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|(_, text)| text.ends_with("следующий")));
    app.end().await;
}

#[actix_web::test]
async fn a_start_that_is_moved_away_and_back_is_announced_each_time() {
    let app = App::new().await;
    shortly_before(&app, Duration::minutes(10)).await;
    app.sql("insert into catalog_subscription (account_id, catalog_id) values (10, 16)")
        .await;
    let announced = async || {
        notifier(&app).look_ahead().await.unwrap();
        told(&app, NEWCOMER).await.len()
    };
    assert_eq!(announced().await, 1);
    app.sql("update catalog_trade set start_date = start_date + interval '3 minutes', start_revision = start_revision + 1 where catalog_id = 16")
        .await;
    assert_eq!(announced().await, 2);
    app.sql("update catalog_trade set start_date = start_date - interval '3 minutes', start_revision = start_revision + 1 where catalog_id = 16")
        .await;
    assert_eq!(announced().await, 3);
    assert_eq!(announced().await, 3);
    app.end().await;
}

/// Moves the clock to `before` the start of catalog 16, which the fixture sets to nine days ahead.
async fn shortly_before(app: &App, before: Duration) {
    // Logins of the fixture last a day.
    app.sql("update session set expires = expires + interval '1 year'")
        .await;
    app.state.clock.advance(Duration::days(9) - before);
}

/// Of catalog 16, lot 12 opens with the sale and lot 13 comes next.
#[actix_web::test]
async fn a_sale_that_begins_as_announced_is_no_news_and_one_that_begins_early_is() {
    for (minutes, news) in [(1, 0), (12, 3)] {
        let app = App::new().await;
        shortly_before(&app, Duration::minutes(minutes)).await;
        app.sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
                 values (1602, 1, 16, 13, 'Ноябрь', 100);
             insert into lot_trade (lot_id, catalog_id, min_bet) values (1602, 16, 100);
             insert into catalog_subscription (account_id, catalog_id) values (10, 16);
             insert into lot_subscription (account_id, lot_id) values (10, 1601), (10, 1602)",
        )
        .await;
        let look = || async { notifier(&app).look_ahead().await.unwrap() };
        look().await;
        assert_eq!(told(&app, NEWCOMER).await.len(), 3);
        app.sql("insert into lot_subscription (account_id, lot_id) values (8, 1602)")
            .await;
        app.control(MANAGER, "/api/trade/classic/16/start")
            .await
            .ok();
        tell(&app).await;
        look().await;
        look().await;
        let of_newcomer = told(&app, NEWCOMER).await;
        assert_eq!(of_newcomer.len(), 3 + news, "{minutes} minutes before");
        let next = (
            "lot_starting".to_owned(),
            "Лот 13 «Ноябрь» — следующий".to_owned(),
        );
        assert_eq!(of_newcomer.contains(&next), news > 0);
        assert_eq!(told(&app, ACCEPTED).await, std::slice::from_ref(&next));

        // As when the auctioneer jumps over a lot and comes back to it much later.
        app.sql(
            "update notification set created = created - interval '1 hour' where lot_id = 1602",
        )
        .await;
        look().await;
        look().await;
        let of_newcomer = told(&app, NEWCOMER).await;
        let of_next = of_newcomer.iter().filter(|message| **message == next);
        assert_eq!(of_next.count(), 1, "{minutes} minutes before");
        assert_eq!(of_newcomer.len(), 3 + news.max(1));
        assert_eq!(told(&app, ACCEPTED).await, [next]);
        app.end().await;
    }
}

#[actix_web::test]
async fn a_parallel_lot_is_announced_before_it_ends() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    app.sql("insert into lot_subscription (account_id, lot_id) values (10, 1201)")
        .await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    look().await;
    assert_eq!(told(&app, NEWCOMER).await, []);
    app.state.clock.advance(Duration::minutes(46));
    look().await;
    look().await;
    let told = told(&app, NEWCOMER).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, "lot_ending");
    assert!(
        told[0]
            .1
            .starts_with("Лот 1 «Натюрморт с самоваром»: окончание в "),
        "{told:?}"
    );
    // Bets extend a lot silently. An end that staff postpone is news.
    app.sql("update lot_trade set end_trade_time = end_trade_time + interval '30 seconds' where lot_id = 1201")
        .await;
    look().await;
    assert_eq!(self::told(&app, NEWCOMER).await.len(), 1);
    app.sql(
        "update catalog_trade set end_date = end_date + interval '5 minutes' where catalog_id = 12",
    )
    .await;
    look().await;
    look().await;
    assert_eq!(self::told(&app, NEWCOMER).await.len(), 2);
    app.end().await;
}
