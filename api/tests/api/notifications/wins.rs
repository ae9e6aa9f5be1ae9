//! Wins.

use serde_json::json;

use super::{count, letters, notifier, settings, tell, told};
use crate::support::*;

#[actix_web::test]
async fn a_win_is_pushed_at_once_and_mailed_after_the_sale() {
    let app = App::new().await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    let control = async |path: &str| {
        app.control(AUCTIONEER, &format!("/api/trade/classic/10/{path}"))
            .await
            .ok()
    };
    app.sql("update catalog set commission = 15 where id = 10")
        .await;
    control("start").await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    control("sell").await;
    tell(&app).await;
    let won =
        "Лот 1 «Морской пейзаж с парусником» продан вам на аукционе «Весенние торги»".to_owned();
    assert_eq!(told(&app, ACCEPTED).await, [("lot_won".to_owned(), won)]);
    look().await;
    assert_eq!(letters(&app).await, []);

    // Their second lot is taken back, and the third goes to another bidder.
    app.next(10).await.ok();
    app.bet(ACCEPTED, 10, 1002, 5000).await.expect_code(0);
    control("sell").await;
    tell(&app).await;
    for what in ["return", "cancel-last-bet"] {
        let path = format!("/api/trade/catalog/10/{what}");
        app.put(ADMIN, &path, json!({"lotId": 1002}))
            .await
            .expect_code(0);
    }
    app.next(10).await.ok();
    let current = app.get(VISITOR, "/api/catalog/10").await.ok()["currentLotId"]
        .as_i64()
        .unwrap();
    app.bet(TRUSTED, 10, current, 10_000).await.expect_code(0);
    control("sell").await;
    tell(&app).await;
    // There is nothing left to open.
    app.next(10).await.ok();
    assert_eq!(app.get(VISITOR, "/api/catalog/10").await.ok()["state"], 5);
    look().await;
    let subjects = async || {
        let sent = letters(&app).await.into_iter();
        sent.map(|(to, subject, _)| format!("{to}: {subject}"))
            .collect::<Vec<_>>()
    };
    // Not while the sale waits for its end.
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
    let (_, _, text) = &letters(&app).await[2];
    assert!(
        text.starts_with(
            "Аукцион «Весенние торги» завершён. Вы выиграли 1 лот:\n\
             Лот 1 «Морской пейзаж с парусником» — 1\u{a0}000\u{a0}₽\n\
             Комиссия 15\u{a0}% — 150\u{a0}₽\n\
             К оплате — 1\u{a0}150\u{a0}₽\n"
        ),
        "{text}"
    );
    assert!(!text.contains("Икона"), "{text}");
    assert_eq!(
        count(
            &app,
            "select count(*) from notification where awaits_completion"
        )
        .await,
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn the_letter_lists_every_win_however_late_its_event() {
    let app = App::new().await;
    let look = || async { notifier(&app).look_ahead().await.unwrap() };
    let control = async |path: &str| {
        app.control(AUCTIONEER, &format!("/api/trade/classic/10/{path}"))
            .await
            .ok()
    };
    control("start").await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    control("sell").await;
    tell(&app).await;
    // The other wins are announced after the sale is over and its letter is prepared.
    app.next(10).await.ok();
    app.bet(ACCEPTED, 10, 1002, 5000).await.expect_code(0);
    control("sell").await;
    app.next(10).await.ok();
    app.bet(TRUSTED, 10, 1003, 10_000).await.expect_code(0);
    control("sell").await;
    app.next(10).await.ok();
    control("end").await;
    look().await;
    tell(&app).await;
    look().await;
    let won: Vec<(String, String)> = letters(&app)
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
            &app,
            "select count(*) from notification where awaits_completion"
        )
        .await,
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn a_cancelled_sale_has_no_winners() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.control(AUCTIONEER, "/api/trade/classic/10/sell")
        .await
        .ok();
    tell(&app).await;
    settings(&app, ACCEPTED, &["lotWon"]).await.ok();
    app.control(MANAGER, "/api/catalog/10/cancel").await.ok();
    tell(&app).await;
    notifier(&app).look_ahead().await.unwrap();
    assert_eq!(letters(&app).await, []);
    assert_eq!(
        count(
            &app,
            "select count(*) from notification where awaits_completion"
        )
        .await,
        0
    );
    app.end().await;
}

/// The bets on the leading lot of a choice are void when the winner takes another lot: the winner hears what they bought, the others
/// that they may bid again.
#[actix_web::test]
async fn the_winner_of_a_choice_hears_of_the_lots_they_took() {
    let app = App::new().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    let group = json!({"lotId": 1001, "withLotIds": [1003], "isChoice": true});
    app.put(AUCTIONEER, "/api/trade/classic/10/group", group)
        .await
        .expect_code(0);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(0);
    app.put(
        AUCTIONEER,
        "/api/trade/classic/10/sell",
        json!({"takeLotIds": [1003]}),
    )
    .await
    .expect_code(0);
    tell(&app).await;
    let won = "Лот 3 «Зимний вечер» продан вам на аукционе «Весенние торги»".to_owned();
    assert_eq!(told(&app, ACCEPTED).await, [("lot_won".to_owned(), won)]);
    let others = told(&app, TRUSTED).await;
    assert!(
        others.iter().any(|(kind, _)| kind == "bet_revoked"),
        "{others:?}"
    );
    app.end().await;
}
