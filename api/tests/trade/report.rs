//! What a house gets of its bets: the report as a file, and which bets the public history shows.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use reqwest::Method;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime, UtcOffset, macros::format_description};

use crate::world::*;

type Sheet = Vec<Vec<Data>>;

async fn report(world: &World, who: Who, catalog: i64) -> Sheet {
    let path = format!("/api/trade/report/bets/{catalog}");
    let (status, _, bytes) = world.download(who, &path).await;
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(&bytes));
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    assert_eq!(book.sheet_names(), ["Ставки"]);
    let sheet = book.worksheet_range("Ставки").unwrap();
    sheet.rows().map(<[Data]>::to_vec).collect()
}

/// A column's values, by its heading.
fn column<'a>(sheet: &'a Sheet, heading: &str) -> Option<Vec<&'a Data>> {
    let place = sheet[0]
        .iter()
        .position(|cell| matches!(cell, Data::String(text) if text == heading))?;
    Some(sheet[1..].iter().map(|row| &row[place]).collect())
}

fn text(text: &str) -> Data {
    Data::String(text.to_owned())
}

fn number(number: i64) -> Data {
    Data::Float(number as f64)
}

#[track_caller]
fn has(sheet: &Sheet, heading: &str, values: &[Data]) {
    let values: Vec<&Data> = values.iter().collect();
    assert_eq!(
        column(sheet, heading).as_deref(),
        Some(values.as_slice()),
        "{heading}"
    );
}

/// The id of a catalog's bet by its number there.
fn bet_id(catalog: i64, number: i64) -> i64 {
    (catalog << 24) + number
}

#[actix_web::test]
async fn the_report_holds_every_bet_with_its_bettor() {
    let world = World::new().await;
    world
        .sql(
            "update lot set title_ru = '=1+1' where id = 1002;
             update catalog set commission = 12.5 where id = 10",
        )
        .await;
    // Two on the second lot, one of them taken back; on the first an order bids against a bettor, and the hall wins.
    assert_eq!(world.bet(ACCEPTED, 10, 1002, 1000).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1500).await.code(), 0);
    world
        .put(
            ADMIN,
            "/api/trade/catalog/10/cancel-last-bet",
            json!({"lotId": 1002}),
        )
        .await
        .ok();
    world
        .control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    assert_eq!(world.order(TRUSTED2, 10, 1001, 5000).await.ok()["code"], 0);
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 2000).await.code(), 12);
    assert_eq!(
        world
            .hall_bet(AUCTIONEER, 10, 1001, 6000, "12")
            .await
            .code(),
        0
    );
    world
        .control(AUCTIONEER, "/api/trade/classic/10/sell")
        .await
        .ok();

    let stored = sqlx::query_as::<_, (i64, i64, OffsetDateTime, bool)>(
        "select lot_id, value, at, is_absentee from bet order by lot_id, id",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let sheet = report(&world, ADMIN, 10).await;
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
    // The hall's bet won the first lot: it alone has a price, with the commission on top.
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

    // The house gets all but what orders did.
    let sheet = report(&world, MANAGER, 10).await;
    assert_eq!(column(&sheet, "Заочная"), None);
    assert_eq!(column(&sheet, "Имя").unwrap()[of_first], &text("Принятый"));
    // Nothing was bid there; the headings say so.
    assert_eq!(report(&world, OWNER, 12).await.len(), 1);
    world.end().await;
}

#[actix_web::test]
async fn the_report_is_named_by_moscows_day_and_kept_from_others() {
    let world = World::new().await;
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
        let reply = world.get(who, &path).await;
        assert_eq!(reply.status, status, "{who:?} {path}: {}", reply.text);
    }
    let day = |at: OffsetDateTime| {
        at.to_offset(UtcOffset::from_hms(3, 0, 0).unwrap())
            .format(format_description!("[day].[month].[year]"))
            .unwrap()
    };
    // Whatever the hour is now, one of the two is in the evening, when it is tomorrow in Moscow already.
    for _ in 0..2 {
        let before = day(world.state.clock.now());
        let (_, headers, _) = world
            .download(AUCTIONEER, "/api/trade/report/bets/10")
            .await;
        let after = day(world.state.clock.now());
        let named = headers["content-disposition"].to_str().unwrap();
        assert!(
            [before, after].iter().any(|day| named
                == format!("attachment; filename=\"{day}.xlsx\"; filename*=UTF-8''{day}.xlsx")),
            "{named}"
        );
        assert_eq!(
            headers["content-type"],
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        );
        assert_eq!(headers["cache-control"], "no-store");
        world.state.clock.advance(Duration::hours(12));
    }
    world.end().await;
}

#[actix_web::test]
async fn many_bets_are_written_piece_by_piece() {
    let world = World::new().await;
    world
        .sql(
            "insert into bet (id, catalog_id, lot_id, account_id, participant, value, at)
             select (12::bigint << 24) + n, 12, 1201 + n % 2, 8, 1, n * 10, now() from generate_series(1, 2345) as n",
        )
        .await;
    let sheet = report(&world, MANAGER, 12).await;
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
    world.end().await;
}

#[actix_web::test]
async fn a_hidden_bet_leaves_the_history_and_nothing_else() {
    let world = World::new().await;
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1500).await.code(), 0);
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 2000).await.code(), 0);
    let history = async || {
        let history = world
            .get(VISITOR, "/api/trade/bet/lot/1001/history")
            .await
            .ok();
        let values: Vec<i64> = history
            .as_array()
            .unwrap()
            .iter()
            .map(|bet| bet["value"].as_i64().unwrap())
            .collect();
        values
    };
    let set = async |who: Who, bet: i64, is_visible: bool| {
        world
            .post(
                who,
                "/api/trade/bet/visiblity",
                json!({"betId": bet, "isVisible": is_visible}),
            )
            .await
    };
    let trade = async || {
        let lot = world.get(VISITOR, "/api/lots/1001").await.ok();
        ["price", "leadingBet", "betsCount", "version"].map(|field| lot[field].clone())
    };
    assert_eq!(history().await, [2000, 1500, 1000]);
    let before = trade().await;
    // The leader's own bet as well as one before it.
    for number in [2, 3] {
        let bet = set(AUCTIONEER, bet_id(10, number), false).await.ok();
        assert_eq!(
            (&bet["id"], &bet["isVisible"]),
            (&json!(bet_id(10, number)), &json!(false))
        );
    }
    assert_eq!(history().await, [1000]);
    assert_eq!(trade().await, before);
    // Its bettor and the house still see it.
    let mine = world.get(ACCEPTED, "/api/trade/bet/my").await.ok();
    assert_eq!(mine["items"][0]["bet"]["value"], 2000);
    let all = world.get(MANAGER, "/api/trade/bet/lot/1001").await.ok();
    let visible: Vec<&Value> = all["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bet| &bet["isVisible"])
        .collect();
    assert_eq!(visible, [false, false, true]);
    let sheet = report(&world, MANAGER, 10).await;
    has(
        &sheet,
        "Скрыта из истории",
        &[Data::Empty, text("Да"), text("Да")],
    );
    // The room goes on from the same price.
    assert_eq!(world.bet(TRUSTED, 10, 1001, 2000).await.code(), 1);

    // Shown again; once more changes nothing, and is not recorded.
    set(MANAGER, bet_id(10, 2), true).await.ok();
    set(MANAGER, bet_id(10, 2), true).await.ok();
    assert_eq!(history().await, [1500, 1000]);
    let journal: Vec<(i64, i64, Value, Value)> = sqlx::query_as(
        "select account_id, subject_id, before, after from journal_record where event = 411 order by id",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let (shown, hidden) = (json!({"isVisible": true}), json!({"isVisible": false}));
    let expected = [
        (4, bet_id(10, 2), shown.clone(), hidden.clone()),
        (4, bet_id(10, 3), shown.clone(), hidden.clone()),
        (3, bet_id(10, 2), hidden, shown),
    ];
    assert_eq!(journal, expected);
    world.end().await;
}

#[actix_web::test]
async fn bets_are_hidden_by_controllers_alone() {
    let world = World::new().await;
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    world
        .sql(
            "insert into bet (id, catalog_id, lot_id, account_id, participant, value, at)
             values ((17::bigint << 24) + 1, 17, 1701, 8, 1, 100, now())",
        )
        .await;
    let path = "/api/trade/bet/visiblity";
    for (who, bet, status) in [
        (VISITOR, bet_id(10, 1), 401),
        (ACCEPTED, bet_id(10, 1), 403),
        (NEWSMAKER, bet_id(10, 1), 403),
        (STRANGER, bet_id(10, 1), 403),
        (STRANGER, bet_id(17, 1), 404),
        (ADMIN, bet_id(10, 2), 404),
        (ADMIN, -1, 404),
        (ADMIN, i64::MAX, 404),
    ] {
        let body = json!({"betId": bet, "isVisible": false});
        let reply = world.post(who, path, body).await;
        assert_eq!(reply.status, status, "{who:?} {bet}: {}", reply.text);
    }
    for body in [json!({"betId": bet_id(10, 1)}), json!({"isVisible": true})] {
        let reply = world.post(ADMIN, path, body).await;
        assert_eq!(reply.problem(), (422, "validation_failed".into()));
        let errors = &reply.json()["errors"];
        let missing: Vec<&String> = errors.as_object().unwrap().keys().collect();
        assert_eq!(missing.len(), 1);
        assert_eq!(errors[missing[0]][0], "Обязательное поле");
    }
    let body = json!({"betId": "1", "isVisible": true});
    assert_eq!(world.post(ADMIN, path, body).await.status, 422);
    let reply = world
        .send(Method::POST, ADMIN, path, &[], Some("{".into()))
        .await;
    assert_eq!(reply.status, 400);
    let visible: bool = sqlx::query_scalar("select bool_and(is_visible) from bet")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert!(visible, "nothing of this hid anything");
    world.end().await;
}
