//! What people are told: stored once an event and person whatever is restarted, on their sockets at once, by e-mail where
//! they want it.

use std::time::Duration as Wait;

use notifier::Notifier;
use outbox::{Notice, enqueue};
use serde_json::{Value, json};
use time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::sockets::send;
use crate::world::*;

fn notifier(world: &World) -> Notifier {
    Notifier::new(
        world.pool.clone(),
        world.state.hub.clone(),
        world.state.clock.clone(),
    )
}

/// Tells whatever is to be told.
async fn tell(world: &World) {
    let notifier = notifier(world);
    while notifier.tell().await.unwrap() {}
}

/// What somebody was told, the latest first: kind and text.
async fn told(world: &World, who: Who) -> Vec<(String, String)> {
    let page = world
        .get(who, "/api/notifications/my/messages/all")
        .await
        .ok();
    let items = page["items"].as_array().unwrap();
    let word = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    items
        .iter()
        .map(|item| (word(item, "kind"), word(item, "text")))
        .collect()
}

async fn count(world: &World, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

async fn leave(world: &World, notice: Notice) {
    let mut tx = world.pool.begin().await.unwrap();
    enqueue::notices(&mut tx, &[notice]).await.unwrap();
    tx.commit().await.unwrap();
}

/// A socket that listens for what somebody is told.
struct Listener {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Listener {
    async fn new(world: &World, who: Who) -> Self {
        let mut stream = TcpStream::connect(world.address()).await.unwrap();
        let upgrade = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(upgrade.as_bytes()).await.unwrap();
        send(&mut stream, "40/Notify,").await;
        let token = token(who.unwrap());
        send(
            &mut stream,
            &format!(r#"42/Notify,0["Subscribe","{token}"]"#),
        )
        .await;
        let mut listener = Self {
            stream,
            heard: Vec::new(),
        };
        listener.until(r#"43/Notify,0[{"ok":true"#).await;
        listener
    }

    /// Everything heard so far, once this has been heard.
    async fn until(&mut self, text: &str) -> String {
        loop {
            let heard = String::from_utf8_lossy(&self.heard).into_owned();
            if heard.contains(text) {
                return heard;
            }
            let read = self.stream.read_buf(&mut self.heard);
            let read = tokio::time::timeout(Wait::from_secs(10), read).await;
            let read = read.unwrap_or_else(|_| panic!("«{text}» is not heard: {heard}"));
            assert!(read.unwrap() > 0, "{heard}");
        }
    }
}

/// A parallel sale under way, and an outbid of the accepted bidder by the trusted one.
async fn outbid(world: &World) {
    let start = "/api/trade/parallel/12/start";
    world.control(AUCTIONEER, start).await.ok();
    assert_eq!(world.bet(ACCEPTED, 12, 1201, 2000).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 12, 1201, 2200).await.code(), 0);
}

#[actix_web::test]
async fn who_is_outbid_is_told_once_whatever_is_restarted() {
    let world = World::new().await;
    outbid(&world).await;
    let mut listener = Listener::new(&world, ACCEPTED).await;
    // The worker dies before its commit: nothing is stored, nothing is lost.
    let mut tx = world.pool.begin().await.unwrap();
    sqlx::query("delete from outbox where topic = 'notify'")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(count(&world, "select count(*) from notification").await, 0);
    // The same event lies there twice, as after a commit in doubt.
    world
        .sql("insert into outbox (topic, key, payload) select topic, key, payload from outbox where topic = 'notify'")
        .await;
    // Stored, and the worker dies before it has told anybody. The start of the sale lies there too, for nobody.
    assert_eq!(notifier(&world).store().await.unwrap(), 4);
    assert_eq!(notifier(&world).store().await.unwrap(), 0);
    assert_eq!(
        count(&world, "select count(*) from notification where not pushed").await,
        1
    );
    let page = world
        .get(ACCEPTED, "/api/notifications/my/messages/all")
        .await
        .ok();
    let item = &page["items"][0];
    assert_eq!(
        item,
        &json!({
            "id": item["id"], "type": 1, "kind": "outbid", "subjectKind": 4, "houseId": 1, "catalogId": 12, "lotId": 1201,
            "subject": "Ваша ставка перебита",
            "text": "Лот 1 «Натюрморт с самоваром»: текущая ставка 2\u{a0}200\u{a0}₽",
            "created": item["created"], "isRead": false,
        })
    );
    assert_eq!(page["totalCount"], 1);
    // The next one tells it, and the one after it nothing.
    assert!(!notifier(&world).push().await.unwrap());
    tell(&world).await;
    // A late copy of the event is known by its name.
    world
        .sql(
            "insert into outbox (topic, key, payload)
             select 'notify', event_key, jsonb_build_object('kind', 'outbid', 'accountId', 8, 'catalogId', 12, 'lotId', 1201,
                 'value', 2200) from notification",
        )
        .await;
    tell(&world).await;
    world.state.hub.notify_user(8, "конец", "");
    let heard = listener.until("конец").await;
    assert_eq!(heard.matches("Ваша ставка перебита").count(), 1, "{heard}");
    assert_eq!(told(&world, ACCEPTED).await.len(), 1);
    assert_eq!(told(&world, TRUSTED).await, []);
    world.end().await;
}

#[actix_web::test]
async fn several_workers_at_once_tell_everything_once() {
    let world = World::new().await;
    // Three hundred events, each three times, in three orders.
    for order in ["n", "-n", "n * 7919 % 300"] {
        sqlx::query(sqlx::AssertSqlSafe(format!(
            "insert into outbox (topic, key, payload)
             select 'notify', 'outbid:12:' || n || ':1201:8', jsonb_build_object('kind', 'outbid', 'accountId', 8,
                 'catalogId', 12, 'lotId', 1201, 'value', n * 10) from generate_series(1, 300) n order by {order}"
        )))
        .execute(&world.pool)
        .await
        .unwrap();
    }
    let mut listener = Listener::new(&world, ACCEPTED).await;
    let work = || async {
        let notifier = notifier(&world);
        while notifier.tell().await.unwrap() {}
    };
    tokio::join!(work(), work(), work());
    tell(&world).await;
    assert_eq!(
        count(&world, "select count(*) from notification").await,
        300
    );
    assert_eq!(
        count(&world, "select count(*) from notification where not pushed").await,
        0
    );
    assert_eq!(
        count(&world, "select count(*) from outbox where topic = 'notify'").await,
        0
    );
    world.state.hub.notify_user(8, "конец", "");
    // Nobody is shown three hundred at once.
    let heard = listener.until("конец").await;
    let shown = heard.matches("Ваша ставка перебита").count();
    assert!((1..=60).contains(&shown), "{shown}");
    assert!(heard.contains("новых уведомлен"), "{heard}");
    // Of one lot one letter in a while.
    assert_eq!(
        count(&world, "select count(*) from notification where mailed").await,
        1
    );
    world.end().await;
}

#[actix_web::test]
async fn what_is_old_is_not_shown_as_news() {
    let world = World::new().await;
    outbid(&world).await;
    notifier(&world).store().await.unwrap();
    let mut listener = Listener::new(&world, ACCEPTED).await;
    world.state.clock.advance(Duration::minutes(11));
    tell(&world).await;
    world.state.hub.notify_user(8, "конец", "");
    let heard = listener.until("конец").await;
    assert!(!heard.contains("перебита"), "{heard}");
    assert_eq!(told(&world, ACCEPTED).await.len(), 1);
    world.end().await;
}

#[actix_web::test]
async fn what_cannot_be_read_holds_nothing_up() {
    let world = World::new().await;
    world
        .sql(
            "insert into outbox (topic, key, payload) values
                 ('notify', 'a', '{\"kind\": \"nonsense\"}'),
                 ('notify', 'b', '{\"kind\": \"outbid\", \"accountId\": 8, \"catalogId\": 999, \"lotId\": 1}'),
                 ('notify', 'c', '{\"kind\": \"outbid\", \"accountId\": 999, \"catalogId\": 12, \"lotId\": 1201, \"value\": 10}'),
                 ('notify', 'd', '{\"kind\": \"price_request_answered\", \"accountId\": 8, \"queryId\": 999}'),
                 ('notify', 'e', '{\"kind\": \"start_missed\", \"why\": \"end_passed\", \"catalogId\": 12}')",
        )
        .await;
    tell(&world).await;
    assert_eq!(
        count(&world, "select count(*) from outbox where topic = 'notify'").await,
        0
    );
    // The staff: manager, owner, the catalog's auctioneer.
    for who in [MANAGER, OWNER, AUCTIONEER] {
        let text = "«Параллельные торги»: дата окончания уже прошла".to_owned();
        assert_eq!(told(&world, who).await, [("start_missed".to_owned(), text)]);
    }
    assert_eq!(count(&world, "select count(*) from notification").await, 3);
    world.end().await;
}

#[actix_web::test]
async fn decisions_of_houses_are_told() {
    let world = World::new().await;
    let (account_id, house_id) = (10, 1);
    let rejected = Notice::RegistrationRejected {
        account_id,
        house_id,
    };
    leave(&world, rejected).await;
    for is_trusted in [false, true] {
        let accepted = Notice::RegistrationAccepted {
            account_id,
            house_id,
            is_trusted,
        };
        leave(&world, accepted).await;
    }
    tell(&world).await;
    let may = "«Первый дом»: вы можете участвовать в торгах этого аукционного дома";
    let is = |kind: &str, text: &str| (kind.to_owned(), text.to_owned());
    assert_eq!(
        told(&world, NEWCOMER).await,
        [
            is(
                "registration_accepted",
                &format!("{may} и оставлять заочные ставки")
            ),
            is("registration_accepted", may),
            is(
                "registration_rejected",
                "«Первый дом»: аукционный дом отклонил заявку на участие в торгах"
            ),
        ]
    );
    world.end().await;
}

#[actix_web::test]
async fn price_queries_are_told_to_both_sides() {
    let world = World::new().await;
    let ask =
        json!({"number": "+79000000010", "email": "new@test.example", "message": "Сколько стоит?"});
    let asked = world
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask)
        .await
        .ok();
    tell(&world).await;
    for who in [MANAGER, OWNER] {
        let text = "Лот 1 «Портрет купца»: покупатель ждёт ответа".to_owned();
        assert_eq!(
            told(&world, who).await,
            [("price_request_received".to_owned(), text)]
        );
    }
    assert_eq!(told(&world, NEWSMAKER).await, []);
    assert_eq!(told(&world, NEWCOMER).await, []);
    let answer = json!({"id": asked["id"], "status": 1, "answer": "120 000 ₽"});
    world.post(MANAGER, "/api/queries", answer).await.ok();
    tell(&world).await;
    let text = "Лот 1 «Портрет купца», «Первый дом»: 120 000 ₽".to_owned();
    assert_eq!(
        told(&world, NEWCOMER).await,
        [("price_request_answered".to_owned(), text)]
    );
    world.end().await;
}

#[actix_web::test]
async fn a_new_lot_is_told_to_the_artists_subscribers_when_everybody_sees_it() {
    let world = World::new().await;
    let subscribe = async |who, author: i64| {
        let body = json!({"authorId": author, "durationDays": 30});
        world.post(who, "/api/subscription", body).await.ok();
    };
    subscribe(NEWCOMER, 1).await;
    // By two of its authors he is told once.
    subscribe(NEWCOMER, 2).await;
    subscribe(STRANGER, 2).await;
    world
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price) values
                 (1770, 1, 17, 2, 'Бриг', 100), (1601001, 1, 16, 13, 'Бухта', 100);
             insert into lot_author (lot_id, author_id) values (1770, 1), (1770, 2), (1601001, 1);
             insert into outbox (topic, key) values ('lot', '1770'), ('lot', '1601001')",
        )
        .await;
    let listed = |lot: &str| {
        let text = format!("Айвазовский Иван Константинович: {lot}");
        ("lot_listed".to_owned(), text)
    };
    world.index().await;
    tell(&world).await;
    // Catalog 17 is hidden.
    assert_eq!(told(&world, NEWCOMER).await, [listed("Лот 13 «Бухта»")]);
    assert_eq!(told(&world, STRANGER).await, []);
    // Whoever leaves a notice of it besides, it is one event; of a hidden lot it tells nothing.
    for lot_id in [1_601_001, 1_770, 999] {
        leave(&world, Notice::LotListed { lot_id }).await;
    }
    tell(&world).await;
    assert_eq!(told(&world, NEWCOMER).await.len(), 1);

    let show = "update catalog set hidden = false where id = 17; insert into outbox (topic, key) values ('catalog', '17')";
    let hide = "update catalog set hidden = true where id = 17; insert into outbox (topic, key) values ('catalog', '17')";
    for sql in [show, hide, show] {
        world.sql(sql).await;
        world.index().await;
        tell(&world).await;
    }
    let both = "Айвазовский Иван Константинович, Неизвестный мастер: Лот 2 «Бриг»".to_owned();
    assert_eq!(
        told(&world, NEWCOMER).await,
        [
            ("lot_listed".to_owned(), both.clone()),
            listed("Лот 13 «Бухта»")
        ]
    );
    assert_eq!(
        told(&world, STRANGER).await,
        [("lot_listed".to_owned(), both)]
    );
    // Whoever subscribes to the artist now hears of lots to come, whatever is announced of old ones.
    subscribe(ACCEPTED, 1).await;
    for lot_id in [1_770, 1001] {
        leave(&world, Notice::LotListed { lot_id }).await;
    }
    tell(&world).await;
    assert_eq!(told(&world, ACCEPTED).await, []);
    assert_eq!(
        count(
            &world,
            "select count(*) from lot_first_seen where lot_id in (1770, 1601001)"
        )
        .await,
        2
    );
    world.end().await;
}

#[actix_web::test]
async fn a_subscription_that_has_run_out_tells_nothing() {
    let world = World::new().await;
    world
        .sql(
            "insert into artist_subscription (account_id, author_id, created, expires) values
                 (10, 1, now() - interval '60 days', now() - interval '30 days'),
                 (11, 1, now() + interval '1 hour', now() + interval '30 days'),
                 (8, 1, now() - interval '1 hour', now() + interval '30 days');
             insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
                 values (1601001, 1, 16, 13, 'Бухта', 100);
             insert into lot_author (lot_id, author_id) values (1601001, 1);
             insert into outbox (topic, key) values ('lot', '1601001')",
        )
        .await;
    world.index().await;
    tell(&world).await;
    // Run out; begun only afterwards; in force.
    assert_eq!(told(&world, NEWCOMER).await, []);
    assert_eq!(told(&world, STRANGER).await, []);
    assert_eq!(told(&world, ACCEPTED).await.len(), 1);
    world.end().await;
}

#[actix_web::test]
async fn what_is_about_to_begin_is_told_once() {
    let world = World::new().await;
    world
        .sql(
            "insert into catalog_subscription (account_id, catalog_id) values (10, 16), (11, 16), (10, 17), (10, 12);
             insert into lot_subscription (account_id, lot_id) values (10, 1601), (8, 1601), (10, 1701), (10, 1202);
             update catalog_trade set start_date = now() + interval '1 hour' where catalog_id in (16, 17);
             update catalog_trade set start_date = now() + interval '2 hours' where catalog_id = 12",
        )
        .await;
    let look = || async { notifier(&world).look_ahead().await.unwrap() };
    look().await;
    assert_eq!(count(&world, "select count(*) from notification").await, 0);
    world.state.clock.advance(Duration::minutes(46));
    // Two at once, and again after a restart.
    tokio::join!(look(), look());
    look().await;
    let kinds = async |who| {
        let mut kinds: Vec<(String, String)> = told(&world, who).await;
        kinds.sort();
        kinds.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(NEWCOMER).await, ["catalog_starting", "lot_starting"]);
    assert_eq!(kinds(STRANGER).await, ["catalog_starting"]);
    assert_eq!(kinds(ACCEPTED).await, ["lot_starting"]);
    let (_, text) = &told(&world, STRANGER).await[0];
    assert!(
        text.starts_with("«Осенние торги»: начало в ") && text.ends_with(" (МСК)"),
        "{text}"
    );
    // Put off, it is announced again, and so are its lots.
    world
        .sql("update catalog_trade set start_date = start_date + interval '30 minutes' where catalog_id = 16")
        .await;
    world.state.clock.advance(Duration::minutes(30));
    look().await;
    look().await;
    assert_eq!(
        kinds(STRANGER).await,
        ["catalog_starting", "catalog_starting"]
    );
    assert_eq!(kinds(ACCEPTED).await, ["lot_starting", "lot_starting"]);
    // A parallel sale and its lots.
    world.state.clock.advance(Duration::minutes(35));
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
    world.end().await;
}

#[actix_web::test]
async fn a_start_by_hand_is_told_when_it_happens() {
    let world = World::new().await;
    world
        .sql(
            "insert into catalog_subscription (account_id, catalog_id) values (10, 12), (11, 12), (10, 13);
             insert into lot_subscription (account_id, lot_id) values (10, 1201), (10, 1202), (8, 1201), (9, 1002)",
        )
        .await;
    notifier(&world).look_ahead().await.unwrap();
    tell(&world).await;
    assert_eq!(told(&world, NEWCOMER).await, []);
    // Whoever was told a short while ago that it would begin knows.
    world
        .sql(
            "insert into notification (event_key, account_id, kind, subject_kind, catalog_id, lot_id, subject, text, created)
             values ('a', 11, 'catalog_starting', 2, 12, null, 'Скоро', 'Скоро', now()),
                 ('b', 8, 'lot_starting', 3, 12, 1201, 'Скоро', 'Скоро', now())",
        )
        .await;
    let start = "/api/trade/parallel/12/start";
    world.control(AUCTIONEER, start).await.ok();
    tell(&world).await;
    // The same event again.
    world
        .sql(
            "insert into outbox (topic, key, payload) select 'notify', 'sale_started:12:after0:-:-',
                 jsonb_build_object('kind', 'sale_started', 'accountId', null, 'catalogId', 12, 'lotId', null)",
        )
        .await;
    tell(&world).await;
    let is = |kind: &str, text: &str| (kind.to_owned(), text.to_owned());
    let mut of_newcomer = told(&world, NEWCOMER).await;
    of_newcomer.sort();
    assert_eq!(
        of_newcomer,
        [
            is("catalog_starting", "«Параллельные торги»: торги начались"),
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
    assert_eq!(told(&world, STRANGER).await.len(), 1);
    assert_eq!(told(&world, ACCEPTED).await.len(), 1);
    // Of two lots one letter.
    let written: Vec<String> = letters(&world)
        .await
        .into_iter()
        .filter(|(to, ..)| to == "new@test.example")
        .map(|(_, subject, _)| subject)
        .collect();
    assert_eq!(
        written,
        ["Аукцион начался", "Торги по лотам, на которые вы подписаны"]
    );
    // Of a classic sale the first lot is under the hammer; the second is told of in the queue.
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    tell(&world).await;
    assert_eq!(told(&world, ACCEPTED2).await, []);
    world.end().await;
}

#[actix_web::test]
async fn a_lot_is_announced_when_its_turn_in_the_hall_comes_near() {
    let world = World::new().await;
    world
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
                 select 1010 + n, 1, 10, 10 + n, 'Лот ' || n, 100 from generate_series(1, 3) n;
             insert into lot_trade (lot_id, catalog_id, min_bet) select 1010 + n, 10, 100 from generate_series(1, 3) n;
             insert into lot_subscription (account_id, lot_id)
                 select 10, id from lot where catalog_id = 10 and id <> 1001;
             insert into lot_subscription (account_id, lot_id) values (8, 1001)",
        )
        .await;
    let look = || async { notifier(&world).look_ahead().await.unwrap() };
    let lots = async || {
        let told = told(&world, NEWCOMER).await;
        told.into_iter().map(|(_, text)| text).collect::<Vec<_>>()
    };
    look().await;
    assert_eq!(lots().await, [""; 0]);
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    look().await;
    // 1001 is under the hammer, 1004 is hidden.
    assert_eq!(
        lots().await,
        [
            "Лот 3 «Зимний вечер»: перед ним остался один лот",
            "Лот 2 «Икона Божией Матери» — следующий"
        ]
    );
    assert_eq!(told(&world, ACCEPTED).await, []);
    // The room goes on.
    world.next(10).await.ok();
    look().await;
    look().await;
    assert_eq!(
        lots().await[0],
        "Лот 11 «Лот 1»: перед ним остался один лот"
    );
    assert_eq!(lots().await.len(), 3);
    world.end().await;
}

#[actix_web::test]
async fn a_parallel_lot_is_announced_before_it_ends() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    world
        .sql("insert into lot_subscription (account_id, lot_id) values (10, 1201)")
        .await;
    let look = || async { notifier(&world).look_ahead().await.unwrap() };
    look().await;
    assert_eq!(told(&world, NEWCOMER).await, []);
    world.state.clock.advance(Duration::minutes(46));
    look().await;
    look().await;
    let told = told(&world, NEWCOMER).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].0, "lot_ending");
    assert!(
        told[0]
            .1
            .starts_with("Лот 1 «Натюрморт с самоваром»: окончание в "),
        "{told:?}"
    );
    world.end().await;
}

#[actix_web::test]
async fn lots_are_subscribed_to_and_marked() {
    let world = World::new().await;
    for lot in [1001, 1002, 1001] {
        let made = world
            .post(NEWCOMER, "/api/notifications/", json!({"lotId": lot}))
            .await
            .ok();
        assert_eq!(made["isSubscribed"], true);
    }
    assert_eq!(
        world
            .post(NEWCOMER, "/api/notifications", json!({"lotId": 1004}))
            .await
            .status,
        404
    );
    assert_eq!(
        world
            .post(VISITOR, "/api/notifications", json!({"lotId": 1001}))
            .await
            .status,
        401
    );
    let lots = async |who| {
        let page = world.get(who, "/api/notifications").await.ok();
        let ids = page["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|lot| lot["id"].as_i64().unwrap());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(lots(NEWCOMER).await, [1002, 1001]);
    assert_eq!(lots(ACCEPTED).await, [0; 0]);
    let lot = world.get(NEWCOMER, "/api/lots/1001").await.ok();
    assert_eq!(
        (&lot["isSubscribed"], &lot["counters"]["subscriptions"]),
        (&json!(true), &json!(1))
    );
    let lot = world.get(VISITOR, "/api/lots/1001").await.ok();
    assert_eq!(
        (&lot["isSubscribed"], &lot["counters"]["subscriptions"]),
        (&json!(false), &json!(1))
    );
    // Hidden, it is gone from the list.
    world.sql("update lot set hidden = true where id = 1002; insert into outbox (topic, key) values ('lot', '1002')").await;
    world.index().await;
    assert_eq!(lots(NEWCOMER).await, [1001]);
    for _ in 0..2 {
        assert_eq!(
            world
                .delete(NEWCOMER, "/api/notifications/lot/1001")
                .await
                .status,
            204
        );
    }
    assert_eq!(lots(NEWCOMER).await, [0; 0]);
    world.end().await;
}

#[actix_web::test]
async fn messages_to_everybody_are_published_and_withdrawn() {
    let world = World::new().await;
    let mut listeners = [
        Listener::new(&world, ACCEPTED).await,
        Listener::new(&world, TRUSTED).await,
    ];
    let body = json!({"subject": " Работы ", "text": "Ночью сайт будет недоступен"});
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        assert_eq!(
            world
                .post(who, "/api/notifications/system", body.clone())
                .await
                .status,
            status
        );
    }
    for (field, most) in [("subject", 300), ("text", 4000)] {
        for (value, message) in [
            (" ".to_owned(), "Обязательное поле".to_owned()),
            ("а".repeat(most + 1), format!("Не более {most} символов")),
        ] {
            let mut wrong = body.clone();
            wrong[field] = json!(value);
            assert_eq!(
                world
                    .post(ADMIN, "/api/notifications/system", wrong)
                    .await
                    .refused_field(field),
                message
            );
        }
    }
    let first = world
        .post(ADMIN, "/api/notifications/system", body)
        .await
        .ok();
    assert_eq!(
        first,
        json!({
            "id": first["id"], "type": 0, "kind": "system", "subjectKind": 0, "houseId": null, "catalogId": null,
            "lotId": null, "subject": "Работы", "text": "Ночью сайт будет недоступен", "created": first["created"],
            "isRead": true,
        })
    );
    tell(&world).await;
    for listener in &mut listeners {
        listener
            .until(r#"["Send","Работы","Ночью сайт будет недоступен"]"#)
            .await;
    }
    let second = json!({"subject": "Готово", "text": "Сайт снова работает"});
    let second = world
        .post(ADMIN, "/api/notifications/system", second)
        .await
        .ok();
    for who in [VISITOR, ACCEPTED] {
        let get = async |n: i64| {
            world
                .get(who, &format!("/api/notifications/system/messages/{n}"))
                .await
                .ok()
        };
        assert_eq!(get(1).await, json!([second]));
        assert_eq!(get(20).await, json!([second, first]));
        assert_eq!(get(-5).await, json!([second]));
    }
    assert_eq!(told(&world, ACCEPTED).await, []);
    let path = format!("/api/notifications/system/{}", second["id"]);
    assert_eq!(world.delete(OWNER, &path).await.status, 403);
    assert_eq!(world.delete(ADMIN, &path).await.status, 204);
    assert_eq!(world.delete(ADMIN, &path).await.status, 404);
    assert_eq!(
        world
            .get(VISITOR, "/api/notifications/system/messages/9")
            .await
            .ok(),
        json!([first])
    );
    world.end().await;
}

#[actix_web::test]
async fn what_one_was_told_is_ones_own_and_can_be_marked_as_read() {
    let world = World::new().await;
    world
        .sql(
            "insert into notification (event_key, account_id, kind, subject_kind, subject, text, created)
             select 'e' || n, 6 + n % 2 * 2, 'outbid', 4, 'Тема', 'Текст ' || n, now() from generate_series(1, 50) n",
        )
        .await;
    let all = "/api/notifications/my/messages/all";
    assert_eq!(world.get(VISITOR, all).await.status, 401);
    let page = world
        .get(ACCEPTED, &format!("{all}?pageNumber=2&pageSize=10"))
        .await
        .ok();
    assert_eq!(
        (&page["totalCount"], &page["items"][0]["text"]),
        (&json!(25), &json!("Текст 29"))
    );
    let ids: Vec<i64> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].as_i64().unwrap())
        .collect();
    let read = async |who, body: Value| world.post(who, "/api/notifications/read", body).await;
    // What is somebody else's stays as it is.
    assert_eq!(
        read(TRUSTED, json!({"ids": ids})).await.ok(),
        json!({"unread": 25})
    );
    assert_eq!(
        read(ACCEPTED, json!({"ids": ids})).await.ok(),
        json!({"unread": 15})
    );
    let unread = world
        .get(ACCEPTED, &format!("{all}?unreadOnly=true"))
        .await
        .ok();
    assert_eq!(unread["totalCount"], 15);
    assert!(
        unread["items"]
            .as_array()
            .unwrap()
            .iter()
            .all(|item| item["isRead"] == false)
    );
    assert_eq!(
        read(ACCEPTED, json!({"ids": []})).await.ok(),
        json!({"unread": 15})
    );
    let many: Vec<i64> = (0..1001).collect();
    assert_eq!(
        read(ACCEPTED, json!({"ids": many}))
            .await
            .refused_field("ids"),
        "Не более 1000 уведомлений"
    );
    assert_eq!(read(ACCEPTED, json!({})).await.ok(), json!({"unread": 0}));
    assert_eq!(read(VISITOR, json!({})).await.status, 401);
    assert_eq!(
        count(
            &world,
            "select count(*) from notification where read is null"
        )
        .await,
        25
    );
    world.end().await;
}

/// The letters that were queued: to whom, subject, text.
async fn letters(world: &World) -> Vec<(String, String, String)> {
    let rows: Vec<(String, Value)> = sqlx::query_as(
        "select coalesce(address, (select email from account where id = account_id), ''), content from letter order by id",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    rows.into_iter()
        .map(|(to, content)| {
            let blocks = content["blocks"].as_array().unwrap().iter();
            let lines = blocks.flat_map(|block| match block["facts"].as_array() {
                Some(facts) => facts
                    .iter()
                    .map(|fact| format!("{} — {}", words(&fact[0]), words(&fact[1])))
                    .collect(),
                None => vec![words(&block["paragraph"])],
            });
            let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
            (to, words(&content["subject"]), lines.join("\n"))
        })
        .collect()
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

const ALL: [&str; 8] = [
    "outbid",
    "betCancelled",
    "lotStarting",
    "lotWon",
    "registration",
    "priceRequest",
    "artistLots",
    "house",
];

/// Says of what somebody wants to hear by e-mail.
async fn settings(world: &World, who: Who, wanted: &[&str]) -> Reply {
    let body: serde_json::Map<String, Value> = ALL
        .iter()
        .map(|kind| ((*kind).to_owned(), json!(wanted.contains(kind))))
        .collect();
    world
        .put(who, "/api/notifications/settings", Value::Object(body))
        .await
}

#[actix_web::test]
async fn letters_go_where_they_are_wanted() {
    let world = World::new().await;
    let get = async |who| world.get(who, "/api/notifications/settings").await;
    // Until he says otherwise, of everything.
    let whole = get(ACCEPTED).await.ok();
    assert!(
        ALL.iter().all(|kind| whole[kind] == true) && whole.as_object().unwrap().len() == 8,
        "{whole}"
    );
    assert_eq!(get(VISITOR).await.status, 401);
    assert_eq!(settings(&world, VISITOR, &ALL).await.status, 401);
    assert_eq!(
        world
            .put(
                ACCEPTED,
                "/api/notifications/settings",
                json!({"outbid": false})
            )
            .await
            .status,
        422
    );
    assert_eq!(get(ACCEPTED).await.ok(), whole);
    let set = settings(&world, TRUSTED, &ALL[1..]).await.ok();
    assert_eq!(
        (&set["outbid"], &set["house"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(get(TRUSTED).await.ok(), set);

    outbid(&world).await;
    tell(&world).await;
    assert_eq!(world.bet(ACCEPTED, 12, 1201, 2500).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 12, 1201, 2800).await.code(), 0);
    tell(&world).await;
    notifier(&world).look_ahead().await.unwrap();
    // The one wants none of it; the other is written to once, though he was told twice.
    assert_eq!(told(&world, TRUSTED).await.len(), 1);
    assert_eq!(told(&world, ACCEPTED).await.len(), 2);
    let text = "Лот 1 «Натюрморт с самоваром»: текущая ставка 2\u{a0}200\u{a0}₽".to_owned();
    let letter = (
        "accepted@test.example".to_owned(),
        "Ваша ставка перебита".to_owned(),
        text,
    );
    assert_eq!(letters(&world).await, [letter]);
    world.state.clock.advance(Duration::minutes(16));
    assert_eq!(world.bet(ACCEPTED, 12, 1201, 3100).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 12, 1201, 3500).await.code(), 0);
    tell(&world).await;
    assert_eq!(letters(&world).await.len(), 2);
    // Whoever has no address, or is gone, gets none.
    world
        .sql("update account set email = null where id = 8")
        .await;
    leave(
        &world,
        Notice::RegistrationRejected {
            account_id: 8,
            house_id: 1,
        },
    )
    .await;
    world
        .sql("update account set deleted = now() where id = 10")
        .await;
    leave(
        &world,
        Notice::RegistrationRejected {
            account_id: 10,
            house_id: 1,
        },
    )
    .await;
    tell(&world).await;
    assert_eq!(letters(&world).await.len(), 2);
    assert_eq!(
        count(
            &world,
            "select count(*) from notification where account_id = 10"
        )
        .await,
        0
    );
    world.end().await;
}

#[actix_web::test]
async fn who_is_outbid_again_soon_is_written_to_a_little_later() {
    let world = World::new().await;
    outbid(&world).await;
    // Two others on another lot.
    assert_eq!(world.bet(ACCEPTED2, 12, 1202, 1000).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 12, 1202, 1500).await.code(), 0);
    tell(&world).await;
    for (who, lot, value) in [
        (ACCEPTED, 1201, 2500),
        (TRUSTED, 1201, 2800),
        (ACCEPTED2, 1202, 2000),
        (TRUSTED, 1202, 2500),
    ] {
        assert_eq!(world.bet(who, 12, lot, value).await.code(), 0);
    }
    tell(&world).await;
    // He leads again before he would be written to.
    assert_eq!(world.bet(ACCEPTED2, 12, 1202, 3000).await.code(), 0);
    tell(&world).await;
    let look = || async { notifier(&world).look_ahead().await.unwrap() };
    let to = async |address: &str| {
        let written = letters(&world).await.into_iter();
        written
            .filter(|(to, ..)| to == address)
            .map(|(_, _, text)| text)
            .collect::<Vec<_>>()
    };
    let text =
        |price: &str| format!("Лот 1 «Натюрморт с самоваром»: текущая ставка {price}\u{a0}₽");
    look().await;
    assert_eq!(to("accepted@test.example").await, [text("2\u{a0}200")]);
    world.state.clock.advance(Duration::minutes(6));
    tokio::join!(look(), look());
    look().await;
    assert_eq!(
        to("accepted@test.example").await,
        [text("2\u{a0}200"), text("2\u{a0}800")]
    );
    assert_eq!(to("accepted2@test.example").await.len(), 1);
    assert_eq!(
        count(
            &world,
            "select count(*) from notification where letter_held"
        )
        .await,
        0
    );
    world.end().await;
}

#[actix_web::test]
async fn many_lots_of_a_kind_are_one_letter() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    tell(&world).await;
    world
        .sql("insert into lot_subscription (account_id, lot_id) values (10, 1201), (10, 1202), (8, 1202)")
        .await;
    world.state.clock.advance(Duration::minutes(46));
    notifier(&world).look_ahead().await.unwrap();
    assert_eq!(told(&world, NEWCOMER).await.len(), 2);
    let sent = letters(&world).await;
    let mut subjects: Vec<(&str, &str)> = sent
        .iter()
        .map(|(to, subject, _)| (to.as_str(), subject.as_str()))
        .collect();
    subjects.sort_unstable();
    assert_eq!(
        subjects,
        [
            ("accepted@test.example", "Скоро закончатся торги по лоту"),
            (
                "new@test.example",
                "Скоро закончатся торги по лотам, на которые вы подписаны"
            ),
        ]
    );
    let (_, _, text) = sent
        .iter()
        .find(|(to, ..)| to == "new@test.example")
        .unwrap();
    assert!(
        text.contains("Натюрморт с самоваром") && text.contains("Вечерний звон"),
        "{text}"
    );
    assert_eq!(
        count(&world, "select count(*) from notification where mailed").await,
        3
    );
    world.end().await;
}

#[actix_web::test]
async fn letters_are_ended_from_the_letter_without_a_login() {
    let world = World::new().await;
    outbid(&world).await;
    tell(&world).await;
    let end: Value = world
        .value("select content -> 'unsubscribe' from letter")
        .await;
    assert_eq!(end["isOneClick"], true, "{end}");
    let path = end["path"].as_str().unwrap();
    assert!(
        path.starts_with("/unsubscribe/") && path.ends_with("/outbid"),
        "{path}"
    );
    let settings = async || {
        world
            .get(ACCEPTED, "/api/notifications/settings")
            .await
            .ok()
    };
    // To open it asks, and does nothing: mail programs open links to look at them.
    let page = world.get(VISITOR, path).await;
    assert_eq!(page.status, 200);
    assert!(
        page.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert!(
        page.text.contains("<form method=\"post\">") && page.text.contains("«Моя ставка перебита»"),
        "{}",
        page.text
    );
    assert_eq!(settings().await["outbid"], true);
    // A mail program's POST, and once more.
    for _ in 0..2 {
        let done = world
            .send(
                reqwest::Method::POST,
                VISITOR,
                path,
                &[("Content-Type", "application/x-www-form-urlencoded")],
                Some("List-Unsubscribe=One-Click".to_owned()),
            )
            .await;
        assert_eq!(done.status, 200, "{}", done.text);
        assert!(done.text.contains("больше не приходят"), "{}", done.text);
    }
    let mut expected: serde_json::Map<String, Value> = ALL
        .iter()
        .map(|kind| ((*kind).to_owned(), json!(true)))
        .collect();
    expected["outbid"] = json!(false);
    assert_eq!(settings().await, Value::Object(expected));
    assert!(!world.get(VISITOR, path).await.text.contains("<form"));
    // The journal says that it was nobody who is logged in, once.
    assert_eq!(
        count(
            &world,
            "select count(*) from journal_record where event = 571 and subject_id = 8 and account_id is null"
        )
        .await,
        1
    );
    // Nobody else's, and no other addresses.
    assert_eq!(
        count(&world, "select count(*) from notification_setting").await,
        1
    );
    let (secret, _) = path.rsplit_once('/').unwrap();
    for path in [
        format!("{secret}/everything"),
        "/unsubscribe/00000000000040008000000000000000/outbid".to_owned(),
        format!("{secret}x/outbid"),
    ] {
        assert_eq!(world.get(VISITOR, &path).await.status, 404, "{path}");
        assert_eq!(
            world.post(VISITOR, &path, json!({})).await.status,
            404,
            "{path}"
        );
    }
    // The next bet is not written of.
    assert_eq!(world.bet(ACCEPTED, 12, 1201, 2500).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 12, 1201, 2800).await.code(), 0);
    world.state.clock.advance(Duration::minutes(16));
    tell(&world).await;
    notifier(&world).look_ahead().await.unwrap();
    let to: Vec<String> = letters(&world)
        .await
        .into_iter()
        .map(|(to, ..)| to)
        .collect();
    assert_eq!(to, ["accepted@test.example", "trusted@test.example"]);
    world.end().await;
}

#[actix_web::test]
async fn an_answer_comes_whole_even_if_the_house_puts_it_away_at_once() {
    let world = World::new().await;
    let ask =
        json!({"number": "+79000000010", "email": "new@test.example", "message": "Сколько стоит?"});
    let asked = world
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask)
        .await
        .ok();
    let long = format!("{}конец", "а".repeat(3995));
    let answer = json!({"id": asked["id"], "status": 1, "answer": long});
    world.post(MANAGER, "/api/queries", answer).await.ok();
    let path = format!("/api/queries/{}", asked["id"]);
    world.delete(MANAGER, &path).await.done();
    tell(&world).await;
    let told = told(&world, NEWCOMER).await;
    assert_eq!(told[0].0, "price_request_answered");
    assert_eq!(told[0].1.chars().count(), 4000);
    let sent = letters(&world).await;
    let answered =
        |(_, subject, _): &&(String, String, String)| subject == "Получен ответ на запрос цены";
    let (to, _, text) = sent.iter().find(answered).unwrap();
    assert_eq!(to, "new@test.example");
    assert_eq!(
        *text,
        format!("Лот 1 «Портрет купца», «Первый дом»: {long}")
    );
    world.end().await;
}

#[actix_web::test]
async fn an_event_that_cannot_be_stored_holds_nothing_up() {
    let world = World::new().await;
    // Its name is longer than an index takes; the other one comes after it.
    world
        .sql(
            "insert into outbox (topic, key, payload)
             select 'notify', string_agg(md5(n::text), ''),
                 '{\"kind\": \"start_missed\", \"why\": \"end_passed\", \"catalogId\": 12}'
             from generate_series(1, 500) n;
             insert into outbox (topic, key, payload) values
                 ('notify', 'e', '{\"kind\": \"start_missed\", \"why\": \"end_passed\", \"catalogId\": 12}')",
        )
        .await;
    tell(&world).await;
    assert_eq!(told(&world, MANAGER).await.len(), 1);
    assert_eq!(
        count(
            &world,
            "select count(*) from outbox where attempts = 1 and not_before > now()"
        )
        .await,
        1
    );
    world.end().await;
}

#[actix_web::test]
async fn both_sides_of_a_price_query_are_written_to() {
    let world = World::new().await;
    let ask =
        json!({"number": "+79000000010", "email": "new@test.example", "message": "Сколько стоит?"});
    let asked = world
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask.clone())
        .await
        .ok();
    tell(&world).await;
    // A house without an address of its own: its manager and its owner.
    let sent = letters(&world).await;
    let to: Vec<&str> = sent.iter().map(|letter| letter.0.as_str()).collect();
    assert_eq!(
        to,
        [
            "new@test.example",
            "owner@test.example",
            "manager@test.example"
        ]
    );
    assert_eq!(sent[0].1, "Ваш запрос отправлен");
    let answer = json!({"id": asked["id"], "status": 2, "answer": "Лот в реставрации"});
    world.post(MANAGER, "/api/queries", answer).await.ok();
    tell(&world).await;
    let sent = letters(&world).await;
    assert_eq!(
        sent[3..],
        [(
            "new@test.example".to_owned(),
            "В ответе на запрос отказано".to_owned(),
            "Лот 1 «Портрет купца», «Первый дом»: Лот в реставрации".to_owned()
        )]
    );
    world
        .sql("update house set email = 'house@test.example' where id = 1")
        .await;
    world
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask)
        .await
        .ok();
    tell(&world).await;
    let sent = letters(&world).await;
    let to: Vec<&str> = sent[4..].iter().map(|letter| letter.0.as_str()).collect();
    assert_eq!(to, ["house@test.example", "new@test.example"]);
    assert!(sent[4].2.contains("Сколько стоит?"), "{sent:?}");
    world.end().await;
}

#[actix_web::test]
async fn who_won_is_shown_it_at_once_and_written_to_when_the_sale_is_over() {
    let world = World::new().await;
    let look = || async { notifier(&world).look_ahead().await.unwrap() };
    let control = async |path: &str| {
        world
            .control(AUCTIONEER, &format!("/api/trade/classic/10/{path}"))
            .await
            .ok()
    };
    world
        .sql("update catalog set commission = 15 where id = 10")
        .await;
    control("start").await;
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    control("sell").await;
    tell(&world).await;
    let won =
        "Лот 1 «Морской пейзаж с парусником» продан вам на аукционе «Весенние торги»".to_owned();
    assert_eq!(told(&world, ACCEPTED).await, [("lot_won".to_owned(), won)]);
    look().await;
    assert_eq!(letters(&world).await, []);

    // Another lot is his and is taken back; the third somebody else's.
    world.next(10).await.ok();
    assert_eq!(world.bet(ACCEPTED, 10, 1002, 5000).await.code(), 0);
    control("sell").await;
    tell(&world).await;
    for what in ["return", "cancel-last-bet"] {
        let path = format!("/api/trade/catalog/10/{what}");
        assert_eq!(
            world.put(ADMIN, &path, json!({"lotId": 1002})).await.code(),
            0,
            "{what}"
        );
    }
    world.next(10).await.ok();
    let current = world.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"]
        .as_i64()
        .unwrap();
    assert_eq!(world.bet(TRUSTED, 10, current, 10_000).await.code(), 0);
    control("sell").await;
    tell(&world).await;
    // There is nothing left to open.
    world.next(10).await.ok();
    assert_eq!(world.get(VISITOR, "/api/catalog/10").await.ok()["state"], 5);
    look().await;
    let subjects = async || {
        let sent = letters(&world).await.into_iter();
        sent.map(|(to, subject, _)| format!("{to}: {subject}"))
            .collect::<Vec<_>>()
    };
    // Not while it waits for its end.
    let cancelled = "accepted@test.example: Ваша ставка отменена";
    assert_eq!(subjects().await, [cancelled]);
    control("end").await;
    tokio::join!(look(), look());
    look().await;
    assert_eq!(
        subjects().await,
        [
            cancelled,
            "trusted@test.example: Вы выиграли на аукционе «Весенние торги»",
            "accepted@test.example: Вы выиграли на аукционе «Весенние торги»",
        ]
    );
    let (_, _, text) = &letters(&world).await[2];
    assert!(
        text.starts_with(
            "Аукцион «Весенние торги» завершён. Вы выиграли 1 лот:\n\
             Лот 1 «Морской пейзаж с парусником» — 1\u{a0}000\u{a0}₽, с комиссией 1\u{a0}150\u{a0}₽\n"
        ),
        "{text}"
    );
    assert!(!text.contains("Икона"), "{text}");
    assert_eq!(
        count(
            &world,
            "select count(*) from notification where awaits_completion"
        )
        .await,
        0
    );
    world.end().await;
}

#[actix_web::test]
async fn all_that_was_won_is_in_the_letter_however_late_its_notices_are() {
    let world = World::new().await;
    let look = || async { notifier(&world).look_ahead().await.unwrap() };
    let control = async |path: &str| {
        world
            .control(AUCTIONEER, &format!("/api/trade/classic/10/{path}"))
            .await
            .ok()
    };
    control("start").await;
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    control("sell").await;
    tell(&world).await;
    // The rest is told only after the sale is over and looked at.
    world.next(10).await.ok();
    assert_eq!(world.bet(ACCEPTED, 10, 1002, 5000).await.code(), 0);
    control("sell").await;
    world.next(10).await.ok();
    assert_eq!(world.bet(TRUSTED, 10, 1003, 10_000).await.code(), 0);
    control("sell").await;
    world.next(10).await.ok();
    control("end").await;
    look().await;
    tell(&world).await;
    look().await;
    let won: Vec<(String, String)> = letters(&world)
        .await
        .into_iter()
        .filter(|(_, subject, _)| subject.starts_with("Вы выиграли"))
        .map(|(to, _, text)| (to, text))
        .collect();
    let to: Vec<&str> = won.iter().map(|(to, _)| to.as_str()).collect();
    assert_eq!(to, ["trusted@test.example", "accepted@test.example"]);
    let (_, text) = &won[1];
    assert!(text.contains("Вы выиграли 2 лота:"), "{text}");
    assert!(
        text.contains("Всего к оплате — 6\u{a0}000\u{a0}₽"),
        "{text}"
    );
    assert_eq!(
        count(
            &world,
            "select count(*) from notification where awaits_completion"
        )
        .await,
        0
    );
    world.end().await;
}

#[actix_web::test]
async fn of_a_cancelled_sale_nobody_has_won_anything() {
    let world = World::new().await;
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    world
        .control(AUCTIONEER, "/api/trade/classic/10/sell")
        .await
        .ok();
    tell(&world).await;
    settings(&world, ACCEPTED, &["lotWon"]).await.ok();
    world.control(MANAGER, "/api/catalog/10/cancel").await.ok();
    tell(&world).await;
    notifier(&world).look_ahead().await.unwrap();
    assert_eq!(letters(&world).await, []);
    assert_eq!(
        count(
            &world,
            "select count(*) from notification where awaits_completion"
        )
        .await,
        0
    );
    world.end().await;
}
