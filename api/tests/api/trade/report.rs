//! The report of bets as a file.

use calamine::Data;
use serde_json::json;
use time::macros::format_description;
use time::{Duration, OffsetDateTime, UtcOffset};

use super::{column, has, number, report, text};
use crate::support::*;

#[actix_web::test]
async fn the_report_holds_every_bet_with_its_bettor() {
    let app = App::new().await;
    app.sql(
        "update lot set title_ru = '=1+1' where id = 1002;
             update catalog set commission = 12.5 where id = 10",
    )
    .await;
    // Two bets on the second lot, one of them revoked. On the first an order bids against a bettor, and the hall
    // wins.
    app.bet(ACCEPTED, 10, 1002, 1000).await.expect_code(0);
    app.bet(TRUSTED, 10, 1002, 1500).await.expect_code(0);
    app.put(
        ADMIN,
        "/api/trade/catalog/10/cancel-last-bet",
        json!({"lotId": 1002}),
    )
    .await
    .ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(app.order(TRUSTED2, 10, 1001, 5000).await.ok()["code"], 0);
    app.bet(ACCEPTED, 10, 1001, 2000).await.expect_code(12);
    app.hall_bet(AUCTIONEER, 10, 1001, 6000, "12")
        .await
        .expect_code(0);
    app.control(AUCTIONEER, "/api/trade/classic/10/sell")
        .await
        .ok();

    let stored = sqlx::query_as::<_, (i64, i64, OffsetDateTime, bool)>(
        "select lot_id, value, at, is_absentee from bet order by lot_id, id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let sheet = report(&app, ADMIN, 10).await;
    assert_eq!(sheet.len(), stored.len() + 1);
    let of_first = stored.iter().filter(|bet| bet.0 == 1001).count();
    let lots: Vec<Data> = stored.iter().map(|bet| number(bet.0 - 1000)).collect();
    has(&sheet, "Номер лота", &lots);
    let values: Vec<Data> = stored.iter().map(|bet| number(bet.1)).collect();
    has(&sheet, "Ставка, ₽", &values);
    let absentee: Vec<Data> = stored
        .iter()
        .map(|bet| if bet.3 { text("Да") } else { Data::Empty })
        .collect();
    assert!(absentee.contains(&text("Да")) && absentee.contains(&Data::Empty));
    has(&sheet, "Заочная", &absentee);
    // Only the winning bet, the hall's, has a price, with the commission on top.
    let states = column(&sheet, "Состояние").unwrap();
    assert_eq!(states[of_first - 1], &text("Выиграла"));
    assert!(
        states[..of_first - 1]
            .iter()
            .all(|state| **state == text("Перебита"))
    );
    assert_eq!(&states[of_first..], [&text("Лидирует"), &text("Отменена")]);
    let only = |value: Data| {
        let mut cells = vec![Data::Empty; stored.len()];
        cells[of_first - 1] = value;
        cells
    };
    has(&sheet, "Цена продажи, ₽", &only(number(6000)));
    has(&sheet, "Комиссия, %", &only(Data::Float(12.5)));
    has(&sheet, "Цена с комиссией, ₽", &only(number(6750)));
    has(&sheet, "Карточка в зале", &only(text("12")));
    let names = column(&sheet, "Имя").unwrap();
    assert_eq!(names[of_first - 1], &Data::Empty);
    assert_eq!(&names[of_first..], [&text("Принятый"), &text("Доверенный")]);
    let phones = column(&sheet, "Телефон").unwrap();
    assert_eq!(phones[of_first], &text("+79000000008"));
    let emails = column(&sheet, "E-mail").unwrap();
    assert_eq!(emails[of_first], &text("accepted@test.example"));
    // Never a formula.
    assert_eq!(column(&sheet, "Название").unwrap()[of_first], &text("=1+1"));
    // Moscow's time.
    let Data::DateTime(shown) = column(&sheet, "Время (МСК)").unwrap()[0] else {
        panic!("no time");
    };
    let (year, month, day, hour, minute, second, _) = shown.to_ymd_hms_milli();
    let moscow = stored[0].2.to_offset(UtcOffset::from_hms(3, 0, 0).unwrap());
    assert_eq!(
        (i32::from(year), month, day, hour, minute, second),
        (
            moscow.year(),
            moscow.month().into(),
            moscow.day(),
            moscow.hour(),
            moscow.minute(),
            moscow.second()
        )
    );

    // The house sees everything but which bets came from orders.
    let sheet = report(&app, MANAGER, 10).await;
    assert_eq!(column(&sheet, "Заочная"), None);
    assert_eq!(column(&sheet, "Имя").unwrap()[of_first], &text("Принятый"));
    // Without bets the report is its headings.
    assert_eq!(report(&app, OWNER, 12).await.len(), 1);
    app.end().await;
}

#[actix_web::test]
async fn a_lot_that_left_after_the_end_keeps_its_number() {
    let app = App::new().await;
    app.bet(TRUSTED, 10, 1002, 1500).await.expect_code(0);
    let revoke = json!({"lotId": 1002});
    app.put(ADMIN, "/api/trade/catalog/10/cancel-last-bet", revoke)
        .await
        .ok();
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    for _ in 0..3 {
        app.next(10).await.ok();
    }
    app.control(AUCTIONEER, "/api/trade/classic/10/end")
        .await
        .ok();
    app.delete(MANAGER, "/api/lots/1002").await.done();
    let sheet = report(&app, MANAGER, 10).await;
    has(&sheet, "Номер лота", &[number(2)]);
    app.end().await;
}

#[actix_web::test]
async fn the_report_is_named_by_moscows_day_and_only_for_controllers() {
    let app = App::new().await;
    for (who, path, status) in [
        (VISITOR, "10", 401),
        (TRUSTED, "10", 403),
        (NEWSMAKER, "10", 403),
        (STRANGER, "10", 403),
        (STRANGER, "17", 404),
        (ADMIN, "999", 404),
        (ADMIN, "x", 404),
    ] {
        let path = format!("/api/trade/report/bets/{path}");
        let reply = app.get(who, &path).await;
        assert_eq!(reply.status, status, "{who:?} {path}: {}", reply.text());
    }
    let day = |at: OffsetDateTime| {
        at.to_offset(UtcOffset::from_hms(3, 0, 0).unwrap())
            .format(format_description!("[day].[month].[year]"))
            .unwrap()
    };
    // One of the two is after 21:00 UTC, when it is already tomorrow in Moscow.
    for _ in 0..2 {
        let before = day(app.state.clock.now());
        let reply = app.get(AUCTIONEER, "/api/trade/report/bets/10").await;
        let after = day(app.state.clock.now());
        let named = reply.headers["content-disposition"].to_str().unwrap();
        assert!(
            [before, after].iter().any(|day| named
                == format!("attachment; filename=\"{day}.xlsx\"; filename*=UTF-8''{day}.xlsx")),
            "{named}"
        );
        assert_eq!(
            reply.headers["content-type"],
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        );
        assert_eq!(reply.headers["cache-control"], "no-store");
        app.state.clock.advance(Duration::hours(12));
    }
    app.end().await;
}

#[actix_web::test]
async fn a_report_of_many_bets_is_complete() {
    let app = App::new().await;
    app
        .sql(
            "insert into bet (id, catalog_id, lot_id, account_id, participant, value, at)
             select (12::bigint << 24) + n, 12, 1201 + n % 2, 8, 1, n * 10, now() from generate_series(1, 2345) as n",
        )
        .await;
    let sheet = report(&app, MANAGER, 12).await;
    assert_eq!(sheet.len(), 2346);
    let values: Vec<f64> = column(&sheet, "Ставка, ₽")
        .unwrap()
        .into_iter()
        .map(|value| match value {
            Data::Float(value) => *value,
            other => panic!("{other:?}"),
        })
        .collect();
    // Lot by lot, earliest first: 1201 has the even ones.
    let expected: Vec<f64> = (1..=1172)
        .map(|n| n * 2)
        .chain((0..1173).map(|n| n * 2 + 1))
        .map(|n| f64::from(n * 10))
        .collect();
    assert_eq!(values, expected);
    app.end().await;
}
