//! Letters, and how they are unsubscribed from.

use outbox::Notice;
use serde_json::{Value, json};
use time::Duration;

use super::{ALL, count, leave, letters, notifier, outbid, settings, tell, told};
use crate::support::*;

#[actix_web::test]
async fn letters_follow_the_settings_of_each_account() {
    let app = App::new().await;
    let get = async |who| app.get(who, "/api/notifications/settings").await;
    // By default, of everything.
    let whole = get(ACCEPTED).await.ok();
    assert!(
        ALL.iter().all(|kind| whole[kind] == true) && whole.as_object().unwrap().len() == 8,
        "{whole}"
    );
    get(VISITOR).await.expect(401);
    settings(&app, VISITOR, &ALL).await.expect(401);
    app.put(
        ACCEPTED,
        "/api/notifications/settings",
        json!({"outbid": false}),
    )
    .await
    .expect(422);
    assert_eq!(get(ACCEPTED).await.ok(), whole);
    let set = settings(&app, TRUSTED, &ALL[1..]).await.ok();
    assert_eq!(
        (&set["outbid"], &set["house"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(get(TRUSTED).await.ok(), set);

    outbid(&app).await;
    tell(&app).await;
    app.bet(ACCEPTED, 12, 1201, 2500).await.expect_code(0);
    app.bet(TRUSTED, 12, 1201, 2800).await.expect_code(0);
    tell(&app).await;
    notifier(&app).look_ahead().await.unwrap();
    // One opted out. The other gets one letter for two notifications.
    assert_eq!(told(&app, TRUSTED).await.len(), 1);
    assert_eq!(told(&app, ACCEPTED).await.len(), 2);
    let text = "Лот 1 «Натюрморт с самоваром»: текущая ставка 2\u{a0}200\u{a0}₽".to_owned();
    let letter = (
        "accepted@test.example".to_owned(),
        "Ваша ставка перебита".to_owned(),
        text,
    );
    assert_eq!(letters(&app).await, [letter]);
    app.state.clock.advance(Duration::minutes(16));
    app.bet(ACCEPTED, 12, 1201, 3100).await.expect_code(0);
    app.bet(TRUSTED, 12, 1201, 3500).await.expect_code(0);
    tell(&app).await;
    assert_eq!(letters(&app).await.len(), 2);
    // Accounts without an address, and deleted ones, get no letter.
    app.sql("update account set email = null where id = 8")
        .await;
    leave(
        &app,
        Notice::RegistrationRejected {
            account_id: 8,
            house_id: 1,
        },
    )
    .await;
    app.sql("update account set deleted = now() where id = 10")
        .await;
    leave(
        &app,
        Notice::RegistrationRejected {
            account_id: 10,
            house_id: 1,
        },
    )
    .await;
    tell(&app).await;
    assert_eq!(letters(&app).await.len(), 2);
    assert_eq!(
        count(
            &app,
            "select count(*) from notification where account_id = 10"
        )
        .await,
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn a_second_outbid_soon_after_delays_its_letter() {
    let app = App::new().await;
    outbid(&app).await;
    // Two other bidders, on another lot.
    app.bet(ACCEPTED2, 12, 1202, 1000).await.expect_code(0);
    app.bet(TRUSTED, 12, 1202, 1500).await.expect_code(0);
    tell(&app).await;
    for (who, lot, value) in [
        (ACCEPTED, 1201, 2500),
        (TRUSTED, 1201, 2800),
        (ACCEPTED2, 1202, 2000),
        (TRUSTED, 1202, 2500),
    ] {
        app.bet(who, 12, lot, value).await.expect_code(0);
    }
    tell(&app).await;
    // They lead again before the letter is due.
    app.bet(ACCEPTED2, 12, 1202, 3000).await.expect_code(0);
    tell(&app).await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    let to = async |address: &str| {
        let written = letters(&app).await.into_iter();
        written
            .filter(|(to, ..)| to == address)
            .map(|(_, _, text)| text)
            .collect::<Vec<_>>()
    };
    let text =
        |price: &str| format!("Лот 1 «Натюрморт с самоваром»: текущая ставка {price}\u{a0}₽");
    look().await;
    assert_eq!(to("accepted@test.example").await, [text("2\u{a0}200")]);
    app.state.clock.advance(Duration::minutes(6));
    tokio::join!(look(), look());
    look().await;
    assert_eq!(
        to("accepted@test.example").await,
        [text("2\u{a0}200"), text("2\u{a0}800")]
    );
    assert_eq!(to("accepted2@test.example").await.len(), 1);
    let held = async || count(&app, "select count(*) from notification where letter_held").await;
    assert_eq!(held().await, 0);
    // The five minutes count from the letter, not from the bet it is about.
    app.bet(ACCEPTED, 12, 1201, 3100).await.expect_code(0);
    app.bet(TRUSTED, 12, 1201, 3500).await.expect_code(0);
    tell(&app).await;
    look().await;
    assert_eq!(to("accepted@test.example").await.len(), 2);
    assert_eq!(held().await, 1);
    app.state.clock.advance(Duration::minutes(5));
    look().await;
    assert_eq!(to("accepted@test.example").await.len(), 3);
    app.end().await;
}

#[actix_web::test]
async fn many_lots_of_a_kind_share_one_letter() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/parallel/12/start")
        .await
        .ok();
    tell(&app).await;
    app
        .sql("insert into lot_subscription (account_id, lot_id) values (10, 1201), (10, 1202), (8, 1202)")
        .await;
    app.state.clock.advance(Duration::minutes(46));
    notifier(&app).look_ahead().await.unwrap();
    assert_eq!(told(&app, NEWCOMER).await.len(), 2);
    let sent = letters(&app).await;
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
        count(&app, "select count(*) from notification where mailed").await,
        3
    );
    app.end().await;
}

#[actix_web::test]
async fn lots_of_a_running_and_of_a_coming_sale_share_one_letter() {
    let app = App::new().await;
    app.sql(
        "insert into lot_subscription (account_id, lot_id) values (10, 1002), (10, 1601);
         update catalog_trade set start_date = now() + interval '10 minutes' where catalog_id = 16",
    )
    .await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    notifier(&app).look_ahead().await.unwrap();
    let sent = letters(&app).await;
    let [(_, _, text)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    assert!(
        text.contains("Икона Божией Матери") && text.contains("Осенний лес"),
        "{text}"
    );
    app.end().await;
}

#[actix_web::test]
async fn a_letter_unsubscribes_without_a_login() {
    let app = App::new().await;
    outbid(&app).await;
    tell(&app).await;
    let end: Value = app
        .value("select content -> 'unsubscribe' from letter")
        .await;
    assert_eq!(end["isOneClick"], true, "{end}");
    let path = end["path"].as_str().unwrap();
    assert!(
        path.starts_with("/unsubscribe/") && path.ends_with("/outbid"),
        "{path}"
    );
    let settings = async || app.get(ACCEPTED, "/api/notifications/settings").await.ok();
    // Opening the link only asks for confirmation: mail programs open links to preview them.
    let page = app.get(VISITOR, path).await;
    assert_eq!(page.status, 200);
    assert!(
        page.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert!(
        page.text().contains("<form method=\"post\">")
            && page.text().contains("«Моя ставка перебита»"),
        "{}",
        page.text()
    );
    assert_eq!(settings().await["outbid"], true);
    // A mail program's POST, twice.
    for _ in 0..2 {
        let done = app
            .call(
                reqwest::Method::POST,
                VISITOR,
                path,
                &[("Content-Type", "application/x-www-form-urlencoded")],
                Some("List-Unsubscribe=One-Click".to_owned()),
            )
            .await;
        assert_eq!(done.status, 200, "{}", done.text());
        assert!(
            done.text().contains("больше не приходят"),
            "{}",
            done.text()
        );
    }
    let mut expected: serde_json::Map<String, Value> = ALL
        .iter()
        .map(|kind| ((*kind).to_owned(), json!(true)))
        .collect();
    expected["outbid"] = json!(false);
    assert_eq!(settings().await, Value::Object(expected));
    assert!(!app.get(VISITOR, path).await.text().contains("<form"));
    // The journal has one record, without an account.
    assert_eq!(
        count(
            &app,
            "select count(*) from journal_record where event = 571 and subject_id = 8 and account_id is null"
        )
        .await,
        1
    );
    // No other account's links, and no other addresses.
    assert_eq!(
        count(&app, "select count(*) from notification_setting").await,
        1
    );
    let (secret, _) = path.rsplit_once('/').unwrap();
    for path in [
        format!("{secret}/everything"),
        "/unsubscribe/00000000000040008000000000000000/outbid".to_owned(),
        format!("{secret}x/outbid"),
    ] {
        app.get(VISITOR, &path).await.expect(404);
        app.post(VISITOR, &path, json!({})).await.expect(404);
    }
    // The next bet causes no letter.
    app.bet(ACCEPTED, 12, 1201, 2500).await.expect_code(0);
    app.bet(TRUSTED, 12, 1201, 2800).await.expect_code(0);
    app.state.clock.advance(Duration::minutes(16));
    tell(&app).await;
    notifier(&app).look_ahead().await.unwrap();
    let to: Vec<String> = letters(&app).await.into_iter().map(|(to, ..)| to).collect();
    assert_eq!(to, ["accepted@test.example", "trusted@test.example"]);
    app.end().await;
}
