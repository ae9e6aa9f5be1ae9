//! The orders of lists: what a page begins with, that pages neither repeat nor omit a row, and that an unknown order is
//! refused.

use serde_json::{Value, json};

use crate::support::*;

/// The items of all pages of two, and what `key` says of each.
async fn pages(app: &App, who: Who, path: &str, body: Option<Value>, key: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for page in 1.. {
        let path = format!("{path}&pageSize=2&pageNumber={page}");
        let page = match &body {
            Some(body) => app.post(who, &path, body.clone()).await.ok(),
            None => app.get(who, &path).await.ok(),
        };
        found.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| item[key].clone()),
        );
        if page["hasNext"] == false {
            return found;
        }
    }
    unreachable!()
}

fn ids(found: &[Value]) -> Vec<i64> {
    found.iter().map(|id| id.as_i64().unwrap()).collect()
}

#[actix_web::test]
async fn accounts_are_listed_by_name_by_the_last_visit_or_by_age() {
    let app = App::new().await;
    app.sql(
        "delete from session where account_id not in (1, 6, 8);
         update session set last_seen = now() - interval '1 day' where account_id = 6;
         update session set last_seen = now() - interval '2 days' where account_id = 8;
         insert into account (id, display_name, created) overriding system value values
            (21, 'ёлкин', '2020-01-01'), (22, 'Егоров', '2021-01-01'), (23, 'Жуков', '2019-01-01'),
            (24, 'Ёлкин', '2022-01-01')",
    )
    .await;
    let sorted = async |sort: &str| {
        ids(&pages(
            &app,
            ADMIN,
            &format!("/api/accounts?sort={sort}"),
            None,
            "id",
        )
        .await)
    };
    // «Ё» is «Е», capitals are nothing, and equal names go by their ids.
    assert_eq!(
        sorted("name").await,
        [1, 4, 2, 7, 6, 22, 21, 24, 23, 3, 10, 9, 8, 12, 5, 11]
    );
    let mut backwards = sorted("name").await;
    backwards.reverse();
    assert_eq!(sorted("-name").await, backwards);
    assert_eq!(sorted("created").await[..4], [23, 21, 22, 24]);
    let by_age = sorted("-created").await;
    assert_eq!(by_age[by_age.len() - 4..], [24, 22, 21, 23]);
    // Those never seen come last, whatever the direction.
    assert_eq!(sorted("seen").await[..3], [8, 6, 1]);
    assert_eq!(sorted("-seen").await[..3], [1, 6, 8]);
    assert_eq!(sorted("-name&search=лкин").await, [24, 21]);
    app.end().await;
}

#[actix_web::test]
async fn tokens_are_listed_by_what_their_columns_show() {
    let app = App::new().await;
    app.sql(
        "insert into session (id, account_id, token_hash, name, issued_by, created, last_seen, expires, ended)
         overriding system value values
            (501, 6, sha256('a'), 'Учёт', 1, '2026-01-01', '2026-03-01', '2027-01-01', null),
            (502, 6, sha256('b'), 'учет', 1, '2026-01-03', 'epoch', '2027-03-01', '2026-02-01'),
            (503, 6, sha256('c'), 'Табло', 1, '2026-01-02', '2026-02-01', '2027-02-01', null)",
    )
    .await;
    for (sort, order) in [
        ("name", [503, 501, 502]),
        ("-name", [502, 501, 503]),
        ("used", [503, 501, 502]),
        ("-used", [501, 503, 502]),
        ("expires", [502, 501, 503]),
        ("-expires", [503, 501, 502]),
        ("created", [501, 503, 502]),
        ("-created", [502, 503, 501]),
    ] {
        let path = format!("/api/accounts/tokens?sort={sort}");
        let found = pages(&app, ADMIN, &path, None, "id").await;
        assert_eq!(ids(&found), order, "{sort}");
    }
    app.end().await;
}

#[actix_web::test]
async fn artists_are_listed_by_name_or_by_the_number_of_their_lots() {
    let app = App::new().await;
    app.sql("insert into author (name) values ('Репин Илья'), ('Ёлкин Илья')")
        .await;
    let sorted = async |sort: &str, query: &str| {
        let body = Some(json!({"query": query}));
        pages(
            &app,
            ADMIN,
            &format!("/api/artists/search?sort={sort}"),
            body,
            "name",
        )
        .await
    };
    let (first, last) = ("Айвазовский Иван Константинович", "Репин Илья");
    let names = [first, "Ёлкин Илья", "Неизвестный мастер", last];
    assert_eq!(sorted("name", "").await, names);
    assert_eq!(
        sorted("-name", "").await,
        names.into_iter().rev().collect::<Vec<_>>()
    );
    assert_eq!(
        sorted("-lots", "").await,
        [first, "Неизвестный мастер", "Ёлкин Илья", last]
    );
    assert_eq!(
        sorted("lots", "").await,
        ["Ёлкин Илья", last, "Неизвестный мастер", first]
    );
    // A chosen order replaces the best match.
    assert_eq!(sorted("-name", "илья").await, [last, "Ёлкин Илья"]);
    app.end().await;
}

#[actix_web::test]
async fn a_houses_catalogs_are_listed_by_what_their_columns_show() {
    let app = App::new().await;
    // A draft's commission is not fixed yet.
    app.sql("update catalog set commission = 50 where id = 14")
        .await;
    let sorted = async |sort: &str| {
        let path = format!("/api/catalog?houseId=1&sort={sort}");
        ids(&pages(&app, MANAGER, &path, None, "id").await)
    };
    let by_title = sorted("title").await;
    assert_eq!(by_title, [10, 13, 17, 16, 12, 15, 14]);
    for sort in ["title", "commission", "lots", "sold"] {
        let mut forwards = sorted(sort).await;
        forwards.reverse();
        assert_eq!(sorted(&format!("-{sort}")).await, forwards, "{sort}");
    }
    assert_eq!(sorted("commission").await, [10, 12, 13, 15, 16, 17, 14]);
    assert_eq!(sorted("-lots").await[..2], [10, 12]);
    assert_eq!(sorted("-start").await[0], 16);
    assert_eq!(sorted("start").await[0], 15);
    // A draft has no date.
    assert_eq!(sorted("-start").await[6], 14);
    assert_eq!(sorted("start").await[6], 14);
    // The only sale with an end stands before those without.
    assert_eq!((sorted("end").await[0], sorted("-end").await[0]), (12, 12));
    let of_all_houses = app.get(MANAGER, "/api/catalog?sort=-lots").await;
    assert_eq!(
        of_all_houses.refused_field("sort"),
        "По числу лотов сортируются каталоги одного дома"
    );
    app.end().await;
}

#[actix_web::test]
async fn registrations_are_listed_by_name_time_or_state() {
    let app = App::new().await;
    app.sql(
        "delete from house_order;
         update account set display_name = 'ёлкин' where id = 6;
         update account set display_name = 'Егоров' where id = 7;
         update account set display_name = 'Жуков' where id = 8;
         insert into house_order (id, house_id, account_id, status, created) overriding system value values
            (61, 1, 6, 2, '2026-01-03'), (62, 1, 7, 0, '2026-01-02'), (63, 1, 8, 1, '2026-01-01'), (64, 1, 9, 0, '2026-01-04')",
    )
    .await;
    let sorted = async |sort: &str| {
        let path = format!("/api/house/orders?houseId=1&sort={sort}");
        ids(&pages(&app, MANAGER, &path, None, "orderId").await)
    };
    let of_three = async |sort: &str| {
        let mut found = sorted(sort).await;
        found.retain(|id| *id != 64);
        found
    };
    assert_eq!(of_three("name").await, [62, 61, 63]);
    assert_eq!(of_three("-name").await, [63, 61, 62]);
    assert_eq!(sorted("created").await, [63, 62, 61, 64]);
    assert_eq!(sorted("-created").await, [64, 61, 62, 63]);
    // Those of one state, the longest waiting first.
    assert_eq!(sorted("status").await, [62, 64, 63, 61]);
    assert_eq!(sorted("-status").await, [61, 63, 64, 62]);
    let counts = async |search: &str| {
        let path = format!("/api/house/orders/counts?houseId=1&search={search}");
        app.get(MANAGER, &path).await.ok()
    };
    assert_eq!(
        counts("").await,
        json!({"pending": 2, "accepted": 1, "rejected": 1})
    );
    assert_eq!(
        counts("елкин").await,
        json!({"pending": 0, "accepted": 0, "rejected": 1})
    );
    app.end().await;
}

#[actix_web::test]
async fn price_requests_are_listed_by_person_lot_time_or_state() {
    let app = App::new().await;
    app.sql(
        "update account set display_name = 'Ёлкин' where id = 6;
         update account set display_name = 'Егоров' where id = 7;
         insert into price_query (id, lot_id, account_id, message, status, created, answered, answer) overriding system value values
            (71, 1301, 6, 'Сколько?', 1, now(), now(), '1000 ₽'), (72, 1301, 7, 'Почём?', 0, now(), null, null),
            (73, 1301, 6, 'А сейчас?', 2, now(), now(), null)",
    )
    .await;
    let sorted = async |sort: &str| {
        let path = format!("/api/queries/house/1?sort={sort}");
        ids(&pages(&app, MANAGER, &path, None, "id").await)
    };
    assert_eq!(sorted("name").await, [72, 71, 73]);
    assert_eq!(sorted("-name").await, [73, 71, 72]);
    assert_eq!(sorted("lot").await, [71, 72, 73]);
    assert_eq!(sorted("-lot").await, [73, 72, 71]);
    assert_eq!(sorted("created").await, [71, 72, 73]);
    assert_eq!(sorted("status").await, [72, 71, 73]);
    assert_eq!(sorted("-status").await, [73, 71, 72]);
    assert_eq!(
        app.get(MANAGER, "/api/queries/house/1/counts").await.ok(),
        json!({"created": 1, "processed": 1, "rejected": 1})
    );
    assert_eq!(
        app.get(MANAGER, "/api/queries/house/1/counts?search=сейчас")
            .await
            .ok(),
        json!({"created": 0, "processed": 0, "rejected": 1})
    );
    app.end().await;
}

#[actix_web::test]
async fn the_journal_is_read_from_either_end() {
    let app = App::new().await;
    app.control(ADMIN, "/api/trade/classic/10/start")
        .await
        .expect_code(0);
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.sql(
        "insert into journal_record (at, account_id, event, subject_id)
         select now() - days * interval '1 day', 1, 203, days from generate_series(1, 5) days",
    )
    .await;
    let read = async |sort: &str| {
        let path = format!("/api/dev/journal?sort={sort}");
        pages(&app, ADMIN, &path, Some(json!({})), "id").await
    };
    let latest = read("-at").await;
    assert_eq!(latest.len(), 7);
    let mut earliest = read("at").await;
    earliest.reverse();
    assert_eq!(earliest, latest);
    app.end().await;
}

#[actix_web::test]
async fn an_order_that_a_list_does_not_have_is_refused() {
    let app = App::new().await;
    for path in [
        "/api/accounts",
        "/api/accounts/tokens",
        "/api/artists",
        "/api/catalog",
        "/api/house/orders",
        "/api/queries/house/1",
    ] {
        for sort in ["email", "--name", ""] {
            let reply = app.get(ADMIN, &format!("{path}?sort={sort}")).await;
            let refused = reply.refused_field("sort");
            assert_eq!(refused, "Так этот список не сортируется", "{path} {sort}");
        }
    }
    for path in [
        "/api/dev/journal",
        "/api/dev/journal/export",
        "/api/admin/accounts/export",
    ] {
        let path = format!("{path}?sort=who");
        app.post(ADMIN, &path, json!({})).await.expect(422);
    }
    app.end().await;
}
